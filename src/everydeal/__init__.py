"""Everydeal counts every deal of a casino table game.

From a *sheet*, a game's rules and wagers as data, it counts all outcomes exactly, prices the
counts exactly, and prints certification tables that can be checked by hand.

>>> import everydeal
>>> sheet = everydeal.load("ez-baccarat")
>>> certificate = everydeal.certify(sheet)
>>> list(certificate)
['4-decks', '6-decks', '8-decks']
>>> certificate["8-decks"]["dragon-7"].house_edge
64613588827/848912750595
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from everydeal._version import VERSION
from everydeal.errors import EventError, EverydealError, InputError, InternalCheckError, SheetError

if TYPE_CHECKING:
    from everydeal.certificate import Certificate
    from everydeal.sheet.model import Sheet

__all__ = [
    "EventError",
    "EverydealError",
    "InputError",
    "InternalCheckError",
    "SheetError",
    "__version__",
    "certify",
    "load",
]

__version__ = VERSION

# Counting, sympy and the sheet reader are imported when they are first needed, so that
# importing the package costs next to nothing.


def load(name: str | os.PathLike[str]) -> "Sheet":
    """Read a sheet: the id of a bundled one, or the path of a TOML file.

    Raises SheetError if it is malformed, InputError if there is none of that name.
    """
    from everydeal.sheet.load import load as load_sheet

    return load_sheet(name)


def certify(
    sheet: "Sheet | str | os.PathLike[str]",
    *,
    decks: int | Iterable[int] = (),
    shoe: str | None = None,
    house_way: str | Iterable[str] = (),
    player: str | Iterable[str] = (),
    kickout: str | Iterable[str] = (),
    reading: str | None = None,
    wagers: str | Iterable[str] = (),
) -> "Certificate":
    """Count and price a sheet: exact figures for every configuration and wager.

    `decks` picks whole shoes instead of the sheet's list, 1 to 27; `shoe` a depleted one in words,
    such as "8 decks less 4d 4h", under the id `shoe`. Of pai gow `house_way` picks the dealer's house ways
    and `player` how the player sets; of Ricochet Poker `kickout` picks kickout tables and `reading` the
    reading that they are taken from. `wagers` picks wagers by id or alias. Raises InputError for anything
    that cannot be counted.

    >>> six = certify("ez-baccarat", decks=6, wagers=["banker-line-barred"])["6-decks"]
    >>> six["banker-line-barred"].house_edge
    15503689966/1525814595305
    """
    from everydeal.certificate import certify_sheet
    from everydeal.sheet.model import Sheet

    if isinstance(decks, bytes):
        raise TypeError(f"a number of decks is an integer, not {decks!r}")
    selection: dict[str, list[object]] = {
        "decks": [decks] if isinstance(decks, int) else list(decks),
        "shoe": [] if shoe is None else [shoe],
        "house-way": [house_way] if isinstance(house_way, str) else list(house_way),
        "player": [player] if isinstance(player, str) else list(player),
        "kickout": [kickout] if isinstance(kickout, str) else list(kickout),
        "reading": [] if reading is None else [reading],
    }
    return certify_sheet(
        sheet if isinstance(sheet, Sheet) else load(sheet),
        {axis: values for axis, values in selection.items() if values},
        [wagers] if isinstance(wagers, str) else wagers,
    )
