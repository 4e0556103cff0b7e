"""The appendix: a certificate as the document that a submission attaches.

One model, `report.document`, in sections that may be chosen; the renderers make PDF, HTML, LaTeX, Markdown
or text of it. Every figure comes from the certificate, every example from the engine itself.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from everydeal._version import VERSION
from everydeal.certificate import Certificate
from everydeal.errors import InputError, alternatives, shown
from everydeal.games import Configuration, Selection
from everydeal.report.document import Block, Bullets, Column, Cover, Document, Heading, Logo, Paragraph, Table

SECTIONS = (
    "cover", "summary", "rules", "interpretations", "examples", "tables", "figures", "method", "checks",
    "findings", "reproduce", "identity",
)  # fmt: skip
FORMS = {"full": SECTIONS, "short": ("cover", "summary", "tables")}
DIGEST = 16  # hexadecimal digits of the figures' fingerprint on every page
BLANKS = ("Submitted to", "Submitted by", "On behalf of", "Date", "Reference", "Signature")


@dataclass(frozen=True)
class Options:
    """What to set and how; `command` is the whole command that makes the document again."""

    sections: tuple[str, ...] = SECTIONS
    title: str | None = None
    logo: Logo | None = None
    paper: str = "a4"
    command: str = ""
    playing: str = ""  # the beginning of the command that plays a deal of it


@dataclass(frozen=True)
class Made:
    """A certificate with the configurations that it was counted for."""

    certificate: Certificate
    selection: Selection
    options: Options

    @cached_property
    def configurations(self) -> list[Configuration]:
        """In the certificate's order."""
        return list(self.certificate.sheet.game.configurations(self.selection))

    @property
    def example(self) -> int:
        """The number of the configuration that examples are from: the one of `everydeal play`."""
        return self.certificate.sheet.game.played % len(self.configurations)


