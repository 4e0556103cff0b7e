"""Sheets and certificates side by side: each wager's house edge in each configuration of each of them."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from everydeal import read_certificate, symbolic
from everydeal.certificate import Certificate, certify_sheet
from everydeal.errors import InputError, alternatives, shown
from everydeal.games import Selection
from everydeal.read_certificate import HouseEdge, HouseEdges
from everydeal.sheet import load
from everydeal.sheet.model import Sheet


@dataclass(frozen=True)
class Compared:
    """One sheet or certificate, by the name that it was given."""

    name: str
    kind: str  # "sheet" or "certificate"
    edges: HouseEdges


@dataclass(frozen=True)
class Row:
    """A wager in one configuration of the item with this number, and what it is compared with.

    `edge` is None where the item has no such wager. `difference` is the edge less that of `against`; None if
    there is none, or if it depends on unknown pays.
    """

    wager: str
    item: int
    configuration: str
    edge: HouseEdge | None
    against: tuple[int, str] | None = None
    difference: Fraction | None = None


@dataclass(frozen=True)
class Comparison:
    """All rows, by wager in the order of their first appearance, then by item."""

    items: Sequence[Compared]
    rows: Sequence[Row]

    @property
    def headlines(self) -> list[str]:
        """Which wagers favour the bettor where, in sentences."""
        where: dict[str, list[str]] = {}
        for row in self.rows:
            value = row.edge.value if row.edge else None
            if value is not None and value < 0:
                where.setdefault(row.wager, []).append(f"{row.item} {row.configuration}")
        return [f"{wager} FAVOURS THE BETTOR: {', '.join(places)}." for wager, places in where.items()]


def load_either(name: str) -> Sheet | tuple[HouseEdges, str]:
    """A sheet, or the house edges of a certificate and its name in messages. Raises InputError."""
    if name in load.bundled() or (name != "-" and not os.path.lexists(name)):
        return load.load(name)
    content, file = read_certificate.content_of(name)
    if read_certificate.looks_like_one(content):
        return read_certificate.house_edges(content, file), file
    return load.read(content, file, None if name == "-" else Path(name).parent)


def compare(
    given: Sequence[tuple[str, Sheet | tuple[HouseEdges, str]]],
    selection: Selection,
    wagers: Iterable[str] = (),
) -> Comparison:
    """Compare what `load_either` read, each with the name it was given by.

    `selection` picks the configurations of sheets, `wagers` the wagers by id or, of sheets, alias; all by
    default. Raises InputError for a wager that is nowhere, and a selection where there is no sheet.
    """
    sheets = [one for _, one in given if isinstance(one, Sheet)]
    if selection and not sheets:
        axes = ", ".join(f"--{axis}" for axis in selection)
        raise InputError(
            f"{axes}: only certificates are compared, which are as they are; allowed: with a sheet"
        )
    wanted = [_id(name, [one for _, one in given]) for name in wagers]
    items = []
    for name, one in given:
        if isinstance(one, Sheet):
            chosen = [wager.id for wager in one.wagers if not wanted or wager.id in wanted]
            edges = _counted(one, selection, chosen)
            items.append(Compared(name, "sheet", edges))
        else:
            items.append(Compared(name, "certificate", one[0]))
    ids = dict.fromkeys(wager for item in items for wager in item.edges.wagers)
    return Comparison(
        items, [row for wager in ids if not wanted or wager in wanted for row in _rows(wager, items)]
    )


def _id(name: str, given: Sequence[Sheet | tuple[HouseEdges, str]]) -> str:
    ids = []
    for one in given:
        if isinstance(one, Sheet):
            for wager in one.wagers:
                if name == wager.id or name in wager.aliases:
                    return wager.id
                ids.append(wager.id)
        else:
            if name in one[0].wagers:
                return name
            ids += one[0].wagers
    raise InputError(f"no wager {shown(name)} in what is compared; {alternatives(name, dict.fromkeys(ids))}")


def _counted(sheet: Sheet, selection: Selection, wagers: Sequence[str]) -> HouseEdges:
    if not wagers:
        return HouseEdges(sheet.id, sheet.title, sheet.version, "", {})
    return of_certificate(certify_sheet(sheet, selection, wagers))


def of_certificate(certificate: Certificate) -> HouseEdges:
    """The house edges of a certificate that was just made."""
    sheet = certificate.sheet
    return HouseEdges(
        sheet.id,
        sheet.title,
        sheet.version,
        certificate.figures_digest,
        {
            found.id: {w.id: HouseEdge(w.title, symbolic.text(w.house_edge)) for w in found.wagers}
            for found in certificate.configurations
        },
    )


def _rows(wager: str, items: Sequence[Compared]) -> list[Row]:
    """Each item's configurations against the first item's of the same id, or else against its first.

    The first item's own are against its first.
    """
    base = {
        configuration: found[wager]
        for configuration, found in items[0].edges.configurations.items()
        if wager in found
    }
    first = next(iter(base), None)
    rows = []
    for number, item in enumerate(items, 1):
        if wager not in item.edges.wagers:
            rows.append(Row(wager, number, "", None))
        for configuration, found in item.edges.configurations.items():
            if wager not in found:
                continue
            edge = found[wager]
            to = configuration if number > 1 and configuration in base else first
            if to is None or (number == 1 and configuration == first):
                rows.append(Row(wager, number, configuration, edge))
            else:
                difference = _difference(edge, base[to])
                rows.append(Row(wager, number, configuration, edge, (1, to), difference))
    return rows


def _difference(one: HouseEdge, other: HouseEdge) -> Fraction | None:
    if one.value is not None and other.value is not None:
        return one.value - other.value
    return Fraction(0) if one.exact is not None and one.exact == other.exact else None
