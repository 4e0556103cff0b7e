"""The command line: one module per command, each with `add` (its arguments) and `run`.

Heavy imports wait until a command runs, so that `--help` is fast.

Exit status: 0 computed; 1 computed, but it disagrees with what was to be confirmed, or there are
findings under --strict; 2 usage or bad input; 3 an internal check failed; 130 interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from everydeal.cli import (
    audit,
    certify,
    check,
    common,
    compare,
    houseway,
    list_,
    new,
    odds,
    play,
    rank,
    set_,
    show,
    solve,
)
from everydeal.errors import EverydealError, InternalCheckError

COMMANDS = (certify, list_, show, check, new, play, solve, compare, rank, set_, houseway, odds, audit)

DESCRIPTION = """\
Counts every deal of a casino table game and prints exact house edges.

A sheet (a TOML file) states a game's rules and wagers. Start with a bundled one:

  everydeal list                          the bundled sheets
  everydeal certify ez-baccarat           certification tables for all its shoes
  everydeal show ez-baccarat              its rules and wagers in words
  everydeal rank "As Kd Th 10h 9c"        what a hand of cards makes
  everydeal set "As Kd Kc 7h 7d 3c 2s"    how a house way sets seven cards
  everydeal houseway check dealer-open    what it does on every hand there is
  everydeal compare face-up-pai-gow --all one game under several house ways
  everydeal new -o my-game.toml           a commented sheet to start from
"""
EPILOG = """\
exit status: 0 computed; 1 computed, but an expectation failed or --strict has findings;
2 usage or bad input; 3 an internal check failed; 130 interrupted
"""


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from everydeal._version import VERSION
        from everydeal.core import build_info

        info = build_info()
        print(f"everydeal {VERSION}")
        print(f"C sources {info.source_digest}")
        print(f"built by {info.compiler} {info.flags}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="everydeal",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="version and build of the counting core")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    # A stream that was closed before the start is None.
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - for the rest of the process
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        options = parser().parse_args(arguments)
        status: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("everydeal: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        common.give_up_on_output()
        return 0
    except EverydealError as error:
        print(f"everydeal: {error}", file=sys.stderr)
        return 3 if isinstance(error, InternalCheckError) else 2
    except OSError as error:
        where = f"{error.filename}: " if error.filename else "standard output: "
        print(f"everydeal: {where}{error.strerror or error}", file=sys.stderr)
        common.give_up_on_output()
        return 2
    except Exception as error:
        if os.environ.get("EVERYDEAL_TRACEBACK"):
            raise
        print(
            f"everydeal: internal error, no figure is given: {type(error).__name__}: {error} "
            "(EVERYDEAL_TRACEBACK=1 shows where)",
            file=sys.stderr,
        )
        return 3
    return status
