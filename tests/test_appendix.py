"""The appendix: what it holds, that it is right, that it prints well and that nothing in it acts."""

import base64
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

import everydeal
from everydeal import symbolic
from everydeal.appendix import FORMS, SECTIONS, Options, appendix
from everydeal.appendix.examples import ENDS
from everydeal.appendix.figures import session
from everydeal.appendix.tables import ROUNDS, tables
from everydeal.certificate import Certificate
from everydeal.errors import InputError
from everydeal.exact import fraction_text, grouped
from everydeal.report import html, latex, markdown, pdf, text
from everydeal.report.charts import LABEL, label, svg
from everydeal.report.document import (
    Block,
    Cards,
    Chart,
    Column,
    Document,
    Figure,
    Heading,
    Logo,
    Paragraph,
    Series,
    Table,
)
from tests.conftest import DATA, Command
from tests.test_formats import HOSTILE, hostile

HEADS = {
    "summary": "Summary", "rules": "Rules", "interpretations": "Interpretations and assumptions",
    "examples": "Worked examples", "tables": "Certification tables", "figures": "Figures", "method": "Method",
    "checks": "Checks made", "findings": "Findings", "reproduce": "How to reproduce and verify",
    "identity": "Identity",
}  # fmt: skip
MM = 72 / 25.4  # points


@cache
def certificate(name: str) -> Certificate:
    return everydeal.certify(name)


@cache
def document(name: str) -> Document:
    return appendix(certificate(name), {}, Options(command=f"everydeal certify {name} --format pdf -o FILE"))


@cache
def printed(name: str) -> bytes:
    return pdf.render(document(name))


def pages(made: bytes) -> list[str]:
    """The words of each page, without white space."""
    return [
        "".join(page.extract_text().replace("\u200b", "").split())
        for page in PdfReader(io.BytesIO(made)).pages
    ]


def inked(found: Document, ppi: int = 40) -> list[tuple[float, float, float, float]]:
    """Of each page how much is blank left, right, above and below its ink, in points."""
    import typst
    from matplotlib.image import imread

    compiler: Any = typst.compile
    made = compiler(pdf.inputs(found), format="png", ppi=ppi, ignore_system_fonts=True)
    blanks = []
    for page in [made] if isinstance(made, bytes) else made:
        ink = imread(io.BytesIO(page))[:, :, :3].min(axis=2) < 0.8
        across, down = ink.any(axis=0).nonzero()[0], ink.any(axis=1).nonzero()[0]
        height, width = ink.shape
        sides = (across[0], width - 1 - across[-1], down[0], height - 1 - down[-1])
        blanks.append(tuple(float(side) * 72 / ppi for side in sides))
    return blanks  # type: ignore[return-value]


def assert_within_margins(found: Document) -> None:
    for number, (left, right, above, below) in enumerate(inked(found), 1):
        where = f"page {number} of {found.title[:40]}"
        assert min(left, right) > 18 * MM - 4, where
        assert above > 17 * MM - 4, where
        assert below > 5 * MM, where


# ---- what it holds -----------------------------------------------------------------------------------------


def test_sections_stand_in_their_order_and_can_be_chosen() -> None:
    heads = [
        block.text
        for block in document("ez-baccarat").blocks
        if isinstance(block, Heading) and block.level == 1
    ]
    assert heads == [HEADS[name] for name in SECTIONS if name != "cover"]
    short = appendix(certificate("ez-baccarat"), {}, Options(sections=FORMS["short"]))
    heads = [block.text for block in short.blocks if isinstance(block, Heading) and block.level == 1]
    assert heads == ["Summary", "Certification tables"]


def test_the_summary_says_each_edge_and_which_wager_favours_the_bettor() -> None:
    content = " ".join(text.render(document("ez-baccarat")).split())
    assert (
        "Dragon 7 (dragon-7): of every 100 units bet, on average the house keeps 7.5969 in 4-decks, 7.6062"
        in content
    )
    assert "on average the house loses 1.2421 in 4-decks" in content
    assert "banker-line FAVOURS THE BETTOR" in content
    assert "Estimated: nothing." in content
    assert "Lost in the source and not filled in: pay tables." in content
    no_favour = " ".join(text.render(document("three-card-joker")).split())
    assert "No wager favours the bettor in any configuration" in no_favour


