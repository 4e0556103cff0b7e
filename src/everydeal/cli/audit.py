"""`everydeal audit`: count a second way and compare."""

import argparse
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from everydeal.cli import common
from everydeal.errors import InputError

if TYPE_CHECKING:
    from everydeal.games import Configuration
    from everydeal.games.pai_gow import SetBy
    from everydeal.games.ricochet import AtTable

DESCRIPTION = """\
Counts what a sheet's wagers rest on a second way, and compares the counts row by row. Status 1 on any
difference; what is not audited is said.

  everydeal audit fortune            every one of the 154,143,080 hands by itself, not by classes
  everydeal audit ez-baccarat        by the plain Python implementation, about a second a shoe

Of pai gow it takes random hands of the dealer, and always some of each rare kind, and sets and compares all
53,524,680 hands that the player can have against each of them, one by one: some seconds a hand.

  everydeal audit dealer-open-pai-gow --dealers 20 --seed 1

Of Ricochet Poker it counts the pools hand by hand and all 2,809,475,760 deals of five and two cards one by
one. Of the main game it takes random classes of the dealer's hands, each with two cards of a player who
decides, and plays all their deals out with every draw: 1 to 4 seconds each.

  everydeal audit ricochet-poker --dealers 20 --seed 1
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "audit", "count a second way and compare", DESCRIPTION)
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    common.add_axes(parser)
    parser.add_argument(
        "--dealers",
        metavar="N",
        type=int,
        help="random hands of the dealer (pai gow), or classes of them (Ricochet Poker); default: 3",
    )
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="of the random hands; default: 1")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one line for what was counted twice; differences go to stderr."""
    from everydeal.games.pai_gow import BANKING, DEAL, DEALER, HANDS, PLAYER, PaiGow, SetBy
    from everydeal.games.ricochet import AtTable
    from everydeal.settlement import asked_fields
    from everydeal.sheet.load import load

    sheet = load(options.sheet)
    picked = common.selection(options)
    game = sheet.game.selected(picked)
    asked = asked_fields(game.spaces, sheet.wagers)
    differences = 0
    dealers = 3 if options.dealers is None else options.dealers
    for number, configuration in enumerate(game.configurations(picked)):
        if isinstance(configuration, SetBy):
            for space in sorted({DEAL, BANKING} & set(asked), reverse=True):
                differences += _dealers(configuration, dealers, options.seed, banking=space == BANKING)
            # A hand alone is the same whoever sets the other.
            alone = {} if number else {space: asked[space] for space in (DEALER, PLAYER) if space in asked}
            differences += _recounted(configuration, alone)
        elif isinstance(configuration, AtTable):
            differences += _ricochet(configuration, asked, dealers, options.seed, first=not number)
        elif options.dealers is not None:
            raise InputError(
                f"--dealers is for pai gow and Ricochet Poker, and {sheet.id} is a sheet of {sheet.game.name}"
            )
        else:
            differences += _recounted(configuration, asked)
    if isinstance(game, PaiGow) and HANDS in asked:
        common.emit(f"Not audited: what wagers ask of both hands together (space {HANDS}).\n", None)
    return 1 if differences else 0


class _Audited(Protocol):
    """Something sampled, counted two ways."""

    @property
    def agrees(self) -> bool:
        """Whether both counts are the same."""

    def line(self) -> str:
        """In words."""


def _sampled(found: Iterable[_Audited], name: str, head: str, what: str) -> int:
    """One line for each of what was sampled, and how many agree; returns how many differ."""
    differences = number = 0
    for each in found:
        if not number:
            common.emit(f"{head}:\n", None)
        number += 1
        common.emit(each.line() + "\n", None)
        if not each.agrees:
            differences += 1
            print(f"everydeal: {name}:{each.line()}", file=sys.stderr)
    verdict = f"{differences} differ" if differences else "all agree"
    common.emit(f"{name}: {number} {what} counted two ways: {verdict}.\n", None)
    return differences


def _dealers(configuration: "SetBy", dealers: int, seed: int, *, banking: bool) -> int:
    """Sampled dealer's hands, one line each."""
    from everydeal.games.pai_gow_audit import audit

    who = ", the player banks" if banking else ""
    found = audit(configuration, dealers, seed, banking=banking)
    name = configuration.id
    return _sampled(found, name, f"{name}{who}, seed {seed}", "hands of the dealer")


def _ricochet(
    configuration: "AtTable", asked: Mapping[str, tuple[str, ...]], cells: int, seed: int, *, first: bool
) -> int:
    """Sampled cells of the round under each objective, one line each; all else once, with the `first`."""
    from everydeal.games.ricochet import DIRECT_FIELDS, TWO_CARDS
    from everydeal.games.ricochet_audit import audit
    from everydeal.games.ricochet_round import ROUND

    differences = 0
    for space in (space for space in asked if space.partition("/")[0] == ROUND):
        found = audit(configuration, configuration.game.plays(space), cells, seed)
        name = f"{configuration.id}, {space}"
        what = "classes of the dealer's hands with two cards of the player"
        differences += _sampled(found, name, f"{name}, seed {seed}", what)
    if not first:  # the same whatever the kickout table
        return differences
    alone = {space: names for space, names in asked.items() if space.partition("/")[0] != ROUND}
    if TWO_CARDS in alone:
        names = alone[TWO_CARDS]
        alone[TWO_CARDS] = tuple(name for name in names if name in DIRECT_FIELDS)
        if alone[TWO_CARDS] != names:
            left = ", ".join(name for name in names if name not in DIRECT_FIELDS)
            common.emit(f"Not audited: {left} (space {TWO_CARDS}), summed over.\n", None)
    return differences + _recounted(configuration, alone)


def _recounted(configuration: "Configuration", asked: Mapping[str, tuple[str, ...]]) -> int:
    """All rows of some spaces, with the fields asked of each; one line a space."""
    from everydeal.settlement import outcome_text

    differences = 0
    for space, names in asked.items():
        first, second = configuration.count(space, names), configuration.recount(space, names)
        wrong = [
            row
            for row in dict.fromkeys([*first.counts, *second.counts])
            if first.counts.get(row, 0) != second.counts.get(row, 0)
        ]
        differences += len(wrong)
        for row in wrong[:10]:
            counts = f"{first.counts.get(row, 0)} and {second.counts.get(row, 0)}"
            print(f"everydeal: {configuration.id}: {outcome_text(names, row)}: {counts}", file=sys.stderr)
        verdict = f"{len(wrong)} differ" if wrong else "all agree"
        common.emit(
            f"{configuration.id}, {first.space.title.lower()}: {len(first.counts)} rows of "
            f"{first.total:,} {first.space.unit} counted two ways: {verdict}.\n",
            None,
        )
    return differences
