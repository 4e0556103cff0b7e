#include <string.h>

#include "cards.h"
#include "classes.h"
#include "ricochet.h"
#include "ricochet_draws.h"

/*
 * Ricochet Poker for one player, by classes of the dealer's hand and pockets of the player's.
 *
 * What a completed hand makes by its ranks depends on no suit, so how many draws make it follows from how
 * many cards of each rank are left. Suits matter only to a suited pocket, and to that only through the
 * set X of ranks that the dealer holds in its suit: draws in the suit become flushes. The proof is
 * in docs/method-ricochet.md.
 */

enum {
    FIVE = 5,
    PATTERNS = 32, /* subsets of the dealer's ranks */
    RESULTS = 3
};

_Static_assert(ED_ROYAL_FLUSH + 1 == ED_RICOCHET_MADE, "a category is an index of counts");
_Static_assert(2 * ED_RICOCHET_PAIRS == ED_RICOCHET_POCKETS, "unsuited pockets, then suited ones");

/* ---- classes ------------------------------------------------------------------------------------- */

/* Whether a mask is so many ranks of a set. */
static int is_mask(unsigned mask, unsigned size, unsigned within)
{
    return !(mask & ~within) && ed_popcount(mask) == size;
}

static unsigned straight_mask(unsigned window)
{
    return window ? 0x1fu << (window - 1) : 0xfu | 1u << ED_ACE;
}

static int is_straight(unsigned mask)
{
    for (unsigned window = 0; window < 10; window++)
        if (mask == straight_mask(window))
            return 1;
    return 0;
}

static void add_class(struct ed_ricochet_table *table, unsigned held_count, unsigned held, unsigned other_count,
                      unsigned others, unsigned kickers, unsigned suited)
{
    struct ed_hand hand = {.cards = FIVE, .suited = (uint16_t)(suited ? kickers : 0)};
    struct ed_ricochet_class *class = &table->of[table->classes++];
    struct ed_made made;
    unsigned suits = table->deck.suits;
    hand.held[1] = (uint16_t)kickers;
    hand.held[held_count] |= (uint16_t)held;
    hand.held[other_count] |= (uint16_t)others;
    memset(class, 0, sizeof *class);
    ed_make(&ed_ricochet_ranking, &hand, &made);
    class->score = ed_score(&ed_ricochet_ranking, &hand, &made);
    class->category = made.category;
    class->lead = (uint8_t)(made.best[0] - 1);
    class->suited = (uint8_t)suited;
    class->hands = 1;
    for (unsigned r = 0; r < ED_RANKS; r++)
        for (unsigned c = 1; c <= 4; c++)
            if (hand.held[c] >> r & 1) {
                class->count[r] = (uint8_t)c;
                class->hands *= ed_choose4(suits, c);
            }
    if (suited)
        class->hands = suits;
    else if (ed_popcount(kickers) == FIVE)
        class->hands -= suits;
}

/* Adds the hands of no pair, straights or not, suited or not. */
static void add_singles(struct ed_ricochet_table *table, int straights, unsigned suited)
{
    unsigned ranks = table->deck.ranks;
    for (unsigned window = 0; straights && window < 10; window++)
        if (!(straight_mask(window) & ~ranks))
            add_class(table, 1, 0, 1, 0, straight_mask(window), suited);
    for (unsigned mask = 0; !straights && mask <= ranks; mask++)
        if (is_mask(mask, FIVE, ranks) && !is_straight(mask))
            add_class(table, 1, 0, 1, 0, mask, suited);
}

/* Adds the hands that hold `held` ranks `count` times and as many others as fill it up. */
static void add_multiples(struct ed_ricochet_table *table, unsigned held, unsigned count)
{
    unsigned ranks = table->deck.ranks, kickers = FIVE - held * count;
    if (count > table->deck.suits)
        return;
    for (unsigned mask = 0; mask <= ranks; mask++)
        for (unsigned other = 0; is_mask(mask, held, ranks) && other <= ranks; other++)
            if (is_mask(other, kickers, ranks & ~mask))
                add_class(table, count, mask, 1, 0, other, 0);
}