def test_the_summary_says_of_what_units_an_edge_is() -> None:
    """100 Antes of Ricochet Poker are more units in the end: its edge is per unit bet at first."""
    content = " ".join(text.render(document("ricochet-poker")).split())
    first = "(main): of every 100 units bet at first (the element of risk is per unit finally wagered), on"
    assert first in content
    assert "(rapid-fire): of every 100 units bet the house keeps" in content


def test_what_is_said_of_other_machines_is_true() -> None:
    """The compiler stands in the document, so its bytes are not the same on every machine."""
    content = " ".join(text.render(document("fortune")).split())
    assert "on any machine, with the same bytes" not in content
    assert "On any machine the fingerprint on every page is the same." in content
    assert "with --recount the counts as well" in content
    assert "Compiler" in content


def test_rules_are_numbered_sentences_with_their_clauses() -> None:
    found = [block.text for block in document("ez-baccarat").blocks if isinstance(block, Paragraph)]
    assert any(
        re.fullmatch(r"R3\.1  Player draws a third card on 0-5\. \[Round of Play: .*\]", each)
        for each in found
    )


def test_every_exact_figure_of_the_certificate_is_in_the_pdf() -> None:
    content = "".join(pages(printed("ez-baccarat")))
    for found in certificate("ez-baccarat").configurations:
        for wager in found.wagers:
            for figure in (wager.house_edge, wager.variance, wager.hit_frequency, wager.return_to_player):
                assert symbolic.text(figure) in content
            for line in wager.lines:
                assert grouped(line.combinations) in content
    for digest in (certificate("ez-baccarat").figures_digest, certificate("ez-baccarat").sheet.sha256):
        assert digest in content
    assert "4,998,398,275,503,360" in content


EXAMPLE = re.compile(r"(Wins|Pushes|Loses): ((?:[2-9TJQKA][cdhs]|Jk)(?: (?:[2-9TJQKA][cdhs]|Jk))+)[.:]")


@pytest.mark.parametrize("name", ["ez-baccarat", "three-card-joker", "ricochet-poker"])
def test_examples_end_as_they_say(name: str, run: Command) -> None:
    """Each deal given to `everydeal play` again; where no deal ends so, the counts say so too."""
    blocks = document(name).blocks
    seen = 0
    priced = certificate(name).configurations[-1 if name == "ez-baccarat" else 0]
    for head, block in pairwise(blocks):
        if not isinstance(block, Cards):
            continue
        assert isinstance(head, Heading)
        wager = priced[head.text.rsplit("(", 1)[1].rstrip(")")]
        counts = {"Wins": wager.hits, "Pushes": wager.pushes}
        counts["Loses"] = wager.total - sum(counts.values())
        assert [each.partition(":")[0] for each in block.texts] == [end.capitalize() for end in ENDS]
        for words in block.texts:
            if words.endswith("no deal does."):
                assert not counts[words.partition(":")[0]]
                continue
            match = EXAMPLE.match(words)
            assert match, words
            done = run("play", name, *match[2].split(), "--json")
            assert done.status == 0
            (played,) = [each for each in json.loads(done.out)["wagers"] if each["id"] == wager.id]
            net = played["net"] if re.fullmatch(r"-?[0-9/]+", played["net"]) else "1"  # open: a meter's share
            sign = {"Wins": 1, "Pushes": 0, "Loses": -1}[match[1]]
            assert (Fraction(net) > 0) - (Fraction(net) < 0) == sign
            seen += 1
    assert seen >= 2


def test_house_way_clauses_have_their_counts_and_a_hand_each() -> None:
    golden = tomllib.loads((DATA / "house-way-counts.toml").read_text(encoding="utf-8"))
    found = document("set-hand").blocks
    (table,) = [
        b for b in found if isinstance(b, Table) and [c.title for c in b.columns][1:3] == ["Clause", "When"]
    ]
    assert table.total is not None
    assert table.total[4] == "154,143,080"
    assert sum(int(row[4].replace(",", "")) for row in table.rows) == 154_143_080
    assert {row[1]: int(row[4].replace(",", "")) for row in table.rows} == golden["foxwoods"]["clauses"]
    clauses = next(block for block in reversed(found) if isinstance(block, Cards))
    assert len(clauses.items) == len(table.rows)
    for row, words in zip(table.rows, clauses.texts, strict=True):
        assert words.startswith(f"{row[0]}. {row[1]} (")
        hand, front, back = re.findall(r"(?:(?:[2-9TJQKA][cdhs]|Jk) ?){2,}", words)[-3:]
        assert sorted(hand.split()) == sorted([*front.split(), *back.split()])
    # "6s and under" in a clause's name is no six of spades.
    assert all("6s" not in piece for item in clauses.items for piece in item[:1] if isinstance(piece, tuple))
    assert any(isinstance(item[0], str) and "6s and under" in item[0] for item in clauses.items)


