"""`everydeal certify`: count and price a sheet, print the certificate."""

import argparse
import sys

from everydeal.cli import appendix, common

DESCRIPTION = """\
Counts every deal of a sheet's game, prices every wager exactly, and prints the report: what
matters first, certification tables, interpretations, findings, assumptions, checks, identity.

  everydeal certify ez-baccarat
  everydeal certify ez-baccarat --decks 8 --wager dragon-7
  everydeal certify ez-baccarat --shoe "8 decks less 4d 4h 4s"
  everydeal certify ez-baccarat --expect 8-decks:dragon-7=64613588827/848912750595
  everydeal certify ricochet-poker --kickout kh-01 --joint
  everydeal certify my-game.toml --json -o certificate.json
  everydeal certify my-game.toml --format pdf -o appendix.pdf
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(
        commands, "certify", "count and price a sheet, print the certificate", DESCRIPTION
    )
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    common.add_axes(parser)
    parser.add_argument(
        "--wager",
        metavar="ID",
        action="append",
        default=[],
        help="only this wager (id or alias); repeatable; default: all",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--format",
        choices=[*common.FORMATS, "pdf", "json"],
        default="text",
        help=f"{common.FORMAT_HELP} (canonical); pdf: the appendix (with -o FILE)",
    )
    form.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    appendix.add(parser)
    common.add_players(parser)
    common.add_output(parser)
    parser.add_argument(
        "--joint",
        action="store_true",
        help="also count the bonus wagers together: how often several win, the largest net win of one round "
        "(Ricochet Poker)",
    )
    parser.add_argument(
        "--expect",
        metavar="[CONFIGURATION:]WAGER=P/Q",
        action="append",
        default=[],
        help="the exact house edge to confirm, in every configuration unless one is named; status 1 if it "
        "differs; repeatable",
    )
    parser.add_argument(
        "--strict", action="store_true", help="status 1 if there are findings that the sheet does not accept"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Certify, print, and say on stderr what was not confirmed."""
    from everydeal.certificate import certify_sheet, disagreements
    from everydeal.findings import open_findings
    from everydeal.sheet.load import load

    wanted = appendix.wanted(options)
    selection = common.selection(options)
    certificate = certify_sheet(load(options.sheet), selection, options.wager)
    if options.joint:
        certificate = certificate.with_joint(options.wager)
    wrong = disagreements(certificate, options.expect)
    content: str | bytes
    if wanted:
        content = appendix.rendered(certificate, selection, wanted, options.format)
    elif options.format == "json":
        content = certificate.to_json().decode() + "\n"
    else:
        from everydeal.report.certified import certified

        content = common.rendered(certified(certificate), options.format)
    common.emit(content, options.output)
    for line in wrong:
        print(f"everydeal: {line}", file=sys.stderr)
    unaccepted = open_findings(certificate.findings)
    if options.strict and unaccepted:
        print(f"everydeal: findings under --strict: {len(unaccepted)}", file=sys.stderr)
        return 1
    return 1 if wrong else 0
