"""What house ways do on every hand there is: hands per clause, faults, and where two differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import comb
from typing import Any

from everydeal import cards
from everydeal.core import hand as core
from everydeal.core.houseway import NO_CLAUSE, STATES, Way
from everydeal.errors import InputError, InternalCheckError
from everydeal.facts import SECOND_WAY
from everydeal.houseway.model import HouseWay
from everydeal.houseway.program import compiled
from everydeal.ranking import Ranking

Examples = tuple[tuple[int, ...], ...]
# What a clause can do to a hand, besides setting it.
UNCOVERED, UNMET, FOUL = STATES[1:]


@dataclass
class Some:
    """So many hands, and a few of them."""

    hands: int = 0
    examples: Examples = ()

    def add(self, hands: int, examples: Examples) -> None:
        """More of them."""
        self.hands += hands
        self.examples = (self.examples + examples)[: core.EXAMPLES]

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; counts are strings."""
        return {"hands": str(self.hands), "examples": [cards.names(hand) for hand in self.examples]}


@dataclass
class ClauseCount:
    """What one clause does."""

    hands: Some = field(default_factory=Some)
    choices: dict[int, int] = field(default_factory=dict)
    unmet: Some = field(default_factory=Some)
    foul: Some = field(default_factory=Some)
    dominated: Some = field(default_factory=Some)
    tied: Some = field(default_factory=Some)


@dataclass(frozen=True)
class Checked:
    """A house way on every hand there is.

    `uncovered` are the hands that no clause covers; of a clause `unmet` those of which no setting
    satisfies a target, `foul` those of which only a foul does, `dominated` those that have a setting at
    least as good in both hands and better in one, `tied` those set by the rule that among equal fronts the
    highest back is used.
    """

    way: HouseWay
    ranking: Ranking
    joker: bool
    total: int
    clauses: tuple[ClauseCount, ...]
    uncovered: Some

    @property
    def errors(self) -> list[str]:
        """What makes the house way unfit, in sentences."""
        found = []
        if self.uncovered.hands:
            found.append(f"No clause covers {_such(self.uncovered)}.")
        for clause, count in zip(self.way.clauses, self.clauses, strict=True):
            if count.unmet.hands:
                found.append(f"{clause.name}: no target can be met by {_such(count.unmet)}.")
            if count.foul.hands:
                found.append(f"{clause.name}: only a foul would meet a target with {_such(count.foul)}.")
        return found

    @property
    def findings(self) -> list[str]:
        """What a reviewer should see, in sentences."""
        return [sentence for _, sentence in self.found]

    @property
    def found(self) -> list[tuple[str, str]]:
        """The same with their kinds, of HOUSE_WAY_KINDS in `everydeal.sheet.source`."""
        found = []
        for clause, count in zip(self.way.clauses, self.clauses, strict=True):
            if not count.hands.hands:
                found.append(("clause-never-fires", f"{clause.name}: never fires."))
            found += [
                ("target-never-decides", f"{clause.name}: target {number} ({choice.text}) never decides.")
                for number, choice in enumerate(clause.choices, 1)
                if count.hands.hands and not count.choices.get(number - 1)
            ]
            if count.dominated.hands:
                such = _such(count.dominated)
                sentence = f"{clause.name}: another setting is as good in both hands, better in one: {such}."
                found.append(("dominated-setting", sentence))
        return found

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; counts are strings."""
        return {
            "house_way": self.way.id,
            "digest": self.way.digest,
            "total": str(self.total),
            "uncovered": self.uncovered.as_data(),
            "clauses": [
                {
                    "clause": clause.name,
                    **count.hands.as_data(),
                    "targets": [
                        {"target": choice.text, "hands": str(count.choices.get(number, 0))}
                        for number, choice in enumerate(clause.choices)
                    ],
                    "unmet": count.unmet.as_data(),
                    "foul": count.foul.as_data(),
                    "dominated": count.dominated.as_data(),
                    "equal_fronts": count.tied.as_data(),
                }
                for clause, count in zip(self.way.clauses, self.clauses, strict=True)
            ],
            "errors": self.errors,
            "findings": self.findings,
        }


def check(way: HouseWay, ranking: Ranking, joker: bool = True, *, directly: bool = False) -> Checked:
    """Set every hand there is, by classes; or `directly` one by one, without examples."""
    names = ("CLAUSE", "CHOICE", "STATE", "DOMINATED", "TIED")
    counts = _count(ranking, joker, names, [way], directly)
    clauses = tuple(ClauseCount() for _ in way.clauses)
    uncovered = Some()
    for (clause, choice, state, dominated, tied), (hands, examples) in counts.items():
        if clause == NO_CLAUSE:
            uncovered.add(hands, examples)
            continue
        of = clauses[clause]
        of.hands.add(hands, examples)
        if STATES[state] == UNMET:
            of.unmet.add(hands, examples)
        elif STATES[state] == FOUL:
            of.foul.add(hands, examples)
        else:
            of.choices[choice] = of.choices.get(choice, 0) + hands
        if dominated:
            of.dominated.add(hands, examples)
        if tied:
            of.tied.add(hands, examples)
    return Checked(way, ranking, joker, _total(counts, joker), clauses, uncovered)


@cache
def checked(way: HouseWay, ranking: Ranking, joker: bool) -> Checked:
    """As `check`, by classes, and kept: every count with a house way begins with it."""
    return check(way, ranking, joker)


@cache
def complete(way: HouseWay, ranking: Ranking, joker: bool) -> Way:
    """The program of a house way that sets every hand. Raises InputError if it leaves one unset."""
    found = checked(way, ranking, joker)
    if found.errors:
        fouls = any(count.foul.hands for count in found.clauses) and ranking.equal_front == "foul"
        because = " The game calls an equal front a foul (equal_front)." if fouls else ""
        raise InputError(f"{way.file}: {' '.join(found.errors)}{because}")
    return compiled(way)


@dataclass(frozen=True)
class Difference:
    """The hands that two house ways set differently, by pair of clauses, the most hands first."""

    one: HouseWay
    other: HouseWay
    total: int
    differ: int
    pairs: tuple[tuple[str, str, Some], ...]

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; counts are strings."""
        return {
            "house_ways": [self.one.id, self.other.id],
            "total": str(self.total),
            "differ": str(self.differ),
            "pairs": [{"clauses": [one, other], **some.as_data()} for one, other, some in self.pairs],
        }


