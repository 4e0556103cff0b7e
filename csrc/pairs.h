/*
 * pairs.h: what the files of the pair engine share. The method and its proof are in
 * docs/method-pai-gow.md; the names here are used there.
 *
 * Ranks are places of the deck, from the lowest. A rank vector is cut in two: `top` for the
 * four highest places and `low` for the rest, so that the ways to draw one vector beside another
 * are a product of two short tables. Classes with one top part lie together, a *block*, in the
 * order of their low parts: that is the order of ed_classes().
 */
#ifndef EVERYDEAL_PAIRS_H
#define EVERYDEAL_PAIRS_H

#include "classes.h"

/* The largest numbers that a deck has of everything: those of 13 ranks, four suits, the joker. */
enum {
    ED_TOP_PLACES = 4,
    ED_LOW_PLACES = 9,
    ED_TOPS = 270,            /* top parts of at most seven cards */
    ED_LOWS = 10945,          /* low parts of at most seven cards */
    ED_LANES = 8,             /* rows of low parts are padded to a multiple of this many */
    ED_ROW = 10976,           /* low parts padded, for each number of cards */
    ED_BLOCKS = 460,
    ED_PIECE = 64,            /* cells that are passed over together while all are 0 */
    ED_CELLS = 1398 * ED_PIECE, /* rank classes, each block padded to whole pieces */
    ED_RANK_CLASSES = 67600,
    ED_FLUSH_CLASSES = 224653,
    ED_ALL_CLASSES = ED_RANK_CLASSES + ED_FLUSH_CLASSES,
    ED_BACKS = 7463,          /* distinct five-card hands, five aces among them */
    ED_FRONTS = 91,           /* distinct two-card hands */
    ED_PLACES = 2 * (ED_FRONTS + 1), /* by front and joker */
    ED_SCORE_WORDS = 1 << 18, /* scores are below 2^24, 64 to a word */
    /* The cards of a flush class that are not in the suit, by rank: 91 twos, 13 ones, none. */
    ED_TWOS = 96,             /* padded */
    ED_COLUMN_NONE = 109,
    ED_COLUMNS = 112,         /* padded */
    ED_TWO_ROWS = 2002,       /* C(13, 5) + C(13, 4) sets A beside which two cards may lie */
    ED_ONE_ROWS = 4719,       /* C(13, 5) + C(13, 6) + C(13, 7) beside which one or none may */
    ED_TABLE_MARK = 0x50616972
};

/* Classes with the same top part and the same number of jokers. */
struct ed_block {
    uint32_t cell;   /* where its first class stands among padded cells */
    uint16_t top;
    uint8_t cards;   /* of the low part */
    uint8_t joker;
};

/* A dealer's setting as one term of the sum asks for it: what it counts for whom. */
struct ed_entry {
    uint16_t back;   /* how many backs of the player it beats or copies */
    uint16_t label;
    uint32_t at;     /* a rank vector as low << 16 | top, or a flush class */
    int32_t weight;
};

/* Entries lie together that are counted in one unit: same front, same number of jokers. */
struct ed_places {
    uint32_t start[ED_PLACES + 1];
};

struct ed_values {
    uint64_t present[ED_SCORE_WORDS];
    uint16_t before[ED_SCORE_WORDS];
    uint32_t number;
};

/* All that is read when a unit is counted. */
struct ed_table {
    uint32_t mark;          /* that it is filled */
    struct ed_walk deck;
    uint32_t labels;
    uint32_t player_labels; /* 0: results are counted, else the player's labels */
    uint32_t copies;
    uint64_t answers;       /* the player's hands for one of the dealer's */
    uint32_t fronts, backs; /* how many different ones the player may set */

    unsigned low_places, top_places;
    uint32_t lows, tops, blocks;
    uint32_t vectors[ED_RANKS + 1][8]; /* [p][k]: vectors of k cards over p places */
    uint32_t low_start[9];          /* [k]: the first low part of k cards */
    uint32_t row_start[9];          /* the same in padded rows */
    uint8_t low_vector[ED_LOWS][ED_LOW_PLACES];
    uint8_t top_vector[ED_TOPS][ED_TOP_PLACES];
    uint16_t top_ways[ED_TOPS][ED_TOPS]; /* [a][b]: ways to draw b beside a given a */
    struct ed_block block[ED_BLOCKS];
    uint32_t joker_block;           /* the first block with the joker */

    uint32_t rank_end[2];           /* one after the last rank class without the joker, with it */
    uint32_t flush_end[2];          /* flush classes, counted from 0 */
    uint32_t cell[ED_RANK_CLASSES];
    uint16_t block_of[ED_RANK_CLASSES];
    uint16_t suited[ED_FLUSH_CLASSES];     /* A by places */
    uint8_t column[ED_FLUSH_CLASSES];      /* o */
    uint32_t rank_class[ED_FLUSH_CLASSES]; /* the class of A + o */
    /* [A]: its row of classes with two other cards, with one or none; the last row if it has none,
     * which stays 0 */
    uint16_t twos_row[1 << ED_RANKS], ones_row[1 << ED_RANKS];
    struct { uint8_t size, place[2]; } column_cards[ED_COLUMNS];
    /* [c]: how many ways there are to take the cards of each column where s - 1 suits are left
     * of every rank but those that the cards of column c come from */
    int16_t beside[ED_COLUMNS][ED_COLUMNS];