def sections(text: str) -> tuple[str, ...]:
    """The sections named in a text, separated by commas, in their order. Raises InputError."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in SECTIONS:
            raise InputError(f"no section {shown(name)}; {alternatives(name, SECTIONS)}")
    return tuple(name for name in SECTIONS if name in names)


def appendix(certificate: Certificate, selection: Selection, options: Options) -> Document:
    """The document; `selection` is what the certificate was counted for."""
    made = Made(certificate, selection, options)
    sheet = certificate.sheet
    blocks: list[Block] = []
    for name in options.sections:
        blocks += _WRITTEN[name](made)
    if blocks and isinstance(blocks[0], Heading):
        blocks[0] = replace(blocks[0], new_page=False)
    return Document(
        options.title or f"{sheet.title}: certification of house edges",
        blocks,
        footer=f"{sheet.id}, version {sheet.version}. Fingerprint of the figures "
        f"{certificate.figures_digest[:DIGEST]}. everydeal {VERSION}",
        paper=options.paper,
    )


def deeper(blocks: Iterator[Block]) -> Iterator[Block]:
    """The blocks, their headings a level lower."""
    for block in blocks:
        yield replace(block, level=block.level + 1) if isinstance(block, Heading) else block


def _cover(made: Made) -> Iterator[Block]:
    certificate = made.certificate
    sheet = certificate.sheet
    rows = [("Game", sheet.title), ("Sheet", f"{sheet.id}, version {sheet.version}")]
    rows.append(("Sheet's SHA-256", sheet.sha256))
    if sheet.source:
        revision = f", {sheet.source.revision}" if sheet.source.revision else ""
        rows.append(("Rules from", f"{sheet.source.title}{revision}"))
    rows += [(f"House way {way.id}", way.digest) for way in sheet.game.house_ways]
    rows += [
        ("Configurations", ", ".join(certificate)),
        ("Wagers", ", ".join(wager.id for wager in certificate.wagers)),
        ("Software", f"everydeal {VERSION}"),
        ("Fingerprint of the figures", certificate.figures_digest),
        ("Certificate's SHA-256", hashlib.sha256(certificate.to_json()).hexdigest()),
    ]
    lines = ["Exact house edges and certification tables, from counting every deal."]
    yield Cover(lines, rows, BLANKS, made.options.logo)


def _summary(made: Made) -> Iterator[Block]:
    from everydeal.appendix.summary import summary

    yield Heading("Summary", new_page=True)
    yield from summary(made.certificate)


def _rules(made: Made) -> Iterator[Block]:
    from everydeal.appendix.rules import rules

    yield Heading("Rules", new_page=True)
    yield from rules(made.certificate)


def _interpretations(made: Made) -> Iterator[Block]:
    from everydeal.report.certified import assumptions, interpretations

    yield Heading("Interpretations and assumptions")
    if made.certificate.sheet.readings:
        yield Heading("Interpretations", 2)
        yield from interpretations(made.certificate.sheet)
    yield Heading("Assumptions", 2)
    yield Bullets(assumptions(made.certificate))


def _examples(made: Made) -> Iterator[Block]:
    from everydeal.appendix.examples import examples

    yield Heading("Worked examples")
    yield from examples(made)


def _tables(made: Made) -> Iterator[Block]:
    from everydeal.appendix.tables import tables

    yield Heading("Certification tables", new_page=True)
    yield from tables(made.certificate)


def _figures(made: Made) -> Iterator[Block]:
    from everydeal.appendix.figures import figures

    found = list(figures(made.certificate))
    if found:
        yield Heading("Figures", new_page=True)
        yield from found


def _method(made: Made) -> Iterator[Block]:
    from everydeal.appendix.method import method

    yield Heading("Method")
    yield from method(made.certificate)


def _checks(made: Made) -> Iterator[Block]:
    yield Heading("Checks made")
    yield Paragraph("A check that failed would have stopped the run; no figure would have been printed.")
    yield Bullets(made.certificate.checks)


def _findings(made: Made) -> Iterator[Block]:
    yield Heading("Findings")
    yield Paragraph("What a reviewer of the sheet should see; the software looks for these by itself.")
    yield Bullets([finding.sentence for finding in made.certificate.findings] or ["None."])


def _reproduce(made: Made) -> Iterator[Block]:
    sheet = made.certificate.sheet
    yield Heading("How to reproduce and verify")
    yield Paragraph("This document comes from one command:")
    yield Table([Column("Command")], [[made.options.command or f"everydeal certify {sheet.id}"]])
    yield Bullets(
        [
            f"The sheet is {sheet.id}, version {sheet.version}; the SHA-256 of its bytes is {sheet.sha256}.",
            "On any machine the fingerprint on every page is the same. The bytes are, too, where the C "
            "sources and the compiler under Identity and the versions of typst and matplotlib are.",
            "The same command with --format json in place of what makes the document prints the certificate, "
            "whose SHA-256 stands under Identity; its figures_digest is the fingerprint on every page.",
            "To verify without trusting this software: each table can be redone by hand, as the probability "
            "of a line is its combinations over the total, its return that times its pay, and the house edge "
            "the sum of returns with the sign changed. docs/verify-by-hand.md does so step by step.",
            "everydeal verify CERTIFICATE redoes the tables of a certificate from its rows of counts, with "
            "--recount the counts as well; everydeal audit SHEET counts again by another method, a sample "
            "where all would take too long.",
        ]
    )


def _identity(made: Made) -> Iterator[Block]:
    from everydeal.report.certified import identity

    rows = identity(made.certificate)
    rows.append(["Certificate's SHA-256", hashlib.sha256(made.certificate.to_json()).hexdigest()])
    yield Heading("Identity")
    yield Table([Column("Of"), Column("Is")], rows)


_WRITTEN: dict[str, Callable[[Made], Iterator[Block]]] = {
    "cover": _cover,
    "summary": _summary,
    "rules": _rules,
    "interpretations": _interpretations,
    "examples": _examples,
    "tables": _tables,
    "figures": _figures,
    "method": _method,
    "checks": _checks,
    "findings": _findings,
    "reproduce": _reproduce,
    "identity": _identity,
}
