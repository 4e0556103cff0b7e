"""Shoes in words."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everydeal.errors import InputError
from everydeal.games.shoe import MAX_DECKS, MIN_CARDS, Shoe, plural

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]  # in the order of their kinds


@pytest.mark.parametrize("decks", [1, 4, 8, 27])
def test_whole_decks_hold_each_card_as_often(decks: int) -> None:
    shoe = Shoe.of_decks(decks)
    assert shoe.counts == (decks,) * 52
    assert shoe.cards == 52 * decks
    assert Shoe.parse(shoe.text) == shoe


def test_one_deck_is_no_plural() -> None:
    assert [plural(decks) for decks in (1, 2, 27)] == ["1 deck", "2 decks", "27 decks"]


@pytest.mark.parametrize("decks", [0, -1, 28, 10**30])
def test_decks_are_1_to_27(decks: int) -> None:
    with pytest.raises(InputError, match=f"{decks} decks; allowed: 1 to 27"):
        Shoe.of_decks(decks)


@pytest.mark.parametrize("decks", [8.0, True, "8", None])
def test_a_number_of_decks_is_an_integer(decks: object) -> None:
    with pytest.raises(TypeError, match="an integer, not"):
        Shoe.of_decks(decks)  # type: ignore[arg-type]


def test_27_decks_is_the_most_that_63_bits_hold() -> None:
    def sequences(cards: int) -> int:
        return cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)

    assert sequences(52 * MAX_DECKS) < 2**63 < sequences(52 * (MAX_DECKS + 1))


@pytest.mark.parametrize(
    ("text", "cards", "changed"),
    [
        ("8 decks", 416, {}),
        ("1 deck", 52, {}),
        ("1 decks", 52, {}),
        ("8 decks less 4d 4h 2x4s", 412, {"4d": 7, "4h": 7, "4s": 6}),
        ("8 decks less 4d 4d", 414, {"4d": 6}),
        ("8 decks less 4d less 4h", 414, {"4d": 7, "4h": 7}),
        ("6 decks less Ah plus Kc", 312, {"Ah": 5, "Kc": 7}),
        ("6 decks plus 10xKc", 322, {"Kc": 16}),
        ("6 decks less 10h, 2x10s", 309, {"Th": 5, "Ts": 4}),
        ("6 decks, less ah,KD", 310, {"Ah": 5, "Kd": 5}),
        ("2 decks less 2\u00d7A\u2660", 102, {"As": 0}),
        ("  8   decks\nless\t4d ", 415, {"4d": 7}),
        ("1 deck less As plus As", 52, {}),
    ],
)
def test_decks_less_and_plus_cards(text: str, cards: int, changed: dict[str, int]) -> None:
    shoe = Shoe.parse(text)
    decks = int(text.split()[0])
    assert shoe.cards == cards
    assert dict(zip(CARDS, shoe.counts, strict=True)) == dict.fromkeys(CARDS, decks) | changed
    assert Shoe.parse(shoe.text) == shoe


def test_a_shoe_may_be_just_the_cards_there_are() -> None:
    shoe = Shoe.parse("cards 4xAs Kd 2c 7h, 2c")
    assert +Counter(dict(zip(CARDS, shoe.counts, strict=True))) == {"As": 4, "Kd": 1, "2c": 2, "7h": 1}
    assert shoe.cards == 8
    assert shoe.text == "cards 4xAs Kd 2c 7h 2c"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 'is no shoe; allowed: "8 decks"'),
        ("8", "'8' is no shoe"),
        ("decks", "is no shoe"),
        ("eight decks", "'eight decks' is no shoe"),
        ("8 packs", "is no shoe"),
        ("8.0 decks", "is no shoe"),
        ("-8 decks", "is no shoe"),
        ("\u0668 decks", "is no shoe"),
        ("8decks", "is no shoe"),
        ("8 Decks", "is no shoe"),
        ("1000 decks", "is no shoe"),
        ("As Kd", "is no shoe"),
        ("0 decks", "0 decks; allowed: 1 to 27"),
        ("28 decks", "28 decks; allowed: 1 to 27"),
        ("8 decks 4d", "before '4d': expected less or plus"),
        ("8 decks without 4d", "before 'without': expected less or plus"),
        ("8 decks less 4x", "'4x' is no card"),
        ("8 decks less x4d", "'x4d' is no card"),
        ("8 decks less 2x 4d", "is no card"),
        ("8 decks less -1x4d", "'-1x4d' is no card"),
        ("8 decks less 99999x4d", "'99999x4d' is no card"),
        ("8 decks less 2x2x4d", "'2x4d' is no card"),
        ("8 decks less 1s", "'1s' is no card"),
        ("8 decks less 4d\x00", r"'4d\\x00' is no card"),
        ("8 decks less 9x4d", "takes out more 4d than the shoe holds"),
        ("1 deck less As As", "takes out more As than the shoe holds"),
        ("1 deck less 2xAs plus As", "takes out more As than the shoe holds"),
        ("cards", "a card is missing; allowed: "),
        ("cards 5xAs", "holds 5 cards; allowed: 6"),
        ("cards 1405xAs", "holds 1405 cards"),
        ("27 decks plus As", "holds 1405 cards"),
        ("cards 8 decks", "'8' is no card"),
    ],
)
def test_anything_else_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        Shoe.parse(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(("text", "cards"), [("cards 6xAs", MIN_CARDS), ("cards 1404xAs", 52 * MAX_DECKS)])
def test_the_smallest_and_the_largest_shoe(text: str, cards: int) -> None:
    assert Shoe.parse(text).cards == cards


@pytest.mark.parametrize("text", [None, 8, b"8 decks", ["8 decks"]])
def test_a_shoe_in_words_is_text(text: object) -> None:
    with pytest.raises(TypeError, match="a shoe is text"):
        Shoe.parse(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "counts", [(8,) * 51, (8,) * 53, (), (-1,) + (8,) * 51, (8.0,) * 52, (True,) * 52, ("8",) * 52]
)
def test_counts_are_52_whole_numbers(counts: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="a shoe is 52 counts, none negative"):
        Shoe(counts, "mine")


# ---- random shoes, counted beside ----------------------------------------------------------------

CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["less", "plus"]),
        st.integers(1, 12),
        st.sampled_from("23456789TJQKA"),
        st.sampled_from("cdhs"),
        st.sampled_from(["", "x", "\u00d7"]),
        st.booleans(),
    ),
    max_size=12,
)
SYMBOLS = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.none(), st.integers(1, 27)), CHANGES, st.sampled_from([" ", ", ", "\n", " , "]))
def test_a_random_shoe_holds_what_was_put_in(
    decks: int | None, changes: list[tuple[str, int, str, str, str, bool]], gap: str
) -> None:
    words = ["cards"] if decks is None else [f"{decks} deck" + "s" * (decks > 1)]
    held = Counter(dict.fromkeys(CARDS, decks or 0))
    said = "plus" if decks is None else ""
    possible = True
    for sign, times, rank, suit, by, other in changes:
        if sign != said:
            words.append(said := sign)
        card = ("10" if rank == "T" else rank.lower()) + SYMBOLS[suit] if other else rank + suit
        words.append(f"{times}{by}{card}" if by else card)
        held[rank + suit] += (times if by else 1) * (1 if sign == "plus" else -1)
        possible &= held[rank + suit] >= 0
    text = gap.join(words)
    if not possible or not 6 <= held.total() <= 1404:
        with pytest.raises(InputError):
            Shoe.parse(text)
        return
    shoe = Shoe.parse(text)
    assert dict(zip(CARDS, shoe.counts, strict=True)) == held
    assert shoe.cards == held.total()
    assert Shoe.parse(shoe.text) == shoe


@settings(deadline=None)
@given(
    st.text()
    | st.lists(st.sampled_from(["8", "decks", "cards", "less", "plus", "4d", "2xAs", "x", "9x"])).map(
        " ".join
    )
)
def test_random_text_is_refused_or_a_shoe(text: str) -> None:
    try:
        shoe = Shoe.parse(text)
    except InputError as error:
        message = str(error)
        assert message.isprintable()
        return
    assert 6 <= shoe.cards <= 1404
    assert shoe.text.isprintable()
