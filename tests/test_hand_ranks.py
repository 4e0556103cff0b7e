"""Ranks of hands in C: against the plain implementation and an independent public evaluator."""

import importlib
import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise, permutations

import pytest
from everydeal._core import ffi, lib
from hypothesis import given
from hypothesis import strategies as st

from everydeal.core import hand as core
from everydeal.errors import InputError
from everydeal.ranking import CATEGORIES, EQUAL_FRONTS, FIVE_ACES, WHEELS, Ranking
from everydeal.reference import hand as reference
from tests.hands import (
    ORDERS,
    USUAL,
    agrees,
    as_cards,
    compare,
    joker_is,
    kinds,
    makes,
    options,
    ranked,
    reading,
)

JOKER = 52
NAMES = [f"{ranking.wheel}, {ranking.five_aces}" for ranking in ORDERS]
# A hand of five by how many cards it has of each rank and of each suit: digits of a number.
DIGITS = [8 ** (kind // 4) + 8 ** (13 + kind % 4) for kind in range(52)] + [8**17]

hands_of_five = st.lists(st.integers(0, 52), min_size=5, max_size=5, unique=True)
hands_of_any_size = st.integers(2, 7).flatmap(
    lambda size: st.lists(st.integers(0, 52), min_size=size, max_size=size, unique=True)
)


def strictly_rising(pairs: Iterable[tuple[int, tuple[int, ...]]]) -> bool:
    """Whether the first of the pairs and the second put them in one order, equal only together."""
    return all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(sorted(pairs)))


# ---- five cards ---------------------------------------------------------------------------------


@cache
def all_five() -> tuple[bytes, list[int]]:
    """All 2,869,685 hands of five of 53 cards, one after the other, and the digits of each."""
    flat = b"".join(map(bytes, combinations(range(53), 5)))
    return flat, list(map(sum, combinations(DIGITS, 5)))


def class_of(digits: int) -> tuple[int, tuple[int, ...], bool]:
    """Hands of five alike in this are alike up to suits: ranks, suits by size, joker."""
    suits = digits >> 39
    return digits & (1 << 39) - 1, tuple(sorted(suits >> 3 * suit & 7 for suit in range(4))), suits >> 12 == 1


@cache
def hand_of_class() -> Mapping[tuple[int, tuple[int, ...], bool], tuple[int, ...]]:
    """One hand of each class."""
    flat, digits = all_five()
    places = {found: at for at, found in enumerate(digits)}
    return {class_of(found): tuple(flat[5 * at : 5 * at + 5]) for found, at in places.items()}


@cache
def classes_of_five() -> Mapping[tuple[int, tuple[int, ...], bool], frozenset[reference.Reading]]:
    """The readings of one hand of each class, found by trying all 52 cards for the joker."""
    return {found: frozenset(reference.readings(as_cards(hand))) for found, hand in hand_of_class().items()}


def scores_of_all_five(ranking: Ranking) -> set[tuple[int, int, int]]:
    """The different (digits, score, category) of all hands of five."""
    flat, digits = all_five()
    found = ffi.new("struct ed_ranked[]", len(digits))
    c_ranking = ffi.new(
        "struct ed_ranking *", [WHEELS.index(ranking.wheel), FIVE_ACES.index(ranking.five_aces), 0]
    )
    status = lib.ed_rank_hands(
        c_ranking, ffi.from_buffer("uint8_t[]", flat), len(digits), 5, found, ffi.new("size_t *")
    )
    assert status == lib.ED_OK
    memory = memoryview(ffi.buffer(found))
    assert ffi.sizeof("struct ed_ranked") == 12  # the score first, then single bytes
    scores = memory.cast("I")[::3].tolist()
    categories = memory.cast("B")[4::12].tolist()
    return set(zip(digits, scores, categories, strict=True))


@pytest.mark.parametrize("ranking", ORDERS, ids=NAMES)
def test_all_hands_of_five_agree_with_the_joker_tried_as_every_card(ranking: Ranking) -> None:
    assert len(all_five()[1]) == 2_869_685
    asked = options(ranking)

    def value(reading: reference.Reading) -> tuple[int, ...]:
        return reference.strength(reading, 5, asked)

    bests = {found: max(readings, key=value) for found, readings in classes_of_five().items()}
    pairs = set()
    for digits, score, category in scores_of_all_five(ranking):
        best = bests[class_of(digits)]
        assert CATEGORIES[category] == best[0]
        pairs.add((score, value(best)))
    assert strictly_rising(pairs)
    assert len(pairs) == 7463
    assert min(pairs)[0] > 0


def test_the_ranks_that_decide_agree_on_every_class_of_five() -> None:
    found = core.rank(USUAL, list(hand_of_class().values()))
    for readings, one in zip(classes_of_five().values(), found, strict=True):
        assert reading(one) == max(readings, key=lambda reading: reference.strength(reading, 5))


@given(hands_of_five)
def test_hands_of_five_alike_up_to_suits_are_worth_the_same(hand: list[int]) -> None:
    assert reference.readings(as_cards(hand)) == classes_of_five()[class_of(sum(DIGITS[at] for at in hand))]


# ---- two, three and four cards ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "hands", "scores"),
    [
        (2, 1378, 91),  # C(53, 2); 13 pairs and C(13, 2) others
        # C(53, 3); 286 - 12 high cards and as many flushes, 13 * 12 pairs, 13 threes, 12 straights twice
        (3, 23_426, 2 * (286 - 12) + 156 + 13 + 2 * 12),
        # C(53, 4); 715 high cards, 13 * 66 pairs, 78 two pairs, 156 threes, 13 fours and five aces not
        (4, 292_825, 715 + 858 + 78 + 156 + 13),
    ],
)
def test_all_small_hands_agree(size: int, hands: int, scores: int) -> None:
    every = list(combinations(range(53), size))
    assert len(every) == hands
    for ranking in (Ranking("second"), Ranking("lowest"))[: 2 if size == 3 else 1]:
        pairs = set()
        for hand, found in zip(every, core.rank(ranking, every), strict=True):
            best = reference.best(as_cards(hand), options(ranking))
            assert reading(found) == best
            pairs.add((found.score, reference.strength(best, size, options(ranking))))
        assert len(pairs) == scores
        assert strictly_rising(pairs)


