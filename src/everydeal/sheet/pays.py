"""What a line pays, from the words of a paytable to an exact net win.

    "40 to 1"     net win 40               "9 for 1"    stake included: net win 8
    "19/20 to 1"  net win 19/20            "1 to 2"     net win 1/2
    "?x to 1"     net win x, unknown       "?x for 1"   net win x - 1
    push          net 0                    lose         net -1

A bare number means nothing without its unit ("9 to 1" and "9 for 1" differ by a whole unit),
so it is accepted only where the wager's `unit` supplies the words, as a paytable's heading does.
"""

import keyword
import re
from dataclasses import dataclass
from fractions import Fraction

from everydeal.errors import InputError, shown
from everydeal.exact import MAX_DIGITS, rational

UNITS = ("to 1", "for 1")
ALLOWED = '"40 to 1", "19/20 to 1", "9 for 1", "?x to 1", "push" or "lose"'

_WORDS = re.compile(
    r"(?P<amount>\?[a-z][a-z0-9_]*|[0-9]+(?:/[0-9]+|\.[0-9]+)?)\s+(?P<word>to|for)\s+(?P<per>[0-9]+)",
    re.ASCII,
)
_NUMBER = re.compile(r"[0-9]+(?:/[0-9]+|\.[0-9]+)?|\?[a-z][a-z0-9_]*", re.ASCII)


@dataclass(frozen=True)
class Pay:
    """The net win per unit wagered: `net`, plus the unknown's value where there is one.

    `words` is how the paytable says it.
    """

    net: Fraction
    words: str
    unknown: str | None = None

    @property
    def net_text(self) -> str:
        """The net win as text: `40`, `-1`, `19/20`, `x`, `x - 1`."""
        if not self.unknown:
            return str(self.net)
        return f"{self.unknown} - {-self.net}" if self.net else self.unknown


# Names that formulas already give a meaning.
RESERVED = frozenset({"e", "i", "E", "I", "oo", "pi", "nan", "inf", "zoo", *keyword.kwlist})
PUSH = Pay(Fraction(0), "push")
LOSE = Pay(Fraction(-1), "lose")


def pay(value: object, unit: str | None = None) -> Pay:
    """Read a pay. `unit` is the wager's own unit for bare numbers. Raises InputError.

    >>> pay("9 for 1").net, pay("19/20 to 1").net, pay(9, "to 1").net
    (Fraction(8, 1), Fraction(19, 20), Fraction(9, 1))
    """
    if isinstance(value, int) and not isinstance(value, bool):
        if value >= 10**MAX_DIGITS:
            raise InputError(f"{shown(value)} is no pay; allowed: {ALLOWED}, of at most {MAX_DIGITS} digits")
        if value < 0:
            raise InputError(f"{shown(value)} is negative; allowed: {ALLOWED}")
        return _worded(str(value), unit)
    if not isinstance(value, str):
        reason = " (a binary float is never exact)" if isinstance(value, float) else ""
        raise InputError(f"{shown(value)} is no pay{reason}; allowed: {ALLOWED}")
    return _worded(" ".join(value.split()), unit)


def _worded(words: str, unit: str | None) -> Pay:
    if words in ("push", "lose"):
        return PUSH if words == "push" else LOSE
    if _NUMBER.fullmatch(words):
        if unit is None:
            raise InputError(
                f'{shown(words)} has no unit: write "{words[:20]} to 1" (win on top of the stake) or '
                f'"{words[:20]} for 1" (stake included), or give the wager a unit'
            )
        words = f"{words} {unit}"
    match = _WORDS.fullmatch(words)
    if (
        not match
        or len(match["amount"]) > MAX_DIGITS
        or len(match["per"]) > MAX_DIGITS
        or int(match["per"]) == 0
    ):
        raise InputError(f"{shown(words)} is no pay; allowed: {ALLOWED}")
    amount, per = match["amount"], int(match["per"])
    returned = 1 if match["word"] == "for" else 0
    if amount.startswith("?"):
        if amount[1:] in RESERVED:
            raise InputError(
                f"{shown(words)}: {shown(amount[1:])} means something else; allowed: another name"
            )
        if per != 1:
            raise InputError(f'{shown(words)}: an unknown pay is "{amount} to 1" or "{amount} for 1"')
        return Pay(Fraction(-returned), words, amount[1:])
    return Pay(rational(amount) / per - returned, words)
