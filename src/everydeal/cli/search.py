"""`everydeal search`: the whole pays of chosen lines that give a wager wanted figures."""

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from everydeal.cli import common
from everydeal.cli.solve import edge_of, values_of
from everydeal.errors import InputError, shown

if TYPE_CHECKING:
    from everydeal.search import Searched, Span
    from everydeal.sheet.model import Sheet

DESCRIPTION = """\
Finds which whole pays of chosen lines give a wager a house edge in a wanted range, exactly, and prints
them with hit frequency and standard deviation. The deals are counted once.

  everydeal search ez-baccarat dragon-7 --line 1=30..50 --edge 5%..10% --decks 8
  everydeal search fortune fortune --line 7=20..50/5 --line 8=5..9 --line 9=4,5 --edge 5%..8%
  everydeal search fortune fortune --line 9=1..9 --line 10=1..9 --edge 5%..9% --sort=-deviation --sheets new
"""
AMOUNTS_ALLOWED = "allowed: N=LOW..HIGH, N=LOW..HIGH/STEP or N=5,10,25 with whole numbers, such as 2=5..40/5"
SPAN_ALLOWED = "allowed: LOW..HIGH"


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(
        commands, "search", "the whole pays that give a wager wanted figures", DESCRIPTION
    )
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    parser.add_argument("wager", metavar="WAGER", help="the wager's id or alias")
    parser.add_argument(
        "--line",
        metavar="N=PAYS",
        action="append",
        default=[],
        required=True,
        help="a line, as `everydeal show` numbers them, and the whole pays it may have: 1=30..50, 2=5..40/5 "
        "in steps of 5, 3=4,6,10..12; repeatable",
    )
    parser.add_argument(
        "--edge",
        metavar="LOW..HIGH",
        required=True,
        help="the house edge wanted, both ends included, in every configuration: 5%%..7%%, 1/20..3/40; one "
        "number is exactly that; negative as --edge=-1%%..0",
    )
    parser.add_argument("--hit", metavar="LOW..HIGH", help="the hit frequency wanted, likewise: 10%%..1/4")
    parser.add_argument("--deviation", metavar="LOW..HIGH", help="the standard deviation wanted: 3..4.5")
    parser.add_argument(
        "--decreasing",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="whether of the chosen lines of a group no later one may pay more than an earlier one; default: "
        "--decreasing",
    )
    parser.add_argument(
        "--unit",
        choices=("to 1", "for 1"),
        help="what the pays of --line are; default: as each line is written",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=AMOUNT",
        action="append",
        default=[],
        help="what an unknown pay of another line is, such as y=3 for ?y; repeatable",
    )
    parser.add_argument(
        "--sort",
        metavar="KEYS",
        default="edge",
        help="edge, hit, deviation or pays, or several as deviation,edge; falling as --sort=-edge; default: "
        "edge. Of several configurations the first counts",
    )
    parser.add_argument(
        "--limit", metavar="N", type=int, default=20, help="how many to print: 1 to 1000; default: 20"
    )
    parser.add_argument(
        "--sheets",
        metavar="DIR",
        help="also write each one printed as a whole sheet into DIR: the sheet's own text with these pays "
        "and a number behind its id; overwrites nothing",
    )
    common.add_axes(parser)
    common.add_format(parser)
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Search, write the sheets asked for, print the table."""
    from everydeal.search import Wanted, search
    from everydeal.sheet.load import opened, read

    wanted = Wanted(
        edge=_span(options.edge, "--edge"),
        hit=None if options.hit is None else _span(options.hit, "--hit"),
        deviation=None if options.deviation is None else _span(options.deviation, "--deviation"),
        decreasing=options.decreasing,
    )
    amounts = _amounts(options.line)
    values = values_of(options.set)
    sort = [name.strip() for name in options.sort.split(",")]
    content, file, folder = opened(options.sheet)
    sheet = read(content, file, folder)
    folder_of_sheets = None if options.sheets is None else _folder(options.sheets)
    result = search(
        sheet,
        options.wager,
        amounts,
        wanted,
        unit=options.unit,
        sort=sort,
        limit=options.limit,
        selection=common.selection(options),
        values=values,
    )
    ids = _written(sheet, content, result, folder_of_sheets, options) if folder_of_sheets else []

    from everydeal.report.searched import searched, searched_data

    asked = (sheet, result, wanted, sort, values, ids)
    common.emit_report(searched_data(*asked), lambda: searched(*asked), options)
    return 0


def _span(text: str, argument: str) -> "Span":
    """A range `LOW..HIGH`, or one number. Raises InputError, naming the argument."""
    from everydeal.exact import rational
    from everydeal.search import Span

    low, dots, high = text.partition("..")
    ends = [low, high] if dots else [low]
    try:
        numbers = [edge_of(end) if argument == "--edge" else rational(end) for end in ends]
    except InputError as error:
        reason = str(error).removeprefix("--edge ")
        raise InputError(f"{argument} {shown(text)}: {reason}; {SPAN_ALLOWED} of such") from None
    span = Span(numbers[0], numbers[-1])
    if span.low > span.high:
        raise InputError(f"{argument} {shown(text)}: the first number is above the second; {SPAN_ALLOWED}")
    if argument != "--edge" and span.low < 0:
        raise InputError(f"{argument} {shown(text)}: it is never below 0; {SPAN_ALLOWED} from 0")
    if argument == "--hit" and span.high > 1:
        raise InputError(f"{argument} {shown(text)}: it is never above 1; {SPAN_ALLOWED} up to 100%")
    return span


def _amounts(texts: Sequence[str]) -> dict[int, list[int]]:
    """What `--line` gives: the amounts of each line. Raises InputError."""
    found: dict[int, list[int]] = {}
    for text in texts:
        number, equals, parts = text.partition("=")
        if not equals or not re.fullmatch("[0-9]{1,4}", number.strip(), re.ASCII):
            raise InputError(f"--line {shown(text)}; {AMOUNTS_ALLOWED}")
        line = int(number)
        if line in found:
            raise InputError(f"--line {shown(text)}: line {line} is given twice; allowed: once")
        found[line] = []
        for part in parts.split(","):
            found[line] += _part(part.strip(), text, len(found[line]))
    return found


def _part(part: str, text: str, before: int) -> range:
    """One number, or a range with its step."""
    from everydeal.search import MOST_PAY, MOST_VALUES

    match = re.fullmatch(
        r"([0-9]{1,20})(?:\s*\.\.\s*([0-9]{1,20})(?:\s*/\s*([0-9]{1,20}))?)?", part, re.ASCII
    )
    if not match:
        raise InputError(f"--line {shown(text)}: {shown(part)} is no pay; {AMOUNTS_ALLOWED}")
    low, high, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
    if high < low or not step:
        raise InputError(f"--line {shown(text)}: {shown(part)} is empty; {AMOUNTS_ALLOWED}")
    if high > MOST_PAY:
        raise InputError(f"--line {shown(text)}: a pay of {high}; allowed: 0 to {MOST_PAY:,}")
    amounts = range(low, high + 1, step)
    if before + len(amounts) > MOST_VALUES:
        raise InputError(f"--line {shown(text)}: too many pays; allowed: at most {MOST_VALUES:,} of a line")
    return amounts


def _written(
    sheet: "Sheet", content: bytes, result: "Searched", folder: Path, options: argparse.Namespace
) -> list[str]:
    """Write what was found as sheets; their ids. Nothing is written unless all of it can be."""
    from everydeal.search import repaid
    from everydeal.sheet.edit import Editor
    from everydeal.sheet.load import read

    wager = sheet.wager(options.wager)
    searched = [each.number for each in result.chosen]
    left = {line.pay.unknown for at, line in enumerate(wager.lines, 1) if at not in searched}
    if wager.jackpot and wager.jackpot.meter not in left:
        raise InputError(
            f"--sheets: {wager.id} has a jackpot, and no line would pay ?{wager.jackpot.meter}; allowed: "
            "to search other lines, or without --sheets"
        )
    editor = Editor(content, sheet.file, wager, searched)
    width = len(str(len(result.found)))
    texts: dict[Path, str] = {}
    ids = []
    for number, found in enumerate(result.found, 1):
        sheet_id = f"{sheet.id}-{number:0{width}}"
        path = folder / f"{sheet_id}.toml"
        pays = {
            each.number: each.pay(amount) for each, amount in zip(result.chosen, found.amounts, strict=True)
        }
        changed = editor.changed(sheet_id, pays)
        again = read(changed, str(path), folder).wager(wager.id)
        wanted = [line.pay.net_text for line in repaid(wager, result.chosen, found.amounts).lines]
        if [line.pay.net_text for line in again.lines] != wanted:
            raise InputError(f"{sheet.file}: pays cannot be changed in the text without changing others")
        texts[path] = changed.decode("utf-8")
        ids.append(sheet_id)
    _check_targets(texts, options)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"--sheets {shown(options.sheets)}: {error.strerror}") from None
    for path, text in texts.items():
        common.emit(text, str(path))
    return ids


def _folder(name: str) -> Path:
    """Where sheets go. Raises InputError for what is no folder and cannot become one."""
    folder = Path(name)
    try:
        if name and "\0" not in name and (folder.is_dir() or not folder.exists()) and folder.parent.is_dir():
            return folder
    except OSError:  # a name too long, a link to itself
        pass
    raise InputError(
        f"--sheets {shown(name)}: allowed: a folder, or the name of a new one in a folder that is there"
    )


def _check_targets(texts: Mapping[Path, str], options: argparse.Namespace) -> None:
    """Refuse to write over what is there, unless it is the same. Raises InputError."""
    for path, text in texts.items():
        if options.output and options.output != "-" and Path(options.output).resolve() == path.resolve():
            raise InputError(f"-o {shown(options.output)} is one of --sheets; allowed: another file")
        if path.exists() and (not path.is_file() or path.read_bytes() != text.encode("utf-8")):
            raise InputError(f"--sheets: {shown(str(path))} exists; `everydeal search` overwrites nothing")
