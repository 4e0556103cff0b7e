"""The one model that every report goes through: blocks of text and tables of text cells.

Figures are formatted before they come here; renderers only place them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is a part of the report, level 2 a piece of it."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Bullets:
    """A list of sentences."""

    items: Sequence[str]


@dataclass(frozen=True)
class Column:
    """A column's heading, and whether its cells are figures (set flush right)."""

    title: str
    figures: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of text cells, as many in each as there are columns; `total` is set apart below."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    total: Sequence[str] | None = None


Block = Heading | Paragraph | Bullets | Table


@dataclass(frozen=True)
class Document:
    """A report: a title, blocks in order, and `data`, one flat table of it for spreadsheets."""

    title: str
    blocks: Sequence[Block]
    data: Table = field(default_factory=lambda: Table((), ()))
