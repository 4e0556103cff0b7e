#include <string.h>

#include "pairs.h"

/* The entries of the pair engine. */

enum { WIN = 0, PUSH = 1, LOSE = 2, RESULTS = 3 };

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

static int check_dealer(const struct ed_set *dealer, uint32_t number, uint32_t labels, int with_scores)
{
    for (uint32_t c = 0; c < number; c++) {
        if (dealer[c].label >= labels)
            return ED_E_LABEL;
        if (with_scores && !(ed_is_score(dealer[c].back) && ed_is_score(dealer[c].front)))
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
        if (!(ed_is_score(player[i].back) && ed_is_score(player[i].front)))
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
    table->copies = copies;
    status = ed_table_fill(table, deck, dealer, player, each);
    if (status == ED_OK)
        table->mark = ED_TABLE_MARK;
    return status;
}

int ed_pairs_prepare(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                     const struct ed_set *player, const uint8_t *each, uint32_t copies, uint32_t number,
                     void *table, size_t size)
{
    uint64_t options;
    int status;
    if (!deck || !player || !table)
        return ED_E_NULL;
    if (ed_check_deck(deck) != ED_OK)
        return ED_E_DECK;
    if (number != ed_class_number(deck))
        return ED_E_CLASSES;
    if (copies > 1)
        return ED_E_RULES;
    status = dealer ? check_dealer(dealer, number, labels, 1) : ED_OK;
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
    if (!table || table->mark != ED_TABLE_MARK)
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
    ed_thresholds(table, unit, scratch);
    ed_sort_thresholds(table, unit, scratch);
    ed_count_ranks(table, unit, scratch, &sink);
    ed_count_flushes(table, unit, scratch, &sink);
}

int ed_pairs_count(const void *buffer, uint32_t first, uint32_t last, void *scratch, size_t size,
                   int64_t *counts, size_t cells)
{
    const struct ed_table *table = buffer;
    if (!buffer || !scratch || !counts)
        return ED_E_NULL;
    if (table->mark != ED_TABLE_MARK)
        return ED_E_TABLE;
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
