#include <string.h>

#include "cards.h"
#include "classes.h"
#include "ricochet.h"
#include "ricochet_draws.h"

/*
 * Ricochet Poker round by round, for one to seven players.
 *
 * How many draws stay is counted as for one player: by the list of draws of the pocket's ranks, the best
 * first, weighted by the cards unseen, and put right by flushes if the pocket is suited. Hands of two stand on
 * the scale of scores: a pair and two cards are the score of five cards with nothing behind, so
 * that five cards beat two if their score is higher than any that begins like that.
 */

enum {
    FIVE = 5,
    TWO = 2,
    MOST_PLAYERS = ED_RICOCHET_PLAYERS,
    LANES = 8, /* a byte for each player, and none */
    WHOLE = 0x1fff
};

_Static_assert(MOST_PLAYERS < LANES, "players fit in a word of bytes");
_Static_assert(FIVE + (TWO + ED_RICOCHET_DRAW) * MOST_PLAYERS <= ED_JOKER, "cards suffice");

struct game {
    const struct ed_ricochet_table *table;
    const struct ed_ricochet_seats *seats;
    int bonus; /* whether players reckon with one */
    struct ed_ricochet_weights whole;
};

/* A player's two cards. */
struct seat {
    uint8_t player;
    uint8_t high;
    uint8_t low;
    uint8_t suited;
    uint8_t suit;  /* of the highest card, the higher one of a pair */
    uint32_t score; /* as the beginning of a score of five cards */
};

/* The cards that nobody has seen. */
struct unseen {
    unsigned cards;
    uint16_t gone[ED_SUITS]; /* the ranks seen of each suit */
    struct ed_ricochet_weights weights;
};

/* ---- hands of two ---------------------------------------------------------------------------------- */

static uint32_t score_of_two(unsigned high, unsigned low)
{
    if (high == low)
        return (ED_PAIR + 1u) << 20 | (high + 1) << 16;
    return (ED_HIGH_CARD + 1u) << 20 | (high + 1) << 16 | (low + 1) << 12;
}

/* What of a score of five decides against two: all beyond a pair, its rank, or the two highest. */
static uint32_t beginning(uint32_t score)
{
    unsigned category = (score >> 20) - 1;
    return category == ED_PAIR ? score & ~0xffffu : category == ED_HIGH_CARD ? score & ~0xfffu : score;
}

/* The lowest score of five cards that beats two. */
static uint32_t score_above(uint32_t two, int kickers)
{
    if (kickers)
        return two;
    return two + ((two >> 20) - 1 == ED_PAIR ? 1u << 16 : 1u << 12);
}

static void sit(struct seat *seat, unsigned player, const uint8_t two[TWO])
{
    unsigned high = two[0] > two[1] ? two[0] : two[1], low = two[0] > two[1] ? two[1] : two[0];
    seat->player = (uint8_t)player;
    seat->high = (uint8_t)(high / ED_SUITS);
    seat->low = (uint8_t)(low / ED_SUITS);
    seat->suit = (uint8_t)(high % ED_SUITS);
    seat->suited = high % ED_SUITS == low % ED_SUITS;
    seat->score = score_of_two(seat->high, seat->low);
}

/* In the order of acting: no two hands are equal in score and suit. */
static void seat_players(struct seat *seat, unsigned players, const uint8_t *cards)
{
    for (unsigned player = 0; player < players; player++) {
        struct seat here;
        unsigned at = player;
        sit(&here, player, cards + FIVE + TWO * player);
        for (; at && (seat[at - 1].score | seat[at - 1].suit) > (here.score | here.suit); at--)
            seat[at] = seat[at - 1];
        seat[at] = here;
    }
}

/* ---- cards seen -------------------------------------------------------------------------------------- */

static void see(struct unseen *unseen, const uint8_t *cards, unsigned number)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < number; i++) {
        unsigned rank = cards[i] / ED_SUITS;
        unseen->weights.one[rank]--;
        unseen->gone[cards[i] % ED_SUITS] |= (uint16_t)(1u << rank);
        seen |= 1u << rank;
    }
    for (unsigned rank = 0; rank < ED_RANKS; rank++)
        if (seen >> rank & 1)
            ed_ricochet_set_rank(&unseen->weights, rank, unseen->weights.one[rank]);
    unseen->cards -= number;
}

/* ---- draws -------------------------------------------------------------------------------------------- */

