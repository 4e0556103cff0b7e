"""Certificates that somebody wrote, read strictly for their figures; `verify` says if they are right."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from everydeal.errors import InputError, shown

MAX_BYTES = 64 * 2**20
MAX_VALUES = 4_000_000  # as commas and brackets count them: each takes some hundred bytes of memory
MAX_FIGURE = 1000  # characters
MAX_TEXT = 2000
SCHEMA = "everydeal/certificate/1"
_FIGURE = re.compile(r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?")
_EXPRESSION = re.compile(r"[-0-9a-z_+*/(). ]+")


@dataclass(frozen=True)
class HouseEdge:
    """One wager in one configuration. `exact` is None where there is no exact figure, as of an estimate."""

    title: str
    exact: str | None

    @property
    def value(self) -> Fraction | None:
        """The figure, if it is a number."""
        return Fraction(self.exact) if self.exact and _FIGURE.fullmatch(self.exact) else None

    @property
    def unknowns(self) -> list[str]:
        """The unknown pays that it is an expression in, in order of name."""
        return sorted(set(re.findall(r"[a-z][a-z0-9_]*", self.exact or "")))


@dataclass(frozen=True)
class HouseEdges:
    """The house edges of a certificate: by configuration, then by wager, in its order."""

    sheet: str
    title: str
    version: str
    digest: str
    configurations: Mapping[str, Mapping[str, HouseEdge]]

    @property
    def wagers(self) -> list[str]:
        """The ids of all wagers, in order."""
        return list(dict.fromkeys(wager for found in self.configurations.values() for wager in found))


def content_of(name: str) -> tuple[bytes, str]:
    """The bytes of a file, or of standard input as `-`, and how messages name it. Raises InputError."""
    if name == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed")
        return sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>"
    try:
        with Path(name).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # no file can have such a name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read {shown(name)}: {reason}") from None
    return content, name if name.isprintable() else shown(name)


def looks_like_one(content: bytes) -> bool:
    """Whether a file is meant as a certificate: an object, which no sheet can begin with."""
    return content[:1000].lstrip()[:1] == b"{"


def parsed(content: bytes, file: str, what: str = "a certificate") -> dict[str, Any]:
    """The object in a JSON text; nothing is mended or lost. Raises InputError for all but plain JSON.

    No key stands there twice, and no number but whole ones that every reader keeps. Messages say `what` the
    object should be.
    """
    if len(content) > MAX_BYTES:
        raise InputError(f"{file}: larger than {MAX_BYTES // 2**20} MB; allowed: {what}")
    if sum(content.count(sign) for sign in (b",", b"[", b"{")) > MAX_VALUES:
        raise InputError(f"{file}: more than {MAX_VALUES:,} values; allowed: {what}")
    try:
        data = json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: byte {error.start + 1} is not UTF-8 text") from None
    except RecursionError:
        raise InputError(f"{file}: nested too deep; allowed: {what}") from None
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    except ValueError as error:
        raise InputError(f"{file}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise InputError(f"{file}: {shown(data)}: allowed: {what}, which is an object")
    return data


def house_edges(content: bytes, file: str) -> HouseEdges:
    """The house edges in a certificate's bytes. Raises InputError, which names the place."""
    top = _Place(file, "", parsed(content, file))
    if top.text("schema") != SCHEMA:
        top.fail("schema", f"{shown(top.text('schema'))}: allowed: {SCHEMA}")
    sheet = top.part("sheet")
    found: dict[str, dict[str, HouseEdge]] = {}
    for configuration in top.parts("configurations"):
        wagers: dict[str, HouseEdge] = {}
        for wager in configuration.parts("wagers"):
            wagers[wager.own_id(wagers)] = HouseEdge(wager.text("title"), wager.figure("house_edge"))
        found[configuration.own_id(found)] = wagers
    return HouseEdges(
        sheet.text("id"), sheet.text("title"), sheet.text("version"), top.text("figures_digest"), found
    )


class _Place:
    """One object of a certificate and where it stands."""

    def __init__(self, file: str, place: str, data: object) -> None:
        self.file = file
        self.place = place
        if not isinstance(data, dict):
            raise InputError(f"{file}: {place}: {shown(data)}: allowed: an object")
        self.data = data

    def fail(self, key: str, message: str) -> NoReturn:
        raise InputError(f"{self.file}: {self.place}{key}: {message}")

    def text(self, key: str) -> str:
        """A text of a line; what does not print in it is escaped wherever it is reported."""
        value = self._value(key)
        if not isinstance(value, str) or not 0 < len(value) <= MAX_TEXT or not _encodes(value):
            self.fail(key, f"{shown(value)}: allowed: text of 1 to {MAX_TEXT} characters")
        return value

    def own_id(self, others: Mapping[str, object]) -> str:
        """The `id`, unlike all others."""
        if self.text("id") in others:
            self.fail("id", f"{shown(self.text('id'))} stands there twice; allowed: an id of its own")
        return self.text("id")

    def figure(self, key: str) -> str | None:
        """A fraction, or an expression in unknown pays; None if there is no such key."""
        if key not in self.data:
            return None
        value = self.data[key]
        text = value if isinstance(value, str) and len(value) <= MAX_FIGURE else ""
        if _FIGURE.fullmatch(text):
            return str(Fraction(text))
        if not (_EXPRESSION.fullmatch(text) and re.search("[a-z]", text)):
            self.fail(key, f"{shown(value)}: allowed: a fraction as 1/7, or an expression in unknown pays")
        return text

    def part(self, key: str) -> "_Place":
        return _Place(self.file, f"{self.place}{key}.", self._value(key))

    def parts(self, key: str) -> "list[_Place]":
        values = self._value(key)
        if not isinstance(values, list) or not values:
            self.fail(key, f"{shown(values)}: allowed: one or more objects")
        return [_Place(self.file, f"{self.place}{key}[{at}].", value) for at, value in enumerate(values, 1)]

    def _value(self, key: str) -> Any:
        if key not in self.data:
            self.fail(key, "missing; allowed: a certificate as `certify --json` writes it")
        return self.data[key]


def _encodes(text: str) -> bool:
    """Half of a surrogate pair, which JSON can escape, is no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"the key {shown(key)} stands there twice; allowed: once")
        found[key] = value
    return found


def _integer(text: str) -> int:
    if len(text) > 16 or abs(int(text)) >= 2**53:
        raise InputError(f"the number {shown(text)}: allowed: below 2^53; counts are strings")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise InputError(f"the number {shown(text)}: allowed: whole numbers; figures are strings")
