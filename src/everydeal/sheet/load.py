"""From the bytes of a sheet to a `Sheet`, or a SheetError that says what is wrong where."""

import hashlib
import os
import re
import sys
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from everydeal import games
from everydeal.errors import InputError, SheetError, alternatives, shown
from everydeal.events import Event
from everydeal.sheet.model import (
    INTERPRETATION_KINDS,
    OTHERWISE,
    Group,
    Interpretation,
    Line,
    Sheet,
    Source,
    Wager,
)
from everydeal.sheet.pays import ALLOWED, UNITS, Pay, pay
from everydeal.sheet.reader import Table, type_name

MAX_BYTES = 256_000
MAX_WAGERS = 200
MAX_DOTS = 400  # in a line: tomllib takes quadratic time for the depth of a dotted key
MAX_LINES = 500


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
    text = os.fspath(name)
    if text == "-" and sys.stdin is None:
        raise InputError("standard input is closed")
    if text == "-":
        return read(sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>")
    if text in bundled():
        return read(bundled()[text].read_bytes(), f"{text} (bundled)")
    path = Path(text)
    try:
        if path.suffix != ".toml" and len(path.parts) <= 1 and not path.exists():
            raise InputError(
                f"there is no bundled sheet and no file {shown(text)}; {alternatives(text, bundled())}"
            )
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read the sheet {shown(text)}: {error.strerror}") from None
    except ValueError as error:  # a name that no file can have
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot read the sheet {shown(text)}: {error}") from None
    return read(content, text if text.isprintable() else shown(text))


def read(content: bytes, file: str) -> Sheet:
    """Read a sheet from its bytes; `file` is how messages name it. Raises SheetError."""
    if len(content) > MAX_BYTES:
        raise SheetError(f"{file}: larger than {MAX_BYTES} bytes")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SheetError(f"{file}: byte {error.start + 1} is not UTF-8 text") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MAX_DOTS:
            raise SheetError(f"{file}: line {number}: nested too deep, more than {MAX_DOTS} dots")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise SheetError(f"{file}: nested too deep") from None
    except ValueError as error:
        reason = " ".join(str(error).split())
        if "set_int_max_str_digits" in reason:
            reason = "a number has thousands of digits"
        raise SheetError(f"{file}: not TOML: {reason}") from None
    sheet = _sheet(Table(file, "", data), hashlib.sha256(content).hexdigest())
    _check_names(sheet)
    return sheet


def _sheet(top: Table, sha256: str) -> Sheet:
    head = top.table("sheet")
    sheet_id = head.text("id", identifier=True)
    title = head.text("title")
    version = _version(head)
    game_name = head.text("game", allowed=games.NAMES)
    source = _source(head.table("source")) if head.has("source") else None
    head.close()
    rules = top.table("rules")
    game = games.read(game_name, rules)
    rules.close()
    wagers = tuple(_wager(table, game) for table in top.tables("wager", required=True))
    interpretations = tuple(_interpretation(table) for table in top.tables("interpretation"))
    top.close()
    return Sheet(
        id=sheet_id,
        title=title,
        version=version,
        source=source,
        game=game,
        wagers=wagers,
        interpretations=interpretations,
        file=top.file,
        sha256=sha256,
    )


def _version(head: Table) -> str:
    allowed = 'an integer or a string such as "1" or "2026-05"'
    value = head.anything("version", allowed)
    if type(value) is int and 0 <= value <= 10**9:
        return str(value)
    if type(value) is int:
        head.integer("version", 0, 10**9)
    if not isinstance(value, str):
        head.fail("version", f"{shown(value)} is {type_name(value)}; allowed: {allowed}")
    return head.text("version")


def _source(table: Table) -> Source:
    title = table.text("title")
    revision = table.optional_text("revision")
    sha256 = table.optional_text("sha256")
    if sha256 is not None and not re.fullmatch(r"[0-9a-f]{64}", sha256):
        table.fail("sha256", f"{shown(sha256)}: allowed: 64 lower-case hexadecimal digits")
    table.close()
    return Source(title, revision, sha256)


def _wager(table: Table, game: games.Game) -> Wager:
    wager_id = table.text("id", identifier=True)
    title = table.text("title")
    aliases = table.texts("aliases")
    for alias in aliases:
        if ":" in alias or "=" in alias:  # `--expect` could not name it
            table.fail("aliases", f"{shown(alias)}: allowed: text without `:` and `=`")
    clause = table.optional_text("clause")
    space = table.text("space", next(iter(game.spaces)), allowed=game.spaces)
    unit = table.text("unit", allowed=UNITS) if table.has("unit") else None
    grouped = table.tables("group")
    if table.has("group") and not grouped:
        table.fail("group", "empty; allowed: one or more tables")
    if grouped and (table.has("pays") or table.has("otherwise")):
        table.fail(None, "has both `pays` and `group`; allowed: one of them")
    groups = tuple(_group(inner, game, space, unit) for inner in grouped) or (
        _group_lines(table, None, game, space, unit),
    )
    titles = [group.title for group in groups]
    if len(set(titles)) < len(titles):
        table.fail("group", "two groups have one title; allowed: a title of its own for each")
    table.close()
    return Wager(wager_id, title, aliases, clause, space, groups)


def _group(table: Table, game: games.Game, space: str, unit: str | None) -> Group:
    group = _group_lines(table, table.text("title"), game, space, unit)
    table.close()
    return group


def _group_lines(table: Table, title: str | None, game: games.Game, space: str, unit: str | None) -> Group:
    rows = table.tables("pays", required=True)
    if len(rows) > MAX_LINES:
        table.fail("pays", f"{len(rows)} lines; allowed: at most {MAX_LINES}")
    lines = [_line(row, game, space, unit) for row in rows]
    if table.has("otherwise"):
        lines.append(Line(OTHERWISE, None, _pay(table, "otherwise", unit)))
    return Group(title, tuple(lines))


def _line(table: Table, game: games.Game, space: str, unit: str | None) -> Line:
    text = table.text("when")
    try:
        event = Event.parse(text, game.spaces[space].fields)
    except InputError as error:
        table.reading("when", error)
    title = table.text("event", event.text)
    line = Line(title, event, _pay(table, "pays", unit))
    table.close()
    return line


def _pay(table: Table, key: str, unit: str | None) -> Pay:
    value = table.anything(key, ALLOWED)
    try:
        return pay(value, unit)
    except InputError as error:
        table.reading(key, error)


def _interpretation(table: Table) -> Interpretation:
    interpretation = Interpretation(
        id=table.text("id"),
        kind=table.text("kind", allowed=INTERPRETATION_KINDS),
        text=table.text("text"),
        title=table.optional_text("title"),
        headline=table.optional_text("headline"),
        wagers=table.texts("wagers"),
    )
    table.close()
    return interpretation


def _check_names(sheet: Sheet) -> None:
    """Every wager can be named without doubt, every interpretation too."""
    if len(sheet.wagers) > MAX_WAGERS:
        raise SheetError(f"{sheet.file}: wager: {len(sheet.wagers)} wagers; allowed: at most {MAX_WAGERS}")
    owner: dict[str, str] = {}
    for number, wager in enumerate(sheet.wagers, 1):
        for key, name in [("id", wager.id), *(("aliases", alias) for alias in wager.aliases)]:
            if name in owner:
                raise SheetError(
                    f"{sheet.file}: wager[{number}].{key}: {shown(name)} already names {owner[name]}; "
                    "allowed: a name of its own"
                )
            owner[name] = f"wager[{number}]"
    seen: set[str] = set()
    for number, interpretation in enumerate(sheet.interpretations, 1):
        if interpretation.id in seen:
            raise SheetError(
                f"{sheet.file}: interpretation[{number}].id: {shown(interpretation.id)} stands there "
                "twice; allowed: an id of its own"
            )
        seen.add(interpretation.id)
        for name in interpretation.wagers:
            if name not in owner:
                raise SheetError(
                    f"{sheet.file}: interpretation[{number}].wagers: no wager {shown(name)}; "
                    f"{alternatives(name, owner)}"
                )
