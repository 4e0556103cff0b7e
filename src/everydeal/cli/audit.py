"""`everydeal audit`: count a second way and compare."""

import argparse
import sys

from everydeal.cli import common

DESCRIPTION = """\
Counts everything that a sheet's wagers rest on a second way, and compares the counts row by row.
Status 1 on any difference.

  everydeal audit fortune            every one of the 154,143,080 hands by itself, not by classes
  everydeal audit ez-baccarat        by the plain Python implementation, about a second a shoe
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "audit", "count a second way and compare", DESCRIPTION)
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    common.add_axes(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one line a configuration and space; differences go to stderr."""
    from everydeal.settlement import asked_fields, outcome_text
    from everydeal.sheet.load import load

    sheet = load(options.sheet)
    differences = 0
    for configuration in sheet.game.configurations(common.selection(options)):
        for space, names in asked_fields(sheet.game.spaces, sheet.wagers).items():
            first, second = configuration.count(space, names), configuration.recount(space, names)
            wrong = [
                row
                for row in dict.fromkeys([*first.counts, *second.counts])
                if first.counts.get(row, 0) != second.counts.get(row, 0)
            ]
            differences += len(wrong)
            for row in wrong[:10]:
                counts = f"{first.counts.get(row, 0)} and {second.counts.get(row, 0)}"
                print(f"everydeal: {configuration.id}: {outcome_text(names, row)}: {counts}", file=sys.stderr)
            verdict = f"{len(wrong)} differ" if wrong else "all agree"
            common.emit(
                f"{configuration.id}, {first.space.title.lower()}: {len(first.counts)} rows of "
                f"{first.total:,} {first.space.unit} counted two ways: {verdict}.\n",
                None,
            )
    return 1 if differences else 0