/* The ranks that others have in a suited pocket's suit. */
static unsigned missing(const struct unseen *unseen, const struct seat *seat)
{
    return unseen->gone[seat->suit] & ~(1u << seat->high | 1u << seat->low);
}

/* What flushes change of the draws of a suited pocket. */
static void by_flushes(const struct game *game, const struct unseen *unseen, const struct seat *seat,
                       unsigned class, unsigned wins, struct ed_ricochet_change *change)
{
    const struct ed_ricochet_draws *draws = &game->table->draws[ed_pair_of(seat->high, seat->low)];
    unsigned x = missing(unseen, seat);
    int64_t high = 0;
    for (unsigned i = draws->end[ED_HIGH_CARD + 1]; i < wins; i++)
        high += !(draws->ranks[i] & x);
    ed_ricochet_set_change(game->table, draws, wins, class, x, high, change);
}

/* How many draws make a hand of the class or a better one. */
static uint32_t count_from(const struct game *game, const struct unseen *unseen, const struct seat *seat,
                           unsigned class)
{
    const struct ed_ricochet_draws *draws = &game->table->draws[ed_pair_of(seat->high, seat->low)];
    unsigned wins = ed_ricochet_winners(draws, class);
    int64_t sum = ed_ricochet_sum(draws, &unseen->weights, 0, wins);
    if (seat->suited) {
        struct ed_ricochet_change change;
        by_flushes(game, unseen, seat, class, wins, &change);
        for (unsigned k = 0; k < ED_RICOCHET_MOVED; k++)
            sum += change.win[k];
    }
    return (uint32_t)sum;
}

/* The bonus summed over all draws: by size at most C(45, 3) * 2^31, below 2^45. */
static int64_t bonus_of(const struct game *game, const struct unseen *unseen, const struct seat *seat)
{
    const struct ed_ricochet_draws *draws = &game->table->draws[ed_pair_of(seat->high, seat->low)];
    const int64_t *bonus = game->seats->bonus;
    struct ed_ricochet_outcome outcome;
    int64_t sum = 0;
    if (!game->bonus)
        return 0;
    ed_ricochet_by_ranks(draws, &unseen->weights, draws->number, &outcome);
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++)
        sum += bonus[c] * outcome.win[c];
    if (seat->suited) {
        struct ed_ricochet_change change;
        by_flushes(game, unseen, seat, 0, draws->number, &change);
        for (unsigned k = 0; k < ED_RICOCHET_MOVED; k++)
            sum += bonus[ed_ricochet_moved[k]] * change.win[k];
    }
    return sum;
}

/* ---- the first strategy --------------------------------------------------------------------------------- */

/* What a decision looks at: this player's seat and those of the players after it. */
struct decision {
    const struct seat *seat;
    unsigned later;    /* how many act after it */
    unsigned pot;
    unsigned tied;     /* players whose hands lead; 0: the dealer's, or none */
    unsigned class;    /* the lowest that stays; of the leading players, if there are any */
    uint32_t stay;
    uint32_t draws;
};

static int64_t simple_gain(const struct game *game, const struct unseen *unseen,
                           const struct decision *decision)
{
    int64_t unit = game->seats->unit, stay = decision->stay, lost = decision->draws - decision->stay;
    return stay * (decision->pot + 1) * unit - lost * unit + bonus_of(game, unseen, decision->seat);
}

/* ---- the second strategy -------------------------------------------------------------------------------- */

#define ONE ((int64_t)1 << 32) /* an Ante */
#define MOST_BONUS ((int64_t)1 << 28) /* more Antes than any pot times the draws: 2^4 * 2^14 */

/* By class and player, how many draws make the hand: at most 4^3. */
typedef uint8_t spread[ED_RICOCHET_CLASSES][LANES];

/* How often one player's draws make each hand of the class or a better one. */
static void spread_draws(const struct game *game, const struct unseen *unseen, const struct seat *seat,
                         unsigned class, unsigned lane, spread made)
{
    const struct ed_ricochet_draws *draws = &game->table->draws[ed_pair_of(seat->high, seat->low)];
    const struct ed_ricochet_weights *weights = &unseen->weights;
    static const uint8_t moved[2] = {ED_STRAIGHT, ED_HIGH_CARD};
    unsigned wins = ed_ricochet_winners(draws, class), x = missing(unseen, seat);
    for (unsigned i = 0; i < wins; i++)
        made[draws->made[i]][lane] = (uint8_t)(weights->two[draws->two[i]] * weights->one[draws->one[i]]);
    for (unsigned k = 0; seat->suited && k < 2; k++)
        for (unsigned i = draws->end[moved[k] + 1]; i < draws->end[moved[k]]; i++)
            if (!(draws->ranks[i] & x)) {
                if (i < wins)
                    made[draws->made[i]][lane]--;
                if (draws->suited[i] >= class)
                    made[draws->suited[i]][lane]++;
            }
}

