#include <string.h>

#include "everydeal.h"

/*
 * How a shoe is counted.
 *
 * What a round pays depends on the first two cards of a hand only through their two point
 * values and whether they pair, on a third card only through its value. So the count has two
 * stages. The first runs over all pairs of two-card hands, card by card, and adds up how many
 * ordered ways give each pair of *hand classes*. The second runs over pairs of classes and
 * the values of the third cards, following the drawing tables.
 */

enum {
    KINDS = 52,
    VALUES = 10,
    /* A hand class is a multiset of two values; where they are equal the hand may also pair,
     * or pair in suit: 45 + 3 * 10. */
    CLASSES = 75,
    DRAWABLE = (1 << VALUES) - 1
};

_Static_assert(ED_BACCARAT_MAX_CARDS == 27 * KINDS, "27 decks");
_Static_assert(ED_BACCARAT_HANDS == KINDS * (KINDS + 1) / 2, "multisets of two kinds");
/* The six-card sequences of the largest shoe fit in 63 bits; unsigned, so that the check
 * itself cannot overflow unseen: the product of the first five is below 2^64. */
_Static_assert(1404ULL * 1403 * 1402 * 1401 * 1400 <= INT64_MAX / 1399ULL,
               "six-card sequences of 27 decks must stay below 2^63");
/* A banker hand class gathers at most n (n-1) ordered hands in 32 bits. */
_Static_assert(1404ULL * 1403 <= UINT32_MAX, "two-card sequences must fit in 32 bits");

struct hand_class {
    uint8_t value[2];
    uint8_t total;
    uint8_t pair;
};

static unsigned value_of(unsigned kind)
{
    unsigned rank = kind / 4;
    if (rank == 12)
        return 1; /* ace */
    return rank < 8 ? rank + 2 : 0;
}

/* Fills the 75 classes and, for two kinds, the class of the hand they make. */
static void classify(struct hand_class classes[CLASSES], uint8_t class_of[KINDS][KINDS])
{
    uint8_t base[VALUES][VALUES];
    unsigned next = 0;
    for (unsigned a = 0; a < VALUES; a++)
        for (unsigned b = a; b < VALUES; b++) {
            base[a][b] = base[b][a] = (uint8_t)next;
            for (unsigned pair = 0; pair < (a == b ? 3u : 1u); pair++)
                classes[next++] = (struct hand_class){
                    {(uint8_t)a, (uint8_t)b}, (uint8_t)((a + b) % 10), (uint8_t)pair};
        }
    for (unsigned i = 0; i < KINDS; i++)
        for (unsigned j = 0; j < KINDS; j++) {
            unsigned pair = i == j ? 2 : i / 4 == j / 4 ? 1 : 0;
            class_of[i][j] = (uint8_t)(base[value_of(i)][value_of(j)] + pair);
        }
}

/* Ordered ways to draw the kinds i <= j as a two-card hand. */
static uint32_t ways(const uint32_t shoe[KINDS], unsigned i, unsigned j)
{
    return i == j ? (shoe[i] ? shoe[i] * (shoe[i] - 1) : 0) : 2 * shoe[i] * shoe[j];
}

/* Adds to row[c] the ordered ways to draw a banker hand of class c from the shoe. */
static void banker_hands(const uint32_t shoe[KINDS], const uint8_t class_of[KINDS][KINDS],
                         uint32_t row[CLASSES])
{
    for (unsigned i = 0; i < KINDS; i++) {
        if (!shoe[i])
            continue;
        row[class_of[i][i]] += shoe[i] * (shoe[i] - 1);
        for (unsigned j = i + 1; j < KINDS; j++)
            row[class_of[i][j]] += 2 * shoe[i] * shoe[j];
    }
}

/* First stage: ways[p][b], ordered four-card ways to a Player hand of class p out of the
 * range and a Banker hand of class b. */
static void first_four(const uint32_t shoe[KINDS], uint32_t first, uint32_t last,
                       const uint8_t class_of[KINDS][KINDS], uint64_t four[CLASSES][CLASSES])
{
    uint32_t left[KINDS];
    uint32_t index = 0;
    memcpy(left, shoe, sizeof left);
    for (unsigned i = 0; i < KINDS; i++)
        for (unsigned j = i; j < KINDS; j++, index++) {
            uint32_t player = ways(shoe, i, j);
            uint32_t row[CLASSES] = {0};
            if (index < first || index >= last || !player)
                continue;
            left[i]--, left[j]--;
            banker_hands(left, class_of, row);
            left[i]++, left[j]++;
            for (unsigned b = 0; b < CLASSES; b++)
                four[class_of[i][j]][b] += (uint64_t)player * row[b];
        }
}

