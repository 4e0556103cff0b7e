/*
 * one_by_one.h: the cards of a deck in order, and its hands: what all that looks at every hand by itself
 * has in common.
 *
 * Cards are numbered from 0 in the order of their kinds, the joker last. Hands stand in colexicographic order:
 * the index of card[0] < card[1] < ... is the sum of C(card[i], i + 1).
 */
#ifndef EVERYDEAL_ONE_BY_ONE_H
#define EVERYDEAL_ONE_BY_ONE_H

#include "classes.h"

/* Lists the kinds of a deck by number, ED_JOKER + 1 at most; returns how many. */
static inline unsigned ed_list_kinds(const struct ed_deck *deck, uint8_t *kind)
{
    unsigned cards = 0;
    for (unsigned rank = 0; rank < ED_RANKS; rank++)
        for (unsigned suit = 0; suit < deck->suits; suit++)
            if (deck->ranks >> rank & 1)
                kind[cards++] = (uint8_t)(4 * rank + suit);
    if (deck->joker)
        kind[cards++] = ED_JOKER;
    return cards;
}

/* The cards of a hand by its index, and behind them one that is higher than all: size + 1 in all. */
static inline void ed_unrank(uint64_t index, unsigned *card, unsigned size)
{
    for (unsigned k = size; k > 0; k--) {
        unsigned c = k - 1;
        while (ed_choose(c + 1, k) <= index)
            c++;
        card[k - 1] = c;
        index -= ed_choose(c, k);
    }
    card[size] = 99;
}

/* Steps to the next hand; returns the highest place that changed. After the last hand the highest card is none
 * of the deck. */
static inline unsigned ed_step(unsigned *card)
{
    unsigned i = 0;
    while (card[i] + 1 == card[i + 1]) {
        card[i] = i;
        i++;
    }
    card[i]++;
    return i;
}

#endif
