"""`everydeal certify`: count and price a sheet, print the certificate."""

import argparse
import json
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING

from everydeal.cli import appendix, common
from everydeal.errors import InputError, shown

if TYPE_CHECKING:
    from everydeal.certificate import Certificate

CERTIFICATE, RUN = "certificate.json", "run.json"
REPORTS = {
    "report.txt": "text",
    "report.md": "markdown",
    "report.html": "html",
    "report.tex": "latex",
    "report.csv": "csv",
    "report.xlsx": "xlsx",  # where the package for it is installed
}

DESCRIPTION = """\
Counts every deal of a sheet's game, prices every wager exactly, and prints the report: what
matters first, certification tables, interpretations, findings, assumptions, checks, identity.

  everydeal certify ez-baccarat
  everydeal certify ez-baccarat --decks 8 --wager dragon-7
  everydeal certify ez-baccarat --shoe "8 decks less 4d 4h 4s"
  everydeal certify ez-baccarat --expect 8-decks:dragon-7=64613588827/848912750595
  everydeal certify ricochet-poker --kickout kh-01 --joint
  everydeal certify my-game.toml --json -o certificate.json
  everydeal certify my-game.toml --dir my-game
  everydeal certify my-game.toml --format pdf -o appendix.pdf

--dir writes certificate.json (canonical JSON, the same bytes as --json), the reports in every format, and
run.json: when, where and how long, the only file that is not the same every time.
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
        "--dir",
        metavar="DIR",
        help="write the certificate and all reports to the folder DIR, instead of one to standard output",
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

    started = time.time(), time.monotonic()
    wanted = appendix.wanted(options)
    if options.dir is not None:
        _check_dir(options)
    selection = common.selection(options)
    certificate = certify_sheet(load(options.sheet), selection, options.wager)
    if options.joint:
        certificate = certificate.with_joint(options.wager)
    wrong = disagreements(certificate, options.expect)
    if options.dir is not None:
        _write_dir(certificate, options.dir, *started)
    elif wanted:
        common.emit(appendix.rendered(certificate, selection, wanted, options.format), options.output)
    elif options.format == "json":
        common.emit(certificate.to_json().decode(), options.output)
    else:
        from everydeal.report.certified import certified

        common.emit(common.rendered(certified(certificate), options.format), options.output)
    for line in wrong:
        print(f"everydeal: {line}", file=sys.stderr)
    unaccepted = open_findings(certificate.findings)
    if options.strict and unaccepted:
        print(f"everydeal: findings under --strict: {len(unaccepted)}", file=sys.stderr)
        return 1
    return 1 if wrong else 0


def _check_dir(options: argparse.Namespace) -> None:
    """Refuse what `--dir` cannot go with, or cannot do, before anything is counted."""
    from everydeal.cli import directory

    if options.output is not None or options.format != "text" or options.form or options.sections:
        raise InputError(
            "--dir writes every format under its own name; allowed without --format, --json, --form, "
            "--sections and -o"
        )
    path = directory.check(options.dir, {CERTIFICATE: None, **REPORTS, RUN: None})
    for name in (CERTIFICATE, *REPORTS, RUN):
        common.check_written([options.sheet, *options.house_way, *options.player], str(path / name))


def _write_dir(certificate: "Certificate", folder: str, started: float, ticks: float) -> None:
    from everydeal.cli import directory
    from everydeal.report.certified import certified

    document = certified(certificate)
    contents = {CERTIFICATE: certificate.to_json()}
    for name, form in REPORTS.items():
        if form != "xlsx" or find_spec("xlsxwriter"):
            contents[name] = common.as_bytes(common.rendered(document, form))
    contents[RUN] = _run_data(certificate, started, time.monotonic() - ticks)
    try:
        directory.write(directory.check(folder, contents), contents)
    except OSError as error:
        raise InputError(f"cannot write to {shown(folder)}: {error.strerror}") from None
    common.emit(f"{common.inert(folder)}: {', '.join(contents)}\n", None)


def _run_data(certificate: "Certificate", started: float, seconds: float) -> bytes:
    """When, where and how long: what is not the same every time, and so no part of a certificate."""
    import platform
    from datetime import UTC, datetime

    data = {
        "certificate_digest": certificate.certificate_digest,
        "time": datetime.fromtimestamp(started, UTC).isoformat(timespec="seconds"),
        "host": platform.node(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "seconds": round(seconds, 3),
    }
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
