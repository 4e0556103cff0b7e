"""Exact figures in plain Python: rationals, or polynomials in unknown pays, as small dicts.

The second way to every figure: nothing here is shared with pricing, which uses sympy.

>>> square = times(parse("x - 1"), parse("x - 1"))
>>> square == parse("x**2 - 2*x + 1"), number(parse("19/20"))
(True, Fraction(19, 20))
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

MAX_TEXT = 20_000
MAX_NUMBER = 4_000  # digits

# A product of unknowns as (name, power) in order of name; () is the term without any.
Monomial: TypeAlias = tuple[tuple[str, int], ...]
# Coefficients by monomial, none of them 0.
Polynomial: TypeAlias = dict[Monomial, Fraction]

_NAME = r"[a-z][a-z0-9_]*"
_POWER = rf"{_NAME}(?:\*\*[1-9][0-9]?)?"
_TERM = re.compile(
    rf"(?:(?P<number>[0-9]+)(?:\*(?P<after>{_POWER}(?:\*{_POWER})*))?|(?P<alone>{_POWER}(?:\*{_POWER})*))"
    r"(?:/(?P<over>[1-9][0-9]*))?",
    re.ASCII,
)


def parse(text: str) -> Polynomial:
    """A figure as certificates write it: `-3/7`, `17/20 - 3*x/20`, `x**2/400`. Raises ValueError.

    A rational must be in lowest terms, so that equal figures are equal texts.
    """
    if len(text) > MAX_TEXT:
        raise ValueError("too long")
    found: Polynomial = {}
    signed = re.split(r" ([+-]) ", "+" + text if not text.startswith("-") else text)
    terms = [signed[0], *(sign + term for sign, term in zip(signed[1::2], signed[2::2], strict=True))]
    for term in terms:
        match = _TERM.fullmatch(term, 1)
        if not match or max(len(match["number"] or ""), len(match["over"] or "")) > MAX_NUMBER:
            raise ValueError("no exact figure")
        value = Fraction(int(match["number"] or 1), int(match["over"] or 1))
        add(found, _monomial(match["after"] or match["alone"]), -value if term[0] == "-" else value)
    if set(found) <= {()} and text != str(found.get((), Fraction(0))):
        raise ValueError("not in lowest terms")
    return found


def constant(value: Fraction | int) -> Polynomial:
    """A figure without unknowns."""
    return {(): Fraction(value)} if value else {}


def add(to: Polynomial, monomial: Monomial, value: Fraction) -> None:
    """Add one term."""
    total = to.get(monomial, Fraction(0)) + value
    if total:
        to[monomial] = total
    else:
        to.pop(monomial, None)


def total(weighted: Iterable[tuple[Polynomial, Fraction | int]]) -> Polynomial:
    """The sum of figures, each times a rational."""
    found: Polynomial = {}
    for figure, weight in weighted:
        for monomial, value in figure.items():
            add(found, monomial, value * weight)
    return found


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product."""
    found: Polynomial = {}
    for left, value in one.items():
        for right, factor in other.items():
            powers = dict(left)
            for name, power in right:
                powers[name] = powers.get(name, 0) + power
            add(found, tuple(sorted(powers.items())), value * factor)
    return found


def number(figure: Polynomial) -> Fraction | None:
    """The figure's value; None if it holds an unknown."""
    return figure.get((), Fraction(0)) if set(figure) <= {()} else None


def names(figure: Polynomial) -> set[str]:
    """The unknowns."""
    return {name for monomial in figure for name, _ in monomial}


def text(figure: Polynomial) -> str:
    """A figure in words, for messages; rationals as in certificates.

    >>> text(parse("17/20 - 3*x/20"))
    '17/20 - 3/20*x'
    """
    words = ""
    for monomial, value in sorted(figure.items()):
        factors = [name if power == 1 else f"{name}**{power}" for name, power in monomial]
        if abs(value) != 1 or not factors:
            factors.insert(0, str(abs(value)))
        sign = "-" if value < 0 else "+"
        words += f" {sign} {'*'.join(factors)}"
    return (words[3:] if words.startswith(" + ") else words.replace(" - ", "-", 1)) or "0"


def _monomial(factors: str | None) -> Monomial:
    powers: dict[str, int] = {}
    for factor in re.split(r"(?<!\*)\*(?!\*)", factors) if factors else ():
        name, _, power = factor.partition("**")
        powers[name] = powers.get(name, 0) + int(power or 1)
    return tuple(sorted(powers.items()))
