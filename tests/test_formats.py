"""Reports in every format: what stands in a sheet comes out as text, and no digit is lost."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import everydeal
from everydeal.cli import common
from everydeal.errors import InputError, SheetError
from everydeal.report import csv as csv_report
from everydeal.report import html, latex, markdown, text, xlsx
from everydeal.report.certified import certified
from everydeal.report.described import described
from everydeal.report.document import Bullets, Column, Document, Heading, Paragraph, Table, printable
from everydeal.sheet.load import read
from everydeal.sheet.model import Sheet
from tests.conftest import DATA, Command

MINIMAL = (DATA / "minimal.toml").read_text(encoding="utf-8")
LINE = 'pays = [{ when = "tie", pays = "8 to 1" }]\notherwise = "lose"\n'
EIGHT = 416 * 415 * 414 * 413 * 412 * 411

# What a sheet may hold: printable, at most 2,000 characters.
HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</td></tr></table><h1>Certified</h1>",
    "</title></style><style>*{display:none}</style>", "<!-- hidden", "&lt;b&gt; &amp; &copy; &#x202e;",
    "' onmouseover='x", "<r><t>rich</t></r>", "<r></r>", "_x0041_ _x000D_", "http://x.example/?a=1&b=2",
    "HTTPS://x.example", "see www.x.example", "mailto:a@x.example", "<http://x.example>",
    "\\input{/etc/passwd}", "\\write18{rm -rf x}", "\\", "\\\\[2cm]", "}\\end{longtable}{", "$x^2_3$",
    "100% of # & ~ ^ _ { }", "[x]", "*", "``quoted'' --- and -- and <<x>>", "^^M^^5c", "%", "\\item[x]",
    '=HYPERLINK("http://x.example","y")', "=1+1", "+1+1", "-1+1", "-2+3+cmd|'/C calc'!A0", "@SUM(1)", "'=1",
    "＝1+1", "－1", "=cmd|' /C calc'!A0", "| a | b |", "|", "|---|", "`code`", "```", "~~~", "# head",
    "- item", "+ item", "* item", "1. item", "12) item", "> quote", "***", "---", "===", "_a_ **b** ~~c~~",
    "[a](http://x.example)", "![a](x)", "[a]: http://x.example", "[a][b] [^1]", ": x", "$$x$$", "a  b",
    "שלום 1/7", "é ü ß ÷ × — “x” … ½ ♣ 骰", "x" * 2000, "word " * 399 + "end",
)  # fmt: skip
# What only a program or another's certificate can bring: it does not print.
UNPRINTABLE = (
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\u009b31m", "a\u202e12.5\u202c", "\u2066a", "\ufeffa",
    "\u200fa", "a\x00b", "a\tb", "a\nb", "a\r\nb", "\t=1+1", "\r=1+1", "\n=1+1", "a\u2028b", "a\x0bb",
    "\ud800", "a\u200bb", "\x7f", "\x08\x08\x08",
)  # fmt: skip
FORMATS = [form for form in common.FORMATS if form != "xlsx"]
ANY = (*UNPRINTABLE, *HOSTILE)
LINES_OF = dict(enumerate(HOSTILE, 1))


def folded(words: str) -> str:
    return " ".join(words.split())


def sheet_text(words: Callable[[int], str]) -> str:
    """The minimal sheet with these texts (by number) wherever text may stand; one wager for each."""

    def quoted(number: int) -> str:
        return json.dumps(words(number), ensure_ascii=False)

    wagers = "".join(
        f"""
