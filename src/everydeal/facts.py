"""The facts of a hand of cards as fields, each with the core's fact behind it and its decoding.

A hand is two to seven cards of 52, or of 53 with the joker. Set hands, a front and a back, have
facts too.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from everydeal import cards
from everydeal.events import RANK, Boolean, Choice, Field, Integer, Value
from everydeal.ranking import CATEGORIES

THREE_CARDS = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
# What hands of four cards or fewer can make at most, by their number of cards.
SMALL = {2: CATEGORIES[:2], 3: THREE_CARDS, 4: (*CATEGORIES[:4], "four_of_a_kind")}
LISTS = {1: "singletons", 2: "pairs", 3: "threes", 4: "fours"}
SECOND_WAY = 128  # added to the argument of a fact of a set hand: the second of two house ways
_PLACES = ("first", "second", "third", "fourth", "fifth")

# How a fact of the core becomes a field's value.
_Decode = Callable[[int], Value]


@dataclass(frozen=True)
class HandField:
    """A field, the core's fact behind it (name in `enum ed_fact_id`, argument) and its decoding."""

    field: Field
    fact: str
    argument: int
    decode: _Decode


def words(name: str) -> str:
    """A name of the language as words: `full_house` is full house."""
    return name.replace("_", " ")


def categories(size: int, joker: bool, five_aces: str) -> tuple[str, ...]:
    """What a hand of `size` cards can make, from the lowest to the highest."""
    if size < 5:
        return SMALL[size]
    order = list(CATEGORIES[:-1])
    if joker:
        places = {"above-royal": 10, "below-royal": 9, "below-straight-flushes": 8}
        order.insert(places[five_aces], "five_aces")
    return tuple(order)


def of_hand(size: int, joker: bool, five_aces: str) -> dict[str, HandField]:
    """Every field of a hand of `size` cards, by name."""
    able = categories(size, joker, five_aces)
    found = [
        HandField(
            Field("hand", Choice(able, ordered=True), "the best that it makes"),
            "CATEGORY", 0, CATEGORIES.__getitem__,
        ),
        HandField(Field("joker", Boolean(), "it holds the joker"), "JOKER", 0, bool),
        HandField(
            Field("ace_high", Boolean(), "it makes nothing better than a high card, an ace"),
            "ACE_HIGH", 0, bool,
        ),
        HandField(
            Field("suited_run", Integer(0, size), "the longest run of suited cards, if a straight flush"),
            "SUITED_RUN", 0, int,
        ),
        HandField(
            Field("most_suited", Integer(0, size), "the natural cards of the suit held most"),
            "MOST_SUITED", 0, int,
        ),
    ]  # fmt: skip
    found += _deciding("best", "the best hand", "BEST", min(size, 5))
    found += [
        HandField(
            Field(f"has.{name}", Boolean(), f"it can make {words(name)}"), "HAS", CATEGORIES.index(name), bool
        )
        for name in able[1:]
    ]
    for copies, name in reversed(LISTS.items()):
        found += _held(name, copies, size // copies)
    found += [
        HandField(
            Field(f"count({rank})", Integer(0, min(4, size)), "natural cards of that rank"),
            "RANK_COUNT", at, int,
        )
        for at, rank in enumerate(cards.RANKS)
    ]  # fmt: skip
    found += [
        HandField(Field(f"count({cards.name(at)})", Integer(0, 1), "that very card"), "CARD_COUNT", at, int)
        for at in range(52)
    ]
    if size == 7:
        found += [
            HandField(
                Field(
                    f"beside_royal({cards.RANKS[high]}, {cards.RANKS[low]})",
                    Boolean(),
                    "besides a royal flush it holds just these two, suited",
                ),
                "BESIDE_ROYAL", 16 * high + low, bool,
            )
            for high in range(12, 0, -1)
            for low in range(high - 1, -1, -1)
        ]  # fmt: skip
    return {each.field.name: each for each in found}


def of_set_hand(clauses: Iterable[str], second: bool = False) -> dict[str, HandField]:
    """Every field of seven cards set by a house way with these clauses; of the second of two, if `second`."""
    way = SECOND_WAY if second else 0
    names = tuple(clauses)
    found = [
        HandField(Field("clause", Choice(names), "the house way's clause"), "CLAUSE", way, names.__getitem__),
        HandField(
            Field("front.hand", Choice(CATEGORIES[:2], ordered=True), "what the two cards in front make"),
            "FRONT_CATEGORY", way, CATEGORIES.__getitem__,
        ),
        HandField(
            Field("back.hand", Choice(CATEGORIES, ordered=True), "what the five cards behind make"),
            "BACK_CATEGORY", way, CATEGORIES.__getitem__,
        ),
        *_deciding("front.best", "the front", "FRONT_BEST", 2, way),
        *_deciding("back.best", "the back", "BACK_BEST", 5, way),
    ]  # fmt: skip
    return {each.field.name: each for each in found}


def _deciding(name: str, of: str, fact: str, number: int, first: int = 0) -> list[HandField]:
    return [
        HandField(
            Field(f"{name}[{at}]", RANK, f"the rank that decides {_PLACES[at]} within {of}", at > 0),
            fact, first + at, _rank,
        )
        for at in range(number)
    ]  # fmt: skip


def _held(name: str, copies: int, most: int) -> list[HandField]:
    meaning = f"ranks held exactly {copies} times, the highest first; the joker is an ace"
    return [
        HandField(
            Field(f"number({name})", Integer(0, most), f"how many {meaning}"), "NUMBER_HELD", copies, int
        ),
        *(
            HandField(Field(f"{name}[{at}]", RANK, meaning, optional=True), "HELD", 8 * copies + at, _rank)
            for at in range(most)
        ),
        HandField(
            Field(f"lowest({name})", RANK, f"the lowest of the {meaning}", optional=True),
            "LOWEST_HELD", copies, _rank,
        ),
    ]  # fmt: skip


def _rank(value: int) -> str | None:
    return cards.RANKS[value - 1] if value else None
