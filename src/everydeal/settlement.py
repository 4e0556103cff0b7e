"""Which line of a wager decides each row: the meeting of a paytable and a space's rows.

No counts and no pays are needed for that, so `check` can find faults in a paytable before
anything is counted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from everydeal.errors import InputError, SheetError
from everydeal.events import Predicate, Row, Value
from everydeal.games import Game, Objective
from everydeal.sheet.model import Group, Line, Sheet, Wager
from everydeal.tally import Space


@dataclass(frozen=True)
class Settlement:
    """`matching[row][g]`: the lines of the wager's group `g` that match the row, in order.

    Lines are numbered from 0 through all groups; the first of each group decides.
    """

    wager: Wager
    matching: Mapping[Row, tuple[tuple[int, ...], ...]]

    def deciding(self, row: Row) -> tuple[int, ...]:
        """The line that decides the row, for each group."""
        return tuple(lines[0] for lines in self.matching[row])


def settle(wager: Wager, names: tuple[str, ...], rows: Sequence[Row], file: str) -> Settlement:
    """Settle every row. Raises SheetError, naming `file`, if a group covers some row by no line."""
    positions = [at for at, name in enumerate(names) if name in wager.fields]
    asked = tuple(names[at] for at in positions)
    groups = []
    first = 0
    for group in wager.groups:
        groups.append(_compiled(group, asked, first))
        first += len(group.lines)
    settled: dict[Row, tuple[tuple[int, ...], ...]] = {}  # by the fields that the wager asks for
    matching = {}
    for row in rows:
        key = tuple(row[at] for at in positions)
        if key not in settled:
            settled[key] = tuple(
                tuple(number for number, matches in lines if matches(key)) for lines in groups
            )
            if not all(settled[key]):
                raise SheetError(
                    f"{file}: wager {wager.id}: no line covers {outcome_text(asked, key)}; "
                    "allowed: a line for it, or `otherwise`"
                )
        matching[row] = settled[key]
    return Settlement(wager, matching)


def settle_all(sheet: Sheet) -> dict[str, Settlement]:
    """Settle each wager of a sheet over every row that its space can give, by id. Counts nothing."""
    names = asked_fields(sheet.game.spaces, sheet.wagers)
    rows = {space: sheet.game.possible(space, names[space]) for space in names}
    return {
        wager.id: settle(wager, names[wager.space], rows[wager.space], sheet.file) for wager in sheet.wagers
    }


def asked_fields(spaces: Mapping[str, Space], wagers: Iterable[Wager]) -> dict[str, tuple[str, ...]]:
    """The fields that the wagers and their breakdowns ask for, by space, in order of name."""
    names: dict[str, set[str]] = {}
    for wager in wagers:
        parts = {part.field for part in spaces[wager.space].breakdowns}
        names.setdefault(wager.space, set()).update(wager.fields | parts)
    return {space: tuple(sorted(found)) for space, found in names.items()}


def resolve(wager: Wager, facts: Mapping[str, Value], file: str) -> list[Line]:
    """The line of each group that decides one outcome, given the value of every field."""
    names = tuple(sorted(wager.fields))
    row = tuple(facts[name] for name in names)
    return [wager.lines[number] for number in settle(wager, names, [row], file).deciding(row)]


def objective(wager: Wager, game: Game, file: str) -> Objective:
    """What a wager on a decided space pays by each of its rows. Raises InputError for an unknown pay."""
    names = tuple(sorted(game.spaces[wager.space].fields))
    rows = game.possible(wager.space, names)
    settled = settle(wager, names, rows, file)
    nets = {}
    for row in rows:
        pays = [wager.lines[number].pay for number in settled.deciding(row)]
        unknown = next((pay.unknown for pay in pays if pay.unknown), None)
        if unknown:
            raise InputError(
                f"pays ?{unknown}, and the bettor decides by what is paid; allowed: known pays, or "
                "`objective`: the id of another wager whose pays the bettor plays for"
            )
        nets[row] = sum((pay.net for pay in pays), Fraction(0))
    return nets


def outcome_text(names: tuple[str, ...], row: Row) -> str:
    """An outcome in words, for messages: `winner = tie, player.pair = no`."""
    return "the outcome " + ", ".join(
        f"{name} = {value_text(value)}" for name, value in zip(names, row, strict=True)
    )


def value_text(value: Value) -> str:
    """A field's value in words."""
    if value is None:
        return "absent"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _compiled(group: Group, names: tuple[str, ...], first: int) -> list[tuple[int, Predicate]]:
    return [
        (number, line.event.compile(names) if line.event else lambda _: True)
        for number, line in enumerate(group.lines, first)
    ]
