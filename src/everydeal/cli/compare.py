"""`everydeal compare`: one game under several configurations in one table."""

import argparse

from everydeal.cli import common

DESCRIPTION = """\
Prices one wager of a game under several house ways (or shoes) in one table.

  everydeal compare dealer-open-pai-gow --house-way dealer-open --house-way foxwoods
  everydeal compare face-up-pai-gow --all
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "compare", "one game under several house ways", DESCRIPTION)
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    common.add_axes(parser)
    parser.add_argument("--wager", metavar="ID", help="the wager; default: the sheet's first")
    common.add_format(parser)
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    from everydeal.certificate import certify_sheet
    from everydeal.report.compared import compared, compared_data
    from everydeal.sheet.load import load

    sheet = load(options.sheet)
    wager = sheet.wager(options.wager).id if options.wager else sheet.wagers[0].id
    certificate = certify_sheet(sheet, common.selection(options), [wager])
    common.emit_report(compared_data(certificate), lambda: compared(certificate), options)
    return 0
