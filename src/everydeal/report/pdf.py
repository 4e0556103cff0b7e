"""PDF/A-2b by Typst, an optional extra: the same bytes for the same document.

The template beside this file gets the document as JSON in memory: texts stay data and are never markup.
What is wide is settled here: the size of type of each table, which of its columns are folded, and where
long words may be broken.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from everydeal.errors import InputError, InternalCheckError
from everydeal.extras import needed
from everydeal.report.document import (
    Block,
    Bullets,
    Cards,
    Column,
    Cover,
    Document,
    Figure,
    Heading,
    Logo,
    Paragraph,
    Table,
)

BREAK = "\x01"  # in texts for the template: a line may end here
WIDTHS = {"a4": 493, "us-letter": 509}  # points of text across a page
SIZES = (8.5, 7.6, 6.8)  # of type in tables, in points
_PADDING = 7.2  # points of a column's two sides
_WORD = 40.0  # ems; longer words of running text may be broken
_LARGE = 15.0  # ems; of headings
_FIGURE = 44  # a figure of more signs may be broken where its column is folded
_HEAD = 5.6  # ems; headings of figures are broken no narrower
_LEAST = 9.0  # ems; no column is folded narrower
_LONG = 15  # lines; a longer table may go on on the next page
_TALL = 20  # lines; a row of more may go on on the next page
_LEADING = 600  # signs; a shorter paragraph below a heading stays with what follows
_CONTENTS = 54  # entries in the list of contents that still are a page's
_TITLE = 300  # signs of the document's title in its properties
_DATE = datetime(1980, 1, 1, tzinfo=UTC)  # PDF/A wants one

# The signs that Typst's own text font has; others are printed by their numbers.
_HELD = (
    (0x20, 0x7E), (0xA0, 0xAC), (0xAE, 0x24F), (0x386, 0x386), (0x388, 0x38A), (0x38C, 0x38C),
    (0x38E, 0x3A1), (0x3A3, 0x3CE), (0x400, 0x45F), (0x5D0, 0x5EA), (0x2010, 0x2015), (0x2018, 0x2022),
    (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A), (0x20AC, 0x20AC),
    (0x2116, 0x2116), (0x2122, 0x2122), (0x2190, 0x2199), (0x2212, 0x2212), (0x221A, 0x221A),
    (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2260), (0x2264, 0x2265), (0x2605, 0x2605),
    (0x2660, 0x2667),
)  # fmt: skip
_RIGHT_TO_LEFT = re.compile(r"[\u05d0-\u05ea]+(?:[^\w\u05d0-\u05ea]*[\u05d0-\u05ea]+)*")
_NARROW, _WIDE = frozenset(" ijltfI.,;:'|!()[]/-"), frozenset("mwMW%@")


def render(document: Document) -> bytes:
    """The document as PDF/A-2b. Raises InputError if Typst, or matplotlib for figures, is not there."""
    needed("typst", "pdf")
    return compiled(inputs(document))


def inputs(document: Document) -> dict[str, bytes]:
    """The files that Typst compiles: template, data, images."""
    from everydeal.report.charts import svg

    made = {"main": _template()}
    blocks = []
    first = next((at for at, block in enumerate(document.blocks) if isinstance(block, Heading)), None)
    for number, block in enumerate(document.blocks):
        found = _block(block, document.paper)
        if isinstance(block, Heading):
            found["leads"] = any(
                isinstance(each, Heading) for each in document.blocks[number + 1 : number + 2]
            )
        if number == first:  # it begins a page as it is
            found["new_page"] = False
        if isinstance(block, Table):
            _keep_with_next(document.blocks, number, found["tables"])
        if isinstance(block, Paragraph):
            found["sticky"] = _stays_with_next(document.blocks, number)
        if isinstance(block, Figure):
            found["file"] = f"figure-{number}.svg"
            made[found["file"]] = svg(block.chart)
        if isinstance(block, Cover) and block.logo:
            found["logo"] = _image(block.logo)
        blocks.append(found)
    headings = [block.level for block in document.blocks if isinstance(block, Heading)]
    data = {
        "title": inert(document.title, _LARGE),
        "properties": shown(document.title)[:_TITLE],
        "footer": inert(document.footer),
        "paper": document.paper,
        "depth": 2 if sum(level <= 2 for level in headings) <= _CONTENTS else 1,
        "blocks": blocks,
    }
    made["data.json"] = json.dumps(data).encode()
    return made


def _stays_with_next(blocks: Sequence[Block], number: int) -> bool:
    """Whether a paragraph leads to what follows: by its end, or as a short one at a heading or table."""
    block, after = blocks[number], blocks[number + 1 : number + 2]
    assert isinstance(block, Paragraph)
    if not after or block.text.endswith(":"):
        return bool(after)
    before, following = blocks[max(number - 1, 0)], after[0]
    below = isinstance(before, Heading)
    if isinstance(before, Heading) and isinstance(following, Heading):
        below = following.level > before.level  # it says something of the parts to come
    return len(block.text) < _LEADING and (below or isinstance(following, Table))


def _keep_with_next(blocks: Sequence[Block], number: int, tables: list[dict[str, Any]]) -> None:
    """Of two short tables in a row the first stays with the second, which has no heading of its own."""
    before, after = blocks[max(number - 1, 0)], blocks[number + 1 : number + 2]
    if len(tables) == 1 and after and isinstance(after[0], Table) and not isinstance(before, Table):
        tables[0]["leads"] = not tables[0]["long"] and len(after[0].rows) <= _LONG


def check_logo(logo: Logo) -> None:
    """Raise InputError unless Typst can set the image."""
    needed("typst", "pdf")
    main = b"""#set document(date: datetime(year: 1980, month: 1, day: 1))
