"""From the bytes of a sheet to a `Sheet`, or a SheetError that says what is wrong where."""

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from everydeal import games
from everydeal.errors import InputError, SheetError, alternatives, shown
from everydeal.events import Event
from everydeal.settlement import objective
from everydeal.sheet.files import Folder, content_of, parsed
from everydeal.sheet.jackpot import read_amount, read_jackpot
from everydeal.sheet.model import OTHERWISE, Group, Line, Sheet, Wager
from everydeal.sheet.pays import ALLOWED, UNITS, Pay, pay
from everydeal.sheet.reader import Table
from everydeal.sheet.source import (
    FINDING_KINDS,
    HOUSE_WAY_KINDS,
    read_accept,
    read_interpretations,
    read_source,
    read_version,
)

MAX_WAGERS = 200
MAX_LINES = 500
MAX_STAKED = 1000


def bundled() -> dict[str, Traversable]:
    """The sheets that come with the package, by id, in order of id."""
    found = {
        entry.name.removesuffix(".toml"): entry
        for entry in files("everydeal.paytables").iterdir()
        if entry.name.endswith(".toml")
    }
    return dict(sorted(found.items()))


def load(name: str | os.PathLike[str]) -> Sheet:
    """Read a sheet: the id of a bundled one, the path of a TOML file, or `-` for standard input.

    Raises SheetError if it is malformed, InputError if there is no such sheet.

    >>> load("ez-baccarat").title
    'EZ Baccarat'
    """
    return read(*opened(name))


def opened(name: str | os.PathLike[str]) -> tuple[bytes, str, Path | None]:
    """What `read` takes of a sheet that is named as for `load`. Raises InputError if there is none."""
    content, file = content_of(name, bundled(), "sheet")
    text = os.fspath(name)
    return content, file, None if text in bundled() or text == "-" else Path(text).parent


def read(content: bytes, file: str, folder: Folder = None) -> Sheet:
    """Read a sheet from its bytes; `file` is how messages name it. Raises SheetError.

    `folder` is where the paths of house ways begin; the working directory by default.
    """
    sheet = _sheet(Table(file, "", parsed(content, file), folder), content)
    _check_names(sheet)
    return sheet


def _sheet(top: Table, content: bytes) -> Sheet:
    head = top.table("sheet")
    sheet_id = head.text("id", identifier=True)
    title = head.text("title")
    version = read_version(head)
    game_name = head.text("game", allowed=games.NAMES)
    source = read_source(head)
    accept = read_accept(head, HOUSE_WAY_KINDS)
    head.close()
    rules = top.table("rules")
    game = games.read(game_name, rules)
    rules.close()
    tables = top.tables("wager", required=True)
    if len(tables) > MAX_WAGERS:
        top.fail("wager", f"{len(tables)} wagers; allowed: at most {MAX_WAGERS}")
    wagers = tuple(_wager(table, game) for table in tables)
    game, wagers = _deciding(tables, game, wagers)
    interpretations = read_interpretations(top)
    top.close()
    return Sheet(
        id=sheet_id,
        title=title,
        version=version,
        source=source,
        game=game,
        wagers=wagers,
        interpretations=interpretations,
        accept=accept,
        file=top.file,
        sha256=hashlib.sha256(content).hexdigest(),
        text=content.decode(),
    )


def _wager(table: Table, game: games.Game) -> Wager:
    wager_id = table.text("id", identifier=True)
    title = table.text("title")
    aliases = table.texts("aliases")
    for alias in aliases:
        if ":" in alias or "=" in alias:  # `--expect` could not name it
            table.fail("aliases", f"{shown(alias)}: allowed: text without `:` and `=`")
    clause = table.optional_text("clause")
    space = table.text("space", next(iter(game.spaces)), allowed=game.spaces)
    accept = read_accept(table, FINDING_KINDS)
    unit = table.text("unit", allowed=UNITS) if table.has("unit") else None
    jackpot = read_jackpot(table.table("jackpot")) if table.has("jackpot") else None
    objective = table.text("objective", wager_id) if game.spaces[space].decided else None
    grouped = table.tables("group")
    if table.has("group") and not grouped:
        table.fail("group", "empty; allowed: one or more tables")
    if grouped and (table.has("pays") or table.has("otherwise")):
        table.fail(None, "has both `pays` and `group`; allowed: one of them")
    groups = tuple(
        _group(inner, game, space, unit, Fraction(not number)) for number, inner in enumerate(grouped)
    ) or (_group_lines(table, None, game, space, unit, Fraction(1)),)
    titles = [group.title for group in groups]
    if len(set(titles)) < len(titles):
        table.fail("group", "two groups have one title; allowed: a title of its own for each")
    wager = Wager(wager_id, title, aliases, clause, space, groups, jackpot, objective, accept)
    if jackpot and jackpot.meter not in {line.pay.unknown for line in wager.lines}:
        table.fail("jackpot", f'no line pays ?{jackpot.meter}; allowed: lines such as "10% of ?meter for 1"')
    if jackpot:
        _check_shares(table, jackpot.meter, groups)
    table.close()
    return wager


