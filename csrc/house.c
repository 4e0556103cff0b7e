#include "house.h"

#include <string.h>

#include "cards.h"
#include "fronts.h"

/*
 * A house way wants the highest front that will do, and fronts come up from the highest down
 * (fronts.h), so for most hands one or two backs are ever looked at.
 */

_Static_assert(ED_FIVE_ACES < 16, "a category is a bit of a 16-bit mask");
_Static_assert(ED_RANKS < ED_OF_SUIT && 2 * ED_OF_SUIT == ED_JOKER_CARD, "marks do not overlap ranks");
_Static_assert(ED_MAX_CLAUSES == ED_NO_CLAUSE, "no clause has the number that says none");
_Static_assert(ED_TO_CLAUSE > ED_MAX_TESTS, "a jump is a test or a clause");

/* A target with the facts it names looked up in this hand. */
struct wanted {
    const struct ed_target *target;
    unsigned high, low; /* ranks that the front must have, if the target names them */
    unsigned possible;
};

static void look_up(const struct ed_target *target, const struct ed_hand *hand,
                    const struct ed_made *made, struct wanted *wanted)
{
    wanted->target = target;
    wanted->possible = 1;
    if (!target->named)
        return;
    unsigned one = ed_fact_value(target->front[0], hand, NULL, made);
    unsigned other = ed_fact_value(target->front[1], hand, NULL, made);
    wanted->high = one > other ? one : other;
    wanted->low = one > other ? other : one;
    wanted->possible = wanted->low != 0;
}

static int front_will_do(const struct wanted *wanted, unsigned high, unsigned low, uint32_t score)
{
    const struct ed_target *target = wanted->target;
    if (!wanted->possible || score < target->front_low || score > target->front_high)
        return 0;
    return !target->named || (high + 1 == wanted->high && low + 1 == wanted->low);
}

static int back_will_do(const struct ed_target *target, const struct ed_made *made)
{
    if (target->behind >> made->category & 1)
        return 1;
    return target->behind_best >> made->category & 1 && made->best[0] >= target->best_low &&
           made->best[0] <= target->best_high;
}

enum { MAX_ALTERNATIVES = 8 };

/* Tries one choice: some targets of which any will do. Returns ED_SET and fills `set`, or says
 * that none is met, or only by a foul. */
static enum ed_set_state choose(const struct ed_ranking *ranking, const struct ed_hand *hand,
                                const struct ed_made *seven, const struct ed_cards *kinds,
                                const struct ed_target *targets, unsigned number, struct ed_house_set *set)
{
    struct wanted wanted[MAX_ALTERNATIVES];
    struct ed_fronts at = {0};
    enum ed_set_state state = ED_SET_UNMET;
    for (unsigned t = 0; t < number; t++)
        look_up(&targets[t], hand, seven, &wanted[t]);
    set->front_score = 0;
    set->tied = 0;
    while (ed_next_front(kinds, &at)) {
        const struct ed_alike *one = &kinds->of[at.one], *other = &kinds->of[at.other];
        struct ed_front front;
        struct ed_hand back;
        struct ed_made made;
        unsigned will_do = 0;
        ed_front_of(one->rank, other->rank, &front);
        if (set->front_score > front.score)
            break;
        for (unsigned t = 0; t < number; t++)
            will_do |= (unsigned)front_will_do(&wanted[t], one->rank, other->rank, front.score) << t;
        if (!will_do)
            continue;
        ed_back_of(ranking, hand, one->card, other->card, &back, &made);
        for (unsigned t = 0; t < number; t++)
            if (will_do >> t & 1 && !back_will_do(&targets[t], &made))
                will_do &= ~(1u << t);
        if (!will_do)
            continue;
        if (!ed_legal(ranking, &front.made, &made)) {
            state = state == ED_SET ? ED_SET : ED_SET_FOUL;
            continue;
        }
        uint32_t score = ed_score(ranking, &back, &made);
        if (state == ED_SET && score != set->back_score)
            set->tied = 1;
        if (state == ED_SET && score <= set->back_score)
            continue;
        state = ED_SET;
        set->front_score = front.score;
        set->back_score = score;
        set->front_category = front.made.category;
        set->back_category = made.category;
        memcpy(set->front_best, front.made.best, sizeof set->front_best);
        memcpy(set->back_best, made.best, sizeof set->back_best);
        set->front[0] = one->card;
        set->front[1] = other->card;
    }
    return state;
}

