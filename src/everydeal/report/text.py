"""Plain text, for terminals and print: at most 100 columns of running text, wide tables wrapped."""

import textwrap

from tabulate import tabulate

from everydeal.report.document import Bullets, Document, Heading, Paragraph, Table, plain

WIDTH = 100
TABLE_WIDTH = 120  # of tables whose cells are text; figures are never broken
LEAST_CELL = 24  # no column of text is made narrower
_GAP = 2  # between columns


def render(document: Document) -> str:
    """The document as plain text, with a final newline."""
    parts = [_underlined(document.title, "=")]
    parts += [_block(block) for found in document.blocks for block in plain(found)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Heading | Paragraph | Bullets | Table) -> str:
    if isinstance(block, Heading):
        return _underlined(block.text, "-") if block.level == 1 else block.text
    if isinstance(block, Paragraph):
        return textwrap.fill(block.text, WIDTH, break_long_words=False, break_on_hyphens=False)
    if isinstance(block, Bullets):
        return "\n".join(_bullet(item) for item in block.items)
    return _table(block)


def _bullet(text: str) -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent="- ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _table(table: Table) -> str:
    lines = tabulate(
        [*_wrapped(table), *([table.total] if table.total else [])],
        headers=[column.title for column in table.columns],
        tablefmt="simple",
        colalign=["right" if column.figures else "left" for column in table.columns],
        disable_numparse=True,
    ).splitlines()
    if table.total:
        lines.insert(-1, lines[1])
    return "\n".join(line.rstrip() for line in lines)


def _wrapped(table: Table) -> list[list[str]]:
    """The rows, with the longest cells of text wrapped if the table would be too wide.

    The first column names the rows and stays whole.
    """
    heads = [column.title + " " * _GAP for column in table.columns]  # tabulate leaves so much beside them
    rows = [heads, *table.rows, *([table.total] if table.total else [])]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    texts = [at for at, column in enumerate(table.columns) if at and not column.figures]
    room = TABLE_WIDTH - _GAP * (len(widths) - 1)
    limit = max([widths[at] for at in texts], default=0)
    while sum(widths) > room and limit > LEAST_CELL:
        limit -= 1
        for at in texts:
            widths[at] = min(widths[at], limit)
    return [[_filled(cell, width) for cell, width in zip(row, widths, strict=True)] for row in table.rows]


def _filled(cell: str, width: int) -> str:
    if len(cell) <= width:
        return cell
    return textwrap.fill(cell, width, break_long_words=False, break_on_hyphens=False)


def _underlined(text: str, sign: str) -> str:
    return f"{text}\n{sign * min(len(text), WIDTH)}"
