#include <string.h>

#include "pairs.h"

/* What counting pairs reads: classes by number, scores by rank, dealers in the order of work. */

enum { CARDS = 7 };

/* ---- rank vectors by number --------------------------------------------------------------------- */

static void count_vectors(struct ed_table *table)
{
    table->vectors[0][0] = 1;
    for (unsigned p = 1; p <= table->deck.ranks; p++)
        for (unsigned k = 0; k <= CARDS; k++)
            for (unsigned m = 0; m <= table->deck.suits && m <= k; m++)
                table->vectors[p][k] += table->vectors[p - 1][k - m];
}

/* Where a vector stands among those of as many cards. */
static uint32_t number_of(const struct ed_table *table, const uint8_t *vector, unsigned places)
{
    uint32_t number = 0;
    unsigned left = 0;
    for (unsigned p = 0; p < places; p++)
        left += vector[p];
    for (unsigned p = places; p-- > 0; left -= vector[p])
        for (unsigned m = 0; m < vector[p]; m++)
            number += table->vectors[p][left - m];
    return number;
}

static unsigned cards_in(const uint8_t *vector, unsigned places)
{
    unsigned cards = 0;
    for (unsigned p = 0; p < places; p++)
        cards += vector[p];
    return cards;
}

uint32_t ed_low_of(const struct ed_table *table, const uint8_t *vector)
{
    return table->low_start[cards_in(vector, table->low_places)] + number_of(table, vector, table->low_places);
}

static unsigned top_code(const struct ed_table *table, const uint8_t *top)
{
    unsigned code = 0;
    for (unsigned p = 0; p < table->top_places; p++)
        code = 5 * code + top[p];
    return code;
}

static void list_parts(struct ed_table *table, uint16_t top_of[625])
{
    unsigned suits = table->deck.suits;
    table->top_places = table->deck.ranks < ED_TOP_PLACES ? table->deck.ranks : ED_TOP_PLACES;
    table->low_places = table->deck.ranks - table->top_places;
    for (unsigned k = 0; k <= CARDS; k++) {
        uint32_t in_row = table->vectors[table->low_places][k];
        uint8_t vector[ED_LOW_PLACES] = {0};
        table->low_start[k] = table->lows;
        table->row_start[k + 1] = table->row_start[k] + (in_row + ED_LANES - 1) / ED_LANES * ED_LANES;
        if (!in_row)
            continue;
        ed_first_vector(vector, table->low_places, suits, k);
        do
            memcpy(table->low_vector[table->lows++], vector, sizeof vector);
        while (ed_next_vector(vector, table->low_places, suits));
    }
    table->low_start[CARDS + 1] = table->lows;
    for (unsigned k = 0; k <= CARDS; k++) {
        uint8_t vector[ED_TOP_PLACES] = {0};
        if (!ed_first_vector(vector, table->top_places, suits, k))
            continue;
        do {
            top_of[top_code(table, vector)] = (uint16_t)table->tops;
            memcpy(table->top_vector[table->tops++], vector, sizeof vector);
        } while (ed_next_vector(vector, table->top_places, suits));
    }
    for (uint32_t a = 0; a < table->tops; a++)
        for (uint32_t b = 0; b < table->tops; b++) {
            unsigned ways = 1;
            for (unsigned p = 0; p < table->top_places; p++)
                ways *= ed_choose4(suits - table->top_vector[a][p], table->top_vector[b][p]);
            table->top_ways[a][b] = (uint16_t)ways; /* at most 6 * 6 * 6 * 4 */
        }
}

/* ---- cards beside a suit --------------------------------------------------------------------------- */

static unsigned column_of(const uint8_t *count, unsigned places)
{
    unsigned first = ED_RANKS, second = ED_RANKS;
    for (unsigned p = 0; p < places; p++)
        for (unsigned m = 0; m < count[p]; m++) {
            if (first == ED_RANKS)
                first = p;
            else
                second = p;
        }
    if (first == ED_RANKS)
        return ED_COLUMN_NONE;
    return second == ED_RANKS ? ED_TWOS + first : second * (second + 1) / 2 + first;
}

