"""A sheet's own text with a few values changed, and nothing else.

TOML's reader tells no positions. So the text is cut into tokens, every value behind the keys in question is
replaced by a number of its own, and reading that tells which of them stands where in the data.
"""

import copy
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, cast

from everydeal.errors import InputError
from everydeal.sheet.files import parsed
from everydeal.sheet.model import Wager
from everydeal.sheet.pays import Pay

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""\#[^\n]*
    | \"{3}(?:\\.|[^\\])*?\"{3,5} | '{3}.*?'{3,5}
    | "(?:\\.|[^"\\\n])*" | '[^'\n]*'
    | [A-Za-z0-9_+.-]+ | \S""",
    re.VERBOSE | re.DOTALL,
)
_MARK = 10**40  # no whole number that a sheet may hold


class Editor:
    """The text of a sheet, ready to have pays of one wager and its own id changed.

    `lines` are the wager's lines by number from 1. Raises InputError if a value cannot be found in the text.
    """

    def __init__(self, content: bytes, file: str, wager: Wager, lines: Sequence[int]) -> None:
        self._data = parsed(content, file)
        self._text = content.decode("utf-8")
        self._file = file
        self._lines = {number: _place(self._data, wager, number) for number in lines}
        places = [("sheet", "id"), *self._lines.values()]
        self._spans = _spans(self._text, places)
        for number, place in self._lines.items():
            if place not in self._spans:
                raise InputError(
                    f"{file}: what line {number} of {wager.id} pays cannot be changed in the text; "
                    "allowed: a plain value behind the key, as pays = 40"
                )
        if ("sheet", "id") not in self._spans:
            raise InputError(f'{file}: the id cannot be changed in the text; allowed: as id = "my-game"')

    def changed(self, sheet_id: str, pays: Mapping[int, Pay]) -> bytes:
        """The text with another id and these pays; read again to be sure that nothing else is changed.

        Raises InputError if it would be.
        """
        wanted = copy.deepcopy(self._data)
        values: dict[Path, object] = {("sheet", "id"): sheet_id}
        values |= {self._lines[number]: self._value(number, pay) for number, pay in pays.items()}
        text = self._text
        for place, (first, last) in sorted(self._spans.items(), key=lambda item: item[1], reverse=True):
            if place in values:
                value = values[place]
                _put(wanted, place, value)
                text = text[:first] + (f'"{value}"' if isinstance(value, str) else str(value)) + text[last:]
        content = text.encode("utf-8")
        if parsed(content, self._file) != wanted:
            raise InputError(f"{self._file}: the text cannot be changed without changing more than pays")
        return content

    def _value(self, number: int, pay: Pay) -> object:
        """A pay as the sheet writes it: bare where the line was bare, which means the wager's unit."""
        old = _at(self._data, self._lines[number])
        amount, unit = pay.words.split(" ", 1)
        if type(old) is int and unit == _unit(self._data, self._lines[number]):
            return int(amount)
        return pay.words


def _place(data: dict[str, Any], wager: Wager, number: int) -> Path:
    """Where in the data the pay of a line stands."""
    tables = cast(list[dict[str, Any]], data["wager"])
    top: Path = ("wager", next(at for at, table in enumerate(tables) if _id(table) == wager.id))
    left = number - 1
    for at, group in enumerate(wager.groups):
        inner = (*top, "group", at) if "group" in tables[cast(int, top[1])] else top
        if left < len(group.lines):
            bare = group.lines[left].event is None
            return (*inner, "otherwise") if bare else (*inner, "pays", left, "pays")
        left -= len(group.lines)
    raise AssertionError(number)


def _id(table: Mapping[str, Any]) -> str:
    return " ".join(str(table["id"]).split())


def _unit(data: dict[str, Any], place: Path) -> object:
    """The unit of the wager that a place is in."""
    unit = cast(dict[str, Any], _at(data, place[:2])).get("unit")
    return " ".join(unit.split()) if isinstance(unit, str) else unit


def _spans(text: str, places: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """Where in the text the values of these places stand, of those that can be told."""
    names = {place[-1] for place in places}
    found = _values(text, names)
    marked = text
    for number, (first, last) in reversed(list(enumerate(found))):
        marked = f"{marked[:first]}{_MARK + number}{marked[last:]}"
    try:
        numbered = tomllib.loads(marked)
    except ValueError:
        return {}
    spans = {}
    for place in places:
        mark = _at(numbered, place)
        if type(mark) is int and 0 <= mark - _MARK < len(found):
            spans[place] = found[mark - _MARK]
    return spans


def _values(text: str, names: set[str | int]) -> list[tuple[int, int]]:
    """Where values stand behind a key with one of these names, or with such a last part."""
    found = []
    before, last = "", ""
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word.startswith("#"):
            continue
        if last == "=" and word not in ("[", "{") and before.strip("\"'").rpartition(".")[2] in names:
            found.append(token.span())
        before, last = last, word
    return found


def _at(data: object, place: Path) -> object:
    for key in place:
        data = cast(Any, data)[key]
    return data


def _put(data: dict[str, Any], place: Path, value: object) -> None:
    cast(Any, _at(data, place[:-1]))[place[-1]] = value
