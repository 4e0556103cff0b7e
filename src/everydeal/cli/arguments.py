"""All commands and their arguments."""

import argparse

from everydeal.cli import (
    audit,
    certify,
    check,
    common,
    compare,
    estimate,
    houseway,
    keys,
    list_,
    new,
    odds,
    play,
    rank,
    search,
    set_,
    show,
    sign,
    solve,
    verify,
)

COMMANDS = (
    certify,
    list_,
    show,
    check,
    new,
    play,
    solve,
    search,
    compare,
    rank,
    set_,
    houseway,
    odds,
    estimate,
    audit,
    sign,
    keys,
    verify,
)

DESCRIPTION = """\
Counts every deal of a casino table game and prints exact house edges.

A sheet (a TOML file) states a game's rules and wagers. Start with a bundled one:

  everydeal list                          the bundled sheets
  everydeal certify ez-baccarat           certification tables for all its shoes
  everydeal show ez-baccarat              its rules and wagers in words
  everydeal search ez-baccarat dragon-7 --line 1=30..50 --edge 5%..8%   pays for an edge
  everydeal rank "As Kd Th 10h 9c"        what a hand of cards makes
  everydeal set "As Kd Kc 7h 7d 3c 2s"    how a house way sets seven cards
  everydeal houseway check dealer-open    what it does on every hand there is
  everydeal compare face-up-pai-gow --all one game under several house ways
  everydeal estimate ricochet-poker --players 3   what cannot be counted, simulated
  everydeal verify certificate.json       redo a certificate that somebody else made
  everydeal new -o my-game.toml           a commented sheet to start from
"""
EPILOG = """\
exit status: 0 computed; 1 computed, but an expectation failed, --strict has findings or a
certificate disagrees; 2 usage or bad input; 3 an internal check failed; 130 interrupted, 143 terminated
"""


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from everydeal._version import VERSION
        from everydeal.core import build_info

        info = build_info()
        common.emit(
            f"everydeal {VERSION}\nC sources {info.source_digest}\nbuilt by {info.compiler} {info.flags}\n",
            None,
        )
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