def test_bands_are_the_edge_and_196_deviations() -> None:
    """Against decimal arithmetic of fifty digits."""
    getcontext().prec = 50
    found = certificate("ez-baccarat")
    blocks = list(tables(found))
    bands = [b for b in blocks if isinstance(b, Table) and b.columns[1].title == "N = 1,000"]
    assert len(bands) == 3
    for configuration, band in zip(found.configurations, bands, strict=True):
        for wager, row in zip(configuration.wagers, band.rows, strict=True):
            edge = Decimal(int(wager.house_edge.p)) / Decimal(int(wager.house_edge.q))
            variance = Decimal(int(wager.variance.p)) / Decimal(int(wager.variance.q))
            for rounds, cell in zip(ROUNDS, row[1:], strict=True):
                half = Decimal("1.96") * (variance / rounds).sqrt()
                ends = [f"{(100 * (edge + sign * half)).quantize(Decimal('0.01'))}%" for sign in (-1, 1)]
                assert cell.replace("-0.00%", "0.00%") == " to ".join(ends).replace("-0.00%", "0.00%")
    assert any(isinstance(b, Paragraph) and b.text.startswith("APPROXIMATION") for b in blocks)


def test_a_session_is_the_convolution_of_its_rounds() -> None:
    """By adding up round after round."""
    for name in ("player-line", "dragon-7"):
        wager = certificate("ez-baccarat")["8-decks"][name]
        found = session(wager)
        assert found
        sums = {Fraction(0): 1}
        for _ in range(found.rounds):
            after: dict[Fraction, int] = {}
            for before, ways in sums.items():
                for net, count in wager.outcomes:
                    total = before + Fraction(int(net.p), int(net.q))
                    after[total] = after.get(total, 0) + ways * count
            sums = after
        whole = wager.total**found.rounds
        assert dict(found.results) == {net: Fraction(ways, whole) for net, ways in sums.items()}


def test_the_command_that_is_printed_makes_the_same_bytes(run: Command, tmp_path: Path) -> None:
    wanted = [
        "--decks",
        "6",
        "--wager",
        "tie",
        "--sections",
        "cover,summary,reproduce",
        "--title",
        "A 'b' $c",
        "--paper",
    ]
    first = tmp_path / "first.pdf"
    assert (
        run("certify", "ez-baccarat", *wanted, "us-letter", "--format", "pdf", "-o", str(first)).status == 0
    )
    done = run("certify", "ez-baccarat", *wanted, "us-letter", "--form", "full")
    assert done.status == 2
    content = run("certify", "ez-baccarat", *wanted, "us-letter").out
    command = re.search(r"^everydeal certify .*$", content, re.MULTILINE)
    assert command
    words = shlex.split(command[0].replace("--format text", "--format pdf"))
    second = tmp_path / "second.pdf"
    assert run(*words[1:-1], str(second)).status == 0
    assert first.read_bytes() == second.read_bytes()


# ---- how it prints -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ez-baccarat", "three-card-joker", "set-hand", "ricochet-poker"])
def test_nothing_stands_in_the_margins(name: str) -> None:
    assert_within_margins(document(name))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["dealer-open-pai-gow", "face-up-pai-gow", "punto-banco", "fortune"])
def test_nothing_stands_in_the_margins_of_others(name: str) -> None:
    assert_within_margins(document(name))


def test_the_pdf_is_an_archive_with_bookmarks_and_a_fingerprint_on_every_page() -> None:
    reader = PdfReader(io.BytesIO(printed("ez-baccarat")))
    head = reader.xmp_metadata
    assert head is not None
    data = reader.trailer["/Root"]["/Metadata"].get_data().decode()  # type: ignore[index]
    assert re.search(r'pdfaid:part(="|>)2', data)
    assert re.search(r'pdfaid:conformance(="|>)B', data)
    assert reader.metadata is not None
    assert reader.metadata.title == "EZ Baccarat: certification of house edges"
    outline = [
        re.sub(r"^[0-9.]+ ", "", str(each.title)) for each in reader.outline if isinstance(each, Destination)
    ]
    assert outline == list(HEADS.values())
    mark = certificate("ez-baccarat").figures_digest[:16]
    found = pages(printed("ez-baccarat"))
    for number, page in enumerate(found, 1):
        assert mark in page
        assert page.endswith(f"page{number}of{len(found)}")


