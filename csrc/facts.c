#include "facts.h"

#include <string.h>

_Static_assert(ED_EMPTY_SLOT > INT64_MAX, "no key may look like an empty slot");

enum { SECOND_WAY = 128 }; /* in the argument of a fact of a set hand */

uint32_t ed_fact_extent(struct ed_fact fact)
{
    unsigned argument = fact.argument, place = argument % SECOND_WAY;
    switch (fact.id) {
    case ED_FACT_CATEGORY: return argument ? 0 : ED_FIVE_ACES + 1;
    case ED_FACT_BEST: return argument < 5 ? ED_RANKS + 1 : 0;
    case ED_FACT_HAS: return argument > ED_HIGH_CARD && argument <= ED_FIVE_ACES ? 2 : 0;
    case ED_FACT_HELD:
        return argument / 8 >= 1 && argument / 8 <= 4 && argument % 8 < 7 ? ED_RANKS + 1 : 0;
    case ED_FACT_NUMBER_HELD: return argument >= 1 && argument <= 4 ? 8 : 0;
    case ED_FACT_JOKER: return argument ? 0 : 2;
    case ED_FACT_ACE_HIGH: return argument ? 0 : 2;
    case ED_FACT_SUITED_RUN: return argument ? 0 : 8;
    case ED_FACT_RANK_COUNT: return argument < ED_RANKS ? 5 : 0;
    case ED_FACT_MOST_SUITED: return argument ? 0 : 8;
    case ED_FACT_BESIDE_ROYAL:
        return argument / 16 < ED_RANKS && argument % 16 < argument / 16 ? 2 : 0;
    case ED_FACT_CARD_COUNT: return argument < ED_RANKS * ED_SUITS ? 2 : 0;
    case ED_FACT_LOWEST_HELD: return argument >= 1 && argument <= 4 ? ED_RANKS + 1 : 0;
    case ED_FACT_RANK: return argument < ED_RANKS ? ED_RANKS + 1 : 0;
    case ED_FACT_CLAUSE:
    case ED_FACT_CHOICE: return place ? 0 : ED_NO_CLAUSE + 1;
    case ED_FACT_STATE: return place ? 0 : ED_SET_FOUL + 1;
    case ED_FACT_DOMINATED:
    case ED_FACT_TIED: return place ? 0 : 2;
    case ED_FACT_FRONT_CATEGORY: return place ? 0 : ED_PAIR + 1;
    case ED_FACT_BACK_CATEGORY: return place ? 0 : ED_FIVE_ACES + 1;
    case ED_FACT_FRONT_BEST: return place < 2 ? ED_RANKS + 1 : 0;
    case ED_FACT_BACK_BEST: return place < 5 ? ED_RANKS + 1 : 0;
    case ED_FACT_SETS_DIFFER: return argument ? 0 : 2;
    default: return 0;
    }
}

int ed_fact_level(struct ed_fact fact)
{
    switch (fact.id) {
    case ED_FACT_CARD_COUNT: return ED_LEVEL_CARDS;
    case ED_FACT_MOST_SUITED:
    case ED_FACT_BESIDE_ROYAL: return ED_LEVEL_SUITS;
    case ED_FACT_CATEGORY:
    case ED_FACT_BEST:
    case ED_FACT_ACE_HIGH:
    case ED_FACT_SUITED_RUN: return ED_LEVEL_FLUSH;
    case ED_FACT_HAS:
        return fact.argument == ED_FLUSH || fact.argument == ED_STRAIGHT_FLUSH ||
                       fact.argument == ED_ROYAL_FLUSH
                   ? ED_LEVEL_FLUSH
                   : ED_LEVEL_RANKS;
    default: return fact.id >= ED_FACT_CLAUSE ? ED_LEVEL_FLUSH : ED_LEVEL_RANKS;
    }
}

/* Whether the hand can make a category at all, whatever else it makes. */
static unsigned has(const struct ed_made *made, const struct ed_hand *hand, unsigned category)
{
    unsigned quads = made->held[4] | (made->five_aces ? 1u << ED_ACE : 0u);
    unsigned threes = made->held[3] | quads;
    unsigned pairs = made->held[2] | threes;
    switch (category) {
    case ED_PAIR: return pairs != 0;
    case ED_TWO_PAIR: return (pairs & (pairs - 1)) != 0;
    case ED_THREE_OF_A_KIND: return threes != 0;
    case ED_STRAIGHT: return made->straight != 0;
    case ED_FLUSH: return made->flush != 0;
    case ED_FULL_HOUSE: return threes != 0 && (pairs & (pairs - 1)) != 0 && hand->cards >= 5;
    case ED_FOUR_OF_A_KIND: return quads != 0;
    case ED_STRAIGHT_FLUSH: return made->straight_flush != 0;
    case ED_ROYAL_FLUSH:
        return ed_complete(hand->cards) == 5 && made->straight_flush == 1 + ED_RANKS + 1 - 5;
    default: return made->five_aces;
    }
}