def _check_shares(table: Table, meter: str, groups: Sequence[Group]) -> None:
    """Groups pay together: no outcome may take more of a meter than there is, or all of it in parts."""
    most = [
        max(line.pay.share for line in group.lines if line.pay.unknown == meter)
        for group in groups
        if any(line.pay.unknown == meter for line in group.lines)
    ]
    if len(most) > 1 and sum(most) >= 1:
        shares = " and ".join(f"{share}" for share in most)
        table.fail(
            "jackpot",
            f"{len(most)} groups pay up to {shares} of ?{meter}, together all of it or more; allowed: lines "
            "that share the meter in one group, or less than all in several",
        )


def _deciding(
    tables: Sequence[Table], game: games.Game, wagers: tuple[Wager, ...]
) -> tuple[games.Game, tuple[Wager, ...]]:
    """The game in which the bettor plays for what wagers pay, and the wagers on spaces of their own."""
    objectives = {}
    for table, wager in zip(tables, wagers, strict=True):
        if wager.objective is None:
            continue
        named = [other for other in wagers if other.id == wager.objective]
        if not named or named[0].space != wager.space:
            ids = [other.id for other in wagers if other.space == wager.space]
            table.fail("objective", f"{shown(wager.objective)}; {alternatives(wager.objective, ids)}")
        try:
            objectives[wager.objective] = objective(named[0], game, table.file)
            game.deciding({wager.objective: objectives[wager.objective]})  # alone: said at this table
        except SheetError:
            raise
        except InputError as error:
            table.fail(None, str(error))
    decided = tuple(
        replace(wager, space=f"{wager.space}/{wager.objective}") if wager.objective else wager
        for wager in wagers
    )
    return (game.deciding(objectives) if objectives else game), decided


def _group(table: Table, game: games.Game, space: str, unit: str | None, staked: Fraction) -> Group:
    group = _group_lines(table, table.text("title"), game, space, unit, staked)
    table.close()
    return group


def _group_lines(
    table: Table, title: str | None, game: games.Game, space: str, unit: str | None, staked: Fraction
) -> Group:
    rows = table.tables("pays", required=True)
    if len(rows) > MAX_LINES:
        table.fail("pays", f"{len(rows)} lines; allowed: at most {MAX_LINES}")
    lines = [_line(row, game, space, unit, staked) for row in rows]
    if table.has("otherwise"):
        lines.append(Line(OTHERWISE, None, _pay(table, "otherwise", unit), staked))
    return Group(title, tuple(lines))


def _line(table: Table, game: games.Game, space: str, unit: str | None, staked: Fraction) -> Line:
    text = table.text("when")
    try:
        event = Event.parse(text, game.spaces[space].fields)
    except InputError as error:
        for prefix, words in game.spaces[space].elsewhere.items():
            if re.search(rf"\b{re.escape(prefix)}", text):
                table.fail("when", f"{shown(text)}: {words}")
        table.reading("when", error)
    title = table.text("event", event.text)
    if table.has("staked"):
        staked = read_amount(table, "staked")
        if not 0 <= staked <= MAX_STAKED:
            table.fail("staked", f"{staked}: allowed: from 0 to {MAX_STAKED}, in units of the bet")
    line = Line(title, event, _pay(table, "pays", unit), staked)
    table.close()
    return line


def _pay(table: Table, key: str, unit: str | None) -> Pay:
    value = table.anything(key, ALLOWED)
    try:
        return pay(value, unit)
    except InputError as error:
        table.reading(key, error)


def _check_names(sheet: Sheet) -> None:
    """Every wager can be named without doubt, every interpretation too."""
    owner: dict[str, str] = {}
    for number, wager in enumerate(sheet.wagers, 1):
        for key, name in [("id", wager.id), *(("aliases", alias) for alias in wager.aliases)]:
            if name in owner:
                raise SheetError(
                    f"{sheet.file}: wager[{number}].{key}: {shown(name)} already names {owner[name]}; "
                    "allowed: a name of its own"
                )
            owner[name] = f"wager[{number}]"
    for number, interpretation in enumerate(sheet.interpretations, 1):
        for name in interpretation.wagers:
            if name not in owner:
                raise SheetError(
                    f"{sheet.file}: interpretation[{number}].wagers: no wager {shown(name)}; "
                    f"{alternatives(name, owner)}"
                )
