"""A sheet as a document, in words and without counting anything."""

from collections.abc import Iterator

from everydeal.report.document import Block, Bullets, Column, Document, Heading, Paragraph, Table
from everydeal.sheet.model import Sheet, Wager


def described(sheet: Sheet) -> Document:
    """The rules, the wagers with their pay tables, and how the source was read."""
    blocks: list[Block] = []
    if sheet.source:
        revision = f", {sheet.source.revision}" if sheet.source.revision else ""
        blocks.append(Paragraph(f"Source: {sheet.source.title}{revision}."))
    blocks.append(Heading("Rules"))
    for rule in sheet.game.rules_in_words():
        clause = f" [{rule.clause}]" if rule.clause else ""
        blocks.append(Paragraph(f"{rule.title}. {rule.text}{clause}"))
        if rule.chart:
            head, *rows = rule.chart
            blocks.append(Table([Column(title) for title in head], rows))
    blocks.append(Heading("Wagers"))
    for wager in sheet.wagers:
        blocks += wager_rules(wager)
    if sheet.readings:
        blocks.append(Heading("Interpretations"))
        blocks.append(Bullets([f"{r.id} [{r.kind}]: {r.text}" for r in sheet.readings]))
    return Document(f"{sheet.title} (sheet {sheet.id}, version {sheet.version})", blocks)


def wager_rules(wager: Wager) -> Iterator[Block]:
    """A wager's lines in words: what pays how much, and when."""
    names = f", also {', '.join(wager.aliases)}" if wager.aliases else ""
    yield Heading(f"{wager.title} ({wager.id}{names})", 2)
    if wager.clause:
        yield Paragraph(f"Source: {wager.clause}.")
    number = 0
    for group in wager.groups:
        if group.title:
            yield Paragraph(f"{group.title}:")
        rows = []
        for line in group.lines:
            number += 1
            rows.append([str(number), line.title, line.pay.words, line.event.text if line.event else ""])
        yield Table([Column("Line"), Column("Event"), Column("Pays"), Column("When")], rows)
    if len(wager.groups) > 1:
        yield Paragraph("In each group the first line that matches decides; the net win is the sum of them.")
    else:
        yield Paragraph("The first line that matches decides.")
