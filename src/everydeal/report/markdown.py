"""Markdown with pipe tables, for wikis and pull requests."""

import re

from tabulate import tabulate

from everydeal.report.document import Bullets, Document, Heading, Paragraph, Table, plain


def render(document: Document) -> str:
    """The document as Markdown, with a final newline."""
    parts = [
        f"# {_inert(document.title)}",
        *(_block(block) for found in document.blocks for block in plain(found)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Heading | Paragraph | Bullets | Table) -> str:
    if isinstance(block, Heading):
        return f"{'#' * (block.level + 1)} {_inert(block.text)}"
    if isinstance(block, Paragraph):
        return _begun(block.text)
    if isinstance(block, Bullets):
        return "\n".join(f"- {_begun(item)}" for item in block.items)
    return _table(block)


def _table(table: Table) -> str:
    rows = [[_inert(cell) for cell in row] for row in table.rows]
    if table.total:
        rows.append([f"**{_inert(cell.strip())}**" if cell.strip() else "" for cell in table.total])
    return tabulate(
        rows,
        headers=[_inert(column.title) for column in table.columns],
        tablefmt="pipe",
        colalign=["right" if column.figures else "left" for column in table.columns],
        disable_numparse=True,
    )


def _inert(text: str) -> str:
    """Text in which nothing is markup: titles come from sheets. Addresses do not become links either."""
    signs = re.sub(r"([\\`*_\[\]<>|#~&!$])", r"\\\1", text)
    return re.sub(r"(?i)(:)(?=//)|(?<=www)(\.)", lambda match: f"\\{match[0]}", signs)


def _begun(text: str) -> str:
    """Text at the start of a block, where `-`, `+`, `=`, `:` and a number would begin a list or a rule."""
    return re.sub(r"^([-+=:]|[0-9]+(?=[.)]))", _escaped_start, _inert(text.strip()))


def _escaped_start(match: re.Match[str]) -> str:
    return f"{match[1]}\\" if match[1].isdigit() else f"\\{match[1]}"
