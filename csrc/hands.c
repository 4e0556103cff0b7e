#include <string.h>

#include "cards.h"
#include "facts.h"
#include "one_by_one.h"

/*
 * Enumerating hands: one by one, or by classes that agree in every fact of a level.
 *
 * A hand of n cards matters through its ranks, unless a flush is possible: the rank vectors
 * are the first level. The suit that makes a flush (there can be only one) adds the set A of
 * ranks held in it, with the other suits' cards by rank only: the second. The four rank masks
 * in descending order are the hand up to relabelling of suits: the third.
 */

static const uint8_t choose4[5] = {1, 4, 6, 4, 1};
static const uint8_t choose3[4] = {1, 3, 3, 1};

/* ---- ranks and flushes --------------------------------------------------------------------- */

/* Sets hand->held from the number of cards held of each rank. */
static void hold(struct ed_hand *hand, const uint8_t count[ED_RANKS])
{
    memset(hand->held, 0, sizeof hand->held);
    for (unsigned r = 0; r < ED_RANKS; r++)
        if (count[r])
            hand->held[count[r]] |= (uint16_t)(1u << r);
}

/* How many hands with these rank counts have `least` or more cards in one given suit. The
 * number of cards in the suit is followed rank by rank: a rank held m times leaves C(3, m-1)
 * ways with the suit's card and C(3, m) without. Below C(52, 7) throughout. */
static uint64_t suited_hands(const uint8_t count[ED_RANKS], unsigned least)
{
    uint64_t ways[8] = {1};
    uint64_t sum = 0;
    for (unsigned r = 0; r < ED_RANKS; r++) {
        unsigned m = count[r];
        if (!m)
            continue;
        for (unsigned held = 7; held < 8; held--) {
            uint64_t without = m <= 3 ? ways[held] * choose3[m] : 0;
            uint64_t with = held ? ways[held - 1] * choose3[m - 1] : 0;
            ways[held] = without + with;
        }
    }
    for (unsigned held = least; held < 8; held++)
        sum += ways[held];
    return sum;
}

/* Visits the rank vectors that add `left` cards, of at most `most` a rank, from rank r on. */
struct vectors {
    struct ed_rows *rows;
    struct ed_hand hand;
    uint8_t count[ED_RANKS];
    unsigned flushes; /* 0: only ranks matter; 1: leave the hands with a flush out */
};

static int rank_vectors(struct vectors *v, unsigned rank, unsigned left, uint64_t weight)
{
    if (!left || rank == ED_RANKS) {
        if (left)
            return ED_OK;
        if (v->flushes && ed_needed(&v->hand) < 99)
            weight -= ED_SUITS * suited_hands(v->count, ed_needed(&v->hand));
        if (!weight)
            return ED_OK;
        hold(&v->hand, v->count);
        return ed_rows_add(v->rows, &v->hand, NULL, weight);
    }
    for (unsigned m = 0; m <= 4 && m <= left; m++) {
        v->count[rank] = (uint8_t)m;
        int status = rank_vectors(v, rank + 1, left - m, weight * choose4[m]);
        if (status != ED_OK)
            return status;
    }
    v->count[rank] = 0;
    return ED_OK;
}

/* Visits the ways to add `left` cards of the three other suits to the flush suit's ranks. */
static int others(struct vectors *v, unsigned rank, unsigned left, uint64_t weight)
{
    if (!left) {
        hold(&v->hand, v->count);
        return ed_rows_add(v->rows, &v->hand, NULL, weight);
    }
    if (rank == ED_RANKS)
        return ED_OK;
    unsigned in_suit = v->hand.suited >> rank & 1;
    for (unsigned o = 0; o <= 3 && o <= left; o++) {
        v->count[rank] = (uint8_t)(in_suit + o);
        int status = others(v, rank + 1, left - o, weight * choose3[o]);
        if (status != ED_OK)
            return status;
    }
    v->count[rank] = (uint8_t)in_suit;
    return ED_OK;
}

static int flush_classes(struct vectors *v, unsigned natural)
{
    for (unsigned suited = 0; suited < 1u << ED_RANKS; suited++) {
        unsigned held = ed_popcount(suited);
        if (held < ed_needed(&v->hand) || held > natural)
            continue;
        v->hand.suited = (uint16_t)suited;
        for (unsigned r = 0; r < ED_RANKS; r++)
            v->count[r] = suited >> r & 1;
        int status = others(v, 0, natural - held, ED_SUITS);
        if (status != ED_OK)
            return status;
    }
    v->hand.suited = 0;
    return ED_OK;
}

static int count_classes(const struct ed_deal *deal, int level, struct ed_rows *rows)
{
    for (unsigned joker = 0; joker <= deal->joker; joker++) {
        struct vectors v = {.rows = rows, .flushes = level == ED_LEVEL_FLUSH};
        unsigned natural = deal->cards - joker;
        int status;
        v.hand.cards = deal->cards;
        v.hand.joker = (uint8_t)joker;
        status = rank_vectors(&v, 0, natural, 1);
        if (status == ED_OK && v.flushes)
            status = flush_classes(&v, natural);
        if (status != ED_OK)
            return status;
    }
    return ED_OK;
}

/* ---- suits ----------------------------------------------------------------------------------- */

/* Sorts out which suit makes a flush; there is at most one. */
static void set_suited(struct ed_hand *hand, const struct ed_suits *suits)
{
    unsigned least = ed_needed(hand);
    hand->suited = 0;
    for (unsigned s = 0; s < ED_SUITS; s++)
        if (ed_popcount(suits->suit[s]) >= least)
            hand->suited = suits->suit[s];
}

