/*
 * ricochet_draws.h: three cards drawn to two, counted by ranks and put right by flushes. Inline, as counting
 * and simulating live on it. The proof is in docs/method-ricochet.md.
 */
#ifndef EVERYDEAL_RICOCHET_DRAWS_H
#define EVERYDEAL_RICOCHET_DRAWS_H

#include <string.h>

#include "classes.h"
#include "ricochet.h"

enum {
    ED_RICOCHET_DRAW = 3,
    ED_RICOCHET_NO_RANK = 13, /* a place that counts once, beside the ranks */
    ED_RICOCHET_WEIGHTS = ED_RICOCHET_PAIRS + ED_RANKS
};

/* How many cards of each rank are left, and the ways to take two and three: a draw of three
 * ranks x > y > z is two[x, y] one[z], of a pair and another rank two[x, x] one[z], of
 * three of a kind a weight of its own. */
struct ed_ricochet_weights {
    uint8_t one[ED_RANKS + 1];
    uint8_t two[ED_RICOCHET_WEIGHTS];
};

static inline void ed_ricochet_set_rank(struct ed_ricochet_weights *weights, unsigned rank, unsigned left)
{
    weights->one[rank] = (uint8_t)left;
    for (unsigned other = 0; other < ED_RANKS; other++)
        weights->two[rank > other ? ed_pair_of(rank, other) : ed_pair_of(other, rank)] =
            (uint8_t)(left * weights->one[other]);
    weights->two[ed_pair_of(rank, rank)] = (uint8_t)ed_choose4(left, 2);
    weights->two[ED_RICOCHET_PAIRS + rank] = (uint8_t)ed_choose4(left, 3);
}

/* Of the whole deck. */
static inline void ed_ricochet_set_weights(struct ed_ricochet_weights *weights, const struct ed_deck *deck)
{
    memset(weights, 0, sizeof *weights);
    weights->one[ED_RICOCHET_NO_RANK] = 1;
    for (unsigned r = 0; r < ED_RANKS; r++)
        if (deck->ranks >> r & 1)
            ed_ricochet_set_rank(weights, r, deck->suits);
}

/* The ways to take the draws `first` to `last` - 1: at most C(45, 3). */
static inline uint32_t ed_ricochet_sum(const struct ed_ricochet_draws *draws,
                                       const struct ed_ricochet_weights *weights, unsigned first,
                                       unsigned last)
{
    uint32_t sum = 0;
    for (unsigned i = first; i < last; i++)
        sum += (uint32_t)weights->two[draws->two[i]] * weights->one[draws->one[i]];
    return sum;
}

/* How many of the draws make a hand that beats or ties the class. */
static inline unsigned ed_ricochet_winners(const struct ed_ricochet_draws *draws, unsigned class)
{
    unsigned low = 0, high = draws->number;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (draws->made[middle] >= class)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Of all draws, how many win and lose, by the category of the hand made. */
struct ed_ricochet_outcome {
    uint32_t win[ED_RICOCHET_MADE];
    uint32_t lose[ED_RICOCHET_MADE];
};

static inline void ed_ricochet_by_ranks(const struct ed_ricochet_draws *draws,
                                        const struct ed_ricochet_weights *weights, unsigned wins,
                                        struct ed_ricochet_outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    for (unsigned c = 0; c < ED_RICOCHET_BY_RANKS; c++) {
        unsigned first = draws->end[c + 1], last = draws->end[c];
        unsigned split = wins < first ? first : wins < last ? wins : last;
        outcome->win[c] = ed_ricochet_sum(draws, weights, first, split);
        outcome->lose[c] = ed_ricochet_sum(draws, weights, split, last);
    }
}

/* The categories between which a flush moves draws. */
enum {
    ED_MOVED_HIGH,
    ED_MOVED_STRAIGHT,
    ED_MOVED_FLUSH,
    ED_MOVED_STRAIGHT_FLUSH,
    ED_MOVED_ROYAL,
    ED_RICOCHET_MOVED
};
static const uint8_t ed_ricochet_moved[ED_RICOCHET_MOVED] = {
    ED_HIGH_CARD, ED_STRAIGHT, ED_FLUSH, ED_STRAIGHT_FLUSH, ED_ROYAL_FLUSH};

/* How many more draws win and lose, by category, as some are flushes; or a sum of that over deals. */
struct ed_ricochet_change {
    int64_t win[ED_RICOCHET_MOVED];
    int64_t lose[ED_RICOCHET_MOVED];
};

/* What flushes change if the ranks X, none of them the player's, are not left in the pocket's suit. `high`
 * draws of no pair and no straight that avoid X win by their ranks. */
static inline void ed_ricochet_set_change(const struct ed_ricochet_table *table,
                                          const struct ed_ricochet_draws *draws, unsigned wins,
                                          unsigned class, unsigned x, int64_t high,
                                          struct ed_ricochet_change *change)
{
    unsigned ranks = ed_popcount(table->deck.ranks & ~x) - 2;
    int64_t all = (int64_t)ed_choose(ranks, ED_RICOCHET_DRAW), flushes;
    memset(change, 0, sizeof *change);
    for (unsigned i = draws->end[ED_STRAIGHT + 1]; i < draws->end[ED_STRAIGHT]; i++) {
        unsigned suited = draws->suited[i];
        unsigned to =
            table->of[suited].category == ED_ROYAL_FLUSH ? ED_MOVED_ROYAL : ED_MOVED_STRAIGHT_FLUSH;
        if (draws->ranks[i] & x)
            continue;
        all--;
        (i < wins ? change->win : change->lose)[ED_MOVED_STRAIGHT]--;
        (suited >= class ? change->win : change->lose)[to]++;
    }
    flushes = class < table->first_flush ? all : 0;
    if (table->of[class].category == ED_FLUSH)
        for (unsigned i = draws->end[ED_HIGH_CARD + 1]; i < draws->end[ED_HIGH_CARD]; i++)
            flushes += !(draws->ranks[i] & x) && draws->suited[i] >= class;
    change->win[ED_MOVED_HIGH] = -high;
    change->lose[ED_MOVED_HIGH] = high - all;
    change->win[ED_MOVED_FLUSH] = flushes;
    change->lose[ED_MOVED_FLUSH] = all - flushes;
}

#endif
