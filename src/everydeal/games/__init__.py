"""The families of games: one module each, found by the name a sheet gives as its `game`.

A game is its rules read from a sheet. It declares spaces with their fields, counts them, and
resolves single deals. Of pays it sees only what a bettor decides for, as an objective by outcome. A new
family is one module here and its counting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol, cast

from everydeal.events import Row, Value
from everydeal.tally import CountedTable, Space, Tally

if TYPE_CHECKING:
    from everydeal.fact_rows import LookedAt
    from everydeal.houseway.check import Checked
    from everydeal.houseway.model import HouseWay
    from everydeal.sheet.reader import Table

# What the bettor plays for: the net win by each row of a decided space, over all fields in order of name.
Objective = Mapping[Row, Fraction]
# How many deals are played in search of an example, some milliseconds each.
TRIES = 60
# Of games without house ways.
NO_AXES: Mapping[str, Sequence[str]] = {}
# Axis name -> the values a user picked on it, such as {"decks": [8]}; empty for the sheet's own.
Selection = Mapping[str, Sequence[object]]


@dataclass(frozen=True)
class Rule:
    """A rule in words, with its clause in the source if there is one; `chart` is a small table."""

    title: str
    text: str
    clause: str | None = None
    chart: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Net:
    """What one of several players gets of a pot, and is paid beside it, in units bet."""

    player: str
    end: str
    pot: Fraction
    beside: Fraction


@dataclass(frozen=True)
class Deal:
    """One deal resolved: the steps in words, and the value of every field of each space.

    With several players the values are those of each in `bettors`, by name, and `nets` is what they make of
    the pot.
    """

    steps: tuple[str, ...]
    facts: Mapping[str, Mapping[str, Value]]
    bettors: Mapping[str, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)
    nets: tuple[Net, ...] = ()

    @property
    def used(self) -> str:
        """The steps in one line, without those of cards that nobody gets."""
        return " ".join(step for step in self.steps if not step.startswith("Not used"))


@dataclass(frozen=True)
class Strategy:
    """Rules to decide by that fit on a page.

    `lines` are tried in order. `gives_up` is how much higher the house edge of a bettor is who follows them:
    the exact difference to deciding as well as can be, per unit bet.
    """

    space: str
    lines: tuple[str, ...]
    gives_up: Fraction


class Configuration(Protocol):
    """One point of a game's axes, ready to be counted."""

    @property
    def id(self) -> str:
        """Such as `8-decks`; unique within a certificate."""

    @property
    def title(self) -> str:
        """The same in words."""

    @property
    def notes(self) -> Sequence[str]:
        """What a report must say about it in its first lines, such as a shoe outside the sheet's list."""

    @property
    def contents(self) -> str:
        """What is dealt from, in words: how many cards of which ranks."""

    def count(self, space: str, names: tuple[str, ...]) -> Tally:
        """The exact counts of one space, projected on the fields `names`."""

    def recount(self, space: str, names: tuple[str, ...]) -> Tally:
        """The same counts another way, for an audit."""

    def tables(self) -> Sequence[CountedTable]:
        """The tables without pays."""

    def strategy(self, space: str) -> "Strategy | None":
        """How to decide in a decided space by a few rules; None for any other."""

    @property
    def deck(self) -> Sequence[int]:
        """How many cards there are of each kind to deal from."""

    @property
    def deal_sizes(self) -> tuple[int, int]:
        """The fewest and the most cards that `play` may take for one deal to one bettor."""

    @property
    def tries(self) -> int:
        """How many deals are worth playing in search of one that ends in a certain way."""

    def looked_at(self, space: str) -> "LookedAt | None":
        """The hand of a deal that the fields of a space are facts of; None if they are of the whole deal."""

    def told(self, space: str, dealt: tuple[int, ...], deal: Deal) -> str:
        """A deal in words, as far as a space looks at it."""

    def play(self, cards: tuple[int, ...]) -> Deal:
        """Resolve one deal. Raises InputError if the cards cannot be dealt so."""


class NoHouseWays:
    """What a game says of house ways that has none."""

    house_ways = ()
    house_way_axes = NO_AXES

    def picked(self, selection: Selection) -> Selection:
        """Itself: there is no house way."""
        return selection

    def checked_ways(self) -> tuple[()]:
        """None."""
        return ()


class Game(Protocol):
    """A game under the rules of one sheet."""

    @property
    def name(self) -> str:
        """The family's name in sheets."""

    @property
    def joker(self) -> bool:
        """Whether its deck has a joker."""

    @property
    def house_ways(self) -> "Sequence[HouseWay]":
        """The house ways that its hands are set by, if any."""

    @property
    def spaces(self) -> Mapping[str, Space]:
        """The spaces by id; the first is the one that wagers rest on unless they say otherwise."""

    @property
    def assumptions(self) -> Sequence[str]:
        """What every figure takes for granted, in sentences."""

    def deciding(self, objectives: Mapping[str, Objective]) -> "Game":
        """The game with a space `SPACE/ID` for each decided space and objective, by the wagers' ids.

        Raises InputError for an objective that no bettor of this game can play for.
        """

    def selected(self, selection: Selection) -> "Game":
        """The game itself, or with what `selection` puts in place of the sheet's own."""

    def configurations(self, selection: Selection) -> Sequence[Configuration]:
        """The configurations to count. Raises InputError for an axis or value that is not there."""

    def possible(self, space: str, names: tuple[str, ...]) -> Sequence[Row]:
        """Every row that some deal can give, projected on `names`, each once; at little cost."""

    @property
    def played(self) -> int:
        """Which of the configurations a deal is from where none is picked: its place, from 0 or from -1."""

    @property
    def house_way_axes(self) -> Mapping[str, Sequence[str]]:
        """The axes on which house ways are picked, by id or file, and what else may be picked there."""

    def picked(self, selection: Selection) -> Selection:
        """What was picked, with house ways themselves in place of their names."""

    def checked_ways(self) -> "Sequence[Checked]":
        """The house ways on every hand there is."""

    def rules_in_words(self) -> Sequence[Rule]:
        """The rules as a reader would say them."""


_MODULES = {
    "baccarat": "everydeal.games.baccarat",
    "hand": "everydeal.games.hand",
    "pai-gow": "everydeal.games.pai_gow",
    "ricochet": "everydeal.games.ricochet",
}
NAMES = tuple(_MODULES)


def read(name: str, rules: "Table") -> Game:
    """The game of this name under the rules in a sheet's table. Raises SheetError."""
    return cast(Game, import_module(_MODULES[name]).read(rules))


def starter(name: str) -> str:
    """The text of a commented sheet of this game to start from."""
    return (files("everydeal.games") / f"{name}.starter.toml").read_text(encoding="utf-8")
