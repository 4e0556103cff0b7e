"""From the bytes of a house way to a `HouseWay`, or a SheetError that says what is wrong where."""

import hashlib
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from everydeal.errors import InputError, SheetError, alternatives, shown
from everydeal.events import Event, Field
from everydeal.facts import of_hand
from everydeal.houseway import phrases
from everydeal.houseway.model import Choice, Clause, HouseWay, Target
from everydeal.ranking import CATEGORIES
from everydeal.sheet.files import Enclosed, Folder, content_of, parsed
from everydeal.sheet.reader import Table
from everydeal.sheet.source import read_interpretations, read_source, read_version

MAX_CLAUSES = 200
MAX_CHOICES = 40
MAX_ALTERNATIVES = 8
MAX_TERMS = 100
MAX_DEPTH = 8  # of house ways that extend one another
_KEY = re.compile(r"[a-z][a-z0-9_]*")


def bundled() -> dict[str, Traversable]:
    """The house ways that come with the package, by id, in order of id."""
    found = {
        entry.name.removesuffix(".toml"): entry
        for entry in (files("everydeal.paytables") / "house-ways").iterdir()
        if entry.name.endswith(".toml")
    }
    return dict(sorted(found.items()))


def load(name: str | os.PathLike[str], folder: Folder = None, *, in_file: bool = False) -> HouseWay:
    """Read a house way: the id of a bundled one, the path of a TOML file, or `-` for standard input.

    A path is relative to `folder` if given; `in_file`: a file names it, which cannot mean standard
    input. Raises SheetError if it is malformed, InputError if there is none.

    >>> load("dealer-open").clauses[0].name
    'Five Aces'
    """
    return _load(os.fspath(name), folder, (), in_file=in_file)


def read(content: bytes, file: str, folder: Folder = None) -> HouseWay:
    """Read a house way from its bytes; `file` is how messages name it. Raises SheetError.

    `folder` is where paths in `extends` begin.
    """
    return _read(content, file, folder, ())


@cache
def usable_fields() -> Mapping[str, Field]:
    """The fields that a house way's conditions may look at: facts of ranks and of the flush."""
    from everydeal.core.hand import FLUSH_LEVEL, fact

    return {
        name: each.field
        for name, each in of_hand(7, True, "above-royal").items()
        if fact(each.fact, each.argument).level <= FLUSH_LEVEL
    }


def _load(name: str, folder: Folder, seen: tuple[str, ...], *, in_file: bool) -> HouseWay:
    inner: Folder
    if isinstance(folder, Enclosed):
        enclosed = folder.file(name, "house way")
        content, file, inner = enclosed.content, name, enclosed.folder
        known = f"{name}, {len(seen)} deep"  # no file is inside itself
    else:
        content, file = content_of(name, bundled(), "house way", folder, stdin=not in_file)
        path = Path(name) if folder is None else folder / name
        inner, known = (None, name) if name in bundled() else (path.parent, str(path.resolve()))
    if known in seen:
        raise SheetError(f"{file}: house_way.extends: extends itself")
    if len(seen) >= MAX_DEPTH:
        raise SheetError(f"{file}: house_way.extends: more than {MAX_DEPTH} house ways extend one another")
    return _read(content, file, inner, (*seen, known))


def _read(content: bytes, file: str, folder: Folder, seen: tuple[str, ...]) -> HouseWay:
    top = Table(file, "", parsed(content, file))
    if not top.has("house_way") and top.has("sheet"):
        top.fail("sheet", "this is a sheet; allowed here: a house way, with a table `house_way`")
    head = top.table("house_way")
    way_id = head.text("id", identifier=True)
    title = head.text("title")
    version = read_version(head)
    source = read_source(head)
    extended = _extended(head, folder, seen) if head.has("extends") else None
    head.close()
    terms = _terms(top, extended)
    interpretations = read_interpretations(top)
    if extended is None:
        if top.has("replace"):
            top.fail("replace", "there is nothing to replace; allowed with `house_way.extends`")
        clauses = _clauses(top, terms)
    else:
        if top.has("clause"):
            top.fail("clause", "it extends another house way; allowed: `replace` tables")
        clauses = _replaced(top, terms, extended)
        own = {reading.id for reading in interpretations}
        kept = [reading for reading in extended.interpretations if reading.id not in own]
        interpretations = (*kept, *interpretations)
    top.close()
    return HouseWay(
        id=way_id,
        title=title,
        version=version,
        source=source or (extended.source if extended else None),
        terms=terms,
        clauses=clauses,
        interpretations=interpretations,
        extended=extended,
        file=file,
        sha256=hashlib.sha256(content).hexdigest(),
        text=content.decode(),
    )


