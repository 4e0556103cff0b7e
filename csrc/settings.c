#include <string.h>

#include "fronts.h"

/* Settings of a hand that is known by ranks and by its flush, as house ways and pairs need them. */

enum { CARDS = 7, BACK = 5 };

int ed_check_seven(const struct ed_hand *hand)
{
    unsigned seen = 0, cards = hand->joker;
    if (hand->cards != CARDS || hand->joker > 1)
        return ED_E_CARDS;
    for (unsigned c = 1; c <= 4; c++) {
        if (hand->held[c] & seen || hand->held[c] >> ED_RANKS)
            return ED_E_CARD;
        seen |= hand->held[c];
        cards += c * ed_popcount(hand->held[c]);
    }
    if (cards != CARDS)
        return ED_E_CARDS;
    if (hand->suited & ~seen || (hand->suited && ed_popcount(hand->suited) + hand->joker < BACK))
        return ED_E_CARD;
    return ED_OK;
}

/* Puts a setting where it belongs: fronts descend, backs of equal fronts too, none twice. */
static uint32_t insert(struct ed_set *sets, uint32_t number, uint32_t back, uint32_t front)
{
    uint32_t at = number;
    while (at && (sets[at - 1].front < front || (sets[at - 1].front == front && sets[at - 1].back < back)))
        at--;
    if (at && sets[at - 1].front == front && sets[at - 1].back == back)
        return number;
    memmove(sets + at + 1, sets + at, (number - at) * sizeof *sets);
    sets[at] = (struct ed_set){.back = back, .front = front};
    return number + 1;
}

/* All distinct legal settings; at most ED_SETTINGS, as there are no more fronts. */
static uint32_t all_settings(const struct ed_ranking *ranking, const struct ed_hand *hand, struct ed_set *sets)
{
    struct ed_cards cards;
    struct ed_fronts at = {0};
    uint32_t number = 0;
    ed_sort_out(hand, &cards);
    while (ed_next_front(&cards, &at)) {
        const struct ed_alike *one = &cards.of[at.one], *other = &cards.of[at.other];
        struct ed_front front;
        struct ed_hand back;
        struct ed_made behind;
        ed_front_of(one->rank, other->rank, &front);
        ed_back_of(ranking, hand, one->card, other->card, &back, &behind);
        if (ed_legal(ranking, &front.made, &behind))
            number = insert(sets, number, ed_score(ranking, &back, &behind), front.score);
    }
    return number;
}

int ed_hand_settings(const struct ed_ranking *ranking, const struct ed_hand *hand,
                     struct ed_set sets[ED_SETTINGS], uint32_t *number)
{
    int status;
    if (!ranking || !hand || !sets || !number)
        return ED_E_NULL;
    status = ed_check_ranking(ranking);
    if (status == ED_OK)
        status = ed_check_seven(hand);
    if (status == ED_OK)
        *number = all_settings(ranking, hand, sets);
    return status;
}

int ed_options(const struct ed_ranking *ranking, const struct ed_hand *hands, uint32_t number,
               struct ed_set *sets, uint8_t *each)
{
    int status;
    if (!ranking || !hands || !sets || !each)
        return ED_E_NULL;
    status = ed_check_ranking(ranking);
    for (uint32_t h = 0; status == ED_OK && h < number; h++)
        status = ed_check_seven(&hands[h]);
    if (status != ED_OK)
        return status;
    for (uint32_t h = 0; h < number; h++) {
        struct ed_set all[ED_SETTINGS];
        uint32_t settings = all_settings(ranking, &hands[h], all);
        uint32_t best = 0;
        each[h] = 0;
        for (uint32_t i = 0; i < settings; i++)
            if (all[i].back > best) {
                best = all[i].back;
                *sets++ = all[i];
                each[h]++;
            }
    }
    return ED_OK;
}
