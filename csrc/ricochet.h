/* ricochet.h: what the files that count Ricochet Poker have in common. */
#ifndef EVERYDEAL_RICOCHET_H
#define EVERYDEAL_RICOCHET_H

#include "rank.h"

enum {
    ED_RICOCHET_MARK = 0x52636f63,
    ED_RICOCHET_DRAWS = 455, /* ways to draw three ranks: C(15, 3) */
    ED_RICOCHET_PAIRS = 91,  /* ways to hold two: C(14, 2) */
    ED_RICOCHET_TWOS = 1326, /* two cards: C(52, 2) */
    ED_RICOCHET_BY_RANKS = ED_FOUR_OF_A_KIND + 1 /* categories that ranks alone can make, and the flush */
};

static const struct ed_ranking ed_ricochet_ranking = {
    ED_WHEEL_LOWEST, ED_FIVE_ACES_ABOVE_ROYAL, ED_EQUAL_FRONT_LEGAL};

/* The draws that may complete two ranks, the best hand first. */
struct ed_ricochet_draws {
    uint16_t number;
    uint16_t end[ED_RICOCHET_BY_RANKS + 1]; /* [c]: how many make category c or better by ranks */
    /* The ways to take the draw are a product of two weights, see set_weights(). */
    uint8_t two[ED_RICOCHET_DRAWS];
    uint8_t one[ED_RICOCHET_DRAWS];
    uint16_t ranks[ED_RICOCHET_DRAWS];  /* the set drawn */
    uint16_t made[ED_RICOCHET_DRAWS];   /* the class of the completed hand, not suited */
    uint16_t suited[ED_RICOCHET_DRAWS]; /* and suited; 0 where it cannot be */
};

struct ed_ricochet_table {
    uint32_t mark;
    uint32_t classes;
    uint32_t first_flush; /* the lowest class of a flush */
    struct ed_deck deck;
    struct ed_ricochet_class of[ED_RICOCHET_CLASSES];
    struct ed_ricochet_draws draws[ED_RICOCHET_PAIRS];
    uint8_t three[ED_RICOCHET_TWOS][ED_JOKER]; /* what two cards, b (b - 1) / 2 + a for a < b, make with a
                                                  third: a category, or ED_RICOCHET_MINI_ROYAL */
};

static inline unsigned ed_pair_of(unsigned high, unsigned low)
{
    return high * (high + 1) / 2 + low;
}

/* An enum ed_ricochet_result of two ranks against a class of the dealer. */
unsigned ed_ricochet_compare(const struct ed_ricochet_class *class, unsigned high, unsigned low);

/* The lowest class with this score or a higher one: there is one. */
unsigned ed_ricochet_class_from(const struct ed_ricochet_table *table, uint32_t score);

void ed_ricochet_list_threes(struct ed_ricochet_table *table);

int ed_ricochet_check_rules(const struct ed_ricochet_rules *rules);

/* ED_OK, or ED_E_TABLE or ED_E_RANGE. */
int ed_ricochet_check_range(const struct ed_ricochet_table *table, uint32_t first, uint32_t last);

#endif
