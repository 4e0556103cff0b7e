"""`everydeal solve`: the pay at which a wager reaches a house edge."""

import argparse
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from everydeal.cli import common
from everydeal.errors import InputError, shown

if TYPE_CHECKING:
    from everydeal.report.document import Document
    from everydeal.sheet.model import Wager
    from everydeal.solve import Solution, Sought

DESCRIPTION = """\
Finds the pay of one line at which a wager's house edge per unit bet is as given, exactly, and the
whole pays on either side of it with their edges.

  everydeal solve ez-baccarat dragon-7 --line 1 --decks 8 --edge 5%
  everydeal solve ez-baccarat tie --edge 1/20
  everydeal solve my-game.toml bonus --edge 5% --set y=3
"""
EDGE_PLACES = 6  # two whole pays of a rare line may differ in no earlier place
HELD = (
    "the bettor's decisions are held as they are for the sheet's own pays; certify a changed sheet for others"
)
EDGE_ALLOWED = "allowed: 5%, 1/20, 0.05"


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "solve", "the pay at which a wager reaches a house edge", DESCRIPTION)
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    parser.add_argument("wager", metavar="WAGER", help="the wager's id or alias")
    parser.add_argument(
        "--line",
        metavar="N",
        type=int,
        help="the line whose pay is sought, as `everydeal show` numbers them; default: the unknown pay, "
        "or the only winning line",
    )
    parser.add_argument(
        "--edge",
        metavar="E",
        required=True,
        help="the house edge sought: 5%%, 1/20, 0.05; negative as --edge=-1%%",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=AMOUNT",
        action="append",
        default=[],
        help="what another unknown pay is, such as y=3 for ?y; repeatable",
    )
    common.add_axes(parser)
    common.add_format(parser)
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one row a configuration."""
    from everydeal.exact import fraction_text
    from everydeal.sheet.load import load
    from everydeal.solve import solve, sought

    edge = edge_of(options.edge)
    values = values_of(options.set)
    sheet = load(options.sheet)
    aim = sought(sheet, options.wager, options.line, values)
    solutions = solve(
        sheet, options.wager, edge, line=options.line, selection=common.selection(options), values=values
    )
    wager = sheet.wager(options.wager)
    data = {
        "schema": "everydeal/solve/1",
        "sheet": sheet.id,
        "wager": wager.id,
        "lines": [
            {"line": number, "event": line.title, "paytable": line.pay.words} for number, line in aim.lines
        ],
        **({"unknown": aim.unknown} if aim.unknown else {}),
        **({"decisions": HELD} if wager.objective else {}),
        "values": {name: str(value) for name, value in values.items()},
        "house_edge": fraction_text(edge),
        "configurations": [_exact(found) for found in solutions],
    }
    title = f"{sheet.title}, {wager.title}: the pay for a house edge of {fraction_text(edge)}"
    common.emit_report(data, lambda: _document(title, wager, fraction_text(edge), aim, solutions), options)
    return 0


def edge_of(text: str) -> Fraction:
    """The house edge in an argument; what would be read in another way than it is meant is refused."""
    from everydeal.exact import rational

    edge = rational(text)
    if "/" in text and "%" in text:
        raise InputError(f"--edge {shown(text)} is a fraction and a percentage; {EDGE_ALLOWED}")
    if abs(edge) >= 1 and not re.search("[/%]", text):
        meant = shown(f"{text.strip()}%")
        raise InputError(
            f"--edge {shown(text)} is the whole bet or more; did you mean {meant}? A{EDGE_ALLOWED[1:]}"
        )
    return edge


def values_of(texts: Sequence[str]) -> dict[str, Fraction]:
    """What `--set` gives unknown pays."""
    from everydeal.exact import rational

    values: dict[str, Fraction] = {}
    for text in texts:
        name, equals, amount = text.partition("=")
        name = name.strip().removeprefix("?")
        if not equals or not re.fullmatch("[a-z][a-z0-9_]*", name):
            raise InputError(
                f"--set {shown(text)}; allowed: the name of an unknown pay and its amount, as y=3"
            )
        if name in values:
            raise InputError(f"--set {shown(text)}: {name} is set twice; allowed: once")
        values[name] = rational(amount)
        if values[name] < 0:
            raise InputError(f"--set {shown(text)}: a pay is not negative; allowed: 0 or more")
    return values


def _exact(found: "Solution") -> dict[str, str]:
    from everydeal import symbolic

    return {
        "id": found.configuration,
        "pay": symbolic.text(found.pay),
        "pay_below": str(found.below[0]),
        "house_edge_below": symbolic.text(found.below[1]),
        "pay_above": str(found.above[0]),
        "house_edge_above": symbolic.text(found.above[1]),
    }


def _document(
    title: str, wager: "Wager", edge: str, aim: "Sought", solutions: "Sequence[Solution]"
) -> "Document":
    from everydeal import symbolic
    from everydeal.exact import decimal, percent
    from everydeal.report.document import Bullets, Column, Document, Table

    what, whole = (f"?{aim.unknown}", "Whole number") if aim.unknown else ("Pay to 1", "Whole pay")
    columns = (
        f"{what}, exact",
        "Decimal",
        f"{whole} below",
        "House edge",
        f"{whole} above",
        "its house edge",
    )
    table = Table(
        [Column("Configuration"), *(Column(title, figures=True) for title in columns)],
        [
            [
                found.configuration,
                symbolic.text(found.pay),
                decimal(found.pay, 6),
                _words(found.below[0], aim),
                percent(found.below[1], EDGE_PLACES),
                _words(found.above[0], aim),
                percent(found.above[1], EDGE_PLACES),
            ]
            for found in solutions
        ],
    )
    exact = [_exact(found) for found in solutions]
    numbers = ", ".join(str(number) for number, _ in aim.lines)
    data = Table(
        [Column(name) for name in ("configuration", "wager", "line", "house_edge", *list(exact[0])[1:])],
        [[row["id"], wager.id, numbers, edge, *list(row.values())[1:]] for row in exact],
    )
    of = [
        f"Sought: what line {number} pays ({line.title}; now {line.pay.words})."
        if not aim.unknown
        else f"Sought: ?{aim.unknown}, of which line {number} pays a share ({line.title}: {line.pay.words})."
        for number, line in aim.lines
    ]
    if wager.objective:
        of.append(f"{HELD[0].upper()}{HELD[1:]}.")
    return Document(title, [Bullets(of), table], data)


def _words(pay: int, aim: "Sought") -> str:
    """A whole pay as a paytable says it."""
    if aim.unknown:
        return str(pay)
    return "lose" if pay < 0 else f"{pay} to 1"
