"""A strict reader of TOML tables: every key is asked for by name and type, none is left over.

Messages are what users see of it: each names the file, the dotted place, the value and what is
allowed.
"""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from everydeal.errors import InputError, SheetError, alternatives, shown
from everydeal.sheet.files import Folder

MAX_TEXT = 2000
ID_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def type_name(value: object) -> str:
    """What TOML calls the type of a value."""
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a string", list: "an array"}
    if isinstance(value, dict):
        return "a table"
    return names.get(type(value), "a date or time")


class Table:
    """One table of a file and the place where it stands.

    Each reading method takes a key. `close` refuses keys that nobody asked for. `folder` is where paths
    in the file begin; None for the working directory.
    """

    def __init__(self, file: str, place: str, data: Mapping[str, Any], folder: Folder = None) -> None:
        self.file = file
        self.place = place
        self.folder = folder
        self._data = data
        self._asked: dict[str, None] = {}  # a set that keeps the order of asking

    def fail(self, key: str | None, message: str) -> NoReturn:
        """Raise a SheetError about this table, or about one of its keys."""
        raise SheetError(f"{self.file}: {self.at(key)}: {message}")

    def at(self, key: str | None) -> str:
        """The dotted place of a key."""
        return ".".join(part for part in (self.place, key) if part) or "the file"

    @property
    def keys(self) -> list[str]:
        """The keys that are there."""
        return list(self._data)

    def has(self, key: str) -> bool:
        """Whether a key is there; it counts as asked for."""
        self._asked[key] = None
        return key in self._data

    def text(
        self,
        key: str,
        default: str | None = None,
        *,
        allowed: Collection[str] = (),
        identifier: bool = False,
    ) -> str:
        """A string of printable text, white space folded; one of `allowed` where given.

        Required unless there is a default.
        """
        if default is not None and not self.has(key):
            return default
        value: str = self._value(key, str, "a string")
        folded = " ".join(value.split())
        if not folded or not folded.isprintable() or len(folded) > MAX_TEXT:
            self.fail(key, f"{shown(value)}: allowed: printable text of 1 to {MAX_TEXT} characters")
        if allowed and folded not in allowed:
            self.fail(key, f"{shown(folded)}: {alternatives(folded, allowed)}")
        if identifier and not (ID_PATTERN.fullmatch(folded) and len(folded) <= 60):
            self.fail(
                key, f"{shown(folded)}: allowed: up to 60 lower-case letters, digits and single hyphens"
            )
        return folded

    def optional_text(self, key: str) -> str | None:
        """A string as `text` reads it, or None if the key is not there."""
        return self.text(key) if self.has(key) else None

    def integer(self, key: str, low: int, high: int) -> int:
        """A required integer from `low` to `high`."""
        value: int = self._value(key, int, f"an integer from {low} to {high}")
        if not low <= value <= high:
            self.fail(key, f"{shown(value)}: allowed: an integer from {low} to {high}")
        return value

    def boolean(self, key: str) -> bool:
        """A required `true` or `false`."""
        value: bool = self._value(key, bool, "true or false")
        return value

    def anything(self, key: str, allowed: str) -> object:
        """A required value of any type, for a caller that reads it itself."""
        self._require(key, allowed)
        return self._data[key]

    def texts(self, key: str) -> tuple[str, ...]:
        """An optional array of strings, each as `text` reads them, none twice."""
        values = self._value(key, list, "an array of strings") if self.has(key) else []
        items = Table(self.file, self.place, {f"{key}[{i}]": value for i, value in enumerate(values, 1)})
        read = tuple(items.text(item) for item in items.keys)
        seen: set[str] = set()
        for text in read:
            if text in seen:
                self.fail(key, f"{shown(text)} stands there twice")
            seen.add(text)
        return read

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        """A required, non-empty array of different integers from `low` to `high`."""
        allowed = f"a non-empty array of different integers from {low} to {high}"
        values = self._value(key, list, allowed)
        items = Table(self.file, self.place, {f"{key}[{i}]": value for i, value in enumerate(values, 1)})
        read = tuple(items.integer(item, low, high) for item in items.keys)
        if not read or len(set(read)) < len(read):
            self.fail(key, f"{shown(values)}: allowed: {allowed}")
        return read

    def members(self, key: str, low: int, high: int) -> frozenset[int]:
        """Whole numbers in the words of a printed chart: "0-5", "2-4, 6", "none"."""
        text = self.text(key)
        if text == "none":
            return frozenset()
        found: set[int] = set()
        for part in text.split(","):
            match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", part)
            first = int(match[1]) if match else 0
            last = int(match[2] or match[1]) if match else 0
            span = range(first, last + 1)
            if not match or not low <= first <= last <= high or found & set(span):
                self.fail(
                    key,
                    f'{shown(text)}: allowed: "none", or different numbers and rising ranges '
                    f'from {low} to {high}, such as "0-5" or "2-4, 6"',
                )
            found |= set(span)
        return frozenset(found)

    def table(self, key: str) -> "Table":
        """A required table."""
        return Table(self.file, self.at(key), self._value(key, dict, "a table"), self.folder)

    def tables(self, key: str, *, required: bool = False) -> list["Table"]:
        """An array of tables; empty if the key is not there and not required."""
        allowed = "one or more tables" if required else "an array of tables"
        values = self._value(key, list, allowed) if required or self.has(key) else []
        if required and not values:
            self.fail(key, f"empty; allowed: {allowed}")
        for number, value in enumerate(values, 1):
            if not isinstance(value, dict):
                self.fail(f"{key}[{number}]", f"{shown(value)} is {type_name(value)}; allowed: a table")
        return [
            Table(self.file, f"{self.at(key)}[{number}]", value, self.folder)
            for number, value in enumerate(values, 1)
        ]

    def close(self) -> None:
        """Refuse every key that was never asked for."""
        for key in self._data:
            if key not in self._asked:
                self.fail(None, f"unknown key {shown(key)}; {alternatives(key, self._asked)}")

    def reading(self, key: str, error: InputError) -> NoReturn:
        """Raise an error from reading a key's value again, with its place in front."""
        raise SheetError(f"{self.file}: {self.at(key)}: {error}") from None

    def _require(self, key: str, allowed: str) -> None:
        if self.has(key):
            return
        close = get_close_matches(key, [name for name in self._data if name not in self._asked], n=1)
        hint = f"; there is {shown(close[0])}: did you mean {shown(key)}?" if close else ""
        self.fail(key, f"missing; allowed: {allowed}{hint}")

    def _value(self, key: str, kind: type, allowed: str) -> Any:
        self._require(key, allowed)
        value = self._data[key]
        if type(value) is not kind:
            self.fail(key, f"{shown(value)} is {type_name(value)}; allowed: {allowed}")
        return value
