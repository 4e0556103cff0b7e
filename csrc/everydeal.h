/*
 * everydeal.h: the whole public face of the enumeration core.
 *
 * The core counts; it never knows a pay. It is plain C11 without dependencies: no globals
 * that change, no allocation, no callbacks, no printing. The caller owns every buffer. Every
 * function that can fail returns an ed_status: 0 is ok, negatives are errors, and
 * ed_strerror() says each in words. On an error no buffer has been written, unless the function
 * says otherwise.
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
    ED_E_CELLS = -6,      /* the strides can point beyond the given number of cells */
    ED_E_RANKING = -7,    /* a ranking option has no such value */
    ED_E_CARDS = -8,      /* a hand of this game has 2 to 7 cards */
    ED_E_CARD = -9,       /* a card is no kind of this deck, or stands in the hand twice */
    ED_E_FACT = -10,      /* no such fact, or its argument is out of range, or too many facts */
    ED_E_LEVEL = -11,     /* the level of counting is too coarse for one of the facts */
    ED_E_SLOTS = -12,     /* the slots are not a power of two, or too few for the rows */
    ED_E_DECK = -13,      /* no ranks or unknown ones, not 2 to 4 suits, or fewer than 14 cards */
    ED_E_CLASSES = -14,   /* as many entries are needed as the deck has classes, or hands */
    ED_E_LABEL = -15,     /* a label is not below the number of labels */
    ED_E_SCORE = -16,     /* a score is 0 or beyond those of hands, or too many scores differ */
    ED_E_ROOM = -17,      /* a buffer is too small or not aligned, or a hand has too many settings */
    ED_E_TABLE = -18,     /* the table is not filled, or filled for labels */
    ED_E_WAY = -19,       /* a house way's tests or targets point where they may not */
    ED_E_UNSET = -20,     /* a house way does not set a hand */
    ED_E_OPTION = -21,    /* an option of a game has no such value */
    ED_E_DRAWN = -22,     /* a player draws three cards, and fewer are left of those given */
    ED_E_SUMS = -23       /* sums of so many rounds, or of such stakes and pays, could pass 2^63 */
};

/* The meaning of a status in words, without a final full stop. Never null; a value that is
 * no ed_status gives "unknown status". */
const char *ed_strerror(int status);

/* ---- build ---------------------------------------------------------------------------- */

