"""XLSX by XlsxWriter, an optional extra. Every cell is text: no digit is lost, and nothing is a formula."""

import io
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from everydeal.errors import InputError
from everydeal.extras import needed
from everydeal.report.document import Bullets, Column, Document, Heading, Table, plain

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

MAX_CELL = 32_767  # characters that a cell can hold
MAX_ROWS = 1_048_576
_NARROWEST, _WIDEST = 8, 60  # characters of a column


def render(document: Document) -> bytes:
    """A workbook of two sheets, `report` and `report data`: the same bytes for the same document.

    Raises InputError if XlsxWriter is not there, or if a cell or a table is too large for a workbook.
    """
    needed("xlsxwriter", "xlsx")
    from xlsxwriter.workbook import Workbook

    buffer = io.BytesIO()
    book = Workbook(buffer, {"in_memory": True})
    book.set_properties({"title": document.title[:255], "created": datetime(1980, 1, 1)})
    pen = _Pen(book)
    pen.report(document)
    if document.data.columns:
        pen.data(document.data)
    book.close()
    return buffer.getvalue()


class _Pen:
    """Writes blocks and tables into the sheets of one workbook."""

    def __init__(self, book: "Workbook") -> None:
        self.book = book
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.heading = book.add_format({"bold": True})
        self.head = book.add_format({"bold": True, "bottom": 1})
        self.head_of_figures = book.add_format({"bold": True, "bottom": 1, "align": "right"})
        self.text = book.add_format({"num_format": "@"})
        self.figure = book.add_format({"num_format": "@", "align": "right"})

    def report(self, document: Document) -> None:
        """The blocks, one below the other."""
        sheet = self._sheet("report")
        write(sheet, 0, 0, document.title, self.title)
        row = 2
        widths: dict[int, int] = {}
        for block in (block for found in document.blocks for block in plain(found)):
            if isinstance(block, Table):
                row = self._table(sheet, row, block)
                for at, width in enumerate(_widths(block)):
                    widths[at] = max(width, widths.get(at, 0))
            elif isinstance(block, Bullets):
                for item in block.items:
                    write(sheet, row, 0, f"- {item}", self.text)
                    row += 1
            else:
                write(sheet, row, 0, block.text, self.heading if isinstance(block, Heading) else self.text)
                row += 1
            row += not isinstance(block, Heading)
        _set_widths(sheet, widths)

    def data(self, table: Table) -> None:
        """The flat table, its headings repeated on every page."""
        sheet = self._sheet("report data")
        self._table(sheet, 0, table)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        _set_widths(sheet, dict(enumerate(_widths(table))))

    def _sheet(self, name: str) -> "Worksheet":
        sheet = self.book.add_worksheet(name)
        sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
        sheet.set_landscape()
        sheet.set_paper(9)  # A4
        sheet.fit_to_pages(1, 0)
        return sheet

    def _table(self, sheet: "Worksheet", row: int, table: Table) -> int:
        """Write it from a row on; the row behind it."""
        heads = [self.head_of_figures if column.figures else self.head for column in table.columns]
        for at, (column, form) in enumerate(zip(table.columns, heads, strict=True)):
            write(sheet, row, at, column.title, form)
        for cells in table.rows:
            row += 1
            self._row(sheet, row, table.columns, cells)
        if table.total:
            row += 1
            self._row(sheet, row, table.columns, table.total)
        return row + 1

    def _row(self, sheet: "Worksheet", row: int, columns: Sequence[Column], cells: Sequence[str]) -> None:
        for at, (column, cell) in enumerate(zip(columns, cells, strict=True)):
            write(sheet, row, at, cell, self.figure if column.figures else self.text)


def write(sheet: "Worksheet", row: int, column: int, text: str, form: "Format") -> None:
    """A cell of text, whatever the text is."""
    if len(text.encode("utf-16-le")) // 2 > MAX_CELL:
        raise InputError(f"a cell of {len(text):,} characters; xlsx allows {MAX_CELL:,}: use csv or json")
    if row >= MAX_ROWS:
        raise InputError(f"a table of more than {MAX_ROWS:,} rows, all that xlsx allows: use csv or json")
    if text.startswith("<r>") and text.endswith("</r>"):  # XlsxWriter would write it as its own markup
        sheet.write_rich_string(row, column, *text[:2], text[2:], form)  # three pieces at least
    elif text:
        sheet.write_string(row, column, text, form)


def _widths(table: Table) -> list[int]:
    rows = [[column.title for column in table.columns], *table.rows, *([table.total] if table.total else [])]
    return [max(map(len, cells)) for cells in zip(*rows, strict=True)]


def _set_widths(sheet: "Worksheet", widths: dict[int, int]) -> None:
    for at, width in widths.items():
        sheet.set_column(at, at, min(max(width + 1, _NARROWEST), _WIDEST))
