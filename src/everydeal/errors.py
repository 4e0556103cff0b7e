"""The exceptions of the package.

Each inherits from the builtin that describes it as well as from `EverydealError`, so callers
may catch either. The command line turns them into exit statuses.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches


class EverydealError(Exception):
    """Base of every error this package raises on purpose."""


class InputError(EverydealError, ValueError):
    """Something the user gave cannot be used: an argument, a card, a shoe, a file."""


class SheetError(InputError):
    """A sheet is malformed. The message names the file, the place, the value and what is allowed."""


class EventError(InputError):
    """A `when` expression is malformed. The message quotes it and says where."""


class InternalCheckError(EverydealError, RuntimeError):
    """A check that must always hold did not: no figure is given."""


def alternatives(value: str, allowed: Iterable[str]) -> str:
    """Words for the end of a message: the closest allowed name if there is one, then all of them.

    Names that differ in what stands in brackets are said once, as `count(...)`.

    >>> alternatives("totl", ["total", "cards"])
    "did you mean 'total'? Allowed: total, cards"
    """
    names = list(allowed)
    close = get_close_matches(value, names, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    families = dict.fromkeys(re.sub(r"([\[(]).*([\])])$", r"\1...\2", name) for name in names)
    return f"{hint}{'Allowed' if hint else 'allowed'}: {', '.join(families)}"


def shown(value: object, limit: int = 80) -> str:
    """A value as a message quotes it: on one line, printable, shortened beyond `limit` characters."""
    try:
        text = repr(value[: limit + 1]) if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or nested as deep
        return "a value too large to show"
    text = ascii(text)[1:-1] if not text.isprintable() else text
    return text if len(text) <= limit else text[: limit - 3] + "..."
