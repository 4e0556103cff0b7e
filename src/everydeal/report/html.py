"""HTML in one file: no scripts, nothing from elsewhere, made to be printed as well as read."""

from collections.abc import Iterator, Sequence
from html import escape

from everydeal.report.document import Block, Bullets, Column, Document, Heading, Paragraph, Table

# `isolate` keeps text that runs from right to left within its own cell. The head of a table is repeated on
# every page, its total is not. Figures are broken only in print and only at a `wbr`.
_STYLE = """
:root { color-scheme: light; }
body { color: #111; background: #fff; font: 16px/1.45 Georgia, "Times New Roman", serif; max-width: 64rem;
  margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1, h2, h3, p, li, th, td { unicode-bidi: isolate; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid #111; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
.wide { overflow-x: auto; margin: .6rem 0 1rem; }
table { border-collapse: collapse; font: .85rem/1.35 system-ui, Arial, sans-serif;
  border-top: 2px solid #111; border-bottom: 2px solid #111; }
th, td { padding: .2rem .6rem; text-align: left; vertical-align: top; min-width: 3em; }
thead th { border-bottom: 1px solid #111; }
tbody tr { border-bottom: 1px solid #ccc; }
tfoot td { border-top: 1px solid #111; font-weight: bold; }
.figures { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
@page { margin: 15mm; }
@media print {
  body { font-size: 10pt; max-width: none; margin: 0; padding: 0; color: #000; }
  table { font-size: 7.5pt; }
  th, td { padding: .1rem .3rem; min-width: 0; }
  .wide { overflow: visible; }
  .figures { white-space: normal; overflow-wrap: normal; }
  thead { display: table-header-group; }
  tfoot { display: table-row-group; }
  tr, li { break-inside: avoid; }
  h1, h2, h3, thead { break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(document: Document) -> str:
    """The document as a page of its own, with a final newline."""
    title = escape(document.title)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{title}</h1>",
            *(line for block in document.blocks for line in _block(block)),
            "</body>",
            "</html>\n",
        ]
    )


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"<h{block.level + 1}>{escape(block.text)}</h{block.level + 1}>"
    elif isinstance(block, Paragraph):
        yield f"<p>{escape(block.text)}</p>"
    elif isinstance(block, Bullets):
        if block.items:
            yield "<ul>"
            yield from (f"<li>{escape(item)}</li>" for item in block.items)
            yield "</ul>"
    else:
        yield from _table(block)


def _table(table: Table) -> Iterator[str]:
    yield '<div class="wide">'
    yield "<table>"
    heads = (f'<th scope="col"{_kind(column)}>{escape(column.title)}</th>' for column in table.columns)
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    yield from (_row(table.columns, row) for row in table.rows)
    yield "</tbody>"
    if table.total:
        yield f"<tfoot>{_row(table.columns, table.total)}</tfoot>"
    yield "</table>"
    yield "</div>"


def _row(columns: Sequence[Column], cells: Sequence[str]) -> str:
    inner = (
        f"<td{_kind(column)}>{escape(cell).replace('/', '/<wbr>') if column.figures else escape(cell)}</td>"
        for column, cell in zip(columns, cells, strict=True)
    )
    return f"<tr>{''.join(inner)}</tr>"


def _kind(column: Column) -> str:
    return ' class="figures"' if column.figures else ""