static void add_full_houses(struct ed_ricochet_table *table)
{
    unsigned ranks = table->deck.ranks;
    for (unsigned three = 0; three < ED_RANKS && table->deck.suits >= 3; three++)
        for (unsigned two = 0; two < ED_RANKS; two++)
            if (three != two && ranks >> three & 1 && ranks >> two & 1)
                add_class(table, 3, 1u << three, 2, 1u << two, 0, 0);
}

/* In ascending order: masks of one size compare like the hands whose highest ranks they are. */
static void list_classes(struct ed_ricochet_table *table)
{
    add_singles(table, 0, 0);
    add_multiples(table, 1, 2);
    add_multiples(table, 2, 2);
    add_multiples(table, 1, 3);
    add_singles(table, 1, 0);
    table->first_flush = table->classes;
    add_singles(table, 0, 1);
    add_full_houses(table);
    add_multiples(table, 1, 4);
    add_singles(table, 1, 1);
}

unsigned ed_ricochet_class_from(const struct ed_ricochet_table *table, uint32_t score)
{
    unsigned low = 0, high = table->classes - 1;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (table->of[middle].score < score)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- draws ----------------------------------------------------------------------------------------- */

/* Appends what is left of a hand to the draws of two of its ranks. */
static void add_draw(struct ed_ricochet_table *table, unsigned made, unsigned suited, unsigned high,
                     unsigned low)
{
    const struct ed_ricochet_class *class = &table->of[made];
    struct ed_ricochet_draws *draws = &table->draws[ed_pair_of(high, low)];
    unsigned at = draws->number++;
    unsigned rank[ED_RICOCHET_DRAW], left = 0, mask = 0;
    for (unsigned r = 0; r < ED_RANKS; r++) {
        unsigned here = class->count[r] - (unsigned)(r == high) - (unsigned)(r == low);
        for (; here; here--) {
            rank[left++] = r;
            mask |= 1u << r;
        }
    }
    draws->ranks[at] = (uint16_t)mask;
    draws->made[at] = (uint16_t)made;
    draws->suited[at] = (uint16_t)suited;
    if (rank[0] == rank[2]) {
        draws->two[at] = (uint8_t)(ED_RICOCHET_PAIRS + rank[0]);
        draws->one[at] = ED_RICOCHET_NO_RANK;
    } else if (rank[0] == rank[1]) {
        draws->two[at] = (uint8_t)ed_pair_of(rank[0], rank[0]);
        draws->one[at] = (uint8_t)rank[2];
    } else {
        draws->two[at] = (uint8_t)ed_pair_of(rank[2], rank[1]);
        draws->one[at] = (uint8_t)rank[0];
    }
    for (unsigned c = 0; c <= class->category; c++)
        draws->end[c] = draws->number;
}

/* The class of a suited hand with the ranks of an unsuited one; 0 if it holds a pair. */
static unsigned suited_class(const struct ed_ricochet_table *table, const struct ed_ricochet_class *class)
{
    if (class->category != ED_HIGH_CARD && class->category != ED_STRAIGHT)
        return 0;
    for (unsigned other = table->first_flush; other < table->classes; other++)
        if (table->of[other].suited && !memcmp(class->count, table->of[other].count, sizeof class->count))
            return other;
    return 0;
}

static void list_draws(struct ed_ricochet_table *table)
{
    for (unsigned made = table->classes; made-- > 0;) {
        const struct ed_ricochet_class *class = &table->of[made];
        unsigned suited;
        if (class->suited)
            continue;
        suited = suited_class(table, class);
        for (unsigned high = 0; high < ED_RANKS; high++)
            for (unsigned low = 0; low <= high; low++)
                if (class->count[low] && class->count[high] > (unsigned)(high == low))
                    add_draw(table, made, suited, high, low);
    }
}

/* ---- one class and one pocket ------------------------------------------------------------------------ */

/* What playing gains over folding, summed over the draws. */
static int64_t gain_of(const struct ed_ricochet_rules *rules, const struct ed_ricochet_outcome *outcome)
{
    int64_t gain = 0;
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++)
        gain += (2 * rules->unit + rules->bonus[c]) * outcome->win[c] +
                (rules->bonus[c] - rules->unit) * outcome->lose[c];
    return gain;
}

