"""`everydeal odds` and `everydeal best`: exact advice on one deal of pai gow."""

import argparse
from typing import TYPE_CHECKING

from everydeal.cli import common
from everydeal.errors import InputError, shown

if TYPE_CHECKING:
    from everydeal.games.pai_gow import SetBy

ODDS = """\
Says how the dealer sets a hand, and how often the player wins, pushes and loses against it: exact counts
over all 53,524,680 hands that the cards left can give the player.

  everydeal odds "As Jk Qs Qh Qd 7s 2s" --sheet dealer-open-pai-gow
  everydeal odds "As Jk Qs Qh Qd 7s 2s" --front "Qh Qd"      set in another way
"""
BEST = """\
Says how the dealer sets its hand, and what the player can reach against it with which settings.

  everydeal best "Ks Kd 9h 8h 7h 6h 5h" --against "As Ad Qc Qd 7s 4c 2h" --sheet dealer-open-pai-gow
"""
DEFAULT = "dealer-open-pai-gow"


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Their arguments."""
    parser = common.command(commands, "odds", "exact odds against a dealer's hand", ODDS)
    parser.add_argument("hand", metavar="DEALER-HAND", help='seven cards, such as "As Jk Qs Qh Qd 7s 2s"')
    parser.add_argument(
        "--front", metavar="CARDS", help="set these two in front, whatever the house way says"
    )
    _add_game(parser)
    common.add_axes(parser)
    parser.set_defaults(run=run_odds)

    parser = common.command(commands, "best", "what the player can reach in one deal", BEST)
    parser.add_argument("hand", metavar="HAND", help="the player's seven cards")
    parser.add_argument("--against", metavar="DEALER-HAND", required=True, help="the dealer's seven cards")
    _add_game(parser)
    common.add_house_ways(parser)
    parser.set_defaults(run=run_best, decks=[], shoe=[], player=[], kickout=[], reading=[])


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sheet", metavar="SHEET", default=DEFAULT, help=f"{common.SHEET_HELP}; default: {DEFAULT}"
    )
    parser.add_argument("--json", action="store_true", help="as JSON, a list")


def run_odds(options: argparse.Namespace) -> int:
    """Print the odds under each configuration."""
    from everydeal.advice import Odds

    found = []
    for configuration in _configurations(options):
        hand = _hand(configuration, options.hand, "the dealer's hand")
        front = _hand(configuration, options.front, "--front", 2) if options.front is not None else None
        found.append(Odds(configuration, hand, front))
    if options.json:
        common.emit_json([each.as_data() for each in found])
    else:
        common.emit("\n".join("\n".join(each.lines()) + "\n" for each in found), None)
    return 0


def run_best(options: argparse.Namespace) -> int:
    """Print what the player can reach, once for each house way."""
    from everydeal.advice import Advice

    found = {}
    for configuration in _configurations(options):
        if configuration.way.id not in found:
            dealer = _hand(configuration, options.against, "--against")
            player = _hand(configuration, options.hand, "the player's hand")
            found[configuration.way.id] = Advice(configuration, dealer, player)
    if options.json:
        common.emit_json([each.as_data() for each in found.values()])
    else:
        common.emit("\n".join("\n".join(each.lines()) + "\n" for each in found.values()), None)
    return 0


def _configurations(options: argparse.Namespace) -> "list[SetBy]":
    from everydeal.games.pai_gow import PaiGow
    from everydeal.sheet.load import load

    sheet = load(options.sheet)
    picked = common.selection(options)
    game = sheet.game.selected(picked)
    if not isinstance(game, PaiGow):
        raise InputError(f"{sheet.id} is a sheet of {game.name}; allowed: one of pai-gow")
    return game.configurations(picked)


def _hand(configuration: "SetBy", text: str, what: str, size: int = 7) -> tuple[int, ...]:
    from everydeal import cards

    try:
        hand = cards.hand(text, joker=configuration.game.joker)
        if len(hand) != size:
            raise InputError(f"{len(hand)} cards; allowed: {size}")
    except InputError as error:
        raise InputError(f"{what} {shown(text)}: {error}") from None
    return hand
