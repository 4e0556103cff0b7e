"""What several commands share: arguments and output."""

import argparse
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from everydeal import whole_files
from everydeal.errors import InputError, shown
from everydeal.ranking import EQUAL_FRONTS, FIVE_ACES, WHEELS, Ranking

if TYPE_CHECKING:
    from everydeal.report.document import Document

Commands = argparse._SubParsersAction  # argparse has no public name for what add_subparsers returns
SHEET_HELP = "the id of a bundled sheet, the path of a TOML file, or - for standard input"
FORMATS = ("text", "markdown", "html", "latex", "csv", "xlsx")
PROSE = ("text", "markdown", "html", "latex")  # of documents without figures
FORMAT_HELP = "text (default), markdown, html, latex, csv (one flat table), xlsx (with -o FILE), json"


def command(
    commands: "Commands[argparse.ArgumentParser]", name: str, summary: str, description: str
) -> argparse.ArgumentParser:
    """Add a command whose help keeps the line breaks of its description."""
    return commands.add_parser(
        name,
        help=summary,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_axes(parser: argparse.ArgumentParser) -> None:
    """What picks configurations.

    `--decks`, `--shoe` of baccarat; `--house-way`, `--player` of pai gow; `--kickout`, `--reading` of
    Ricochet Poker.
    """
    parser.add_argument(
        "--decks",
        metavar="N",
        action="append",
        default=[],
        help="whole shoes instead of the sheet's list: 1 to 27, such as 8 or 6,8; repeatable",
    )
    parser.add_argument(
        "--shoe",
        metavar="TEXT",
        action="append",
        default=[],
        help='a depleted shoe, such as "8 decks less 4d 4h 3xTs" or "cards 4xAs Kd 2c 7h 9s"; '
        "its id is `shoe`",
    )

    add_house_ways(parser)
    parser.add_argument(
        "--player",
        metavar="P",
        action="append",
        default=[],
        help="how the player sets instead of the sheet's list: optimal-exposed, house-way (the dealer's), or "
        "a house way; repeatable",
    )
    parser.add_argument(
        "--kickout",
        metavar="T",
        action="append",
        default=[],
        help="kickout tables instead of the sheet's list, or none (Ricochet Poker); repeatable",
    )
    parser.add_argument(
        "--reading",
        metavar="R",
        action="append",
        default=[],
        help="the reading that all kickout tables are taken from, instead of the sheet's",
    )


def add_players(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """`--players`: how many sit at the table."""
    parser.add_argument(
        "--players",
        metavar="N",
        type=int,
        required=required,
        help="how many players sit at the table: 1 to 7 (Ricochet Poker)"
        + ("" if required else "; default: 1"),
    )


def add_strategy(parser: argparse.ArgumentParser) -> None:
    """`--strategy`: how several players decide."""
    parser.add_argument(
        "--strategy",
        choices=("s1", "s2"),
        help="how players decide (Ricochet Poker): s1, by the pot as it stands, later players ignored; s2, "
        "later players' answers reckoned with; default: s1",
    )


def add_house_ways(parser: argparse.ArgumentParser) -> None:
    """`--house-way` and `--all`."""
    parser.add_argument(
        "--house-way",
        metavar="W",
        action="append",
        default=[],
        help="the dealer's house way instead of the sheet's: a bundled id or a file; repeatable",
    )
    parser.add_argument(
        "--all", action="store_true", help="all bundled house ways instead of the sheet's (pai gow)"
    )


def selection(options: argparse.Namespace) -> dict[str, Sequence[object]]:
    """The axes that `add_axes` picked."""
    decks: list[object] = []
    for text in options.decks:
        for part in text.split(","):
            if not (part.strip().isascii() and part.strip().isdigit() and len(part.strip()) <= 4):
                raise InputError(
                    f"--decks {shown(text)}; allowed: whole numbers from 1 to 27, such as 8 or 6,8"
                )
            decks.append(int(part))
    ways: list[object] = list(options.house_way)
    if "-" in ways:  # read here, as a game reads what it is given more than once
        from everydeal.houseway.load import load

        ways[ways.index("-")] = load("-")
    if options.all:
        from everydeal.houseway.load import bundled

        ways += [way for way in bundled() if way not in ways]
    picked: dict[str, Sequence[object]] = {
        "decks": decks,
        "shoe": options.shoe,
        "house-way": ways,
        "player": options.player,
        "kickout": options.kickout,
        "reading": options.reading,
        "players": [] if getattr(options, "players", None) is None else [options.players],
        "strategy": [options.strategy] if getattr(options, "strategy", None) else [],
    }
    return {axis: values for axis, values in picked.items() if values}


def add_output(parser: argparse.ArgumentParser) -> None:
    """`-o`."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to FILE, whole or not at all, instead of standard output",
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    """`--format`, with `--json` as a short way to say it."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--format",
        choices=[*FORMATS, "json"],
        default="text",
        help=FORMAT_HELP,
    )
    form.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )


