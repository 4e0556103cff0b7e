#include <string.h>

#include "pairs.h"

/*
 * (R) and (K): sums over pairs of rank vectors. Both have the form
 *
 *     sum over dealers (d, H) of weight x sum over m of ways(d, m) x now(m; H)
 *
 * where now(m; H) is 1 if a hand of rank vector m wins (loses) against a back H, else 0; or in
 * (K) how many more of the flushes with that vector do than if they were no flushes. Dealers are
 * taken in the order of H, so that now[] is an array in which a few cells change from one to the
 * next. Dealers between whose backs nothing changes count as one H; those of them with one low
 * part share the sums over blocks. Cells that are 0 tend to lie together: whole pieces of them are
 * passed over.
 */

/* One loop of run-time length per function: nested ones are not vectorised well. */
static void scale(int16_t *restrict to, const int16_t *restrict from, int16_t factor, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        to[i] = (int16_t)(from[i] * factor);
}

static int32_t dot(const int16_t *restrict a, const int16_t *restrict b, uint32_t length)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < length; i++)
        sum += (int32_t)a[i] * b[i];
    return sum;
}

/* Built place by place: vectors of k cards whose highest place has m are those of k - m cards
 * over the places below, in the same order. No entry exceeds 4^7, the ways to take seven
 * single cards, or to have taken them. */
const int16_t *ed_row(const struct ed_table *table, uint32_t low, int turned, int16_t row[2][ED_ROW])
{
    const uint8_t *vector = table->low_vector[low];
    unsigned suits = table->deck.suits;
    uint32_t start[8] = {0};
    int16_t *made = row[0];
    made[0] = 1; /* over no places at all */
    for (unsigned p = 0; p < table->low_places; p++) {
        int16_t *next = row[(p + 1) & 1];
        int last = p + 1 == table->low_places;
        uint32_t at = 0, next_start[8];
        for (unsigned k = 0; k < 8; k++) {
            at = last ? table->row_start[k] : at;
            next_start[k] = at;
            for (unsigned m = 0; m <= suits && m <= k; m++) {
                unsigned ways = turned ? ed_choose4(suits - m, vector[p]) : ed_choose4(suits - vector[p], m);
                uint32_t length = table->vectors[p][k - m];
                scale(next + at, made + start[k - m], (int16_t)ways, length);
                at += length;
            }
        }
        memcpy(start, next_start, sizeof start);
        made = next;
    }
    for (unsigned k = 0; k < 8; k++)
        for (uint32_t at = table->row_start[k] + table->vectors[table->low_places][k]; at < table->row_start[k + 1]; at++)
            made[at] = 0;
    return made;
}

/*
 * The sums over the blocks that the player may hold, for one low part of the dealer.
 *
 * Width: in (R) a sum counts low parts of the player, at most C(36, 7). In (K) it counts pairs of
 * a player's flush in one suit with a given top part and a dealer's low part beside it: at most
 * 4^7 dealers for each of 58,170 flushes (docs/method-pai-gow.md), below 2^30, and so is the sum of
 * absolute values.
 */
_Static_assert(16384LL * 58170 < INT32_MAX, "block sums must fit in 32 bits");
static void sum_blocks(const struct ed_table *table, uint32_t blocks, const int16_t *row, struct ed_scratch *scratch)
{
    for (uint32_t b = 0; b < blocks; b++) {
        const struct ed_block *block = &table->block[b];
        const uint8_t *live = scratch->live + block->cell / ED_PIECE;
        const int16_t *weight = row + table->row_start[block->cards], *now = scratch->now + block->cell;
        uint32_t length = table->row_start[block->cards + 1] - table->row_start[block->cards];
        int32_t sum = 0;
        for (uint32_t at = 0, end; at < length; at = end) {
            int any = live[at / ED_PIECE] != 0;
            end = at + ED_PIECE;
            while (end < length && (live[end / ED_PIECE] != 0) == any)
                end += ED_PIECE;
            if (any)
                sum += dot(weight + at, now + at, (end < length ? end : length) - at);
        }
        scratch->block_sum[b] = sum;
    }
}