unsigned ed_ricochet_compare(const struct ed_ricochet_class *class, unsigned high, unsigned low)
{
    unsigned twos = 0, ones = 0, best, next;
    if (class->category > ED_PAIR)
        return ED_RICOCHET_TWO_LOSE;
    for (unsigned r = 0; r < ED_RANKS; r++) {
        ones |= (unsigned)(class->count[r] == 1) << r;
        twos |= (unsigned)(class->count[r] == 2) << r;
    }
    if (twos && high != low)
        return ED_RICOCHET_TWO_LOSE;
    if (!twos && high == low)
        return ED_RICOCHET_TWO_WIN;
    best = ed_top(twos ? twos : ones);
    next = twos ? best : ed_top(ones & ~(1u << best));
    if (high == best && low == next)
        return ED_RICOCHET_TWO_TIE;
    return high > best || (high == best && low > next) ? ED_RICOCHET_TWO_WIN : ED_RICOCHET_TWO_LOSE;
}

/* ---- suited pockets ----------------------------------------------------------------------------------- */

/* The sets X of ranks that the dealer may hold in one given suit: subsets of the ranks held, by number. */
struct subsets {
    unsigned number;
    uint16_t mask[PATTERNS];
    uint32_t deals[PATTERNS]; /* in how many deals the dealer's hand has just X in the suit */
    uint8_t low[128];         /* the number of a set of ranks below 7, of others shifted down by 7: */
    uint8_t high[64];         /* ranks that are not held count for nothing */
};

/* In how many deals the dealer holds a hand of the class with the ranks X in one given suit. Suits
 * are dealt freely, but that a class of five ranks is suited, or is not. */
static uint32_t ways_with(const struct ed_ricochet_table *table, const struct ed_ricochet_class *class,
                          unsigned x)
{
    unsigned others = table->deck.suits - 1u, ranks = 0;
    uint32_t ways = 1;
    for (unsigned r = 0; r < ED_RANKS; r++)
        if (class->count[r]) {
            ways *= ed_choose4(others, class->count[r] - (x >> r & 1));
            ranks++;
        }
    if (ranks < FIVE)
        return ways;
    if (class->suited)
        return ed_popcount(x) == FIVE ? 1 : x ? 0 : others;
    return ed_popcount(x) == FIVE ? 0 : x ? ways : ways - others;
}

static void list_subsets(const struct ed_ricochet_table *table, const struct ed_ricochet_class *class,
                         struct subsets *subsets)
{
    unsigned number = 1;
    memset(subsets, 0, sizeof *subsets);
    for (unsigned r = 0; r < ED_RANKS; r++) {
        if (!class->count[r])
            continue;
        for (unsigned x = 0; x < number; x++)
            subsets->mask[number + x] = (uint16_t)(subsets->mask[x] | 1u << r);
        for (unsigned m = 0; m < 128; m++)
            subsets->low[m] |= (uint8_t)(r < 7 && m >> r & 1 ? number : 0);
        for (unsigned m = 0; m < 64; m++)
            subsets->high[m] |= (uint8_t)(r >= 7 && m >> (r - 7) & 1 ? number : 0);
        number *= 2;
    }
    subsets->number = number;
    for (unsigned x = 0; x < number; x++)
        subsets->deals[x] = ways_with(table, class, subsets->mask[x]);
}

static unsigned number_of(const struct subsets *subsets, unsigned ranks)
{
    return subsets->low[ranks & 127] | subsets->high[ranks >> 7];
}

/* For each X: of the draws that make no pair and no straight, and win by their ranks, how many avoid
 * X. They are counted by what they share with the dealer's ranks, then summed over the subsets of the ranks
 * not in X. */
static void count_avoiding(const struct ed_ricochet_draws *draws, unsigned wins, const struct subsets *subsets,
                           uint32_t avoiding[PATTERNS])
{
    unsigned all = subsets->number - 1;
    uint32_t within[PATTERNS] = {0};
    for (unsigned i = draws->end[ED_HIGH_CARD + 1]; i < wins; i++)
        within[number_of(subsets, draws->ranks[i])]++;
    for (unsigned bit = 1; bit < subsets->number; bit *= 2)
        for (unsigned x = 0; x < subsets->number; x++)
            if (x & bit)
                within[x] += within[x ^ bit];
    for (unsigned x = 0; x < subsets->number; x++)
        avoiding[x] = within[all ^ x];
}

