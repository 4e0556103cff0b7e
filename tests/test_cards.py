"""Cards in and out of text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everydeal import cards
from everydeal.errors import InputError

ALL = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def test_kinds_count_suits_within_ranks() -> None:
    assert [cards.kind(text) for text in ALL] == list(range(52))
    assert [cards.name(kind) for kind in range(52)] == ALL


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("as", "As"),
        ("AS", "As"),
        ("kD", "Kd"),
        ("10h", "Th"),
        ("10H", "Th"),
        ("th", "Th"),
        ("A\u2660", "As"),
        ("10\u2665", "Th"),
        ("q\u2666", "Qd"),
        ("2\u2663", "2c"),
        ("A\u2664", "As"),
        ("A\u2661", "Ah"),
        ("A\u2662", "Ad"),
        ("A\u2667", "Ac"),
    ],
)
def test_other_ways_to_write_a_card(text: str, name: str) -> None:
    assert cards.name(cards.kind(text)) == name


@pytest.mark.parametrize(
    "text",
    ["", "A", "s", "1s", "0s", "11s", "Ax", "sA", "Ass", "As ", " As", "A s", "A-s", "1Os", "110s", "1010s",
     "10", "XX", "\u2660A", "\u2660", "\uff12c", "\u0662c", "A\u017f", "\u212ah", "As\x00", "\u00dfs",
     "A\u0130"],
)  # fmt: skip
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(InputError, match=r"is no card; a rank .* is followed by a suit") as caught:
        cards.kind(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("value", [None, 51, b"As", ("A", "s"), True])
def test_a_card_is_text(value: object) -> None:
    with pytest.raises(TypeError, match="a card is text"):
        cards.kind(value)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cards are text"):
        cards.kinds(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "As Kd Th",
        "As,Kd,Th",
        "As, Kd, 10h",
        "  As\tKd\nTh\n",
        "As , Kd ,,Th,",
        "As\r\nKd\r\nTh\r\n",
        "as\u00a0KD th\f",
    ],
)
def test_cards_stand_between_spaces_or_commas(text: str) -> None:
    assert cards.kinds(text) == (51, 45, 34)  # 4 * 12 + 3, 4 * 11 + 1, 4 * 8 + 2


@pytest.mark.parametrize(
    ("text", "at"), [("Ax", 1), ("As Kd 1s 2s", 3), ("As Kd,,Zz", 3), ("As\nKdTh", 2), ("As Kd\x00", 2)]
)
def test_an_error_says_which_card(text: str, at: int) -> None:
    with pytest.raises(InputError, match=f"card {at}: .* is no card"):
        cards.kinds(text)


@pytest.mark.parametrize("text", ["", "  ", ",", "\n"])
def test_no_cards_are_an_error(text: str) -> None:
    with pytest.raises(InputError, match="no card"):
        cards.kinds(text)


@settings(deadline=None)
@given(st.lists(st.integers(0, 51), min_size=1, max_size=20).map(tuple))
def test_names_read_back(hand: tuple[int, ...]) -> None:
    assert cards.kinds(cards.names(hand)) == hand


@settings(deadline=None)
@given(st.text(max_size=4))
def test_random_text_is_no_card_or_one_that_prints_as_itself(text: str) -> None:
    try:
        kind = cards.kind(text)
    except InputError as error:
        message = str(error)
        assert message.isprintable()
        return
    symbols = dict(zip("\u2663\u2666\u2665\u2660\u2667\u2662\u2661\u2664", "cdhscdhs", strict=True))
    plain = "".join(symbols.get(letter, letter) for letter in text)
    assert cards.name(kind).lower() == plain.lower().replace("10", "t")


def test_suit_symbols_as_phones_write_them() -> None:
    assert cards.kinds("A♠️ K♥︎") == cards.kinds("As Kh")
