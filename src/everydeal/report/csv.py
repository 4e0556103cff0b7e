"""CSV of a document's flat data table. Every cell is quoted text, so that no digit is lost."""

import csv
import io

from everydeal.report.document import Document


def render(document: Document) -> str:
    """The data table as CSV with a heading row; lines end with a newline."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow([column.title for column in document.data.columns])
    writer.writerows(document.data.rows)
    return buffer.getvalue()
