"""Kickout tables: the hands from which on the dealer's is folded, by the number of live hands."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from everydeal import cards
from everydeal.errors import shown
from everydeal.ranking import Ranking
from everydeal.sheet.reader import Table

PLAYERS = 7
RANKING = Ranking(wheel="lowest")
NONE = "none"


@dataclass(frozen=True)
class Limit:
    """A kickout hand: five ranks, the highest first. A hand that equals it is kicked out, if `inclusive`."""

    ranks: str
    suited: bool
    inclusive: bool

    @property
    def text(self) -> str:
        """As sheets write it."""
        return f"{'' if self.inclusive else 'above '}{self.ranks}{' suited' if self.suited else ''}"

    @cached_property
    def score(self) -> int:
        """The lowest score that is kicked out."""
        from everydeal.core.hand import rank

        seen: Counter[str] = Counter()
        kinds = []
        for at, name in enumerate(self.ranks):
            suit = 0 if self.suited else (seen[name] + (at == 4 and len(set(self.ranks)) == 5)) % 4
            seen[name] += 1
            kinds.append(4 * cards.RANKS.index(name) + suit)
        (ranked,) = rank(RANKING, [tuple(kinds)])
        return ranked.score if self.inclusive else ranked.score + 1


@dataclass(frozen=True)
class Kickout:
    """A kickout table: the limit for each number of live hands, from one; None where no hand is kicked out.

    `reading` is how the source was read, for a table that has several.
    """

    table: str
    title: str
    reading: str | None
    limits: tuple[Limit | None, ...]

    @property
    def id(self) -> str:
        """Such as `kh-01/reading-2`."""
        return f"{self.table}/{self.reading}" if self.reading else self.table

    @property
    def words(self) -> str:
        """Such as `PT-FLT-KH-01, reading-2`."""
        return f"{self.title}, {self.reading}" if self.reading else self.title

    def score(self, hands: int) -> int:
        """The lowest score kicked out with so many live hands; 0 if none is."""
        limit = self.limits[hands - 1]
        return limit.score if limit else 0


NO_KICKOUT = Kickout(NONE, "No kickout", None, (None,) * PLAYERS)


def read_kickouts(table: Table) -> tuple[Kickout, ...]:
    """The tables `kickout` of a sheet's `[rules]`. Raises SheetError."""
    kickouts = tuple(_kickout(each) for each in table.tables("kickout"))
    ids = [kickout.id for kickout in kickouts]
    for at, each in enumerate(kickouts):
        place = f"kickout[{at + 1}].table"
        if ids[at] in ids[:at]:
            table.fail(place, f"{shown(ids[at])} stands there twice; allowed: each table once a reading")
        same = [other for other in kickouts[:at] if other.table == each.table]
        if any((other.reading is None) is not (each.reading is None) for other in same):
            table.fail(
                place, f"{shown(each.table)} stands there with and without a reading; allowed: one of both"
            )
    return kickouts


def _kickout(table: Table) -> Kickout:
    name = table.text("table", identifier=True)
    if name == NONE:
        table.fail("table", f"{shown(NONE)} stands for no kickout; allowed: another id")
    texts = table.anything("limits", f"an array of {PLAYERS} limits")
    if not isinstance(texts, list) or len(texts) != PLAYERS:
        table.fail(
            "limits", f"{shown(texts)}: allowed: an array of {PLAYERS} limits, for 1 to {PLAYERS} live hands"
        )
    limits = tuple(_limit(table, at, text) for at, text in enumerate(texts, 1))
    title = table.text("title", name)
    reading = table.text("reading", identifier=True) if table.has("reading") else None
    table.close()
    return Kickout(name, title, reading, limits)


def _limit(table: Table, at: int, text: object) -> Limit | None:
    allowed = (
        'allowed: five ranks such as "KKQ32", the highest hand that stays as in "above TT223", a flush as in '
        '"97532 suited", or "none"'
    )
    place = f"limits[{at}]"
    if not isinstance(text, str):
        table.fail(place, f"{shown(text)}; {allowed}")
    if text == NONE:
        return None
    words = text.split()
    inclusive = words[:1] != ["above"]
    ranks, *rest = words[not inclusive :] or [""]
    ranks = ranks.replace("10", "T").upper()
    suited = rest == ["suited"]
    most = max(map(ranks.count, ranks), default=0)
    if len(ranks) != 5 or not set(ranks) <= set(cards.RANKS) or (rest and not suited):
        table.fail(place, f"{shown(text)} is no hand of five; {allowed}")
    if most > (1 if suited else 4):
        table.fail(place, f"{shown(text)}: no deck has {most} such cards; {allowed}")
    return Limit(ranks, suited, inclusive)
