"""`everydeal solve`: the pay at which a wager reaches a house edge."""

import argparse

from everydeal.cli import common

DESCRIPTION = """\
Finds the pay of one line at which a wager's house edge per unit bet is as given, exactly, and the
whole pays on either side of it with their edges.

  everydeal solve ez-baccarat dragon-7 --line 1 --decks 8 --edge 5%
  everydeal solve ez-baccarat tie --edge 1/20
"""
EDGE_PLACES = 6  # two whole pays of a rare line may differ in no earlier place


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
    common.add_axes(parser)
    parser.add_argument("--format", choices=common.FORMATS, default="text", help="default: text")
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one row a configuration."""
    from everydeal import symbolic
    from everydeal.exact import decimal, fraction_text, percent, rational
    from everydeal.report.document import Column, Document, Table
    from everydeal.sheet.load import load
    from everydeal.solve import solve

    edge = rational(options.edge)
    sheet = load(options.sheet)
    solutions = solve(sheet, options.wager, edge, line=options.line, selection=common.selection(options))
    columns = (
        "Pay to 1, exact",
        "Decimal",
        "Whole pay below",
        "House edge",
        "Whole pay above",
        "its house edge",
    )
    table = Table(
        [Column("Configuration"), *(Column(title, figures=True) for title in columns)],
        [
            [
                found.configuration,
                symbolic.text(found.pay),
                decimal(found.pay, 6),
                f"{found.below[0]} to 1",
                percent(found.below[1], EDGE_PLACES),
                f"{found.above[0]} to 1",
                percent(found.above[1], EDGE_PLACES),
            ]
            for found in solutions
        ],
    )
    wager = sheet.wager(options.wager)
    title = f"{sheet.title}, {wager.title}: the pay for a house edge of {fraction_text(edge)}"
    common.emit(common.rendered(Document(title, [table], table), options.format), options.output)
    return 0
