"""HTML in one file: no scripts, nothing from elsewhere, made to be printed as well as read."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from everydeal.report.document import (
    BLANK,
    Block,
    Bullets,
    Cards,
    Column,
    Cover,
    Document,
    Figure,
    Heading,
    Paragraph,
    Piece,
    Table,
)

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
figure { margin: 1rem 0 1.6rem; break-inside: avoid; }
figure img { max-width: 100%; height: auto; }
figcaption { font-size: .9rem; }
.logo { max-height: 6rem; max-width: 20rem; }
.card { border: 1px solid #111; border-radius: 3px; padding: 0 .2em; white-space: nowrap;
  font-family: "DejaVu Sans", system-ui, Arial, sans-serif; font-size: .9em; }
.red { color: #a00; }
.new-page { break-before: page; }
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
_IMAGES = "; img-src data:"
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_TYPES = {"png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml"}


def render(document: Document) -> str:
    """The document as a page of its own, with a final newline."""
    title = escape(document.title)
    images = any(isinstance(block, Figure | Cover) for block in document.blocks)
    policy = _POLICY + _IMAGES * images
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{title}</h1>",
            *(line for block in document.blocks for line in _block(block)),
            *([f"<footer><p>{escape(document.footer)}</p></footer>"] if document.footer else []),
            "</body>",
            "</html>\n",
        ]
    )


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        kind = ' class="new-page"' if block.new_page else ""
        yield f"<h{block.level + 1}{kind}>{escape(block.text)}</h{block.level + 1}>"
    elif isinstance(block, Paragraph):
        yield f"<p>{escape(block.text)}</p>"
    elif isinstance(block, Bullets):
        if block.items:
            yield "<ul>"
            yield from (f"<li>{escape(item)}</li>" for item in block.items)
            yield "</ul>"
    elif isinstance(block, Cards):
        if block.items:
            yield "<ul>"
            yield from (f"<li>{_with_cards(item)}</li>" for item in block.items)
            yield "</ul>"
    elif isinstance(block, Figure):
        yield from _figure(block)
    elif isinstance(block, Cover):
        yield from _cover(block)
    else:
        yield from _table(block)


def _with_cards(item: Sequence[Piece]) -> str:
    """A sentence with its cards in frames."""
    return "".join(escape(piece) if isinstance(piece, str) else " ".join(map(_card, piece)) for piece in item)


def _card(name: str) -> str:
    kind = "card red" if name[1] in "dh" else "card"
    return f'<span class="{kind}">{name[0]}{_SUITS.get(name[1], name[1])}</span>'


def _figure(figure: Figure) -> Iterator[str]:
    from everydeal.report.charts import svg

    yield "<figure>"
    yield f'<img alt="{escape(figure.words)}" src="{_address(svg(figure.chart), "svg")}">'
    yield f"<figcaption>{escape(figure.title)}. {escape(figure.words)}</figcaption>"
    yield "<details><summary>Its data</summary>"
    yield from _table(figure.table)
    yield "</details>"
    yield "</figure>"


def _cover(cover: Cover) -> Iterator[str]:
    if cover.logo:
        yield f'<p><img class="logo" alt="" src="{_address(cover.logo.data, cover.logo.kind)}"></p>'
    yield from (f"<p>{escape(line)}</p>" for line in cover.lines)
    rows = [*cover.rows, *((name, "_" * BLANK) for name in cover.blanks)]
    yield from _table(Table([Column("Of"), Column("Is")], rows))


def _address(data: bytes, kind: str) -> str:
    return f"data:{_TYPES[kind]};base64,{b64encode(data).decode()}"


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
