"""Shared by the tests of Ricochet Poker: the bundled sheet, changed, certified, and counted again."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

import everydeal
from everydeal.certificate import ConfigurationReturn
from everydeal.core.ricochet import MADE, Ends, Rules
from everydeal.core.ricochet import Ricochet as Counted
from everydeal.games.ricochet import AtTable, Ricochet
from everydeal.sheet.load import bundled, read
from everydeal.sheet.model import Sheet

TEXT = bundled()["ricochet-poker"].read_text(encoding="utf-8")
FIVES, TWOS = comb(52, 5), comb(52, 5) * comb(47, 2)
ROUNDS = TWOS * comb(45, 3)
EXAMPLE = dict(zip(MADE[3:], (1, 3, 4, 5, 10, 20, 50), strict=True))  # R15
MAINS = ["main", "main-no-bonus"]
TIE, KICKOUT = ("two_card_tie = true", "two_card_tie = false"), (
    "bonus_on_kickout = true",
    "bonus_on_kickout = false",
)  # fmt: skip


def changed(*changes: tuple[str, str]) -> str:
    """The bundled sheet with the first of each old text replaced."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def sheet_of(text: str) -> Sheet:
    return read(text.encode(), "the-file.toml")


@cache
def certified(text: str, wagers: tuple[str, ...], kickout: str = "kh-01") -> ConfigurationReturn:
    (found,) = everydeal.certify(sheet_of(text), kickout=kickout, wagers=wagers).configurations
    return found


@cache
def whole() -> Counted:
    return Counted()


def game_of(text: str) -> Ricochet:
    game = sheet_of(text).game
    assert isinstance(game, Ricochet)
    return game


def fraction(figure: object) -> Fraction:
    return Fraction(str(figure))


BONUSES = (
    "rapid-fire",
    "hedge-bet",
    "hedge-bet-lost-pays",
    "pocket-bonus",
    "mini-royal",
    "straight-flush",
    "five-card-linked",
    "seven-card-linked",
)


JACKPOTS = ("mini-royal", "straight-flush", "five-card-linked", "seven-card-linked")


TRIPS_AND_UP = 54_912 + 10_200 + 5_108 + 3_744 + 624 + 40
TWO_PAIR, ONE_PAIR = 123_552, 84_480  # of a rank
FROM = {  # how many hands equal or beat a limit
    # Kickers below a queen are three of ten ranks: 6 pairs x 4^3 each.
    "KKQ32": TRIPS_AND_UP + TWO_PAIR + 2 * ONE_PAIR - 384 * comb(10, 3),
    "AAQ32": TRIPS_AND_UP + TWO_PAIR + ONE_PAIR - 384 * comb(10, 3),
    "AA432": TRIPS_AND_UP + TWO_PAIR + ONE_PAIR,
    "33224": TRIPS_AND_UP + TWO_PAIR,
    # Two ranks, six pairs of each, and 44 other cards; under tens there are 8 ranks, under jacks 9, ...
    "TT223": TRIPS_AND_UP + (8 + 9 + 10 + 11 + 12) * 36 * 44,
    "AA223": TRIPS_AND_UP + 12 * 36 * 44,
    "22243": TRIPS_AND_UP,
    # Queens, kings, aces: three of four, and two of 12 other ranks.
    "QQQ32": TRIPS_AND_UP - 54_912 + 3 * 4 * comb(12, 2) * 16,
    "5432A": TRIPS_AND_UP - 54_912,
    "none": 0,
}


NET = {"kickout": 1, "ahead": 1, "fold": -1, "win": 1, "lose": -2}


def counted(limit: str, ties: bool, bonus: Mapping[str, int]) -> Ends:
    game = game_of(TEXT)
    scores = {found.text: found.score for table in game.kickouts for found in table.limits if found}
    pays = tuple(bonus.get(made, 0) for made in MADE)
    return whole().count(Rules(scores[limit] if limit else 0, ties, 1, pays))


def paid(end: str, made: str, bonus: Mapping[str, int], on_kickout: bool) -> int:
    return bonus.get(made, 0) if end != "fold" and (on_kickout or end != "kickout") else 0


def at_table(text: str, kickout: str, players: int = 1) -> AtTable:
    (found,) = game_of(text).configurations({"kickout": [kickout], "players": [players]})
    return found