/* The cards of each column, and beside[][]. */
static void list_columns(struct ed_table *table)
{
    table->column_cards[ED_COLUMN_NONE].size = 0;
    for (uint8_t b = 0; b < ED_RANKS; b++) {
        table->column_cards[ED_TWOS + b].size = 1;
        table->column_cards[ED_TWOS + b].place[0] = b;
        for (uint8_t a = 0; a <= b; a++) {
            unsigned column = b * (b + 1u) / 2 + a;
            table->column_cards[column].size = 2;
            table->column_cards[column].place[0] = a;
            table->column_cards[column].place[1] = b;
        }
    }
    for (unsigned c = 0; c < ED_COLUMNS; c++) {
        int left[ED_RANKS];
        for (unsigned p = 0; p < ED_RANKS; p++)
            left[p] = table->deck.suits - 1;
        for (unsigned i = 0; i < table->column_cards[c].size; i++)
            left[table->column_cards[c].place[i]]--;
        for (unsigned p = 0; p < ED_RANKS; p++)
            if (left[p] < 0) /* two cards of a rank where one suit is left: no class has them */
                left[p] = 0;
        ed_weigh_columns(left, table->beside[c]);
    }
}

void ed_weigh_columns(const int left[ED_RANKS], int16_t weight[ED_COLUMNS])
{
    int16_t *next = weight;
    for (unsigned b = 0; b < ED_RANKS; b++) {
        for (unsigned a = 0; a < b; a++)
            *next++ = (int16_t)(left[a] * left[b]);
        *next++ = (int16_t)(left[b] * (left[b] - 1) / 2);
    }
    while (next < weight + ED_TWOS)
        *next++ = 0;
    for (unsigned a = 0; a < ED_RANKS; a++)
        *next++ = (int16_t)left[a];
    *next++ = 1;
    while (next < weight + ED_COLUMNS)
        *next++ = 0;
}

static void list_rows(struct ed_table *table)
{
    uint16_t twos = 0, ones = 0;
    for (unsigned set = 0; set < 1u << ED_RANKS; set++) {
        unsigned held = ed_popcount(set);
        table->twos_row[set] = held == 4 || held == 5 ? twos++ : ED_TWO_ROWS;
        table->ones_row[set] = held >= 5 && held <= 7 ? ones++ : ED_ONE_ROWS;
    }
}

/* ---- classes by number ------------------------------------------------------------------------------- */

/* Numbers the classes; low and top part of each class's rank vector go to key[0] and key[1]. */
static void list_classes(struct ed_table *table, const uint16_t top_of[625])
{
    struct ed_walk walk = table->deck;
    uint32_t c = 0, ranks = 0, flushes = 0, cells = 0;
    table->rank_end[0] = table->vectors[walk.ranks][CARDS];
    table->rank_end[1] = table->rank_end[0] + (walk.jokers ? table->vectors[walk.ranks][CARDS - 1] : 0);
    for (; ed_walk_next(&walk); c++) {
        uint8_t vector[ED_RANKS];
        uint32_t low;
        uint16_t top;
        ed_walk_vector(&walk, vector);
        low = ed_low_of(table, vector);
        top = top_of[top_code(table, vector + table->low_places)];
        table->weight[c] = (uint16_t)ed_walk_weight(&walk);
        table->key[0][c] = (uint16_t)low;
        table->key[1][c] = top;
        if (walk.at.flush) {
            table->suited[flushes] = walk.at.suited;
            table->column[flushes] = (uint8_t)column_of(walk.at.count, walk.ranks);
            table->rank_class[flushes] = (walk.at.joker ? table->rank_end[0] : 0) +
                                         number_of(table, vector, walk.ranks);
            table->flush_end[walk.at.joker] = ++flushes;
            continue;
        }
        struct ed_block *block = &table->block[table->blocks];
        if (!table->blocks || block[-1].top != top || block[-1].joker != walk.at.joker) {
            *block = (struct ed_block){cells, top, (uint8_t)cards_in(vector, table->low_places), walk.at.joker};
            table->joker_block += !walk.at.joker;
            cells += (table->vectors[table->low_places][block->cards] + ED_PIECE - 1) / ED_PIECE * ED_PIECE;
            table->blocks++;
        }
        block = &table->block[table->blocks - 1];
        table->block_of[ranks] = (uint16_t)(table->blocks - 1);
        table->cell[ranks++] = block->cell + low - table->low_start[block->cards];
    }
    if (table->flush_end[1] < table->flush_end[0])
        table->flush_end[1] = table->flush_end[0];
}

