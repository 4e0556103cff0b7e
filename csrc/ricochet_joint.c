#include <string.h>

#include "cards.h"
#include "one_by_one.h"
#include "ricochet.h"

/*
 * Bonus wagers of one player together: every hand of the dealer with every two cards left.
 *
 * Of hands that differ only in the names of suits the one is looked at whose suits descend, as masks of
 * ranks, and counted as often as there are such hands.
 */

enum { FIVE = 5, SEVEN = 7, FIRSTS = 5, TRIPLES = 10, SPLITS = 6, LABELS = 6, RESULTS = 3 };

/* ---- three cards ----------------------------------------------------------------------------------- */

void ed_ricochet_list_threes(struct ed_ricochet_table *table)
{
    for (unsigned b = 1; b < ED_JOKER; b++)
        for (unsigned a = 0; a < b; a++)
            for (unsigned c = 0; c < ED_JOKER; c++) {
                uint8_t kinds[3] = {(uint8_t)a, (uint8_t)b, (uint8_t)c};
                struct ed_hand hand;
                struct ed_suits suits;
                struct ed_made made;
                uint8_t *to = &table->three[b * (b - 1) / 2 + a][c];
                if (c == a || c == b)
                    continue;
                ed_from_kinds(kinds, 3, &hand, &suits);
                ed_make(&ed_ricochet_ranking, &hand, &made);
                *to = made.category;
                if (made.category == ED_STRAIGHT_FLUSH && made.best[0] == ED_ACE + 1)
                    *to = ED_RICOCHET_MINI_ROYAL;
            }
}

/* ---- five and seven cards ----------------------------------------------------------------------------- */

/* The category of five to seven cards, and in *run the longest suited run: 0: shorter than five, 1..3. The
 * same as ed_make() without the ranks that decide. */
static unsigned category(struct ed_sum sum, unsigned *run)
{
    struct ed_suits suits;
    struct ed_hand hand;
    unsigned flush = 0, ranks = 0, low, straight;
    *run = 0;
    for (unsigned s = 0; s < ED_SUITS; s++) {
        suits.suit[s] = (uint16_t)(sum.suits >> 16 * s);
        ranks |= suits.suit[s];
        if ((sum.sizes >> 8 * s & 0xff) >= FIVE)
            flush = suits.suit[s];
    }
    if (flush) {
        low = flush << 1 | (flush >> ED_ACE & 1);
        straight = low & low >> 1 & low >> 2 & low >> 3 & low >> 4;
        if (straight) {
            unsigned six = straight & low >> 5, seven = six & low >> 6;
            *run = 1u + (six != 0) + (seven != 0);
            return straight >> (ED_RANKS + 1 - FIVE) ? ED_ROYAL_FLUSH : ED_STRAIGHT_FLUSH;
        }
    }
    ed_from_suits(&hand, &suits);
    if (hand.held[4])
        return ED_FOUR_OF_A_KIND;
    if (hand.held[3] && (hand.held[2] || hand.held[3] & (hand.held[3] - 1)))
        return ED_FULL_HOUSE;
    if (flush)
        return ED_FLUSH;
    low = ranks << 1 | (ranks >> ED_ACE & 1);
    if (low & low >> 1 & low >> 2 & low >> 3 & low >> 4)
        return ED_STRAIGHT;
    if (hand.held[3])
        return ED_THREE_OF_A_KIND;
    return hand.held[2] & (hand.held[2] - 1) ? ED_TWO_PAIR : hand.held[2] ? ED_PAIR : ED_HIGH_CARD;
}

/* ---- counting ---------------------------------------------------------------------------------------- */

struct joint {
    const struct ed_ricochet_table *table;
    const struct ed_ricochet_labels *labels;
    size_t stride[LABELS]; /* of a label of each kind; the last is 1 */
    size_t of_result;
    unsigned plain;        /* bit c: no five cards of category c or below have another label than a high card */
    int alone;             /* no label asks for seven or five cards */
    uint64_t *counts;
    uint8_t *examples;
    /* The dealer's hand at hand. */
    uint8_t five[FIVE];
    struct ed_sum dealt;
    uint64_t times;
    size_t base;                        /* the cell of the dealer's label */
    uint8_t result[ED_RICOCHET_PAIRS];  /* of each two ranks */
};

