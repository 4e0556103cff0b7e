#include "rank.h"

/*
 * No tables: a hand is four rank masks, and everything it makes follows from a few operations
 * on them. The joker is a bug: it completes a straight, a flush or a straight flush, otherwise
 * it is an ace without a suit; of several uses the one that makes the best hand counts.
 */

_Static_assert(ED_FIVE_ACES < 16, "a category must fit in four bits of a score");

/* Bit w of the result: the window of `complete` ranks that starts at w holds them all, or with
 * the joker all but one. Ranks are shifted up by one so that bit 0 is the ace as one. */
static unsigned windows(unsigned mask, unsigned complete, unsigned joker)
{
    unsigned low = mask << 1 | (mask >> ED_ACE & 1);
    unsigned all = low;     /* no rank of the window missing so far */
    unsigned but_one = ~0u; /* at most one missing so far */
    for (unsigned at = 1; at < complete; at++) {
        but_one = (but_one & low >> at) | all;
        all &= low >> at;
    }
    /* A window that starts too high to fit would lack only what is not there: drop those. */
    return (joker ? but_one : all) & ((1u << (ED_RANKS + 2 - complete)) - 1);
}

/* The best window of a set, 1 + its number; 0 if the set is empty. */
static uint8_t best_window(const struct ed_ranking *ranking, unsigned set, unsigned complete)
{
    unsigned highest = ED_RANKS + 1 - complete; /* with the ace on top */
    if (!set)
        return 0;
    if (!(set >> highest & 1) && set & 1 && ranking->wheel == ED_WHEEL_SECOND)
        return 1;
    return (uint8_t)(1 + ed_top(set));
}

/* Appends the `count` highest ranks of a mask to best[at...]; returns where the next goes. */
static unsigned append(uint8_t best[5], unsigned at, unsigned mask, unsigned count)
{
    for (; count && mask && at < 5; count--) {
        unsigned top = ed_top(mask);
        best[at++] = (uint8_t)(top + 1);
        mask &= ~(1u << top);
    }
    return at;
}

/* The category by multiplicities alone, and the ranks that decide within it. */
static void make_multiples(struct ed_made *made, unsigned cards)
{
    unsigned most = cards < 5 ? cards : 5;
    unsigned fours = made->held[4], threes = made->held[3], pairs = made->held[2];
    unsigned at, used;
    for (at = 0; at < 5; at++)
        made->best[at] = 0;
    if (made->five_aces) {
        made->category = ED_FIVE_ACES;
        append(made->best, 0, 1u << ED_ACE, 1);
    } else if (fours) {
        made->category = ED_FOUR_OF_A_KIND;
        used = 1u << ed_top(fours);
        append(made->best, append(made->best, 0, used, 1), made->present & ~used, most - 4);
    } else if (threes && (pairs || threes & (threes - 1)) && most == 5) {
        made->category = ED_FULL_HOUSE;
        used = 1u << ed_top(threes);
        append(made->best, append(made->best, 0, used, 1), (pairs | threes) & ~used, 1);
    } else if (threes) {
        made->category = ED_THREE_OF_A_KIND;
        used = 1u << ed_top(threes);
        append(made->best, append(made->best, 0, used, 1), made->present & ~used, most - 3);
    } else if (pairs & (pairs - 1)) {
        made->category = ED_TWO_PAIR;
        used = 1u << ed_top(pairs);
        used |= 1u << ed_top(pairs & ~used);
        append(made->best, append(made->best, 0, used, 2), made->present & ~used, most - 4);
    } else if (pairs) {
        made->category = ED_PAIR;
        append(made->best, append(made->best, 0, pairs, 1), made->present & ~pairs, most - 2);
    } else {
        made->category = ED_HIGH_CARD;
        append(made->best, 0, made->present, most);
    }
}

/* Where a category stands: straights beat flushes and three of a kind beats straights in
 * hands of three cards; five aces stand where the ranking puts them. */
static unsigned place(const struct ed_ranking *ranking, unsigned category, unsigned cards)
{
    static const uint8_t three_cards[] = {
        [ED_HIGH_CARD] = 0, [ED_PAIR] = 1, [ED_FLUSH] = 2, [ED_STRAIGHT] = 3,
        [ED_THREE_OF_A_KIND] = 4, [ED_STRAIGHT_FLUSH] = 5};
    if (cards == 3)
        return three_cards[category];
    if (category < ED_STRAIGHT_FLUSH || ranking->five_aces == ED_FIVE_ACES_ABOVE_ROYAL)
        return category;
    if (ranking->five_aces == ED_FIVE_ACES_BELOW_ROYAL) {
        /* straight flush 8, five aces 9, royal flush 10 */
        return category == ED_STRAIGHT_FLUSH ? 8 : category == ED_FIVE_ACES ? 9 : 10;
    }
    /* five aces 8, straight flush 9, royal flush 10 */
    return category == ED_FIVE_ACES ? 8 : category + 1;
}

