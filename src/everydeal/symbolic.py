"""The one module that imports sympy, and gives it types.

A figure is a sympy Rational; where a pay is unknown it is an expression in that pay's symbol.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias, cast

import sympy

from everydeal.sheet.pays import Pay

# A sympy expression: a Rational unless a pay is unknown.
Figure: TypeAlias = Any


def figure(numerator: int, denominator: int = 1) -> Figure:
    """An exact rational."""
    return sympy.Rational(numerator, denominator)


def of_pay(pay: Pay) -> Figure:
    """A pay as a figure: a rational, or linear in the symbol of an unknown."""
    net = sympy.Rational(pay.net.numerator, pay.net.denominator)
    if not pay.unknown:
        return net
    share = sympy.Rational(pay.share.numerator, pay.share.denominator)
    return net + share * sympy.Symbol(pay.unknown)


def mean(weighted: Iterable[tuple[Figure, int]], total: int) -> Figure:
    """Sum of value times count, over `total`. One division at the very end."""
    return sympy.expand(sympy.Add(*(value * count for value, count in weighted)) / total)


def expanded(value: Figure) -> Figure:
    """A polynomial in canonical form, so that equal figures print alike."""
    return sympy.expand(value)


def is_number(value: Figure) -> bool:
    """Whether a figure holds no unknown."""
    return bool(value.is_Rational)


def symbols(value: Figure) -> list[str]:
    """The unknowns of a figure, in order of name."""
    return sorted(symbol.name for symbol in value.free_symbols)


def root_of_linear(value: Figure, name: str) -> Figure | None:
    """Where an expression linear in `name` is zero; None if it does not depend on it."""
    symbol = sympy.Symbol(name)
    slope = sympy.diff(value, symbol)
    return None if slope == 0 else sympy.expand(-value.subs(symbol, 0) / slope)


def at(value: Figure, name: str, number: Figure) -> Figure:
    """An expression with an unknown replaced by a number."""
    return sympy.expand(value.subs(sympy.Symbol(name), number))


def at_most(value: Figure, names: Iterable[str]) -> Figure:
    """The most that an edge can be while no unknown pay of these is below zero: it falls as they rise."""
    for name in names:
        value = at(value, name, figure(0))
    return value


def text(value: Figure) -> str:
    """A figure as text: `p/q`, or an expression such as `17/20 - 3*x/20`."""
    return cast(str, sympy.sstr(value))
