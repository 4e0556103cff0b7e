"""Decimals from rationals: held against the decimal module at high precision, and against Fraction."""

import decimal as decimals
import re
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everydeal import symbolic
from everydeal.errors import InputError
from everydeal.exact import MAX_DIGITS, decimal, fraction_text, grouped, percent, rational, square_root

# With at most 40 digits above and 20 below, a quotient or root that is no tie differs from one by far
# more than the last of 300 digits, and a tie is exact in them: so these contexts round but once.
HIGH = decimals.Context(prec=300, rounding=ROUND_HALF_EVEN)
FRACTIONS = st.builds(Fraction, st.integers(-(10**40), 10**40), st.integers(1, 10**20))
PLACES = st.integers(0, 20)


def rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), context=HIGH)


def halfway(odd: int, places: int) -> Fraction:
    """Exactly between two decimals of so many places."""
    return Fraction(2 * odd + 1, 2 * 10**places)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(-2, 3), 4, "-0.6667"),
        (Fraction(1, 2), 0, "0"),  # ties go to the even neighbour
        (Fraction(3, 2), 0, "2"),
        (Fraction(5, 2), 0, "2"),
        (Fraction(-5, 2), 0, "-2"),
        (Fraction(-7, 2), 0, "-4"),
        (Fraction(1, 200), 2, "0.00"),
        (Fraction(3, 200), 2, "0.02"),
        (Fraction(-1, 200), 2, "0.00"),  # nothing is minus zero
        (Fraction(-1, 2), 0, "0"),
        (Fraction(1001, 200000), 2, "0.01"),  # just above a tie
        (Fraction(999, 1000), 2, "1.00"),  # a carry into a new digit
        (Fraction(0), 3, "0.000"),
        (Fraction(12), 1, "12.0"),
        (Fraction(1, 1000), 2, "0.00"),
        (7, 2, "7.00"),
    ],
)
def test_decimals(value: Fraction, places: int, text: str) -> None:
    assert decimal(value, places) == text


@settings(deadline=None)
@given(FRACTIONS, PLACES)
def test_decimal_rounds_as_the_decimal_module(value: Fraction, places: int) -> None:
    quotient = HIGH.divide(Decimal(value.numerator), Decimal(value.denominator))
    text = decimal(value, places)
    assert Decimal(text) == rounded(quotient, places)
    assert re.fullmatch(rf"-?[0-9]+\.[0-9]{{{places}}}" if places else r"-?[0-9]+", text)
    assert not (text.startswith("-") and Fraction(text) == 0)


@settings(deadline=None)
@given(FRACTIONS, PLACES)
def test_decimal_is_at_most_half_a_unit_away(value: Fraction, places: int) -> None:
    assert abs(Fraction(decimal(value, places)) - value) <= Fraction(1, 2 * 10**places)


@settings(deadline=None)
@given(st.integers(-(10**30), 10**30), PLACES)
def test_a_tie_goes_to_the_even_digit(odd: int, places: int) -> None:
    units = Fraction(decimal(halfway(odd, places), places)) * 10**places
    assert units in (odd, odd + 1)
    assert units % 2 == 0


@settings(deadline=None)
@given(FRACTIONS, PLACES)
def test_minus_a_value_is_minus_its_decimal(value: Fraction, places: int) -> None:
    assert Fraction(decimal(-value, places)) == -Fraction(decimal(value, places))


@settings(deadline=None)
@given(FRACTIONS, PLACES)
def test_any_exact_number_is_printed_alike(value: Fraction, places: int) -> None:
    figure = symbolic.figure(value.numerator, value.denominator)
    assert decimal(figure, places) == decimal(value, places)
    assert percent(figure, places) == percent(value, places)
    assert fraction_text(figure) == fraction_text(value)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(19, 20), 0, "95%"),
        (Fraction(1, 3), 4, "33.3333%"),
        (Fraction(-1, 80), 1, "-1.2%"),  # 1.25 per cent: a tie
        (Fraction(-1, 10**9), 4, "0.0000%"),
        (Fraction(12), 1, "1200.0%"),
    ],
)
def test_percentages(value: Fraction, places: int, text: str) -> None:
    assert percent(value, places) == text


@settings(deadline=None)
@given(FRACTIONS, PLACES)
def test_percent_is_a_hundred_times_the_decimal_rounded_once(value: Fraction, places: int) -> None:
    hundredfold = HIGH.divide(Decimal(100 * value.numerator), Decimal(value.denominator))
    text = percent(value, places)
    assert text.endswith("%")
    assert Decimal(text[:-1]) == rounded(hundredfold, places)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(0), 3, "0.000"),
        (Fraction(2), 10, "1.4142135624"),  # 1.41421356237309...
        (Fraction(4), 0, "2"),
        (Fraction(1, 4), 0, "0"),  # 0.5: ties go to the even neighbour
        (Fraction(9, 4), 0, "2"),  # 1.5
        (Fraction(25, 4), 0, "2"),  # 2.5
        (Fraction(26, 4), 0, "3"),  # 2.549...: no tie
        (Fraction(249, 4) / 10, 0, "2"),  # 2.4949...
        (Fraction(1, 400), 1, "0.0"),  # 0.05
        (Fraction(9, 400), 1, "0.2"),  # 0.15
        (Fraction(10**40), 1, "100000000000000000000.0"),
        (Fraction(999_999, 1_000_000), 2, "1.00"),
        (3, 2, "1.73"),
    ],
)
def test_square_roots(value: Fraction, places: int, text: str) -> None:
    assert square_root(value, places) == text


