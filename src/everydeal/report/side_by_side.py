"""Sheets and certificates compared, as one table."""

from typing import Any

from everydeal.comparison import Comparison, Row
from everydeal.exact import decimal, fraction_text, percent
from everydeal.report.certified import PLACES
from everydeal.report.document import Bullets, Column, Document, Paragraph, Table

DIFFERENCE_PLACES = 6  # of a percentage: that of two editions of one game is small
DATA_COLUMNS = (
    "wager", "title", "of", "name", "configuration", "house_edge", "house_edge_decimal",
    "against", "against_configuration", "difference", "difference_decimal",
)  # fmt: skip


def side_by_side(comparison: Comparison) -> Document:
    """What is compared, and a row for each wager in each configuration."""
    figures = ("House edge", "Difference", "House edge, exact", "Difference, exact")
    heads = [Column("Wager"), Column("Of"), Column("Configuration"), Column("Against")]
    data = [_data(comparison, row) for row in comparison.rows]
    return Document(
        f"{len(comparison.items)} compared: house edges per unit bet",
        [
            Bullets(comparison.headlines),
            Table(
                [Column("Of"), Column("Name"), Column("Is"), Column("Sheet")],
                [
                    [str(number), item.name, item.kind, f"{item.edges.title}, version {item.edges.version}"]
                    for number, item in enumerate(comparison.items, 1)
                ],
            ),
            Table(
                [*heads, *(Column(name, figures=True) for name in figures)],
                [_row(r) for r in comparison.rows],
            ),
            Paragraph(
                "The difference is the house edge less that of the same configuration of 1, or else of its "
                "first; within 1 less that of its first. Figures are exact; decimals are rounded once, from "
                "the exact fraction, half to even."
            ),
            *(
                [Paragraph("Certificates are compared as they stand; `everydeal verify` checks them.")]
                if any(item.kind == "certificate" for item in comparison.items)
                else []
            ),
        ],
        Table(
            [Column(name) for name in DATA_COLUMNS],
            [[row[name] or "" for name in DATA_COLUMNS] for row in data],
        ),
    )


def side_by_side_data(comparison: Comparison) -> dict[str, Any]:
    """The same as plain data: fractions are strings; what is not there is null."""
    return {
        "schema": "everydeal/compare/1",
        "compared": [
            {
                "of": str(number),
                "name": item.name,
                "kind": item.kind,
                "sheet": item.edges.sheet,
                "title": item.edges.title,
                "version": item.edges.version,
                "figures_digest": item.edges.digest or None,
            }
            for number, item in enumerate(comparison.items, 1)
        ],
        "rows": [_data(comparison, row) for row in comparison.rows],
    }


def _row(row: Row) -> list[str]:
    if row.edge is None:
        return [row.wager, str(row.item), "no such wager", "", "", "", "", ""]
    value, exact = row.edge.value, row.edge.exact
    depends = f"in {', '.join(row.edge.unknowns)}"
    difference, exact_difference = ("", "") if row.against is None else ("unknown", "unknown")
    if row.difference is not None:
        difference = percent(row.difference, DIFFERENCE_PLACES)
        exact_difference = fraction_text(row.difference)
    return [
        row.wager,
        str(row.item),
        row.configuration,
        "" if row.against is None else f"{row.against[0]} {row.against[1]}",
        percent(value) if value is not None else depends if exact else "not exact",
        difference,
        exact or "not exact",
        exact_difference,
    ]


def _data(comparison: Comparison, row: Row) -> dict[str, str | None]:
    edge, difference = row.edge, row.difference
    value = edge.value if edge else None
    to, configuration = row.against or (None, None)
    return {
        "wager": row.wager,
        "title": edge.title if edge else None,
        "of": str(row.item),
        "name": comparison.items[row.item - 1].name,
        "configuration": row.configuration or None,
        "house_edge": edge.exact if edge else None,
        "house_edge_decimal": None if value is None else decimal(value, PLACES),
        "against": None if to is None else str(to),
        "against_configuration": configuration,
        "difference": None if difference is None else fraction_text(difference),
        "difference_decimal": None if difference is None else decimal(difference, PLACES),
    }
