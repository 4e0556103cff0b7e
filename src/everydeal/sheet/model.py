"""A sheet as frozen, typed objects.

Counting knows nothing of pays, pricing nothing of cards: they meet here, where each wager names
its space and the fields its lines look at.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from everydeal.errors import InputError, alternatives, shown
from everydeal.events import Event
from everydeal.games import Game
from everydeal.sheet.jackpot import Jackpot
from everydeal.sheet.pays import Pay
from everydeal.sheet.source import Interpretation, Source

OTHERWISE = "All other outcomes"


@dataclass(frozen=True)
class Line:
    """One line of a paytable; `event` is None for the line that takes what others leave.

    `staked` is how many units the bettor has put in where it decides: the sum over a wager's groups is
    what an outcome has staked.
    """

    title: str
    event: Event | None
    pay: Pay
    staked: Fraction = Fraction(1)


@dataclass(frozen=True)
class Group:
    """Lines of which the first that matches decides. A wager's net win is the sum over its groups."""

    title: str | None
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Wager:
    """A wager on one space; `accept` has kinds of findings that the sheet accepts, with its reasons.

    Where the bettor decides for pays (`Space.decided`), `objective` is the wager whose pays those are.
    """

    id: str
    title: str
    aliases: tuple[str, ...]
    clause: str | None
    space: str
    groups: tuple[Group, ...]
    jackpot: Jackpot | None = None
    objective: str | None = None
    accept: tuple[tuple[str, str], ...] = ()

    @property
    def lines(self) -> list[Line]:
        """The lines of all groups, in order; line numbers that users give count from 1 in it."""
        return [line for group in self.groups for line in group.lines]

    @property
    def fields(self) -> frozenset[str]:
        """The fields that the wager's lines look at."""
        return frozenset().union(*(line.event.fields for line in self.lines if line.event))


@dataclass(frozen=True)
class Sheet:
    """A game's rules and wagers. `file` is how messages name it, `sha256` the digest of its `text`.

    `accept` has kinds of findings of house ways that the sheet accepts, with its reasons.
    """

    id: str
    title: str
    version: str
    source: Source | None
    game: Game
    wagers: tuple[Wager, ...]
    interpretations: tuple[Interpretation, ...]
    file: str
    sha256: str
    text: str
    accept: tuple[tuple[str, str], ...] = ()

    @property
    def readings(self) -> list[Interpretation]:
        """The interpretations of the sheet, then those of its house ways, each once."""
        found = list(self.interpretations)
        for way in self.game.house_ways:
            found += [reading for reading in way.interpretations if reading not in found]
        return found

    def wager(self, name: str) -> Wager:
        """The wager with this id or alias. Raises InputError, naming those there are."""
        for wager in self.wagers:
            if name == wager.id or name in wager.aliases:
                return wager
        raise InputError(
            f"{self.id} has no wager {shown(name)}; {alternatives(name, [w.id for w in self.wagers])}"
        )

    def chosen(self, names: Iterable[str]) -> tuple[Wager, ...]:
        """The wagers with these ids or aliases in the sheet's order; all of them if none is named."""
        wanted = {self.wager(name).id for name in names}
        return tuple(wager for wager in self.wagers if not wanted or wager.id in wanted)
