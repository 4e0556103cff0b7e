"""`everydeal new`: a commented sheet to start from."""

import argparse

from everydeal.cli import common
from everydeal.games import NAMES

DESCRIPTION = """\
Prints a small, commented sheet that certifies as it is, to be changed into your own game.

  everydeal new -o my-game.toml
  everydeal certify my-game.toml
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "new", "a commented sheet to start from", DESCRIPTION)
    parser.add_argument("--game", choices=NAMES, default=NAMES[0], help=f"default: {NAMES[0]}")
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the starter; a file that is there is never overwritten."""
    from everydeal.games import starter

    common.emit_new(starter(options.game), options.output, "new")
    return 0