def _extended(head: Table, folder: Folder, seen: tuple[str, ...]) -> HouseWay:
    name = head.text("extends")
    try:
        return _load(name, folder, seen, in_file=True)
    except SheetError:
        raise
    except InputError as error:
        head.reading("extends", error)


def _terms(top: Table, extended: HouseWay | None) -> dict[str, Event]:
    terms: dict[str, Event] = dict(extended.terms) if extended else {}
    if not top.has("terms"):
        return terms
    table = top.table("terms")
    fields = usable_fields()
    if len(table.keys) > MAX_TERMS:
        table.fail(None, f"{len(table.keys)} terms; allowed: at most {MAX_TERMS}")
    for name in table.keys:
        if not _KEY.fullmatch(name) or len(name) > 60:
            table.fail(
                shown(name), "allowed: lower-case letters, digits and underscores, a letter first, up to 60"
            )
        taken = {field.split("(")[0].split("[")[0].split(".")[0] for field in fields}
        if name in taken | {"and", "or", "not", "in", "present"} or name in CATEGORIES:
            table.fail(name, f"{shown(name)} is a word of the language; allowed: a name of its own")
        if name in terms:
            table.fail(name, f"the extended house way has a term {shown(name)}; allowed: a new name")
        terms[name] = _event(table, name, terms)
    table.close()
    return terms


def _event(table: Table, key: str, terms: Mapping[str, Event]) -> Event:
    text = table.text(key)
    try:
        return Event.parse(text, usable_fields(), terms)
    except InputError as error:
        table.reading(key, error)


def _clauses(top: Table, terms: Mapping[str, Event]) -> tuple[Clause, ...]:
    tables = top.tables("clause", required=True)
    if len(tables) > MAX_CLAUSES:
        top.fail("clause", f"{len(tables)} clauses; allowed: at most {MAX_CLAUSES}")
    clauses: list[Clause] = []
    for number, table in enumerate(tables, 1):
        clause = _clause(table, terms)
        for earlier, before in enumerate(clauses, 1):
            if before.key == clause.key:
                table.fail("name", f"{shown(clause.name)} is clause {earlier} already; allowed: its own name")
        if clause.event is None and number < len(tables):
            table.fail(
                None,
                f"the clause {shown(clause.name)} has no `when`: the clauses after it are never reached; "
                "allowed: only the last",
            )
        clauses.append(clause)
    return tuple(clauses)


def _replaced(top: Table, terms: Mapping[str, Event], extended: HouseWay) -> tuple[Clause, ...]:
    clauses = list(extended.clauses)
    names = [clause.name for clause in clauses]
    done: set[str] = set()
    for table in top.tables("replace", required=True):
        clause = _clause(table, terms)
        if clause.name not in names:
            table.fail(
                "name",
                f"{extended.id} has no clause {shown(clause.name)}; {alternatives(clause.name, names)}",
            )
        if clause.name in done:
            table.fail("name", f"{shown(clause.name)} is replaced twice; allowed: once")
        at = names.index(clause.name)
        if clause.event is None and at < len(clauses) - 1:
            table.fail(None, f"the clause {shown(clause.name)} has no `when`; allowed: only the last")
        done.add(clause.name)
        clauses[at] = clause
    return tuple(clauses)


def _clause(table: Table, terms: Mapping[str, Event]) -> Clause:
    name = table.text("name")
    key = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    if not key or len(name) > 120:
        table.fail("name", f"{shown(name)}: allowed: up to 120 characters, with a letter a-z or a digit")
    event = _event(table, "when", terms) if table.has("when") else None
    tables = table.tables("set", required=True)
    if len(tables) > MAX_CHOICES:
        table.fail("set", f"{len(tables)} targets; allowed: at most {MAX_CHOICES}")
    choices = tuple(_choice(choice) for choice in tables)
    table.close()
    return Clause(name, key if key[0].isalpha() else f"clause_{key}", event, choices)


def _choice(table: Table) -> Choice:
    if not table.has("better_of"):
        return Choice((_target(table),))
    alternatives_of = table.tables("better_of", required=True)
    if not 2 <= len(alternatives_of) <= MAX_ALTERNATIVES:
        table.fail(
            "better_of", f"{len(alternatives_of)} targets; allowed: 2 to {MAX_ALTERNATIVES} to choose from"
        )
    table.close()
    return Choice(tuple(_target(inner) for inner in alternatives_of))


def _target(table: Table) -> Target:
    front, back = phrases.Front(), phrases.Back()
    if not table.keys:
        table.fail(None, "empty; allowed: `front`, `behind`, or both")
    if table.has("front"):
        try:
            front = phrases.front(table.text("front"))
        except SheetError:
            raise
        except InputError as error:
            table.reading("front", error)
    if table.has("behind"):
        try:
            back = phrases.back(table.text("behind"))
        except SheetError:
            raise
        except InputError as error:
            table.reading("behind", error)
    table.close()
    return Target(front, back)