static unsigned nth_rank(unsigned mask, unsigned at)
{
    for (; mask; at--) {
        unsigned top = ed_top(mask);
        if (!at)
            return top + 1;
        mask &= ~(1u << top);
    }
    return 0;
}

/* The longest run in the flush suit, the joker standing for one missing card. */
static unsigned suited_run(const struct ed_hand *hand)
{
    unsigned complete = ed_complete(hand->cards);
    unsigned low = (unsigned)(hand->suited << 1 | hand->suited >> ED_ACE);
    if (!hand->suited)
        return 0;
    for (unsigned run = hand->cards; run >= complete; run--)
        for (unsigned start = 0; start + run <= ED_RANKS + 1; start++) {
            unsigned window = low >> start & ((1u << run) - 1);
            if (ed_popcount(window) + hand->joker >= run)
                return run;
        }
    return 0;
}

static unsigned most_suited(const struct ed_suits *suits)
{
    unsigned most = 0;
    for (unsigned s = 0; s < ED_SUITS; s++) {
        unsigned held = ed_popcount(suits->suit[s]);
        most = held > most ? held : most;
    }
    return most;
}

/* A royal flush in one suit (the joker may stand in it) and, besides its cards, just the two
 * ranks `wanted` in another suit. */
static unsigned beside_royal(const struct ed_hand *hand, const struct ed_suits *suits, unsigned wanted)
{
    const unsigned royal = 0x1fu << (ED_ACE - 4);
    for (unsigned s = 0; s < ED_SUITS; s++) {
        unsigned in_suit = suits->suit[s];
        if (in_suit & ~royal || ed_popcount(in_suit) + hand->joker != 5)
            continue;
        for (unsigned t = 0; t < ED_SUITS; t++)
            if (t != s && suits->suit[t] == wanted && hand->cards == 7)
                return 1;
    }
    return 0;
}

static unsigned rank_count(const struct ed_hand *hand, unsigned rank)
{
    for (unsigned c = 1; c <= 4; c++)
        if (hand->held[c] >> rank & 1)
            return c;
    return 0;
}

unsigned ed_fact_value(struct ed_fact fact, const struct ed_hand *hand, const struct ed_suits *suits,
                       const struct ed_made *made)
{
    unsigned argument = fact.argument;
    switch (fact.id) {
    case ED_FACT_CATEGORY: return made->category;
    case ED_FACT_BEST: return made->best[argument];
    case ED_FACT_HAS: return has(made, hand, argument);
    case ED_FACT_HELD: return nth_rank(made->held[argument / 8], argument % 8);
    case ED_FACT_NUMBER_HELD: return ed_popcount(made->held[argument]);
    case ED_FACT_JOKER: return hand->joker;
    case ED_FACT_SUITED_RUN: return suited_run(hand);
    case ED_FACT_ACE_HIGH: return made->category == ED_HIGH_CARD && made->best[0] == ED_ACE + 1;
    case ED_FACT_RANK_COUNT: return rank_count(hand, argument);
    case ED_FACT_MOST_SUITED: return most_suited(suits);
    case ED_FACT_BESIDE_ROYAL:
        return beside_royal(hand, suits, 1u << argument / 16 | 1u << argument % 16);
    case ED_FACT_CARD_COUNT: return suits->suit[argument % 4] >> argument / 4 & 1;
    case ED_FACT_LOWEST_HELD:
        return nth_rank(made->held[argument], ed_popcount(made->held[argument]) - 1);
    default: return argument + 1; /* ED_FACT_RANK */
    }
}

/* A fact of a hand as a house way has set it. */
static unsigned set_value(struct ed_fact fact, const struct ed_house_set *set)
{
    unsigned place = fact.argument % SECOND_WAY;
    switch (fact.id) {
    case ED_FACT_CLAUSE: return set->clause;
    case ED_FACT_CHOICE: return set->choice;
    case ED_FACT_STATE: return set->state;
    case ED_FACT_DOMINATED: return set->dominated;
    case ED_FACT_TIED: return set->tied;
    case ED_FACT_FRONT_CATEGORY: return set->front_category;
    case ED_FACT_FRONT_BEST: return set->front_best[place];
    case ED_FACT_BACK_CATEGORY: return set->back_category;
    default: return set->back_best[place];
    }
}

/* Which house ways a fact asks for: bits. */
static unsigned ways_of(struct ed_fact fact)
{
    if (fact.id < ED_FACT_CLAUSE)
        return 0;
    return fact.id == ED_FACT_SETS_DIFFER ? 3u : 1u << fact.argument / SECOND_WAY;
}

