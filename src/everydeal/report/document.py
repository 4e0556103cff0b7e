"""The one model that every report goes through: blocks of text and tables of text cells.

Figures are formatted before they come here; renderers only place them. Titles come from sheets and
certificates of anybody: a document holds printable text alone, so that no terminal, printer or reader's
eye is led astray, and each renderer has only to keep it from being its own markup.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace


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
    """A report: a title, blocks in order, and `data`, one flat table of it for spreadsheets.

    Whatever it is made from, its texts are `printable`.
    """

    title: str
    blocks: Sequence[Block]
    data: Table = field(default_factory=lambda: Table((), ()))

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", printable(self.title))
        object.__setattr__(self, "blocks", [_printable_block(block) for block in self.blocks])
        object.__setattr__(self, "data", _printable_table(self.data))


def printable(text: str) -> str:
    r"""Text on one line, in which what does not print (control characters, marks of direction) is escaped.

    >>> print(printable("Tie\x1b[2J\n\u202e1:04"))
    Tie\x1b[2J \u202e1:04
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else " " if sign.isspace() else sign.encode("unicode_escape").decode()
        for sign in text
    )


def _printable_block(block: Block) -> Block:
    if isinstance(block, Table):
        return _printable_table(block)
    if isinstance(block, Bullets):
        return Bullets([printable(item) for item in block.items])
    return replace(block, text=printable(block.text))


def _printable_table(table: Table) -> Table:
    return Table(
        [replace(column, title=printable(column.title)) for column in table.columns],
        [[printable(cell) for cell in row] for row in table.rows],
        None if table.total is None else [printable(cell) for cell in table.total],
    )
