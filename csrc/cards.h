/* cards.h: from cards to hands. Inline, as counting hands one by one lives on it. */
#ifndef EVERYDEAL_CARDS_H
#define EVERYDEAL_CARDS_H

#include "facts.h"

/* Natural cards of one suit that make a flush. */
static inline unsigned ed_needed(const struct ed_hand *hand)
{
    unsigned complete = ed_complete(hand->cards);
    return complete ? complete - hand->joker : 99;
}

/* The hand of four rank masks. held[c] by adding the masks as one-bit numbers. */
static inline void ed_from_suits(struct ed_hand *hand, const struct ed_suits *suits)
{
    unsigned a = suits->suit[0], b = suits->suit[1], c = suits->suit[2], d = suits->suit[3];
    unsigned ones = a ^ b ^ c ^ d;
    unsigned twos = ((a ^ b) & (c ^ d)) | ((a & b) ^ (c & d));
    hand->held[1] = (uint16_t)(ones & ~twos);
    hand->held[2] = (uint16_t)(twos & ~ones);
    hand->held[3] = (uint16_t)(ones & twos);
    hand->held[4] = (uint16_t)(a & b & c & d);
}

/* Cards added up: the four rank masks in lanes of 16 bits, how many cards of each suit in bytes,
 * and the joker. Cards of one hand differ, so adding is the same as joining. */
struct ed_sum {
    uint64_t suits;
    uint32_t sizes;
    uint32_t joker;
};

static inline struct ed_sum ed_plus(struct ed_sum sum, unsigned kind)
{
    if (kind == ED_JOKER) {
        sum.joker = 1;
    } else {
        sum.suits += (uint64_t)1 << (16 * (kind % 4) + kind / 4);
        sum.sizes += (uint32_t)1 << (8 * (kind % 4));
    }
    return sum;
}

static inline void ed_from_sum(struct ed_sum sum, struct ed_hand *hand, struct ed_suits *suits)
{
    unsigned least;
    hand->joker = (uint8_t)sum.joker;
    hand->suited = 0;
    least = ed_needed(hand);
    for (unsigned s = 0; s < ED_SUITS; s++) {
        suits->suit[s] = (uint16_t)(sum.suits >> 16 * s);
        if ((sum.sizes >> 8 * s & 0xff) >= least)
            hand->suited = suits->suit[s];
    }
    ed_from_suits(hand, suits);
}

static inline void ed_from_kinds(const uint8_t *kinds, unsigned cards, struct ed_hand *hand,
                                 struct ed_suits *suits)
{
    struct ed_sum sum = {0, 0, 0};
    for (unsigned i = 0; i < cards; i++)
        sum = ed_plus(sum, kinds[i]);
    hand->cards = (uint8_t)cards;
    ed_from_sum(sum, hand, suits);
}

/* ED_OK, or ED_E_CARD with the index of the first card that is none or stands in its hand twice. */
int ed_check_kinds(const uint8_t *kinds, size_t hands, unsigned cards, size_t *bad);

#endif
