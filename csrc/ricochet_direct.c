#include "cards.h"
#include "one_by_one.h"
#include "ricochet.h"

/*
 * Ricochet Poker one deal at a time, as the audit of counting by classes: of all that ricochet.c
 * reads it shares only what five cards make.
 */

enum { FIVE = 5, TWO = 2, DRAW = 3, SEVEN = 7, RESULTS = 3 };

_Static_assert(ED_RICOCHET_MADE * RESULTS == 30, "the room that the header gives pockets");
_Static_assert(ED_RICOCHET_MADE * ED_RICOCHET_ENDS == 50, "the room that the header gives rounds");

/* The deal at hand: the dealer's cards and the player's by number, the rest of the deck by kind. */
struct deal {
    unsigned five[FIVE + 1];
    unsigned two[TWO + 1];        /* numbers among the cards that the dealer leaves */
    uint8_t kind[ED_JOKER + 1];   /* of the deck */
    uint8_t beside[ED_JOKER];     /* what the dealer leaves */
    unsigned cards;
    struct ed_sum dealt;          /* the dealer's */
    struct ed_made made;
    uint32_t score;
};

static uint32_t score(struct ed_sum sum, struct ed_made *made)
{
    struct ed_hand hand = {.cards = FIVE};
    struct ed_suits suits;
    ed_from_sum(sum, &hand, &suits);
    ed_make(&ed_ricochet_ranking, &hand, made);
    return ed_score(&ed_ricochet_ranking, &hand, made);
}

static void set_dealer(struct deal *deal)
{
    unsigned left = 0;
    deal->dealt = (struct ed_sum){0, 0, 0};
    for (unsigned c = 0, i = 0; c < deal->cards; c++) {
        if (c == deal->five[i]) {
            deal->dealt = ed_plus(deal->dealt, deal->kind[c]);
            i++;
        } else {
            deal->beside[left++] = deal->kind[c];
        }
    }
    deal->score = score(deal->dealt, &deal->made);
}

static void open_deal(struct deal *deal, const struct ed_deck *deck, uint64_t first)
{
    uint64_t answers = ed_choose(ed_deck_cards(deck) - FIVE, TWO);
    deal->cards = ed_list_kinds(deck, deal->kind);
    ed_unrank(first / answers, deal->five, FIVE);
    ed_unrank(first % answers, deal->two, TWO);
    set_dealer(deal);
}

static void next_deal(struct deal *deal)
{
    ed_step(deal->two);
    if (deal->two[1] < deal->cards - FIVE)
        return;
    deal->two[0] = 0;
    deal->two[1] = 1;
    ed_step(deal->five);
    if (deal->five[FIVE - 1] < deal->cards)
        set_dealer(deal);
}

/* Two cards and five compare as numbers: a pair counts for more than any two ranks. */
static unsigned compare(const struct deal *deal)
{
    unsigned a = deal->beside[deal->two[0]] / 4u + 1, b = deal->beside[deal->two[1]] / 4u + 1;
    unsigned player = a == b ? 256 * a : 16 * b + a; /* b is no lower: kinds ascend */
    unsigned dealer = ~0u;
    if (deal->made.category == ED_PAIR)
        dealer = 256u * deal->made.best[0];
    if (deal->made.category == ED_HIGH_CARD)
        dealer = 16u * deal->made.best[0] + deal->made.best[1];
    if (player == dealer)
        return ED_RICOCHET_TWO_TIE;
    return player > dealer ? ED_RICOCHET_TWO_WIN : ED_RICOCHET_TWO_LOSE;
}

/* Draws every three of the cards left; sets how many win and lose by what they make. */
static void draw(const struct deal *deal, uint32_t made_by[2][ED_RICOCHET_MADE])
{
    uint8_t left[ED_JOKER];
    unsigned number = 0;
    struct ed_sum two = {0, 0, 0};
    for (unsigned c = 0; c < deal->cards - FIVE; c++) {
        if (c == deal->two[0] || c == deal->two[1])
            two = ed_plus(two, deal->beside[c]);
        else
            left[number++] = deal->beside[c];
    }
    for (unsigned a = 0; a < number; a++)
        for (unsigned b = 0; b < a; b++) {
            struct ed_sum four = ed_plus(ed_plus(two, left[a]), left[b]);
            for (unsigned c = 0; c < b; c++) {
                struct ed_made made;
                unsigned wins = score(ed_plus(four, left[c]), &made) >= deal->score;
                made_by[wins][made.category]++;
            }
        }
}

static void play(const struct deal *deal, const struct ed_ricochet_rules *rules, uint64_t *counts)
{
    uint32_t made_by[2][ED_RICOCHET_MADE] = {{0}};
    unsigned result = compare(deal), lost, won;
    int64_t gain = 0;
    draw(deal, made_by);
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++)
        for (unsigned wins = 0; wins < 2; wins++) {
            int64_t play = (wins ? rules->unit : -2 * rules->unit) + rules->bonus[c], fold = -rules->unit;
            gain += made_by[wins][c] * (play - fold);
        }
    won = lost = ED_RICOCHET_FOLD;
    if (rules->limit && deal->score >= rules->limit) {
        won = lost = ED_RICOCHET_KICKOUT;
    } else if (result == ED_RICOCHET_TWO_WIN || (result == ED_RICOCHET_TWO_TIE && rules->ties)) {
        won = lost = ED_RICOCHET_AHEAD;
    } else if (gain > 0) {
        won = ED_RICOCHET_WIN;
        lost = ED_RICOCHET_LOSE;
    }
    for (unsigned c = 0; c < ED_RICOCHET_MADE; c++) {
        counts[won * ED_RICOCHET_MADE + c] += made_by[1][c];
        counts[lost * ED_RICOCHET_MADE + c] += made_by[0][c];
    }
}

/* ---- entries ---------------------------------------------------------------------------------------- */

static int check_deck(const struct ed_deck *deck)
{
    return deck->joker ? ED_E_DECK : ed_check_deck(deck);
}

uint64_t ed_ricochet_direct_deals(const struct ed_deck *deck)
{
    unsigned cards;
    if (!deck || check_deck(deck) != ED_OK)
        return 0;
    cards = ed_deck_cards(deck);
    return ed_choose(cards, FIVE) * ed_choose(cards - FIVE, TWO);
}

int ed_ricochet_direct_pockets(const struct ed_deck *deck, uint64_t first, uint64_t last, uint64_t counts[30])
{
    struct deal deal;
    if (!deck || !counts)
        return ED_E_NULL;
    if (check_deck(deck) != ED_OK)
        return ED_E_DECK;
    if (first >= last || last > ed_ricochet_direct_deals(deck))
        return ED_E_RANGE;
    open_deal(&deal, deck, first);
    for (uint64_t index = first; index < last; index++, next_deal(&deal))
        counts[deal.made.category * RESULTS + compare(&deal)]++;
    return ED_OK;
}

int ed_ricochet_direct_count(const struct ed_deck *deck, const struct ed_ricochet_rules *rules, uint64_t first,
                             uint64_t last, uint64_t counts[50])
{
    struct deal deal;
    if (!deck || !rules || !counts)
        return ED_E_NULL;
    if (check_deck(deck) != ED_OK)
        return ED_E_DECK;
    if (first >= last || last > ed_ricochet_direct_deals(deck))
        return ED_E_RANGE;
    if (ed_ricochet_check_rules(rules) != ED_OK)
        return ED_E_OPTION;
    open_deal(&deal, deck, first);
    for (uint64_t index = first; index < last; index++, next_deal(&deal))
        play(&deal, rules, counts);
    return ED_OK;
}