/* Below 2^63: pairs of hands, at most C(53, 7) C(46, 7) of them. */
static int64_t join_tops(const struct ed_table *table, uint32_t blocks, uint32_t top, int turned,
                         const int32_t *block_sum)
{
    int64_t sum = 0;
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t other = table->block[b].top;
        sum += (int64_t)block_sum[b] * (turned ? table->top_ways[other][top] : table->top_ways[top][other]);
    }
    return sum;
}

static void set_cell(struct ed_scratch *scratch, uint32_t cell, int value)
{
    uint8_t *live = &scratch->live[cell / ED_PIECE];
    *live = (uint8_t)(*live + (value != 0) - (scratch->now[cell] != 0));
    scratch->now[cell] = (int16_t)value;
}

/* Brings now[] from the back `from` to the back `to`. */
static void advance(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                    int gains, uint32_t from, uint32_t to)
{
    if (!gains) {
        for (uint32_t i = scratch->class_start[from]; i < scratch->class_start[to]; i++)
            set_cell(scratch, table->cell[scratch->class_order[i]], unit->lose);
        return;
    }
    for (uint32_t i = scratch->event_start[from]; i < scratch->event_start[to]; i++) {
        uint32_t event = scratch->event[i], f = event >> 1;
        int ways = table->beside[ED_COLUMN_NONE][table->column[f]];
        uint32_t cell = table->cell[table->rank_class[f]];
        set_cell(scratch, cell, scratch->now[cell] + ed_event_change(unit, event) * ways);
    }
}

static void sum_pairs(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                      int gains, const struct ed_sink *sink)
{
    const struct ed_places *places = gains ? &table->base_place : &table->own_place;
    uint32_t place = 2 * unit->front + unit->joker;
    const struct ed_entry *entries = (gains ? table->base : table->own) + places->start[place];
    uint32_t number = places->start[place + 1] - places->start[place];
    const uint32_t *changes = gains ? scratch->event_start : scratch->class_start;
    uint32_t blocks = unit->jokers ? table->blocks : table->joker_block;
    uint16_t same_as[ED_BACKS + 1] = {0};
    uint32_t applied = 0, low = 0, top = 0, back = 0;
    int64_t sum = 0;

    for (uint32_t h = 1; h <= table->backs; h++)
        same_as[h] = changes[h + 1] > changes[h] ? (uint16_t)h : same_as[h - 1];
    for (uint32_t i = 0; i < number; i++)
        scratch->entry_key[i] = same_as[entries[i].back];
    ed_sort(scratch->entry_key, NULL, number, table->backs + 1, scratch->entry_start, scratch->entry_order);

    memset(scratch->now, 0, sizeof scratch->now);
    memset(scratch->live, 0, sizeof scratch->live);
    for (uint32_t c = 0; !gains && !unit->lose && c < table->rank_end[unit->jokers]; c++)
        set_cell(scratch, table->cell[c], 1);
    for (uint32_t i = 0; i < number; i++) {
        const struct ed_entry *entry = &entries[scratch->entry_order[i]];
        uint32_t entry_back = scratch->entry_key[scratch->entry_order[i]];
        int new_blocks = !i || back != entry_back || low != entry->at >> 16;
        if (new_blocks) {
            back = entry_back;
            low = entry->at >> 16;
            advance(table, unit, scratch, gains, applied, back + 1);
            applied = back + 1;
            sum_blocks(table, blocks, ed_row(table, low, gains, scratch->row), scratch);
        }
        if (new_blocks || top != (entry->at & 0xffff)) {
            top = entry->at & 0xffff;
            sum = join_tops(table, blocks, top, gains, scratch->block_sum);
        }
        ed_add(sink, entry->label, entry->weight * sum);
    }
}

void ed_count_ranks(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                    const struct ed_sink *sink)
{
    sum_pairs(table, unit, scratch, 0, sink);
    sum_pairs(table, unit, scratch, 1, sink);
}
