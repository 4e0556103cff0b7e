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

/* Changes the gains of a class; returns its column. */
static unsigned change_row(const struct ed_table *table, struct ed_scratch *scratch, uint32_t f, int change)
{
    unsigned set = table->suited[f], column = table->column[f];
    int8_t *gain = column < ED_TWOS ? &scratch->twos[table->twos_row[set]][column]
                                    : &scratch->ones[table->ones_row[set]][column - ED_TWOS];
    *gain = (int8_t)(*gain + change);
    return column;
}

static void apply(const struct ed_table *table, struct ed_scratch *scratch, uint32_t f, int change)
{
    unsigned column = change_row(table, scratch, f, change);
    unsigned place[7], held = 0;
    for (unsigned set = table->suited[f]; set; set &= set - 1)
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

static void widen_row(int16_t *restrict sum, const int8_t *restrict row, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        sum[i] = (int16_t)(sum[i] + row[i]);
}

/* holding[][] anew from the rows: cheaper than so many changes of single gains. */
static void hold_again(const struct ed_table *table, struct ed_scratch *scratch)
{
    memset(scratch->holding, 0, sizeof scratch->holding);
    for (unsigned set = 0; set < 1u << table->deck.ranks; set++) {
        uint16_t row[2] = {table->twos_row[set], table->ones_row[set]};
        for (unsigned a = set; row[0] + row[1] < ED_TWO_ROWS + ED_ONE_ROWS; a &= a - 1) {
            unsigned first = a ? (unsigned)__builtin_ctz(a) : 0;
            for (unsigned b = a;; b &= b - 1) {
                /* the ranks first and the lowest of b, one of them if they are the same, none if a is 0 */
                unsigned second = b ? (unsigned)__builtin_ctz(b) : 0;
                int16_t *sum = scratch->holding[!a ? 0 : first == second ? 1 + first : pair_row(first, second)];
                if (row[0] != ED_TWO_ROWS)
                    widen_row(sum, scratch->twos[row[0]], ED_TWOS);
                if (row[1] != ED_ONE_ROWS)
                    widen_row(sum + ED_TWOS, scratch->ones[row[1]], ED_COLUMNS - ED_TWOS);
                if (!(b & (b - 1)))
                    break;
            }
            if (!a)
                break;
        }
    }
}

enum { MANY = 6000 }; /* changes from which on holding[][] is rather made anew */

/* Brings the tables from the back `from` to the back `to`. */
static void advance(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                    uint32_t from, uint32_t to)
{
    uint32_t first = scratch->event_start[from], last = scratch->event_start[to];
    for (uint32_t e = first; e < last; e++) {
        uint32_t f = scratch->event[e] >> 1;
        int change = ed_event_change(unit, scratch->event[e]);
        if (last - first < MANY)
            apply(table, scratch, f, change);
        else
            change_row(table, scratch, f, change);
    }
    if (last - first >= MANY)
        hold_again(table, scratch);
}

/* Sixteen bytes added at once; compilers do not see that a loop over rows allows it. */
typedef int8_t lanes __attribute__((vector_size(16)));

/* Adds up some rows of `width` bytes, a multiple of 16.
 *
 * Bytes hold the sums over all A beside one B: at most C(8, 5) + C(8, 4) = 126 sets have one
 * column, or C(9, 5) = 126 beside the four cards of a dealer with the joker. */
static void add_rows(const int8_t *rows, const uint16_t *row, unsigned number, unsigned width, int8_t *sum)
{
    for (unsigned at = 0; at < width; at += sizeof(lanes)) {
        lanes total = {0};
        for (unsigned i = 0; i < number; i++) {
            lanes next;
            memcpy(&next, rows + (size_t)row[i] * width + at, sizeof next);
            total += next;
        }
        memcpy(sum + at, &total, sizeof total);
    }
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
    uint16_t twos[512], ones[512]; /* rows of the sets within nine ranks or fewer */
    unsigned two_rows = 0, one_rows = 0;
    int8_t sum[ED_COLUMNS];
    int16_t gain[ED_COLUMNS];
    for (unsigned set = others; set; set = (set - 1) & others) {
        twos[two_rows] = table->twos_row[set];
        ones[one_rows] = table->ones_row[set];
        two_rows += twos[two_rows] != ED_TWO_ROWS;
        one_rows += ones[one_rows] != ED_ONE_ROWS;
    }
    add_rows(scratch->twos[0], twos, two_rows, ED_TWOS, sum);
    add_rows(scratch->ones[0], ones, one_rows, ED_COLUMNS - ED_TWOS, sum + ED_TWOS);
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

    if (!number)
        return;
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
            advance(table, unit, scratch, applied, back + 1);
            applied = back + 1;
            sum = suits * (same_suit(table, scratch, f) + (suits - 1) * other_suit(table, scratch, f));
        }
        ed_add(sink, entry->label, entry->weight * sum);
    }
}
