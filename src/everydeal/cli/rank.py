"""`everydeal rank`: what hands make, and how they compare."""

import argparse

from everydeal.cli import common

DESCRIPTION = """\
Says what hands of two to seven cards make, what the joker stands for, and how they compare:
strongest first, equal hands marked as copies. Quote a hand of several cards; without arguments
hands are read from standard input, one a line.

  everydeal rank "As Kd Th 10h 9c"
  everydeal rank "Jk Kh Kd 2c 2s" "Ac Ks Kc 2d 2h"
  everydeal rank --in-order < hands.txt

Hands of five to seven cards compare by their best five; others only with hands of their own size.
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "rank", "what hands make, and how they compare", DESCRIPTION)
    parser.add_argument("hands", metavar="HAND", nargs="*", help='such as "As Kd Th 10h 9c Jk"')
    common.add_ranking(parser)
    parser.add_argument("--in-order", action="store_true", help="in the order given, not the strongest first")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one line a hand."""
    from everydeal.ranked import places

    hands = common.hands(options.hands, 2, 7)
    ranked = places(common.ranking(options), hands)
    if not options.in_order:
        ranked.sort(key=lambda found: (-found.group, found.place))
    if options.json:
        common.emit_json([found.as_data() for found in ranked])
        return 0
    common.emit("".join(f"{found.line(len(hands) > 1)}\n" for found in ranked), None)
    return 0
