"""Decimals from rationals by integer division: no float ever carries a figure.

Rounding happens here and nowhere else: once, last, half to even.
"""

import re
from fractions import Fraction
from math import isqrt
from typing import Protocol

from everydeal.errors import InputError, shown


class Ratio(Protocol):
    """Anything exact: int, fractions.Fraction, a sympy Rational."""

    @property
    def numerator(self) -> int:
        """Over the denominator, in lowest terms."""

    @property
    def denominator(self) -> int:
        """Positive."""


def decimal(value: Ratio, places: int) -> str:
    """`value` to so many decimal places, half to even.

    >>> decimal(Fraction(1, 8), 2), decimal(Fraction(3, 8), 2), decimal(Fraction(-1, 3), 4)
    ('0.12', '0.38', '-0.3333')
    """
    numerator, denominator = int(value.numerator), int(value.denominator)
    whole, rest = divmod(abs(numerator) * 10**places, denominator)
    whole += 2 * rest > denominator or (2 * rest == denominator and whole % 2)
    return _point(whole, places, negative=numerator < 0)


def percent(value: Ratio, places: int = 4) -> str:
    """`value` as a percentage.

    >>> percent(Fraction(19, 20), 1)
    '95.0%'
    """
    return decimal(Fraction(int(value.numerator), int(value.denominator)) * 100, places) + "%"


def square_root(value: Ratio, places: int) -> str:
    """The square root of a rational that is not negative, to so many places, half to even.

    >>> square_root(Fraction(2), 4), square_root(Fraction(25, 4), 1), square_root(Fraction(1, 400), 1)
    ('1.4142', '2.5', '0.0')
    """
    numerator, denominator = int(value.numerator), int(value.denominator)
    scaled = 4 * numerator * 100**places
    doubled = isqrt(scaled // denominator)  # the floor of twice the root, in units of the last place
    whole, half = divmod(doubled, 2)
    tie = half and doubled * doubled * denominator == scaled
    return _point(whole + (half and not (tie and whole % 2 == 0)), places, negative=False)


def grouped(count: int) -> str:
    """A count with its digits in threes.

    >>> grouped(4998398275503360)
    '4,998,398,275,503,360'
    """
    return f"{count:,}"


def fraction_text(value: Ratio) -> str:
    """A rational in lowest terms, as `p/q`, or `p` if it is whole."""
    return str(Fraction(int(value.numerator), int(value.denominator)))


MAX_DIGITS = 60  # of a pay; figures may be longer
_MAX_TEXT = 1000
_RATIONAL = re.compile(r"([+-]?)([0-9]+)(?:/([0-9]+)|\.([0-9]+))?(%?)", re.ASCII)


def rational(text: str) -> Fraction:
    """An exact rational from `3`, `19/20`, `0.95` or `7.5%`. Raises InputError otherwise.

    >>> rational("5%"), rational("-0.05"), rational("19/20")
    (Fraction(1, 20), Fraction(-1, 20), Fraction(19, 20))
    """
    match = _RATIONAL.fullmatch(text.strip())
    if not match or len(text) > _MAX_TEXT or (match[3] and int(match[3]) == 0):
        raise InputError(f"{shown(text)} is no exact number; allowed: 3, 19/20, 0.95, 7.5%")
    sign, whole, denominator, places, hundredths = match.groups()
    value = Fraction(int(whole), int(denominator or 1))
    if places:
        value += Fraction(int(places), 10 ** len(places))
    return (-value if sign == "-" else value) / (100 if hundredths else 1)


def _point(units: int, places: int, *, negative: bool) -> str:
    digits = str(units).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if negative and units else text