static int64_t gain_of_change(const struct ed_ricochet_rules *rules, const struct ed_ricochet_change *change)
{
    int64_t gain = 0;
    for (unsigned k = 0; k < ED_RICOCHET_MOVED; k++)
        gain += (2 * rules->unit + rules->bonus[ed_ricochet_moved[k]]) * change->win[k] +
                (rules->bonus[ed_ricochet_moved[k]] - rules->unit) * change->lose[k];
    return gain;
}

/* ---- one class and all pockets --------------------------------------------------------------------- */

/* In how many deals the player holds two ranks beside a hand of the class. */
static uint32_t ways_to_hold(const struct ed_ricochet_table *table, const struct ed_ricochet_class *class,
                             unsigned high, unsigned low)
{
    unsigned suits = table->deck.suits;
    if (high == low)
        return class->hands * ed_choose4(suits - class->count[high], 2);
    return class->hands * (suits - class->count[high]) * (suits - class->count[low]);
}

/* What a class is counted for. */
struct visit {
    const struct ed_ricochet_rules *rules;
    const uint8_t *decisions;       /* of the class; or null */
    uint64_t *counts;               /* or null */
    struct ed_ricochet_gain *gains; /* of the class; or null */
    int settled;                    /* how rounds with the pocket at hand end without a decision; or -1 */
};

/* Takes note of deals that offer the same gain; returns whether the player plays. */
static int decide(const struct visit *visit, unsigned pocket, uint32_t deals, int64_t gain)
{
    if (visit->gains) {
        struct ed_ricochet_gain *sum = &visit->gains[pocket];
        sum->deals += deals;
        sum->play += gain * deals;
        sum->plays += gain > 0 ? deals : 0;
        sum->best += gain > 0 ? gain * deals : 0;
        sum->open = visit->settled < 0;
    }
    return visit->decisions ? visit->decisions[pocket] : gain > 0;
}

/* Counts deals that end alike: the draws by ranks of each, and the changes of all. */
static void settle(const struct visit *visit, int play, uint32_t deals,
                   const struct ed_ricochet_outcome *outcome, const struct ed_ricochet_change *change)
{
    unsigned won = visit->settled >= 0 ? (unsigned)visit->settled : play ? ED_RICOCHET_WIN : ED_RICOCHET_FOLD;
    unsigned lost = won == ED_RICOCHET_WIN ? ED_RICOCHET_LOSE : won;
    if (!visit->counts)
        return;
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++) {
        visit->counts[won * ED_RICOCHET_MADE + c] += (uint64_t)deals * outcome->win[c];
        visit->counts[lost * ED_RICOCHET_MADE + c] += (uint64_t)deals * outcome->lose[c];
    }
    /* What is taken away was added just before: no counter falls below zero. */
    for (unsigned k = 0; change && k < ED_RICOCHET_MOVED; k++) {
        visit->counts[won * ED_RICOCHET_MADE + ed_ricochet_moved[k]] += (uint64_t)change->win[k];
        visit->counts[lost * ED_RICOCHET_MADE + ed_ricochet_moved[k]] += (uint64_t)change->lose[k];
    }
}

/* Counts the pockets of two different ranks in one suit, whichever. Returns in how many deals. */
static uint32_t visit_suited(const struct ed_ricochet_table *table, unsigned class,
                             const struct subsets *subsets, unsigned high, unsigned low, unsigned wins,
                             const struct ed_ricochet_outcome *outcome, const struct visit *visit)
{
    const struct ed_ricochet_draws *draws = &table->draws[ed_pair_of(high, low)];
    unsigned own = number_of(subsets, 1u << high | 1u << low);
    int64_t gain = gain_of(visit->rules, outcome);
    uint32_t avoiding[PATTERNS] = {0}, deals[2] = {0, 0};
    struct ed_ricochet_change sum[2];
    memset(sum, 0, sizeof sum);
    if (table->of[class].category == ED_HIGH_CARD)
        count_avoiding(draws, wins, subsets, avoiding);
    for (unsigned x = 0; x < subsets->number; x++) {
        uint32_t here = table->deck.suits * subsets->deals[x];
        struct ed_ricochet_change change;
        int play;
        if (x & own || !here)
            continue;
        ed_ricochet_set_change(table, draws, wins, class, subsets->mask[x], avoiding[x], &change);
        play = decide(visit, ED_RICOCHET_PAIRS + ed_pair_of(high, low), here,
                      gain + gain_of_change(visit->rules, &change));
        deals[play] += here;
        for (unsigned k = 0; k < ED_RICOCHET_MOVED; k++) {
            sum[play].win[k] += here * change.win[k];
            sum[play].lose[k] += here * change.lose[k];
        }
    }
    for (int play = 0; play < 2; play++)
        settle(visit, play, deals[play], outcome, &sum[play]);
    return deals[0] + deals[1];
}

