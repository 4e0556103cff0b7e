"""The pay at which a wager reaches a given house edge, exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from everydeal import symbolic
from everydeal.certificate import certify_sheet
from everydeal.errors import InputError, alternatives
from everydeal.exact import Ratio, fraction_text, percent
from everydeal.games import Selection
from everydeal.sheet.model import Group, Line, Sheet, Wager
from everydeal.sheet.pays import Pay
from everydeal.symbolic import Figure

_PAY = "pay sought"  # no sheet can spell it, so it meets no unknown of a sheet
_LEAST = -1  # a pay takes no more than the stake


@dataclass(frozen=True)
class Solution:
    """In one configuration: the exact pay "to 1", and the whole pays around it with their edges.

    Where shares of an unknown are paid, such as a jackpot's meter, it is the unknown that is sought.
    `below` and `above` are the same where the exact pay is whole.
    """

    configuration: str
    pay: Figure
    below: tuple[int, Figure]
    above: tuple[int, Figure]


def solve(
    sheet: Sheet,
    wager_name: str,
    edge: Fraction,
    *,
    line: int | None = None,
    selection: Selection | None = None,
    values: Mapping[str, Fraction] | None = None,
) -> list[Solution]:
    """The pay of one line (or of one unknown) at which the house edge per unit bet is `edge`.

    Lines are numbered from 1. Without `line` it is the wager's unknown pay, or else its only
    winning line. `values` gives other unknowns their amounts. Raises InputError where there is no such
    line or unknown, or no pay can reach the edge.
    """
    wager = valued(sheet.wager(wager_name), values or {})
    aim = _sought(wager, line)
    least = 0 if aim.unknown else _LEAST
    asked = _replaced(wager, aim)
    certificate = certify_sheet(replace(sheet, wagers=(asked,)), selection or {})
    solutions = []
    for configuration in certificate.configurations:
        found = configuration[wager.id].house_edge
        others = [symbol for symbol in symbolic.symbols(found) if symbol != _PAY]
        if others:
            named = ", ".join(f"?{name} in {_places(asked, name)}" for name in others)
            raise InputError(
                f"{wager.id} has other unknown pays: {named}; give them values, such as --set {others[0]}=3"
            )
        pay = symbolic.root_of_linear(found - symbolic.figure(edge.numerator, edge.denominator), _PAY)
        if pay is None:
            raise InputError(f"{configuration.id}: the line never decides, so no pay reaches the edge")
        if pay < least:
            most = symbolic.at(found, _PAY, symbolic.figure(least))
            where = "the line loses the stake" if least else "it is 0"
            raise InputError(
                f"{configuration.id}: not reachable: a house edge of {_edge_words(edge)}; "
                f"allowed: at most {_edge_words(most)}, where {where}"
            )
        below = pay.numerator // pay.denominator
        above = below if pay.denominator == 1 else below + 1
        solutions.append(
            Solution(
                configuration.id,
                pay,
                (below, symbolic.at(found, _PAY, symbolic.figure(below))),
                (above, symbolic.at(found, _PAY, symbolic.figure(above))),
            )
        )
    return solutions


@dataclass(frozen=True)
class Sought:
    """What `solve` seeks: the pay of these lines, by number, or the unknown that they pay shares of."""

    lines: tuple[tuple[int, Line], ...]
    unknown: str | None


def sought(
    sheet: Sheet, wager_name: str, line: int | None = None, values: Mapping[str, Fraction] | None = None
) -> Sought:
    """What `solve` seeks. Raises InputError as it does."""
    return _sought(valued(sheet.wager(wager_name), values or {}), line)


def _sought(wager: Wager, number: int | None) -> Sought:
    """The line asked for, or those of the wager's only unknown."""
    lines = wager.lines
    listing = "; ".join(f"{at} {line.title}" for at, line in enumerate(lines, 1))
    unknown = {line.pay.unknown for line in lines if line.pay.unknown}
    if number is None and len(unknown) == 1:
        (name,) = unknown
        found = [(at, line) for at, line in enumerate(lines, 1) if line.pay.unknown == name]
        alike = len({(line.pay.net, line.pay.share) for _, line in found}) == 1
        is_meter = wager.jackpot is not None and wager.jackpot.meter == name
        return Sought(tuple(found), None if alike and not is_meter else name)
    if number is None:
        winning = [at for at, line in enumerate(lines, 1) if line.pay.unknown or line.pay.net > 0]
        if len(winning) != 1:
            raise InputError(f"{wager.id}: which line? Allowed: --line with one of {listing}")
        number = winning[0]
    if not 1 <= number <= len(lines):
        raise InputError(f"{wager.id} has no line {number}; allowed: {listing}")
    return Sought(((number, lines[number - 1]),), None)


def _edge_words(edge: Ratio) -> str:
    return f"{fraction_text(edge)} ({percent(edge)})"


def _places(wager: Wager, unknown: str) -> str:
    """The lines that pay an unknown, in words."""
    numbers = [str(at) for at, line in enumerate(wager.lines, 1) if line.pay.unknown == unknown]
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _replaced(wager: Wager, aim: Sought) -> Wager:
    """The wager with what is sought on its lines; without its jackpot, whose meter that may be."""
    numbers = dict(aim.lines)
    pay = Pay(Fraction(0), "the pay sought", _PAY)
    pays = [
        line.pay if at not in numbers else replace(line.pay, unknown=_PAY) if aim.unknown else pay
        for at, line in enumerate(wager.lines, 1)
    ]
    return replace(with_pays(wager, pays), jackpot=None)


def valued(wager: Wager, values: Mapping[str, Fraction]) -> Wager:
    """The wager with amounts in the place of unknowns. Raises InputError for a name that no line pays."""
    names = list(dict.fromkeys(line.pay.unknown for line in wager.lines if line.pay.unknown))
    for name in values:
        if not names:
            raise InputError(f"{wager.id} has no unknown pay; allowed: no value for one")
        if name not in names:
            raise InputError(f"{wager.id} has no unknown pay ?{name}; {alternatives(name, names)}")
    return with_pays(wager, [_amount(line.pay, values) for line in wager.lines])


def _amount(pay: Pay, values: Mapping[str, Fraction]) -> Pay:
    """A pay with its unknown's amount, if it is among these."""
    if pay.unknown is None or pay.unknown not in values:
        return pay
    value = values[pay.unknown]
    return Pay(pay.net + pay.share * value, pay.words.replace(f"?{pay.unknown}", str(value)))


def with_pays(wager: Wager, pays: Sequence[Pay]) -> Wager:
    """The wager with these pays on its lines."""
    left = iter(pays)
    groups = [
        Group(group.title, tuple(replace(line, pay=next(left)) for line in group.lines))
        for group in wager.groups
    ]
    return replace(wager, groups=tuple(groups))