/* A bonus sum in 2^-32 Antes, or as much as decides alone. A unit is at most 2^31: the quotient of a sum that
 * is positive together with whole Antes is positive with them, too. */
static int64_t bonus_in_antes(int64_t bonus, int64_t unit)
{
    int64_t whole = bonus / unit, rest = bonus % unit;
    if (rest < 0) {
        whole--;
        rest += unit;
    }
    if (whole >= MOST_BONUS || whole < -MOST_BONUS)
        return whole < 0 ? -MOST_BONUS * ONE : MOST_BONUS * ONE;
    return whole * ONE + rest * ONE / unit;
}

/*
 * What playing gains over folding, summed over the draws, by backward induction. Player 0 decides, players 1 to
 * `later` act after it. Pot and stakes of the hands that lead grow by 2 with each player, by 1 if it folds. So a
 * state is who acts, the class that leads, how many players have it, and how many folded so far:
 *
 *   value[j][folds][tied]   what one of the players whose hands lead may expect of the pot, or loses,
 *                           with players j and on to act
 *   after[j][folds]         the same summed over the draws of player j that beat the class at hand
 *
 * Classes are taken from the best down, so that `after` is known when a class asks for it.
 *
 * Cost: for each class that some draw makes, up to 21 states and more for ties, one division each.
 */
static int64_t reckoned_gain(const struct game *game, const struct unseen *unseen,
                             const struct decision *decision)
{
    unsigned later = decision->later, draws = decision->draws;
    int64_t value[LANES + 1][LANES][LANES + 1], after[LANES][LANES] = {{0}}, bonus[LANES], gain = 0;
    uint32_t beat[LANES] = {0};
    spread made;
    memset(made, 0, sizeof made);
    for (unsigned j = 0; j <= later; j++) {
        bonus[j] = bonus_in_antes(bonus_of(game, unseen, &decision->seat[j]), game->seats->unit);
        spread_draws(game, unseen, &decision->seat[j], decision->class, j, made);
    }
    for (unsigned folds = 0; folds <= later; folds++)
        for (unsigned tied = 1; tied <= decision->tied + later + 1 && tied <= LANES; tied++) {
            int64_t stakes = decision->pot + 2 * decision->tied + 2 * (later + 1) - folds;
            value[later + 1][folds][tied] = (stakes - 2 * (int64_t)tied) * ONE / tied;
        }
    for (unsigned class = game->table->classes; class-- > decision->class;) {
        unsigned most[LANES]; /* hands of the class that may have been made before each player */
        unsigned ties = class == decision->class ? decision->tied : 0;
        uint64_t any;
        memcpy(&any, made[class], sizeof any);
        if (!any)
            continue;
        most[0] = 0;
        for (unsigned j = 0; j < later; j++)
            most[j + 1] = most[j] + (made[class][j] != 0) + (j == 0 && made[class][0] ? ties : 0);
        for (unsigned j = later; j > 0; j--) {
            int64_t tie = made[class][j], better = beat[j], worse = draws - better - tie;
            for (unsigned folds = 0; folds < j && most[j]; folds++)
                for (unsigned tied = 1; tied <= most[j]; tied++) {
                    int64_t one_more = tie ? tie * value[j + 1][folds][tied + 1] : 0;
                    int64_t plays = one_more + after[j][folds] - 2 * ONE * worse + bonus[j];
                    value[j][folds][tied] = value[j + 1][folds + 1][tied];
                    if (plays > -ONE * (int64_t)draws)
                        value[j][folds][tied] =
                            (worse * value[j + 1][folds][tied] + one_more - better * 2 * ONE) / draws;
                }
        }
        if (made[class][0])
            gain += made[class][0] * value[1][0][ties + 1];
        for (unsigned j = 1; j <= later; j++) {
            for (unsigned folds = 0; folds < j && made[class][j]; folds++)
                after[j][folds] += made[class][j] * value[j + 1][folds][1];
            beat[j] += made[class][j];
        }
    }
    return gain - ONE * ((int64_t)draws - 2 * (int64_t)decision->stay) + bonus[0];
}

/* ---- a round --------------------------------------------------------------------------------------------- */