/* The facts of rows, without a table to count them in. */
static int init_facts(struct ed_rows *rows, const struct ed_deal *deal, int level,
                      const struct ed_fact *facts, uint32_t number)
{
    uint64_t keys_needed = 1;
    if (number > ED_MAX_FACTS)
        return ED_E_FACT;
    memset(rows, 0, sizeof *rows);
    for (uint32_t f = 0; f < number; f++) {
        rows->extent[f] = ed_fact_extent(facts[f]);
        if (!rows->extent[f] || keys_needed > INT64_MAX / rows->extent[f])
            return ED_E_FACT;
        keys_needed *= rows->extent[f];
        if (ed_fact_level(facts[f]) > level)
            return ED_E_LEVEL;
        rows->ways |= ways_of(facts[f]);
        if (facts[f].id == ED_FACT_DOMINATED)
            rows->judge[facts[f].argument / SECOND_WAY] = 1;
    }
    for (unsigned w = 0; w < ED_WAYS; w++)
        if (rows->ways >> w & 1) {
            int status = ed_check_way(deal->way[w]);
            if (status != ED_OK)
                return status;
        }
    rows->deal = deal;
    rows->facts = facts;
    rows->number = number;
    return ED_OK;
}

int ed_rows_init(struct ed_rows *rows, const struct ed_deal *deal, int level,
                 const struct ed_fact *facts, uint32_t number, uint64_t *keys, uint64_t *counts,
                 struct ed_hand *examples, size_t slots)
{
    int status = init_facts(rows, deal, level, facts, number);
    if (status != ED_OK)
        return status;
    if (rows->ways && deal->cards != 7)
        return ED_E_CARDS;
    if (slots < 4 || slots & (slots - 1))
        return ED_E_SLOTS;
    rows->keys = keys;
    rows->counts = counts;
    rows->examples = examples;
    rows->mask = slots - 1;
    rows->room = slots / 4 * 3;
    for (size_t at = 0; at < slots; at++)
        if (keys[at] != ED_EMPTY_SLOT) {
            if (!rows->room)
                return ED_E_SLOTS;
            rows->room--;
        }
    return ED_OK;
}

/* The values of the facts as one number. */
static uint64_t key_of(const struct ed_rows *rows, const struct ed_hand *hand, const struct ed_suits *suits)
{
    const struct ed_ranking *ranking = &rows->deal->ranking;
    struct ed_made made;
    struct ed_house_set sets[ED_WAYS];
    uint64_t key = 0;
    ed_make(ranking, hand, &made);
    for (unsigned w = 0; w < ED_WAYS; w++)
        if (rows->ways >> w & 1) {
            ed_set_hand(ranking, rows->deal->way[w], hand, &made, &sets[w]);
            if (rows->judge[w])
                sets[w].dominated = (uint8_t)ed_dominated(ranking, hand, &sets[w]);
        }
    for (uint32_t f = 0; f < rows->number; f++) {
        struct ed_fact fact = rows->facts[f];
        unsigned value;
        if (fact.id < ED_FACT_CLAUSE)
            value = ed_fact_value(fact, hand, suits, &made);
        else if (fact.id == ED_FACT_SETS_DIFFER)
            value = sets[0].front_score != sets[1].front_score || sets[0].back_score != sets[1].back_score;
        else
            value = set_value(fact, &sets[fact.argument / SECOND_WAY]);
        key = key * rows->extent[f] + value;
    }
    return key;
}

static void keep_example(struct ed_hand *examples, const struct ed_hand *hand)
{
    for (unsigned e = 0; e < ED_EXAMPLES; e++)
        if (!examples[e].cards) {
            examples[e] = *hand;
            return;
        }
}

int ed_rows_add(struct ed_rows *rows, const struct ed_hand *hand, const struct ed_suits *suits,
                uint64_t weight)
{
    uint64_t key = key_of(rows, hand, suits);
    size_t at;
    at = (size_t)((key * 0x9E3779B97F4A7C15u) >> 32) & rows->mask;
    while (rows->keys[at] != key) {
        if (rows->keys[at] == ED_EMPTY_SLOT) {
            if (!rows->room)
                return ED_E_SLOTS;
            rows->room--;
            rows->keys[at] = key;
            rows->counts[at] = 0;
            break;
        }
        at = (at + 1) & rows->mask;
    }
    rows->counts[at] += weight;
    if (rows->examples)
        keep_example(rows->examples + ED_EXAMPLES * at, hand);
    return ED_OK;
}

int ed_class_keys(const struct ed_deal *deal, const struct ed_hand *hands, size_t number,
                  const struct ed_fact *facts, uint32_t fact_number, uint64_t *keys)
{
    struct ed_rows rows;
    int status;
    if (!deal || (number && (!hands || !keys)) || (fact_number && !facts))
        return ED_E_NULL;
    status = ed_check_ranking(&deal->ranking);
    if (status == ED_OK)
        status = init_facts(&rows, deal, ED_LEVEL_FLUSH, facts, fact_number);
    for (size_t h = 0; h < number && status == ED_OK; h++)
        status = ed_check_seven(&hands[h]);
    if (status != ED_OK)
        return status;
    for (size_t h = 0; h < number; h++)
        keys[h] = key_of(&rows, &hands[h], NULL);
    return ED_OK;
}