#let logo = json("logo.json")
#image(bytes(logo.data), format: logo.kind, height: 1cm)"""
    try:
        compiled({"main": main, "logo.json": json.dumps(_image(logo)).encode()})
    except InternalCheckError as error:
        raise InputError(f"it is no {logo.kind} image that can be printed: {error}") from None


def _image(logo: Logo) -> dict[str, object]:
    """An image for the template: files in memory are text alone, so its bytes go as numbers."""
    return {"data": list(logo.data), "kind": logo.kind}


def compiled(made: dict[str, bytes]) -> bytes:
    """The PDF of some files. Raises InternalCheckError with Typst's words."""
    import typst

    compiler: Any = typst.compile  # its types know no files in memory
    try:
        done = compiler(
            made,
            format="pdf",
            pdf_standards="a-2b",
            timestamp=_DATE,
            ignore_system_fonts=True,
            font_paths=[],
        )
    except (typst.TypstError, RuntimeError) as error:
        raise InternalCheckError(f"Typst: {' '.join(str(error).split())[:300]}") from None
    assert isinstance(done, bytes)
    return done


def _template() -> bytes:
    return (files("everydeal.report") / "document.typ").read_bytes()


# ---- texts -----------------------------------------------------------------------------------------------


def shown(text: str) -> str:
    """Text of signs that the font has; others by their numbers."""
    return "".join(
        sign if any(first <= ord(sign) <= last for first, last in _HELD) else f"[U+{ord(sign):04X}]"
        for sign in text
    )


def inert(text: str, ems: float = _WORD) -> str:
    """Text for the template: long words may be broken, and what runs from right to left stays by itself."""
    text = _RIGHT_TO_LEFT.sub(lambda found: f"\u2068{found[0]}\u2069", shown(text))
    return " ".join(word if width(word) <= ems else _breakable(word, ems) for word in text.split(" "))


def _breakable(word: str, ems: float) -> str:
    """A long word with places to break it: after a stroke or a comma, else wherever it is too long."""
    pieces = []
    for part in re.findall(r"[^/,]*[/,]|[^/,]+", word):
        piece, wide = "", 0.0
        for sign in part:
            if wide + width(sign) > ems:
                pieces.append(piece)
                piece, wide = "", 0.0
            piece += sign
            wide += width(sign)
        pieces.append(piece)
    return BREAK.join(pieces)


def width(text: str) -> float:
    """About how wide text is, in ems, rather more than less."""
    return sum(
        0.29
        if sign in _NARROW
        else 0.83
        if sign in _WIDE
        else 0.7
        if sign.isupper()
        else 0.48
        if sign.isdigit()
        else 0.52
        for sign in text
    )


# ---- blocks ----------------------------------------------------------------------------------------------


def _block(block: Block, paper: str) -> dict[str, Any]:
    if isinstance(block, Heading):
        return {
            "is": "heading",
            "text": inert(block.text, _LARGE * (1 + block.level / 3)),
            "level": block.level,
            "new_page": block.new_page,
        }
    if isinstance(block, Paragraph):
        return {"is": "paragraph", "text": inert(block.text)}
    if isinstance(block, Bullets):
        return {"is": "bullets", "items": [inert(item) for item in block.items]}
    if isinstance(block, Cards):
        items = [
            [{"text": inert(piece)} if isinstance(piece, str) else {"cards": piece} for piece in item]
            for item in block.items
        ]
        return {"is": "cards", "items": items}
    if isinstance(block, Figure):
        return {
            "is": "figure",
            "title": inert(block.title),
            "words": inert(block.words),
            "alt": shown(block.words),
        }
    if isinstance(block, Cover):
        return {
            "is": "cover",
            "lines": [inert(line) for line in block.lines],
            "rows": [[inert(name), inert(value)] for name, value in block.rows],
            "blanks": [inert(name) for name in block.blanks],
        }
    return {"is": "tables", "tables": [part.data() for part in _parts(block, WIDTHS[paper])]}