[[wager]]
id = "w{number}"
title = {quoted(number)}
clause = {quoted(number)}
aliases = [{json.dumps("alias " + str(number))}]
accept = [{{ finding = "earlier-line-pays-less", reason = {quoted(number)} }}]
[[wager.group]]
title = {quoted(number)}
pays = [
    {{ event = {quoted(number)}, when = "tie", pays = "push" }},
    {{ event = "other", when = "player.natural", pays = "?x_{number} to 1" }},
    {{ event = "better", when = "player.wins or tie", pays = "2 to 1" }},
]
otherwise = "lose"
[[interpretation]]
id = {quoted(number)}
kind = "ruling"
title = {quoted(number)}
headline = {quoted(number)}
text = {quoted(number)}
"""
        for number in LINES_OF
    )
    whole = words(0)
    head = MINIMAL.replace('title = "Minimal"', f"title = {json.dumps(whole, ensure_ascii=False)}")
    source = f"\n[sheet.source]\ntitle = {quoted(1)}\nrevision = {quoted(2)}\n\n[rules]"
    return head.replace("\n[rules]", source, 1) + wagers


def hostile_words(number: int) -> str:
    return HOSTILE[number - 1] if number else " ".join(words for words in HOSTILE if len(words) < 50)[:1900]


def tame_words(number: int) -> str:
    return f"words {number} of no harm"


@cache
def hostile() -> Sheet:
    return read(sheet_text(hostile_words).encode(), "hostile.toml")


@cache
def tame() -> Sheet:
    return read(sheet_text(tame_words).encode(), "tame.toml")


@cache
def reports(name: str) -> tuple[Document, Document]:
    """A report of the hostile sheet, and the same of the one without harm."""
    if name == "certified":
        one, other = (certified(everydeal.certify(sheet)) for sheet in (hostile(), tame()))
    elif name == "described":
        one, other = described(hostile()), described(tame())
    else:
        one, other = made(lambda n: ANY[n]), made(lambda n: "words" if ANY[n].strip() else "")
    return one, other


def made(words: Callable[[int], str]) -> Document:
    """A document with these texts in every kind of place."""
    blocks: list[Heading | Paragraph | Bullets | Table] = []
    for number in range(len(ANY)):
        one = words(number)
        table = Table([Column(one), Column(one, figures=True)], [[one, one]], [one, one])
        blocks += [Heading(one), Heading(one, 2), Paragraph(one), Bullets([one, one]), table]
    data = [[words(number), "1"] for number in range(len(ANY))]
    return Document(words(0), blocks, Table([Column(words(1)), Column("n")], data))


NAMES = pytest.mark.parametrize("name", ["certified", "described", "made"])


def texts(document: Document) -> Iterator[str]:
    """Every text of a document's blocks that is not empty."""
    yield document.title
    for block in document.blocks:
        if isinstance(block, Bullets):
            yield from block.items
        elif isinstance(block, Table):
            yield from (column.title for column in block.columns if column.title)
            yield from (cell for row in [*block.rows, block.total or ()] for cell in row if cell)
        elif isinstance(block, Heading | Paragraph):
            yield block.text


def test_the_hostile_sheet_holds_every_text_there_is() -> None:
    """Else the tests below would test nothing."""
    found = [set(texts(reports(name)[0])) for name in ("certified", "described")]
    for words in HOSTILE:
        assert folded(words) in found[0]
        assert folded(words) in found[1]
    assert any("Accepted: =1+1" in words for words in found[0])


@pytest.mark.parametrize("words", [words for words in UNPRINTABLE if not folded(words).isprintable()])
def test_a_sheet_holds_printable_text_alone(words: str) -> None:
    """But for white space, which is folded."""
    for title in {json.dumps(words), json.dumps(words, ensure_ascii=False)}:
        with pytest.raises(SheetError):
            read(MINIMAL.replace('"Minimal"', title).encode("utf-8", "surrogatepass"), "f")


def test_a_document_holds_printable_text_alone() -> None:
    for words in UNPRINTABLE:
        assert printable(words).isprintable()
    assert printable("a\tb\x1b[0m\u202e\ud800") == r"a b\x1b[0m\u202e\ud800"
    for words in HOSTILE:
        assert printable(words) == words
    document = reports("made")[0]
    for cell in [*texts(document), *(cell for row in document.data.rows for cell in row)]:
        assert cell.isprintable()
    assert all(column.title.isprintable() for column in document.data.columns)


# ---- text ----------------------------------------------------------------------------------------------


