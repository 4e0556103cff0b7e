#include <string.h>

#include "pairs.h"

/*
 * (FF): pairs of two hands with a flush, where the dealer's is set otherwise than its rank vector
 * without a flush would be.
 *
 * Dealers are taken in the order of their backs. Beside them two tables are kept of the player's
 * flush classes (A, o) that gain against the back at hand: twos[A][o] and ones[A][o] are the gains
 * themselves, read for all A that a dealer's B leaves in the same suit; holding[T][o] is their
 * sum over the A that hold the ranks T, at most two, read by inclusion and exclusion for the sets A that
 * avoid the dealer's cards X in another suit.
 */

static unsigned pair_row(unsigned a, unsigned b)
{
    return 1 + ED_RANKS + (a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b);
}

static void number_rows(const struct ed_table *table, struct ed_scratch *scratch)
{
    uint16_t twos = 0, ones = 0;
    for (unsigned set = 0; set < 1u << table->deck.ranks; set++) {
        unsigned held = ed_popcount(set);
        scratch->twos_row[set] = held == 4 || held == 5 ? twos++ : ED_NO_ROW;
        scratch->ones_row[set] = held >= 5 && held <= 7 ? ones++ : ED_NO_ROW;
    }
}

static void apply(const struct ed_table *table, struct ed_scratch *scratch, uint32_t f, int change)
{
    unsigned set = table->suited[f], column = table->column[f];
    unsigned place[7], held = 0;
    int8_t *gain = column < ED_TWOS ? &scratch->twos[scratch->twos_row[set]][column]
                                    : &scratch->ones[scratch->ones_row[set]][column - ED_TWOS];
    *gain = (int8_t)(*gain + change);
    for (; set; set &= set - 1)
        place[held++] = (unsigned)__builtin_ctz(set);
    scratch->holding[0][column] = (int16_t)(scratch->holding[0][column] + change);
    for (unsigned i = 0; i < held; i++) {
        int16_t *one = &scratch->holding[1 + place[i]][column];
        *one = (int16_t)(*one + change);
        for (unsigned j = 0; j < i; j++) {
            int16_t *two = &scratch->holding[pair_row(place[j], place[i])][column];
            *two = (int16_t)(*two + change);
        }
    }
}

/* Bytes hold the sums over all A beside one B: at most C(8, 5) + C(8, 4) = 126 sets have one
 * column, or C(9, 5) = 126 beside the four cards of a dealer with the joker. */
static void add_row(int8_t *restrict sum, const int8_t *restrict row, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        sum[i] = (int8_t)(sum[i] + row[i]);
}

static int32_t weigh(const int16_t *restrict weight, const int16_t *restrict gain)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < ED_COLUMNS; i++)
        sum += (int32_t)weight[i] * gain[i];
    return sum;
}

/* The player's flush is in the dealer's suit: hands that gain, of those beside B and r. */
static int64_t same_suit(const struct ed_table *table, struct ed_scratch *scratch, uint32_t f)
{
    unsigned others = ~(unsigned)table->suited[f] & ((1u << table->deck.ranks) - 1);
    int8_t sum[ED_COLUMNS] = {0};
    int16_t gain[ED_COLUMNS];
    for (unsigned set = others; set; set = (set - 1) & others) {
        if (scratch->twos_row[set] != ED_NO_ROW)
            add_row(sum, scratch->twos[scratch->twos_row[set]], ED_TWOS);
        if (scratch->ones_row[set] != ED_NO_ROW)
            add_row(sum + ED_TWOS, scratch->ones[scratch->ones_row[set]], ED_COLUMNS - ED_TWOS);
    }
    for (unsigned i = 0; i < ED_COLUMNS; i++)
        gain[i] = sum[i];
    return (int64_t)table->beside[ED_COLUMN_NONE][table->column[f]] *
           weigh(table->beside[table->column[f]], gain);
}

/* The player's flush is in one given other suit: the same, summed over the ranks X that the
 * dealer holds in it. */
static int64_t other_suit(const struct ed_table *table, struct ed_scratch *scratch, uint32_t f)
{
    unsigned column = table->column[f], size = table->column_cards[column].size;
    const uint8_t *place = table->column_cards[column].place;
    unsigned twin = size == 2 && place[0] == place[1]; /* both cards are of one rank */
    int suits = table->deck.suits;
    int left[ED_RANKS];
    int64_t sum = 0;
    for (unsigned p = 0; p < ED_RANKS; p++)
        left[p] = suits - 1 - (int)(table->suited[f] >> p & 1);
    for (unsigned i = 0; i < size; i++)
        left[place[i]]--;
    for (unsigned x = 0; x < 1u << (size - twin); x++) {
        int16_t gain[ED_COLUMNS], weight[ED_COLUMNS];
        unsigned rows[2], number = 0;
        int64_t ways = 1; /* of the rest of r, in the suits that hold neither flush */
        if (twin) {
            ways = x ? suits - 2 : (suits - 2) * (suits - 3) / 2;
        } else {
            for (unsigned i = 0; i < size; i++)
                if (!(x >> i & 1))
                    ways *= suits - 2;
        }
        if (!ways)
            continue;
        for (unsigned i = 0; i < size - twin; i++)
            if (x >> i & 1) {
                left[place[i]]++;
                rows[number++] = place[i];
            }
        ed_weigh_columns(left, weight);
        for (unsigned i = 0; i < number; i++)
            left[rows[i]]--;
        for (unsigned c = 0; c < ED_COLUMNS; c++) {
            int all = scratch->holding[0][c];
            for (unsigned i = 0; i < number; i++)
                all -= scratch->holding[1 + rows[i]][c];
            if (number == 2)
                all += scratch->holding[pair_row(rows[0], rows[1])][c];
            gain[c] = (int16_t)all;
        }
        sum += ways * weigh(weight, gain);
    }
    return sum;
}

void ed_count_flushes(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                      const struct ed_sink *sink)
{
    uint32_t place = 2 * unit->front + unit->joker;
    const struct ed_entry *entries = table->repair + table->repair_place.start[place];
    uint32_t number = table->repair_place.start[place + 1] - table->repair_place.start[place];
    uint32_t applied = 0, f = 0, back = 0;
    int64_t suits = table->deck.suits, sum = 0;

    number_rows(table, scratch);
    memset(scratch->twos, 0, sizeof scratch->twos);
    memset(scratch->ones, 0, sizeof scratch->ones);
    memset(scratch->holding, 0, sizeof scratch->holding);
    for (uint32_t i = 0; i < number; i++)
        scratch->entry_key[i] = entries[i].back;
    ed_sort(scratch->entry_key, NULL, number, table->backs + 1, scratch->entry_start, scratch->entry_order);

    for (uint32_t i = 0; i < number; i++) {
        const struct ed_entry *entry = &entries[scratch->entry_order[i]];
        if (!i || f != entry->at || back != entry->back) {
            f = entry->at;
            back = entry->back;
            for (uint32_t e = scratch->event_start[applied]; e < scratch->event_start[back + 1]; e++)
                apply(table, scratch, scratch->event[e] >> 1, ed_event_change(unit, scratch->event[e]));
            applied = back + 1;
            sum = suits * (same_suit(table, scratch, f) + (suits - 1) * other_suit(table, scratch, f));
        }
        ed_add(sink, entry->label, entry->weight * sum);
    }
}