static void visit_class(const struct ed_ricochet_table *table, unsigned class, struct visit *visit)
{
    const struct ed_ricochet_class *of = &table->of[class];
    int kicked = visit->rules->limit && of->score >= visit->rules->limit;
    struct subsets subsets;
    struct ed_ricochet_weights weights;
    list_subsets(table, of, &subsets);
    ed_ricochet_set_weights(&weights, &table->deck);
    for (unsigned r = 0; r < ED_RANKS; r++)
        if (of->count[r])
            ed_ricochet_set_rank(&weights, r, table->deck.suits - of->count[r]);
    for (unsigned high = 0; high < ED_RANKS; high++)
        for (unsigned low = 0; low <= high; low++) {
            const struct ed_ricochet_draws *draws = &table->draws[ed_pair_of(high, low)];
            unsigned result = ed_ricochet_compare(of, high, low), wins = ed_ricochet_winners(draws, class);
            uint32_t deals;
            struct ed_ricochet_outcome outcome;
            if (!(table->deck.ranks >> high & 1) || !(table->deck.ranks >> low & 1))
                continue;
            deals = ways_to_hold(table, of, high, low);
            if (!deals)
                continue;
            visit->settled = -1;
            if (kicked)
                visit->settled = ED_RICOCHET_KICKOUT;
            else if (result == ED_RICOCHET_TWO_WIN || (result == ED_RICOCHET_TWO_TIE && visit->rules->ties))
                visit->settled = ED_RICOCHET_AHEAD;
            ed_ricochet_set_rank(&weights, high, weights.one[high] - 1u);
            ed_ricochet_set_rank(&weights, low, weights.one[low] - 1u);
            ed_ricochet_by_ranks(draws, &weights, wins, &outcome);
            ed_ricochet_set_rank(&weights, low, weights.one[low] + 1u);
            ed_ricochet_set_rank(&weights, high, weights.one[high] + 1u);
            if (high != low)
                deals -= visit_suited(table, class, &subsets, high, low, wins, &outcome, visit);
            if (deals) {
                int play = decide(visit, ed_pair_of(high, low), deals, gain_of(visit->rules, &outcome));
                settle(visit, play, deals, &outcome, NULL);
            }
        }
}

/* Compares a class with all pockets as they lie there. */
static void compare_class(const struct ed_ricochet_table *table, unsigned class, uint64_t *counts)
{
    const struct ed_ricochet_class *of = &table->of[class];
    uint64_t *to = counts + (size_t)of->category * ED_RICOCHET_POCKETS * RESULTS;
    struct subsets subsets;
    list_subsets(table, of, &subsets);
    for (unsigned high = 0; high < ED_RANKS; high++)
        for (unsigned low = 0; low <= high; low++) {
            unsigned result = ed_ricochet_compare(of, high, low);
            unsigned own = number_of(&subsets, 1u << high | 1u << low);
            uint32_t suited = 0;
            if (!(table->deck.ranks >> high & 1) || !(table->deck.ranks >> low & 1))
                continue;
            for (unsigned x = 0; high != low && x < subsets.number; x++)
                suited += x & own ? 0 : table->deck.suits * subsets.deals[x];
            to[RESULTS * ed_pair_of(high, low) + result] += ways_to_hold(table, of, high, low) - suited;
            to[RESULTS * (ED_RICOCHET_PAIRS + ed_pair_of(high, low)) + result] += suited;
        }
}

/* ---- situations ---------------------------------------------------------------------------------------- */

_Static_assert(ED_RICOCHET_SITUATIONS == ED_RICOCHET_MADE * 13 * 3 * 3 * 2 * 2 * 2,
               "the radices of situations");