@NAMES
def test_text_is_printable_lines_with_every_word(name: str) -> None:
    document = reports(name)[0]
    content = text.render(document)
    assert all(line.isprintable() for line in content.split("\n"))
    found = "".join(content.split())
    for words in texts(document):
        if len(words) < 60:  # longer cells are wrapped among others
            assert "".join(words.split()) in found


# ---- HTML ----------------------------------------------------------------------------------------------


class Parsed(HTMLParser):
    """The elements with their attributes, and the text between them."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.texts: list[str] = [""]
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(f"<{tag} {attrs}>")
        if tag != "wbr":
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.elements.append(f"</{tag}>")
        self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data

    def handle_decl(self, decl: str) -> None:
        self.elements.append(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self.elements.append(f"<!--{data}-->")

    def handle_pi(self, data: str) -> None:
        self.elements.append(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.elements.append(f"<![{data}]>")

    @property
    def skeleton(self) -> list[str]:
        return [element for element in self.elements if "wbr" not in element]


@NAMES
def test_no_element_of_html_comes_from_data(name: str) -> None:
    one, other = reports(name)
    found, harmless = Parsed(html.render(one)), Parsed(html.render(other))
    assert found.skeleton == harmless.skeleton
    assert set(texts(one)) <= set(found.texts)
    assert found.texts.count(one.title) >= 2  # title and heading


def test_html_is_one_closed_file() -> None:
    content = html.render(reports("certified")[0])
    found = Parsed(content)
    names = {re.findall(r"\w+", element)[0] for element in found.elements}
    assert names == {
        "DOCTYPE", "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "ul", "li", "div",
        "table", "thead", "tbody", "tfoot", "tr", "th", "td", "wbr",
    }  # fmt: skip
    keys = {key for element in found.elements for key in re.findall(r"\('([^']+)', ", element)}
    assert keys == {"lang", "charset", "http-equiv", "content", "name", "class", "scope"}
    (style,) = re.findall("<style>(.*?)</style>", content, re.DOTALL)
    assert not re.search(r"url\(|@import|//", style)
    stack: list[str] = []
    for element in found.elements:
        tag = re.findall(r"\w+", element)[0]
        if element.startswith("</"):
            assert stack.pop() == tag
        elif element.startswith("<!") is False and tag not in {"meta", "wbr"}:
            stack.append(tag)
    assert stack == []


def test_html_sets_figures_apart_and_repeats_heads() -> None:
    content = html.render(certified(everydeal.certify("ez-baccarat", decks=8)))
    assert '<td class="figures">112,633,011,329,024</td>' in content
    assert '<td class="figures">64613588827/<wbr>848912750595</td>' in content
    assert content.count("<thead>") == content.count("<table>") > 10
    for rule in ("thead { display: table-header-group; }", "tr, li { break-inside: avoid; }"):
        assert rule in content


# ---- Markdown --------------------------------------------------------------------------------------------


def rendered_markdown(content: str) -> Parsed:
    return Parsed(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(content))


@NAMES
def test_no_element_of_markdown_comes_from_data(name: str) -> None:
    one, other = reports(name)
    found = rendered_markdown(markdown.render(one))
    assert found.skeleton == rendered_markdown(markdown.render(other)).skeleton
    kept = {folded(words) for words in found.texts}
    assert {folded(words) for words in texts(one)} <= kept


@pytest.mark.parametrize("words", HOSTILE)
def test_each_place_of_markdown_by_itself(words: str) -> None:
    """Where the blocks before cannot make up for one: a document of a single block."""
    for block in (Paragraph(words), Bullets([words]), Bullets(["a", words]), Heading(words)):
        document = Document("T", [block, Paragraph("end")])
        found = rendered_markdown(markdown.render(document))
        assert folded(words) in {folded(each) for each in found.texts}
        names = [re.findall(r"\w+", element)[0] for element in found.elements]
        kind = {Paragraph: {"p"}, Bullets: {"p", "ul", "li"}, Heading: {"p", "h2"}}[type(block)]
        assert set(names) == kind | {"h1", "p"}


def test_addresses_in_markdown_become_no_links() -> None:
    """GitHub makes links of `http://` and `www.` unless a backslash stands between."""
    content = markdown.render(reports("certified")[0])
    assert not re.search(r"(?<!\\)://|www\.", content, re.IGNORECASE)
    assert content.count("\\://") > 1
    assert "www\\." in content


# ---- LaTeX -----------------------------------------------------------------------------------------------

ESCAPES = re.compile(
    r"\\text[a-z]+\{\}|\\[{}$&#%_]|\{\[\}|\{\]\}|\{\*\}|\{\}|\\unicodechar\{[0-9A-F]{4,6}\}"
    r"|\\allowbreak\{\}|\$\\(?:club|diamond|heart|spade)suit\$"
)


def skeleton_of_latex(content: str) -> list[str]:
    """What TeX acts upon, but for the widths of columns: all commands, groups and special characters."""
    head, body = content.split("\\begin{document}")
    assert body.isascii() or not re.search("[^\x00-\x7f\xc0-\xff]", body)
    body = re.sub(
        r"\{\\(footnotesize|scriptsize|tiny)\n\\begin\{longtable\}\{@\{\}.*@\{\}\}\n", r"{TABLE\n", body
    )
    body = ESCAPES.sub("X", body)
    return [head, *re.findall(r"\\(?:[A-Za-z]+\*?|.)|[{}$#%_^~]|&|\n\n+", body)]


@NAMES
def test_no_command_of_latex_comes_from_data(name: str) -> None:
    one, other = reports(name)
    assert skeleton_of_latex(latex.render(one)) == skeleton_of_latex(latex.render(other))


@pytest.mark.parametrize("words", [words for words in HOSTILE if words.isascii()])
def test_escaped_latex_says_the_same(words: str) -> None:
    """Each escape read back as TeX sets it: nothing is lost, nothing else is left to act."""
    signs = {
        "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textless": "<",
        "textgreater": ">", "textbar": "|", "textquotedbl": '"', "textasciigrave": "`",
    }  # fmt: skip
    escaped = latex.inert(words)
    assert not re.search(r"[\\{}$&#%_~^<>|\"`*\[\]]", ESCAPES.sub("", escaped))
    assert not re.search("--|''|,,", escaped)

    def plain(match: re.Match[str]) -> str:
        token = match[0]
        if token in {"{}", r"\allowbreak{}"}:
            return ""
        return signs.get(token[1:-2], token.strip("{}") if token[0] == "{" else token[1])

    assert ESCAPES.sub(plain, escaped) == words


def test_latex_is_a_whole_document_with_figures_to_the_right() -> None:
    content = latex.render(certified(everydeal.certify("ez-baccarat", decks=8)))
    assert content.startswith("\\documentclass")
    assert content.endswith("\\end{document}\n")
    assert set(re.findall(r"\\usepackage(?:\[[^]]*\])?\{([^}]*)\}", content)) == {
        "geometry", "array,booktabs,longtable", "inputenc", "fontenc", "textcomp", "lmodern",
    }  # fmt: skip
    assert "{@{}llrrr@{}}" in content
    assert "40 to 1 & 112,633,011,329,024 & 0.0225338209 & 0.9013528344 \\\\" in content
    assert "\\textminus{}0.9774661791" in content
    for name in ("longtable", "itemize", "document"):
        assert content.count(f"\\begin{{{name}}}") == content.count(f"\\end{{{name}}}") > 0
    assert content.count("\\endhead") == content.count("\\begin{longtable}")


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex")
@NAMES
def test_latex_compiles(name: str, tmp_path: Path) -> None:
    (tmp_path / "report.tex").write_text(latex.render(reports(name)[0]), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]


# ---- CSV -------------------------------------------------------------------------------------------------


@NAMES
def test_no_cell_of_csv_is_a_formula_and_each_can_be_read_back(name: str) -> None:
    document = reports(name)[0]
    content = csv_report.render(document)
    assert all(line.isprintable() for line in content.split("\n"))
    head, *rows = csv.reader(io.StringIO(content))
    for row in [head, *rows]:
        for cell in row:
            assert not re.match(r"\s*[=+@\t\r＝＋－＠]", cell)
            assert not cell.startswith("-") or re.fullmatch(r"-[0-9]+(/[0-9]+)?", cell)
    assert [[cell.removeprefix("'") for cell in row] for row in rows] == [
        list(row) for row in document.data.rows
    ]
    assert [cell.removeprefix("'") for cell in head] == [column.title for column in document.data.columns]


@pytest.mark.parametrize(
    "cell", ["-1", "-61/100", "-1.2351%", "-0.5", "0", "19/20", "4998398275503360", "a-b", ""]
)
def test_figures_and_plain_text_stay_as_they_are_in_csv(cell: str) -> None:
    assert csv_report.inert(cell) == cell


@pytest.mark.parametrize(
    "cell", ["-", "--1", "-1/", "-x/20 + 3", "-1 ", "- 1", "-1+1", "-1/2/3", " =1", "\t1"]
)
def test_what_is_no_figure_is_marked_in_csv(cell: str) -> None:
    assert csv_report.inert(cell) == f"'{cell}"


@given(st.text())
def test_any_text_can_be_read_back_from_csv(cell: str) -> None:
    assert csv_report.inert(cell).removeprefix("'") == cell


# ---- XLSX ------------------------------------------------------------------------------------------------


def workbook(content: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(content))


@NAMES
def test_every_cell_of_xlsx_is_text(name: str) -> None:
    document = reports(name)[0]
    book = workbook(xlsx.render(document))
    assert book.sheetnames == ["report", "report data"][: 1 + bool(document.data.columns)]
    found = set()
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.value is None or cell.data_type == "s"
                assert cell.hyperlink is None
                found.add(cell.value)
    found |= {str(words).removeprefix("- ") for words in found}  # bullets
    assert set(texts(document)) <= found
    if document.data.columns:
        rows = [[cell or "" for cell in row] for row in book["report data"].iter_rows(values_only=True)]
        assert rows[0] == [column.title for column in document.data.columns]
        assert rows[1:] == [list(row) for row in document.data.rows]


def test_no_markup_of_xlsx_comes_from_data() -> None:
    """All parts of the file: no relation, formula or drawing that the harmless report has not."""
    names = []
    for document in reports("certified"):
        with zipfile.ZipFile(io.BytesIO(xlsx.render(document))) as file:
            names.append({name: set(re.findall(rb"<(\w+)", file.read(name))) for name in file.namelist()})
    shared = "xl/sharedStrings.xml"
    of_runs = {b"r", b"rPr", b"rFont", b"sz", b"color", b"family", b"scheme"}  # a text in pieces
    assert names[0].pop(shared) <= {b"sst", b"si", b"t", *of_runs}
    assert names[1].pop(shared) <= {b"sst", b"si", b"t"}
    assert names[0] == names[1]


def test_t46_xlsx_has_every_digit_as_text() -> None:
    """T46: a spreadsheet shows 15 digits of a number; as text all 16 stay."""
    book = workbook(xlsx.render(certified(everydeal.certify("ez-baccarat", decks=8))))
    head, *rows = book["report data"].iter_rows(values_only=True)
    found = [dict(zip(head, row, strict=True)) for row in rows]
    assert {row["total"] for row in found} == {str(EIGHT)}
    dragon = [row["combinations"] for row in found if row["wager"] == "dragon-7" and row["row"] != "total"]
    assert dragon == ["112633011329024", "4885765264174336"]
    assert "4,885,765,264,174,336" in {
        cell for row in book["report"].iter_rows(values_only=True) for cell in row
    }


def test_xlsx_is_the_same_whenever_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    document = certified(everydeal.certify("ez-baccarat", decks=8))
    first = xlsx.render(document)
    with zipfile.ZipFile(io.BytesIO(first)) as file:
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        dates = re.findall(rb"\d{4}-\d\d-\d\dT[0-9:]+Z", file.read("docProps/core.xml"))
        assert set(dates) == {b"1980-01-01T00:00:00Z"}
    program = (
        "import sys, everydeal\nfrom everydeal.report import certified, xlsx\n"
        "sys.stdout.buffer.write(xlsx.render(certified.certified(everydeal.certify('ez-baccarat', decks=8))))"
    )
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    assert again == first


def test_what_is_too_large_for_xlsx_is_refused() -> None:
    document = Document("T", [Paragraph("x" * xlsx.MAX_CELL)])
    assert workbook(xlsx.render(document))["report"]["A3"].value == "x" * xlsx.MAX_CELL
    with pytest.raises(InputError, match="a cell of 32,768 characters; xlsx allows 32,767: use csv or json"):
        xlsx.render(Document("T", [Paragraph("x" * (xlsx.MAX_CELL + 1))]))
    with pytest.raises(InputError, match="a cell of 20,000 characters"):  # as UTF-16, which Excel counts
        xlsx.render(Document("T", [Paragraph("\U0001f0a1" * 20_000)]))


# ---- the commands ----------------------------------------------------------------------------------------


def test_every_command_prints_the_hostile_sheet_in_every_format(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(sheet_text(hostile_words), encoding="utf-8")
    for form in [*FORMATS, "json"]:
        for arguments in (
            ["certify", str(path), "--wager", "w1"],
            ["compare", str(path), "--wager", "w2"],
            ["compare", str(path), str(path), "--wager", "w2"],
            ["solve", str(path), "w3", "--edge", "5%"],
            *([["show", str(path)]] if form in common.PROSE else []),
        ):
            done = run(*arguments, "--format", form)
            assert (done.status, done.err) == (0, "")
            assert all(line.isprintable() for line in done.out.split("\n"))
    data = json.loads(run("certify", str(path), "--json").out)
    (configuration,) = data["configurations"]
    assert [wager["title"] for wager in configuration["wagers"][1:]] == [folded(words) for words in HOSTILE]


def test_formats_are_those_that_the_document_has(run: Command) -> None:
    """Each is the renderer's, by name."""
    document = certified(everydeal.certify("ez-baccarat", decks=8))
    for form, render in (("html", html.render), ("latex", latex.render), ("markdown", markdown.render)):
        done = run("certify", "ez-baccarat", "--decks", "8", "--format", form)
        assert done.out == render(document)
    assert run("houseway", "show", "foxwoods", "--format", "html").out.startswith("<!DOCTYPE html>\n")
    assert run("show", "fortune", "--format", "xlsx").status == 2


