#include <string.h>

#include "cards.h"
#include "house.h"
#include "one_by_one.h"

/*
 * Pairs of hands one by one, as the audit of the pair engine: it knows no classes, and of all
 * that the engine reads it shares only what single cards make.
 */

enum { CARDS = 7, FRONT = 2, WIN = 0, PUSH = 1, LOSE = 2, RESULTS = 3 };

static uint32_t score(const struct ed_ranking *ranking, struct ed_sum sum, unsigned cards, struct ed_made *made)
{
    struct ed_hand hand = {.cards = (uint8_t)cards};
    struct ed_suits suits;
    ed_from_sum(sum, &hand, &suits);
    ed_make(ranking, &hand, made);
    return ed_score(ranking, &hand, made);
}

static struct ed_sum less(struct ed_sum sum, struct ed_sum part)
{
    return (struct ed_sum){sum.suits - part.suits, sum.sizes - part.sizes, sum.joker - part.joker};
}

static struct ed_sum sum_of(unsigned a, unsigned b)
{
    return ed_plus(ed_plus((struct ed_sum){0, 0, 0}, a), b);
}

/* ---- all hands of a deck ------------------------------------------------------------------------- */

uint64_t ed_direct_hands(const struct ed_deck *deck)
{
    return deck && ed_check_deck(deck) == ED_OK ? ed_choose(ed_deck_cards(deck), CARDS) : 0;
}

uint64_t ed_direct_answers(const struct ed_deck *deck)
{
    return deck && ed_check_deck(deck) == ED_OK ? ed_choose(ed_deck_cards(deck) - CARDS, CARDS) : 0;
}

/* ED_OK, or what is wrong with a deck and a range of its hands. */
static int check_hands(const struct ed_deck *deck, uint64_t first, uint64_t last)
{
    if (ed_check_deck(deck) != ED_OK)
        return ED_E_DECK;
    return first < last && last <= ed_direct_hands(deck) ? ED_OK : ED_E_RANGE;
}

int ed_direct_kinds(const struct ed_deck *deck, uint64_t first, uint64_t last, uint8_t *kinds)
{
    uint8_t kind[ED_JOKER + 1];
    unsigned card[CARDS + 1];
    int status;
    if (!deck || !kinds)
        return ED_E_NULL;
    status = check_hands(deck, first, last);
    if (status != ED_OK)
        return status;
    ed_list_kinds(deck, kind);
    ed_unrank(first, card, CARDS);
    for (uint64_t index = first; index < last; index++, ed_step(card))
        for (unsigned i = 0; i < CARDS; i++)
            *kinds++ = kind[card[i]];
    return ED_OK;
}

/* The legal settings that no other dominates, from the 21 ways to take two cards of seven. */
static unsigned settings(const struct ed_ranking *ranking, const uint8_t kinds[CARDS], struct ed_set *sets)
{
    struct ed_set all[ED_SETTINGS];
    struct ed_sum whole = {0, 0, 0};
    unsigned number = 0, kept = 0;
    for (unsigned i = 0; i < CARDS; i++)
        whole = ed_plus(whole, kinds[i]);
    for (unsigned a = 0; a < CARDS; a++)
        for (unsigned b = a + 1; b < CARDS; b++) {
            struct ed_sum pair = sum_of(kinds[a], kinds[b]);
            struct ed_made front, back;
            struct ed_set set = {0, 0, 0};
            set.front = score(ranking, pair, FRONT, &front);
            set.back = score(ranking, less(whole, pair), CARDS - FRONT, &back);
            if (ed_legal(ranking, &front, &back))
                all[number++] = set;
        }
    for (unsigned i = 0; i < number; i++) {
        int needed = 1;
        for (unsigned j = 0; j < number; j++) {
            int equal = all[j].back == all[i].back && all[j].front == all[i].front;
            if (j != i && all[j].back >= all[i].back && all[j].front >= all[i].front && (!equal || j < i))
                needed = 0;
        }
        if (needed)
            sets[kept++] = all[i];
    }
    return kept;
}

