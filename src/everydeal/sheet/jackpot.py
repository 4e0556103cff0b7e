"""A jackpot: the meter that some lines of a wager pay shares of, and how it grows."""

from dataclasses import dataclass
from fractions import Fraction

from everydeal.errors import InputError, shown
from everydeal.exact import rational
from everydeal.sheet.reader import Table

KINDS = ("house", "progressive")
MAX_SEED = 10**12


@dataclass(frozen=True)
class Jackpot:
    """`meter` names the unknown that stands for the meter in pays; `seed` is what it starts from, in units.

    Of a progressive `contribution` of each unit wagered is added to the meter; a house jackpot does not grow.
    """

    kind: str
    meter: str
    seed: Fraction
    contribution: Fraction


def read_jackpot(table: Table) -> Jackpot:
    """A wager's table `jackpot`. Raises SheetError."""
    kind = table.text("kind", allowed=KINDS)
    meter = table.text("meter").removeprefix("?")
    seed = read_amount(table, "seed")
    if not 0 < seed <= MAX_SEED:
        table.fail("seed", f"{seed}: allowed: more than 0, at most {MAX_SEED:,}")
    contribution = read_amount(table, "contribution") if kind == "progressive" else Fraction(0)
    if kind == "house" and table.has("contribution"):
        table.fail("contribution", 'a house jackpot does not grow; allowed with kind = "progressive"')
    if not 0 <= contribution <= 1:
        table.fail("contribution", f"{contribution}: allowed: from 0 to 1, a share of the wager")
    table.close()
    return Jackpot(kind, meter, seed, contribution)


def read_amount(table: Table, key: str) -> Fraction:
    """A required exact number. Raises SheetError."""
    allowed = 'a whole number, or text such as "1/5", "20%", "0.20"'
    value = table.anything(key, allowed)
    if type(value) is int and abs(value) <= MAX_SEED:
        return Fraction(value)
    if not isinstance(value, str):
        table.fail(key, f"{shown(value)}; allowed: {allowed}")
    try:
        return rational(value)
    except InputError as error:
        table.reading(key, error)
