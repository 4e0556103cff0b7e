"""The appendix of `everydeal certify`: its arguments, and the document that they ask for."""

import argparse
import base64
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from everydeal.cli import common
from everydeal.errors import InputError, shown

if TYPE_CHECKING:
    from everydeal.appendix import Options
    from everydeal.certificate import Certificate
    from everydeal.games import Selection
    from everydeal.report.document import Logo

FORMATS = (*common.PROSE, "pdf")
LOGO_BYTES = 2_000_000
LOGO_PIXELS = 25_000_000  # few bytes can hold far more, and take gigabytes to unpack
LONG_TITLE = 200  # signs; a longer one is not repeated in the command
_WITHIN = re.compile(rb"data:image/(png|jpe?g);base64,([A-Za-z0-9+/\s]*)")
_MARK = 0xFF  # begins a segment of a jpg
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # segments that state the size
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
_OUTSIDE = re.compile(
    rb"""href\s*=\s*(?!["']\s*(?:#|data:image/))|@import|<!ENTITY|<script|url\(\s*["']?(?!#|["'])""", re.I
)


def add(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    group = parser.add_argument_group(
        "the appendix", "a document to attach to a submission: pdf, or another format with --form"
    )
    group.add_argument(
        "--form",
        choices=("full", "short"),
        help="the appendix instead of the report; short: cover, summary, tables; default with pdf: full",
    )
    group.add_argument(
        "--sections",
        metavar="A,B",
        help="only these: cover, summary, rules, interpretations, examples, tables, figures, method, checks, "
        "findings, reproduce, identity",
    )
    group.add_argument("--title", metavar="TEXT", help="instead of the game's title")
    group.add_argument("--logo", metavar="FILE", help="png, jpg or svg for the cover (pdf, html)")
    group.add_argument("--paper", choices=("a4", "us-letter"), help="default: a4")


def wanted(options: argparse.Namespace) -> "Options | None":
    """The appendix that the arguments ask for, if they do. Raises InputError before anything is counted."""
    if options.format != "pdf" and options.form is None and options.sections is None:
        for name in ("title", "logo", "paper"):
            if getattr(options, name) is not None:
                raise InputError(
                    f"--{name} is for the appendix; allowed with --format pdf, --form or --sections"
                )
        return None
    if options.format not in FORMATS:
        raise InputError(f"the appendix is no {options.format}; allowed: {', '.join(FORMATS)}")
    from everydeal.appendix import FORMS, Options, sections

    chosen = sections(options.sections) if options.sections is not None else FORMS[options.form or "full"]
    if options.form and options.sections is not None:
        raise InputError("--form and --sections both say what is in it; allowed: one of them")
    if options.format == "html" and "figures" in chosen:
        from everydeal.extras import needed

        needed("matplotlib", "pdf")
    if options.logo is not None and "cover" not in chosen:
        raise InputError("--logo stands on the cover; allowed with the section cover")
    if options.title is not None and not options.title.strip():
        raise InputError("--title: empty; allowed: some text")
    return Options(
        sections=chosen,
        title=options.title,
        logo=_logo(options),
        paper=options.paper or "a4",
        command=_command(options),
        playing=shlex.join(["everydeal", "play", _name(options.sheet), *_selecting(options)]),
    )


def rendered(certificate: "Certificate", selection: "Selection", wanted: "Options", form: str) -> str | bytes:
    """The appendix in one of FORMATS."""
    from everydeal.appendix import appendix

    document = appendix(certificate, selection, wanted)
    if form == "pdf":
        from everydeal.report import pdf

        return pdf.render(document)
    return common.rendered(document, form)


def _logo(options: argparse.Namespace) -> "Logo | None":
    if options.logo is None:
        return None
    from everydeal.report.document import Logo

    where = f"--logo {shown(options.logo)}"
    if options.format not in ("pdf", "html"):
        raise InputError(f"{where}: {options.format} has no images; allowed with pdf, html")
    try:
        with Path(options.logo).open("rb") as file:
            data = file.read(LOGO_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{where}: cannot read it: {reason}") from None
    if len(data) > LOGO_BYTES:
        raise InputError(f"{where}: more than {LOGO_BYTES:,} bytes; allowed: a smaller image")
    kind = "png" if data.startswith(_PNG) else "jpg" if data.startswith(_JPEG) else "svg"
    if kind == "svg":
        if not re.match(rb"(\xef\xbb\xbf)?\s*<(\?xml|!--|!DOCTYPE svg|svg)", data) or b"<svg" not in data:
            raise InputError(f"{where}: no image that is known; allowed: png, jpg, svg")
        if _OUTSIDE.search(data):
            raise InputError(f"{where}: it refers to something outside of it; allowed: an svg that does not")
        if not all(0 < pixels <= LOGO_PIXELS for pixels in _pixels_within(data)):
            raise InputError(
                f"{where}: an image in it is no png or jpg of at most {LOGO_PIXELS:,} pixels; allowed: those"
            )
    elif _pixels(data, kind) > LOGO_PIXELS:
        raise InputError(f"{where}: more than {LOGO_PIXELS:,} pixels; allowed: a smaller image")
    logo = Logo(data, kind)
    if options.format == "pdf":
        from everydeal.report.pdf import check_logo

        try:
            check_logo(logo)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
    return logo


def _pixels(data: bytes, kind: str) -> int:
    """Width by height as the image's head states them; 0 if it states none, which is found out later."""
    if kind == "png":
        return int.from_bytes(data[16:20]) * int.from_bytes(data[20:24])
    at = 2
    while at + 9 <= len(data) and data[at] == _MARK:
        if data[at + 1] in _FRAMES:
            return int.from_bytes(data[at + 5 : at + 7]) * int.from_bytes(data[at + 7 : at + 9])
        # A mark may be filled up with more of its first byte.
        at += 1 if data[at + 1] == _MARK else 2 + int.from_bytes(data[at + 2 : at + 4])
    return 0


def _pixels_within(svg: bytes) -> Iterator[int]:
    """Of each image in an svg; 0 where it is none that is known."""
    for found in _WITHIN.finditer(svg):
        text = b"".join(found[2].split())
        yield _pixels(base64.b64decode(text[: len(text) // 4 * 4]), "png" if found[1] == b"png" else "jpg")
    yield from (0 for _ in range(svg.lower().count(b"data:") - len(_WITHIN.findall(svg))))


def _command(options: argparse.Namespace) -> str:
    """The command that makes the document again. Files stand by their names: they are known by digests."""
    words = ["everydeal", "certify", _name(options.sheet), *_selecting(options)]
    for wager in options.wager:
        words += ["--wager", wager]
    words += ["--joint"] if options.joint else []
    words += ["--format", options.format]
    for name in ("form", "sections", "paper"):
        if getattr(options, name):
            words += [f"--{name}", getattr(options, name)]
    if options.title is not None:
        words += ["--title", options.title if len(options.title) <= LONG_TITLE else "TITLE"]
    if options.logo is not None:
        words += ["--logo", _name(options.logo)]
    return shlex.join([*words, "-o", "FILE"])


def _selecting(options: argparse.Namespace) -> list[str]:
    """The words that pick configurations."""
    words: list[str] = []
    for name in ("decks", "shoe", "house_way", "player", "kickout", "reading"):
        for value in getattr(options, name):
            words += [f"--{name.replace('_', '-')}", _name(value)]
    words += ["--all"] if options.all else []
    return words


def _name(text: str) -> str:
    """The last part of a path."""
    return text if "/" not in text or not Path(text).suffix else Path(text).name