static unsigned situation(const struct ed_ricochet_class *class, unsigned high, unsigned low, unsigned suited)
{
    unsigned lead = class->lead;
    unsigned over = (unsigned)(high > lead) + (unsigned)(low > lead);
    unsigned live = (unsigned)((high > lead || high == low) && !class->count[high]) +
                    (unsigned)((low > lead || high == low) && !class->count[low]);
    unsigned equal = high == lead || low == lead, pair = high == low;
    return (((((class->category * 13u + lead) * 3 + over) * 3 + live) * 2 + equal) * 2 + pair) * 2 + suited;
}

static void list_situations(const struct ed_ricochet_class *class, uint16_t situations[ED_RICOCHET_POCKETS])
{
    for (unsigned high = 0; high < ED_RANKS; high++)
        for (unsigned low = 0; low <= high; low++)
            for (unsigned suited = 0; suited < 2; suited++)
                situations[ed_pair_of(high, low) + suited * ED_RICOCHET_PAIRS] =
                    (uint16_t)situation(class, high, low, suited);
}

static void add_offers(const struct ed_ricochet_table *table, unsigned class,
                       const struct ed_ricochet_rules *rules, struct ed_ricochet_gain *offers)
{
    struct ed_ricochet_gain gains[ED_RICOCHET_POCKETS];
    uint16_t situations[ED_RICOCHET_POCKETS];
    struct visit visit = {.rules = rules, .gains = gains};
    memset(gains, 0, sizeof gains);
    visit_class(table, class, &visit);
    list_situations(&table->of[class], situations);
    for (unsigned pocket = 0; pocket < ED_RICOCHET_POCKETS; pocket++)
        if (gains[pocket].open) {
            struct ed_ricochet_gain *sum = &offers[situations[pocket]];
            sum->deals += gains[pocket].deals;
            sum->plays += gains[pocket].plays;
            sum->play += gains[pocket].play;
            sum->best += gains[pocket].best;
            sum->open = 1;
        }
}

/* ---- entries ------------------------------------------------------------------------------------------ */

size_t ed_ricochet_table_size(void)
{
    return sizeof(struct ed_ricochet_table);
}

int ed_ricochet_prepare(const struct ed_deck *deck, void *buffer, size_t size)
{
    struct ed_ricochet_table *table = buffer;
    if (!deck || !buffer)
        return ED_E_NULL;
    if (ed_check_deck(deck) != ED_OK || deck->joker)
        return ED_E_DECK;
    if (size < sizeof *table || (uintptr_t)buffer % sizeof(uint64_t))
        return ED_E_ROOM;
    memset(table, 0, sizeof *table);
    table->deck = *deck;
    list_classes(table);
    list_draws(table);
    ed_ricochet_list_threes(table);
    table->mark = ED_RICOCHET_MARK;
    return ED_OK;
}

uint32_t ed_ricochet_class_number(const void *buffer)
{
    const struct ed_ricochet_table *table = buffer;
    return table && table->mark == ED_RICOCHET_MARK ? table->classes : 0;
}

int ed_ricochet_check_range(const struct ed_ricochet_table *table, uint32_t first, uint32_t last)
{
    if (table->mark != ED_RICOCHET_MARK)
        return ED_E_TABLE;
    return first < last && last <= table->classes ? ED_OK : ED_E_RANGE;
}

int ed_ricochet_check_rules(const struct ed_ricochet_rules *rules)
{
    if (rules->ties > 1 || rules->unit < 1 || rules->unit > ED_RICOCHET_MOST)
        return ED_E_OPTION;
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++)
        if (rules->bonus[c] < -(int64_t)ED_RICOCHET_MOST || rules->bonus[c] > ED_RICOCHET_MOST)
            return ED_E_OPTION;
    return ED_OK;
}

static int check_counting(const struct ed_ricochet_table *table, const struct ed_ricochet_rules *rules,
                          uint32_t first, uint32_t last)
{
    int status = ed_ricochet_check_range(table, first, last);
    return status == ED_OK ? ed_ricochet_check_rules(rules) : status;
}

