"""What several commands share: arguments and output."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from everydeal.errors import InputError, shown
from everydeal.ranking import EQUAL_FRONTS, FIVE_ACES, WHEELS, Ranking

if TYPE_CHECKING:
    from everydeal.report.document import Document

Commands = argparse._SubParsersAction  # argparse has no public name for what add_subparsers returns
SHEET_HELP = "the id of a bundled sheet, the path of a TOML file, or - for standard input"
FORMATS = ("text", "markdown", "csv")


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
    """What picks configurations: `--decks`, `--shoe` of baccarat, `--house-way`, `--player` of pai gow."""
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
    parser.add_argument(
        "--player",
        metavar="P",
        action="append",
        default=[],
        help="how the player sets instead of the sheet's list: optimal-exposed, house-way (the dealer's), or "
        "a house way; repeatable",
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
    ways = list(options.house_way)
    if options.all:
        from everydeal.houseway.load import bundled

        ways += [way for way in bundled() if way not in ways]
    picked: dict[str, Sequence[object]] = {
        "decks": decks,
        "shoe": options.shoe,
        "house-way": ways,
        "player": options.player,
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
        help="text (default), markdown, csv (one flat table), json",
    )
    form.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )


def emit_report(data: object, document: "Callable[[], Document]", options: argparse.Namespace) -> None:
    """Write a report in the form and to the place that the options name; `data` is it as JSON."""
    if options.format == "json":
        content = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    else:
        content = rendered(document(), options.format)
    emit(content, options.output)


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


def hands(texts: Sequence[str], least: int, most: int) -> list[tuple[int, ...]]:
    """The hands given as arguments, or else read from standard input, one a line."""
    from everydeal import cards

    from_lines = not texts
    if from_lines and sys.stdin.isatty():
        print("everydeal: reading hands from the terminal, one a line; end with Ctrl-D", file=sys.stderr)
    found = []
    for at, text in enumerate(sys.stdin.read().splitlines() if from_lines else texts, 1):
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


def rendered(document: "Document", form: str) -> str:
    """A document in one of FORMATS."""
    from everydeal.report import csv, markdown, text

    renderers = {"text": text.render, "markdown": markdown.render, "csv": csv.render}
    return renderers[form](document)


def emit(content: str, output: str | None) -> None:
    """Write to standard output, or to a file by way of a temporary one beside it."""
    if output is None or output == "-":
        try:
            sys.stdout.write(content)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has gone (`| head`), which is no fault
            give_up_on_output()
        return
    try:
        _write(Path(output).resolve(), content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot write {shown(output)}: {reason}") from None


def give_up_on_output() -> None:
    """Nothing more can be written: keep the interpreter from trying once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write(path: Path, content: str) -> None:
    if path.exists() and not path.is_file():  # a device or a pipe is written as it is
        path.write_text(content, encoding="utf-8", newline="\n")
        return
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name[:40]}", delete=False
    ) as file:
        try:
            file.write(content)
            file.close()
            mask = os.umask(0)
            os.umask(mask)
            Path(file.name).chmod(0o666 & ~mask)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