def test_xlsx_goes_to_a_file_or_a_pipe_and_never_to_a_terminal(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["certify", "ez-baccarat", "--decks", "8", "--format", "xlsx"]
    target = tmp_path / "report.xlsx"
    assert run(*command, "-o", str(target)) == run("new", "-o", str(tmp_path / "other"))  # no word of either
    content = target.read_bytes()
    assert content == xlsx.render(certified(everydeal.certify("ez-baccarat", decks=8)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "report.xlsx"]
    for unbuffered in ("", "1"):
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        piped = [sys.executable, "-m", "everydeal", *command]
        assert subprocess.run(piped, capture_output=True, check=True, env=environment).stdout == content
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for output in ([], ["-o", "-"]):
        done = run(*command, *output)
        assert (done.status, done.out) == (2, "")
        assert done.err == "everydeal: xlsx is no text for a terminal; allowed: -o FILE, or a pipe\n"


def test_without_the_package_the_way_to_get_it_is_said_before_counting(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    monkeypatch.setattr("everydeal.certificate.certify_sheet", lambda *_: pytest.fail("counted"))
    for command in (["certify", "ez-baccarat"], ["compare", "ez-baccarat"], ["houseway", "diff", "a", "b"]):
        done = run(*command, "--format", "xlsx", "-o", str(tmp_path / "x.xlsx"))
        assert (done.status, done.out) == (2, "")
        assert (
            "needs the package XlsxWriter, which is not installed: pip install 'everydeal[xlsx]'" in done.err
        )
    assert list(tmp_path.iterdir()) == []
