"""`everydeal set`: how house ways set a hand, and why."""

import argparse
from typing import TYPE_CHECKING

from everydeal.cli import common
from everydeal.errors import InputError

if TYPE_CHECKING:
    from everydeal.houseway.explain import Explained

DESCRIPTION = """\
Says how each house way sets seven cards: the clause that decides, why the earlier ones did not hold, and
the other legal settings. Quote the hand; without arguments hands are read from standard input, one a
line, and each is set in one line.

  everydeal set "As Kd Kc 7h 7d 3c 2s"
  everydeal set "Jk Kh Kd 9s 9c 5d 2h" --house-way foxwoods --house-way ours.toml
  everydeal set --house-way foxwoods < hands.txt
"""
DEFAULT = "dealer-open"


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "set", "how house ways set a hand, and why", DESCRIPTION)
    parser.add_argument("hands", metavar="HAND", nargs="*", help='such as "As Kd Kc 7h 7d 3c 2s"')
    parser.add_argument(
        "--house-way",
        metavar="W",
        action="append",
        help=f"a bundled id or the path of a TOML file; repeatable; default: {DEFAULT}",
    )
    parser.add_argument("--all", action="store_true", help="all bundled house ways")
    common.add_ranking(parser, equal_front=True)
    parser.add_argument("--json", action="store_true", help="as JSON, a list")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a paragraph a hand given, or a line a hand read."""
    from everydeal.houseway.explain import Dealt
    from everydeal.houseway.load import bundled, load

    if not options.hands and "-" in (options.house_way or ()):
        raise InputError("standard input is both the house way and the hands; allowed: one of them")
    names = [*(options.house_way or ([] if options.all else [DEFAULT])), *(bundled() if options.all else [])]
    ways = [Dealt(load(name), common.ranking(options)) for name in dict.fromkeys(names)]
    hands = common.hands(options.hands, 7, 7)
    by_way = [way.set(hands) for way in ways]
    found = [explained for of_hand in zip(*by_way, strict=True) for explained in of_hand]
    if options.json:
        common.emit_json([each.as_data() for each in found])
    elif options.hands:
        common.emit("\n".join(_paragraph(each) for each in found), None)
    else:
        common.emit("".join(f"{_line(each, len(ways) > 1)}\n" for each in found), None)
    return 0


def _line(found: "Explained", several: bool) -> str:
    from everydeal import cards

    way = f" [{found.by.way.id}]" if several else ""
    hand = cards.names(found.hand)
    return f"{hand}{way}: {cards.names(found.front)} | {cards.names(found.back)} ({found.clause})"


def _paragraph(found: "Explained") -> str:
    from everydeal import cards
    from everydeal.houseway.explain import in_order, words

    ranking = found.by.ranking
    lines = [
        f"{cards.names(found.hand)} by {found.by.way.title} ({found.by.way.id})",
        f"  front   {cards.names(found.front)}: {words(ranking, found.front)}",
        f"  back    {cards.names(found.back)}: {words(ranking, found.back)}",
        f"  clause  {found.clause}: {found.target}",
    ]
    if found.found.dominated:
        lines.append("  dominated: another legal setting is at least as good in both hands, better in one")
    passed = found.passed()
    if passed:
        lines.append("  earlier clauses did not hold:")
        lines += [f"    {name}: {because}" for name, because in passed]
    others = found.alternatives()
    if others:
        lines.append("  other legal settings:")
    for other in others:
        mark = " (dominated)" if other.dominated else ""
        front, back = in_order(other.front), in_order(other.back)
        lines.append(
            f"    {cards.names(front)} | {cards.names(back)}: {words(ranking, front)}; "
            f"{words(ranking, back)}{mark}"
        )
    return "\n".join(lines) + "\n"