void ed_make(const struct ed_ranking *ranking, const struct ed_hand *hand, struct ed_made *made)
{
    unsigned complete = ed_complete(hand->cards);
    unsigned natural = (unsigned)(hand->held[1] | hand->held[2] | hand->held[3] | hand->held[4]);
    unsigned ace = 1u << ED_ACE;

    for (unsigned c = 1; c <= 4; c++)
        made->held[c] = hand->held[c];
    made->held[0] = 0;
    made->five_aces = 0;
    made->present = (uint16_t)natural;
    if (hand->joker) {
        unsigned held = 0;
        for (unsigned c = 1; c <= 4; c++)
            if (hand->held[c] & ace)
                held = c;
        made->held[held] &= (uint16_t)~ace;
        if (held == 4)
            made->five_aces = 1;
        else
            made->held[held + 1] |= (uint16_t)ace;
        made->present |= (uint16_t)ace;
    }
    make_multiples(made, hand->cards);

    made->flush = 0;
    made->straight = 0;
    made->straight_flush = 0;
    if (!complete)
        return;
    made->straight = best_window(ranking, windows(natural, complete, hand->joker), complete);
    if (hand->suited) {
        unsigned flush = hand->suited;
        if (hand->joker)
            flush |= 1u << ed_top(~flush & 0x1fff);
        made->flush = (uint16_t)flush;
        made->straight_flush =
            best_window(ranking, windows(hand->suited, complete, hand->joker), complete);
    }

    /* Compared by place, with five aces above all: five aces never meet a straight flush in
     * seven cards, so where they stand among those cannot change the best category. */
    struct ed_ranking plain = {ranking->wheel, ED_FIVE_ACES_ABOVE_ROYAL, ranking->equal_front};
    unsigned best = place(&plain, made->category, hand->cards);
    if (made->straight_flush && best < place(&plain, ED_STRAIGHT_FLUSH, hand->cards)) {
        unsigned window = made->straight_flush - 1u;
        int royal = complete == 5 && window == ED_RANKS + 1 - 5;
        made->category = royal ? ED_ROYAL_FLUSH : ED_STRAIGHT_FLUSH;
        for (unsigned at = 1; at < 5; at++)
            made->best[at] = 0;
        made->best[0] = (uint8_t)(ed_window_top(window, complete) + 1);
        return;
    }
    if (made->flush && best < place(&plain, ED_FLUSH, hand->cards)) {
        made->category = ED_FLUSH;
        best = place(&plain, ED_FLUSH, hand->cards);
        for (unsigned at = append(made->best, 0, made->flush, complete); at < 5; at++)
            made->best[at] = 0;
    }
    if (made->straight && best < place(&plain, ED_STRAIGHT, hand->cards)) {
        made->category = ED_STRAIGHT;
        for (unsigned at = 1; at < 5; at++)
            made->best[at] = 0;
        made->best[0] = (uint8_t)(ed_window_top(made->straight - 1u, complete) + 1);
    }
}

/* How a straight's window compares: 1 for the lowest. */
static unsigned strength(const struct ed_ranking *ranking, unsigned window, unsigned complete)
{
    unsigned highest = ED_RANKS + 1 - complete;
    if (ranking->wheel == ED_WHEEL_LOWEST || window == highest)
        return window + 1;
    return window == 0 ? highest : window;
}

uint32_t ed_score(const struct ed_ranking *ranking, const struct ed_hand *hand,
                  const struct ed_made *made)
{
    unsigned complete = ed_complete(hand->cards);
    uint32_t score = place(ranking, made->category, hand->cards) + 1;
    unsigned window = 0;
    if (made->category == ED_STRAIGHT)
        window = made->straight;
    if (made->category == ED_STRAIGHT_FLUSH || made->category == ED_ROYAL_FLUSH)
        window = made->straight_flush;
    if (window)
        return score << 20 | strength(ranking, window - 1, complete) << 16;
    for (unsigned at = 0; at < 5; at++)
        score = score << 4 | made->best[at];
    return score;
}

int ed_legal(const struct ed_ranking *ranking, const struct ed_made *front, const struct ed_made *back)
{
    unsigned shared = front->category == ED_PAIR ? 1 : 2;
    if (back->category != front->category)
        return back->category > front->category;
    for (unsigned at = 0; at < shared; at++)
        if (back->best[at] != front->best[at])
            return back->best[at] > front->best[at];
    return ranking->equal_front == ED_EQUAL_FRONT_LEGAL;
}

int ed_check_ranking(const struct ed_ranking *ranking)
{
    int known = ranking->wheel <= ED_WHEEL_LOWEST &&
                ranking->five_aces <= ED_FIVE_ACES_BELOW_STRAIGHT_FLUSHES &&
                ranking->equal_front <= ED_EQUAL_FRONT_FOUL;
    return known ? ED_OK : ED_E_RANKING;
}
