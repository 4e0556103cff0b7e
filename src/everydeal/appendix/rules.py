"""The rules in numbered sentences with their source clauses, the wagers, house ways with counts."""

import re
from collections.abc import Iterator
from dataclasses import replace

from everydeal.certificate import Certificate
from everydeal.exact import grouped, percent
from everydeal.houseway.check import Checked
from everydeal.report import described
from everydeal.report.document import Block, Bullets, Column, Heading, Paragraph, Table
from everydeal.symbolic import figure

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_PLACES = 6  # of a clause's share in percent


def rules(certificate: Certificate) -> Iterator[Block]:
    """Numbered sentences, then the wagers, then each house way."""
    sheet = certificate.sheet
    if sheet.source:
        revision = f", {sheet.source.revision}" if sheet.source.revision else ""
        yield Paragraph(f"Source: {sheet.source.title}{revision}. Clauses of it stand in brackets.")
    for number, rule in enumerate(sheet.game.rules_in_words(), 1):
        yield Heading(rule.title, 2)
        found = _SENTENCE.split(rule.text)
        for at, sentence in enumerate(found, 1):
            clause = f" [{rule.clause}]" if rule.clause and at == len(found) else ""
            yield Paragraph(f"R{number}.{at}  {sentence}{clause}")
        if rule.chart:
            head, *rows = rule.chart
            yield Table([Column(title) for title in head], rows)
    yield Heading("The wagers", 2)
    yield Paragraph(
        "The first line that matches an outcome decides; where lines stand in groups, the first in each, and "
        "the net win is the sum of them."
    )
    wanted = {wager.id for wager in certificate.wagers}
    for wager in sheet.wagers:
        if wager.id in wanted:
            *blocks, _ = described.wager_rules(wager)  # the last says which line decides
            for block in blocks:
                yield replace(block, level=3) if isinstance(block, Heading) else block
    for each in sheet.game.checked_ways():
        yield from _house_way(each)


def _house_way(found: Checked) -> Iterator[Block]:
    way = found.way
    yield Heading(f"House Way: {way.title} ({way.id})", 2)
    if way.source:
        revision = f", {way.source.revision}" if way.source.revision else ""
        yield Paragraph(f"Source: {way.source.title}{revision}.")
    yield Paragraph(
        "The first clause that holds decides; of its targets the first that a legal setting satisfies; of "
        f"several settings the highest front, then the highest back. Of {grouped(found.total)} hands, each "
        "clause sets so many:"
    )
    rows = []
    for number, (clause, count) in enumerate(zip(way.clauses, found.clauses, strict=True), 1):
        hands = count.hands.hands
        targets = "; else ".join(choice.text for choice in clause.choices)
        when = clause.event.text if clause.event else "all other hands"
        rows.append(
            [
                str(number),
                clause.name,
                when,
                targets,
                grouped(hands),
                percent(figure(hands, found.total), _PLACES),
            ]
        )
    yield Table(
        [
            Column(""),
            Column("Clause"),
            Column("When"),
            Column("Set"),
            Column("Hands", figures=True),
            Column("Share", figures=True),
        ],
        rows,
        ["", "All", "", "", grouped(found.total), percent(figure(1), _PLACES)],
    )
    if way.terms:
        yield Paragraph("Terms of these conditions:")
        yield Bullets([f"{name}: {event.text}" for name, event in way.terms.items()])
    if found.findings:
        yield Paragraph("What a reviewer of the House Way should see:")
        yield Bullets(found.findings)