/* Hands up to relabelling of suits: four masks, each no greater than the one before. Compared
 * by (number of cards, mask), so that the masks of one size stand together. */
struct patterns {
    struct ed_rows *rows;
    struct ed_hand hand;
    struct ed_suits suits;
    uint64_t unit, first, last;
};

static uint16_t next_of_size(unsigned mask)
{
    unsigned low = mask & (0u - mask);
    unsigned ripple = mask + low;
    return (uint16_t)(ripple | ((mask ^ ripple) >> 2) / low);
}

static int pattern_done(struct patterns *p)
{
    static const uint8_t factorial[5] = {1, 1, 2, 6, 24};
    unsigned weight = 24, run = 1;
    for (unsigned s = 1; s <= ED_SUITS; s++) {
        if (s < ED_SUITS && p->suits.suit[s] == p->suits.suit[s - 1]) {
            run++;
        } else {
            weight /= factorial[run];
            run = 1;
        }
    }
    ed_from_suits(&p->hand, &p->suits);
    set_suited(&p->hand, &p->suits);
    return ed_rows_add(p->rows, &p->hand, &p->suits, weight);
}

/* Fills suit s with every mask that keeps the order and lets the rest be filled. A mask of the
 * first suit is a unit of work. */
static int suit_patterns(struct patterns *p, unsigned s, unsigned left)
{
    unsigned before_size = s ? ed_popcount(p->suits.suit[s - 1]) : ED_RANKS;
    unsigned before = s ? p->suits.suit[s - 1] : ~0u;
    if (s == ED_SUITS)
        return left ? ED_OK : pattern_done(p);
    for (unsigned size = left < before_size ? left : before_size; size * (ED_SUITS - s) >= left; size--) {
        for (unsigned mask = (1u << size) - 1; mask < 1u << ED_RANKS; mask = next_of_size(mask)) {
            if (size == before_size && mask > before)
                break;
            p->suits.suit[s] = (uint16_t)mask;
            if (s || (p->unit >= p->first && p->unit < p->last)) {
                int status = suit_patterns(p, s + 1, left - size);
                if (status != ED_OK)
                    return status;
            }
            if (!s)
                p->unit++;
            if (!mask)
                break;
        }
        if (!size)
            break;
    }
    return ED_OK;
}

static int count_patterns(const struct ed_deal *deal, uint64_t first, uint64_t last, struct ed_rows *rows)
{
    struct patterns p = {.rows = rows, .first = first, .last = last};
    for (unsigned joker = 0; joker <= deal->joker; joker++) {
        int status;
        p.hand.cards = deal->cards;
        p.hand.joker = (uint8_t)joker;
        status = suit_patterns(&p, 0, deal->cards - joker);
        if (status != ED_OK)
            return status;
    }
    return ED_OK;
}

/* ---- one by one -------------------------------------------------------------------------------- */

/* above[i] adds up the cards from card[i] on, so the lowest card, which changes fastest, costs one addition. */
static int count_cards(const struct ed_deal *deal, uint64_t first, uint64_t last, struct ed_rows *rows)
{
    unsigned card[8];
    struct ed_sum above[8] = {{0, 0, 0}};
    unsigned changed = deal->cards - 1u;
    struct ed_hand hand = {.cards = deal->cards};
    ed_unrank(first, card, deal->cards);
    for (uint64_t index = first; index < last; index++) {
        struct ed_suits suits;
        int status;
        for (unsigned at = changed + 1; at > 0; at--)
            above[at - 1] = ed_plus(above[at], card[at - 1]);
        ed_from_sum(above[0], &hand, &suits);
        status = ed_rows_add(rows, &hand, &suits, 1);
        if (status != ED_OK)
            return status;
        changed = ed_step(card);
    }
    return ED_OK;
}

/* ---- entries -------------------------------------------------------------------------------------- */

static int check_deal(const struct ed_deal *deal)
{
    if (deal->cards < 2 || deal->cards > 7 || deal->joker > 1)
        return ED_E_CARDS;
    return ed_check_ranking(&deal->ranking);
}

uint64_t ed_hand_units(const struct ed_deal *deal, int level)
{
    uint64_t units = 0;
    if (!deal || check_deal(deal) != ED_OK)
        return 0;
    if (level == ED_LEVEL_CARDS)
        return ed_choose(52u + deal->joker, deal->cards);
    if (level != ED_LEVEL_SUITS)
        return level == ED_LEVEL_RANKS || level == ED_LEVEL_FLUSH;
    for (unsigned joker = 0; joker <= deal->joker; joker++) {
        unsigned natural = deal->cards - joker;
        for (unsigned size = (natural + ED_SUITS - 1) / ED_SUITS; size <= natural; size++)
            units += ed_choose(ED_RANKS, size);
    }
    return units;
}

int ed_count_hands(const struct ed_deal *deal, int level, uint64_t first, uint64_t last,
                   const struct ed_fact *facts, uint32_t number, uint64_t *keys,
                   uint64_t *counts, struct ed_hand *examples, size_t slots)
{
    struct ed_rows rows;
    int status;
    if (!deal || (number && !facts) || !keys || !counts)
        return ED_E_NULL;
    status = check_deal(deal);
    if (status != ED_OK)
        return status;
    if (first >= last || last > ed_hand_units(deal, level))
        return ED_E_RANGE;
    status = ed_rows_init(&rows, deal, level, facts, number, keys, counts, examples, slots);
    if (status != ED_OK)
        return status;
    if (level == ED_LEVEL_CARDS)
        return count_cards(deal, first, last, &rows);
    if (level == ED_LEVEL_SUITS)
        return count_patterns(deal, first, last, &rows);
    return count_classes(deal, level, &rows);
}
