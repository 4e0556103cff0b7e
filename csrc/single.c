#include <string.h>

#include "cards.h"

/* Single hands: what they make, and how seven cards can be set. */

/* Whether the best five are as good without the joker. In hands of up to five it is one of them. */
static int joker_spare(const struct ed_ranking *ranking, const struct ed_hand *hand,
                       const struct ed_made *made)
{
    struct ed_hand natural = *hand;
    struct ed_made without;
    if (hand->cards <= 5)
        return 0;
    natural.joker = 0;
    natural.cards--;
    if (ed_popcount(natural.suited) < ed_needed(&natural))
        natural.suited = 0;
    ed_make(ranking, &natural, &without);
    return without.category == made->category && !memcmp(without.best, made->best, sizeof made->best);
}

/* What the joker stands for in the best hand: the card missing from the straight or flush, or
 * an ace; nothing if it is spare. */
static void name_joker(const struct ed_ranking *ranking, const struct ed_hand *hand,
                       const struct ed_suits *suits, const struct ed_made *made,
                       struct ed_ranked *ranked)
{
    unsigned complete = ed_complete(hand->cards);
    unsigned natural = (unsigned)(hand->held[1] | hand->held[2] | hand->held[3] | hand->held[4]);
    unsigned suit = 0, wanted, missing;
    if (joker_spare(ranking, hand, made))
        return;
    while (suit < ED_SUITS && suits->suit[suit] != hand->suited)
        suit++;
    switch (made->category) {
    case ED_STRAIGHT:
    case ED_STRAIGHT_FLUSH:
    case ED_ROYAL_FLUSH: {
        int suited = made->category != ED_STRAIGHT;
        unsigned window = (suited ? made->straight_flush : made->straight) - 1u;
        wanted = ((1u << complete) - 1) << window;
        wanted = (wanted >> 1 | (wanted & 1) << ED_ACE) & 0x1fff;
        missing = wanted & ~(suited ? (unsigned)hand->suited : natural);
        ranked->joker = (uint8_t)(ed_top(missing) + 1);
        ranked->joker_suit = suited ? (uint8_t)(suit + 1) : 0;
        return;
    }
    case ED_FLUSH:
        missing = made->flush & ~(unsigned)hand->suited;
        ranked->joker = (uint8_t)(ed_top(missing) + 1);
        ranked->joker_suit = (uint8_t)(suit + 1);
        return;
    default:
        ranked->joker = ED_ACE + 1;
    }
}

int ed_check_kinds(const uint8_t *kinds, size_t hands, unsigned cards, size_t *bad)
{
    for (size_t h = 0; h < hands; h++) {
        uint64_t seen = 0;
        for (size_t i = h * cards; i < (h + 1) * cards; i++) {
            if (kinds[i] > ED_JOKER || seen >> kinds[i] & 1) {
                *bad = i;
                return ED_E_CARD;
            }
            seen |= (uint64_t)1 << kinds[i];
        }
    }
    return ED_OK;
}

int ed_rank_hands(const struct ed_ranking *ranking, const uint8_t *kinds, size_t hands,
                  uint32_t cards, struct ed_ranked *ranked, size_t *bad)
{
    int status;
    if (!ranking || !kinds || !ranked || !bad)
        return ED_E_NULL;
    status = ed_check_ranking(ranking);
    if (status != ED_OK)
        return status;
    if (cards < 2 || cards > 7)
        return ED_E_CARDS;
    status = ed_check_kinds(kinds, hands, cards, bad);
    if (status != ED_OK)
        return status;
    for (size_t h = 0; h < hands; h++) {
        struct ed_hand hand;
        struct ed_suits suits;
        struct ed_made made;
        ed_from_kinds(kinds + h * cards, cards, &hand, &suits);
        ed_make(ranking, &hand, &made);
        ranked[h] = (struct ed_ranked){.category = made.category};
        ranked[h].score = ed_score(ranking, &hand, &made);
        memcpy(ranked[h].best, made.best, sizeof made.best);
        if (hand.joker)
            name_joker(ranking, &hand, &suits, &made, &ranked[h]);
    }
    return ED_OK;
}

/* The score of some of the cards, by places; what they make goes to `made`. */
static uint32_t set(const struct ed_ranking *ranking, const uint8_t kinds[7], const uint8_t *places,
                    unsigned cards, struct ed_made *made)
{
    struct ed_hand hand;
    struct ed_suits suits;
    uint8_t some[7];
    for (unsigned i = 0; i < cards; i++)
        some[i] = kinds[places[i]];
    ed_from_kinds(some, cards, &hand, &suits);
    ed_make(ranking, &hand, made);
    return ed_score(ranking, &hand, made);
}

static int dominates(const struct ed_setting *a, const struct ed_setting *b)
{
    return a->legal && a->front_score >= b->front_score && a->back_score >= b->back_score &&
           (a->front_score > b->front_score || a->back_score > b->back_score);
}

int ed_settings(const struct ed_ranking *ranking, const uint8_t kinds[7],
                struct ed_setting settings[ED_SETTINGS], size_t *bad)
{
    struct ed_ranked ranked;
    struct ed_setting *next = settings;
    int status;
    if (!settings)
        return ED_E_NULL;
    status = ed_rank_hands(ranking, kinds, 1, 7, &ranked, bad);
    if (status != ED_OK)
        return status;
    for (uint8_t a = 0; a < 7; a++)
        for (uint8_t b = (uint8_t)(a + 1); b < 7; b++, next++) {
            struct ed_made front, back;
            unsigned behind = 0;
            next->front[0] = a;
            next->front[1] = b;
            for (uint8_t c = 0; c < 7; c++)
                if (c != a && c != b)
                    next->back[behind++] = c;
            next->front_score = set(ranking, kinds, next->front, 2, &front);
            next->back_score = set(ranking, kinds, next->back, 5, &back);
            next->legal = (uint8_t)ed_legal(ranking, &front, &back);
            next->dominated = 0;
        }
    for (unsigned i = 0; i < ED_SETTINGS; i++)
        for (unsigned j = 0; j < ED_SETTINGS; j++)
            if (settings[i].legal && dominates(&settings[j], &settings[i]))
                settings[i].dominated = 1;
    return ED_OK;
}

int ed_hand_of_kinds(const uint8_t kinds[7], struct ed_hand *hand, size_t *bad)
{
    struct ed_suits suits;
    int status;
    if (!kinds || !hand || !bad)
        return ED_E_NULL;
    status = ed_check_kinds(kinds, 1, 7, bad);
    if (status != ED_OK)
        return status;
    hand->held[0] = 0;
    ed_from_kinds(kinds, 7, hand, &suits);
    return ED_OK;
}
