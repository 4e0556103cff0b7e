"""`everydeal show`: a sheet's rules and wagers in words."""

import argparse

from everydeal.cli import common

DESCRIPTION = "Prints a sheet's rules, wagers, pay tables and interpretations in words. Counts nothing."


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "show", "a sheet's rules and wagers in words", DESCRIPTION)
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    parser.add_argument("--format", choices=common.PROSE, default="text", help="default: text")
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the sheet as a document."""
    from everydeal.report.described import described
    from everydeal.sheet.load import load

    common.emit(common.rendered(described(load(options.sheet)), options.format), options.output)
    return 0
