/* ricochet.h: what counting Ricochet Poker by classes and one by one have in common. */
#ifndef EVERYDEAL_RICOCHET_H
#define EVERYDEAL_RICOCHET_H

#include "everydeal.h"

int ed_ricochet_check_rules(const struct ed_ricochet_rules *rules);

#endif
