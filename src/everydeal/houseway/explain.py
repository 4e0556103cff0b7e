"""How a house way sets one hand, and why: the clause, why earlier ones failed, the other settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from everydeal import cards
from everydeal.core.hand import FLUSH_LEVEL, Fact, Setting, fact, rank, settings
from everydeal.core.houseway import SetHand, Way, hand_values, set_hands
from everydeal.errors import InputError
from everydeal.events import Value
from everydeal.events.words import why_not
from everydeal.facts import HandField, of_hand
from everydeal.houseway.model import HouseWay
from everydeal.houseway.program import compiled
from everydeal.ranked import category_words
from everydeal.ranking import Ranking

# A clause that did not hold, and why.
Passed = tuple[str, str]


@dataclass(frozen=True)
class Dealt:
    """A house way at work: hands are set with `set`, in the order given."""

    way: HouseWay
    ranking: Ranking

    @cached_property
    def program(self) -> Way:
        """The house way as the core runs it."""
        return compiled(self.way)

    def set(self, hands: Sequence[tuple[int, ...]]) -> list["Explained"]:
        """Set hands of seven different kinds; each shows its reasons when asked.

        Raises InputError for a hand that the house way does not set.
        """
        return [
            Explained(self, hand, found)
            for hand, found in zip(
                hands, set_hands(self.ranking, self.program, hands, judge=True), strict=True
            )
        ]


@dataclass(frozen=True)
class Explained:
    """One hand set by a house way."""

    by: Dealt
    hand: tuple[int, ...]
    found: SetHand

    def __post_init__(self) -> None:
        if self.found.state == "set":
            return
        hand, way = cards.names(self.hand), self.by.way
        if self.found.clause is None:
            raise InputError(f"{way.file}: no clause covers {hand}")
        why = "only a foul would meet a target" if self.found.state == "foul" else "no target can be met"
        raise InputError(f"{way.file}: clause {way.clauses[self.found.clause].name!r}: {why} by {hand}")

    @property
    def clause(self) -> str:
        """The name of the clause that decides."""
        assert self.found.clause is not None
        return self.by.way.clauses[self.found.clause].name

    @property
    def target(self) -> str:
        """The target that decides, in words."""
        assert self.found.clause is not None
        assert self.found.choice is not None
        return self.by.way.clauses[self.found.clause].choices[self.found.choice].text

    @property
    def front(self) -> tuple[int, ...]:
        """The two cards in front, the higher first."""
        assert self.found.front is not None
        return in_order(self.found.front)

    @property
    def back(self) -> tuple[int, ...]:
        """The five cards behind, the highest first."""
        assert self.found.back is not None
        return in_order(self.found.back)

    def passed(self) -> list[Passed]:
        """The clauses before the one that decides, and which part of each failed on what value."""
        assert self.found.clause is not None
        facts = facts_of(self.by.ranking, self.hand)
        return [
            (clause.name, why_not(clause.event.tree, facts))
            for clause in self.by.way.clauses[: self.found.clause]
            if clause.event
        ]

    def alternatives(self) -> list[Setting]:
        """The other legal settings, each once, the highest front first."""
        seen = {(self.found.front_score, self.found.back_score)}
        others = []
        for setting in sorted(
            settings(self.by.ranking, self.hand), key=lambda s: (-s.front_score, -s.back_score, s.front)
        ):
            if setting.legal and (setting.front_score, setting.back_score) not in seen:
                seen.add((setting.front_score, setting.back_score))
                others.append(setting)
        return others

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "hand": _names(self.hand),
            "house_way": self.by.way.id,
            "front": _names(self.front),
            "back": _names(self.back),
            "front_words": words(self.by.ranking, self.front),
            "back_words": words(self.by.ranking, self.back),
            "clause": self.clause,
            "target": self.target,
            "dominated": self.found.dominated,
            "passed": [{"clause": name, "because": because} for name, because in self.passed()],
            "alternatives": [
                {
                    "front": _names(in_order(other.front)),
                    "back": _names(in_order(other.back)),
                    "dominated": other.dominated,
                }
                for other in self.alternatives()
            ],
        }


def facts_of(ranking: Ranking, hand: tuple[int, ...]) -> Mapping[str, Value]:
    """Every fact of seven cards that a house way may look at."""
    fields, facts = _usable()
    values = hand_values(ranking, hand, facts)
    return {each.field.name: each.decode(value) for each, value in zip(fields, values, strict=True)}


@cache
def _usable() -> tuple[list[HandField], list[Fact]]:
    """The fields that rest on ranks and on the flush, and the core's facts behind them."""
    found = [(each, fact(each.fact, each.argument)) for each in of_hand(7, True, "above-royal").values()]
    kept = [(field, its_fact) for field, its_fact in found if its_fact.level <= FLUSH_LEVEL]
    return [field for field, _ in kept], [its_fact for _, its_fact in kept]


def words(ranking: Ranking, hand: tuple[int, ...]) -> str:
    """What some cards make, in words."""
    return category_words(rank(ranking, [hand])[0])


def in_order(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Cards from the highest down, the joker among the aces."""
    return tuple(sorted(hand, key=lambda card: (-min(card // 4, 12), -card)))


def _names(hand: tuple[int, ...]) -> list[str]:
    return [cards.name(card) for card in hand]