/* Second stage for one pair of classes: plays the drawing tables out. `weight` is the
 * number of ways to the first four cards, `left` the values left, `cards` their number. */
static void play(const struct ed_baccarat_rules *rules, const struct hand_class *player,
                 const struct hand_class *banker, uint64_t weight, uint32_t left[VALUES],
                 uint32_t cards, const uint32_t stride[6], uint64_t *counts)
{
    uint64_t *cell = counts + (size_t)stride[0] * player->total + (size_t)stride[2] * banker->total +
                     (size_t)stride[4] * player->pair + (size_t)stride[5] * banker->pair;
    unsigned ended = (rules->naturals >> player->total | rules->naturals >> banker->total) & 1;

    if (ended || !(rules->player_draws >> player->total & 1)) {
        if (ended || !(rules->banker_stood_draws >> banker->total & 1)) {
            *cell += weight * cards * (cards - 1);
            return;
        }
        for (unsigned v = 0; v < VALUES; v++)
            cell[(size_t)stride[3] * (v + 1)] += weight * left[v] * (cards - 1);
        return;
    }
    for (unsigned third = 0; third < VALUES; third++) {
        uint64_t *drawn = cell + (size_t)stride[1] * (third + 1);
        uint64_t five = weight * left[third];
        if (!left[third])
            continue;
        if (!(rules->banker_drew_draws[banker->total] >> third & 1)) {
            *drawn += five * (cards - 1);
            continue;
        }
        left[third]--;
        for (unsigned v = 0; v < VALUES; v++)
            drawn[(size_t)stride[3] * (v + 1)] += five * left[v];
        left[third]++;
    }
}

static int check(const struct ed_baccarat_rules *rules, const uint32_t shoe[KINDS],
                 uint32_t first, uint32_t last, const uint32_t stride[6], size_t cells)
{
    static const uint32_t most[6] = {9, 10, 9, 10, 2, 2};
    uint64_t cards = 0;
    uint64_t reach = 0;
    unsigned masks = rules->naturals | rules->player_draws | rules->banker_stood_draws;

    if (first >= last || last > ED_BACCARAT_HANDS)
        return ED_E_RANGE;
    for (unsigned i = 0; i < KINDS; i++)
        cards += shoe[i];
    if (cards < 6)
        return ED_E_SHOE_SMALL;
    if (cards > ED_BACCARAT_MAX_CARDS)
        return ED_E_SHOE_LARGE;
    for (unsigned t = 0; t < VALUES; t++)
        masks |= rules->banker_drew_draws[t];
    if (masks & ~(unsigned)DRAWABLE)
        return ED_E_RULES;
    for (unsigned c = 0; c < 6; c++)
        reach += (uint64_t)stride[c] * most[c];
    return reach < cells ? ED_OK : ED_E_CELLS;
}

int ed_baccarat_count(const struct ed_baccarat_rules *rules, const uint32_t shoe[52],
                      uint32_t first, uint32_t last, const uint32_t stride[6],
                      uint64_t *counts, size_t cells)
{
    struct hand_class classes[CLASSES];
    uint8_t class_of[KINDS][KINDS];
    uint64_t four[CLASSES][CLASSES] = {{0}};
    uint32_t values[VALUES] = {0};
    uint32_t cards = 0;
    int status;

    if (!rules || !shoe || !stride || !counts)
        return ED_E_NULL;
    status = check(rules, shoe, first, last, stride, cells);
    if (status != ED_OK)
        return status;

    classify(classes, class_of);
    first_four(shoe, first, last, (const uint8_t(*)[KINDS])class_of, four);
    for (unsigned i = 0; i < KINDS; i++) {
        values[value_of(i)] += shoe[i];
        cards += shoe[i];
    }
    for (unsigned p = 0; p < CLASSES; p++)
        for (unsigned b = 0; b < CLASSES; b++) {
            uint32_t left[VALUES];
            if (!four[p][b])
                continue;
            memcpy(left, values, sizeof left);
            for (unsigned c = 0; c < 2; c++) {
                left[classes[p].value[c]]--;
                left[classes[b].value[c]]--;
            }
            play(rules, &classes[p], &classes[b], four[p][b], left, cards - 4, stride, counts);
        }
    return ED_OK;
}
