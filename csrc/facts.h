/* facts.h: the values of facts, and the rows that hands are counted in. */
#ifndef EVERYDEAL_FACTS_H
#define EVERYDEAL_FACTS_H

#include "house.h"

/* Where rows are counted, and which facts make a row's key. */
struct ed_rows {
    const struct ed_deal *deal;
    const struct ed_fact *facts;
    uint32_t number;
    uint32_t extent[ED_MAX_FACTS];
    uint64_t *keys;
    uint64_t *counts;
    struct ed_hand *examples; /* or null */
    unsigned ways;            /* bits: the house ways that facts ask for */
    int judge[ED_WAYS];       /* whether a fact asks if the setting is dominated */
    size_t mask;  /* slots - 1 */
    size_t room;  /* empty slots that may still be filled */
};

int ed_rows_init(struct ed_rows *rows, const struct ed_deal *deal, int level,
                 const struct ed_fact *facts, uint32_t number, uint64_t *keys, uint64_t *counts,
                 struct ed_hand *examples, size_t slots);

/* Adds `weight` hands like this one to their row. `suits` may be null at levels that do not
 * know the suits. Returns ED_OK or ED_E_SLOTS. */
int ed_rows_add(struct ed_rows *rows, const struct ed_hand *hand, const struct ed_suits *suits,
                uint64_t weight);

#endif
