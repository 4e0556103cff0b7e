"""What a line pays: from a paytable's words to an exact net win."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everydeal.errors import InputError
from everydeal.sheet.pays import LOSE, PUSH, Pay, pay


@pytest.mark.parametrize(
    ("words", "net"),
    [
        ("40 to 1", Fraction(40)),
        ("1 to 1", Fraction(1)),
        ("0 to 1", Fraction(0)),
        ("19/20 to 1", Fraction(19, 20)),
        ("0.95 to 1", Fraction(19, 20)),
        ("1 to 2", Fraction(1, 2)),
        ("3 to 2", Fraction(3, 2)),
        ("6 to 5", Fraction(6, 5)),
        ("1/2 to 3", Fraction(1, 6)),
        ("9 for 1", Fraction(8)),  # the stake is in the nine
        ("1 for 1", Fraction(0)),
        ("0 for 1", Fraction(-1)),
        ("1/2 for 1", Fraction(-1, 2)),
        ("5 for 2", Fraction(3, 2)),  # 5/2 comes back for each unit, of which 1 was staked
        ("1.95 for 1", Fraction(19, 20)),
        ("push", Fraction(0)),
        ("lose", Fraction(-1)),
    ],
)
def test_words_are_a_net_win(words: str, net: Fraction) -> None:
    assert pay(words) == Pay(net, words)


def test_push_and_lose_have_names() -> None:
    assert pay("push") == PUSH
    assert pay("lose") == LOSE


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 100))
def test_for_is_one_unit_less_than_to(numerator: int, denominator: int, per: int) -> None:
    amount = f"{numerator}/{denominator}"
    net = Fraction(numerator, denominator) / per
    assert pay(f"{amount} to {per}").net == net
    assert pay(f"{amount} for {per}").net == net - 1


@pytest.mark.parametrize(
    ("value", "unit", "net", "words"),
    [
        (9, "to 1", Fraction(9), "9 to 1"),
        (9, "for 1", Fraction(8), "9 for 1"),
        ("9", "for 1", Fraction(8), "9 for 1"),
        ("19/20", "to 1", Fraction(19, 20), "19/20 to 1"),
        ("0.95", "to 1", Fraction(19, 20), "0.95 to 1"),
        (0, "for 1", Fraction(-1), "0 for 1"),
        # a unit does not touch what says its own
        ("9 to 1", "for 1", Fraction(9), "9 to 1"),
        ("push", "for 1", Fraction(0), "push"),
        ("lose", "to 1", Fraction(-1), "lose"),
    ],
)
def test_a_unit_completes_a_bare_number(value: object, unit: str, net: Fraction, words: str) -> None:
    assert pay(value, unit) == Pay(net, words)


def test_white_space_is_folded() -> None:
    assert pay("  40 \t to\n1 ") == pay("40 to 1")


@pytest.mark.parametrize(
    ("value", "unit", "net", "words"),
    [
        ("?x to 1", None, 0, "?x to 1"),
        ("?x for 1", None, -1, "?x for 1"),
        ("?x", "to 1", 0, "?x to 1"),
        ("?x", "for 1", -1, "?x for 1"),
        ("?jackpot_2 to 1", None, 0, "?jackpot_2 to 1"),
    ],
)
def test_an_unknown_pay_is_its_name_and_what_is_added(
    value: str, unit: str | None, net: int, words: str
) -> None:
    assert pay(value, unit) == Pay(Fraction(net), words, words.split()[0][1:])


@pytest.mark.parametrize("value", [40, 0, "40", "19/20", "0.95", "?x"])
def test_a_bare_number_without_a_unit_is_refused_with_both_readings(value: object) -> None:
    with pytest.raises(InputError) as caught:
        pay(value)
    assert f'has no unit: write "{value} to 1" (win on top of the stake) or "{value} for 1"' in str(
        caught.value
    )


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.95, r"0\.95 is no pay \(a binary float is never exact\)"),
        (40.0, r"40\.0 is no pay \(a binary float is never exact\)"),
        (float("nan"), "nan is no pay"),
        (True, "True is no pay"),
        (None, "None is no pay"),
        ([], r"\[\] is no pay"),
        ({}, r"\{\} is no pay"),
        (date(2026, 5, 1), r"datetime\.date\(2026, 5, 1\) is no pay"),
        (-1, "-1 is negative"),
        ("", "'' is no pay"),
        ("-1 to 1", "'-1 to 1' is no pay"),
        ("+1 to 1", "is no pay"),
        ("40 to 0", "'40 to 0' is no pay"),
        ("40 to", "is no pay"),
        ("40 to 1/2", "is no pay"),
        ("40 to -1", "is no pay"),
        ("40:1", "is no pay"),
        ("40-1", "is no pay"),
        ("40 to one", "is no pay"),
        ("to 1", "is no pay"),
        ("40to1", "is no pay"),
        ("40 TO 1", "is no pay"),
        ("Push", "'Push' is no pay"),
        ("loses", "is no pay"),
        ("5%", "is no pay"),
        ("1e3 to 1", "is no pay"),
        (".5 to 1", "is no pay"),
        ("1.5/2 to 1", "is no pay"),
        ("\u0664 to 1", "is no pay"),
        ("40\x00 to 1", r"'40\\x00 to 1' is no pay"),
        ("1/0 to 1", "'1/0' is no exact number"),
        ("1" * 80 + " to 1", "is no pay"),
        ("1 to " + "1" * 5000, "is no pay"),
        ("? to 1", "is no pay"),
        ("?X to 1", r"'\?X to 1' is no pay"),
        ("?2x to 1", "is no pay"),
        ("?_x to 1", "is no pay"),
        ("?x+1 to 1", "is no pay"),
        ("2?x to 1", "is no pay"),
        ("?x to 2", r'\'\?x to 2\': an unknown pay is "\?x to 1" or "\?x for 1"'),
    ],
)
def test_anything_else_is_refused(value: object, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        pay(value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("unit", [None, "to 1", "for 1"])
def test_a_number_of_thousands_of_digits_is_refused(unit: str | None) -> None:
    # Python prints no integer beyond 4,300 digits, and TOML's hexadecimal ones have no such limit.
    with pytest.raises(InputError) as caught:
        pay(16**5000, unit)
    assert len(str(caught.value)) < 250


@settings(deadline=None)
@given(st.text() | st.text("0123456789 /.?xtofor", max_size=12), st.sampled_from([None, "to 1", "for 1"]))
def test_random_text_is_refused_or_pays_no_less_than_the_stake(text: str, unit: str | None) -> None:
    try:
        read = pay(text, unit)
    except InputError as error:
        message = str(error)
        assert message.isprintable()
        return
    assert read.net >= -1
    assert pay(read.words) == read


@pytest.mark.parametrize("name", ["oo", "pi", "nan", "inf", "lambda"])
def test_an_unknown_is_not_named_as_what_formulas_know(name: str) -> None:
    with pytest.raises(InputError, match="means something else; allowed: another name"):
        pay(f"?{name} to 1")
