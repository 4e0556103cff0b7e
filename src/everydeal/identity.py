"""What a certificate rests on, as plain data, and back: sheet, house ways, what was picked.

Sheet and house ways come with their full text, so a certificate can be counted again without any
other file.
"""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from everydeal.errors import InputError, shown
from everydeal.games import Game, Selection
from everydeal.houseway import load as house_ways
from everydeal.houseway.model import HouseWay
from everydeal.sheet import load as sheets
from everydeal.sheet.files import Enclosed, EnclosedFile
from everydeal.sheet.model import Sheet


def named_ways(sheet: Sheet) -> dict[str, HouseWay]:
    """The house ways of a sheet as it was read, by the names that the sheet calls them."""
    rules = tomllib.loads(sheet.text)["rules"]
    names = [rules["house_way"]] if "house_way" in rules else rules.get("house_ways", [])
    folded = [" ".join(name.split()) for name in names]
    return dict(zip(folded, sheet.game.house_ways, strict=False))


def sheet_data(sheet: Sheet, named: Mapping[str, HouseWay]) -> dict[str, Any]:
    """The sheet's identity and text. `named` are the house ways that it names, used or not."""
    data: dict[str, Any] = {
        "id": sheet.id,
        "title": sheet.title,
        "version": sheet.version,
        "game": sheet.game.name,
        "sha256": sheet.sha256,
        "text": sheet.text,
    }
    used = list(sheet.game.house_ways)
    others = [way for way in named.values() if way not in used]
    if used or others:
        names = {way: name for name, way in named.items()}
        data["house_ways"] = [
            {
                **_way_data(way),
                "used": way in used,
                **({"name": names[way]} if way in names else {}),
            }
            for way in [*used, *others]
        ]
    if sheet.source:
        source = {
            "title": sheet.source.title,
            "revision": sheet.source.revision,
            "sha256": sheet.source.sha256,
        }
        data["source"] = {key: value for key, value in source.items() if value is not None}
    return data


def selection_data(game: Game, selection: Selection) -> dict[str, list[Any]]:
    """What was picked on each axis: numbers and texts; house ways by their digests."""
    return {axis: [_picked(value) for value in values] for axis, values in game.picked(selection).items()}


@dataclass(frozen=True)
class Enclosure:
    """A sheet read back from a certificate, and what was picked of it."""

    sheet: Sheet
    selection: Selection
    named: Mapping[str, HouseWay]

    @property
    def data(self) -> dict[str, Any]:
        """What `sheet_data` says of it: the same as the certificate's, or the certificate is wrong."""
        return sheet_data(self.chosen, self.named)

    @cached_property
    def chosen(self) -> Sheet:
        """The sheet with what was picked in place of its own."""
        return replace(self.sheet, game=self.sheet.game.selected(self.selection))


def enclosed(sheet: Mapping[str, Any], selection: Mapping[str, list[Any]]) -> Enclosure:
    """Read the texts of a certificate's `sheet` again. Raises InputError if they cannot be read."""
    entries = sheet.get("house_ways", [])
    files = {entry["name"]: _file(entry) for entry in entries if "name" in entry}
    read = sheets.read(sheet["text"].encode(), "the sheet in the certificate", Enclosed(files))
    ways: dict[str, HouseWay] = {}
    for entry in entries:
        file = _file(entry)
        way = house_ways.read(file.content, "a house way in the certificate", file.folder)
        ways[way.digest] = way
    chosen = {axis: [ways.get(str(value), value) for value in values] for axis, values in selection.items()}
    for axis, others in read.game.house_way_axes.items():
        for value in chosen.get(axis, []):
            if not isinstance(value, HouseWay) and value not in others:  # it must not name a file here
                raise InputError(
                    f"selection.{axis}: {shown(value)} is no digest of a house way in the certificate"
                )
    return Enclosure(read, chosen, named_ways(read))


def digests(sheet: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each digest that stands in a certificate's `sheet`: its place, and as stated, and of the text there."""
    yield "sheet.sha256", sheet["sha256"], _sha256(sheet["text"])
    for number, entry in enumerate(sheet.get("house_ways", []), 1):
        yield from _way_digests(f"sheet.house_ways[{number}]", entry)


def _way_digests(place: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    yield f"{place}.sha256", entry["sha256"], _sha256(entry["text"])
    if "extends" in entry:
        yield from _way_digests(f"{place}.extends", entry["extends"])
        yield f"{place}.digest", entry["digest"], _sha256(f"{entry['sha256']} {entry['extends']['digest']}")
    else:
        yield f"{place}.digest", entry["digest"], entry["sha256"]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _file(entry: Mapping[str, Any]) -> EnclosedFile:
    inner: dict[str, EnclosedFile] = {}
    if "extends" in entry:
        inner[entry["extends"]["name"]] = _file(entry["extends"])
    return EnclosedFile(entry["text"].encode(), Enclosed(inner))


def _way_data(way: HouseWay) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": way.id,
        "version": way.version,
        "digest": way.digest,
        "sha256": way.sha256,
        "text": way.text,
    }
    if way.extended:
        name = " ".join(tomllib.loads(way.text)["house_way"]["extends"].split())
        data["extends"] = {**_way_data(way.extended), "name": name}
    return data


def _picked(value: object) -> int | str:
    if isinstance(value, HouseWay):
        return value.digest
    if type(value) is int:
        return value
    return str(getattr(value, "text", value))  # of a shoe, its words
