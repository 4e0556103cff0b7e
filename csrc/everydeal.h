/*
 * everydeal.h: the whole public face of the enumeration core.
 *
 * The core counts; it never knows a pay. It is plain C11 without dependencies: no globals
 * that change, no allocation, no callbacks, no printing. The caller owns every buffer. Every
 * function that can fail returns an ed_status: 0 is ok, negatives are errors, and
 * ed_strerror() says each in words. On an error no buffer has been written.
 *
 * Cards: a kind of card is an integer 0..51, 4 * rank + suit, with ranks 0..12 for
 * 2 3 4 5 6 7 8 9 T J Q K A and suits 0..3 for clubs, diamonds, hearts, spades.
 *
 * The compiler and cffi read this same text. Beside comments it may therefore hold only the
 * include guard, #include lines, #define NAME INTEGER, and plain declarations.
 */
#ifndef EVERYDEAL_H
#define EVERYDEAL_H

#include <stddef.h>
#include <stdint.h>

/* ---- status --------------------------------------------------------------------------- */

enum ed_status {
    ED_OK = 0,
    ED_E_NULL = -1,       /* a required pointer is null */
    ED_E_RANGE = -2,      /* the index range is empty, reversed or beyond the enumeration */
    ED_E_SHOE_SMALL = -3, /* the shoe holds fewer cards than a round may need */
    ED_E_SHOE_LARGE = -4, /* the shoe holds more cards than 27 decks: counts could pass 2^63 */
    ED_E_RULES = -5,      /* a drawing table has a bit that is no total or no card value */
    ED_E_CELLS = -6       /* the strides can point beyond the given number of cells */
};

/* The meaning of a status in words, without a final full stop. Never null; a value that is
 * no ed_status gives "unknown status". */
const char *ed_strerror(int status);

/* ---- build ---------------------------------------------------------------------------- */

struct ed_build {
    const char *compiler;      /* name and version of the compiler */
    const char *flags;         /* the flags this project passed to it */
    const char *source_digest; /* SHA-256 of the C sources, 64 hex digits */
};

/* What this binary was built from and with. Static storage; never null. */
const struct ed_build *ed_build_info(void);

/* ---- baccarat ------------------------------------------------------------------------- */

#define ED_BACCARAT_HANDS 1378   /* Player's first two cards as a multiset of kinds: C(53, 2) */
#define ED_BACCARAT_MAX_CARDS 1404 /* 27 decks */

/* The drawing rules. Bit t of a mask stands for the total or value t; only bits 0..9 may
 * be set. A two-card total in `naturals`, in either hand, ends the round. */
struct ed_baccarat_rules {
    uint16_t naturals;
    uint16_t player_draws;       /* Player's two-card totals on which Player draws */
    uint16_t banker_stood_draws; /* Banker's two-card totals on which Banker draws if Player stood */
    uint16_t banker_drew_draws[10]; /* [Banker's two-card total]: the values of Player's third
                                       card on which Banker draws */
};

/*
 * Counts baccarat rounds as ordered sequences of six cards drawn without replacement, so
 * that every shoe closes on n (n-1) ... (n-5) however many cards a round turns over.
 *
 *   rules   the drawing rules
 *   shoe    how many of each of the 52 kinds the shoe holds; 6 to ED_BACCARAT_MAX_CARDS in all
 *   first, last   half-open range of Player's first two cards, as multisets of kinds in
 *           lexicographic order; 0 <= first < last <= ED_BACCARAT_HANDS. Counts of disjoint
 *           ranges add up; the whole range is one shoe.
 *   stride  where an outcome is counted: in cell
 *             stride[0] * Player's two-card total        (0..9)
 *           + stride[1] * Player's third card            (0: none, else 1 + value, 0..10)
 *           + stride[2] * Banker's two-card total        (0..9)
 *           + stride[3] * Banker's third card            (0..10)
 *           + stride[4] * pair of Player's first two     (0: none, 1: same rank, 2: same rank and suit)
 *           + stride[5] * pair of Banker's first two     (0..2)
 *           A stride of 0 sums that coordinate away.
 *   counts  `cells` counters; outcomes are added to what they hold
 *
 * Width: 1404 * 1403 * ... * 1399 is below 2^63 (asserted in baccarat.c), and every counter
 * and every partial product counts a subset of those sequences. This holds for counters that
 * were zero before the first range of one shoe; it is the caller's business to zero them.
 *
 * Cost: 1378 multiply-adds for every hand in the range, then at most 75 * 75 * 111 outcomes
 * once per call, whatever the shoe. About 3 ms for a whole shoe.
 */
int ed_baccarat_count(const struct ed_baccarat_rules *rules, const uint32_t shoe[52],
                      uint32_t first, uint32_t last, const uint32_t stride[6],
                      uint64_t *counts, size_t cells);

#endif
