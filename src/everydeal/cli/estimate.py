"""`everydeal estimate`: what cannot be counted, by simulation, labelled as such."""

import argparse
import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from everydeal.cli import common
from everydeal.errors import InputError, alternatives, shown

if TYPE_CHECKING:
    from everydeal.estimate import Estimate
    from everydeal.games.ricochet import AtTable
    from everydeal.report.document import Document
    from everydeal.sheet.model import Sheet

DESCRIPTION = """\
Estimates the main game of Ricochet Poker for one to seven players by simulation: what the house wins in a
round over the players' Antes, with its 99% interval. Never exact, and never part of a certificate.

  everydeal estimate ricochet-poker --players 3
  everydeal estimate ricochet-poker --players 7 --kickout kh-01 --rounds 10000000 --save seven.json

The same seed and rounds give the same figures on any machine and any number of threads. With --save the
sums are written every two seconds; the same command goes on from there.

Strategies: s1, a player plays if the pot as it stands, won with the draws that would stay now, makes playing
worth more than folding. s2 also reckons with what later players will do, the deck frozen at the decision; it
takes some hundred times as long.
"""
ROUNDS = {"s1": 1_000_000, "s2": 100_000}
PLACES = 6


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(
        commands, "estimate", "simulate what cannot be counted, with its interval", DESCRIPTION
    )
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    common.add_players(parser, required=True)
    common.add_strategy(parser)
    parser.add_argument(
        "--wager",
        metavar="ID",
        help="the wager on the round whose pays count and are played for; default: the sheet's first",
    )
    common.add_axes(parser)
    parser.add_argument(
        "--rounds", metavar="N", type=int, help="how many; default: 1,000,000, with s2 100,000"
    )
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="of the random cards; default: 1")
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="keep the sums in FILE, and go on from what it holds; for one kickout table at a time",
    )
    common.add_format(parser)
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate each kickout table in turn, and print."""
    from everydeal.estimate import estimate
    from everydeal.games.ricochet import Ricochet
    from everydeal.games.ricochet_play import check_folds, table_of
    from everydeal.sheet.load import load

    sheet = load(options.sheet)
    picked = common.selection(options)
    if not isinstance(sheet.game, Ricochet):
        raise InputError(
            f"{sheet.id} is a sheet of {sheet.game.name}: all of it is counted, by `everydeal certify`"
        )
    tables = sheet.game.configurations(picked)
    if options.save and len(tables) > 1:
        names = ", ".join(table.kickout.table for table in tables)
        raise InputError(f"--save keeps one estimate: give one --kickout of {names}")
    if options.save and options.output and os.path.realpath(options.save) == os.path.realpath(options.output):
        raise InputError(f"--save and --output name one file, {shown(options.save)}; allowed: two")
    wager = _wager(sheet, options.wager)
    plays = tables[0].game.plays(wager.space)
    check_folds(plays)
    rounds = ROUNDS[options.strategy or "s1"] if options.rounds is None else options.rounds
    found = []
    for at in tables:
        identity = {"sheet": sheet.sha256, "table": at.id, "wager": wager.id}
        found.append(
            (
                at,
                estimate(table_of(at, plays), options.seed, rounds, save=options.save, identity=identity),
            )
        )
    data = {
        "schema": "everydeal/estimate/1",
        "label": "ESTIMATE",
        "sheet": {"id": sheet.id, "version": sheet.version, "sha256": sheet.sha256},
        "wager": wager.id,
        "players": tables[0].players,
        "estimates": [_data(at, each) for at, each in found],
    }
    common.emit_report(data, lambda: _document(sheet, wager.title, found), options)
    return 0


def _wager(sheet: "Sheet", name: str | None) -> Any:
    """The wager on the round that is estimated. Raises InputError if there is none."""
    able = [wager for wager in sheet.wagers if wager.objective == wager.id]
    if not able:
        raise InputError(f"{sheet.id} has no wager on a round; allowed: a sheet with one")
    if name is None:
        return able[0]
    wager = sheet.wager(name)
    if wager not in able:
        ids = [each.id for each in able]
        raise InputError(f"wager {shown(name)} is counted exactly; {alternatives(name, ids)}")
    return wager


def _data(at: "AtTable", found: "Estimate") -> dict[str, Any]:
    from everydeal.estimate import CONFIDENCE
    from everydeal.exact import fraction_text

    low, high = found.interval(PLACES)
    return {
        "configuration": at.id,
        "strategy": found.strategy,
        "seed": str(found.seed),
        "rounds": str(found.rounds),
        "estimate": {
            "house_result_over_antes": fraction_text(found.mean),
            "level": fraction_text(CONFIDENCE),
            "interval": [low, high],
        },
        "rounds_of": {
            "kickout": str(found.sums.kickouts),
            "dealer_takes_the_pot": str(found.sums.dealer),
            "split": str(found.sums.split),
        },
        "players_who": {end: str(number) for end, number in zip(found.ends, found.sums.ends, strict=True)},
    }


def _document(sheet: "Sheet", title: str, found: "list[tuple[AtTable, Estimate]]") -> "Document":
    from everydeal.exact import grouped, percent
    from everydeal.games.ricochet_round import ENDS
    from everydeal.report.document import Bullets, Column, Document, Heading, Paragraph, Table

    at, first = found[0]
    players = f"{at.players} player{'s' if at.players > 1 else ''}"
    notes = [
        "ESTIMATE by simulation: no figure here is exact.",
        f"{title}, {players}. Strategy: {first.strategy}.",
        f"Seed {first.seed}, {grouped(first.rounds)} rounds; the intervals hold the true value in 99% of all "
        "simulations.",
        "House result: all Antes and Plays of the players where the dealer takes the pot, else minus the "
        "dealer's Ante, less what is paid beside the pot; over the players' Antes.",
    ]
    if at.players == 1:
        notes.append("The game of one player is counted exactly by `everydeal certify`.")
    rows, frequencies, data = [], [], []
    for at, each in found:
        low, high = each.interval(PLACES)
        between = " to ".join(percent(Fraction(text), PLACES - 2) for text in (low, high))
        rows.append([at.id, percent(each.mean, PLACES - 2), between])
        data.append([at.id, str(each.seed), str(each.rounds), str(each.mean), low, high])
        ends = [percent(share, 2) for share in each.ends.values()]
        shares = [percent(share, 2) for share in (each.kickouts, each.dealer, each.split)]
        frequencies.append([at.id, *shares, *ends])
    share_columns = ("Kickouts", "Dealer takes the pot", "Pot is split")
    return Document(
        f"{sheet.title}, {players}: ESTIMATE of the house's result",
        [
            Bullets(notes),
            Table(
                [
                    Column("Configuration"),
                    Column("House result over the Antes, ESTIMATE", figures=True),
                    Column("99% interval", figures=True),
                ],
                rows,
            ),
            Heading("How rounds and players ended, ESTIMATE"),
            Table(
                [Column("Configuration"), *(Column(name, figures=True) for name in (*share_columns, *ENDS))],
                frequencies,
            ),
            Paragraph("The first three are shares of rounds, the others of players."),
        ],
        Table(
            [
                Column(name)
                for name in ("configuration", "seed", "rounds", "estimate", "interval_low", "interval_high")
            ],
            data,
        ),
    )
