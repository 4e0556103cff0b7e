#include <string.h>

#include "pairs.h"

/* From which back of the dealer on a class of the player does not win, or loses. */

/* A class wins as long as the dealer's back is below the best back that it can put behind a front
 * that beats the dealer's. It loses from its very best back on, if no front beats. */
static uint16_t threshold(const struct ed_table *table, uint32_t c, const struct ed_unit *unit)
{
    const uint32_t *first = table->options + table->option_start[c];
    const uint32_t *end = table->options + table->option_start[c + 1];
    const uint32_t *at = first;
    if (table->player_labels)
        return table->player_label[c] == unit->player_label;
    if (first == end)
        return 0; /* never wins, always loses */
    if (unit->lose)
        return (uint16_t)(*first >> 16 > unit->front ? table->backs + 1 : end[-1] & 0xffff);
    while (at < end && *at >> 16 > unit->front)
        at++;
    return at == first ? 0 : at[-1] & 0xffff;
}

void ed_thresholds(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch)
{
    uint32_t ranks = table->rank_end[1];
    for (uint32_t c = 0; c < table->rank_end[unit->jokers]; c++)
        scratch->base[c] = threshold(table, c, unit);
    for (uint32_t f = 0; f < table->flush_end[unit->jokers]; f++)
        scratch->flush[f] = threshold(table, ranks + f, unit);
}

void ed_sort_thresholds(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch)
{
    uint32_t keys = table->backs + 2, flushes = table->flush_end[unit->jokers];
    uint32_t *start = scratch->event_start;
    ed_sort(scratch->base, NULL, table->rank_end[unit->jokers], keys, scratch->class_start, scratch->class_order);
    memset(start, 0, (keys + 1) * sizeof *start);
    for (uint32_t f = 0; f < flushes; f++) {
        uint16_t own = scratch->flush[f], base = scratch->base[table->rank_class[f]];
        if (own != base) {
            start[own + 1]++;
            start[base + 1]++;
        }
    }
    for (uint32_t k = 0; k < keys; k++)
        start[k + 1] += start[k];
    for (uint32_t f = 0; f < flushes; f++) {
        uint16_t own = scratch->flush[f], base = scratch->base[table->rank_class[f]];
        if (own != base) {
            scratch->event[start[own]++] = f << 1;
            scratch->event[start[base]++] = f << 1 | 1;
        }
    }
    memmove(start + 1, start, keys * sizeof *start); /* every start has become the next one */
    start[0] = 0;
}
