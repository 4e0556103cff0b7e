"""Tables as plain text: wide ones are wrapped, and nothing of them is lost."""

import pytest

from everydeal.report.document import Column, Document, Table
from everydeal.report.text import LEAST_CELL, TABLE_WIDTH, render

WORDS = " ".join(f"word{n}" for n in range(60))
FIGURE = "123,456,789"


def lines_of(table: Table) -> list[str]:
    return render(Document("T", [table])).splitlines()[3:]


def column(lines: list[str], number: int) -> str:
    """The words of one column, read downwards; the rule under the headings says where it stands."""
    starts = [at for at, sign in enumerate(lines[1]) if sign == "-" and (at == 0 or lines[1][at - 1] == " ")]
    ends = [*starts[1:], None]
    return " ".join(" ".join(line[starts[number] : ends[number]] for line in lines[2:]).split())


def test_a_narrow_table_stays_as_it_is() -> None:
    cell = WORDS[: TABLE_WIDTH - 10].strip()
    assert lines_of(Table([Column("A"), Column("B")], [[cell, "x"]]))[2:] == [f"{cell}  x"]


def test_a_wide_table_is_wrapped_and_keeps_every_word() -> None:
    rows = [[str(at), WORDS, "short", WORDS[:90].strip(), FIGURE] for at in range(3)]
    columns = [Column("No"), Column("When"), Column("S"), Column("Set"), Column("Hands", figures=True)]
    lines = lines_of(Table(columns, rows, ["All", "", "", "", "999,999,999,999"]))
    assert max(map(len, lines)) <= TABLE_WIDTH
    assert column(lines[:-2], 0) == "0 1 2"
    assert column(lines[:-2], 1) == " ".join([WORDS] * 3)
    assert column(lines[:-2], 2) == "short short short"
    assert column(lines[:-2], 4) == " ".join([FIGURE] * 3)
    assert lines[-2] == lines[1]
    assert lines[-1].split() == ["All", "999,999,999,999"]


@pytest.mark.parametrize("figures", [1, 12])
def test_figures_are_never_broken(figures: int) -> None:
    """Where they alone are too wide, text keeps a width that can be read."""
    columns = [Column("No"), Column("Text"), *(Column(f"F{at}", figures=True) for at in range(figures))]
    lines = lines_of(Table(columns, [["1", WORDS, *["1 2 3/4567890123"] * figures]]))
    assert column(lines, 1) == WORDS
    assert lines[2].count("1 2 3/4567890123") == figures
    widest = LEAST_CELL if figures > 1 else TABLE_WIDTH - len("1 2 3/4567890123")
    assert LEAST_CELL - len("word00") < len(lines[1].split()[1]) <= widest


def test_a_long_word_is_not_broken() -> None:
    word = "x" * (TABLE_WIDTH + 50)
    assert word in "\n".join(lines_of(Table([Column("A"), Column("B")], [[word, WORDS]])))


def test_the_names_of_rows_stay_whole() -> None:
    lines = lines_of(Table([Column("A"), Column("B")], [[WORDS, WORDS]]))
    assert lines[2].startswith(f"{WORDS}  word0 ")
    assert column(lines, 1) == WORDS


def test_a_table_without_rows() -> None:
    assert lines_of(Table([Column("A"), Column("B", figures=True)], []))[0].split() == ["A", "B"]
