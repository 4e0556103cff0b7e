#include <string.h>

#include "pairs.h"

/* The entries of the pair engine. */

enum { CARDS = 7, WIN = 0, PUSH = 1, LOSE = 2, RESULTS = 3, MARK = 0x50616972 };

/* ---- thresholds ----------------------------------------------------------------------------------- */

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

static void set_thresholds(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch)
{
    uint32_t ranks = table->rank_end[1];
    for (uint32_t c = 0; c < table->rank_end[unit->jokers]; c++)
        scratch->base[c] = threshold(table, c, unit);
    for (uint32_t f = 0; f < table->flush_end[unit->jokers]; f++)
        scratch->flush[f] = threshold(table, ranks + f, unit);
}

/* Sorts rank classes and events by threshold. */
static void sort_thresholds(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch)
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

/* ---- preparing -------------------------------------------------------------------------------------- */

size_t ed_pairs_table_size(uint64_t options)
{
    return options > (uint64_t)ED_ALL_CLASSES * ED_SETTINGS
               ? 0
               : sizeof(struct ed_table) + (size_t)options * sizeof(uint32_t);
}

size_t ed_pairs_scratch_size(void)
{
    return sizeof(struct ed_scratch);
}

static int is_score(uint32_t score)
{
    return score && score < 64 * ED_SCORE_WORDS;
}

static int check_dealer(const struct ed_set *dealer, uint32_t number, uint32_t labels, int with_scores)
{
    for (uint32_t c = 0; c < number; c++) {
        if (dealer[c].label >= labels)
            return ED_E_LABEL;
        if (with_scores && !(is_score(dealer[c].back) && is_score(dealer[c].front)))
            return ED_E_SCORE;
    }
    return ED_OK;
}

static int check_player(const struct ed_set *player, const uint8_t *each, uint32_t number, uint64_t *options)
{
    *options = number;
    if (each) {
        *options = 0;
        for (uint32_t c = 0; c < number; c++) {
            if (each[c] > ED_SETTINGS)
                return ED_E_ROOM;
            *options += each[c];
        }
    }
    for (uint64_t i = 0; i < *options; i++)
        if (!(is_score(player[i].back) && is_score(player[i].front)))
            return ED_E_SCORE;
    return ED_OK;
}

static int prepare(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                   const struct ed_set *player, const uint8_t *each, uint32_t player_labels, uint32_t copies,
                   uint64_t options, void *buffer, size_t size)
{
    struct ed_table *table = buffer;
    int status;
    if (size < ed_pairs_table_size(options) || (uintptr_t)buffer % sizeof(uint64_t))
        return ED_E_ROOM;
    memset(table, 0, sizeof *table);
    table->labels = labels;
    table->player_labels = player_labels;
    status = ed_table_fill(table, deck, dealer, player, each, copies);
    if (status == ED_OK)
        table->mark = MARK;
    return status;
}

int ed_pairs_prepare(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                     const struct ed_set *player, const uint8_t *each, uint32_t copies, uint32_t number,
                     void *table, size_t size)
{
    uint64_t options;
    int status;
    if (!deck || !dealer || !player || !table)
        return ED_E_NULL;
    if (ed_check_deck(deck) != ED_OK)
        return ED_E_DECK;
    if (number != ed_class_number(deck))
        return ED_E_CLASSES;
    if (copies > 1)
        return ED_E_RULES;
    status = check_dealer(dealer, number, labels, 1);
    if (status == ED_OK)
        status = check_player(player, each, number, &options);
    if (status != ED_OK)
        return status;
    return prepare(deck, dealer, labels, player, each, 0, copies, options, table, size);
}

int ed_pairs_prepare_labels(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                            const struct ed_set *player, uint32_t player_labels, uint32_t number, void *table,
                            size_t size)
{
    int status;
    if (!deck || !dealer || !player || !table)
        return ED_E_NULL;
    if (ed_check_deck(deck) != ED_OK)
        return ED_E_DECK;
    if (number != ed_class_number(deck))
        return ED_E_CLASSES;
    status = check_dealer(dealer, number, labels, 0);
    if (status == ED_OK)
        status = check_dealer(player, number, player_labels, 0);
    if (status != ED_OK)
        return status;
    return prepare(deck, dealer, labels, player, NULL, player_labels, 0, 0, table, size);
}

/* ---- counting ----------------------------------------------------------------------------------------- */

uint32_t ed_pairs_units(const void *buffer)
{
    const struct ed_table *table = buffer;
    uint32_t each;
    if (!table || table->mark != MARK)
        return 0;
    each = 1u + table->deck.jokers;
    return table->player_labels ? table->player_labels * each : 2 * (table->fronts + 1) * each;
}

/* The unit of this number. The joker is in one hand at most. */
static struct ed_unit unit_of(const struct ed_table *table, uint32_t number)
{
    struct ed_unit unit = {0};
    uint32_t each = 1u + table->deck.jokers;
    unit.joker = number % each;
    unit.jokers = table->deck.jokers && !unit.joker;
    number /= each;
    if (table->player_labels) {
        unit.player_label = number;
    } else {
        unit.lose = (int)(number & 1);
        unit.front = number >> 1;
    }
    return unit;
}

static void count_unit(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                       int64_t *counts)
{
    uint32_t place = 2 * unit->front + unit->joker;
    uint32_t first = table->own_place.start[place], last = table->own_place.start[place + 1];
    struct ed_sink sink = {counts, RESULTS, unit->lose ? LOSE : WIN, PUSH};
    /* A flush dealer's vector may be set with another front than the dealer is: all three lists count. */
    if (first == last && table->repair_place.start[place] == table->repair_place.start[place + 1])
        return;
    if (table->player_labels)
        sink = (struct ed_sink){counts, table->player_labels, unit->player_label, -1};
    else if (!unit->lose)
        for (uint32_t i = first; i < last; i++)
            counts[(size_t)table->own[i].label * RESULTS + PUSH] +=
                table->own[i].weight * (int64_t)table->answers;
    set_thresholds(table, unit, scratch);
    sort_thresholds(table, unit, scratch);
    ed_count_ranks(table, unit, scratch, &sink);
    ed_count_flushes(table, unit, scratch, &sink);
}

int ed_pairs_count(const void *buffer, uint32_t first, uint32_t last, void *scratch, size_t size,
                   int64_t *counts, size_t cells)
{
    const struct ed_table *table = buffer;
    if (!buffer || !scratch || !counts)
        return ED_E_NULL;
    if (first >= last || last > ed_pairs_units(table))
        return ED_E_RANGE;
    if (cells < (size_t)table->labels * (table->player_labels ? table->player_labels : (uint32_t)RESULTS))
        return ED_E_CELLS;
    if (size < sizeof(struct ed_scratch) || (uintptr_t)scratch % sizeof(uint64_t))
        return ED_E_ROOM;
    for (uint32_t number = first; number < last; number++) {
        struct ed_unit unit = unit_of(table, number);
        count_unit(table, &unit, scratch, counts);
    }
    return ED_OK;
}