def test_no_heading_is_left_alone_and_a_total_stays_with_its_rows() -> None:
    columns = [Column("Row"), Column("Figure", figures=True)]
    for lines in range(30, 56):
        for rows in (3, 22):
            body = [Paragraph(f"line {at}") for at in range(lines)]
            table = Table(columns, [[f"row{at}x", str(at)] for at in range(rows)], ["TOTAL", "1"])
            found = pages(pdf.render(Document("T", [*body, Heading("HEAD"), Paragraph("lead:"), table])))
            (head,) = [page for page in found if "HEAD" in page]
            assert all(f"row{first}x" in head for first in (0, 1, 2))
            (total,) = [page for page in found if "TOTAL" in page]
            assert all(f"row{rows - last}x" in total for last in (1, 2, 3))
            for page in found:
                assert ("row" in page) == ("RowFigure" in page)  # heads are repeated


def test_of_two_short_tables_the_first_stays_with_the_second() -> None:
    two = [Table([Column(name)], [[f"{name}{at}x"] for at in range(4)]) for name in ("ONE", "TWO")]
    for lines in range(30, 56):
        body = [Paragraph(f"line {at}") for at in range(lines)]
        found = pages(pdf.render(Document("T", [*body, Heading("HEAD"), *two])))
        (page,) = [page for page in found if "HEAD" in page]
        assert "ONE3x" in page
        assert "TWO3x" in page


def test_a_short_paragraph_stays_with_the_table_below_it() -> None:
    table = Table([Column("ONE")], [[f"ONE{at}x"] for at in range(4)])
    for lines in range(30, 56):
        body = [Paragraph(f"line {at}") for at in range(lines)]
        found = pages(pdf.render(Document("T", [*body, Paragraph("LEAD of the table."), table])))
        (page,) = [page for page in found if "LEAD" in page]
        assert "ONE3x" in page


def test_a_part_is_not_alone_with_its_first_words() -> None:
    for lines in range(30, 56):
        body = [Paragraph(f"line {at}") for at in range(lines)]
        parts: list[Block] = [
            Heading("PART"),
            Paragraph("Words."),
            Heading("PIECE", 2),
            Paragraph("More."),
            Heading("NEXT", 2),
        ]
        found = pages(pdf.render(Document("T", [*body, *parts, Paragraph("Last.")])))
        (page,) = [page for page in found if "PART" in page]
        assert "PIECEMore." in page


@pytest.mark.parametrize("name", ["punto-banco", "chan-chu", "set-hand", "emperors-challenge"])
def test_no_page_is_nearly_empty(name: str) -> None:
    found = PdfReader(io.BytesIO(printed(name))).pages
    for number, page in enumerate(found[:-1], 1):
        lines = [line for line in page.extract_text().splitlines() if line.strip()]
        assert len(lines) > 14, f"page {number} of {name}"


def test_contents_are_listed_where_there_are_several_parts() -> None:
    for sections, listed in ((("cover", "identity"), False), (("cover", "summary", "identity"), True)):
        found = pages(pdf.render(appendix(certificate("fortune"), {}, Options(sections=sections))))
        assert len(found) == 2 + listed
        assert any(page.startswith("Contents") for page in found) == listed
        assert any(page.startswith(("1Identity", "1Summary")) for page in found)  # at the top of a page


def test_wide_tables_are_set_smaller_folded_or_split() -> None:
    sentence = "a cell of some words that goes on and on " * 3
    number = "123,456,789,012,345,678"
    for texts in range(4):
        for figures in range(0, 16, 3):
            columns = (
                [Column("Name")] + [Column("Text")] * texts + [Column("A figure", figures=True)] * figures
            )
            row = ["name", *[sentence] * texts, *[number] * figures]
            found = Document("T", [Table(columns, [row] * 3, row)])
            assert_within_margins(found)
            assert "".join(pages(pdf.render(found))).count(number) == 4 * figures
    longest = "9" * 900 + "/" + "7" * 900
    found = Document("T", [Table([Column("Of"), Column("Exact", figures=True)], [["x", longest]])])
    assert_within_margins(found)
    assert "".join("".join(pages(pdf.render(found))).split()).count("9" * 900 + "/" + "7" * 900) == 1


