"""LaTeX, a whole document for pdflatex, xelatex and lualatex with longtable and booktabs.

Long tables settle their columns in the second run.
"""

from collections.abc import Iterator, Sequence

from everydeal.report.document import (
    Block,
    Bullets,
    Cards,
    Document,
    Heading,
    Paragraph,
    Piece,
    Table,
    plain,
)

# \unicodechar sets a character by its number where the font lacks it, as those of pdflatex do.
_HEAD = r"""\documentclass[a4paper,10pt]{article}
\usepackage[margin=18mm]{geometry}
\usepackage{array,booktabs,longtable}
\ifdefined\Umathcode
  \newcommand\unicodechar[1]{\iffontchar\font"#1 \symbol{"#1}\else[U+#1]\fi}
\else
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \usepackage{textcomp}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
  \newcommand\unicodechar[1]{[U+#1]}
\fi
\setlength\parindent{0pt}
\setlength\parskip{4pt}
\setlength\tabcolsep{3pt}
\setlength\LTleft{0pt}
\setlength\LTright{0pt plus 1fill}
\setlength\emergencystretch{3em}
\raggedright"""
_PAPERS = {"a4": "a4paper", "us-letter": "letterpaper"}
_FOOT = r"""\makeatletter
\def\@oddfoot{\scriptsize %s\hfil\thepage}
\let\@evenfoot\@oddfoot
\makeatother"""
_SIZES = (
    ("footnotesize", 112),
    ("scriptsize", 126),
    ("tiny", 176),
)  # the characters that go into a line of each
_GAP = 2  # between columns
_LEAST_CELL = 24  # characters; no column of text is made narrower
_EM = 0.55  # of a character of text

_LONGEST_WORD = 100  # characters; longer ones may be broken, as XeTeX fails on a thousand in a table

_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}",
    "[": "{[}", "]": "{]}", "*": "{*}",  # after `\\` and `\item` they would be arguments
    "–": r"\textendash{}", "—": r"\textemdash{}", "‘": r"\textquoteleft{}", "’": r"\textquoteright{}",
    "“": r"\textquotedblleft{}", "”": r"\textquotedblright{}", "…": r"\textellipsis{}",
    "×": r"\texttimes{}", "·": r"\textperiodcentered{}", "€": r"\texteuro{}", "£": r"\textsterling{}",
    "♣": r"$\clubsuit$", "♦": r"$\diamondsuit$", "♥": r"$\heartsuit$", "♠": r"$\spadesuit$",
}  # fmt: skip
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_LIGATURES = "-',"  # two of one in a row would be set as another sign


def render(document: Document) -> str:
    """The document as LaTeX, with a final newline."""
    parts = [_HEAD.replace("a4paper", _PAPERS[document.paper])]
    if document.footer:
        parts.append(_FOOT % inert(document.footer))
    parts += [r"\begin{document}", rf"{{\Large\bfseries {inert(document.title)}\par}}"]
    parts += [text for block in document.blocks if (text := "\n".join(_block(block)))]
    return "\n\n".join([*parts, r"\end{document}"]) + "\n"


def inert(text: str) -> str:
    r"""Text in which nothing is markup.

    >>> print(inert(r"50% of \x & {y}"))
    50\% of \textbackslash{}x \& \{y\}
    """
    signs = []
    before, length = " ", 0  # of the word so far
    for sign in text:
        length = 0 if sign == " " else length + 1
        if length > _LONGEST_WORD:
            signs.append(r"\allowbreak{}")
            length = 1
        if sign == before and sign in _LIGATURES:
            signs.append("{}")
        signs.append(_sign(sign))
        before = sign
    return "".join(signs)


def _sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign.isascii() or ("\u00c0" <= sign <= "\u00ff" and sign != "÷"):
        return sign
    return rf"\unicodechar{{{ord(sign):04X}}}"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        if block.new_page:
            yield r"\clearpage"
        yield rf"\{'sub' * (block.level - 1)}section*{{{inert(block.text)}}}"
    elif isinstance(block, Paragraph):
        yield inert(block.text)
    elif isinstance(block, Bullets):
        if block.items:
            yield r"\begin{itemize}"
            yield from (rf"\item {inert(item)}" for item in block.items)
            yield r"\end{itemize}"
    elif isinstance(block, Cards):
        if block.items:
            yield r"\begin{itemize}"
            yield from (rf"\item {_with_cards(item)}" for item in block.items)
            yield r"\end{itemize}"
    elif isinstance(block, Table):
        yield from _table(block)
    else:
        for found in plain(block):
            yield from _block(found)
            yield ""


def _with_cards(item: Sequence[Piece]) -> str:
    """A sentence with its cards in frames."""
    return "".join(inert(piece) if isinstance(piece, str) else " ".join(map(_card, piece)) for piece in item)


def _card(name: str) -> str:
    sign = _SIGNS[_SUITS[name[1]]] if name[1] in _SUITS else name[1]
    return rf"\fbox{{\strut {name[0]}{sign}}}"


def _table(table: Table) -> Iterator[str]:
    size, columns = _layout(table)
    yield rf"{{\{size}"
    yield rf"\begin{{longtable}}{{@{{}}{''.join(columns)}@{{}}}}"
    yield r"\toprule"
    yield " & ".join(rf"\bfseries {inert(column.title)}" for column in table.columns) + r" \\"
    yield r"\midrule"
    yield r"\endhead"
    yield r"\bottomrule"
    yield r"\endfoot"
    yield from (_row(table, row) for row in table.rows)
    if table.total:
        yield r"\midrule"
        yield _row(table, table.total)
    yield r"\end{longtable}}"


def _row(table: Table, cells: Sequence[str]) -> str:
    set_cells = (
        _figure(cell) if column.figures else inert(cell)
        for column, cell in zip(table.columns, cells, strict=True)
    )
    return " & ".join(set_cells) + r" \\"


def _figure(cell: str) -> str:
    return rf"\textminus{{}}{inert(cell[1:])}" if cell.startswith("-") else inert(cell)


def _layout(table: Table) -> tuple[str, list[str]]:
    """The size of type and the columns: figures are never broken, text is if need be."""
    rows = [[column.title for column in table.columns], *table.rows, *([table.total] if table.total else [])]
    natural = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    texts = [at for at, column in enumerate(table.columns) if not column.figures]
    size, widths = _SIZES[-1][0], natural
    for name, room in _SIZES:
        widths = list(natural)
        limit = max([natural[at] for at in texts], default=0)
        while sum(widths) + _GAP * len(widths) > room and limit > _LEAST_CELL:
            limit -= 1
            for at in texts:
                widths[at] = min(widths[at], limit)
        if sum(widths) + _GAP * len(widths) <= room:
            size = name
            break
    columns = []
    for column, width, whole in zip(table.columns, widths, natural, strict=True):
        if column.figures:
            columns.append("r")
        elif width == whole:
            columns.append("l")
        else:
            columns.append(rf">{{\raggedright\arraybackslash}}p{{{width * _EM:.1f}em}}")
    return size, columns
