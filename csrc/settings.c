#include <string.h>

#include "rank.h"

/* Settings of a hand that is known by ranks and by its flush, as house ways and pairs need them. */

enum { CARDS = 7, FRONT = 2, BACK = 5 };

/* Cards of a hand that cannot be told apart: of one rank, and suited or not. */
struct sort_of_card {
    uint16_t bit; /* the rank; 0: the joker */
    uint8_t suited;
    uint8_t copies;
};

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

static unsigned sorts_of(const struct ed_hand *hand, struct sort_of_card sorts[CARDS])
{
    unsigned number = 0;
    for (unsigned r = 0; r < ED_RANKS; r++) {
        uint16_t bit = (uint16_t)(1u << r);
        unsigned suited = hand->suited >> r & 1;
        unsigned count = 0;
        for (unsigned c = 1; c <= 4; c++)
            if (hand->held[c] & bit)
                count = c;
        if (suited)
            sorts[number++] = (struct sort_of_card){bit, 1, 1};
        if (count > suited)
            sorts[number++] = (struct sort_of_card){bit, 0, (uint8_t)(count - suited)};
    }
    if (hand->joker)
        sorts[number++] = (struct sort_of_card){0, 0, 1};
    return number;
}

/* Moves one card of a rank into or out of a hand. */
static void move(struct ed_hand *hand, const struct sort_of_card *card, int in)
{
    unsigned held = 0;
    hand->cards = (uint8_t)(in ? hand->cards + 1 : hand->cards - 1);
    if (!card->bit) {
        hand->joker = (uint8_t)in;
        return;
    }
    for (unsigned c = 1; c <= 4; c++)
        if (hand->held[c] & card->bit)
            held = c;
    if (held)
        hand->held[held] &= (uint16_t)~card->bit;
    held = in ? held + 1 : held - 1;
    if (held)
        hand->held[held] |= card->bit;
    if (card->suited)
        hand->suited = (uint16_t)(in ? hand->suited | card->bit : hand->suited & ~card->bit);
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
    struct sort_of_card sorts[CARDS];
    unsigned kinds = sorts_of(hand, sorts);
    uint32_t number = 0;
    for (unsigned a = 0; a < kinds; a++)
        for (unsigned b = a; b < kinds; b++) {
            struct ed_hand front = {.cards = 0}, back = *hand;
            struct ed_made in_front, behind;
            if (a == b && sorts[a].copies < 2)
                continue;
            move(&front, &sorts[a], 1);
            move(&front, &sorts[b], 1);
            move(&back, &sorts[a], 0);
            move(&back, &sorts[b], 0);
            front.suited = 0;
            if (ed_popcount(back.suited) + back.joker < BACK)
                back.suited = 0;
            ed_make(ranking, &front, &in_front);
            ed_make(ranking, &back, &behind);
            if (ed_legal(ranking, &in_front, &behind))
                number = insert(sets, number, ed_score(ranking, &back, &behind),
                                ed_score(ranking, &front, &in_front));
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