int ed_direct_options(const struct ed_ranking *ranking, const struct ed_deck *deck, uint64_t first,
                      uint64_t last, struct ed_set *sets, uint8_t *each)
{
    uint8_t kind[ED_JOKER + 1];
    unsigned card[CARDS + 1];
    int status;
    if (!ranking || !deck || !sets || !each)
        return ED_E_NULL;
    status = ed_check_ranking(ranking);
    if (status == ED_OK)
        status = check_hands(deck, first, last);
    if (status != ED_OK)
        return status;
    ed_list_kinds(deck, kind);
    ed_unrank(first, card, CARDS);
    for (uint64_t index = first; index < last; index++, ed_step(card)) {
        uint8_t kinds[CARDS];
        for (unsigned i = 0; i < CARDS; i++)
            kinds[i] = kind[card[i]];
        *each = (uint8_t)settings(ranking, kinds, sets);
        sets += *each++;
    }
    return ED_OK;
}

/* ---- all pairs of a deck --------------------------------------------------------------------------- */

struct pairs {
    const struct ed_set *player;
    const uint32_t *start;
    const uint16_t *label;
    uint64_t *counts;                           /* of the dealer's label */
    uint32_t back, front;                       /* the highest that do not beat the dealer's */
    uint32_t term[CARDS][ED_JOKER + 1];         /* C(card, i + 1) of the cards left to the player */
};

static unsigned result(const struct pairs *pairs, uint32_t hand)
{
    unsigned safe = 0;
    for (uint32_t i = pairs->start[hand]; i < pairs->start[hand + 1]; i++) {
        unsigned high = pairs->player[i].back > pairs->back, low = pairs->player[i].front > pairs->front;
        if (high && low)
            return WIN;
        safe |= high | low;
    }
    return safe ? PUSH : LOSE;
}

/* Goes through the hands whose cards at `place` and below are among the first `left`. */
static void answer(const struct pairs *pairs, unsigned place, unsigned left, uint32_t index)
{
    for (unsigned c = place; c < left; c++) {
        uint32_t hand = index + pairs->term[place][c];
        if (place)
            answer(pairs, place - 1, c, hand);
        else
            pairs->counts[(pairs->label ? pairs->label[hand] * RESULTS : 0) + result(pairs, hand)]++;
    }
}

int ed_direct_pairs(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                    const struct ed_set *player, const uint32_t *start, const uint16_t *player_label,
                    uint32_t player_labels, uint32_t copies, uint64_t first, uint64_t last,
                    uint64_t *counts, size_t cells)
{
    struct pairs pairs = {.player = player, .start = start, .label = player_label};
    unsigned card[CARDS + 1];
    uint64_t hands;
    int status;
    if (!deck || !dealer || !player || !start || !counts)
        return ED_E_NULL;
    status = check_hands(deck, first, last);
    if (status != ED_OK)
        return status;
    hands = ed_direct_hands(deck);
    if (copies > 1)
        return ED_E_RULES;
    if (!player_label)
        player_labels = 1;
    for (uint64_t hand = 0; hand < hands; hand++) {
        if (dealer[hand].label >= labels || (player_label && player_label[hand] >= player_labels))
            return ED_E_LABEL;
        if (!dealer[hand].back || !dealer[hand].front)
            return ED_E_SCORE;
        if (start[hand + 1] < start[hand])
            return ED_E_RANGE;
    }
    if (cells < (size_t)labels * player_labels * RESULTS)
        return ED_E_CELLS;
    ed_unrank(first, card, CARDS);
    for (uint64_t hand = first; hand < last; hand++, ed_step(card)) {
        unsigned left = 0;
        for (unsigned c = 0, i = 0; c < ed_deck_cards(deck); c++) {
            if (c == card[i]) {
                i++;
                continue;
            }
            for (unsigned place = 0; place < CARDS; place++)
                pairs.term[place][left] = (uint32_t)ed_choose(c, place + 1);
            left++;
        }
        pairs.back = dealer[hand].back - copies;
        pairs.front = dealer[hand].front - copies;
        pairs.counts = counts + (size_t)dealer[hand].label * player_labels * RESULTS;
        answer(&pairs, CARDS - 1, left, 0);
    }
    return ED_OK;
}

/* ---- one hand of the dealer ---------------------------------------------------------------------------- */

/* What two cards make in front. */
struct front {
    struct ed_sum sum;
    struct ed_made made;
    uint32_t score;
};

struct table {
    const struct ed_ranking *ranking;
    struct front front[ED_JOKER + 1][ED_JOKER + 1];
    uint32_t back, front_score; /* the highest that do not beat the dealer's */
};