def emit_report(data: object, document: "Callable[[], Document]", options: argparse.Namespace) -> None:
    """Write a report in the form and to the place that the options name; `data` is it as JSON."""
    if options.format == "json":
        emit_json(data, options.output)
    else:
        emit(rendered(document(), options.format), options.output)


def add_ranking(parser: argparse.ArgumentParser, *, equal_front: bool = False) -> None:
    """`--wheel` and `--five-aces`; `--equal-front` where hands are set."""
    parser.add_argument(
        "--wheel",
        choices=WHEELS,
        default="second",
        help="where A-2-3-4-5 ranks among straights; default: second",
    )
    parser.add_argument(
        "--five-aces",
        choices=FIVE_ACES,
        default="above-royal",
        help="where five aces rank; default: above-royal",
    )
    if equal_front:
        parser.add_argument(
            "--equal-front",
            choices=EQUAL_FRONTS,
            default="legal",
            help="whether a back may match the front in all its cards; default: legal",
        )


def ranking(options: argparse.Namespace) -> Ranking:
    """What `add_ranking` picked."""
    return Ranking(options.wheel, options.five_aces, getattr(options, "equal_front", "legal"))


def check_files(options: argparse.Namespace) -> None:
    """Refuse a command that reads standard input twice, or would write over a file that it reads.

    Also one whose report could not be written in the end: before anything is counted for it. Raises
    InputError.
    """
    given = vars(options)
    if given.get("format") == "xlsx":
        from everydeal.extras import needed

        needed("xlsxwriter", "xlsx")
        if given.get("output") in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
            raise InputError("xlsx is no text for a terminal; allowed: -o FILE, or a pipe")
    if given.get("format") == "pdf":
        from everydeal.extras import needed

        needed("typst", "pdf")
        needed("matplotlib", "pdf")
        if given.get("output") in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
            raise InputError("pdf is no text for a terminal; allowed: -o FILE, or a pipe")
    names = [given[key] for key in ("sheet", "way", "one", "other") if given.get(key)]
    names += [name for key in ("compared", "house_way", "player") for name in given.get(key) or ()]
    # Never the id of a bundled one.
    files = [given[key] for key in ("file", "key", "against", "signature", "logo") if given.get(key)]
    if (names + files).count("-") > 1:
        raise InputError("standard input is named twice; allowed: once")
    output = given.get("output")
    if output and output != "-":
        check_written(names, output, files)


def check_written(names: Sequence[str], output: str, files: Sequence[str] = ()) -> None:
    """Raise InputError if a file that is read would be written over; only `names` may be bundled ids."""
    for name in (*names, *files):
        if name != "-" and _same_file(name, output) and not (name in names and _is_bundled(name)):
            raise InputError(f"cannot write {shown(output)}: this command reads it; allowed: another file")


def _same_file(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other) and Path(one).is_file()
    except (OSError, ValueError):  # one is not there, or no file can have the name
        return False


def _is_bundled(name: str) -> bool:
    from everydeal.houseway.load import bundled as house_ways
    from everydeal.sheet.load import bundled as sheets

    return name in sheets() or name in house_ways()


