"""`everydeal play`: resolve one deal step by step."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from everydeal.cli import common
from everydeal.errors import InputError

if TYPE_CHECKING:
    from everydeal.events import Value
    from everydeal.games import Net
    from everydeal.sheet.model import Line, Wager

DESCRIPTION = """\
Resolves one deal: who draws and by which rule, the totals, what each wager gets.

Baccarat cards are given in the order dealt: Player, Banker, Player, Banker, then the third cards
that the drawing tables ask for.

  everydeal play ez-baccarat Ks 2c 6d 3h 9s

Of Ricochet Poker they are the dealer's five, two for each player, then those drawn: three for each player
who gets some, in the order in which they act.

  everydeal play ricochet-poker --players 2 8c 8d Ks 5h 2d  Qh Jh  Kc 7s  Qs 4d 9c
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "play", "resolve one deal step by step", DESCRIPTION)
    parser.add_argument("sheet", metavar="SHEET", help=common.SHEET_HELP)
    parser.add_argument(
        "cards", metavar="CARD", nargs="+", help="such as As Kd Th 10h 9c, in the order dealt"
    )
    common.add_axes(parser)
    common.add_players(parser)
    common.add_strategy(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the steps, then each wager's deciding line."""
    from everydeal.cards import kinds
    from everydeal.settlement import resolve
    from everydeal.sheet.load import load

    sheet = load(options.sheet)
    picked = common.selection(options)
    configurations = sheet.game.selected(picked).configurations(picked)
    if len(configurations) > 1 and (options.decks or options.shoe):
        raise InputError("a deal comes from one shoe; give one --decks or one --shoe")
    configuration = configurations[sheet.game.played]
    deal = configuration.play(kinds(" ".join(options.cards), joker=sheet.game.joker))
    bettors = deal.bettors or {"": deal.facts}
    settled = {
        bettor: [
            (wager, resolve(wager, facts[wager.space], sheet.file))
            for wager in sheet.wagers
            if wager.space in facts
        ]
        for bettor, facts in bettors.items()
    }
    if options.json:
        data: dict[str, Any] = {
            "schema": "everydeal/play/1",
            "sheet": sheet.id,
            "configuration": configuration.id,
            "steps": list(deal.steps),
        }
        if deal.bettors:
            nets = {net.player: net for net in deal.nets}
            data["players"] = [
                {"id": bettor, **_net_data(nets[bettor]), **_settled_data(facts, settled[bettor])}
                for bettor, facts in bettors.items()
            ]
        else:
            data |= _settled_data(deal.facts, settled[""])
        common.emit_json(data)
        return 0
    from everydeal.report import text
    from everydeal.report.document import Block, Bullets, Column, Document, Table

    blocks: list[Block] = [Bullets(deal.steps)]
    if deal.nets:
        columns = [Column("Main game"), Column("End"), *(Column(name, figures=True) for name in _NETS)]
        blocks.append(Table(columns, [_net_row(net) for net in deal.nets]))
    for bettor, wagers in settled.items():
        rows = [row for wager, lines in wagers for row in _rows(wager, lines)]
        blocks.append(
            Table(
                [Column(f"Wagers of {bettor}" if bettor else "Wager"), Column("Event"), Column("Pays")], rows
            )
        )
    common.emit(text.render(Document(f"{sheet.title}, one deal from {configuration.title}", blocks)), None)
    return 0


_NETS = ("Of the pot", "Beside it", "Net win")


def _net_row(net: "Net") -> list[str]:
    return [net.player, net.end, str(net.pot), str(net.beside), str(net.pot + net.beside)]


def _net_data(net: "Net") -> dict[str, str]:
    return {
        "end": net.end,
        "pot": str(net.pot),
        "beside": str(net.beside),
        "net": str(net.pot + net.beside),
    }


def _settled_data(
    facts: "Mapping[str, Mapping[str, Value]]", settled: "Sequence[tuple[Wager, list[Line]]]"
) -> dict[str, Any]:
    return {
        "facts": {space: dict(sorted(of_space.items())) for space, of_space in facts.items()},
        "wagers": [_data(wager, lines) for wager, lines in settled],
    }


def _rows(wager: "Wager", lines: "Sequence[Line]") -> "Iterator[list[str]]":
    """A row for the line that decides each group, and one for what they come to if there are several."""
    for group, line in zip(wager.groups, lines, strict=True):
        title = f"{group.title}: {line.title}" if group.title else line.title
        yield [wager.id, title, line.pay.words]
    if len(lines) > 1:
        yield [wager.id, "Net win", _net(lines)]


def _data(wager: "Wager", lines: "Sequence[Line]") -> dict[str, Any]:
    found = []
    for group, line in zip(wager.groups, lines, strict=True):
        of = {"group": group.title} if group.title else {}
        found.append({**of, "event": line.title, "pays": line.pay.net_text})
    return {"id": wager.id, "lines": found, "net": _net(lines)}


def _net(lines: "Sequence[Line]") -> str:
    """The net win over all groups, per unit wagered."""
    if not any(line.pay.unknown for line in lines):
        return str(sum((line.pay.net for line in lines), Fraction(0)))
    from everydeal import symbolic

    return symbolic.text(symbolic.expanded(sum(symbolic.of_pay(line.pay) for line in lines)))