/* The hands of five showing: the dealer's, or players' of one score, or none. */
struct showing {
    uint32_t score; /* 0: none */
    int dealer;
    unsigned players; /* a bit each */
};

static uint32_t score_five(const uint8_t *two, const uint8_t *three, uint8_t *category)
{
    struct ed_hand hand = {.cards = FIVE};
    struct ed_suits suits;
    struct ed_made made;
    struct ed_sum sum = {0, 0, 0};
    for (unsigned i = 0; i < TWO; i++)
        sum = ed_plus(sum, two[i]);
    for (unsigned i = 0; i < ED_RICOCHET_DRAW; i++)
        sum = ed_plus(sum, three[i]);
    ed_from_sum(sum, &hand, &suits);
    ed_make(&ed_ricochet_ranking, &hand, &made);
    *category = made.category;
    return ed_score(&ed_ricochet_ranking, &hand, &made);
}

/* Whether the last to act is ahead. */
static int is_ahead(const struct ed_ricochet_seats *seats, const struct showing *showing,
                    const struct seat *seat)
{
    uint32_t five = beginning(showing->score);
    if (showing->players)
        return 0;
    return !showing->dealer || seat->score > five || (seats->ties && seat->score == five);
}

static int decide(const struct game *game, const struct unseen *unseen, const struct showing *showing,
                  const struct seat *seat, unsigned later, struct ed_ricochet_act *act)
{
    struct decision decision = {
        .seat = seat, .later = later, .pot = act->pot, .tied = ed_popcount(showing->players)};
    decision.class = ed_ricochet_class_from(game->table, act->need);
    decision.draws = (uint32_t)ed_choose(unseen->cards, ED_RICOCHET_DRAW);
    decision.stay = count_from(game, unseen, seat, decision.class);
    act->stay = decision.stay;
    act->draws = decision.draws;
    act->gain = game->seats->strategy == ED_RICOCHET_RECKONING ? reckoned_gain(game, unseen, &decision)
                                                               : simple_gain(game, unseen, &decision);
    return act->gain > 0;
}

/* Puts a completed hand where it belongs; returns what comes into the pot. */
static unsigned complete(const struct ed_ricochet_seats *seats, struct showing *showing,
                         struct ed_ricochet_act *act)
{
    unsigned lost = 2;
    act->stays = act->score >= act->need;
    act->dealer_goes = showing->dealer && act->score >= showing->score &&
                       (act->stays || seats->beaten_dealer_goes);
    if (act->dealer_goes) {
        showing->dealer = 0;
        showing->score = 0;
    }
    if (!act->stays)
        return lost;
    if (act->score > showing->score) {
        act->discards = (uint8_t)showing->players;
        showing->players = 0;
    }
    showing->players |= 1u << act->player;
    showing->score = act->score;
    return lost * ed_popcount(act->discards);
}

static void settle(const struct game *game, const struct showing *showing, unsigned pot,
                   struct ed_ricochet_round *round)
{
    const struct ed_ricochet_seats *seats = game->seats;
    round->winners = (uint8_t)showing->players;
    round->pot = (uint8_t)pot;
    round->house = showing->players ? -seats->unit : (int64_t)(pot - 1) * seats->unit;
    for (unsigned at = 0; at < seats->players; at++) {
        const struct ed_ricochet_act *act = &round->act[at];
        unsigned end = ED_RICOCHET_FOLD;
        if (act->action == ED_RICOCHET_IS_AHEAD)
            end = round->kicked_out ? ED_RICOCHET_KICKOUT : ED_RICOCHET_AHEAD;
        else if (act->action == ED_RICOCHET_PLAYS)
            end = showing->players >> act->player & 1 ? ED_RICOCHET_WIN : ED_RICOCHET_LOSE;
        round->ends[act->player] = (uint8_t)end;
        if (end != ED_RICOCHET_FOLD)
            round->house -= seats->pays[end][act->category];
    }
}

