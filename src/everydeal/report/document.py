"""The one model that every report goes through: blocks of text and tables of text cells.

Figures are formatted before they come here; renderers only place them. Titles come from sheets and
certificates of anybody: a document holds printable text alone, so that no terminal, printer or reader's
eye is led astray, and each renderer has only to keep it from being its own markup.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is a part of the report, level 2 a piece of it.

    `new_page`: where there are pages, it begins one, at least if little of the page before is left.
    """

    text: str
    level: int = 1
    new_page: bool = False


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


# Text, or names of cards such as `As` and `Jk`, which are drawn where that can be.
Piece = str | tuple[str, ...]


@dataclass(frozen=True)
class Cards:
    """A list of sentences with cards in them, each in pieces."""

    items: Sequence[Sequence[Piece]]

    @property
    def texts(self) -> list[str]:
        """The sentences with the cards by name."""
        return [
            "".join(piece if isinstance(piece, str) else " ".join(piece) for piece in item)
            for item in self.items
        ]


@dataclass(frozen=True)
class Series:
    """Points of a chart under one name; `across` are their other coordinates, if rows are not labelled.

    None where there is no point. `words` are written beside them.
    """

    name: str
    values: Sequence[Fraction | None]
    across: Sequence[Fraction] = ()
    words: Sequence[str] = ()


@dataclass(frozen=True)
class Chart:
    """What a plotting library draws. Positions only: every figure that is read stands as text.

    `kind`: "bars" (one series over labelled rows), "dots" (several), "columns" (values over a range
    `across`), "scatter" (both on a log scale).
    """

    kind: str
    labels: Sequence[str]
    series: Sequence[Series]
    axis: str
    other_axis: str = ""


@dataclass(frozen=True)
class Figure:
    """A chart, what it shows in words for those who can't see it, and the table of its data.

    `table` stands for the chart where nothing is drawn.
    """

    title: str
    words: str
    chart: Chart
    table: Table


@dataclass(frozen=True)
class Logo:
    """An image of the user's; `kind` is png, jpg or svg."""

    data: bytes
    kind: str


@dataclass(frozen=True)
class Cover:
    """The first page: whom a document is from, what it rests on, and blanks to fill in by hand."""

    lines: Sequence[str]
    rows: Sequence[tuple[str, str]]
    blanks: Sequence[str]
    logo: Logo | None = None


Block = Heading | Paragraph | Bullets | Table | Cards | Figure | Cover
BLANK = 30  # signs of a line to write on
PAPERS = ("a4", "us-letter")


@dataclass(frozen=True)
class Document:
    """A report: a title, blocks in order, and `data`, one flat table of it for spreadsheets.

    Where there are pages they are of `paper`, and `footer` stands on each. Whatever it is made from, its
    texts are `printable`.
    """

    title: str
    blocks: Sequence[Block]
    data: Table = field(default_factory=lambda: Table((), ()))
    footer: str = ""
    paper: str = PAPERS[0]

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", printable(self.title))
        object.__setattr__(self, "footer", printable(self.footer))
        object.__setattr__(self, "blocks", [_printable_block(block) for block in self.blocks])
        object.__setattr__(self, "data", _printable_table(self.data))


def plain(block: Block) -> "list[Heading | Paragraph | Bullets | Table]":
    """A block as blocks of text alone, for where nothing is drawn."""
    if isinstance(block, Cards):
        return [Bullets(block.texts)]
    if isinstance(block, Figure):
        return [Paragraph(f"Figure: {block.title}. {block.words}"), block.table]
    if isinstance(block, Cover):
        lines = [Paragraph(line) for line in block.lines]
        rows = [*block.rows, *((name, "_" * BLANK) for name in block.blanks)]
        return [*lines, Table([Column("Of"), Column("Is")], rows)]
    return [block]


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
    if isinstance(block, Cards):
        return Cards(
            [[printable(each) if isinstance(each, str) else each for each in item] for item in block.items]
        )
    if isinstance(block, Cover):
        rows = [(printable(name), printable(value)) for name, value in block.rows]
        lines, blanks = ([printable(text) for text in texts] for texts in (block.lines, block.blanks))
        return replace(block, lines=lines, rows=rows, blanks=blanks)
    if isinstance(block, Figure):
        title, words = printable(block.title), printable(block.words)
        return Figure(title, words, _printable_chart(block.chart), _printable_table(block.table))
    return replace(block, text=printable(block.text))


def _printable_chart(chart: Chart) -> Chart:
    series = [
        replace(each, name=printable(each.name), words=[printable(text) for text in each.words])
        for each in chart.series
    ]
    labels = [printable(label) for label in chart.labels]
    return replace(chart, labels=labels, series=series)


def _printable_table(table: Table) -> Table:
    return Table(
        [replace(column, title=printable(column.title)) for column in table.columns],
        [[printable(cell) for cell in row] for row in table.rows],
        None if table.total is None else [printable(cell) for cell in table.total],
    )