# ---- seven cards without the joker ----------------------------------------------------------------


def rank_vectors(cards: int, most: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """How many cards of each rank: every way to hold so many, at most so many of a rank."""
    if not ranks:
        if not cards:
            yield ()
        return
    for count in range(min(cards, most) + 1):
        for rest in rank_vectors(cards - count, most, ranks - 1):
            yield (count, *rest)


def without_flush(vector: tuple[int, ...]) -> tuple[int, ...]:
    """A hand with these ranks and its suits dealt out in turn: at most two cards of each."""
    hand: list[int] = []
    for rank, count in enumerate(vector):
        hand += [4 * rank + (len(hand) + more) % 4 for more in range(count)]
    return tuple(hand)


def flush_classes() -> Iterator[tuple[int, ...]]:
    """Five to seven spades, and of the other cards every set of ranks."""
    for spades in (5, 6, 7):
        others = [
            tuple(4 * rank + more for rank, count in enumerate(vector) for more in range(count))
            for vector in rank_vectors(7 - spades, 3)
        ]
        for suited in combinations(range(3, 52, 4), spades):
            for other in others:
                yield suited + other


def test_all_classes_of_seven_agree_in_order_with_a_public_evaluator() -> None:
    evaluator = pytest.importorskip("phevaluator")
    by_rank = [without_flush(vector) for vector in rank_vectors(7, 4)]
    by_flush = list(flush_classes())
    assert (len(by_rank), len(by_flush)) == (49_205, 141_141)
    hands = by_rank + by_flush
    found = core.rank(Ranking("lowest"), hands)
    # there lower is better, and cards have our numbers
    pairs = {(one.score, (-evaluator.evaluate_cards(*hand),)) for hand, one in zip(hands, found, strict=True)}
    assert strictly_rising(pairs)
    assert len(pairs) == 4824  # of 7462: the others are worse than some five of any seven


def test_the_public_evaluator_numbers_cards_as_we_do() -> None:
    evaluator = pytest.importorskip("phevaluator")
    card = importlib.import_module("phevaluator").Card
    assert [card(f"{rank}{suit}").id_ for rank in "23456789TJQKA" for suit in "cdhs"] == list(range(52))
    assert evaluator.evaluate_cards(*kinds("As Ks Qs Js Ts 2c 2d")) == 1


# ---- six and seven cards with the joker ---------------------------------------------------------------


@pytest.mark.parametrize("size", [6, 7])
def test_random_hands_with_the_joker_agree(size: int) -> None:
    draw = random.Random(1898 + size)
    for at in range(700):
        ranking = ORDERS[at % len(ORDERS)]
        assert agrees([*draw.sample(range(52), size - 1), JOKER], ranking)


def test_random_suited_hands_with_the_joker_agree() -> None:
    """Four to six cards of one suit: flushes and straight flushes of every kind."""
    draw = random.Random(53)
    for at in range(500):
        suited = draw.sample(range(2, 52, 4), 4 + at % 3)
        rest = draw.sample([kind for kind in range(52) if kind not in suited], 6 - len(suited))
        assert agrees([*suited, *rest, JOKER], ORDERS[at % len(ORDERS)])


def test_random_runs_with_the_joker_agree() -> None:
    """Seven ranks in a row or nearly so, in two suits or all: inner gaps, both ends, the wheel."""
    draw = random.Random(7)
    for at in range(500):
        low = draw.randrange(-1, 8)
        run = draw.sample(range(low, low + 8), 6)
        suits = [0, 0, 0, 0, 0, 1, 2, 3] if at % 2 else [0, 1, 2, 3]
        hand = [4 * (rank % 13) + draw.choice(suits) for rank in run]
        assert agrees([*hand, JOKER], ORDERS[at % len(ORDERS)])


@pytest.mark.parametrize("size", [6, 7])
def test_random_hands_without_the_joker_agree(size: int) -> None:
    draw = random.Random(size)
    for at in range(3000):
        assert agrees(draw.sample(range(52), size), ORDERS[at % len(ORDERS)])


@pytest.mark.parametrize(
    ("hand", "made", "joker"),
    [
        ("5c 6d 7h 8s 9c Td Jk", "straight J", "J"),  # six in a row: above, not below
        ("9c Td Jh Qs Kc Ad Jk", "straight A", ""),  # not needed
        ("5c 6c 7c 8c 9c Tc Jk", "straight_flush J", "Jc"),
        ("4c 5c 6c 8c 9c Tc Jk", "straight_flush T", "7c"),  # an inner gap in six
        ("As Ks Jk 4d 7h 9c Jh", "pair AKJ9", "A"),  # suited ace and king are no royal
        ("As Ks Qs Js Jk 2c 3d", "royal_flush A", "Ts"),
        ("As Ks Qs Ts 9s Jk 2c", "royal_flush A", "Js"),
        ("Ks Qs Js Ts 9s Jk 2c", "royal_flush A", "As"),
        ("As 2s 3s 4s Jk Kd Qd", "straight_flush 5", "5s"),
        ("2s 3s 4s 5s Jk Kd Qd", "straight_flush 5", "As"),
        ("Jk 2c 3d 4h 5s 9c Kd", "straight 5", "A"),
        ("Ah Ad Ac As Jk 2c 3d", "five_aces A", "A"),
    ],
)
def test_the_joker_in_runs(hand: str, made: str, joker: str) -> None:
    assert makes(hand) == made
    assert joker_is(hand) == joker


@given(st.lists(st.integers(0, 51), min_size=1, max_size=6, unique=True).map(lambda hand: [*hand, JOKER]))
def test_a_card_in_the_jokers_place_is_a_copy(hand: list[int]) -> None:
    """The card that the joker stands for, if another like it is in the deck, is worth the same."""
    (found,) = core.rank(USUAL, [tuple(hand)])
    natural = [kind for kind in hand if kind != JOKER]
    if found.joker is None:
        if len(natural) in (5, 6):  # these and the hand with the joker compare
            assert core.rank(USUAL, [tuple(natural)])[0].score == found.score
        return
    suits = range(4) if found.joker_suit is None else [found.joker_suit]
    copies = [(*natural, 4 * found.joker + suit) for suit in suits if 4 * found.joker + suit not in natural]
    scores = [copy.score for copy in core.rank(USUAL, copies)]
    if CATEGORIES[found.category] == "five_aces":
        assert not scores
    else:
        assert found.score in scores


@pytest.mark.parametrize(
    "hand",
    ["Ks Kh Kd Qs Qh Jk 2c", "Ks Kh Kd Qs Qh Qd Jk", "Ks Kh Kd Kc As Jk 2c", "9c Td Jh Qs Kc Ad Jk"],
)
def test_a_joker_that_changes_nothing_stands_for_nothing(hand: str) -> None:
    """everydeal.h: 0 if the joker is not needed."""
    without = hand.replace("Jk", "").strip()
    assert compare(hand, without) == 0
    assert joker_is(hand) == ""


# ---- order ----------------------------------------------------------------------------------------


def test_enums_count_in_the_order_of_the_names() -> None:
    assert [getattr(lib, f"ED_{name.upper()}") for name in CATEGORIES] == list(range(11))
    assert [getattr(lib, f"ED_WHEEL_{name.upper()}") for name in WHEELS] == [0, 1]
    assert [getattr(lib, f"ED_FIVE_ACES_{name.upper().replace('-', '_')}") for name in FIVE_ACES] == [0, 1, 2]
    assert [getattr(lib, f"ED_EQUAL_FRONT_{name.upper()}") for name in EQUAL_FRONTS] == [0, 1]
    assert reference.FIVE_CARDS == CATEGORIES


RUNS = ["A2345", *("23456789TJQKA"[at : at + 5] for at in range(9))]


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("suits", ["cdhsc", "ccccc"])
def test_the_wheel_stands_where_the_option_says(wheel: str, suits: str) -> None:
    hands = [" ".join(map("".join, zip(run, suits, strict=True))) for run in RUNS]
    order = sorted(range(10), key=lambda at: ranked(hands[at], Ranking(wheel)).score)
    assert order == (list(range(10)) if wheel == "lowest" else [*range(1, 9), 0, 9])


@pytest.mark.parametrize(
    ("five_aces", "above"), [("above-royal", 10), ("below-royal", 9), ("below-straight-flushes", 0)]
)
def test_five_aces_stand_where_the_option_says(five_aces: str, above: int) -> None:
    ranking = Ranking("second", five_aces)
    aces = ranked("Ac Ad Ah As Jk", ranking).score
    flushes = [" ".join(rank + "d" for rank in run) for run in RUNS]
    assert sum(ranked(hand, ranking).score < aces for hand in flushes) == above
    assert ranked("Kc Kd Kh Ks Ad", ranking).score < aces


def test_scores_of_five_six_and_seven_cards_compare() -> None:
    assert compare("As Ks Qs Js Ts", "As Ks Qs Js Ts 2c") == 0
    assert compare("As Ks Qs Js Ts", "As Ks Qs Js Jk 2c 2d") == 0
    assert compare("9c 9d 9h 9s 2c", "Ac Ad Ah Ks Kd Qc Qd") == 1


@given(hands_of_any_size, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand: list[int], draw: random.Random) -> None:
    shuffled = draw.sample(hand, len(hand))
    assert core.rank(USUAL, [tuple(hand)]) == core.rank(USUAL, [tuple(shuffled)])


@given(hands_of_any_size, st.sampled_from(ORDERS))
def test_new_names_for_the_suits_change_nothing(hand: list[int], ranking: Ranking) -> None:
    relabelled = [
        tuple(kind if kind == JOKER else 4 * (kind // 4) + names[kind % 4] for kind in hand)
        for names in permutations(range(4))
    ]
    found = core.rank(ranking, relabelled)
    assert len({(one.score, one.category, one.best, one.joker) for one in found}) == 1


@given(st.lists(st.integers(0, 51), min_size=4, max_size=4, unique=True), st.integers(0, 3))
def test_a_joker_that_is_an_ace_is_exactly_an_ace(natural: list[int], suit: int) -> None:
    ace = 48 + suit
    if ace in natural:
        return
    with_ace, with_joker = core.rank(USUAL, [(*natural, ace), (*natural, JOKER)])
    assert with_joker.score >= with_ace.score
    if CATEGORIES[with_joker.category] not in ("straight", "flush", "straight_flush", "royal_flush"):
        assert with_joker.best == with_ace.best
        assert with_joker.score == with_ace.score


# ---- refusals -------------------------------------------------------------------------------------


def test_the_core_refuses_hands_of_other_sizes() -> None:
    for size in (1, 8):
        with pytest.raises(InputError, match="2 to 7 cards"):
            core.rank(USUAL, [tuple(range(size))])


@pytest.mark.parametrize("hand", [(0, 1, 2, 3, 0), (52, 1, 52), (53, 1), (255, 0), (7, 7)])
def test_the_core_refuses_cards_that_cannot_be(hand: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="no kind of this deck, or stands in the hand twice"):
        core.rank(USUAL, [hand])


def test_hands_of_two_sizes_are_not_ranked_together() -> None:
    with pytest.raises(ValueError, match="one size"):
        core.rank(USUAL, [(0, 1), (0, 1, 2)])


def test_no_hands_are_no_ranks() -> None:
    assert core.rank(USUAL, []) == []