/* ---- scores by rank -------------------------------------------------------------------------------------- */

static unsigned bits(uint64_t word)
{
    return ed_popcount(word & 0xffff) + ed_popcount(word >> 16 & 0xffff) + ed_popcount(word >> 32 & 0xffff) +
           ed_popcount((unsigned)(word >> 48));
}

static void note(struct ed_values *values, uint32_t score)
{
    values->present[score >> 6] |= (uint64_t)1 << (score & 63);
}

/* Counts the values noted; 0 if there are more than `most`. */
static int number_values(struct ed_values *values, uint32_t most)
{
    for (uint32_t w = 0; w < ED_SCORE_WORDS; w++) {
        values->before[w] = (uint16_t)values->number;
        values->number += bits(values->present[w]);
        if (values->number > most)
            return 0;
    }
    return 1;
}

/* How many of the values noted are at most this one. */
static uint32_t up_to(const struct ed_values *values, uint32_t score)
{
    uint64_t word = values->present[score >> 6];
    return values->before[score >> 6] + bits(word & (((uint64_t)2 << (score & 63)) - 1));
}

/* The player's settings of one class, without those that another dominates: the others decide. */
static uint32_t list_options(struct ed_table *table, const struct ed_set *sets, uint32_t number, uint32_t start)
{
    uint32_t *options = table->options + start;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < number; i++) {
        uint32_t option = up_to(&table->front, sets[i].front) << 16 | up_to(&table->back, sets[i].back);
        uint32_t at = kept++;
        for (; at && options[at - 1] < option; at--)
            options[at] = options[at - 1];
        options[at] = option;
    }
    number = kept;
    kept = 0;
    for (uint32_t i = 0; i < number; i++)
        if (!kept || (options[i] & 0xffff) > (options[kept - 1] & 0xffff))
            options[kept++] = options[i];
    return start + kept;
}

/* ---- dealers in the order of work --------------------------------------------------------------------------- */

void ed_sort(const uint16_t *key, const uint32_t *from, uint32_t number, uint32_t keys,
             uint32_t *start, uint32_t *to)
{
    memset(start, 0, (keys + 1) * sizeof *start);
    for (uint32_t i = 0; i < number; i++)
        start[key[from ? from[i] : i] + 1]++;
    for (uint32_t k = 0; k < keys; k++)
        start[k + 1] += start[k];
    for (uint32_t i = 0; i < number; i++) {
        uint32_t item = from ? from[i] : i;
        to[start[key[item]]++] = item;
    }
    memmove(start + 1, start, keys * sizeof *start); /* every start has become the next one */
    start[0] = 0;
}

unsigned ed_stand(const struct ed_table *table, const struct ed_set *set, unsigned joker, uint16_t *back)
{
    *back = 0;
    if (table->player_labels)
        return joker;
    *back = (uint16_t)up_to(&table->back, set->back - table->copies);
    return 2 * up_to(&table->front, set->front - table->copies) + joker;
}

