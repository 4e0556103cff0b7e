"""What a search for pays found: as a document and as plain data."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from everydeal import symbolic
from everydeal.exact import fraction_text, percent
from everydeal.report.document import Block, Bullets, Column, Document, Paragraph, Table
from everydeal.search import Chosen, Searched, Span, Wanted
from everydeal.sheet.model import Sheet

EDGE_PLACES = 6  # two whole pays of a rare line may differ in no earlier place
DEVIATION_PLACES = 4
DATA_DEVIATION_PLACES = 10


def searched(
    sheet: Sheet,
    result: Searched,
    wanted: Wanted,
    sort: Sequence[str],
    values: Mapping[str, Fraction],
    ids: Sequence[str],
) -> Document:
    """The paytables found; `values` is what unknown pays were set to, `ids` the sheets written, if any."""
    several = len(result.configurations) > 1
    blocks: list[Block] = [Bullets(_sentences(result, wanted, sort, values, ids))]
    columns = [
        Column("No.", figures=True),
        *([Column("Sheet")] if ids else []),
        *(Column(f"Line {each.number}, {each.unit}", figures=True) for each in result.chosen),
        *([Column("Configuration")] if several else []),
        *(Column(name, figures=True) for name in ("House edge", "Hit frequency", "Standard deviation")),
    ]
    rows = []
    for number, found in enumerate(result.found, 1):
        for configuration, priced in zip(result.configurations, found.priced, strict=True):
            rows.append(
                [
                    str(number),
                    *([ids[number - 1]] if ids else []),
                    *(f"{amount:,}" for amount in found.amounts),
                    *([configuration] if several else []),
                    percent(priced.house_edge, EDGE_PLACES),
                    percent(priced.hit_frequency),
                    priced.standard_deviation(DEVIATION_PLACES) or "",
                ]
            )
    if rows:
        blocks.append(Table(columns, rows))
        blocks.append(
            Paragraph(
                "Figures are exact; decimals are rounded once, from the exact fraction, half to even. "
                "Exact fractions: --format csv or json."
            )
        )
    wager = result.wager
    title = f"{sheet.title}, {wager.title}: whole pays for a house edge {_span(wanted.edge, _in_percent)}"
    return Document(title, blocks, _data(result, ids))


def searched_data(
    sheet: Sheet,
    result: Searched,
    wanted: Wanted,
    sort: Sequence[str],
    values: Mapping[str, Fraction],
    ids: Sequence[str],
) -> dict[str, Any]:
    """The same as plain data: counts and fractions are strings."""
    spans = {"house_edge": wanted.edge, "hit_frequency": wanted.hit, "standard_deviation": wanted.deviation}
    return {
        "schema": "everydeal/search/1",
        "sheet": sheet.id,
        "wager": result.wager.id,
        "lines": [
            {
                "line": each.number,
                "event": each.line.title,
                "paytable": each.line.pay.words,
                "unit": each.unit,
                "pays": [str(amount) for amount in each.amounts],
            }
            for each in result.chosen
        ],
        "wanted": {
            name: {"low": fraction_text(span.low), "high": fraction_text(span.high)}
            for name, span in spans.items()
            if span
        },
        "decreasing": wanted.decreasing,
        "values": {name: str(value) for name, value in values.items()},
        "sort": list(sort),
        "count": str(result.count),
        "reach": [
            {"id": name, "house_edge_low": fraction_text(low), "house_edge_high": fraction_text(high)}
            for name, (low, high) in zip(result.configurations, result.reach, strict=False)
        ],
        "found": [
            {
                **({"sheet": ids[at]} if ids else {}),
                "pays": [str(amount) for amount in found.amounts],
                "configurations": [
                    {
                        "id": configuration,
                        "house_edge": symbolic.text(priced.house_edge),
                        "hit_frequency": symbolic.text(priced.hit_frequency),
                        "variance": symbolic.text(priced.variance),
                        "standard_deviation": priced.standard_deviation(DATA_DEVIATION_PLACES),
                    }
                    for configuration, priced in zip(result.configurations, found.priced, strict=True)
                ],
            }
            for at, found in enumerate(result.found)
        ],
    }


def _sentences(
    result: Searched,
    wanted: Wanted,
    sort: Sequence[str],
    values: Mapping[str, Fraction],
    ids: Sequence[str],
) -> list[str]:
    lines = [_line(each) for each in result.chosen]
    lines += [f"?{name} is {value}." for name, value in values.items()]
    if ids and values:
        lines.append("The sheets keep unknown pays as they are: the edges shown are those at these values.")
    names = result.configurations
    where = f"in {names[0]}" if len(names) == 1 else f"in every configuration: {', '.join(names)}"
    lines.append(f"House edge {_span(wanted.edge, fraction_text)} {where}.")
    if wanted.hit:
        lines.append(f"Hit frequency {_span(wanted.hit, fraction_text)}.")
    if wanted.deviation:
        lines.append(f"Standard deviation {_span(wanted.deviation, fraction_text)}.")
    if wanted.decreasing and len(result.chosen) > 1:
        lines.append("Of the chosen lines of a group no later one pays more than an earlier one.")
    if not result.count:
        lines.append("No pays fit.")
        if not result.reach:
            lines.append("Every choice of these pays has a later line that pays more; see --no-decreasing.")
        for name, (low, high) in zip(result.configurations, result.reach, strict=False):
            lines.append(
                f"{name}: the pays looked at have house edges from {percent(low, EDGE_PLACES)} to "
                f"{percent(high, EDGE_PLACES)}."
            )
        return lines
    shown = "" if len(result.found) == result.count else f"the first {len(result.found):,} of "
    fit = "paytables fit" if result.count > 1 else "paytable fits"
    words = ", then ".join(_sorted(name) for name in sort)
    first = f" in {result.configurations[0]}" if len(result.configurations) > 1 else ""
    lines.append(f"{result.count:,} {fit}; here {shown or 'all of '}them, by {words}{first}.")
    return lines


def _line(each: Chosen) -> str:
    amounts = each.amounts
    if len(amounts) == 1:
        looked = f"{amounts[0]:,} {each.unit}"
    else:
        looked = f"{len(amounts):,} pays from {amounts[0]:,} to {amounts[-1]:,}, {each.unit}"
    return f"Line {each.number} ({each.line.title}; now {each.line.pay.words}): {looked}."


def _sorted(name: str) -> str:
    words = {"edge": "house edge", "hit": "hit frequency", "deviation": "standard deviation", "pays": "pays"}
    return f"{words[name.removeprefix('-')]}, {'falling' if name.startswith('-') else 'rising'}"


def _in_percent(value: Fraction) -> str:
    """In percent where that is all of it: what is wanted is said exactly."""
    words = percent(value)
    return words if Fraction(words.removesuffix("%")) == 100 * value else fraction_text(value)


def _span(span: Span, words: Any) -> str:
    if span.low == span.high:
        return f"of exactly {words(span.low)}"
    return f"from {words(span.low)} to {words(span.high)}"


def _data(result: Searched, ids: Sequence[str]) -> Table:
    head = ["number", "sheet", *(f"line_{each.number}" for each in result.chosen)]
    figures = ("house_edge", "hit_frequency", "variance", "standard_deviation")
    rows = []
    for number, found in enumerate(result.found, 1):
        for configuration, priced in zip(result.configurations, found.priced, strict=True):
            rows.append(
                [
                    str(number),
                    ids[number - 1] if ids else "",
                    *(str(amount) for amount in found.amounts),
                    configuration,
                    symbolic.text(priced.house_edge),
                    symbolic.text(priced.hit_frequency),
                    symbolic.text(priced.variance),
                    priced.standard_deviation(DATA_DEVIATION_PLACES) or "",
                ]
            )
    return Table([Column(name) for name in (*head, "configuration", *figures)], rows)
