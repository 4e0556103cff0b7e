"""House ways over every hand there is: golden clause counts, the second implementation, the readings."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import everydeal
from everydeal import facts as hand_facts
from everydeal.core import hand as core
from everydeal.core.houseway import set_hands
from everydeal.facts import of_set_hand
from everydeal.houseway.check import check, diff
from everydeal.houseway.load import bundled, load, read
from everydeal.houseway.program import compiled
from everydeal.ranking import CATEGORIES, Ranking
from everydeal.reference import hand as plain
from everydeal.reference.houseway import Hand, HouseWay, UnsetError, classes
from tests.conftest import DATA
from tests.hands import USUAL, options, with_equal_front

TOTAL = 154_143_080
GOLDEN: dict[str, Any] = tomllib.loads((DATA / "house-way-counts.toml").read_text(encoding="utf-8"))
NAMES = list(bundled())


def plain_way(name: str) -> HouseWay:
    return HouseWay.read(Path(str(bundled()[name])))


def kinds_of(cards: tuple[plain.Card, ...]) -> tuple[int, ...]:
    return tuple(
        52 if card == plain.JOKER else 4 * (card[0] - 2) + plain.SUITS.index(card[1]) for card in cards
    )


def test_every_bundled_house_way_has_golden_counts() -> None:
    assert sorted(GOLDEN) == NAMES
    assert all(sum(found["clauses"].values()) == TOTAL for found in GOLDEN.values())


@pytest.mark.parametrize("name", NAMES)
def test_hands_per_clause_are_those_of_the_second_implementation(name: str) -> None:
    found = check(load(name), USUAL)
    assert not found.errors
    counted = {
        clause.name: count.hands.hands for clause, count in zip(found.way.clauses, found.clauses, strict=True)
    }
    assert counted == GOLDEN[name]["clauses"]
    assert sum(count.dominated.hands for count in found.clauses) == GOLDEN[name]["dominated"]
    assert sum(count.tied.hands for count in found.clauses) == GOLDEN[name]["tied"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["dealer-open"])
def test_hands_set_one_by_one_fall_into_the_same_clauses(name: str) -> None:
    by_classes, directly = check(load(name), USUAL), check(load(name), USUAL, directly=True)
    assert [(c.hands.hands, c.choices) for c in by_classes.clauses] == [
        (c.hands.hands, c.choices) for c in directly.clauses
    ]
    assert not directly.errors


# ---- the second implementation, class by class ---------------------------------------------------------


class Compared:
    """The core and the plain implementation, house way by house way."""

    def __init__(self, ranking: Ranking, names: list[str]) -> None:
        self.ranking = ranking
        self.ways = [(load(name), compiled(load(name)), plain_way(name)) for name in names]
        self.readings: dict[int, plain.Reading] = {}

    def reading(self, cards: tuple[int, ...], score: int) -> plain.Reading:
        """What some cards make, by the core; scores of two and of five cards do not meet here."""
        key = score if len(cards) == 5 else -score
        if key not in self.readings:
            found = core.rank(self.ranking, [cards])[0]
            self.readings[key] = CATEGORIES[found.category], tuple(rank + 2 for rank in found.best)
        return self.readings[key]

    def check(self, some: list[tuple[plain.Card, ...]]) -> None:
        """Every one of the hands is set alike."""
        hands = [Hand(cards, options(self.ranking)) for cards in some]
        kinds = [kinds_of(cards) for cards in some]
        for way, program, other in self.ways:
            for hand, found in zip(hands, set_hands(self.ranking, program, kinds, judge=True), strict=True):
                try:
                    wanted = other.set(hand)
                except UnsetError:  # four of a kind, split, where an equal front is a foul
                    assert (self.ranking.equal_front, found.state) == ("foul", "foul")
                    continue
                assert found.clause is not None
                assert found.front
                assert found.back
                assert (way.clauses[found.clause].name, found.choice) == wanted[:2], (way.id, hand.cards)
                assert self.reading(found.front, found.front_score) == wanted.front, (way.id, hand.cards)
                assert self.reading(found.back, found.back_score) == wanted.back, (way.id, hand.cards)
                assert (found.dominated, found.tied) == (wanted.dominated, wanted.tied), (way.id, hand.cards)


def batches(hands: Iterator[tuple[plain.Card, ...]], size: int = 2000) -> Iterator[list[Any]]:
    while some := list(islice(hands, size)):
        yield some


@pytest.mark.exhaustive
def test_every_class_of_hands_is_set_alike_by_both_implementations() -> None:
    """All 67,600 rank classes and 224,653 flush classes, each of the six house ways."""
    compared = Compared(USUAL, NAMES)
    number = 0
    for some in batches(cards for cards, _ in classes()):
        compared.check(some)
        number += len(some)
    assert number == 67_600 + 224_653


@pytest.mark.parametrize("ranking", list(with_equal_front(Ranking(wheel="lowest", five_aces="below-royal"))))
def test_a_sample_of_classes_is_set_alike_under_other_rankings(ranking: Ranking) -> None:
    compared = Compared(ranking, NAMES)
    for some in batches(cards for cards, _ in islice(classes(), 0, None, 97)):
        compared.check(some)


def test_the_classes_of_both_implementations_are_all_hands() -> None:
    numbers = Counter(number for _, number in classes())
    assert sum(number * times for number, times in numbers.items()) == TOTAL


# ---- readings -------------------------------------------------------------------------------------------


def test_the_second_reading_of_two_pair_moves_what_the_rules_say() -> None:
    found = diff(load("dealer-open"), load("dealer-open-either-pair"), USUAL)
    assert (found.total, found.differ) == (TOTAL, 9_493_200)
    assert GOLDEN["dealer-open-either-pair"]["dominated"] == 0
    assert GOLDEN["dealer-open-either-pair"]["clauses"]["Two Pair: the high pair is Aces"] == 0


def test_a_third_reading_splits_jacks_over_sixes_without_an_ace_too() -> None:
    third = read(
        b'[house_way]\nid = "third"\ntitle = "Third"\nversion = "1"\nextends = "dealer-open"\n'
        b'[[replace]]\nname = "Two Pair: Jacks or better over Sixes or better, a singleton Ace"\n'
        b'when = "number(pairs) == 2 and jacks_over_sixes"\nset = [{ front = "low pair" }]\n',
        "third.toml",
    )
    assert diff(load("dealer-open"), third, USUAL).differ == 829_440


def test_the_dominated_hands_are_flushes_under_two_pair() -> None:
    """The rules: of 12,960 flush hands kept as two pair, 9,360 are set worse in both hands."""
    way = load("dealer-open")
    found = check(way, USUAL)
    dominated = {
        clause.name: count.dominated.hands
        for clause, count in zip(way.clauses, found.clauses, strict=True)
        if count.dominated.hands
    }
    assert dominated == {"Two Pair: otherwise": 9_360}
    # Pairs of jacks, queens or kings and of sixes, five cards of one of 4 suits: the two ranks, three of
    # the ten others but aces; each pair's second card from 3 suits: 3 x C(10, 3) x 4 x 3 x 3 = 12,960.
    asked = ["has.flush", "pairs[0]", "pairs[1]", "clause"]
    fields = hand_facts.of_hand(7, True, "above-royal") | of_set_hand(c.key for c in way.clauses)
    facts = [core.fact(fields[name].fact, fields[name].argument) for name in asked]
    rows = core.count(USUAL, 7, True, facts, ways=[compiled(way)])
    values = {
        tuple(fields[name].decode(value) for name, value in zip(asked, row, strict=True)): n
        for row, n in rows.items()
    }
    kept = [values.get((True, high, "6", "two_pair_otherwise"), 0) for high in "JQK"]
    assert sum(kept) == 3 * 120 * 4 * 3 * 3 == 12_960


def test_a_difference_is_the_sum_of_its_pairs_and_none_with_itself() -> None:
    found = diff(load("foxwoods"), load("trump-plaza"), USUAL)
    assert found.differ == sum(some.hands for _, _, some in found.pairs) > 0
    assert all(some.examples for _, _, some in found.pairs)
    assert diff(load("foxwoods"), load("foxwoods"), USUAL).differ == 0


# ---- counting with a setting ------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_wagers_on_a_set_hand_count_as_the_second_implementation_does() -> None:
    """The bundled sheet set-hand, line by line, against every class set by the plain implementation."""
    way = plain_way("foxwoods")
    counts: Counter[str] = Counter()
    for cards, number in classes():
        hand = Hand(cards)
        made = way.set(hand)
        if made.front[0] == "high_card" and made.front[1][0] <= 9:
            counts["nine-high" if made.front[1][0] == 9 else "lower"] += number
        place = plain.FIVE_CARDS.index(made.back[0])
        counts[made.back[0] if place < 8 else "straight flush or better"] += number
        if {"straight", "flush"} & hand.able and place < plain.FIVE_CARDS.index("straight"):
            counts["given up"] += number
    priced = everydeal.certify("set-hand")["53-cards"]
    lines = [line.combinations for wager in priced.wagers for line in wager.lines if line.when]
    assert lines == [
        counts[name]
        for name in (
            "nine-high", "lower", "straight flush or better", "four_of_a_kind", "full_house", "flush",
            "straight", "given up",
        )
    ]  # fmt: skip
