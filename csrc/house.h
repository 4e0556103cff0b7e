/* house.h: how a house way sets one hand. */
#ifndef EVERYDEAL_HOUSE_H
#define EVERYDEAL_HOUSE_H

#include "rank.h"

/* Sets a hand of seven cards; `made` is what the seven make. The house way has been checked. */
void ed_set_hand(const struct ed_ranking *ranking, const struct ed_house_way *way,
                 const struct ed_hand *hand, const struct ed_made *made, struct ed_house_set *set);

/* Whether another legal setting is at least as good in both hands as a set hand and better in one. */
int ed_dominated(const struct ed_ranking *ranking, const struct ed_hand *hand, const struct ed_house_set *set);

#endif