/* ED_OK, or ED_E_DRAWN. */
static int follow(const struct game *game, const uint8_t *cards, size_t dealt, const uint8_t *forced,
                  struct ed_ricochet_round *round, size_t *bad)
{
    const struct ed_ricochet_seats *seats = game->seats;
    unsigned players = seats->players, pot = 1, next = FIVE + TWO * players, first = next;
    struct seat seat[MOST_PLAYERS];
    struct unseen unseen = {.cards = ED_JOKER, .weights = game->whole};
    struct showing showing = {0, 1, 0};
    uint8_t category;
    memset(round, 0, sizeof *round);
    showing.score = score_five(cards, cards + TWO, &category);
    if (seats->limit && showing.score >= seats->limit) {
        round->kicked_out = 1;
        showing.dealer = 0;
        showing.score = 0;
    }
    seat_players(seat, players, cards);
    see(&unseen, cards, next);
    for (unsigned at = 0; at < players; at++) {
        struct ed_ricochet_act *act = &round->act[at];
        unsigned later = players - 1 - at, player = seat[at].player, plays;
        act->player = (uint8_t)player;
        act->pot = (uint8_t)pot;
        act->need = showing.score;
        if (later && score_above(seat[players - 1].score, (int)seats->kickers) > act->need)
            act->need = score_above(seat[players - 1].score, (int)seats->kickers);
        if (!later && is_ahead(seats, &showing, &seat[at])) {
            act->action = ED_RICOCHET_IS_AHEAD;
        } else {
            plays = (unsigned)decide(game, &unseen, &showing, &seat[at], later, act);
            if (forced && forced[player])
                plays = forced[player] == 2;
            act->action = plays ? ED_RICOCHET_PLAYS : ED_RICOCHET_FOLDS;
        }
        if (act->action == ED_RICOCHET_FOLDS) {
            pot++;
            round->acts++;
            continue;
        }
        if (next + ED_RICOCHET_DRAW > dealt) {
            *bad = player;
            return ED_E_DRAWN;
        }
        act->score = score_five(cards + FIVE + TWO * player, cards + next, &act->category);
        if (act->action == ED_RICOCHET_IS_AHEAD) {
            act->stays = 1;
            showing.players = 1u << player;
        } else {
            pot += complete(seats, &showing, act);
        }
        if (later)
            see(&unseen, cards + next, ED_RICOCHET_DRAW);
        next += ED_RICOCHET_DRAW;
        round->drawn = (uint8_t)(next - first);
        round->acts++;
    }
    settle(game, &showing, pot, round);
    return ED_OK;
}

/* ---- chance ------------------------------------------------------------------------------------------------ */

/* Advances a SplitMix64 generator. */
static uint64_t mix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* xoshiro256**. Its state is never all zero: that takes four equal states of the generator above. */
struct stream {
    uint64_t s[4];
};

static void open_stream(struct stream *stream, uint64_t seed, uint64_t block)
{
    uint64_t state = seed;
    state = mix(&state) + block;
    for (unsigned i = 0; i < 4; i++)
        stream->s[i] = mix(&state);
}

static uint64_t turn(uint64_t word, unsigned by)
{
    return word << by | word >> (64 - by);
}

static uint64_t next_number(struct stream *stream)
{
    uint64_t *s = stream->s, result = turn(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = turn(s[3], 45);
    return result;
}

/* A number below `bound`, each as likely: of the 2^32 numbers, those that would give some one more are
 * rejected. */
static unsigned below(struct stream *stream, uint32_t bound)
{
    uint32_t too_low = (0u - bound) % bound;
    uint64_t product;
    do {
        product = (next_number(stream) >> 32) * bound;
    } while ((uint32_t)product < too_low);
    return (unsigned)(product >> 32);
}

static void shuffle(struct stream *stream, uint8_t *cards, unsigned number)
{
    for (unsigned i = 0; i < ED_JOKER; i++)
        cards[i] = (uint8_t)i;
    for (unsigned i = 0; i < number; i++) {
        unsigned other = i + below(stream, ED_JOKER - i);
        uint8_t card = cards[other];
        cards[other] = cards[i];
        cards[i] = card;
    }
}

/* ---- entries ------------------------------------------------------------------------------------------------ */

static int check_pays(const int64_t pays[ED_RICOCHET_MADE])
{
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++)
        if (pays[c] < -(int64_t)ED_RICOCHET_MOST || pays[c] > ED_RICOCHET_MOST)
            return ED_E_OPTION;
    return ED_OK;
}

static int check_seats(const struct ed_ricochet_seats *seats)
{
    if (seats->players < 1 || seats->players > MOST_PLAYERS || seats->ties > 1 || seats->kickers > 1 ||
        seats->beaten_dealer_goes > 1 || seats->unit < 1 || seats->unit > ED_RICOCHET_MOST)
        return ED_E_OPTION;
    if (seats->strategy != ED_RICOCHET_SIMPLE && seats->strategy != ED_RICOCHET_RECKONING)
        return ED_E_OPTION;
    for (unsigned end = 0; end < ED_RICOCHET_ENDS; end++)
        if (end != ED_RICOCHET_FOLD && check_pays(seats->pays[end]) != ED_OK)
            return ED_E_OPTION;
    return check_pays(seats->bonus);
}

