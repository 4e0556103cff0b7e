"""Reading JSON that somebody else wrote: strictly, with bounds, and quickly refused.

Certificates hold no fractions and no large numbers as JSON numbers, so neither is read; what a
lenient reader would mend or lose is refused.
"""

import json
from collections.abc import Sequence
from typing import Any, NoReturn

from everydeal.errors import InputError, shown

MAX_BYTES = 64 * 2**20
MAX_PARTS = 2_000_000  # values, as commas count them; a row of a certificate is a few
MAX_NESTED = 1_000_000  # arrays and objects
MAX_INTEGER = 2**53 - 1


def read(content: bytes, name: str) -> Any:
    """The data in a JSON text; `name` is how messages name it. Raises InputError for all but plain JSON."""
    if len(content) > MAX_BYTES:
        raise InputError(f"{name}: larger than {MAX_BYTES // 2**20} MB")
    if not content.strip():
        raise InputError(f"{name}: empty; allowed: a certificate")
    if content.count(b",") > MAX_PARTS or content.count(b"[") + content.count(b"{") > MAX_NESTED:
        raise InputError(f"{name}: more than {MAX_PARTS} values, or {MAX_NESTED} arrays and objects")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: byte {error.start + 1} is not UTF-8 text") from None
    reader = _Reader(name)
    try:
        return json.loads(
            text,
            object_pairs_hook=reader.pairs,
            parse_int=reader.integer,
            parse_float=reader.no_number,
            parse_constant=reader.no_number,
        )
    except InputError:
        raise
    except RecursionError:
        raise InputError(f"{name}: nested too deep") from None
    except ValueError as error:
        raise InputError(f"{name}: not JSON: {error}") from None


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name

    def pairs(self, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    raise InputError(f"{self.name}: the key {shown(key)} stands there twice")
                seen.add(key)
        return found

    def integer(self, text: str) -> int:
        if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
            raise InputError(
                f"{self.name}: the number {shown_number(text)} is beyond 2^53: counts are strings"
            )
        return int(text)

    def no_number(self, text: str) -> NoReturn:
        raise InputError(
            f"{self.name}: {shown_number(text)}: allowed as numbers: whole ones; figures are strings"
        )


def shown_number(text: str) -> str:
    """A number as it stands there, shortened."""
    return text if len(text) <= 40 else f"{text[:40]}..."