/* Follows the tests to a clause. */
static unsigned decide(const struct ed_house_way *way, const struct ed_hand *hand,
                       const struct ed_made *made)
{
    unsigned at = way->start;
    while (at < ED_TO_CLAUSE) {
        const struct ed_test *test = &way->tests[at];
        unsigned value = ed_fact_value(test->fact, hand, NULL, made);
        if (test->compare) {
            unsigned other = ed_fact_value(test->other, hand, NULL, made);
            value = value < other ? 0 : value == other ? 1 : 2;
        }
        at = test->values >> value & 1 ? test->if_true : test->if_false;
    }
    return at - ED_TO_CLAUSE;
}

void ed_set_hand(const struct ed_ranking *ranking, const struct ed_house_way *way,
                 const struct ed_hand *hand, const struct ed_made *made, struct ed_house_set *set)
{
    struct ed_cards kinds;
    *set = (struct ed_house_set){.choice = ED_NO_CLAUSE, .state = ED_SET_UNCOVERED};
    set->clause = (uint16_t)decide(way, hand, made);
    if (set->clause == ED_NO_CLAUSE)
        return;
    ed_sort_out(hand, &kinds);
    set->state = ED_SET_UNMET;
    for (unsigned t = way->first[set->clause], end = way->first[set->clause + 1]; t < end;) {
        unsigned last = t + 1;
        enum ed_set_state state;
        while (last < end && way->targets[last].choice == way->targets[t].choice)
            last++;
        state = choose(ranking, hand, made, &kinds, &way->targets[t], last - t, set);
        if (state == ED_SET) {
            set->state = ED_SET;
            set->choice = way->targets[t].choice;
            return;
        }
        if (state == ED_SET_FOUL)
            set->state = ED_SET_FOUL;
        t = last;
    }
}

int ed_dominated(const struct ed_ranking *ranking, const struct ed_hand *hand, const struct ed_house_set *set)
{
    struct ed_cards kinds;
    struct ed_fronts at = {0};
    if (set->state != ED_SET)
        return 0;
    ed_sort_out(hand, &kinds);
    while (ed_next_front(&kinds, &at)) {
        struct ed_front front;
        struct ed_hand back;
        struct ed_made made;
        uint32_t score;
        ed_front_of(kinds.of[at.one].rank, kinds.of[at.other].rank, &front);
        if (front.score < set->front_score)
            return 0;
        ed_back_of(ranking, hand, kinds.of[at.one].card, kinds.of[at.other].card, &back, &made);
        score = ed_score(ranking, &back, &made);
        if (score >= set->back_score &&
            (score > set->back_score || front.score > set->front_score) &&
            ed_legal(ranking, &front.made, &made))
            return 1;
    }
    return 0;
}

/* ---- entries ------------------------------------------------------------------------------- */

static int jump_allowed(const struct ed_house_way *way, unsigned from, unsigned to)
{
    if (to >= ED_TO_CLAUSE)
        return to - ED_TO_CLAUSE < way->clauses || to - ED_TO_CLAUSE == ED_NO_CLAUSE;
    return to < way->number && to >= from;
}

static int check_fact(struct ed_fact fact, unsigned most)
{
    unsigned extent = ed_fact_extent(fact);
    if (!extent || extent > most || fact.id >= ED_FACT_CLAUSE)
        return ED_E_FACT;
    return ed_fact_level(fact) > ED_LEVEL_FLUSH ? ED_E_LEVEL : ED_OK;
}

static int check_target(const struct ed_target *target)
{
    int status = ED_OK;
    if (target->named) {
        for (unsigned i = 0; i < 2 && status == ED_OK; i++)
            status = check_fact(target->front[i], ED_RANKS + 1);
    }
    return status;
}

