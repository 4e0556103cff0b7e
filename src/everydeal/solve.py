"""The pay at which a wager reaches a given house edge, exactly."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from everydeal import symbolic
from everydeal.certificate import certify_sheet
from everydeal.errors import InputError
from everydeal.games import Selection
from everydeal.sheet.model import Group, Sheet, Wager
from everydeal.sheet.pays import Pay
from everydeal.symbolic import Figure

_PAY = "pay sought"  # no sheet can spell it, so it meets no unknown of a sheet


@dataclass(frozen=True)
class Solution:
    """In one configuration: the exact pay "to 1", and the whole pays around it with their edges.

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
) -> list[Solution]:
    """The pay of one line (or of one unknown) at which the house edge per unit bet is `edge`.

    Lines are numbered from 1. Without `line` it is the wager's unknown pay, or else its only
    winning line. Raises InputError where there is no such line or no pay can reach the edge.
    """
    wager = sheet.wager(wager_name)
    asked = _with_unknown(wager, line)
    certificate = certify_sheet(replace(sheet, wagers=(asked,)), selection or {})
    solutions = []
    for configuration in certificate.configurations:
        found = configuration[wager.id].house_edge
        others = [symbol for symbol in symbolic.symbols(found) if symbol != _PAY]
        if others:
            raise InputError(
                f"{wager.id} has other unknown pays ({', '.join(others)}): give them a value first"
            )
        pay = symbolic.root_of_linear(found - symbolic.figure(edge.numerator, edge.denominator), _PAY)
        if pay is None:
            raise InputError(f"{configuration.id}: the line never decides, so no pay reaches the edge")
        below = pay.numerator // pay.denominator
        above = below if pay.denominator == 1 else below + 1
        solutions.append(
            Solution(
                configuration.id,
                pay,
                (below, symbolic.at(found, _PAY, below)),
                (above, symbolic.at(found, _PAY, above)),
            )
        )
    return solutions


def _with_unknown(wager: Wager, number: int | None) -> Wager:
    """The wager with the pay sought in the place of one line's, or of its only unknown."""
    lines = wager.lines
    listing = "; ".join(f"{at} {line.title}" for at, line in enumerate(lines, 1))
    unknown = {line.pay.unknown for line in lines if line.pay.unknown}
    if number is None and len(unknown) == 1:
        (name,) = unknown
        sought = [at for at, line in enumerate(lines, 1) if line.pay.unknown == name]
        if len({lines[at - 1].pay.net for at in sought}) > 1:
            raise InputError(f"{wager.id} pays ?{name} both to 1 and for 1: give it two names")
        return _replaced(wager, sought)
    if number is None:
        winning = [at for at, line in enumerate(lines, 1) if line.pay.unknown or line.pay.net > 0]
        if len(winning) != 1:
            raise InputError(f"{wager.id}: which line? Allowed: --line with one of {listing}")
        number = winning[0]
    if not 1 <= number <= len(lines):
        raise InputError(f"{wager.id} has no line {number}; allowed: {listing}")
    return _replaced(wager, [number])


def _replaced(wager: Wager, numbers: Sequence[int]) -> Wager:
    """The wager with the pay sought, "to 1", on these lines."""
    sought = Pay(Fraction(0), "the pay sought", _PAY)
    groups = []
    at = 0
    for group in wager.groups:
        changed = []
        for line in group.lines:
            at += 1
            changed.append(replace(line, pay=sought) if at in numbers else line)
        groups.append(Group(group.title, tuple(changed)))
    return replace(wager, groups=tuple(groups))
