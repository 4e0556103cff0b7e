"""`everydeal check`: find faults in a sheet without counting."""

import argparse
import sys

from everydeal.cli import common

DESCRIPTION = """\
Reads a sheet and looks for faults that need no counting: lines that can never decide, lines
hidden by earlier ones, an earlier line that pays less than a later one that also matches.
Whether a wager favours the bettor needs counts: `everydeal certify` says so.
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "check", "find faults in a sheet without counting", DESCRIPTION)
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    parser.add_argument(
        "--strict", action="store_true", help="status 1 if there are findings that the sheet does not accept"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the findings, one a line."""
    from everydeal.findings import UNCOUNTED, accepted, of_paytable, open_findings
    from everydeal.settlement import settle_all
    from everydeal.sheet.load import load

    sheet = load(options.sheet)
    found = [
        finding
        for settled in settle_all(sheet).values()
        for finding in accepted(of_paytable(settled), settled.wager, UNCOUNTED)
    ]
    unaccepted = open_findings(found)
    accepted_ones = len(found) - len(unaccepted)
    for finding in found:
        common.emit(f"{finding.sentence}\n", None)
    wagers, lines = len(sheet.wagers), sum(len(wager.lines) for wager in sheet.wagers)
    common.emit(
        f"{sheet.file}: {wagers} wagers with {lines} lines read; findings without counting: {len(found)}"
        f"{f', {accepted_ones} of them accepted' if accepted_ones else ''}.\n",
        None,
    )
    if options.strict and unaccepted:
        print(f"everydeal: findings under --strict: {len(unaccepted)}", file=sys.stderr)
        return 1
    return 0