int ed_check_way(const struct ed_house_way *way)
{
    int status;
    if (!way || (way->number && !way->tests) || !way->targets || !way->first)
        return ED_E_NULL;
    if (!way->clauses || way->clauses > ED_MAX_CLAUSES || way->number > ED_MAX_TESTS ||
        !jump_allowed(way, 0, way->start) || way->first[0] ||
        way->first[way->clauses] > ED_MAX_TARGETS)
        return ED_E_WAY;
    for (unsigned t = 0; t < way->number; t++) {
        const struct ed_test *test = &way->tests[t];
        if (!jump_allowed(way, t + 1, test->if_true) || !jump_allowed(way, t + 1, test->if_false))
            return ED_E_WAY;
        status = check_fact(test->fact, 16);
        if (status == ED_OK && test->compare)
            status = check_fact(test->other, 16);
        if (status != ED_OK)
            return status;
    }
    for (unsigned c = 0; c < way->clauses; c++)
        if (way->first[c + 1] <= way->first[c] || way->first[c + 1] > way->first[way->clauses])
            return ED_E_WAY;
    for (unsigned c = 0; c < way->clauses; c++) {
        unsigned first = way->first[c], end = way->first[c + 1], choice = 0, alternatives = 0;
        if (way->targets[first].choice)
            return ED_E_WAY;
        for (unsigned t = first; t < end; t++) {
            if (way->targets[t].choice != choice) {
                if (way->targets[t].choice != ++choice || choice >= ED_NO_CLAUSE)
                    return ED_E_WAY;
                alternatives = 0;
            }
            if (++alternatives > MAX_ALTERNATIVES)
                return ED_E_WAY;
            status = check_target(&way->targets[t]);
            if (status != ED_OK)
                return status;
        }
    }
    return ED_OK;
}

static int check(const struct ed_ranking *ranking, const struct ed_house_way *way)
{
    int status;
    if (!ranking)
        return ED_E_NULL;
    status = ed_check_ranking(ranking);
    return status == ED_OK ? ed_check_way(way) : status;
}

static void set_one(const struct ed_ranking *ranking, const struct ed_house_way *way,
                    const struct ed_hand *hand, int judge, struct ed_house_set *set)
{
    struct ed_made made;
    ed_make(ranking, hand, &made);
    ed_set_hand(ranking, way, hand, &made, set);
    if (judge)
        set->dominated = (uint8_t)ed_dominated(ranking, hand, set);
}

int ed_set_classes(const struct ed_ranking *ranking, const struct ed_house_way *way,
                   const struct ed_hand *hands, size_t number, struct ed_set *sets, size_t *bad)
{
    int status = check(ranking, way);
    if (status != ED_OK)
        return status;
    if (number && (!hands || !sets || !bad))
        return ED_E_NULL;
    for (size_t h = 0; h < number; h++)
        if (ed_check_seven(&hands[h]) != ED_OK)
            return ED_E_CARDS;
    for (size_t h = 0; h < number; h++) {
        struct ed_house_set set;
        set_one(ranking, way, &hands[h], 0, &set);
        if (set.state != ED_SET) {
            *bad = h;
            return ED_E_UNSET;
        }
        sets[h].back = set.back_score;
        sets[h].front = set.front_score;
    }
    return ED_OK;
}

/* The place of a card that `card` stands for, of the highest suit; not `but`. */
static uint8_t place_of(const uint8_t kinds[7], const struct ed_suits *suits, const struct ed_hand *hand,
                        unsigned card, unsigned but)
{
    unsigned found = 7;
    for (unsigned i = 0; i < 7; i++) {
        unsigned suited = hand->suited && suits->suit[kinds[i] % 4] == hand->suited;
        unsigned wanted = card == ED_JOKER_CARD
                              ? kinds[i] == ED_JOKER
                              : kinds[i] != ED_JOKER && kinds[i] / 4 == (card & (ED_OF_SUIT - 1)) &&
                                    suited == (card & ED_OF_SUIT) / ED_OF_SUIT;
        if (wanted && i != but && (found == 7 || kinds[i] > kinds[found]))
            found = i;
    }
    return (uint8_t)found;
}

int ed_set_hands(const struct ed_ranking *ranking, const struct ed_house_way *way,
                 const uint8_t *kinds, size_t number, int judge, struct ed_house_set *sets,
                 uint8_t *places, size_t *bad)
{
    int status = check(ranking, way);
    if (status != ED_OK)
        return status;
    if (number && (!kinds || !sets || !places || !bad))
        return ED_E_NULL;
    status = ed_check_kinds(kinds, number, 7, bad);
    if (status != ED_OK)
        return status;
    for (size_t h = 0; h < number; h++) {
        const uint8_t *at = kinds + 7 * h;
        struct ed_hand hand;
        struct ed_suits suits;
        ed_from_kinds(at, 7, &hand, &suits);
        set_one(ranking, way, &hand, judge, &sets[h]);
        if (sets[h].state != ED_SET)
            continue;
        places[2 * h] = place_of(at, &suits, &hand, sets[h].front[0], 7);
        places[2 * h + 1] = place_of(at, &suits, &hand, sets[h].front[1], places[2 * h]);
    }
    return ED_OK;
}