/* (R) and (K): entries of one place by low part, then top part. */
static void list_ranks(struct ed_table *table, const struct ed_set *dealer)
{
    uint32_t ranks = table->rank_end[1], all = ranks + table->flush_end[1], bases = 0;
    uint32_t start[ED_LOWS + 1];
    uint32_t *by_low = table->order[0], *by_top = table->order[1], *by_place = table->order[1];
    for (uint32_t c = 0; c < all; c++) {
        unsigned joker = c < ranks ? c >= table->rank_end[0] : c - ranks >= table->flush_end[0];
        uint16_t back;
        table->key[2][c] = (uint16_t)ed_stand(table, &dealer[c], joker, &back);
    }
    ed_sort(table->key[1], NULL, all, table->tops, start, by_top);
    ed_sort(table->key[0], by_top, all, table->lows, start, by_low);
    ed_sort(table->key[2], by_low, all, ED_PLACES, table->own_place.start, by_place);
    for (unsigned place = 0; place < ED_PLACES; place++) {
        for (uint32_t i = table->own_place.start[place]; i < table->own_place.start[place + 1]; i++) {
            uint32_t c = by_place[i];
            struct ed_entry *own = &table->own[i];
            ed_stand(table, &dealer[c], 0, &own->back);
            own->label = dealer[c].label;
            own->at = (uint32_t)table->key[0][c] << 16 | table->key[1][c];
            own->weight = table->weight[c];
            if (c < ranks) {
                table->base[bases] = *own;
                table->base[bases++].weight = table->deck.suits;
            }
        }
        table->base_place.start[place + 1] = bases;
    }
}

/* (FF): the flush dealers that are not set and labelled like their rank vectors, each beside the
 * entry that takes its vector's setting away if both have one place. */
static void list_repairs(struct ed_table *table, const struct ed_set *dealer)
{
    uint32_t ranks = table->rank_end[1];
    uint32_t next[ED_PLACES];
    uint32_t *start = table->repair_place.start;
    for (int counted = 0; counted < 2; counted++) {
        for (uint32_t f = 0; f < table->flush_end[1]; f++) {
            const struct ed_set *sets[2] = {&dealer[table->rank_class[f]], &dealer[ranks + f]};
            unsigned place[2];
            uint16_t back[2];
            for (unsigned own = 0; own < 2; own++)
                place[own] = ed_stand(table, sets[own], f >= table->flush_end[0], &back[own]);
            if (place[0] == place[1] && back[0] == back[1] && sets[0]->label == sets[1]->label)
                continue;
            for (unsigned own = 0; own < 2; own++) {
                if (counted)
                    table->repair[next[place[own]]++] =
                        (struct ed_entry){back[own], sets[own]->label, f, own ? 1 : -1};
                else
                    start[place[own] + 1]++;
            }
        }
        for (unsigned place = 0; !counted && place < ED_PLACES; place++) {
            start[place + 1] += start[place];
            next[place] = start[place];
        }
    }
}

/* ---- all of it ---------------------------------------------------------------------------------------- */

int ed_table_fill(struct ed_table *table, const struct ed_deck *deck, const struct ed_set *dealer,
                  const struct ed_set *player, const uint8_t *each)
{
    uint16_t top_of[625];
    uint32_t all, option = 0;
    ed_walk_start(&table->deck, deck);
    table->answers = ed_choose(ed_deck_cards(deck) - CARDS, CARDS);
    count_vectors(table);
    list_parts(table, top_of);
    list_columns(table);
    list_rows(table);
    list_classes(table, top_of);
    all = table->rank_end[1] + table->flush_end[1];
    if (table->player_labels) {
        for (uint32_t c = 0; c < all; c++)
            table->player_label[c] = player[c].label;
        table->backs = 1; /* having the label asked for is worth 1, and the dealer's back 0 */
    } else {
        uint32_t sets = 0;
        for (uint32_t c = 0; c < all; c++)
            sets += each ? each[c] : 1;
        for (uint32_t i = 0; i < sets; i++) {
            note(&table->back, player[i].back);
            note(&table->front, player[i].front);
        }
        if (!number_values(&table->back, ED_BACKS) || !number_values(&table->front, ED_FRONTS))
            return ED_E_SCORE;
        table->backs = table->back.number;
        table->fronts = table->front.number;
        for (uint32_t c = 0; c < all; c++) {
            uint32_t number = each ? each[c] : 1;
            table->option_start[c] = option;
            option = list_options(table, player, number, option);
            player += number;
        }
        table->option_start[all] = option;
    }
    if (dealer) {
        list_ranks(table, dealer);
        list_repairs(table, dealer);
    }
    return ED_OK;
}