@settings(deadline=None)
@given(FRACTIONS.map(abs), PLACES)
def test_square_root_rounds_as_the_decimal_module(value: Fraction, places: int) -> None:
    quotient = HIGH.divide(Decimal(value.numerator), Decimal(value.denominator))
    text = square_root(value, places)
    assert Decimal(text) == rounded(HIGH.sqrt(quotient), places)
    assert re.fullmatch(rf"[0-9]+\.[0-9]{{{places}}}" if places else r"[0-9]+", text)


@settings(deadline=None)
@given(FRACTIONS.map(abs), PLACES)
def test_square_root_is_at_most_half_a_unit_away(value: Fraction, places: int) -> None:
    root, half = Fraction(square_root(value, places)), Fraction(1, 2 * 10**places)
    assert max(root - half, Fraction(0)) ** 2 <= value <= (root + half) ** 2


@settings(deadline=None)
@given(st.integers(0, 10**20), PLACES)
def test_a_root_that_is_a_tie_goes_to_the_even_digit(odd: int, places: int) -> None:
    units = Fraction(square_root(halfway(odd, places) ** 2, places)) * 10**places
    assert units in (odd, odd + 1)
    assert units % 2 == 0


@settings(deadline=None)
@given(st.integers(0, 10**20), PLACES, st.sampled_from([1, -1]))
def test_a_root_beside_a_tie_goes_to_its_own_side(odd: int, places: int, side: int) -> None:
    tie = halfway(odd, places)
    beside = tie**2 + side * tie**2 / 10**60
    units = Fraction(square_root(beside, places)) * 10**places
    assert units == (odd if side < 0 else odd + 1)


def test_there_is_no_root_of_a_negative_number() -> None:
    with pytest.raises(ValueError, match="nonnegative"):
        square_root(Fraction(-1, 4), 2)


@settings(deadline=None)
@given(st.integers(-(10**40), 10**40))
def test_digits_are_grouped_in_threes(count: int) -> None:
    text = grouped(count)
    assert text.replace(",", "") == str(count)
    assert re.fullmatch(r"-?[0-9]{1,3}(,[0-9]{3})*", text)


@settings(deadline=None)
@given(FRACTIONS)
def test_a_fraction_as_text_reads_back(value: Fraction) -> None:
    text = fraction_text(value)
    assert rational(text) == value == Fraction(text)
    assert ("/" in text) is (value.denominator > 1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", Fraction(3)),
        ("+3", Fraction(3)),
        ("-3", Fraction(-3)),
        (" 19/20 ", Fraction(19, 20)),
        ("38/40", Fraction(19, 20)),
        ("0.95", Fraction(19, 20)),
        ("-0.05", Fraction(-1, 20)),
        ("7.5%", Fraction(3, 40)),
        ("-5%", Fraction(-1, 20)),
        ("1/3%", Fraction(1, 300)),
        ("0/7", Fraction(0)),
        ("-0", Fraction(0)),
        ("007", Fraction(7)),
        ("0.1", Fraction(1, 10)),  # and not the nearest binary float
        ("9" * MAX_DIGITS, Fraction(10**MAX_DIGITS - 1)),
    ],
)
def test_exact_numbers_are_read(text: str, value: Fraction) -> None:
    assert rational(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "x", "1/0", "0/0", "1/", "/2", "1/-2", "1//2", "1/2/3", "1.5/2", "1/2.5", ".5", "5.", "1e3",
        "1_000", "1,000", "0x10", "--1", "- 1", "1 /2", "5 %", "5%%", "%", "inf", "nan", "\u0663", "\u00bd",
        "1\x002", "1\n2", "9" * 1001, "1/" + "9" * 10_000, "0" * 5000,
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(InputError, match=r"is no exact number; allowed: 3, 19/20, 0\.95, 7\.5%") as caught:
        rational(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=12) | st.text("0123456789./%+- ", max_size=12))
def test_random_text_is_refused_or_read_as_fraction_reads_it(text: str) -> None:
    try:
        value = rational(text)
    except InputError:
        return
    number = text.strip()
    assert value == (Fraction(number[:-1]) / 100 if number.endswith("%") else Fraction(number))


@settings(deadline=None)
@given(
    st.integers(0, 10**15), st.text("0123456789", min_size=1, max_size=15), st.sampled_from(["", "+", "-"])
)
def test_decimal_text_is_exact(whole: int, places: str, sign: str) -> None:
    text = f"{sign}{whole}.{places}"
    assert rational(text) == Fraction(text)
    assert rational(text + "%") == Fraction(text) / 100