/* ED_OK, or what is wrong with the table and the rules of a round. */
static int open_game(struct game *game, const void *buffer, const struct ed_ricochet_seats *seats)
{
    const struct ed_ricochet_table *table = buffer;
    if (table->mark != ED_RICOCHET_MARK || table->deck.ranks != WHOLE || table->deck.suits != ED_SUITS)
        return ED_E_TABLE;
    if (check_seats(seats) != ED_OK)
        return ED_E_OPTION;
    memset(game, 0, sizeof *game);
    game->table = table;
    game->seats = seats;
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++)
        game->bonus |= seats->bonus[c] != 0;
    ed_ricochet_set_weights(&game->whole, &table->deck);
    return ED_OK;
}

int ed_ricochet_resolve(const void *table, const struct ed_ricochet_seats *seats, const uint8_t *cards,
                        size_t dealt, const uint8_t *forced, struct ed_ricochet_round *round, size_t *bad)
{
    struct game game;
    uint64_t seen = 0;
    int status;
    if (!table || !seats || !cards || !round || !bad)
        return ED_E_NULL;
    status = open_game(&game, table, seats);
    if (status != ED_OK)
        return status;
    for (unsigned player = 0; forced && player < seats->players; player++)
        if (forced[player] > 2)
            return ED_E_OPTION;
    if (dealt < FIVE + TWO * (size_t)seats->players || dealt > ED_JOKER)
        return ED_E_CARDS;
    for (size_t i = 0; i < dealt; i++) {
        if (cards[i] >= ED_JOKER || seen >> cards[i] & 1) {
            *bad = i;
            return ED_E_CARD;
        }
        seen |= (uint64_t)1 << cards[i];
    }
    return follow(&game, cards, dealt, forced, round, bad);
}

/* The largest result of a round by size: below 2^36. */
static uint64_t largest(const struct ed_ricochet_seats *seats)
{
    int64_t pay = 0;
    for (unsigned end = 0; end < ED_RICOCHET_ENDS; end++)
        for (unsigned c = 0; c < ED_RICOCHET_MADE && end != ED_RICOCHET_FOLD; c++) {
            int64_t here = seats->pays[end][c] < 0 ? -seats->pays[end][c] : seats->pays[end][c];
            pay = here > pay ? here : pay;
        }
    return seats->players * (uint64_t)(2 * seats->unit + pay);
}

static void add_round(const struct ed_ricochet_round *round, unsigned players, struct ed_ricochet_sums *sums)
{
    sums->rounds++;
    sums->house += round->house;
    sums->squares += (uint64_t)(round->house * round->house);
    sums->kickouts += round->kicked_out;
    sums->dealer += !round->winners;
    sums->split += (round->winners & (round->winners - 1u)) != 0;
    for (unsigned player = 0; player < players; player++)
        sums->ends[round->ends[player]]++;
}

int ed_ricochet_simulate(const void *table, const struct ed_ricochet_seats *seats, uint64_t seed,
                         uint64_t first_block, uint64_t last_block, struct ed_ricochet_sums *sums)
{
    struct game game;
    uint64_t most, rounds;
    int status;
    if (!table || !seats || !sums)
        return ED_E_NULL;
    status = open_game(&game, table, seats);
    if (status != ED_OK)
        return status;
    if (first_block >= last_block || last_block > (uint64_t)1 << 53)
        return ED_E_RANGE;
    rounds = (last_block - first_block) * ED_RICOCHET_BLOCK;
    most = largest(seats);
    if (most >= (uint64_t)1 << 31)
        return ED_E_SUMS;
    most = INT64_MAX / (most * most);
    if (sums->rounds > most || rounds > most - sums->rounds)
        return ED_E_SUMS;
    for (uint64_t block = first_block; block < last_block; block++) {
        struct stream stream;
        open_stream(&stream, seed, block);
        for (unsigned i = 0; i < ED_RICOCHET_BLOCK; i++) {
            unsigned number = FIVE + (TWO + ED_RICOCHET_DRAW) * seats->players;
            uint8_t cards[ED_JOKER];
            struct ed_ricochet_round round;
            size_t bad;
            shuffle(&stream, cards, number);
            follow(&game, cards, number, NULL, &round, &bad);
            add_round(&round, seats->players, sums);
        }
    }
    return ED_OK;
}
