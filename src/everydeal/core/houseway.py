"""House ways in C: programs that set seven cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from everydeal._core import ffi, lib
from everydeal.core import ensure
from everydeal.core.hand import MAX_FACTS, Fact, c_deal, c_facts, c_ranking, values_of_key
from everydeal.core.pairs import Classes, Sets
from everydeal.errors import InternalCheckError
from everydeal.ranking import Ranking

TO_CLAUSE: int = lib.ED_TO_CLAUSE
NO_CLAUSE: int = lib.ED_NO_CLAUSE
MAX_TESTS: int = lib.ED_MAX_TESTS
STATES = ("set", "uncovered", "unmet", "foul")  # enum ed_set_state


@dataclass(frozen=True)
class Branch:
    """A test (`struct ed_test` in everydeal.h); `other` is None unless two facts are compared."""

    fact: Fact
    other: Fact | None
    values: int
    if_true: int
    if_false: int


@dataclass(frozen=True)
class Target:
    """A target (`struct ed_target` in everydeal.h): `named` are the front's facts, if it has some."""

    choice: int
    named: tuple[Fact, Fact] | None
    front_low: int
    front_high: int
    behind: int
    behind_best: int
    best_low: int
    best_high: int


class Way:
    """A house way that the core has taken. Raises InputError with the core's words if it does not."""

    def __init__(
        self, tests: Sequence[Branch], targets: Sequence[Target], first: Sequence[int], start: int
    ) -> None:
        self._tests = ffi.new(
            "struct ed_test[]",
            [
                {
                    "fact": _fact(test.fact),
                    "other": _fact(test.other or test.fact),
                    "compare": test.other is not None,
                    "values": test.values,
                    "if_true": test.if_true,
                    "if_false": test.if_false,
                }
                for test in tests
            ],
        )
        self._targets = ffi.new(
            "struct ed_target[]",
            [
                {
                    "choice": target.choice,
                    "named": target.named is not None,
                    "front": [_fact(named) for named in target.named or ()],
                    "front_low": target.front_low,
                    "front_high": target.front_high,
                    "behind": target.behind,
                    "behind_best": target.behind_best,
                    "best_low": target.best_low,
                    "best_high": target.best_high,
                }
                for target in targets
            ],
        )
        self._first = ffi.new("uint16_t[]", list(first))
        self.struct: Any = ffi.new(
            "struct ed_house_way *",
            {
                "tests": self._tests,
                "targets": self._targets,
                "first": self._first,
                "number": len(tests),
                "clauses": len(first) - 1,
                "start": start,
            },
        )
        ensure(lib.ed_check_way(self.struct))


@dataclass(frozen=True)
class SetHand:
    """Seven cards set. `clause` is None if none covers the hand, `front` and `back` if it is not set.

    `state` is one of STATES. `dominated` is found only if asked for.
    """

    state: str
    clause: int | None
    choice: int | None
    front: tuple[int, ...] | None
    back: tuple[int, ...] | None
    front_score: int
    back_score: int
    dominated: bool
    tied: bool


def set_hands(
    ranking: Ranking, way: Way, hands: Sequence[tuple[int, ...]], *, judge: bool = False
) -> list[SetHand]:
    """Set hands of seven different kinds; `judge` asks whether another setting dominates."""
    kinds = bytes(card for hand in hands for card in hand)
    if any(len(hand) != 7 for hand in hands):
        ensure(lib.ED_E_CARDS)
    sets = ffi.new("struct ed_house_set[]", len(hands))
    places = ffi.new("uint8_t[]", 2 * len(hands))
    ensure(
        lib.ed_set_hands(
            c_ranking(ranking),
            way.struct,
            ffi.from_buffer("uint8_t[]", kinds),
            len(hands),
            judge,
            sets,
            places,
            ffi.new("size_t *"),
        )
    )
    return [_set_hand(hand, sets[at], places[2 * at : 2 * at + 2]) for at, hand in enumerate(hands)]


def _set_hand(hand: tuple[int, ...], found: Any, places: Sequence[int]) -> SetHand:
    front = back = None
    if found.state == lib.ED_SET:
        one, other = places
        front = (hand[one], hand[other])
        back = tuple(card for at, card in enumerate(hand) if at not in (one, other))
        if len(back) != 5:
            raise InternalCheckError(f"a setting of {hand} is no partition of its cards")
    return SetHand(
        STATES[found.state],
        None if found.clause == NO_CLAUSE else found.clause,
        None if found.choice == NO_CLAUSE else found.choice,
        front,
        back,
        found.front_score,
        found.back_score,
        bool(found.dominated),
        bool(found.tied),
    )


def _fact(fact: Fact) -> dict[str, int]:
    return {"id": fact.id, "argument": fact.argument}


def set_classes(ranking: Ranking, way: Way, classes: Classes, sets: Sets) -> None:
    """Fill `sets` with how a house way sets each class; labels stay as they are.

    Raises InputError with the words of the core if it leaves a class unset; `check` says which.
    """
    ensure(
        lib.ed_set_classes(
            c_ranking(ranking), way.struct, classes.hands, classes.number, sets.c, ffi.new("size_t *")
        )
    )


def class_values(
    ranking: Ranking, classes: Classes, facts: Sequence[Fact], ways: Sequence[Way] = ()
) -> tuple[list[tuple[int, ...]], list[int]]:
    """The facts of every class: the different tuples of values, and by class which of them it has."""
    keys = ffi.new("uint64_t[]", classes.number)
    deal = c_deal(ranking, 7, classes.deck.joker, ways)
    ensure(lib.ed_class_keys(deal, classes.hands, classes.number, c_facts(facts), len(facts), keys))
    by_class = ffi.unpack(keys, classes.number)
    number = {key: at for at, key in enumerate(sorted(set(by_class)))}
    extents = [fact.extent for fact in facts]
    return [values_of_key(key, extents) for key in number], [number[key] for key in by_class]


def hand_values(ranking: Ranking, hand: tuple[int, ...], facts: Sequence[Fact]) -> list[int]:
    """The facts of one hand of seven kinds, no finer than FLUSH_LEVEL."""
    masks = ffi.new("struct ed_hand *")
    ensure(lib.ed_hand_of_kinds(ffi.from_buffer("uint8_t[]", bytes(hand)), masks, ffi.new("size_t *")))
    deal = c_deal(ranking, 7, joker=True)
    key = ffi.new("uint64_t *")
    values: list[int] = []
    for first in range(0, len(facts), MAX_FACTS // 2):
        some = facts[first : first + MAX_FACTS // 2]
        ensure(lib.ed_class_keys(deal, masks, 1, c_facts(some), len(some), key))
        values += values_of_key(key[0], [each.extent for each in some])
    return values