    struct ed_places own_place, base_place, repair_place;
    struct ed_entry own[ED_ALL_CLASSES];          /* (R): every dealer's own setting */
    struct ed_entry base[ED_RANK_CLASSES];        /* (K): settings of rank vectors */
    struct ed_entry repair[2 * ED_FLUSH_CLASSES]; /* (FF): a flush dealer's, and minus its vector's */

    struct ed_values back, front;
    uint32_t order[2][ED_ALL_CLASSES]; /* for sorting */
    uint16_t key[3][ED_ALL_CLASSES];
    uint16_t weight[ED_ALL_CLASSES];

    uint16_t player_label[ED_ALL_CLASSES];
    uint32_t option_start[ED_ALL_CLASSES + 1];
    uint32_t options[]; /* front << 16 | back by rank of score; fronts descend, backs ascend */
};

/* What counting a unit needs room for. A threshold is the number of backs, from the lowest, which a
 * dealer must beat or copy for the class not to win, or to lose; one more than there are backs if
 * none will do. */
struct ed_scratch {
    uint16_t base[ED_RANK_CLASSES];
    uint16_t flush[ED_FLUSH_CLASSES];
    uint32_t class_order[ED_RANK_CLASSES];   /* by threshold */
    uint32_t class_start[ED_BACKS + 3];
    uint32_t event[2 * ED_FLUSH_CLASSES];    /* by threshold: see ed_event */
    uint32_t event_start[ED_BACKS + 3];
    uint16_t entry_key[2 * ED_FLUSH_CLASSES];
    uint32_t entry_order[2 * ED_FLUSH_CLASSES]; /* by back */
    uint32_t entry_start[ED_BACKS + 3];
    /* ranks */
    int16_t now[ED_CELLS];
    uint8_t live[ED_CELLS / ED_PIECE];   /* cells of each piece that are not 0 */
    int16_t row[2][ED_ROW];
    int32_t block_sum[ED_BLOCKS];
    /* flushes */
    int8_t twos[ED_TWO_ROWS + 1][ED_TWOS];
    int8_t ones[ED_ONE_ROWS + 1][ED_COLUMNS - ED_TWOS];
    int16_t holding[92][ED_COLUMNS];     /* gains of classes whose A holds none, one, two given ranks */
};

/* One unit of work: an independent part of the sum. */
struct ed_unit {
    uint32_t front;  /* how many of the player's fronts the dealer's beats or copies */
    uint32_t joker;  /* the dealer holds it */
    uint32_t jokers; /* the player may hold it: 0 or 1 */
    int lose;        /* 0: hands that win are counted, 1: that lose */
    uint32_t player_label; /* where labels are counted: hands with it "win" */
};

/* An event is a flush class whose result changes, with that of its rank vector or away from it.
 * At its own threshold and at that of its vector it is told from the other by the lowest bit. */
static inline int ed_event_change(const struct ed_unit *unit, uint32_t event)
{
    int own = event & 1 ? 1 : -1; /* it wins no longer */
    return unit->lose ? -own : own;
}

_Static_assert(2 * ED_FLUSH_CLASSES >= ED_ALL_CLASSES, "any list of entries must fit in entry_order");

/* Counting sort of numbers 0..number-1 by key, stable; start[k] is where key k starts, and
 * start[keys] is `number`. `from` gives the order to sort, null for 0, 1, 2... */
void ed_sort(const uint16_t *key, const uint32_t *from, uint32_t number, uint32_t keys,
             uint32_t *start, uint32_t *to);

/* Fills a table of a deck in which only labels and copies are set; the other arguments are those
 * of ed_pairs_prepare(). */
int ed_table_fill(struct ed_table *table, const struct ed_deck *deck, const struct ed_set *dealer,
                  const struct ed_set *player, const uint8_t *each);

/* Where a dealer's set hand stands among the player's: the place of its entries (its front and the
 * joker), and its back. A dealer who loses copies beats only what is lower. */
unsigned ed_stand(const struct ed_table *table, const struct ed_set *set, unsigned joker, uint16_t *back);

/* The number of a low part. */
uint32_t ed_low_of(const struct ed_table *table, const uint8_t *vector);

/* Sets the thresholds of the classes that the player may hold; then sorts classes and events by them. */
void ed_thresholds(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch);
void ed_sort_thresholds(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch);

static inline int ed_is_score(uint32_t score)
{
    return score && score < 64 * (uint32_t)ED_SCORE_WORDS;
}

/* Adds to a dealer's label. */
struct ed_sink {
    int64_t *counts;
    uint32_t stride;  /* between labels */
    uint32_t at;      /* what is counted */
    int32_t against;  /* what it is taken from; -1: nothing */
};

static inline void ed_add(const struct ed_sink *sink, uint32_t label, int64_t number)
{
    int64_t *counts = sink->counts + (size_t)label * sink->stride;
    counts[sink->at] += number;
    if (sink->against >= 0)
        counts[sink->against] -= number;
}

/* How many ways there are to take the cards of each column where left[p] cards of a rank are. */
void ed_weigh_columns(const int left[ED_RANKS], int16_t weight[ED_COLUMNS]);

/* The ways to draw each low part beside the low part `low` (or that beside each, if `turned`). */
const int16_t *ed_row(const struct ed_table *table, uint32_t low, int turned, int16_t row[2][ED_ROW]);

void ed_count_ranks(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                    const struct ed_sink *sink);
void ed_count_flushes(const struct ed_table *table, const struct ed_unit *unit, struct ed_scratch *scratch,
                      const struct ed_sink *sink);

#endif
