"""Finding TOML files, bundled ones and the user's, and reading them with care."""

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from everydeal.errors import InputError, SheetError, alternatives, shown

MAX_BYTES = 256_000
MAX_DOTS = 400  # in a line: tomllib takes quadratic time for the depth of a dotted key


@dataclass(frozen=True)
class Enclosed:
    """A folder inside a certificate: the bytes of files by the names that other files call them."""

    files: Mapping[str, "EnclosedFile"]

    def file(self, name: str, what: str) -> "EnclosedFile":
        """The file of this name; `what` says what it is. Raises InputError if it is not enclosed."""
        if name not in self.files:
            raise InputError(f"the {what} {shown(name)} is not enclosed; {alternatives(name, self.files)}")
        return self.files[name]


@dataclass(frozen=True)
class EnclosedFile:
    """The bytes of a file, and the folder where what it names is found."""

    content: bytes
    folder: Enclosed


Folder = Path | Enclosed | None  # None is the working directory


def content_of(
    name: str | os.PathLike[str],
    bundled: Mapping[str, Traversable],
    what: str,
    folder: Path | None = None,
    *,
    stdin: bool | None = None,
) -> tuple[bytes, str]:
    """The bytes of a file and how messages name it.

    `name` is the id of a bundled one, the path of a file (relative to `folder` if given), or `-` for
    standard input; `what` says what it is. Raises InputError if there is no such file.

    `stdin` tells whether `-` may be standard input: users may name it, files may not. By default it may
    where there is no folder, as a name with a folder stands in a file.
    """
    text = os.fspath(name)
    if text == "-" and (folder is None if stdin is None else stdin):
        return _standard_input(what), "<stdin>"
    if text in bundled:
        return bundled[text].read_bytes(), f"{text} (bundled)"
    path = Path(text) if folder is None else folder / text
    try:
        if Path(text).suffix != ".toml" and len(Path(text).parts) <= 1 and not path.exists():
            raise InputError(
                f"there is no bundled {what} and no file {shown(text)}; {alternatives(text, bundled)}"
            )
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read the {what} {shown(text)}: {error.strerror}") from None
    except ValueError as error:  # a name that no file can have
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot read the {what} {shown(text)}: {error}") from None
    found = text if folder is None else str(path)
    return content, found if found.isprintable() else shown(found)


def _standard_input(what: str) -> bytes:
    if sys.stdin is None:
        raise InputError("standard input is closed")
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read the {what} from standard input: {error.strerror}") from None


def parsed(content: bytes, file: str) -> dict[str, Any]:
    """The data in a TOML file; `file` is how messages name it. Raises SheetError."""
    if len(content) > MAX_BYTES:
        raise SheetError(f"{file}: larger than {MAX_BYTES} bytes")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SheetError(f"{file}: byte {error.start + 1} is not UTF-8 text") from None
    if text.startswith("\ufeff"):
        raise SheetError(f"{file}: begins with a byte-order mark, which TOML does not allow; save without it")
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MAX_DOTS:
            raise SheetError(f"{file}: line {number}: nested too deep, more than {MAX_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise SheetError(f"{file}: nested too deep") from None
    except ValueError as error:
        reason = " ".join(str(error).split())
        if "set_int_max_str_digits" in reason:
            reason = "a number has thousands of digits"
        raise SheetError(f"{file}: not TOML: {reason}") from None
