"""`everydeal compare`: configurations of one game, or sheets and certificates, in one table."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from everydeal.cli import common
from everydeal.errors import InputError

if TYPE_CHECKING:
    from everydeal.sheet.model import Sheet

DESCRIPTION = """\
Of one sheet: prices one wager under several house ways (or shoes) in one table.
Of several sheets and certificates (as `certify --json` writes them): every wager that they have,
matched by its id, with the exact difference to the first.

  everydeal compare dealer-open-pai-gow --house-way dealer-open --house-way foxwoods
  everydeal compare face-up-pai-gow --all
  everydeal compare certificate.json my-game.toml --wager tie
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(
        commands, "compare", "house ways, sheets and certificates side by side", DESCRIPTION
    )
    parser.add_argument(
        "compared",
        metavar="SHEET",
        nargs="+",
        help=f"{common.SHEET_HELP}; or a certificate's JSON, by its path or -",
    )
    common.add_axes(parser)
    parser.add_argument(
        "--wager",
        metavar="ID",
        action="append",
        default=[],
        help="only this wager, repeatable; default: of one sheet its first, of several all",
    )
    common.add_format(parser)
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    from everydeal.comparison import compare, load_either
    from everydeal.report.side_by_side import side_by_side, side_by_side_data

    given = [(name, load_either(name)) for name in options.compared]
    selection = common.selection(options)
    alone = given[0][1]
    if len(given) == 1 and not isinstance(alone, tuple):
        return _one(alone, selection, options)
    found = compare(given, selection, options.wager)
    common.emit_report(side_by_side_data(found), lambda: side_by_side(found), options)
    return 0


def _one(sheet: "Sheet", selection: "dict[str, Sequence[object]]", options: argparse.Namespace) -> int:
    """One wager of one sheet in all its configurations."""
    from everydeal.certificate import certify_sheet
    from everydeal.report.compared import compared, compared_data

    if len(options.wager) > 1:
        raise InputError("--wager is given more than once; allowed with one sheet: once")
    wager = sheet.wager(options.wager[0]).id if options.wager else sheet.wagers[0].id
    certificate = certify_sheet(sheet, selection, [wager])
    common.emit_report(compared_data(certificate), lambda: compared(certificate), options)
    return 0