/* Settings are looked at only until the result is known. No back is better than the best five
 * of all seven cards, so a hand that does not beat the dealer's back with these can only push. */
static unsigned play(const struct table *table, const unsigned card[CARDS], struct ed_sum whole)
{
    struct ed_made made;
    int high = score(table->ranking, whole, CARDS, &made) > table->back;
    unsigned safe = 0;
    for (unsigned a = 1; a < CARDS; a++)
        for (unsigned b = 0; b < a; b++) {
            const struct front *front = &table->front[card[a]][card[b]];
            uint32_t back;
            if (front->score <= table->front_score || (safe && !high))
                continue;
            back = score(table->ranking, less(whole, front->sum), CARDS - FRONT, &made);
            if (!ed_legal(table->ranking, &front->made, &made))
                continue;
            if (back > table->back)
                return WIN;
            safe = 1;
        }
    for (unsigned a = 1; high && !safe && a < CARDS; a++)
        for (unsigned b = 0; b < a && !safe; b++) {
            const struct front *front = &table->front[card[a]][card[b]];
            uint32_t back = score(table->ranking, less(whole, front->sum), CARDS - FRONT, &made);
            safe = back > table->back && ed_legal(table->ranking, &front->made, &made);
        }
    return safe ? PUSH : LOSE;
}

/* A player who sets by a house way. A hand that it does not set loses. */
static unsigned play_by(const struct table *table, const struct ed_house_way *way, struct ed_sum whole)
{
    struct ed_hand hand = {.cards = CARDS};
    struct ed_suits suits;
    struct ed_made made;
    struct ed_house_set set;
    ed_from_sum(whole, &hand, &suits);
    ed_make(table->ranking, &hand, &made);
    ed_set_hand(table->ranking, way, &hand, &made, &set);
    return LOSE - (unsigned)(set.back_score > table->back) - (unsigned)(set.front_score > table->front_score);
}

int ed_direct_hand(const struct ed_ranking *ranking, const struct ed_deck *deck, const uint8_t kinds[7],
                   const struct ed_set *set, const struct ed_house_way *way, uint32_t copies,
                   uint64_t first, uint64_t last, uint64_t counts[3], size_t *bad)
{
    struct table table = {.ranking = ranking};
    struct ed_sum above[CARDS + 1] = {{0, 0, 0}};
    uint8_t kind[ED_JOKER + 1], left[ED_JOKER + 1];
    unsigned card[CARDS + 1], all, cards = 0, changed = CARDS - 1;
    int status;
    if (!ranking || !deck || !kinds || !set || !counts || !bad)
        return ED_E_NULL;
    status = ed_check_ranking(ranking);
    if (status != ED_OK)
        return status;
    if (ed_check_deck(deck) != ED_OK)
        return ED_E_DECK;
    if (copies > 1)
        return ED_E_RULES;
    status = way ? ed_check_way(way) : ED_OK;
    if (status != ED_OK)
        return status;
    if (!set->back || !set->front)
        return ED_E_SCORE;
    if (first >= last || last > ed_direct_answers(deck))
        return ED_E_RANGE;
    all = ed_list_kinds(deck, kind);
    for (size_t i = 0; i < CARDS; i++) {
        int found = 0;
        for (unsigned c = 0; c < all; c++)
            found |= kind[c] == kinds[i];
        for (size_t j = 0; j < i; j++)
            found &= kinds[j] != kinds[i];
        if (!found) {
            *bad = i;
            return ED_E_CARD;
        }
    }
    for (unsigned c = 0; c < all; c++)
        if (!memchr(kinds, kind[c], CARDS))
            left[cards++] = kind[c];
    for (unsigned a = 0; a < cards; a++)
        for (unsigned b = 0; b < a; b++) {
            struct front *front = &table.front[a][b];
            front->sum = sum_of(left[a], left[b]);
            front->score = score(ranking, front->sum, FRONT, &front->made);
        }
    table.back = set->back - copies;
    table.front_score = set->front - copies;
    ed_unrank(first, card, CARDS);
    for (uint64_t index = first; index < last; index++) {
        for (unsigned at = changed + 1; at > 0; at--)
            above[at - 1] = ed_plus(above[at], left[card[at - 1]]);
        counts[way ? play_by(&table, way, above[0]) : play(&table, card, above[0])]++;
        changed = ed_step(card);
    }
    return ED_OK;
}
