"""What sheets and house ways say of the document behind them: version, source, interpretations."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from everydeal.errors import shown
from everydeal.sheet.reader import Table, type_name

INTERPRETATION_KINDS = {
    "ruling": "a choice where the source leaves room",
    "reconstructed": "filled in where the source lost it",
    "example": "an example, not in the source",
    "lost": "lost in the source and not filled in",
}


FINDING_KINDS = {  # those that a sheet may accept
    "favours-the-bettor": "a negative house edge",
    "hidden-line": "earlier lines take every outcome of a line",
    "line-never-fires": "a line matches no outcome, or none of the shoe",
    "earlier-line-pays-less": "the deciding line pays less than a later one that also matches",
    "never-resolves": "every outcome pushes",
}

HOUSE_WAY_KINDS = {  # those of house ways that a sheet may accept
    "clause-never-fires": "a clause sets no hand",
    "target-never-decides": "a target of a clause sets no hand",
    "dominated-setting": "another setting of a hand is as good in front and behind, and better in one",
}


@dataclass(frozen=True)
class Source:
    """The document that a file encodes; `sha256` is the digest of its bytes, if known."""

    title: str
    revision: str | None
    sha256: str | None


@dataclass(frozen=True)
class Interpretation:
    """A reading of the source that every report prints; `headline` goes into its first lines.

    It does so only where one of `wagers` is reported, if it names any.
    """

    id: str
    kind: str
    text: str
    title: str | None
    headline: str | None
    wagers: tuple[str, ...]


def read_version(head: Table) -> str:
    """The version, a string or an integer."""
    allowed = 'an integer or a string such as "1" or "2026-05"'
    value = head.anything("version", allowed)
    if type(value) is int and 0 <= value <= 10**9:
        return str(value)
    if type(value) is int:
        head.integer("version", 0, 10**9)
    if not isinstance(value, str):
        head.fail("version", f"{shown(value)} is {type_name(value)}; allowed: {allowed}")
    return head.text("version")


def read_source(head: Table) -> Source | None:
    """The table `source`, if there is one."""
    if not head.has("source"):
        return None
    table = head.table("source")
    title = table.text("title")
    revision = table.optional_text("revision")
    sha256 = table.optional_text("sha256")
    if sha256 is not None and not re.fullmatch(r"[0-9a-f]{64}", sha256):
        table.fail("sha256", f"{shown(sha256)}: allowed: 64 lower-case hexadecimal digits")
    table.close()
    return Source(title, revision, sha256)


def read_accept(table: Table, kinds: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The optional array `accept`: kinds of findings, each once, and the reasons."""
    found: dict[str, str] = {}
    for inner in table.tables("accept"):
        kind = inner.text("finding", allowed=kinds)
        if kind in found:
            inner.fail("finding", f"{shown(kind)} stands there twice; allowed: once")
        found[kind] = inner.text("reason")
        inner.close()
    return tuple(found.items())


def read_interpretations(top: Table) -> tuple[Interpretation, ...]:
    """The tables `interpretation`; each has an id of its own."""
    found: list[Interpretation] = []
    for table in top.tables("interpretation"):
        found.append(
            Interpretation(
                id=table.text("id"),
                kind=table.text("kind", allowed=INTERPRETATION_KINDS),
                text=table.text("text"),
                title=table.optional_text("title"),
                headline=table.optional_text("headline"),
                wagers=table.texts("wagers"),
            )
        )
        table.close()
        if found[-1].id in [earlier.id for earlier in found[:-1]]:
            table.fail("id", f"{shown(found[-1].id)} stands there twice; allowed: an id of its own")
    return tuple(found)
