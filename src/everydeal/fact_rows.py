"""The facts of hands as the core counts them, as rows of their fields."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from everydeal.core import hand as core
from everydeal.events import Row, Value
from everydeal.facts import HandField
from everydeal.ranking import Ranking

if TYPE_CHECKING:
    from everydeal.core.houseway import Way


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
    """Every field's value for one hand, given as kinds."""
    asked = list(fields.values())
    values = core.values_of(ranking, hand, _facts(asked), ways)
    return dict(zip(fields, decoded(asked, values), strict=True))


def decoded(fields: Sequence[HandField], values: Sequence[int]) -> Row:
    """The values of fields from those of the core's facts behind them."""
    return tuple(field.decode(value) for field, value in zip(fields, values, strict=True))


def _facts(fields: Sequence[HandField]) -> list[core.Fact]:
    return [core.fact(each.fact, each.argument) for each in fields]