/* Which of the dealer's cards are the first and the next two, in any order. */
static const uint8_t triple_of[TRIPLES][3] = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 2, 3}, {0, 2, 4},
                                              {0, 3, 4}, {1, 2, 3}, {1, 2, 4}, {1, 3, 4}, {2, 3, 4}};

static void add(const struct joint *joint, size_t cell, uint64_t times, unsigned a, unsigned b, unsigned first,
                const uint8_t triple[3])
{
    if (joint->examples && !joint->counts[cell]) {
        uint8_t *to = joint->examples + SEVEN * cell;
        *to++ = (uint8_t)a;
        *to++ = (uint8_t)b;
        *to++ = joint->five[first];
        for (unsigned in = 2; in-- > 0;)
            for (unsigned i = 0; i < FIVE; i++)
                if (i != first && in == (i == triple[0] || i == triple[1] || i == triple[2]))
                    *to++ = joint->five[i];
    }
    joint->counts[cell] += times;
}

static void count_two(const struct joint *joint, unsigned a, unsigned b)
{
    const struct ed_ricochet_labels *labels = joint->labels;
    const uint8_t *three = joint->table->three[b * (b - 1) / 2 + a];
    unsigned pair = ed_pair_of(b / 4, a / 4), suited = a % 4 == b % 4, run = 0, best = ED_HIGH_CARD;
    struct ed_sum two = ed_plus(ed_plus((struct ed_sum){0, 0, 0}, a), b);
    struct ed_sum all = {joint->dealt.suits + two.suits, joint->dealt.sizes + two.sizes, 0};
    size_t cell = joint->base + joint->of_result * joint->result[pair] +
                  joint->stride[1] * labels->pocket[pair + ED_RICOCHET_PAIRS * suited];
    if (!joint->alone)
        best = category(all, &run);
    cell += joint->stride[4] * labels->run[run] + labels->seven[best];
    if (joint->plain >> best & 1) {
        /* All splits after the first card are alike; the first triple with it is as good as any. */
        cell += joint->stride[3] * labels->five[ED_HIGH_CARD];
        if (labels->numbers[2] == 1) {
            add(joint, cell, FIRSTS * SPLITS * joint->times, a, b, 0, triple_of[0]);
            return;
        }
        for (unsigned i = 0; i < FIRSTS; i++)
            add(joint, cell + joint->stride[2] * labels->three[three[joint->five[i]]],
                SPLITS * joint->times, a, b, i, triple_of[i < 3 ? 0 : i == 3 ? 1 : 2]);
        return;
    }
    for (unsigned t = 0; t < TRIPLES; t++) {
        struct ed_sum some = two;
        size_t of_five;
        for (unsigned i = 0; i < 3; i++)
            some = ed_plus(some, joint->five[triple_of[t][i]]);
        of_five = cell + joint->stride[3] * labels->five[category(some, &run)];
        for (unsigned i = 0; i < 3; i++) {
            unsigned first = triple_of[t][i];
            add(joint, of_five + joint->stride[2] * labels->three[three[joint->five[first]]],
                joint->times, a, b, first, triple_of[t]);
        }
    }
}

/* How many hands differ from one only in the names of suits; 0 if another of them stands for all. */
static unsigned times_of(struct ed_sum sum, unsigned suits)
{
    static const uint8_t factorial[5] = {1, 1, 2, 6, 24};
    unsigned times = factorial[suits], equal = 1;
    for (unsigned s = 1; s < suits; s++) {
        unsigned before = sum.suits >> 16 * (s - 1) & 0xffff, here = sum.suits >> 16 * s & 0xffff;
        if (here > before)
            return 0;
        equal = here == before ? equal + 1 : 1;
        times /= equal;
    }
    return times;
}

