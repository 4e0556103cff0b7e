#include <string.h>

#include "classes.h"

/*
 * Classes of seven cards: hands that can be set in the same ways.
 *
 * A hand matters through its ranks, unless a flush is possible: rank classes are rank vectors.
 * The one suit that can make a flush adds the set A of ranks held in it, with the cards o of
 * the other suits by rank only: flush classes.
 */

enum { CARDS = 7, FLUSH = 5 };

int ed_check_deck(const struct ed_deck *deck)
{
    if (!deck->ranks || deck->ranks >> ED_RANKS || deck->suits < 2 || deck->suits > ED_SUITS ||
        deck->joker > 1 || ed_deck_cards(deck) < 2 * CARDS)
        return ED_E_DECK;
    return ED_OK;
}

unsigned ed_deck_cards(const struct ed_deck *deck)
{
    return ed_popcount(deck->ranks) * deck->suits + deck->joker;
}

/* ---- the walk --------------------------------------------------------------------------------- */

int ed_first_vector(uint8_t *count, unsigned places, unsigned most, unsigned left)
{
    for (unsigned p = 0; p < places; p++) {
        unsigned here = left < most ? left : most;
        count[p] = (uint8_t)here;
        left -= here;
    }
    return !left;
}

int ed_next_vector(uint8_t *count, unsigned places, unsigned most)
{
    unsigned below = 0;
    for (unsigned p = 0; p < places; p++) {
        if (below && count[p] < most) {
            count[p]++;
            return ed_first_vector(count, p, most, below - 1);
        }
        below += count[p];
    }
    return 0;
}

void ed_walk_start(struct ed_walk *walk, const struct ed_deck *deck)
{
    memset(walk, 0, sizeof *walk);
    for (unsigned r = 0; r < ED_RANKS; r++)
        if (deck->ranks >> r & 1)
            walk->rank[walk->ranks++] = (uint8_t)r;
    walk->suits = deck->suits;
    walk->jokers = deck->joker;
}

/* The next set A of the kind of hand at hand, and the first o with it. */
static int next_suited(struct ed_walk *walk)
{
    struct ed_class *at = &walk->at;
    while (++at->suited < 1u << walk->ranks) {
        unsigned held = ed_popcount(at->suited);
        if (held >= FLUSH - (unsigned)at->joker && held <= CARDS - (unsigned)at->joker &&
            ed_first_vector(at->count, walk->ranks, walk->suits - 1u, CARDS - held - at->joker))
            return 1;
    }
    return 0;
}

static int next_kind(struct ed_walk *walk)
{
    struct ed_class *at = &walk->at;
    if (!at->joker && walk->jokers) {
        at->joker = 1;
    } else if (!at->flush) {
        at->flush = 1;
        at->joker = 0;
    } else {
        return 0;
    }
    at->suited = 0;
    return 1;
}

static int first_of_kind(struct ed_walk *walk)
{
    if (walk->at.flush)
        return next_suited(walk);
    return ed_first_vector(walk->at.count, walk->ranks, walk->suits, CARDS - (unsigned)walk->at.joker);
}

int ed_walk_next(struct ed_walk *walk)
{
    unsigned most = walk->suits - (unsigned)walk->at.flush;
    if (!walk->begun) {
        walk->begun = 1;
        if (first_of_kind(walk))
            return 1;
    } else if (ed_next_vector(walk->at.count, walk->ranks, most)) {
        return 1;
    } else if (walk->at.flush && next_suited(walk)) {
        return 1;
    }
    while (next_kind(walk))
        if (first_of_kind(walk))
            return 1;
    return 0;
}

void ed_walk_vector(const struct ed_walk *walk, uint8_t vector[ED_RANKS])
{
    for (unsigned p = 0; p < ED_RANKS; p++)
        vector[p] = (uint8_t)(walk->at.count[p] + (walk->at.suited >> p & 1));
}

/* How many hands of a rank vector hold enough cards of one given suit to make a flush. The cards
 * held of the suit are followed rank by rank: m cards of a rank are C(s-1, m-1) times with the
 * suit's card and C(s-1, m) times without. At most 4^7 in all. */
static uint32_t with_flush(const struct ed_walk *walk)
{
    uint32_t ways[CARDS + 1] = {1};
    uint32_t sum = 0;
    unsigned others = walk->suits - 1u;
    for (unsigned p = 0; p < walk->ranks; p++) {
        unsigned m = walk->at.count[p];
        for (unsigned held = CARDS; m && held <= CARDS; held--)
            ways[held] = ways[held] * ed_choose4(others, m) +
                         (held ? ways[held - 1] * ed_choose4(others, m - 1) : 0);
    }
    for (unsigned held = FLUSH - (unsigned)walk->at.joker; held <= CARDS; held++)
        sum += ways[held];
    return sum;
}

uint32_t ed_walk_weight(const struct ed_walk *walk)
{
    uint32_t weight = 1;
    unsigned most = walk->suits - (unsigned)walk->at.flush;
    for (unsigned p = 0; p < walk->ranks; p++)
        weight *= ed_choose4(most, walk->at.count[p]);
    return walk->at.flush ? walk->suits * weight : weight - walk->suits * with_flush(walk);
}

/* ---- the list ------------------------------------------------------------------------------------ */

uint32_t ed_class_number(const struct ed_deck *deck)
{
    uint32_t number = 0;
    unsigned ranks;
    if (!deck || ed_check_deck(deck) != ED_OK)
        return 0;
    ranks = ed_popcount(deck->ranks);
    for (unsigned joker = 0; joker <= deck->joker; joker++) {
        /* vectors[most][k]: vectors of k cards with at most s of a rank, or s - 1 */
        uint32_t vectors[2][CARDS + 1] = {{1}, {1}};
        for (unsigned few = 0; few < 2; few++)
            for (unsigned p = 0; p < ranks; p++)
                for (unsigned k = CARDS; k > 0; k--)
                    for (unsigned m = 1; m <= deck->suits - few && m <= k; m++)
                        vectors[few][k] += vectors[few][k - m];
        number += vectors[0][CARDS - joker];
        for (unsigned held = FLUSH - joker; held <= CARDS - joker; held++)
            number += (uint32_t)ed_choose(ranks, held) * vectors[1][CARDS - joker - held];
    }
    return number;
}

int ed_classes(const struct ed_deck *deck, struct ed_hand *hands, uint32_t *weights, uint32_t number)
{
    struct ed_walk walk;
    if (!deck || !hands || !weights)
        return ED_E_NULL;
    if (ed_check_deck(deck) != ED_OK)
        return ED_E_DECK;
    if (number != ed_class_number(deck))
        return ED_E_CLASSES;
    ed_walk_start(&walk, deck);
    for (uint32_t c = 0; ed_walk_next(&walk); c++) {
        struct ed_hand *hand = &hands[c];
        uint8_t vector[ED_RANKS];
        memset(hand, 0, sizeof *hand);
        hand->cards = CARDS;
        hand->joker = walk.at.joker;
        ed_walk_vector(&walk, vector);
        for (unsigned p = 0; p < walk.ranks; p++) {
            unsigned bit = 1u << walk.rank[p];
            if (vector[p])
                hand->held[vector[p]] |= (uint16_t)bit;
            if (walk.at.suited >> p & 1)
                hand->suited |= (uint16_t)bit;
        }
        weights[c] = ed_walk_weight(&walk);
    }
    return ED_OK;
}