@dataclass
class _Laid:
    """A table as it is set: `folded` columns share what the others leave."""

    table: Table
    size: float
    folded: set[int]
    ems: float

    def data(self) -> dict[str, Any]:
        table = self.table
        heads, rows = _head_lines(table), [self._cells(row) for row in table.rows]
        total = self._cells(table.total) if table.total else None
        lines = [max(self._lines(at, cell) for at, cell in enumerate(row)) for row in table.rows]
        return {
            "size": self.size,
            "figures": [column.figures for column in table.columns],
            "folded": [at in self.folded for at in range(len(table.columns))],
            "heads": heads,
            "rows": rows,
            "total": total,
            "tall": [number > _TALL for number in lines],
            "long": sum(lines) > _LONG,
            "leads": False,
        }

    def _cells(self, row: Sequence[str]) -> list[str]:
        return [inert(cell, self.ems if at in self.folded else float("inf")) for at, cell in enumerate(row)]

    def _lines(self, at: int, cell: str) -> int:
        return 1 + int(width(cell) / self.ems) if at in self.folded else 1


def _parts(table: Table, points: float) -> Iterator[_Laid]:
    """The table, or if it is too wide in the smallest type its columns in groups, the first in each."""
    if not table.columns:
        return
    for size in SIZES:
        laid = _laid(table, size, points)
        if laid:
            yield laid
            return
    for at in range(len(table.columns) - 1, 1, -1):
        laid = _laid(_columns(table, range(at)), SIZES[-1], points)
        if laid or at == 2:
            yield laid or _Laid(_columns(table, range(at)), SIZES[-1], set(range(at)), _LEAST)
            rest = (0, *range(at, len(table.columns)))
            yield from _parts(_columns(table, rest), points)
            return
    yield _Laid(table, SIZES[-1], set(range(len(table.columns))), _LEAST)


def _columns(table: Table, places: Sequence[int]) -> Table:
    """Some columns of a table."""
    return Table(
        [table.columns[at] for at in places],
        [[row[at] for at in places] for row in table.rows],
        [table.total[at] for at in places] if table.total else None,
    )


def _laid(table: Table, size: float, points: float) -> _Laid | None:
    """The table in type of a size, its widest columns of text folded; None if it does not fit so."""
    room = (points - _PADDING * len(table.columns)) / size
    rows = [*table.rows, *([table.total] if table.total else [])]
    natural, least = [], []
    for at, column in enumerate(table.columns):
        cells = [row[at] for row in rows]
        head = max(map(width, column.title.split() or [""]))
        head = min(max(head, _HEAD), width(column.title)) if len(column.title.split()) > 1 else head
        wide = max(map(width, cells), default=0.0)
        if column.figures:
            natural.append(max(wide, head))
            whole = all(len(cell) <= _FIGURE for cell in cells)
            least.append(natural[-1] if whole else max(min(natural[-1], _FIGURE * 0.5), head))
        else:
            natural.append(max(wide, min(width(column.title), _LEAST), head))
            least.append(min(natural[-1], max(_LEAST, head)))
    if sum(natural) <= room:
        return _Laid(table, size, set(), room)
    if sum(least) > room:
        return None
    cap = max(natural)
    while sum(max(low, min(cap, wide)) for low, wide in zip(least, natural, strict=True)) > room:
        cap -= 0.25
    folded = {at for at, (low, wide) in enumerate(zip(least, natural, strict=True)) if wide > max(cap, low)}
    return _Laid(table, size, folded, max(cap, _LEAST))


def _head_lines(table: Table) -> list[str]:
    """Headings of figures in lines no wider than the figures, so that they widen no column."""
    return [_head(table, at, column) for at, column in enumerate(table.columns)]


def _head(table: Table, at: int, column: Column) -> str:
    cells = [row[at] for row in [*table.rows, *([table.total] if table.total else [])]]
    least = _HEAD if column.figures else _LEAST
    room = max([*map(width, cells), *map(width, column.title.split()), least])
    lines: list[str] = []
    for word in inert(column.title).split(" "):
        if lines and width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)