static void set_dealer(struct joint *joint)
{
    struct ed_hand hand;
    struct ed_suits suits;
    struct ed_made made;
    unsigned class;
    ed_from_kinds(joint->five, FIVE, &hand, &suits);
    ed_make(&ed_ricochet_ranking, &hand, &made);
    class = ed_ricochet_class_from(joint->table, ed_score(&ed_ricochet_ranking, &hand, &made));
    joint->base = joint->stride[0] * joint->labels->dealer[class];
    for (unsigned high = 0; high < ED_RANKS; high++)
        for (unsigned low = 0; low <= high; low++)
            joint->result[ed_pair_of(high, low)] =
                (uint8_t)ed_ricochet_compare(&joint->table->of[class], high, low);
}

static int check_labels(const struct ed_ricochet_table *table, const struct ed_ricochet_labels *labels)
{
    const uint8_t *of[LABELS] = {labels->dealer, labels->pocket, labels->three,
                                 labels->five,   labels->run,    labels->seven};
    size_t length[LABELS] = {table->classes,   ED_RICOCHET_POCKETS, ED_RICOCHET_THREES,
                             ED_RICOCHET_MADE, ED_RICOCHET_RUNS,    ED_RICOCHET_MADE};
    for (unsigned k = 0; k < LABELS; k++)
        for (size_t i = 0; i < length[k]; i++)
            if (of[k][i] >= labels->numbers[k])
                return ED_E_LABEL;
    return ED_OK;
}

int ed_ricochet_joint(const void *buffer, const struct ed_ricochet_labels *labels, uint32_t first,
                      uint32_t last, uint64_t *counts, uint8_t *examples, size_t cells)
{
    const struct ed_ricochet_table *table = buffer;
    struct joint joint = {.table = table, .labels = labels, .counts = counts, .examples = examples};
    unsigned suits, cards, card[FIVE + 1];
    uint8_t kind[ED_JOKER + 1];
    size_t stride = 1;
    int status;
    if (!table || !labels || !labels->dealer || !counts)
        return ED_E_NULL;
    if (table->mark != ED_RICOCHET_MARK)
        return ED_E_TABLE;
    suits = table->deck.suits;
    cards = ed_deck_cards(&table->deck);
    if (first >= last || last > ed_choose(cards, FIVE))
        return ED_E_RANGE;
    status = check_labels(table, labels);
    if (status != ED_OK)
        return status;
    for (unsigned k = LABELS; k-- > 0; stride *= labels->numbers[k])
        joint.stride[k] = stride; /* below 2^48 */
    joint.of_result = stride;
    if (cells < RESULTS * stride)
        return ED_E_CELLS;
    for (unsigned c = 0; c < ED_RICOCHET_MADE && labels->five[c] == labels->five[ED_HIGH_CARD]; c++)
        joint.plain |= 1u << c;
    joint.alone = joint.plain >> ED_ROYAL_FLUSH && labels->numbers[4] == 1 && labels->numbers[5] == 1;
    ed_list_kinds(&table->deck, kind);
    ed_unrank(first, card, FIVE);
    for (uint32_t index = first; index < last; index++, ed_step(card)) {
        joint.dealt = (struct ed_sum){0, 0, 0};
        for (unsigned k = 0; k < FIVE; k++) {
            joint.five[k] = kind[card[k]];
            joint.dealt = ed_plus(joint.dealt, joint.five[k]);
        }
        joint.times = times_of(joint.dealt, suits);
        if (joint.times) {
            uint8_t left[ED_JOKER];
            unsigned number = 0;
            set_dealer(&joint);
            for (unsigned c = 0; c < cards; c++)
                if (!memchr(joint.five, kind[c], FIVE))
                    left[number++] = kind[c];
            for (unsigned b = 1; b < number; b++)
                for (unsigned a = 0; a < b; a++)
                    count_two(&joint, left[a], left[b]);
        }
    }
    return ED_OK;
}
