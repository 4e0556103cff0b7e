"""Plain text, for terminals and print: at most 100 columns of running text."""

import textwrap

from tabulate import tabulate

from everydeal.report.document import Block, Bullets, Document, Heading, Paragraph, Table

WIDTH = 100


def render(document: Document) -> str:
    """The document as plain text, with a final newline."""
    parts = [_underlined(document.title, "=")]
    parts += [_block(block) for block in document.blocks]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block) -> str:
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
        [*table.rows, *([table.total] if table.total else [])],
        headers=[column.title for column in table.columns],
        tablefmt="simple",
        colalign=["right" if column.figures else "left" for column in table.columns],
        disable_numparse=True,
    ).splitlines()
    if table.total:
        lines.insert(-1, lines[1])
    return "\n".join(line.rstrip() for line in lines)


def _underlined(text: str, sign: str) -> str:
    return f"{text}\n{sign * min(len(text), WIDTH)}"