int ed_ricochet_classes(const void *buffer, uint32_t first, uint32_t last, struct ed_ricochet_class *classes)
{
    const struct ed_ricochet_table *table = buffer;
    int status;
    if (!table || !classes)
        return ED_E_NULL;
    status = ed_ricochet_check_range(table, first, last);
    if (status == ED_OK)
        memcpy(classes, table->of + first, (last - first) * sizeof *classes);
    return status;
}

int ed_ricochet_pockets(const void *buffer, uint32_t first, uint32_t last, uint64_t *counts, size_t cells)
{
    const struct ed_ricochet_table *table = buffer;
    int status;
    if (!table || !counts)
        return ED_E_NULL;
    status = ed_ricochet_check_range(table, first, last);
    if (status != ED_OK)
        return status;
    if (cells < (size_t)ED_RICOCHET_MADE * ED_RICOCHET_POCKETS * RESULTS)
        return ED_E_CELLS;
    for (uint32_t class = first; class < last; class++)
        compare_class(table, class, counts);
    return ED_OK;
}

int ed_ricochet_count(const void *buffer, const struct ed_ricochet_rules *rules, const uint8_t *decisions,
                      uint32_t first, uint32_t last, uint64_t *counts, size_t cells)
{
    const struct ed_ricochet_table *table = buffer;
    int status;
    if (!table || !rules || !counts)
        return ED_E_NULL;
    status = check_counting(table, rules, first, last);
    if (status != ED_OK)
        return status;
    if (cells < (size_t)ED_RICOCHET_ENDS * ED_RICOCHET_MADE)
        return ED_E_CELLS;
    for (uint32_t class = first; decisions && class < last; class++)
        for (unsigned pocket = 0; pocket < ED_RICOCHET_POCKETS; pocket++)
            if (decisions[(size_t)class * ED_RICOCHET_POCKETS + pocket] > 1)
                return ED_E_OPTION;
    for (uint32_t class = first; class < last; class++) {
        struct visit to = {.rules = rules, .counts = counts};
        if (decisions)
            to.decisions = decisions + (size_t)class * ED_RICOCHET_POCKETS;
        visit_class(table, class, &to);
    }
    return ED_OK;
}

int ed_ricochet_gains(const void *buffer, const struct ed_ricochet_rules *rules, uint32_t first, uint32_t last,
                      struct ed_ricochet_gain *gains)
{
    const struct ed_ricochet_table *table = buffer;
    int status;
    if (!table || !rules || !gains)
        return ED_E_NULL;
    status = check_counting(table, rules, first, last);
    if (status != ED_OK)
        return status;
    memset(gains, 0, (size_t)(last - first) * ED_RICOCHET_POCKETS * sizeof *gains);
    for (uint32_t class = first; class < last; class++) {
        struct visit to = {.rules = rules, .gains = gains + (size_t)(class - first) * ED_RICOCHET_POCKETS};
        visit_class(table, class, &to);
    }
    return ED_OK;
}

int ed_ricochet_situations(const void *buffer, uint32_t first, uint32_t last, uint16_t *situations)
{
    const struct ed_ricochet_table *table = buffer;
    int status;
    if (!table || !situations)
        return ED_E_NULL;
    status = ed_ricochet_check_range(table, first, last);
    for (uint32_t class = first; status == ED_OK && class < last; class++)
        list_situations(&table->of[class], situations + (size_t)(class - first) * ED_RICOCHET_POCKETS);
    return status;
}

/* 2,809,475,760 deals of 14,190 draws: times 2^17 below 2^63. */
_Static_assert((uint64_t)2809475760 * 14190 < (uint64_t)1 << (63 - 17), "offers fit");

int ed_ricochet_offers(const void *buffer, const struct ed_ricochet_rules *rules, uint32_t first,
                       uint32_t last, struct ed_ricochet_gain *offers)
{
    const struct ed_ricochet_table *table = buffer;
    int status;
    if (!table || !rules || !offers)
        return ED_E_NULL;
    status = check_counting(table, rules, first, last);
    if (status != ED_OK)
        return status;
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++)
        if (2 * rules->unit + rules->bonus[c] > 1 << 17 || 2 * rules->unit - rules->bonus[c] > 1 << 17)
            return ED_E_OPTION;
    for (uint32_t class = first; class < last; class++)
        add_offers(table, class, rules, offers);
    return ED_OK;
}
