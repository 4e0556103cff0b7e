/*
 * rank.h: what a hand makes. Shared by the files of the core that look at poker hands; the
 * public face is everydeal.h.
 *
 * Rank masks: bit r of a 16-bit mask is rank r, 0..12 for 2..A.
 */
#ifndef EVERYDEAL_RANK_H
#define EVERYDEAL_RANK_H

#include "everydeal.h"

enum { ED_ACE = 12, ED_RANKS = 13, ED_SUITS = 4, ED_JOKER = 52 };

/* What a hand makes, before any comparison. Masks with the joker counted as an ace. */
struct ed_made {
    uint16_t held[5];   /* ranks held exactly c times; five aces are in none of them */
    uint16_t present;   /* ranks held at all */
    uint16_t flush;     /* ranks of the flush, the joker standing for the highest missing; 0: none */
    uint8_t straight;   /* 1 + the window of the best straight, 0: none; see ed_window_top */
    uint8_t straight_flush; /* likewise */
    uint8_t five_aces;
    uint8_t category;   /* enum ed_category: the best of them */
    uint8_t best[5];    /* the ranks that decide between hands of that category, 1 + rank; 0: none */
};

/* The cards of a hand by suit: rank masks. */
struct ed_suits {
    uint16_t suit[ED_SUITS];
};

/* The cards that make a straight or a flush in a hand of so many cards: 5 of five to seven, 3
 * of three, else 0 (none can). */
static inline unsigned ed_complete(unsigned cards)
{
    return cards >= 5 ? 5 : cards == 3 ? 3 : 0;
}

static inline unsigned ed_popcount(unsigned mask)
{
    mask -= mask >> 1 & 0x5555;
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333);
    mask = (mask + (mask >> 4)) & 0x0f0f;
    return (mask + (mask >> 8)) & 0x1f;
}

/* The highest bit of a mask that is not 0. */
static inline unsigned ed_top(unsigned mask)
{
    return 31u - (unsigned)__builtin_clz(mask);
}

/* The top rank of a straight's window; window 0 starts with the ace as one. */
static inline unsigned ed_window_top(unsigned window, unsigned complete)
{
    return window + complete - 2;
}

void ed_make(const struct ed_ranking *ranking, const struct ed_hand *hand, struct ed_made *made);
uint32_t ed_score(const struct ed_ranking *ranking, const struct ed_hand *hand,
                  const struct ed_made *made);
/* Whether a back of five outranks a front of two: by category, then card by card. */
int ed_legal(const struct ed_ranking *ranking, const struct ed_made *front, const struct ed_made *back);

/* ED_OK, or what is wrong with a hand of seven that a caller has given as masks. */
int ed_check_seven(const struct ed_hand *hand);
int ed_check_ranking(const struct ed_ranking *ranking);

/* The value of a fact of a hand, other than of a set hand. `suits` may be null for facts no finer
 * than ED_LEVEL_FLUSH. */
unsigned ed_fact_value(struct ed_fact fact, const struct ed_hand *hand, const struct ed_suits *suits,
                       const struct ed_made *made);

#endif
