"""What a line pays, from the words of a paytable to an exact net win.

    "40 to 1"     net win 40               "9 for 1"    stake included: net win 8
    "19/20 to 1"  net win 19/20            "1 to 2"     net win 1/2
    "?x to 1"     net win x, unknown       "?x for 1"   net win x - 1
    push          net 0                    lose         net -1
                                           lose 2       net -2

A share of a meter is linear in it: "10% of ?meter for 1" is a net win of meter/10 - 1, and
"50 + 10% of ?meter for 1" one of meter/10 + 49.

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
ALLOWED = (
    '"40 to 1", "19/20 to 1", "9 for 1", "?x to 1", "10% of ?meter for 1", "50 + 10% of ?meter for 1", '
    '"push", "lose" or "lose 2"'
)

_NUMBER = r"[0-9]+(?:/[0-9]+|\.[0-9]+)?"
_UNKNOWN = r"\?[a-z][a-z0-9_]*"
_SHARE = rf"(?:(?P<share>{_NUMBER}%?)\s+of\s+)?(?P<unknown>{_UNKNOWN})"
_AMOUNT = rf"(?=\S)(?:(?P<fixed>{_NUMBER})(?:\s*\+\s*(?=\S)|(?=\s)))?(?:(?<!\d){_SHARE})?"
_WORDS = re.compile(rf"{_AMOUNT}\s+(?P<word>to|for)\s+(?P<per>[0-9]+)", re.ASCII)
_LOSE = re.compile(rf"lose\s+(?P<stakes>{_NUMBER})", re.ASCII)
_WITH_UNIT = re.compile(r"\s(?:to|for)\s", re.ASCII)


@dataclass(frozen=True)
class Pay:
    """The net win per unit wagered: `net`, plus `share` of the unknown's value where there is one.

    `words` is how the paytable says it.
    """

    net: Fraction
    words: str
    unknown: str | None = None
    share: Fraction = Fraction(1)

    @property
    def net_text(self) -> str:
        """The net win as text: `40`, `-1`, `19/20`, `x`, `x/10 - 1`."""
        if not self.unknown:
            return str(self.net)
        number, per = self.share.numerator, self.share.denominator
        term = f"{f'{number}*' if number != 1 else ''}{self.unknown}{f'/{per}' if per != 1 else ''}"
        return f"{term} {'-' if self.net < 0 else '+'} {abs(self.net)}" if self.net else term


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
    lost = _LOSE.fullmatch(words)
    if lost:
        stakes = _amount(lost["stakes"], words)
        if not stakes:
            raise InputError(f'{shown(words)}: what loses nothing is a "push"')
        return Pay(-stakes, words)
    if not _WITH_UNIT.search(words) and _WORDS.fullmatch(f"{words} to 1"):
        if unit is None:
            raise InputError(
                f'{shown(words)} has no unit: write "{words[:20]} to 1" (win on top of the stake) or '
                f'"{words[:20]} for 1" (stake included), or give the wager a unit'
            )
        words = f"{words} {unit}"
    match = _WORDS.fullmatch(words)
    if not match or len(match["per"]) > MAX_DIGITS or int(match["per"]) == 0:
        raise InputError(f"{shown(words)} is no pay; allowed: {ALLOWED}")
    fixed, unknown, per = match["fixed"], match["unknown"], int(match["per"])
    net = (_amount(fixed, words) if fixed else Fraction(0)) / per - (match["word"] == "for")
    if unknown is None:
        return Pay(net, words)
    name = unknown[1:]
    if name in RESERVED:
        raise InputError(f"{shown(words)}: {shown(name)} means something else; allowed: another name")
    if len(unknown) > MAX_DIGITS:
        raise InputError(f"{shown(words)}: allowed: names of at most {MAX_DIGITS - 1} characters")
    if per != 1:
        raise InputError(f'{shown(words)}: an unknown pay is "{unknown} to 1" or "{unknown} for 1"')
    share = _amount(match["share"], words) if match["share"] else Fraction(1)
    if not share:
        raise InputError(f"{shown(words)}: a share of nothing; allowed: more than 0")
    return Pay(net, words, name, share)


def _amount(text: str, words: str) -> Fraction:
    """A number of a pay. Raises InputError if it is endless."""
    if len(text) > MAX_DIGITS:
        raise InputError(f"{shown(words)} is no pay; allowed: {ALLOWED}")
    return rational(text)
