#include "everydeal.h"

/* The words are what users see: they name what is wrong, the binding names the value. */
const char *ed_strerror(int status)
{
    switch (status) {
    case ED_OK: return "ok";
    case ED_E_NULL: return "a required pointer is null";
    case ED_E_RANGE: return "the index range is empty, reversed or beyond the enumeration";
    case ED_E_SHOE_SMALL: return "the shoe holds fewer than 6 cards, and a round may need 6";
    case ED_E_SHOE_LARGE:
        return "the shoe holds more than 1404 cards (27 decks), beyond which counts could pass 2^63";
    case ED_E_RULES: return "a drawing table names a total or a card value above 9";
    case ED_E_CELLS: return "the strides reach beyond the given cells";
    case ED_E_RANKING: return "a ranking option has no such value";
    case ED_E_CARDS: return "a hand has 2 to 7 cards, a deck at most one joker";
    case ED_E_CARD: return "a card is no kind of this deck, or stands in the hand twice";
    case ED_E_FACT: return "no such fact, or too many of them";
    case ED_E_LEVEL: return "the level of counting is too coarse for one of the facts";
    case ED_E_SLOTS: return "the table of rows is too small";
    case ED_E_WAY: return "a house way's tests or targets point where they may not";
    case ED_E_DECK:
        return "a deck of two hands has 2 to 4 suits of some ranks, and 14 cards or more; a joker only "
               "where one is used";
    case ED_E_CLASSES: return "there must be one entry for each class, or for each hand";
    case ED_E_LABEL: return "a label is not below the number of labels";
    case ED_E_SCORE: return "a score is 0 or beyond those of hands, or too many scores differ";
    case ED_E_ROOM: return "a buffer is too small or not aligned, or a hand has more than 21 settings";
    case ED_E_TABLE: return "the table is not filled, or not for this";
    case ED_E_UNSET: return "the house way does not set a hand";
    case ED_E_OPTION: return "an option of the game has no such value, or a pay is too large";
    case ED_E_DRAWN: return "a player draws three cards, and fewer are left of those given";
    case ED_E_SUMS:
        return "stakes and pays are so large, or the rounds so many, that sums of squares could pass 2^63";
    default: return "unknown status";
    }
}
