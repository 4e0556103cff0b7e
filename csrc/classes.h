/* classes.h: one walk through the classes of seven cards, for all that must agree on their order. */
#ifndef EVERYDEAL_CLASSES_H
#define EVERYDEAL_CLASSES_H

#include "rank.h"

/* A class. Places number the deck's ranks from the lowest, so that decks of few ranks need no
 * gaps: place p is rank rank[p]. */
struct ed_class {
    uint8_t flush;            /* 0: a rank class, 1: a flush class */
    uint8_t joker;
    uint16_t suited;          /* A by places; 0 in a rank class */
    uint8_t count[ED_RANKS];  /* by place: all cards of a rank class, o of a flush class */
};

struct ed_walk {
    struct ed_class at;
    uint8_t ranks; /* how many the deck has */
    uint8_t suits;
    uint8_t jokers;
    uint8_t begun;
    uint8_t rank[ED_RANKS];
};

int ed_check_deck(const struct ed_deck *deck);
unsigned ed_deck_cards(const struct ed_deck *deck);

void ed_walk_start(struct ed_walk *walk, const struct ed_deck *deck);

/* Steps to the first class, then to the next; 0 after the last. */
int ed_walk_next(struct ed_walk *walk);

/* The natural cards of the class by place, suited or not. */
void ed_walk_vector(const struct ed_walk *walk, uint8_t vector[ED_RANKS]);

/* The hands in the class. */
uint32_t ed_walk_weight(const struct ed_walk *walk);

/* Vectors of `left` cards over `places` ranks with at most `most` of each, in the order of the
 * walk: the highest rank most significant. The first returns 0 if there is none, the next after
 * the last. */
int ed_first_vector(uint8_t *count, unsigned places, unsigned most, unsigned left);
int ed_next_vector(uint8_t *count, unsigned places, unsigned most);

/* C(n, k) for n <= 4. */
static inline unsigned ed_choose4(unsigned n, unsigned k)
{
    static const uint8_t table[5][5] = {
        {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
    return table[n][k];
}

/* C(n, k) for n <= 53, k <= 7: every intermediate product is below 2^38. */
static inline uint64_t ed_choose(unsigned n, unsigned k)
{
    uint64_t result = 1;
    if (k > n)
        return 0;
    for (unsigned i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

#endif
