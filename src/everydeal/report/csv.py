"""CSV of a document's flat data table. Every cell is quoted text, so that no digit is lost."""

import csv
import io
import re

from everydeal.report.document import Document

# What a spreadsheet takes for the start of a formula, full-width signs included (OWASP, "CSV injection").
_FORMULA = re.compile(r"\s*['=+\-@\t\r\uff1d\uff0b\uff0d\uff20]")
_FIGURE = re.compile(r"-[0-9]+([./][0-9]+)?%?")


def render(document: Document) -> str:
    """The data table as CSV with a heading row; lines end with a newline."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow([inert(column.title) for column in document.data.columns])
    writer.writerows([inert(cell) for cell in row] for row in document.data.rows)
    return buffer.getvalue()


def inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe goes before what would begin one.

    Negative numbers and fractions stay as they are. An apostrophe before goes too, so that whoever takes one
    off each cell that has it gets the text back.

    >>> inert("=1+1"), inert("-61/100"), inert("-x/20"), inert("'tis")
    ("'=1+1", '-61/100', "'-x/20", "''tis")
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _FIGURE.fullmatch(cell) else cell
