"""`everydeal rank`: what hands make, and how they compare."""

import argparse
import sys
from typing import Any

from everydeal.cli import common
from everydeal.errors import InputError
from everydeal.ranking import FIVE_ACES, WHEELS, Ranking

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
    parser.add_argument("--in-order", action="store_true", help="in the order given, not the strongest first")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one line a hand."""
    from everydeal.ranked import places

    texts = options.hands or _lines()
    hands = [hand for hand in (_hand(text, at, options) for at, text in enumerate(texts, 1)) if hand]
    ranked = places(Ranking(options.wheel, options.five_aces), hands)
    if not options.in_order:
        ranked.sort(key=lambda found: (-found.group, found.place))
    if options.json:
        import json

        data: list[dict[str, Any]] = [found.as_data() for found in ranked]
        common.emit(json.dumps(data, indent=1) + "\n", None)
        return 0
    common.emit("".join(f"{found.line(len(hands) > 1)}\n" for found in ranked), None)
    return 0


def _lines() -> list[str]:
    if sys.stdin.isatty():
        print("everydeal: reading hands from the terminal, one a line; end with Ctrl-D", file=sys.stderr)
    return sys.stdin.read().splitlines()


def _hand(text: str, at: int, options: argparse.Namespace) -> tuple[int, ...] | None:
    """The cards of one hand; None for an empty line."""
    from everydeal import cards

    where = f"hand {at}" if options.hands else f"line {at}"
    if not text.strip() and not options.hands:
        return None
    try:
        found = cards.hand(text, joker=True)
        if not 2 <= len(found) <= 7:
            raise InputError(f"{len(found)} cards; allowed: 2 to 7")
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return found
