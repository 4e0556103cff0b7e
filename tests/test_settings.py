"""The 21 ways to set seven cards: partitions, legality and dominance against the reference."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everydeal.core import hand as core
from everydeal.errors import InputError
from everydeal.ranking import Ranking
from everydeal.reference import hand as reference
from tests.hands import ORDERS, USUAL, as_cards, kinds, options, setting, with_equal_front

hands_of_seven = st.lists(st.integers(0, 52), min_size=7, max_size=7, unique=True)


def agree(hand: tuple[int, ...], ranking: Ranking) -> None:
    """Core and reference say the same of every setting."""
    found = core.settings(ranking, hand)
    wanted = reference.settings(as_cards(hand), options(ranking))
    assert [(as_cards(way.front), as_cards(way.back), way.legal, way.dominated) for way in found] == [
        (way.front, way.back, way.legal, way.dominated) for way in wanted
    ]


@given(hands_of_seven)
def test_settings_are_the_21_partitions(hand: list[int]) -> None:
    found = core.settings(USUAL, tuple(hand))
    assert [way.front for way in found] == list(combinations(hand, 2))
    for way in found:
        assert sorted(way.front + way.back) == sorted(hand)
        assert [kind for kind in hand if kind in way.back] == list(way.back)


@given(hands_of_seven)
def test_scores_of_settings_are_those_of_their_hands(hand: list[int]) -> None:
    found = core.settings(USUAL, tuple(hand))
    assert [way.front_score for way in found] == [
        one.score for one in core.rank(USUAL, [way.front for way in found])
    ]
    assert [way.back_score for way in found] == [
        one.score for one in core.rank(USUAL, [way.back for way in found])
    ]


@pytest.mark.parametrize("with_joker", [False, True])
def test_random_hands_agree(with_joker: bool) -> None:
    draw = random.Random(21 + with_joker)
    for at in range(120):
        natural = draw.sample(range(52), 6 if with_joker else 7)
        hand = tuple(draw.sample([*natural, 52][: len(natural) + with_joker], 7))
        for ranking in with_equal_front(ORDERS[at % len(ORDERS)]):
            agree(hand, ranking)


def test_hands_of_few_ranks_agree() -> None:
    """Pairs upon pairs, where fronts equal backs and outrank them."""
    draw = random.Random(30)
    for at in range(120):
        ranks = draw.sample(range(13), 4)
        pack = [4 * rank + suit for rank in ranks for suit in range(4)] + [52]
        for ranking in with_equal_front(ORDERS[at % len(ORDERS)]):
            agree(tuple(draw.sample(pack, 7)), ranking)


@given(hands_of_seven)
def test_some_setting_is_legal_and_undominated(hand: list[int]) -> None:
    for ranking in with_equal_front(USUAL):
        found = core.settings(ranking, tuple(hand))
        best = [way for way in found if way.legal and not way.dominated]
        assert best
        for way in found:
            if not way.legal:
                assert not way.dominated
            elif way.dominated:  # then by one that is itself undominated
                assert any(
                    other.front_score >= way.front_score and other.back_score >= way.back_score
                    for other in best
                )


@given(hands_of_seven)
def test_the_option_only_takes_settings_away(hand: list[int]) -> None:
    legal, foul = (core.settings(ranking, tuple(hand)) for ranking in with_equal_front(USUAL))
    for either, strict in zip(legal, foul, strict=True):
        assert (either.front_score, either.back_score) == (strict.front_score, strict.back_score)
        assert either.legal or not strict.legal


@pytest.mark.parametrize(
    ("hand", "front", "answer"),
    [
        ("Ah Kh Ad Kd 9s 7c 4h", "Ah Kh", "equal"),  # trap T30
        ("Ah Ad As Ac 9s 7c 4h", "As Ac", "equal"),
        ("Jk Ad As Ac 9s 7c 4h", "Jk Ac", "equal"),
        ("Jk Kh Ad Kd 9s 7c 4h", "Jk Kh", "equal"),
        ("Ah Kh Ad Qd 9s 7c 4h", "Ah Kh", "foul"),
        ("Ah Kh Ad Qd 9s 7c 4h", "Ad Qd", "legal"),
        ("Ah Kh 7d 7s 9s 5c 4h", "Ah Kh", "legal"),
        ("Qd Qs 2c 2h 6s Js 4d", "Qd Qs", "foul"),
        ("Kh Kd 9s 9c 5d 2h 3s", "9s 9c", "legal"),
        ("Ks Kd 9h 8h 7h 6h 5h", "Ks Kd", "legal"),
        ("Ah Ad As Ac Jk Ks Kd", "Ks Kd", "legal"),
        ("9h 8d 6c 5s 4h 3d Jc", "Jc 9h", "foul"),
        ("9h 8d 6c 5s 4h 3d Kc", "9h 8d", "legal"),
    ],
)
def test_legality(hand: str, front: str, answer: str) -> None:
    legal, foul = (setting(hand, front, ranking).legal for ranking in with_equal_front(USUAL))
    assert {"equal": (True, False), "legal": (True, True), "foul": (False, False)}[answer] == (legal, foul)


def test_only_seven_different_cards_are_set() -> None:
    for size in (2, 5, 6, 8):
        with pytest.raises(InputError, match="2 to 7 cards"):
            core.settings(USUAL, tuple(range(size)))
    with pytest.raises(InputError, match="twice"):
        core.settings(USUAL, (*kinds("Ah Kh Ad Kd 9s 7c"), kinds("Ah")[0]))
    with pytest.raises(InputError, match="no kind of this deck"):
        core.settings(USUAL, (53, *kinds("Ah Kh Ad Kd 9s 7c")))