def test_the_same_bytes_elsewhere(tmp_path: Path) -> None:
    """In another folder with matplotlib settings of its own, another zone, locale and order of hashes."""
    (tmp_path / "matplotlibrc").write_text("axes.facecolor: red\nfont.size: 20\n", encoding="utf-8")
    command = [sys.executable, "-m", "everydeal", "certify", "ez-baccarat", "--format", "pdf"]
    plain = {key: value for key, value in os.environ.items() if key in ("PATH", "PYTHONPATH", "VIRTUAL_ENV")}
    nowhere = str(tmp_path / "matplotlibrc" / "home")  # no folder can be made there
    settings = [
        {**plain, "TZ": "UTC", "PYTHONHASHSEED": "1", "HOME": nowhere},
        {**plain, "TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "2", "HOME": "/nonexistent"},
    ]
    folders = [Path(__file__).parent, tmp_path]
    made = [
        subprocess.run(command, cwd=folder, env=env, capture_output=True, check=True)
        for folder, env in zip(folders, settings, strict=True)
    ]
    assert made[0].stdout == made[1].stdout
    assert made[0].stdout.startswith(b"%PDF-")
    assert [each.stderr for each in made] == [b"", b""]


# ---- nothing in it acts ------------------------------------------------------------------------------------


@cache
def hostile_document() -> Document:
    title = "#let x = 1 $y$ *b* _i_ @r <l> [z] \x1b[2J \u202e שלום 1/7 " + "x" * 10_000
    return appendix(everydeal.certify(hostile()), {}, Options(title=title, command="c" * 3000))


def test_hostile_texts_come_out_as_text() -> None:
    made = pdf.render(hostile_document())
    content = re.sub(r"[\u2068\u2069]", "", "".join(pages(made)))
    for words in HOSTILE:
        kept = "".join(pdf.shown(words).split())
        if re.search(r"[\u0590-\u05ff]", kept):  # extracted in the order in which it is seen, or said
            continue
        assert kept in content, words
    assert r"#letx=1$y$*b*_i_@r<l>[z]\x1b[2J\u202e" in content
    # The title goes over two pages, with the foot of one between.
    assert sum(map(len, re.findall("x{2500,}", content))) == 10_000
    actions = re.findall(rb"/(JavaScript|JS|URI|Launch|EmbeddedFile|OpenAction)\b", made)
    assert actions == []


def test_hostile_texts_stay_within_the_margins() -> None:
    assert_within_margins(hostile_document())


def test_every_sign_that_is_held_can_be_set() -> None:
    signs = [chr(sign) for first, last in pdf._HELD for sign in range(first, last + 1)]
    found = "".join(pages(pdf.render(Document("T", [Paragraph(" ".join(signs))]))))
    assert {"♠", "♥", "♦", "♣", "é", "Я", "ω"} <= set(found)
    assert pdf.shown("骰\u0301") == "[U+9AB0][U+0301]"


def test_other_formats_of_it_are_inert_too() -> None:
    found = hostile_document()

    class Elements(HTMLParser):
        names: set[str] = set()  # noqa: RUF012
        sources: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.names.add(tag)
            self.sources += [str(value) for key, value in attrs if key in ("src", "href")]
            assert not any(key.startswith("on") for key, _ in attrs)

    parser = Elements()
    parser.feed(html.render(found))
    assert "script" not in parser.names
    assert parser.sources
    assert all(source.startswith("data:image/svg+xml;base64,") for source in parser.sources)
    for render in (latex.render, markdown.render, text.render):
        assert "FAVOURS" in render(found)
    assert all(line.isprintable() for line in text.render(found).split("\n"))


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex")
def test_latex_of_it_compiles(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(latex.render(document("ez-baccarat")), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "a.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]


def test_cards_are_drawn_where_they_can_be() -> None:
    found = Document("T", [Cards([["dealt ", ("As", "Td", "Jk"), " <b>"]])])
    assert "dealt As Td Jk <b>" in text.render(found)
    assert '<span class="card">A♠</span> <span class="card red">T♦</span>' in html.render(found)
    assert r"\fbox{\strut A$\spadesuit$}" in latex.render(found)
    (page,) = pages(pdf.render(found))
    assert "dealtA♠10♦Jk★<b>" in page


def test_charts_are_the_same_svg_and_name_nothing_outside() -> None:
    for name in ("ez-baccarat", "ricochet-poker"):
        kinds = set()
        for block in document(name).blocks:
            if isinstance(block, Figure):
                kinds.add(block.chart.kind)
                made = svg(block.chart)
                assert made == svg(block.chart)
                assert not re.search(
                    rb"<(text|script|image)\b|https?://(?!www\.w3\.org/|purl\.org/|creativecommons)", made
                )
                assert block.words
                assert block.table.rows
        assert kinds >= {"dots", "scatter", "columns"}
    hostile_chart = Chart(
        "bars", ["$x^2$", "骰", "\\frac", "x" * 2000], [Series("s", [Fraction(-1)] * 4, (), ["$a$"] * 4)], "a"
    )
    assert svg(hostile_chart).startswith(b"<?xml")


def test_a_long_label_is_on_two_lines_and_cut_only_beyond_them() -> None:
    words = "Two Pair: Jacks or better over Sixes or better, a singleton Ace"
    assert label(words).split("\n") == ["Two Pair: Jacks or better over Sixes or", "better, a singleton Ace"]
    assert label("short") == "short"
    assert label("x" * 2000) == "x" * LABEL + "\n" + "x" * (LABEL - 3) + "..."
    assert all(len(line) <= LABEL for line in label("word " * 400).split("\n"))


def test_the_checklist_names_sections_that_there_are() -> None:
    checklist = (Path(__file__).parents[1] / "docs" / "submission.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b[A-Z]{5,}\b", checklist)) - {"ESTIMATE", "SHEET", "CARDS", "README"}
    assert named == {name.upper() for name in SECTIONS}
    # What it says that one of them holds.
    for section, name, words in (
        ("interpretations", "fortune", "Each hand is dealt from a full deck"),
        ("rules", "set-hand", "each clause sets so many"),
        ("tables", "ricochet-poker", "A strategy in a few lines"),
        ("tables", "ricochet-poker", "Break-even meter"),
        ("tables", "fortune", "Hold after many rounds: APPROXIMATION"),
        ("figures", "ez-baccarat", "result of a session"),
        ("reproduce", "fortune", "everydeal verify CERTIFICATE"),
        ("identity", "fortune", "Compiler"),
    ):
        only = appendix(certificate(name), {}, Options(sections=(section,)))
        assert words in " ".join(text.render(only).split()), section


# ---- the command -------------------------------------------------------------------------------------------


def test_without_the_extra_the_message_says_how_to_get_it(
    run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in ("typst", "matplotlib"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            done = run("certify", "ez-baccarat", "--format", "pdf", "-o", str(tmp_path / "a.pdf"))
            assert done.status == 2
            assert f"needs the package {module}" in done.err
            assert "pip install 'everydeal[pdf]'" in done.err
            assert run("certify", "ez-baccarat", "--form", "short", "--decks", "8").status == 0
    assert not (tmp_path / "a.pdf").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--title", "x"], "--title is for the appendix"),
        (["--paper", "a4"], "--paper is for the appendix"),
        (["--form", "full", "--format", "csv"], "the appendix is no csv; allowed: text"),
        (["--form", "full", "--json"], "the appendix is no json"),
        (["--sections", "cover,tabels"], "did you mean 'tables'?"),
        (["--sections", ""], "no section ''; allowed: cover, summary"),
        (["--sections", "cover", "--form", "short"], "allowed: one of them"),
        (["--form", "full", "--title", " "], "--title: empty"),
        (["--form", "full", "--logo", "no.png"], "text has no images"),
        (["--format", "pdf", "--logo", "no.png"], "cannot read it: No such file"),
        (["--format", "pdf", "--logo", "a\0b"], "cannot read it"),
        (["--sections", "tables", "--format", "pdf", "--logo", "a.png"], "--logo stands on the cover"),
    ],
)
def test_what_cannot_be_asked_for(run: Command, arguments: list[str], words: str) -> None:
    done = run("certify", "ez-baccarat", "--decks", "8", *arguments, "-o", "/nonexistent/x")
    assert done.status == 2
    assert words in done.err
    assert "Traceback" not in done.err


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003"
    "010100c9fe92ef0000000049454e44ae426082"
)
SQUARE = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'


def test_a_logo_stands_on_the_cover(run: Command, tmp_path: Path) -> None:
    plain = appendix(certificate("three-card-joker"), {}, Options(sections=("cover",)))
    for name, data in (("a.png", PIXEL), ("b.svg", SQUARE)):
        logo = tmp_path / name
        logo.write_bytes(data)
        wanted = ["certify", "three-card-joker", "--sections", "cover", "--logo", str(logo), "-o"]
        assert run(*wanted, str(tmp_path / "a.pdf"), "--format", "pdf").status == 0
        assert (tmp_path / "a.pdf").read_bytes() != pdf.render(plain)
        assert run(*wanted, str(tmp_path / "a.html"), "--format", "html").status == 0
        assert '<img class="logo" alt="" src="data:image/' in (tmp_path / "a.html").read_text(
            encoding="utf-8"
        )
        refused = run(*wanted, str(logo), "--format", "pdf")
        assert refused.status == 2
        assert "this command reads it" in refused.err
        assert logo.read_bytes() == data


JPEG_HEAD = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc2\0\x11\x08"  # as far as the height


def drawn(image: bytes, kind: str = "png") -> bytes:
    """An svg with an image in it."""
    words = base64.b64encode(image).decode()
    return SQUARE.replace(b"<path", f'<image href="data:image/{kind};base64,{words}"/><path'.encode())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"GIF89a", "no image that is known; allowed: png, jpg, svg"),
        (b"", "no image that is known"),
        (b"<html><svg></svg></html>", "no image that is known"),
        (PIXEL[:40], "image that can be printed"),
        (b"\xff\xd8\xff" + b"0" * 99, "no jpg image that can be printed"),
        (b"<svg>", "no svg image that can be printed"),
        (SQUARE.replace(b"<path", b'<image href="/etc/passwd"/><path'), "refers to something outside"),
        (SQUARE.replace(b"<path", b"<script>1</script><path"), "refers to something outside"),
        (SQUARE.replace(b"<svg", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg', 1), "refers to something outside"),
        (PIXEL + b"0" * 2_000_001, "more than 2,000,000 bytes"),
        (PIXEL[:16] + (60_000).to_bytes(4) * 2 + PIXEL[24:], "more than 25,000,000 pixels"),
        (JPEG_HEAD + b"\x13\x88\x13\x89", "more than 25,000,000 pixels"),  # 5,000 by 5,001
        (drawn(PIXEL[:16] + (60_000).to_bytes(4) * 2 + PIXEL[24:]), "an image in it is no png or jpg of at"),
        (drawn(b"GIF89a", "gif"), "an image in it is no png or jpg of at"),
        (drawn(JPEG_HEAD + b"\xff\xff\xff\xff", "jpeg"), "an image in it is no png or jpg of at"),
    ],
)
def test_what_is_no_logo(run: Command, tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "logo").write_bytes(data)
    done = run(
        "certify", "ez-baccarat", "--format", "pdf", "--logo", str(tmp_path / "logo"), "-o", "/nonexistent/x"
    )
    assert done.status == 2
    assert words in done.err