def diff(one: HouseWay, other: HouseWay, ranking: Ranking, joker: bool = True) -> Difference:
    """Where two house ways set a hand differently, in front or behind."""
    counts = _count(ranking, joker, ("CLAUSE", "CLAUSE/2", "SETS_DIFFER"), [one, other], False)
    pairs = [
        (_clause_name(one, first), _clause_name(other, second), Some(hands, examples))
        for (first, second, differ), (hands, examples) in counts.items()
        if differ
    ]
    pairs.sort(key=lambda pair: (-pair[2].hands, pair[0], pair[1]))
    return Difference(
        one, other, _total(counts, joker), sum(some.hands for _, _, some in pairs), tuple(pairs)
    )


_Counts = Mapping[tuple[int, ...], tuple[int, Examples]]


def _count(
    ranking: Ranking, joker: bool, names: tuple[str, ...], ways: list[HouseWay], directly: bool
) -> _Counts:
    facts = [core.fact(name.removesuffix("/2"), SECOND_WAY if name.endswith("/2") else 0) for name in names]
    programs = [compiled(way) for way in ways]
    if not directly:
        return core.count_with_examples(ranking, joker, facts, programs)
    counts = core.count(ranking, 7, joker, facts, level=core.CARDS_LEVEL, ways=programs)
    return {values: (hands, ()) for values, hands in counts.items()}


def _total(counts: _Counts, joker: bool) -> int:
    total = sum(hands for hands, _ in counts.values())
    if total != comb(53 if joker else 52, 7):
        raise InternalCheckError(f"the hands counted are {total}, not C({53 if joker else 52}, 7)")
    return total


def _clause_name(way: HouseWay, number: int) -> str:
    return "no clause" if number == NO_CLAUSE else way.clauses[number].name


def _such(some: Some) -> str:
    example = f", such as {cards.names(some.examples[0])}" if some.examples else ""
    return f"{some.hands:,} hands{example}"
