"""`everydeal list`: the bundled sheets."""

import argparse

from everydeal.cli import common

DESCRIPTION = "Lists the sheets that come with everydeal: id, title, game, wagers."


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "list", "the bundled sheets", DESCRIPTION)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print one row a sheet."""
    from everydeal.sheet.load import bundled, load

    sheets = [load(name) for name in bundled()]
    if options.json:
        data = [
            {"id": s.id, "title": s.title, "game": s.game.name, "wagers": [wager.id for wager in s.wagers]}
            for s in sheets
        ]
        common.emit_json(data)
        return 0
    width = max(len(sheet.id) for sheet in sheets)
    for sheet in sheets:
        wagers = ", ".join(wager.id for wager in sheet.wagers)
        common.emit(f"{sheet.id:{width}}  {sheet.title} ({sheet.game.name}): {wagers}\n", None)
    return 0
