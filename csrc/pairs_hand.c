#include <string.h>

#include "pairs.h"

/* One hand of the dealer against all classes of the player: no sum over dealers to be clever
 * about, so the product of ways is taken class by class. */

enum { CARDS = 7 };

/* The dealer's cards by place: how many in all, and the places held in each suit. */
struct cards {
    uint8_t vector[ED_RANKS];
    uint16_t suit[ED_SUITS];
    unsigned joker;
};

static int read_cards(const struct ed_table *table, const uint8_t kinds[CARDS], struct cards *cards, size_t *bad)
{
    memset(cards, 0, sizeof *cards);
    for (*bad = 0; *bad < CARDS; (*bad)++) {
        unsigned kind = kinds[*bad], place = 0;
        if (kind == ED_JOKER && table->deck.jokers && !cards->joker) {
            cards->joker = 1;
            continue;
        }
        while (place < table->deck.ranks && table->deck.rank[place] != kind / 4)
            place++;
        if (place == table->deck.ranks || kind % 4 >= table->deck.suits || cards->suit[kind % 4] >> place & 1)
            return ED_E_CARD;
        cards->vector[place]++;
        cards->suit[kind % 4] |= (uint16_t)(1u << place);
    }
    return ED_OK;
}

/* Hands of the player that win or lose, as if there were no flushes. */
static int64_t by_ranks(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                        const struct cards *cards, unsigned back)
{
    const int16_t *row = ed_row(table, ed_low_of(table, cards->vector), 0, scratch->row);
    uint32_t top = 0;
    int64_t sum = 0;
    while (memcmp(table->top_vector[top], cards->vector + table->low_places, table->top_places))
        top++;
    for (uint32_t c = 0; c < table->rank_end[unit->jokers]; c++) {
        const struct ed_block *block = &table->block[table->block_of[c]];
        int counts = (back < scratch->base[c]) != unit->lose;
        if (counts)
            sum += (int64_t)row[table->row_start[block->cards] + table->cell[c] - block->cell] *
                   table->top_ways[top][block->top];
    }
    return sum;
}

/* How many more of the player's flushes do in one suit than their ranks say. */
static int64_t by_flushes(const struct ed_table *table, const struct ed_unit *unit, const struct ed_scratch *scratch,
                          const struct cards *cards, unsigned back, unsigned suit)
{
    int left[ED_RANKS];
    int16_t ways[ED_COLUMNS];
    int64_t sum = 0;
    for (unsigned p = 0; p < ED_RANKS; p++)
        left[p] = table->deck.suits - 1 - cards->vector[p] + (cards->suit[suit] >> p & 1);
    ed_weigh_columns(left, ways);
    for (uint32_t f = 0; f < table->flush_end[unit->jokers]; f++) {
        int own = (back < scratch->flush[f]) != unit->lose;
        int base = (back < scratch->base[table->rank_class[f]]) != unit->lose;
        if (!(table->suited[f] & cards->suit[suit]))
            sum += (own - base) * ways[table->column[f]];
    }
    return sum;
}

int ed_pairs_hand(const void *buffer, const uint8_t kinds[7], const struct ed_set *set, void *scratch,
                  size_t size, int64_t counts[3], size_t *bad)
{
    const struct ed_table *table = buffer;
    struct cards cards;
    uint16_t back;
    int status;
    if (!buffer || !kinds || !set || !scratch || !counts || !bad)
        return ED_E_NULL;
    if (table->mark != ED_TABLE_MARK || table->player_labels)
        return ED_E_TABLE;
    if (!ed_is_score(set->back) || !ed_is_score(set->front))
        return ED_E_SCORE;
    if (size < sizeof(struct ed_scratch) || (uintptr_t)scratch % sizeof(uint64_t))
        return ED_E_ROOM;
    status = read_cards(table, kinds, &cards, bad);
    if (status != ED_OK)
        return status;
    for (int lose = 0; lose < 2; lose++) {
        struct ed_unit unit = {.joker = cards.joker, .jokers = table->deck.jokers && !cards.joker, .lose = lose};
        unit.front = ed_stand(table, set, 0, &back) / 2;
        ed_thresholds(table, &unit, scratch);
        counts[2 * lose] = by_ranks(table, &unit, scratch, &cards, back);
        for (unsigned suit = 0; suit < table->deck.suits; suit++)
            counts[2 * lose] += by_flushes(table, &unit, scratch, &cards, back, suit);
    }
    counts[1] = (int64_t)table->answers - counts[0] - counts[2];
    return ED_OK;
}
