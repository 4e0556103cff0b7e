/* fronts.h: the ways to set seven cards, from the highest front down. Inline, as setting every hand
 * there is lives on it. */
#ifndef EVERYDEAL_FRONTS_H
#define EVERYDEAL_FRONTS_H

#include "cards.h"

/* A hand is looked at as its kinds of card that matter: by rank, of the suit that makes a flush or
 * of another, and the joker. There are at most seven, from the highest rank down. */

/* Cards that do not differ in what they make. */
struct ed_alike {
    uint8_t card; /* as in struct ed_house_set, `front` */
    uint8_t rank; /* the joker is an ace */
    uint8_t copies;
};

struct ed_cards {
    struct ed_alike of[7];
    unsigned number;
};

static inline void ed_append(struct ed_cards *kinds, unsigned card, unsigned rank, unsigned copies)
{
    if (copies)
        kinds->of[kinds->number++] =
            (struct ed_alike){(uint8_t)card, (uint8_t)rank, (uint8_t)copies};
}

static inline void ed_sort_out(const struct ed_hand *hand, struct ed_cards *kinds)
{
    unsigned natural = (unsigned)(hand->held[1] | hand->held[2] | hand->held[3] | hand->held[4]);
    kinds->number = 0;
    if (hand->joker && !(natural >> ED_ACE & 1))
        ed_append(kinds, ED_JOKER_CARD, ED_ACE, 1);
    while (natural) {
        unsigned rank = ed_top(natural), held = 1;
        while (!(hand->held[held] >> rank & 1))
            held++;
        unsigned suited = hand->suited >> rank & 1u;
        ed_append(kinds, rank, rank, held - suited);
        ed_append(kinds, rank + ED_OF_SUIT, rank, suited);
        if (hand->joker && rank == ED_ACE)
            ed_append(kinds, ED_JOKER_CARD, ED_ACE, 1);
        natural &= ~(1u << rank);
    }
}

static inline void ed_take(struct ed_hand *hand, unsigned card)
{
    unsigned rank = card & (ED_OF_SUIT - 1), held = 1;
    if (card == ED_JOKER_CARD) {
        hand->joker = 0;
        return;
    }
    while (!(hand->held[held] >> rank & 1))
        held++;
    hand->held[held] ^= (uint16_t)(1u << rank);
    if (held > 1)
        hand->held[held - 1] |= (uint16_t)(1u << rank);
    if (card & ED_OF_SUIT)
        hand->suited ^= (uint16_t)(1u << rank);
}

/* Two cards in front: what they make, and their score. */
struct ed_front {
    struct ed_made made; /* the category and the ranks that decide; the rest is not set */
    uint32_t score;
};

static inline void ed_front_of(unsigned high, unsigned low, struct ed_front *front)
{
    front->made.category = high == low ? ED_PAIR : ED_HIGH_CARD;
    front->made.best[0] = (uint8_t)(high + 1);
    front->made.best[1] = (uint8_t)(high == low ? 0 : low + 1);
    front->score = (front->made.category + 1u) << 20 | (uint32_t)front->made.best[0] << 16 |
                   (uint32_t)front->made.best[1] << 12;
}

/* The five cards left behind a front. */
static inline void ed_back_of(const struct ed_ranking *ranking, const struct ed_hand *hand,
                              unsigned one, unsigned other, struct ed_hand *back,
                              struct ed_made *made)
{
    *back = *hand;
    ed_take(back, one);
    ed_take(back, other);
    back->cards = 5;
    if (ed_popcount(back->suited) < ed_needed(back))
        back->suited = 0;
    ed_make(ranking, back, made);
}

/* Goes through all fronts from the highest down, each pair of kinds of card once; equal fronts
 * follow one another. Start with a zeroed one. */
struct ed_fronts {
    unsigned one, other; /* places in kinds */
    unsigned phase;      /* 0: not begun, 1: pairs, 2: two ranks */
    unsigned group;      /* two ranks: where the higher rank begins */
};

static inline unsigned ed_group_end(const struct ed_cards *kinds, unsigned group)
{
    unsigned end = group;
    while (end < kinds->number && kinds->of[end].rank == kinds->of[group].rank)
        end++;
    return end;
}

static inline int ed_next_pair(const struct ed_cards *kinds, struct ed_fronts *at)
{
    const struct ed_alike *of = kinds->of;
    unsigned other = at->phase ? at->other + 1 : 0;
    at->phase = 1;
    for (unsigned one = at->one; one < kinds->number; other = ++one)
        for (; other < kinds->number && of[other].rank == of[one].rank; other++)
            if (other != one || of[one].copies > 1) {
                at->one = one;
                at->other = other;
                return 1;
            }
    at->phase = 2;
    at->group = at->one = 0;
    at->other = ed_group_end(kinds, 0);
    return 0;
}

static inline int ed_next_front(const struct ed_cards *kinds, struct ed_fronts *at)
{
    if (at->phase < 2) {
        if (ed_next_pair(kinds, at))
            return 1;
    } else {
        at->one++;
    }
    if (kinds->of[at->one].rank != kinds->of[at->group].rank) {
        at->one = at->group;
        at->other++;
    }
    if (at->other == kinds->number) {
        at->group = at->one = ed_group_end(kinds, at->group);
        at->other = ed_group_end(kinds, at->group);
    }
    return at->other < kinds->number;
}

#endif