def test_a_logo_that_typst_cannot_set_is_named() -> None:
    pdf.check_logo(Logo(PIXEL, "png"))
    with pytest.raises(InputError):
        pdf.check_logo(Logo(b"x", "png"))


def test_house_edges_of_a_changed_pay_are_in_the_appendix(run: Command, tmp_path: Path) -> None:
    """As a new user would: change a pay, make the appendix, read it beside the sheet. 40 to 1 becomes 41."""
    changed = (Path(everydeal.__file__).parents[2] / "paytables" / "ez-baccarat.toml").read_text(
        encoding="utf-8"
    )
    sheet = tmp_path / "mine.toml"
    sheet.write_text(changed.replace('pays = "40 to 1"', 'pays = "41 to 1"'), encoding="utf-8")
    made = tmp_path / "mine.pdf"
    wanted = ["--decks", "8", "--wager", "dragon-7", "--form", "short", "--format", "pdf"]
    assert run("certify", str(sheet), *wanted, "-o", str(made)).status == 0
    # The edge less the chance of the line: one more unit is paid on each hit.
    before = Fraction(64613588827, 848912750595)
    edge = before - Fraction(112_633_011_329_024, 416 * 415 * 414 * 413 * 412 * 411)
    content = "".join(pages(made.read_bytes()))
    assert fraction_text(edge) in content
    assert "41to1" in content