def hands(texts: Sequence[str], least: int, most: int) -> list[tuple[int, ...]]:
    """The hands given as arguments, or else read from standard input, one a line."""
    from everydeal import cards

    from_lines = not texts
    found = []
    for at, text in enumerate(_lines() if from_lines else texts, 1):
        if from_lines and not text.strip():
            continue
        try:
            hand = cards.hand(text, joker=True)
            if not least <= len(hand) <= most:
                allowed = str(least) if least == most else f"{least} to {most}"
                raise InputError(f"{len(hand)} cards; allowed: {allowed}")
        except InputError as error:
            raise InputError(f"{'line' if from_lines else 'hand'} {at}: {error}") from None
        found.append(hand)
    return found


def _lines() -> list[str]:
    """The lines of standard input."""
    if sys.stdin is None:
        raise InputError("standard input is closed")
    if sys.stdin.isatty():
        print("everydeal: reading hands from the terminal, one a line; end with Ctrl-D", file=sys.stderr)
    try:
        return sys.stdin.read().splitlines()
    except OSError as error:
        raise InputError(f"cannot read standard input: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not {error.encoding} text") from None


def rendered(document: "Document", form: str) -> str | bytes:
    """A document in one of FORMATS; bytes if it is no text."""
    from everydeal.report import csv, html, latex, markdown, text, xlsx

    if form == "xlsx":
        return xlsx.render(document)
    renderers = {
        "text": text.render,
        "markdown": markdown.render,
        "html": html.render,
        "latex": latex.render,
        "csv": csv.render,
    }
    return renderers[form](document)


def emit_json(data: object, output: str | None = None) -> None:
    """Write data as JSON to be read by people as well: the one form of all but the certificate."""
    emit(json.dumps(data, indent=1, ensure_ascii=False) + "\n", output)


def emit(content: str | bytes, output: str | None) -> None:
    """Write text or bytes to standard output, or to a file by way of a temporary one beside it."""
    if output is None or output == "-":
        _print(content)
        return
    try:
        if not output:
            raise ValueError("allowed: the name of a file, or - for standard output")
        whole_files.write(_resolved(output), as_bytes(content))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot write {shown(output)}: {reason}") from None


def emit_new(content: str, output: str | None, command: str) -> None:
    """As `emit`, but never over a file that is there."""
    try:
        there = bool(output) and Path(str(output)).is_file()
    except (OSError, ValueError):
        there = False  # no file can have the name, and `emit` says so
    if there:
        raise InputError(f"{shown(output)} exists; `everydeal {command}` overwrites nothing")
    emit(content, output)


def inert(name: object) -> str:
    """A file's name as a terminal may show it."""
    text = str(name)
    return text if text.isprintable() else shown(text)


def flush() -> None:
    """Write out what standard output holds back."""
    if sys.stdout is not None:
        sys.stdout.flush()


def give_up_on_output() -> None:
    """Nothing more can be written: keep the interpreter from trying once more at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print(content: str | bytes) -> None:
    if sys.stdout is None:
        raise InputError("standard output is closed")
    try:
        raw = getattr(sys.stdout, "buffer", None)
        if isinstance(raw, io.RawIOBase):  # PYTHONUNBUFFERED: a text stream over it drops what does not fit
            left = memoryview(as_bytes(content))
            while left:
                written = raw.write(left)
                if not written:
                    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
                left = left[written:]
        elif isinstance(content, bytes):
            sys.stdout.buffer.write(content)
            sys.stdout.flush()
        else:
            sys.stdout.write(content)
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone (`| head`), which is no fault
        give_up_on_output()


def _resolved(output: str) -> Path:
    """Where a name leads through links. Raises OSError if it leads nowhere."""
    try:
        if Path(output).is_fifo():  # as /dev/stdout may be, which then leads to what has no name
            return Path(output)
        path = Path(output).resolve()
    except RuntimeError:  # a loop; later versions of Python leave the link as it is
        path = Path(output)
    if path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return path


def as_bytes(content: str | bytes) -> bytes:
    """What is written, as UTF-8 if it is text."""
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