struct ed_build {
    const char *compiler;      /* name and version of the compiler */
    const char *flags;         /* CFLAGS of the build without paths, then this project's own */
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
 * Cost: 1378 multiply-adds for every hand in the range, then at most 75 * 75 * 100 outcomes
 * once per call, whatever the shoe. About 3 ms for a whole shoe.
 */
int ed_baccarat_count(const struct ed_baccarat_rules *rules, const uint32_t shoe[52],
                      uint32_t first, uint32_t last, const uint32_t stride[6],
                      uint64_t *counts, size_t cells);

/* ---- poker hands ----------------------------------------------------------------------- */

/* The joker is kind 52. It is a bug: it completes a straight, a flush (as the highest rank of
 * the suit not held) or a straight flush; otherwise it is an ace without a suit. Of several
 * uses the one that makes the best hand counts. A joker that counts as an ace is worth exactly
 * an ace.
 *
 * Hands of five to seven cards are ranked by their best five; hands of three by three-card
 * ranks (straights beat flushes, three of a kind beats both); in hands of two or four no
 * straight or flush counts. */

enum ed_category {
    ED_HIGH_CARD = 0,
    ED_PAIR = 1,
    ED_TWO_PAIR = 2,
    ED_THREE_OF_A_KIND = 3,
    ED_STRAIGHT = 4,
    ED_FLUSH = 5,
    ED_FULL_HOUSE = 6,
    ED_FOUR_OF_A_KIND = 7,
    ED_STRAIGHT_FLUSH = 8,
    ED_ROYAL_FLUSH = 9,
    ED_FIVE_ACES = 10
};

enum ed_wheel {
    ED_WHEEL_SECOND = 0, /* A-2-3-4-5 is the second-highest straight, suited or not */
    ED_WHEEL_LOWEST = 1  /* it is the lowest */
};

enum ed_five_aces_place {
    ED_FIVE_ACES_ABOVE_ROYAL = 0,
    ED_FIVE_ACES_BELOW_ROYAL = 1, /* above every other straight flush */
    ED_FIVE_ACES_BELOW_STRAIGHT_FLUSHES = 2
};

enum ed_equal_front {
    ED_EQUAL_FRONT_LEGAL = 0, /* a back that matches the front in all the front's cards outranks
                                 it, as it has more cards */
    ED_EQUAL_FRONT_FOUL = 1
};

/* How hands are ranked, and what makes a setting legal. */
struct ed_ranking {
    uint8_t wheel;       /* enum ed_wheel */
    uint8_t five_aces;   /* enum ed_five_aces_place */
    uint8_t equal_front; /* enum ed_equal_front; only settings ask */
};

/* A hand as far as it matters to what it makes: by ranks, and by the one suit that can make a
 * flush (there is at most one in seven cards). Bit r of a mask is rank r. held[c]: the ranks of
 * which the hand holds exactly c natural cards, c = 1..4; held[0] is not used. */
struct ed_hand {
    uint16_t held[5];
    uint16_t suited; /* the ranks held in the suit that makes a flush with the joker; 0 if none does */
    uint8_t cards;   /* 2..7, the joker among them */
    uint8_t joker;   /* 0 or 1 */
};

/* A ranked hand. Scores of hands of five to seven cards compare with one another, and scores
 * of hands of one size: higher is better, equal is a copy. No score is 0. */
struct ed_ranked {
    uint32_t score;
    uint8_t category;   /* enum ed_category */
    uint8_t best[5];    /* the ranks that decide within the category, 1 + rank (1..13), the
                           first decides first; 0: none. A straight has its top card only. */
    uint8_t joker;      /* what the joker stands for, 1 + rank; 0: no joker, or not needed */
    uint8_t joker_suit; /* 1 + suit where the suit matters; 0: any or none */
};

/*
 * Ranks `hands` hands of `cards` cards each, one after the other in `kinds`.
 *
 *   cards   2..7
 *   kinds   hands * cards kinds, 0..52; no kind twice in a hand
 *   ranked  `hands` results
 *
 * On ED_E_CARD, *bad is the index in `kinds` of the card that is none or stands there twice.
 * Cost: about 30 ns a hand.
 */
int ed_rank_hands(const struct ed_ranking *ranking, const uint8_t *kinds, size_t hands,
                  uint32_t cards, struct ed_ranked *ranked, size_t *bad);

/* ---- settings ---------------------------------------------------------------------------- */

#define ED_SETTINGS 21 /* ways to take two cards of seven: C(7, 2) */

/* One way to set seven cards: two in front, five behind. Cards are places 0..6 in the hand. */
struct ed_setting {
    uint8_t front[2];
    uint8_t back[5];
    uint8_t legal;     /* the back outranks the front: by category, then card by card */
    uint8_t dominated; /* another legal setting is at least as good in both and better in one */
    uint32_t front_score;
    uint32_t back_score;
};

/*
 * All settings of a hand of seven, in lexicographic order of the front's places.
 *
 *   kinds     seven kinds, 0..52, none twice
 *   settings  ED_SETTINGS results
 *
 * On ED_E_CARD, *bad is the index in `kinds` of the card that is none or stands there twice.
 * Cost: about 1 microsecond.
 */
int ed_settings(const struct ed_ranking *ranking, const uint8_t kinds[7],
                struct ed_setting settings[ED_SETTINGS], size_t *bad);

/* ---- facts ------------------------------------------------------------------------------- */

/* A fact of a hand is a small integer. Lists are in descending order of rank; ranks in facts
 * are 1 + rank, 0 where the list is shorter. The joker counts as an ace in lists. */
enum ed_fact_id {
    ED_FACT_CATEGORY = 0,     /* enum ed_category: the best that the hand makes */
    ED_FACT_BEST = 1,         /* argument 0..4: a rank that decides within the category */
    ED_FACT_HAS = 2,          /* argument a category: whether the hand can make it at all */
    ED_FACT_HELD = 3,         /* argument 8 * c + i: the i-th rank held exactly c times, c 1..4, i 0..6 */
    ED_FACT_NUMBER_HELD = 4,  /* argument c: how many ranks are held exactly c times, 0..7 */
    ED_FACT_JOKER = 5,        /* 0 or 1 */
    ED_FACT_SUITED_RUN = 6,   /* the longest run of suited cards, the joker filling in; 0 if it is
                                 shorter than a straight flush */
    ED_FACT_RANK_COUNT = 7,   /* argument a rank 0..12: how many natural cards of it, 0..4 */
    ED_FACT_MOST_SUITED = 8,  /* the natural cards of the suit held most, 0..7 */
    ED_FACT_BESIDE_ROYAL = 9, /* argument 16 * rank + rank: besides a royal flush the hand holds
                                 just these two ranks, suited; 0 or 1 */
    ED_FACT_CARD_COUNT = 10,  /* argument a kind 0..51: whether the hand holds it */
    ED_FACT_LOWEST_HELD = 11, /* argument c: the lowest rank held exactly c times */
    ED_FACT_RANK = 12,        /* argument a rank 0..12: that rank, whatever the hand */
    ED_FACT_ACE_HIGH = 13,    /* nothing better than a high card, an ace: 0 or 1 */
    /* Facts of seven cards as a house way sets them; the argument's bit 7 says which of two. */
    ED_FACT_CLAUSE = 14,      /* the clause that decides; ED_NO_CLAUSE */
    ED_FACT_CHOICE = 15,      /* the choice within the clause that decides; ED_NO_CLAUSE */
    ED_FACT_STATE = 16,       /* enum ed_set_state */
    ED_FACT_DOMINATED = 17,   /* 0 or 1, see struct ed_house_set */
    ED_FACT_TIED = 18,        /* 0 or 1, see struct ed_house_set */
    ED_FACT_FRONT_CATEGORY = 19,
    ED_FACT_FRONT_BEST = 20,  /* argument 0..1 */
    ED_FACT_BACK_CATEGORY = 21,
    ED_FACT_BACK_BEST = 22,   /* argument 0..4 */
    ED_FACT_SETS_DIFFER = 23  /* whether two house ways set the hand differently, in front or back */
};

struct ed_fact {
    uint8_t id;  /* enum ed_fact_id */
    uint8_t argument;
};

/* ---- house ways --------------------------------------------------------------------------- */

/* How a house way sets seven cards: a program without loops. Tests choose a clause; the clause's
 * targets say which settings will do. Only legal settings are considered, so that nothing is
 * ever set to a foul. */

#define ED_MAX_CLAUSES 256
#define ED_NO_CLAUSE 256
#define ED_MAX_TESTS 4096
#define ED_MAX_TARGETS 4096
#define ED_TO_CLAUSE 32768 /* in a test's if_true and if_false: a clause's number is added */

/* A test of a fact of the seven cards, no finer than ED_LEVEL_FLUSH and of less than 16 values. */
struct ed_test {
    struct ed_fact fact;
    struct ed_fact other;
    uint8_t compare;   /* 1: `fact` is compared with `other`; 0: `other` is not looked at */
    uint16_t values;   /* the test holds: bit v, if the fact is v; if compared, bit 0: it is less
                          than `other`, bit 1: equal, bit 2: greater */
    uint16_t if_true;  /* the next test, which must be a later one, or ED_TO_CLAUSE + clause; */
    uint16_t if_false; /* ED_TO_CLAUSE + ED_NO_CLAUSE: no clause covers the hand */
};

/* A setting satisfies a target if its front and its back do. */
struct ed_target {
    uint16_t choice;         /* targets of one clause with the same choice are alternatives */
    uint8_t named;           /* 1: the front's ranks are the values of `front`; 0: it is not looked at */
    struct ed_fact front[2]; /* facts that are ranks; a rank that is not there satisfies nothing */
    uint32_t front_low, front_high; /* the front's score lies between, both included */
    uint16_t behind;         /* bit c: the back's category may be c, */
    uint16_t behind_best;    /* or it may be with the first rank that decides between these: */
    uint8_t best_low, best_high; /* 1 + rank */
};

struct ed_house_way {
    const struct ed_test *tests;     /* `number` of them, at most ED_MAX_TESTS */
    const struct ed_target *targets;
    const uint16_t *first;           /* [clauses + 1]: clause c has the targets first[c] .. first[c + 1] - 1,
                                        in the order of their choices, which count from 0 */
    uint16_t number;
    uint16_t clauses;                /* 1..ED_MAX_CLAUSES */
    uint16_t start;                  /* where to begin, as in a test's if_true */
};

enum ed_set_state {
    ED_SET = 0,
    ED_SET_UNCOVERED = 1, /* no clause covers the hand */
    ED_SET_UNMET = 2,     /* no setting satisfies a target of the clause */
    ED_SET_FOUL = 3       /* none that is legal does */
};

/* Seven cards set. The first choice decides that a legal setting satisfies; of several settings
 * the highest front, then the highest back. */
struct ed_house_set {
    uint32_t front_score; /* 0 if not set */
    uint32_t back_score;
    uint16_t clause;      /* ED_NO_CLAUSE if none covers the hand */
    uint16_t choice;      /* ED_NO_CLAUSE if not set */
    uint8_t state;        /* enum ed_set_state */
    uint8_t dominated;    /* another legal setting is at least as good in both and better in one */
    uint8_t tied;         /* the choice leaves several backs behind the highest front */
    uint8_t front_category, back_category;
    uint8_t front_best[2], back_best[5];
    uint8_t front[2];     /* the two cards: their ranks, + ED_OF_SUIT if from the suit that makes
                             a flush; ED_JOKER_CARD. Of cards of one rank that serve as well, first those
                             of other suits, the joker last */
};

#define ED_OF_SUIT 16
#define ED_JOKER_CARD 32

/* ED_OK, or what is wrong with a house way: ED_E_NULL, ED_E_WAY, ED_E_FACT or ED_E_LEVEL. */
int ed_check_way(const struct ed_house_way *way);

/*
 * Sets hands of seven cards, given as kinds.
 *
 *   kinds   7 * number kinds, 0..52, none twice in a hand
 *   places  2 * number places in the hand, 0..6: the cards in front; of cards that serve as well
 *           those of the highest suit. Not written where a hand is not set.
 *
 * On ED_E_CARD, *bad is the index in `kinds` of the card that is none or stands there twice.
 */
int ed_set_hands(const struct ed_ranking *ranking, const struct ed_house_way *way,
                 const uint8_t *kinds, size_t number, int judge, struct ed_house_set *sets,
                 uint8_t *places, size_t *bad);

/* ---- counting hands --------------------------------------------------------------------- */

/* How hands are counted: by classes of hands that agree in every fact of a level, each class
 * with its number of hands, or one by one. */
enum ed_level {
    ED_LEVEL_RANKS = 0, /* rank vectors, and the joker */
    ED_LEVEL_FLUSH = 1, /* those, and the ranks of the suit that makes a flush, if one does */
    ED_LEVEL_SUITS = 2, /* hands up to relabelling of suits */
    ED_LEVEL_CARDS = 3  /* every hand by itself */
};

#define ED_MAX_FACTS 24
#define ED_EMPTY_SLOT 0xFFFFFFFFFFFFFFFF

#define ED_WAYS 2
#define ED_EXAMPLES 3

struct ed_deal {
    struct ed_ranking ranking;
    uint8_t cards; /* 2..7 */
    uint8_t joker; /* 1: 53 cards with the joker, 0: 52 */
    const struct ed_house_way *way[ED_WAYS]; /* for facts of set hands; null if none asks */
};

/* The values that a fact takes are 0 .. extent - 1; 0 if there is no such fact. */
uint32_t ed_fact_extent(struct ed_fact fact);

/* The coarsest level that serves a fact. */
int ed_fact_level(struct ed_fact fact);

/* How many units of work a level has for a deal: the end of the index range of
 * ed_count_hands. At ED_LEVEL_CARDS a unit is a hand, C(53, cards) or C(52, cards) of them. */
uint64_t ed_hand_units(const struct ed_deal *deal, int level);

/*
 * Counts hands by the values of some facts.
 *
 *   level        how to count; no coarser than any fact asks for
 *   first, last  half-open range of units, 0 <= first < last <= ed_hand_units()
 *   facts        `number` of them, 0..ED_MAX_FACTS; a row's key is the mixed-radix number of
 *                their values, the first fact most significant; keys must stay below 2^63
 *   examples     null, or ED_EXAMPLES * slots hands: the first hands or classes counted in a slot, as
 *                long as there are any with no cards in them
 *   keys, counts an open-addressing table of `slots` slots, a power of two: hands are added to
 *                the slot that holds their key; empty slots hold ED_EMPTY_SLOT in keys, and
 *                their counts are never read. Counts of disjoint ranges add up.
 *
 * ED_E_SLOTS: the table filled to 3/4; what it then holds is of no use. Use a larger one.
 * Width: no count exceeds C(53, 7) = 154,143,080.
 * Cost: about 45 ns a hand or class. Classes of seven cards with the joker: 67,600 by ranks,
 * 292,253 by flush, 6,972,147 by suits.
 */
int ed_count_hands(const struct ed_deal *deal, int level, uint64_t first, uint64_t last,
                   const struct ed_fact *facts, uint32_t number, uint64_t *keys,
                   uint64_t *counts, struct ed_hand *examples, size_t slots);

/* ---- classes of seven cards --------------------------------------------------------------- */

/* A deck whose ranks all have the same suits. */
struct ed_deck {
    uint16_t ranks; /* bit r: rank r is in the deck, 0..12 */
    uint8_t suits;  /* 2..4 */
    uint8_t joker;  /* 0 or 1 */
};

/* A setting by what decides: the scores of back and front. Hands set alike may carry a label. */
struct ed_set {
    uint32_t back;
    uint32_t front;
    uint16_t label;
};

/* How many classes of seven-card hands a deck has; 0 if it is no deck or has fewer than 14
 * cards. 292,253 for all 53 cards. */
uint32_t ed_class_number(const struct ed_deck *deck);

/*
 * All classes of seven-card hands of a deck, in a fixed order:
 *
 *   rank classes without the joker, then with it: vectors m of how many cards of each rank, in
 *     lexicographic order, the highest rank most significant;
 *   flush classes without the joker, then with it: by the set A of ranks held in the suit that
 *     makes a flush, as a number; for each A by the vector o of the cards of other suits,
 *     ordered like m.
 *
 *   hands    `number` classes, as a hand of each: equal hands can be set in the same ways
 *   weights  `number` counts of hands: of a rank class the hands that cannot make a flush (at
 *            least one: cards can be dealt evenly over two suits or more), of a flush class all,
 *            in any suit. They sum to the number of seven-card hands. At most 4^7 each.
 *   number   what ed_class_number() gives
 *
 * Cost: about 20 ms for all 53 cards.
 */
int ed_classes(const struct ed_deck *deck, struct ed_hand *hands, uint32_t *weights, uint32_t number);

/* The masks of a hand of seven kinds, 0..52, none twice: of its class the same as in ed_classes().
 * On ED_E_CARD, *bad is the index of the card that is none or stands there twice. */
int ed_hand_of_kinds(const uint8_t kinds[7], struct ed_hand *hand, size_t *bad);

/*
 * The distinct legal settings of a hand of seven, as the scores of back and front. Fronts
 * descend, the backs of equal fronts too; labels are 0. Suited and other cards of a rank are
 * different cards.
 *
 *   hand     seven cards, the joker among them; ED_E_CARDS or ED_E_CARD if it is none
 *   sets     room for ED_SETTINGS
 *   number   set to how many there are; at least 1
 *
 * Cost: about 1 microsecond.
 */
int ed_hand_settings(const struct ed_ranking *ranking, const struct ed_hand *hand,
                     struct ed_set sets[ED_SETTINGS], uint32_t *number);

/*
 * What a player who is free to set has to choose from: for each hand the legal settings that no
 * other dominates. Fronts descend, backs ascend.
 *
 *   hands    `number` hands of seven
 *   sets     room for number * ED_SETTINGS; the hands' settings follow one another without gaps
 *   each     `number` counts of settings
 */
int ed_options(const struct ed_ranking *ranking, const struct ed_hand *hands, uint32_t number,
               struct ed_set *sets, uint8_t *each);

/*
 * What a house way gives classes of hands: the scores of back and front; labels are left as they
 * are.
 *
 *   hands   `number` hands of seven cards, as ed_classes() lists them
 *   sets    `number` results
 *
 * ED_E_UNSET: *bad is the first hand that the house way does not set.
 * Cost: about 150 ns a hand.
 */
int ed_set_classes(const struct ed_ranking *ranking, const struct ed_house_way *way,
                   const struct ed_hand *hands, size_t number, struct ed_set *sets, size_t *bad);

/*
 * The facts of classes of hands, as keys like those of ed_count_hands().
 *
 *   deal    with the house ways that facts ask for; `cards` and `joker` are not looked at
 *   hands   `number` hands, as ed_classes() lists them
 *   facts   `fact_number` of them, 0..ED_MAX_FACTS, no finer than ED_LEVEL_FLUSH
 *   keys    `number` results
 */
int ed_class_keys(const struct ed_deal *deal, const struct ed_hand *hands, size_t number,
                  const struct ed_fact *facts, uint32_t fact_number, uint64_t *keys);

/* ---- pairs of hands ------------------------------------------------------------------------- */

/*
 * Deals of seven cards each to a dealer and a player, from one deck. The dealer's setting is
 * known for every class; the player has the choice among the settings that are listed for a
 * class: all legal ones (ed_options) for a player who is free and sees the dealer's set hand,
 * one for a player who sets by rule. The player wins with a setting that beats the dealer's in both
 * hands, else pushes with one that beats it in one, else loses. A class without any setting
 * always loses.
 *
 * The method and its proof: docs/method-pai-gow.md. First a table is filled, in a buffer of the
 * caller's; then units of work are counted from it in any order, by any number of threads that
 * have each a scratch buffer and counters of their own.
 */

/* Bytes that a table takes for so many settings of the player; 0 if no deck has so many. About
 * 24 million and 4 for each setting. */
size_t ed_pairs_table_size(uint64_t options);

/* Bytes of scratch that a thread needs: about 6 million. */
size_t ed_pairs_scratch_size(void);

/*
 * Fills a table for counting the player's results.
 *
 *   dealer   `number` settings, one for each class in the order of ed_classes(), with labels below
 *            `labels`; null: only ed_pairs_hand() will be asked
 *   player   the player's settings, class after class; their labels are not read
 *   each     `number` counts of them, each at most ED_SETTINGS; null: one for each class
 *   copies   who wins equal hands, 0: the dealer, 1: the player
 *   table    `size` bytes, at least ed_pairs_table_size() of the settings, aligned to 8
 *
 * Scores are those of this header: of two and of five cards, under one ranking for both. Whether a
 * setting is one of its class is the caller's business: nothing depends on it.
 *
 * On ED_E_SCORE the table may have been written to. Cost: about 50 ms for all 53 cards.
 */
int ed_pairs_prepare(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                     const struct ed_set *player, const uint8_t *each, uint32_t copies, uint32_t number,
                     void *table, size_t size);

/*
 * Fills a table for counting how often the dealer's and the player's labels meet; of the
 * settings only the labels are read, one for each class on either side. The table takes
 * ed_pairs_table_size(0) bytes.
 */
int ed_pairs_prepare_labels(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                            const struct ed_set *player, uint32_t player_labels, uint32_t number, void *table,
                            size_t size);

/* How many units of work a table has; 0 if it is not filled. */
uint32_t ed_pairs_units(const void *table);

/*
 * Counts deals.
 *
 *   first, last  half-open range of units, 0 <= first < last <= ed_pairs_units()
 *   scratch      `size` bytes, at least ed_pairs_scratch_size(), aligned to 8; it need not be set
 *   counts       `cells` counters, to which is added; of results counts[label][3], how many
 *                deals the player wins, pushes, loses; of labels counts[label][player label]
 *
 * Counts of disjoint ranges add up, but only the sum over all units counts anything: of a part
 * of them it may be negative, as one unit corrects another.
 *
 * Width: every partial sum is a number of deals, or the difference of two such, so at most
 * C(53, 7) * C(46, 7), about 2^53.
 *
 * Cost: about 3 s over all units for all 53 cards and a free player, 5 s for one who sets by rule; some
 * ten milliseconds a unit. Labels of the player cost about 0.3 s each.
 */
int ed_pairs_count(const void *table, uint32_t first, uint32_t last, void *scratch, size_t size,
                   int64_t *counts, size_t cells);

/*
 * The player's results against one hand of the dealer, by classes of the player's hands.
 *
 *   table    filled by ed_pairs_prepare(); what it says of the dealer is not used
 *   kinds    the dealer's cards: of the deck, none twice; suits of a deck are 0 .. suits - 1
 *   set      how they are set
 *   counts   set to how many of the player's hands win, push, lose
 *
 * On ED_E_CARD, *bad is the index in `kinds` of the card that is none or stands there twice.
 * Cost: about 4 ms.
 */
int ed_pairs_hand(const void *table, const uint8_t kinds[7], const struct ed_set *set, void *scratch,
                  size_t size, int64_t counts[3], size_t *bad);

/* ---- pairs of hands, one by one --------------------------------------------------------------- */

/*
 * The same counts by plain enumeration, as an audit: nothing here knows of classes or reads a
 * table of those above. Hands of a deck stand in colexicographic order of their cards, the
 * cards in order of their kinds with the joker last.
 */

/* How many hands of seven a deck has, and how many are left to the player beside one of them; 0 if it
 * is no deck or has fewer than 14 cards. */
uint64_t ed_direct_hands(const struct ed_deck *deck);
uint64_t ed_direct_answers(const struct ed_deck *deck);

/* The kinds of the hands `first` to `last` - 1, seven each, in ascending order. */
int ed_direct_kinds(const struct ed_deck *deck, uint64_t first, uint64_t last, uint8_t *kinds);

/* As ed_options(), for the hands `first` to `last` - 1, from their cards. The order of a hand's
 * settings is that of the cards in front. Room for (last - first) * ED_SETTINGS settings. */
int ed_direct_options(const struct ed_ranking *ranking, const struct ed_deck *deck, uint64_t first,
                      uint64_t last, struct ed_set *sets, uint8_t *each);

/*
 * Counts the player's results over all pairs of hands of a deck, one by one.
 *
 *   dealer        a setting for each hand, labels below `labels`
 *   player        the player's settings, hand after hand
 *   start         where each hand's begin in `player`, and where the last one's end: one more
 *                 than there are hands, not descending
 *   player_label  a label below `player_labels` for each hand; null: one label
 *   copies        as in ed_pairs_prepare()
 *   first, last   half-open range of the dealer's hands
 *   counts        `cells` counters counts[label][player label][3], to which is added
 *
 * Cost: about 5 ns a pair, and 1 ns a call for each hand that is checked.
 */
int ed_direct_pairs(const struct ed_deck *deck, const struct ed_set *dealer, uint32_t labels,
                    const struct ed_set *player, const uint32_t *start, const uint16_t *player_label,
                    uint32_t player_labels, uint32_t copies, uint64_t first, uint64_t last,
                    uint64_t *counts, size_t cells);

/*
 * What a player gets against one hand of the dealer, hand by hand.
 *
 *   kinds        the dealer's cards, as in ed_pairs_hand()
 *   set          how they are set
 *   way          how the player sets; a hand that it leaves unset loses. Null: a free player, whose
 *                hands are set in all 21 ways until the result is known
 *   first, last  half-open range of the player's hands of the cards left, in the same order; at
 *                most ed_direct_answers()
 *   counts       win, push, lose, to which is added
 *
 * On ED_E_CARD, *bad is the index in `kinds` of the card that is none or stands there twice.
 */
int ed_direct_hand(const struct ed_ranking *ranking, const struct ed_deck *deck, const uint8_t kinds[7],
                   const struct ed_set *set, const struct ed_house_way *way, uint32_t copies,
                   uint64_t first, uint64_t last, uint64_t counts[3], size_t *bad);

/* ---- ricochet poker --------------------------------------------------------------------------- */

/*
 * The dealer shows five cards, the player two. A dealer's hand that reaches the kickout limit is folded.
 * Against any other the player is ahead already, or folds, or plays and draws three cards, and then wins
 * with a hand that beats or ties the dealer's. A-2-3-4-5 is the lowest straight. The method and
 * its proof: docs/method-ricochet.md.
 *
 * A class of the dealer is all hands of one score; classes are numbered in ascending order of score. A
 * pocket is what two cards are but for which suits: high * (high + 1) / 2 + low by their ranks,
 * and 91 more if they are suited.
 *
 * Five cards and two compare as far as two cards can: anything above a pair beats them, a pair is
 * compared by its rank alone, a high card by its two highest ranks.
 */

#define ED_RICOCHET_CLASSES 7462 /* of 52 cards; other decks have fewer */
#define ED_RICOCHET_POCKETS 182
#define ED_RICOCHET_ENDS 5
#define ED_RICOCHET_MADE 10 /* categories of five cards without a joker */
#define ED_RICOCHET_MOST 2147483647 /* a unit, or a pay */

/* How a round for one player ends. */
enum ed_ricochet_end {
    ED_RICOCHET_KICKOUT = 0, /* the dealer's hand is folded */
    ED_RICOCHET_AHEAD = 1,   /* the player's two cards are the highest hand showing */
    ED_RICOCHET_FOLD = 2,
    ED_RICOCHET_WIN = 3,     /* plays, then beats or ties the dealer */
    ED_RICOCHET_LOSE = 4     /* plays, and does not */
};

enum ed_ricochet_result { ED_RICOCHET_TWO_WIN = 0, ED_RICOCHET_TWO_TIE = 1, ED_RICOCHET_TWO_LOSE = 2 };

/*
 * The options of the main game for one player, and the player's objective.
 *
 * Playing is worth, for each draw, 3 units more than folding if it wins, as the Play wager is saved and the
 * dealer's Ante won, less the one unit in any case that it costs; and the bonus of the hand made. A
 * player plays if that is more than nothing on average, and folds if it is nothing.
 */
struct ed_ricochet_rules {
    uint32_t limit;  /* dealers with this score or a higher one are kicked out; 0: none is */
    uint32_t ties;   /* 1: a pocket that ties the dealer is ahead, 0: it is not */
    int64_t unit;    /* an Ante, 1 .. ED_RICOCHET_MOST */
    int64_t bonus[ED_RICOCHET_MADE]; /* paid to a player who plays, by the hand made; -MOST .. MOST */
};

/* A class of the dealer. */
struct ed_ricochet_class {
    uint32_t score; /* as in ed_rank_hands() */
    uint32_t hands; /* how many there are */
    uint8_t count[13]; /* cards of each rank */
    uint8_t category;
    uint8_t lead;      /* the rank that decides first, 0..12 */
    uint8_t suited;    /* 1: all of one suit */
};

/* What one class of the dealer and one pocket offer a player, summed over their suits. */
struct ed_ricochet_gain {
    uint64_t deals; /* of five and two cards; 0 if there are none */
    uint64_t plays; /* those that are worth playing */
    int64_t play;   /* sum over all draws of all deals of what playing gains over folding */
    int64_t best;   /* the same over the deals that are worth playing */
    uint8_t open;   /* 1: the player decides; 0: the dealer is kicked out, or the pocket ahead, and the
                       other fields say what playing would be worth */
};

/* Bytes that a table takes: about 600,000. */
size_t ed_ricochet_table_size(void);

/*
 * Fills a table for counting.
 *
 *   deck    without joker; its suits are 0 .. suits - 1
 *   table   `size` bytes, at least ed_ricochet_table_size(), aligned to 8
 *
 * Cost: about 5 ms.
 */
int ed_ricochet_prepare(const struct ed_deck *deck, void *table, size_t size);

/* How many classes of the dealer a table has; 0 if it is not filled. */
uint32_t ed_ricochet_class_number(const void *table);

/* The classes `first` to `last` - 1. All hands of five cards by score: kickout chances follow. */
int ed_ricochet_classes(const void *table, uint32_t first, uint32_t last, struct ed_ricochet_class *classes);

/*
 * Counts deals of five cards to the dealer and two to the player, compared as they lie there.
 *
 *   first, last  half-open range of the dealer's classes
 *   counts       `cells` counters counts[category of the dealer][pocket][enum ed_ricochet_result],
 *                ED_RICOCHET_MADE * ED_RICOCHET_POCKETS * 3 of them, to which is added
 *
 * Width: at most C(52, 5) * C(47, 2) = 2,809,475,760. Cost: about 10 ms over all classes.
 */
int ed_ricochet_pockets(const void *table, uint32_t first, uint32_t last, uint64_t *counts, size_t cells);

/*
 * Counts rounds for one player: five cards of the dealer, two of the player, and the three that the player
 * gets or would have got.
 *
 *   decisions    null: the player follows the objective, knowing all seven cards. Else a byte for
 *                each class and pocket, [ED_RICOCHET_POCKETS] for each class of the table: 1: play,
 *                0: fold
 *   first, last  half-open range of the dealer's classes; counts of disjoint ranges add up
 *   counts       `cells` counters counts[enum ed_ricochet_end][category that the player's five cards make],
 *                ED_RICOCHET_ENDS * ED_RICOCHET_MADE of them, to which is added
 *
 * Width: at most C(52, 5) * C(47, 2) * C(45, 3), about 4 * 10^13. A deal's objective is at most
 * 4 * C(45, 3) * 2^31, below 2^47.
 *
 * Cost: about 45 microseconds a class, 0.3 s in all.
 */
int ed_ricochet_count(const void *table, const struct ed_ricochet_rules *rules, const uint8_t *decisions,
                      uint32_t first, uint32_t last, uint64_t *counts, size_t cells);

/*
 * What each class of the dealer and pocket offer a player who follows the objective.
 *
 *   first, last  half-open range of the dealer's classes
 *   gains        (last - first) * ED_RICOCHET_POCKETS results; absent pockets have no deals
 *
 * Width: a class and a pocket have at most 4^5 * 16 deals; a sum is below 2^14 * 2^47.
 */
int ed_ricochet_gains(const void *table, const struct ed_ricochet_rules *rules, uint32_t first, uint32_t last,
                      struct ed_ricochet_gain *gains);

/*
 * A situation is what a player can tell by a few questions, so that a strategy by situations can be printed:
 *
 *   category of the dealer's hand                                                0..9
 *   lead     the rank that decides first: of the pair, of the highest card      0..12
 *   over     how many of the player's cards are of a higher rank than the lead  0..2
 *   live     how many of those, or of a pair, are of ranks that the dealer does
 *            not hold                                                           0..2
 *   equal    whether one of the player's cards is of the lead's rank            0..1
 *   pair     whether the pocket is a pair                                       0..1
 *   suited   whether it is suited                                               0..1
 *
 * Its number is the mixed-radix number of these, the category most significant.
 */
#define ED_RICOCHET_SITUATIONS 9360

/* The situation of each class `first` to `last` - 1 and pocket, [ED_RICOCHET_POCKETS] for each class. A
 * strategy by situations is thus made into the decisions of ed_ricochet_count(). */
int ed_ricochet_situations(const void *table, uint32_t first, uint32_t last, uint16_t *situations);

/*
 * What each situation offers to a player who follows the objective, over the deals in which the player
 * decides. A strategy by situations gains the sum of `play` over those in which it plays, and the best
 * strategy the sum of `best`.
 *
 *   offers   ED_RICOCHET_SITUATIONS sums, to which is added
 *
 * Width: C(52, 5) * C(47, 2) deals of C(45, 3) draws, each worth at most two units and a pay. ED_E_OPTION
 * also if that is more than 2^17: sums could pass 2^63.
 */
int ed_ricochet_offers(const void *table, const struct ed_ricochet_rules *rules, uint32_t first,
                       uint32_t last, struct ed_ricochet_gain *offers);

/*
 * Pools of the bonus wagers. All cards are dealt before any is drawn, and the dealer's lie in order: three
 * cards are the player's two and the dealer's first, five those and the next two, seven all of them.
 */

#define ED_RICOCHET_MINI_ROYAL 10 /* beside the categories of three cards: suited A-K-Q */
#define ED_RICOCHET_THREES 11
#define ED_RICOCHET_RUNS 4 /* suited runs in seven cards: 0: none, 1..3: of five, six, seven */

/* Labels for what bonus wagers look at, each below its number of labels. */
struct ed_ricochet_labels {
    const uint8_t *dealer; /* of each class of the table */
    uint8_t pocket[ED_RICOCHET_POCKETS];
    uint8_t three[ED_RICOCHET_THREES];
    uint8_t five[ED_RICOCHET_MADE];
    uint8_t run[ED_RICOCHET_RUNS];
    uint8_t seven[ED_RICOCHET_MADE];
    uint8_t numbers[6]; /* of labels, in the order above; at least 1 each */
};

/*
 * Counts the ways to deal five cards in order, but for the order of the second and third, and of the
 * last two, and two cards, by all labels at once: 30 for each deal of five and two.
 *
 *   first, last  half-open range of the dealer's hands in colexicographic order, of C(52, 5) or as many as
 *                the deck has. One hand stands for all that are the same but for the names of suits: counts of
 *                disjoint ranges add up, but only the sum over all counts anything
 *   counts       `cells` counters counts[enum ed_ricochet_result][dealer][pocket][three][five][run][seven],
 *                to which is added
 *   examples     null, or 7 * cells kinds: of a cell that was empty the first deal counted: the
 *                player's two, the dealer's first, the next two, the last two
 *
 * Width: at most 30 * C(52, 5) * C(47, 2), about 8.4 * 10^10.
 * Cost: about 3 s over all hands, 1 s if neither five nor seven cards are told apart.
 */
int ed_ricochet_joint(const void *table, const struct ed_ricochet_labels *labels, uint32_t first,
                      uint32_t last, uint64_t *counts, uint8_t *examples, size_t cells);

/*
 * Pockets and rounds by plain enumeration, as an audit: nothing here knows of classes. A deal is a hand of
 * five in colexicographic order and two of the cards left, likewise: its number is that of the five
 * times how many ways there are to choose the two, plus theirs.
 */

/* How many deals of five and two cards a deck has; 0 if it is no deck. */
uint64_t ed_ricochet_direct_deals(const struct ed_deck *deck);

/* Deals `first` to `last` - 1, compared as they lie there: counts[category of the dealer][enum
 * ed_ricochet_result], to which is added. Cost: about 3 ns a deal. */
int ed_ricochet_direct_pockets(const struct ed_deck *deck, uint64_t first, uint64_t last,
                               uint64_t counts[30]);

/* Deals `first` to `last` - 1 with every draw, a player who follows the objective: counts as in
 * ed_ricochet_count(). Cost: about 0.2 ms a deal of 52 cards. */
int ed_ricochet_direct_count(const struct ed_deck *deck, const struct ed_ricochet_rules *rules,
                             uint64_t first, uint64_t last, uint64_t counts[50]);

/* ---- ricochet poker: rounds ------------------------------------------------------------------- */

/*
 * The main game for one to seven players, round by round: all act in turn on cards that all see. It can be
 * followed and simulated, but not counted. The order of a round's cards: the dealer's five, two for
 * each player, then those drawn, three for each player who gets some, in the order in which they act.
 *
 * Players act from the lowest two-card hand to the highest, equal ones by the suit of their highest card. Five
 * cards compare with two as above. A completed hand stays if it beats or ties the highest hand of five
 * showing and beats every hand of two still showing. Then the hands of five that it beats are
 * discarded, and a dealer's hand that it ties; players' that it ties stay beside it. A hand that does
 * not stay is discarded. The last to act is ahead, and wins without a Play wager, if no hand of five is
 * showing, or only the dealer's and the player's two cards are higher (or equal, where ties count). Else
 * the hands that stayed take the pot, or the dealer if none did.
 *
 * Stakes are in Antes. The pot holds the dealer's Ante and what players lost: 1 of a fold, 2 of a hand
 * discarded.
 */

#define ED_RICOCHET_PLAYERS 7
#define ED_RICOCHET_BLOCK 250 /* rounds of one random stream */

enum ed_ricochet_strategy {
    /*
     * A player plays if the pot as it stands, won by the draws that stay, is worth more than what else
     * is lost: of N draws W stay, B is the bonus summed over all of them, and
     *
     *     W * pot * unit - 2 * unit * (N - W) + B > -unit * N.
     *
     * What later players may do, and the stakes of hands that are showing, do not count.
     */
    ED_RICOCHET_SIMPLE = 1,
    /*
     * As before, but what a hand that stays wins is reckoned by what those after it will do. The deck
     * is taken as it is at the decision: this player's and each later player's draws are all three cards of
     * those unseen now, each for itself. Reckoned are the hand to reach, the stakes of hands beaten, which
     * go to the pot, ties, which share it, what later folds and losses add, and the later players'
     * bonus; later players decide by this same reckoning, the last first. Not reckoned is that cards
     * drawn are gone for those after, and what is learned from them.
     *
     * A hand that stays beats every hand of two that is waiting: nobody after it can be ahead.
     *
     * Expected shares of the pot are whole numbers of 2^-32 Antes, each quotient rounded towards zero:
     * the same on every machine. For the only player it is the first strategy.
     */
    ED_RICOCHET_RECKONING = 2
};

struct ed_ricochet_seats {
    uint32_t players;            /* 1 .. ED_RICOCHET_PLAYERS */
    uint32_t limit;              /* dealers with this score or a higher one are kicked out; 0: none is */
    uint32_t ties;               /* 1: two cards that tie a live dealer's hand are ahead, 0: they are not */
    uint32_t kickers;            /* 1: a completed hand beats an equal hand of two, 0: it does not */
    uint32_t beaten_dealer_goes; /* 1: a completed hand that does not stay discards a dealer's hand that
                                    it beats or ties even so, 0: it discards nothing */
    uint32_t strategy;           /* enum ed_ricochet_strategy */
    int64_t unit;                /* an Ante, 1 .. ED_RICOCHET_MOST */
    int64_t bonus[ED_RICOCHET_MADE]; /* what players reckon to be paid when they play, by the hand made:
                                        for decisions only; -MOST .. MOST */
    int64_t pays[ED_RICOCHET_ENDS][ED_RICOCHET_MADE]; /* what the Ante Bonus pays by end and hand made;
                                                         -MOST .. MOST. A fold makes none: not read */
};

enum ed_ricochet_action { ED_RICOCHET_FOLDS = 0, ED_RICOCHET_PLAYS = 1, ED_RICOCHET_IS_AHEAD = 2 };

/* What one player does. */
struct ed_ricochet_act {
    uint8_t player;      /* 0 .. players - 1 */
    uint8_t action;      /* enum ed_ricochet_action */
    uint8_t pot;         /* in Antes, before the player acts */
    uint8_t category;    /* of the completed hand; 0 after a fold */
    uint32_t score;      /* likewise */
    uint32_t need;       /* the lowest score that stays */
    uint32_t stay;       /* draws that stay, */
    uint32_t draws;      /* of all draws of cards unseen; both 0 of a player who is ahead */
    int64_t gain;        /* how much playing is better than folding, summed over the draws: in units, or by
                            reckoning in 2^-32 Antes. By strategy a player plays if this is positive. 0 of
                            a player who is ahead */
    uint8_t stays;       /* the completed hand stays, or is ahead */
    uint8_t discards;    /* players whose hands go, a bit each; not the player's own, and none of a
                            player who is ahead, which ends the round */
    uint8_t dealer_goes; /* likewise the dealer's */
};

/* A round. Players are bits of masks and places of lists, 0 .. players - 1. */
struct ed_ricochet_round {
    uint8_t kicked_out;
    uint8_t acts;    /* how many there are: as many as players */
    uint8_t winners; /* who takes the pot; 0: the dealer */
    uint8_t pot;     /* in Antes, at the end; not the winners' own wagers */
    uint8_t drawn;   /* how many of the drawn cards were used */
    uint8_t ends[ED_RICOCHET_PLAYERS]; /* enum ed_ricochet_end: of a player who put in no Play wager fold, or
                                          kickout if the dealer was kicked out, else ahead */
    int64_t house;   /* what the house wins, in units: all wagers of the players if the dealer takes the
                        pot, else minus one Ante; less what the Ante Bonus pays */
    struct ed_ricochet_act act[ED_RICOCHET_PLAYERS]; /* in the order of acting */
};

/*
 * Follows one round.
 *
 *   table   filled by ed_ricochet_prepare() for the whole deck of 52 cards
 *   cards   `dealt` kinds, none twice, in the order of a round; those drawn may be more than are used
 *   forced  null, or for each player 0: by the strategy, 1: fold, 2: play. A player who is ahead has nothing
 *           to decide
 *   round   set to what happened
 *
 * On ED_E_CARD, *bad is the index in `cards` of the card that is none or stands there twice. On ED_E_DRAWN
 * it is the player who draws, and `round` holds what happened before: `drawn` cards were used. ED_E_CARDS if
 * not all hands are dealt, or more cards than there are.
 *
 * Width: a gain is at most 18 * 2^31 * C(45, 3) in units, below 2^50; by reckoning the pot's part is below
 * 2^4 * 2^32 * 2^14 = 2^50, and a bonus sum beyond 2^28 Antes, which decides alone, counts as that.
 * Cost: about 2 microseconds for seven players, 4 with a bonus, 150 by reckoning.
 */
int ed_ricochet_resolve(const void *table, const struct ed_ricochet_seats *seats, const uint8_t *cards,
                        size_t dealt, const uint8_t *forced, struct ed_ricochet_round *round, size_t *bad);

/* Sums over rounds, so that those of disjoint ranges of blocks add up. */
struct ed_ricochet_sums {
    uint64_t rounds;
    int64_t house;     /* what the house wins, in units */
    uint64_t squares;  /* of the same, round by round */
    uint64_t kickouts; /* the dealer is kicked out */
    uint64_t dealer;   /* the dealer's hand takes the pot */
    uint64_t split;    /* two or more players share it */
    uint64_t ends[ED_RICOCHET_ENDS]; /* of players */
};

/*
 * Plays blocks of ED_RICOCHET_BLOCK rounds of shuffled cards.
 *
 *   seed, first_block, last_block   each block of the half-open range has its own stream of random numbers: a
 *           SplitMix64 generator with the state `seed` gives a number, one with that number plus
 *           the block gives the four words of the state of xoshiro256**. Of its numbers the upper 32 bits are
 *           used, each bounded without bias by multiplying and rejecting. Cards are the first of a
 *           Fisher-Yates shuffle of the 52 in order of kind, 5 + 5 for each player in every round
 *   sums    to which is added
 *
 * Width: with M = players * (2 units + the largest pay by size) a round's result is at most M by size. ED_E_SUMS
 * unless M^2 times all rounds, those in `sums` and those asked for, is below 2^63: then squares, and so all
 * else, stay below. ED_E_RANGE if blocks reach beyond 2^53.
 *
 * Cost: as above, shuffling included.
 */
int ed_ricochet_simulate(const void *table, const struct ed_ricochet_seats *seats, uint64_t seed,
                         uint64_t first_block, uint64_t last_block, struct ed_ricochet_sums *sums);

#endif
