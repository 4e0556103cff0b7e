"""One wager under several configurations, as one table."""

from typing import Any

from everydeal import symbolic
from everydeal.certificate import Certificate
from everydeal.exact import percent
from everydeal.report.certified import DEVIATION_PLACES, edge_text
from everydeal.report.document import Bullets, Column, Document, Paragraph, Table
from everydeal.returns import WagerReturn


def compared(certificate: Certificate) -> Document:
    """The first wager of a certificate in every configuration."""
    wager = certificate.wagers[0]
    names = ("House edge", "Per resolved bet", "Hits", "Pushes", "Standard deviation")
    rows = []
    for found in certificate.configurations:
        priced = found[wager.id]
        resolved = priced.house_edge_resolved
        rows.append(
            [
                found.id,
                edge_text(priced.house_edge),
                "none" if resolved is None else edge_text(resolved),
                percent(priced.hit_frequency),
                percent(priced.push_frequency),
                priced.standard_deviation(DEVIATION_PLACES) or "",
            ]
        )
    exact = [[found.id, symbolic.text(found[wager.id].house_edge)] for found in certificate.configurations]
    data = compared_data(certificate)["configurations"]
    columns = list(data[0])
    return Document(
        f"{certificate.sheet.title}: {wager.title} ({wager.id})",
        [
            *([Bullets(certificate.headlines)] if certificate.headlines else []),
            Table([Column("Configuration"), *(Column(name, figures=True) for name in names)], rows),
            Table([Column("Configuration"), Column("House edge, exact", figures=True)], exact),
            Paragraph("Figures are exact; decimals are rounded once, from the exact fraction, half to even."),
        ],
        Table([Column(name) for name in columns], [[row[name] or "" for name in columns] for row in data]),
    )


def compared_data(certificate: Certificate) -> dict[str, Any]:
    """The same as plain data: counts and fractions are strings."""
    wager = certificate.wagers[0]
    return {
        "sheet": certificate.sheet.id,
        "wager": wager.id,
        "configurations": [
            {"id": found.id, **_data(found[wager.id])} for found in certificate.configurations
        ],
    }


def _data(priced: WagerReturn) -> dict[str, str | None]:
    resolved = priced.house_edge_resolved
    return {
        "house_edge": symbolic.text(priced.house_edge),
        "house_edge_resolved": None if resolved is None else symbolic.text(resolved),
        "hits": str(priced.hits),
        "pushes": str(priced.pushes),
        "total": str(priced.total),
        "variance": symbolic.text(priced.variance),
    }
