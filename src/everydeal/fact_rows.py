"""The facts of hands as the core counts them, as rows of their fields."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from everydeal.core import hand as core
from everydeal.events import Row, Value
from everydeal.facts import HandField
from everydeal.ranking import Ranking

if TYPE_CHECKING:
    from everydeal.core.houseway import Way


@dataclass(frozen=True)
class LookedAt:
    """The hand of so many cards that some fields are facts of: `hand` takes it from the cards dealt."""

    cards: int
    fields: Mapping[str, HandField]
    ranking: Ranking
    hand: Callable[[tuple[int, ...]], tuple[int, ...]]
    ways: "Sequence[Way]" = ()

    def is_quick(self, names: Sequence[str]) -> bool:
        """Whether `of_one` finds all these fields quickly."""
        return self.cards == 7 and not self.ways and all(_is_quick(self.fields[name]) for name in names)

    def facts(self, names: Sequence[str], dealt: tuple[int, ...]) -> dict[str, Value]:
        """The values of some of the fields, for one deal."""
        asked = {name: self.fields[name] for name in names}
        return of_one(asked, self.ranking, self.hand(dealt), self.ways)


def counted(
    fields: Sequence[HandField],
    ranking: Ranking,
    cards: int,
    joker: bool,
    *,
    directly: bool = False,
    ways: "Sequence[Way]" = (),
) -> dict[Row, int]:
    """How many hands have each row; by classes of the coarsest level that serves, or one by one."""
    found = core.count(
        ranking, cards, joker, _facts(fields), level=core.CARDS_LEVEL if directly else None, ways=ways
    )
    rows: dict[Row, int] = {}
    for values, count in found.items():
        row = decoded(fields, values)
        rows[row] = rows.get(row, 0) + count
    return rows


def of_one(
    fields: Mapping[str, HandField], ranking: Ranking, hand: tuple[int, ...], ways: "Sequence[Way]" = ()
) -> dict[str, Value]:
    """Every field's value for one hand, given as kinds.

    Cost: some ten microseconds for facts of ranks and flushes of seven cards that are not set, else a
    millisecond or so.
    """
    quick: dict[str, HandField] = {}
    if len(hand) == 7 and not ways:
        quick = {name: each for name, each in fields.items() if _is_quick(each)}
    slow = {name: each for name, each in fields.items() if name not in quick}
    found: dict[str, Value] = {}
    if quick:
        from everydeal.core.houseway import hand_values

        values = hand_values(ranking, hand, _facts(list(quick.values())))
        found |= zip(quick, decoded(list(quick.values()), values), strict=True)
    if slow:
        values = core.values_of(ranking, hand, _facts(list(slow.values())), ways)
        found |= zip(slow, decoded(list(slow.values()), values), strict=True)
    return {name: found[name] for name in fields}


def decoded(fields: Sequence[HandField], values: Sequence[int]) -> Row:
    """The values of fields from those of the core's facts behind them."""
    return tuple(field.decode(value) for field, value in zip(fields, values, strict=True))


def _facts(fields: Sequence[HandField]) -> list[core.Fact]:
    return list(map(_fact, fields))


def _is_quick(field: HandField) -> bool:
    return _fact(field).level <= core.FLUSH_LEVEL


def _fact(field: HandField) -> core.Fact:
    return core.fact(field.fact, field.argument)
