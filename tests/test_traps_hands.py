"""Traps of the field that concern ranks, settings and counts of hands: each whole kind of fault.

Inputs of other games stand here by their pai gow twins. What of these traps only a house way can
get wrong is tested where house ways are.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from math import comb, perm
from pathlib import Path

import pytest

import everydeal
from everydeal import cards
from everydeal.core import hand as core
from everydeal.core.hand import CARDS_LEVEL, fact
from everydeal.errors import InputError
from everydeal.ranked import places
from everydeal.ranking import CATEGORIES, Ranking
from everydeal.reference import hand as reference
from tests.conftest import Command
from tests.hands import (
    ORDERS,
    USUAL,
    agrees,
    as_cards,
    compare,
    index,
    joker_is,
    kinds,
    makes,
    options,
    ranked,
    setting,
    with_equal_front,
)

RANKS = cards.RANKS
STRAIGHTS = ["A2345", *(RANKS[at : at + 5] for at in range(9))]


def suited(ranks: Iterable[str], suits: Sequence[str] = "h") -> str:
    """Ranks with suits in turn, as text."""
    return " ".join(rank + suits[at % len(suits)] for at, rank in enumerate(ranks))


def together(*groups: str) -> str:
    """Cards such as `99 hd` as text: ranks, then their suits in turn."""
    return " ".join(suited(*group.split()) for group in groups)


def scores(hands: Iterable[str], ranking: Ranking = USUAL) -> list[int]:
    return [found.score for found in core.rank(ranking, [kinds(hand) for hand in hands])]


# ---- T1 to T11: ranks without the joker ----------------------------------------------------------

# The first and last hand of every category, from the best.
EDGES = [
    ("Ah Ad Ac As Jk", "five_aces"),
    ("Ah Kh Qh Jh Th", "royal_flush"),
    ("Ah 2h 3h 4h 5h", "straight_flush"),  # the second-highest
    ("Kh Qh Jh Th 9h", "straight_flush"),
    ("2h 3h 4h 5h 6h", "straight_flush"),
    ("As Ah Ac Ad Kh", "four_of_a_kind"),
    ("2s 2h 2c 2d 3h", "four_of_a_kind"),
    ("As Ah Ac Kd Kh", "full_house"),
    ("2s 2h 2c 3d 3h", "full_house"),
    ("Ah Kh Qh Jh 9h", "flush"),
    ("7h 5h 4h 3h 2h", "flush"),
    ("As Kh Qh Jh Th", "straight"),
    ("As 2h 3h 4h 5h", "straight"),
    ("Ks Qh Jh Th 9h", "straight"),
    ("2s 3h 4h 5h 6h", "straight"),
    ("As Ah Ac Kd Qh", "three_of_a_kind"),
    ("2s 2h 2c 4d 3h", "three_of_a_kind"),
    ("As Ah Kc Kd Qh", "two_pair"),
    ("3s 3h 2c 2d 4h", "two_pair"),
    ("As Ah Kc Qd Jh", "pair"),
    ("2s 2h 5c 4d 3h", "pair"),
    ("As Kh Qc Jd 9h", "high_card"),
    ("7s 5h 4c 3d 2h", "high_card"),
]


def test_t1_names_and_numbers_change_together() -> None:
    """T1: the steel wheel called quads, as a boundary between categories was off by one."""
    assert compare("Ah 2h 3h 4h 5h", "Ah As Ac Ad Kh") == 1
    for hand, category in EDGES:
        assert CATEGORIES[ranked(hand).category] == category
    for one, two in pairwise(scores(hand for hand, _ in EDGES)):
        assert one > two


@pytest.mark.parametrize("ranking", ORDERS)
def test_t1_no_score_lies_in_another_category(ranking: Ranking) -> None:
    """T1: over a sample of all hands of five, the scores of a category stand together."""
    order = options(ranking)
    by_category: dict[int, list[int]] = {}
    hands = [hand for hand in combinations(range(53), 5) if hand[0] % 4 == 0 and hand[1] % 4 < 2][::6]
    for found in core.rank(ranking, [*hands, *(kinds(hand) for hand, _ in EDGES)]):
        by_category.setdefault(found.category, []).append(found.score)
    names = [CATEGORIES.index(name) for name in reference.categories(5, order)]
    assert set(by_category) == set(names)
    for low, high in pairwise(names):
        assert max(by_category[low]) < min(by_category[high])


def test_t2_a_straight_and_a_flush_are_no_straight_flush() -> None:
    """T2: two independent flags joined with AND."""
    assert makes("9c Th Jh Qh Kh 2h 3h") == "flush KQJT3"
    assert makes("9c Th Jh Qh Kh Jk 3h") == "royal_flush A"
    assert joker_is("9c Th Jh Qh Kh Jk 3h") == "Ah"
    counted = core.count(USUAL, 7, True, [fact("HAS", CATEGORIES.index(name)) for name in
                                          ("straight", "flush", "straight_flush")])  # fmt: skip
    assert counted[1, 1, 0] == 836_496


def test_t2_every_straight_with_one_card_of_another_suit() -> None:
    """T2: five to a straight, four of them and two more of one suit; then with the joker for one."""
    for straight in STRAIGHTS:
        for other in straight:
            rest = [rank for rank in straight if rank != other]
            spare = [rank for rank in RANKS if rank not in straight]
            for more in combinations(spare, 2):
                hand = kinds(f"{other}c {suited([*rest, *more])}")
                assert agrees(hand, USUAL)
    draw = random.Random(2)
    for _ in range(60):
        straight = draw.choice(STRAIGHTS)
        other, *rest = draw.sample(straight, 5)
        spare = [rank for rank in RANKS if rank not in straight]
        hand = kinds(f"{other}c Jk {suited([*rest, draw.choice(spare)])}")
        assert agrees(hand, draw.choice(ORDERS))


def test_t3_flushes_compare_card_by_card() -> None:
    """T3: flushes compared by a sum."""
    assert compare("Kh Th 5h 4h 3h", "Qh Th 7h 5h 4h") == 1
    board = "Js 9s 4s 8h 3d"
    assert compare(f"{board} As 2s", f"{board} Ks Qs") == 1
    flushes = [set_ for set_ in combinations(reversed(range(13)), 5) if not is_straight(set_)]
    assert len(flushes) == 1277
    by_score = sorted(flushes, key=lambda ranks: ranked(suited(RANKS[rank] for rank in ranks)).score)
    assert by_score == sorted(flushes)
    high_cards = [ranked(suited((RANKS[rank] for rank in ranks), "hc")).score for ranks in sorted(flushes)]
    assert high_cards == sorted(set(high_cards))


def is_straight(ranks: tuple[int, ...]) -> bool:
    return ranks[0] - ranks[-1] == 4 or ranks == (12, 3, 2, 1, 0)


def test_t4_full_houses_take_the_higher_pair() -> None:
    """T4: the pair of a full house taken from the wrong of two pairs."""
    assert compare("3s 3h 3d Ts Th 2s 2h", "3s 3h 3d 9s 9h 2s 2h") == 1
    assert compare("Jh Jd Jc Ts Th 6d 6c", "Jh Jd Jc 9s 9h 6d 6c") == 1
    for three, high, low in permutations(RANKS, 3):
        if RANKS.index(high) > RANKS.index(low):
            hand = together(f"{three * 3} shd", f"{high * 2} cs", f"{low * 2} hd")
            assert makes(hand) == f"full_house {three}{high}"
    for high, low in combinations(reversed(RANKS), 2):  # two threes: the lower gives the pair
        spare = next(rank for rank in RANKS if rank not in (high, low))
        hand = together(f"{high * 3} cds", f"{low * 3} cdh", f"{spare} s")
        assert makes(hand) == f"full_house {high}{low}"


def test_t5_flushes_go_down_to_the_fifth_card_and_no_further() -> None:
    """T5: only the top card of a flush compared, then cards outside the best five."""
    board = "Qd Jd 9d Kc 6d"
    assert compare(f"{board} 5d Ah", f"{board} 7d Qc") == -1
    straight = "5c 6d 7h 8s 9c"
    assert compare(f"{straight} Ah Kd", f"{straight} 2c 2d") == 0
    flush = "Ah Jh 9h 6h 3h"
    for rest in combinations(("2h", "Kd", "Ac", "9c", "3s", "2c", "8d", "Td"), 2):
        assert compare(f"{flush} {' '.join(rest)}", flush) == 0  # nothing lower or other counts


def test_t6_the_kicker_of_three_pairs_is_the_best_of_what_is_left() -> None:
    """T6: the kicker taken from the third pair although a single card is higher; or the reverse."""
    board = "6c Qc Ad 6s Ac"
    assert compare(f"{board} Td Js", f"{board} 3s 3d") == 0
    assert makes("2c 4s 5h 5c 9h 9c Kd") == "two_pair 95K"
    assert makes("Ks Kd Qs Qd Js Jd 2c") == "two_pair KQJ"
    assert makes("9s 9d 5s 5d 2s 2d Kc") == "two_pair 95K"
    for high, low, third in combinations(reversed(RANKS), 3):
        for single in set(RANKS) - {high, low, third}:
            hand = together(f"{third * 2} ch", f"{high * 2} cd", f"{single} d", f"{low * 2} hs")
            kicker = max(third, single, key=RANKS.index)
            assert makes(hand) == f"two_pair {high}{low}{kicker}"


def test_t7_an_inner_gap_takes_the_joker() -> None:
    """T7: the joker put above a run while a gap inside stays open."""
    assert makes("5c 6h 7d 9c 4d Jk Tc") == "straight T"
    assert joker_is("5c 6h 7d 9c 4d Jk Tc") == "8"
    for wheel in ("second", "lowest"):
        for straight in STRAIGHTS:
            for missing in straight:
                rest = [rank for rank in straight if rank != missing]
                low, high = RANKS.find(straight[1]) - 2, RANKS.find(straight[-1]) + 1
                near = [RANKS[at % 13] for at in (low, high) if RANKS[at % 13] not in straight]
                for count in range(len(near) + 1):
                    for more in combinations(near, count):
                        hand = kinds(f"Jk {suited([*rest, *more], 'cdhs')}")
                        assert agrees(hand, Ranking(wheel)), hand


@pytest.mark.parametrize("hand", ["7h 7h 5s 6s Td 6h As", "Jk 7h 5s 6s Td 6h Jk"])
def test_t8_no_entry_takes_a_card_twice(run: Command, hand: str) -> None:
    """T8: an impossible hand ranked as if it were one; a second joker likewise."""
    with pytest.raises(InputError, match=r"card \d: (7h|Jk) stands in the hand twice"):
        cards.hand(hand, joker=True)
    numbers = cards.kinds(hand, joker=True)
    with pytest.raises(InputError, match="twice"):
        core.rank(USUAL, [numbers])
    with pytest.raises(InputError, match="twice"):
        core.settings(USUAL, numbers)
    for command in (("rank", hand), ("play", "fortune", *hand.split()), ("play", "chan-chu", *hand.split())):
        done = run(*command)
        assert (done.status, done.out) == (2, "")
        assert "twice" in done.err


def test_t8_a_deck_without_a_joker_takes_none(run: Command) -> None:
    """T8: no entry takes a card that is not in its deck."""
    done = run("play", "seven-card", "Jk", "7h", "5s", "6s", "Td", "6h", "As")
    assert done.status == 2
    assert "card 1: 'Jk': this deck has no joker" in done.err


def test_t9_suits_matter_only_in_flushes() -> None:
    """T9: an exact tie scored as a win because three cards share a suit."""
    board = "Ad 3s 4s 5h 6s"
    assert compare(f"{board} Ah Ks", f"{board} Ac Kh") == 0
    draw = random.Random(9)
    for size in (2, 3, 5, 7):
        for _ in range(100):
            one, two = (draw.sample(range(53), size) for _ in range(2))
            found = set()
            for names in permutations(range(4)):
                renamed = [
                    tuple(kind if kind == 52 else kind - kind % 4 + names[kind % 4] for kind in hand)
                    for hand in (one, two)
                ]
                first, second = core.rank(USUAL, renamed)
                found.add((first.score, second.score))
            assert len(found) == 1
    # four cards never make a flush: whatever the suits, a hand is worth what its ranks are worth
    for _ in range(100):
        pair, *rest = draw.sample(RANKS, 3)
        hands = [suited([pair, pair, *rest], draw.sample("cdhs", 4)) for _ in range(10)]
        assert len(set(scores(hands))) == 1


def test_t10_nothing_unfilled_is_read() -> None:
    """T10: a table with holes returned 0 for hands that its generator had not met.

    There is no table of ranks here, and no score is 0; rows of counts start poisoned, and the rows
    counted one by one sum to all hands (tests/test_hand_counts.py).
    """
    assert makes("As Ks 5d 7c Ts 7d 8h") == "pair 7AKT"
    for size in range(2, 6):
        hands = list(combinations(range(53), size))[:: 1 if size < 4 else 29]
        assert min(found.score for found in core.rank(USUAL, hands)) > 0
    draw = random.Random(10)
    sevens = [tuple(draw.sample(range(53), 7)) for _ in range(20_000)]
    assert min(found.score for found in core.rank(USUAL, sevens)) > 0
    for size, joker in ((5, True), (7, True), (7, False)):
        counted = core.count(USUAL, size, joker, [fact("CATEGORY"), fact("BEST")])
        assert sum(counted.values()) == comb(52 + joker, size)
        # five to seven cards always decide by some rank
        assert all(best > 0 for _, best in counted)


def test_t11_the_stronger_hand_has_place_1() -> None:
    """T11: a scale on which lower is better read the wrong way."""
    sevens, jacks = "9h Jh 7d 2s Kc 7c 7h", "9h Jh 7d 2s Kc Jc 5h"
    assert compare(sevens, jacks) == 1
    found = places(USUAL, [kinds(jacks), kinds(sevens)])
    assert [one.place for one in found] == [2, 1]


# ---- T12: three cards ----------------------------------------------------------------------------


def test_t12_three_card_straights() -> None:
    """T12: a three-card straight read as a high card, mainly when two cards share a suit."""
    assert makes("Kh Qh Jc") == "straight K"
    assert makes("Ah 2d 3c") == "straight 3"
    assert makes("Ah Kd Qc") == "straight A"
    for top, run_ in enumerate(["A23", *(RANKS[at : at + 3] for at in range(11))]):
        for suits in ("cdh", "ccd", "cdc", "dcc"):
            assert makes(suited(run_, suits)) == f"straight {run_[-1]}", top
        assert makes(suited(run_, "c")) == f"straight_flush {run_[-1]}"


def test_t12_all_23426_hands_of_three() -> None:
    """T12: the published table of three cards with the joker."""
    counted = core.count(USUAL, 3, True, [fact("CATEGORY"), fact("JOKER")])
    by_name: dict[str, int] = {}
    for (category, joker), count in counted.items():
        name = CATEGORIES[category]
        name += " with joker" if name == "straight_flush" and joker else ""
        by_name[name] = by_name.get(name, 0) + count
    assert by_name == {
        "straight_flush": 48,
        "three_of_a_kind": 58,
        "straight_flush with joker": 100,
        "straight": 1020,
        "flush": 1308,
        "pair": 3912,
        "high_card": 16_980,
    }
    assert sum(by_name.values()) == 23_426


# ---- T13 to T19: the joker -----------------------------------------------------------------------


def test_t13_the_joker_beside_three_is_an_ace() -> None:
    """T13: the bug treated as fully wild."""
    assert makes("Jk 9h 9d 9c 2s") == "three_of_a_kind 9A2"
    for rank in RANKS[:-1]:
        other = "3" if rank == "2" else "2"
        assert makes(f"Jk {rank}h {rank}d {rank}c {other}s") == f"three_of_a_kind {rank}A{other}"
        assert makes(f"Jk {rank}h {rank}d {rank}c {rank}s") == f"four_of_a_kind {rank}A"
        assert makes(f"Jk {rank}h {rank}d Ac As") == f"full_house A{rank}"
        assert makes(f"Jk {rank}h {rank}d") == f"pair {rank}A"
        assert makes(f"Jk {rank}h") == f"high_card A{rank}"
    assert makes("Jk Ah Ad Ac 2s") == "four_of_a_kind A2"


def test_t14_the_joker_pairs_the_ace() -> None:
    """T14: the joker paired with the king beside a natural ace."""
    assert makes("Jk Ah Kd 7c 2s") == "pair AK72"
    assert makes("Jk Ah") == "pair A"
    for rest in combinations(RANKS[:-1], 3):
        hand = suited(rest, "dcs")
        if not is_straight_with_joker(rest):
            assert makes(f"Jk Ah {hand}") == f"pair A{''.join(reversed(rest))}"


def is_straight_with_joker(rest: tuple[str, ...]) -> bool:
    return any(set(rest) <= set(straight) and "A" in straight for straight in STRAIGHTS)


def test_t15_the_joker_as_a_kicker_is_a_copy_of_the_ace() -> None:
    """T15: a joker on the side outranks a natural ace, or is matched to the top pair."""
    assert compare("Jk Kh Kd 2c 2s", "Ac Ks Kc 2d 2h") == 0
    assert makes("Jk Kh Kd 2c 2s") == "two_pair K2A"
    compared = 0
    naturals = list(combinations(range(51), 4))[::9]
    with_ace, with_joker = [], []
    for four in naturals:
        with_ace.append((*four, 51))
        with_joker.append((*four, 52))
    completed = {CATEGORIES.index(name) for name in ("straight", "flush", "straight_flush", "royal_flush")}
    for ace_, joker_ in zip(core.rank(USUAL, with_ace), core.rank(USUAL, with_joker), strict=True):
        if joker_.category not in completed and ace_.category not in completed:
            assert ace_.score == joker_.score
            compared += 1
    assert compared > 10_000


def test_t16_the_best_use_of_the_joker_counts() -> None:
    """T16: the joker as the highest card that completes, not as the best."""
    one, two = "Jk 2d 3c 4h 5s", "Jk Ac 3d 4h 5s 6c Kd"
    assert (makes(one), joker_is(one)) == ("straight 5", "A")
    assert (makes(two), joker_is(two)) == ("straight 5", "2")
    lowest = Ranking("lowest")
    assert (makes(one, lowest), joker_is(one, lowest)) == ("straight 6", "6")
    assert (makes(two, lowest), joker_is(two, lowest)) == ("straight 7", "7")
    for ranking in ORDERS:
        for rest in combinations("A234567", 5):
            assert agrees(kinds(f"Jk {suited(rest, 'cdhsc')} Td"), ranking)
            assert agrees(kinds(f"Jk {suited(rest, 'c')} Td"), ranking)


def test_t17_the_joker_has_the_suit_of_the_straight_flush() -> None:
    """T17: the rank of the joker chosen first and its suit later."""
    for hand in ("Jk 5d 6d 7d 8d", "Jk 5d 6d 7d 8d 9h Tc"):
        assert makes(hand) == "straight_flush 9"
        assert joker_is(hand) == "9d"
    for straight in STRAIGHTS:
        for missing in straight:
            for suit in "cdhs":
                hand = f"Jk {suited((rank for rank in straight if rank != missing), suit)}"
                assert CATEGORIES[ranked(hand).category] in ("straight_flush", "royal_flush")
                assert joker_is(hand)[1] == suit


def test_t18_the_joker_in_a_flush_is_the_highest_not_there() -> None:
    """T18: a second ace in a flush, or a straight flush missed for it."""
    assert compare("Jk As Ks 7s 2s", "Ah Kh Qh 7h 2h") == 0
    assert joker_is("Jk As Ks 7s 2s") == "Qs"
    assert (makes("Jk As Ks Qs Js"), joker_is("Jk As Ks Qs Js")) == ("royal_flush A", "Ts")
    assert compare("Jk As Ks 7s 2s", "Ah Kh Jh Th 9h") == 1  # ace, king, queen
    fours = [four for suit in range(4) for four in combinations(range(suit, 52, 4), 4)]
    assert len(fours) == 2860
    found = core.rank(USUAL, [(*four, 52) for four in fours])
    known: dict[tuple[int, ...], int] = {}
    for four, one in zip(fours, found, strict=True):
        best = reference.best(as_cards((*four, 52)))
        assert (CATEGORIES[one.category], tuple(rank + 2 for rank in one.best)) == best
        assert known.setdefault(reference.strength(best, 5), one.score) == one.score
    in_order = [known[value] for value in sorted(known)]
    assert in_order == sorted(set(in_order))


def test_t19_five_aces_and_straight_flushes() -> None:
    """T19: five aces never meet a royal flush; what matters is where other straight flushes stand."""
    aces, flush = "Ah Ad Ac As Jk 9c 4d", "Kd Qd Jd Td 9d 3c 2h"
    assert compare(aces, flush, Ranking("second", "above-royal")) == 1
    assert compare(aces, flush, Ranking("second", "below-royal")) == 1
    assert compare(aces, flush, Ranking("second", "below-straight-flushes")) == -1
    both = [fact("HAS", CATEGORIES.index(name)) for name in ("five_aces", "royal_flush")]
    counted = core.count(USUAL, 7, True, both)
    assert counted.get((1, 1), 0) == 0
    assert counted[1, 0] == comb(48, 2) == 1128
    both = [fact("HAS", CATEGORIES.index(name)) for name in ("five_aces", "straight_flush")]
    for ranking in ORDERS:  # and no hand holds both, so that no count moves
        assert core.count(ranking, 7, True, both).get((1, 1), 0) == 0
    # what a hand is worth beside all others moves with five aces below straight flushes alone
    hands = [kinds(hand) for hand, _ in EDGES]
    orders = [
        sorted(range(len(hands)), key=lambda at: found[at].score)
        for found in (core.rank(Ranking("second", place), hands) for place in
                      ("above-royal", "below-royal", "below-straight-flushes"))
    ]  # fmt: skip
    assert orders[0] != orders[1] != orders[2]
    assert [at for at in orders[0] if at] == [at for at in orders[1] if at] == [at for at in orders[2] if at]


# ---- T20 to T30: settings ------------------------------------------------------------------------


def undominated(hand: str) -> set[frozenset[str]]:
    """The fronts of the settings that no other beats."""
    return {
        frozenset(cards.name(kind) for kind in way.front)
        for way in core.settings(USUAL, kinds(hand))
        if way.legal and not way.dominated
    }


def has_front(hand: str, front: str) -> bool:
    return frozenset(front.split()) in undominated(hand)


def test_t20_the_higher_of_two_pairs_in_front_is_a_foul() -> None:
    """T20: the joker counted as a third pair, then the top pair moved to the front."""
    one, two = "2c Jk 6s 2h Qd Js Qs", "Jk Kh Kd 9s 9c 5d 2h"
    assert not setting(one, "Qd Qs").legal
    assert setting(one, "Jk Js").legal
    assert setting(one, "2c 2h").legal
    assert not setting(two, "Kh Kd").legal
    assert setting(two, "9s 9c").legal
    assert has_front(two, "9s 9c")


def test_t20_every_two_pairs_with_the_joker() -> None:
    """T20: the joker alone is no pair, so that of two pairs the lower may go in front, the higher not."""
    for high, low in combinations(reversed(RANKS[:-1]), 2):
        singles = [rank for rank in "2479J" if rank not in (high, low)][:2]
        hand = f"Jk {high}h {high}d {low}s {low}c {suited(singles, 'ds')}"
        if makes(hand) != f"two_pair {high}{low}A":
            continue  # a straight
        assert not setting(hand, f"{high}h {high}d").legal
        assert setting(hand, f"{low}s {low}c").legal
        assert makes(f"Jk {singles[0]}d").startswith("high_card")


def test_t20_no_legal_front_outranks_its_back() -> None:
    """T20: over random hands: legal means what the reference finds, whatever the joker does."""
    draw = random.Random(20)
    for _ in range(150):
        hand = (*draw.sample(range(52), 6), 52)
        for way in core.settings(USUAL, hand):
            assert way.legal == reference.legal(as_cards(way.front), as_cards(way.back))


@pytest.mark.parametrize(
    ("hand", "front", "back", "instead"),
    [
        ("7c 5d 9s 8s Ks 6s Kc", "Ks Kc", "straight 9", "9s 8s"),
        ("3d Kd Qd Qs Qc 6d 8d", "Qs Qc", "flush KQ863", "Kd 8d"),
        ("Js Kc Ts Jc Jk Jd 9c", "Jc Jd", "straight K", "Kc Ts"),
    ],
)
def test_t21_a_straight_or_flush_behind_a_pair_dominates(
    hand: str, front: str, back: str, instead: str
) -> None:
    """T21: the straight or flush ignored because there is a pair."""
    way = setting(hand, front)
    assert way.legal
    assert not way.dominated
    assert makes(" ".join(cards.name(kind) for kind in way.back)) == back
    assert setting(hand, instead).dominated


def test_t21_dominance_agrees_on_hands_with_a_pair_and_more() -> None:
    """T21: hands with a pair and a straight or a flush beside it, against the reference."""
    draw = random.Random(21)
    tried = 0
    while tried < 60:
        hand = tuple(draw.sample(range(53), 7))
        able = reference.able(as_cards(hand)) if draw.random() < 0.2 else set()
        if "pair" in able and able & {"straight", "flush"}:
            tried += 1
            ours = [(way.legal, way.dominated) for way in core.settings(USUAL, hand)]
            assert ours == [(way.legal, way.dominated) for way in reference.settings(as_cards(hand))]


def test_t22_an_exception_that_cannot_apply_shows() -> None:
    """T22: 'ace-high straight with the joker: a pair of aces behind' needs a natural ace."""
    one, two = "Jk As Ks Qh Jd 5c 3d", "Jk Kh Qd Jc Ts 6h 3c"
    assert makes(one) == makes(two) == "straight A"
    assert (joker_is(one), joker_is(two)) == ("T", "A")
    assert setting(one, "Ks Qh").legal
    assert makes(behind(one, "Ks Qh")) == "pair AJ53"  # the exception: king and queen in front of aces
    assert makes(behind(one, "5c 3d")) == "straight A"
    # in the other hand no five cards hold a pair, so that the exception leaves no setting
    pair = fact("HAS", CATEGORIES.index("pair"))
    for hand, there in ((one, 1), (two, 0)):
        at = index(kinds(hand))
        assert core.count(USUAL, 7, True, [pair], level=CARDS_LEVEL, span=range(at, at + 1)) == {(there,): 1}
    assert makes(behind(two, "6h 3c")) == "straight A"


@pytest.mark.parametrize(
    ("hand", "fronts"),
    [
        # T24: two pair against a straight: each of the houses' answers stands
        ("6h 6d 5s 5c 4d 3h 2s", ["5s 5c", "6h 5s"]),
        # T25: both pairs under six kept, or split
        ("2h 2d 3s 3c 7d 6h 5c", ["7d 6h", "2h 2d"]),
        # T27: the flush kept, or the best front; two pairs kept with an ace, or split
        ("As Ks 9s 6s 2s Qd Jd", ["Qd Jd", "Ks Qd"]),
        ("Ks Kd 4h 4c As 9d 7c", ["As 9d", "4h 4c"]),
        # T28: the pair of twos, or ace and king, before a full house
        ("2s 2h Qs Qh Qd As Kd", ["2s 2h", "As Kd"]),
        ("2s 2h Qs Qh Qd Jk Kd", ["2s 2h", "Jk Kd"]),
        # T29: the royal kept, or the queen-high straight behind ace and king
        ("As Ks Qs Js Ts 9d 8c", ["9d 8c", "As Ks"]),
    ],
)
def test_t24_to_t29_no_house_is_plainly_wrong(hand: str, fronts: list[str]) -> None:
    """T24, T25, T27, T28, T29: houses differ, and none of these answers is dominated by another."""
    for front in fronts:
        assert setting(hand, front).legal
    ways = [setting(hand, front) for front in fronts]
    for one, two in pairwise(ways):
        assert (one.front_score > two.front_score) == (one.back_score < two.back_score)
        assert one.front_score != two.front_score


def test_t24_and_t25_hands_behind() -> None:
    """T24, T25: what each of the documents' answers leaves behind."""
    hand = "6h 6d 5s 5c 4d 3h 2s"
    assert makes(behind(hand, "5s 5c")) == "pair 6432"
    assert makes(behind(hand, "6h 5s")) == "straight 6"
    hand = "2h 2d 3s 3c 7d 6h 5c"
    assert makes(behind(hand, "7d 6h")) == "two_pair 325"
    assert makes(behind(hand, "2h 2d")) == "pair 3765"


def behind(hand: str, front: str) -> str:
    return " ".join(cards.name(kind) for kind in setting(hand, front).back)


def test_t26_kings_in_front_of_a_straight_flush() -> None:
    """T26: a misprinted category left the straight flush without a rule: one setting beats all."""
    hand = "Ks Kd 9h 8h 7h 6h 5h"
    assert makes(hand) == "straight_flush 9"
    assert undominated(hand) == {frozenset({"Ks", "Kd"})}
    assert setting(hand, "9h 8h").dominated


def test_t27_the_best_front_is_not_the_best_setting() -> None:
    """T27: the setting with the highest front need not leave the hand that the seven cards make."""
    hand = "As Ks 9s 6s 2s Qd Jd"
    assert makes(behind(hand, "Qd Jd")) == makes(hand) == "flush AK962"
    assert makes(behind(hand, "Ks Qd")) == "high_card AJ962"
    fronts = undominated(hand)
    assert {frozenset({"Qd", "Jd"}), frozenset({"Ks", "Qd"})} <= fronts


def test_t28_the_joker_is_the_ace_of_the_full_house_exception() -> None:
    """T28: ace and king before queens full of twos; joker and king are the same."""
    natural, joker = "2s 2h Qs Qh Qd As Kd", "2s 2h Qs Qh Qd Jk Kd"
    first, second = setting(natural, "As Kd"), setting(joker, "Jk Kd")
    assert (first.front_score, first.back_score) == (second.front_score, second.back_score)
    assert makes(behind(natural, "As Kd")) == makes(behind(joker, "Jk Kd")) == "full_house Q2"
    # three of 3 to Q (10 ranks, C(4, 3)), two twos (C(4, 2)), one of five aces, one of four kings
    facts = [fact("CATEGORY"), fact("HELD", 16), fact("NUMBER_HELD", 2), fact("HELD", 8), fact("HELD", 9)]
    counted = core.count(USUAL, 7, True, facts)
    full_house, two, king, ace = CATEGORIES.index("full_house"), 1, 12, 13  # ranks from 1 for a two
    assert counted[full_house, two, 1, ace, king] == 10 * 4 * 6 * 5 * 4 == 4800
    # three twos are another matter: nines are the pair
    assert makes("2s 2h 2d 9c 9h As Kd") == "full_house 29"


def test_t29_fronts_that_a_broken_royal_gains() -> None:
    """T29: a royal or a straight flush broken for a better front: each step is a setting of its own."""
    hand = "As Ks Qs Js Ts 9d 8c"
    assert makes(behind(hand, "9d 8c")) == "royal_flush A"
    assert makes(behind(hand, "As Ks")) == "straight Q"
    assert makes(behind(hand, "As 8c")) == "straight K"
    assert makes(hand) == "royal_flush A"
    for front in ("9d 8c", "As 8c", "As Ks"):
        assert has_front(hand, front)


def test_t30_a_front_equal_to_the_backs_first_cards() -> None:
    """T30: undefined in most texts: an option, legal by default."""
    for hand, front in (("Ah Kh Ad Kd 9s 7c 4h", "Ah Kh"), ("Ah Ad 9s 7c 4h As Ac", "As Ac")):
        answers = [setting(hand, front, ranking).legal for ranking in with_equal_front(USUAL)]
        assert answers == [True, False]
        assert setting(hand, front).legal
    assert Ranking().equal_front == "legal"


# ---- T33 to T35, T48: counts ---------------------------------------------------------------------


def test_t33_queen_high() -> None:
    """T33: a queen-high push needs seven ranks, no straight and no flush; with the joker it is ace-high."""
    assert makes("Qd Jc 9s 8h 6d 4c 2s") == "high_card QJ986"
    assert makes("Jk Qd Jc 9s 6h 4d 2c") == "high_card AQJ96"
    assert makes("Qd Jc Th 9s 8d 4c 2h") == "straight Q"
    counted = core.count(USUAL, 7, True, [fact("CATEGORY"), fact("BEST"), fact("JOKER")])
    tops = {(top - 1, joker): count for (category, top, joker), count in counted.items() if not category}
    assert tops[RANKS.index("Q"), 0] == 2_719_500
    assert {rank for rank, joker in tops if joker} == {RANKS.index("A")}
    # seven ranks below the queen: C(10, 6) sets less those with five in a row, times ways without flush
    sets = [(10, *rest) for rest in combinations(range(9, -1, -1), 6)]
    sets = [ranks for ranks in sets if not any(ranks[at] - ranks[at + 4] == 4 for at in range(3))]
    flushes = 4 * sum(comb(7, suited_) * 3 ** (7 - suited_) for suited_ in (5, 6, 7))
    assert len(sets) * (4**7 - flushes) == 2_719_500


TABLE = {
    "five_aces": 500,
    "royal_flush": 250,
    "straight_flush": 50,
    "four_of_a_kind": 25,
    "full_house": 5,
    "flush": 4,
    "straight": 2,
    "three_of_a_kind": 3,
}


def paytable(folder: Path, names: Iterable[str]) -> Path:
    lines = "".join(f'{{event = "{name}", when = "has.{name}", pays = {TABLE[name]}}}, ' for name in names)
    sheet = folder / "table.toml"
    sheet.write_text(
        '[sheet]\nid = "table"\ntitle = "Table"\ngame = "hand"\nversion = "1"\n'
        "[rules]\ncards = 7\njoker = true\n"
        f'[[wager]]\nid = "side"\ntitle = "Side"\nunit = "to 1"\notherwise = "lose"\npays = [{lines}]\n'
    )
    return sheet


@pytest.mark.parametrize(
    ("by_pay", "counts", "percent"),
    [(True, (7_672_500, 11_034_204), "6.3667"), (False, (7_470_676, 11_236_028), "6.4977")],
)
def test_t34_lines_by_pay_and_by_rank(
    tmp_path: Path, run: Command, by_pay: bool, counts: tuple[int, int], percent: str
) -> None:
    """T34: three of a kind pays more than a straight, so that the best rank is not the best pay."""
    names = sorted(TABLE, key=lambda name: -TABLE[name]) if by_pay else list(TABLE)
    sheet = paytable(tmp_path, names)
    certificate = everydeal.certify(sheet)
    wager = certificate["53-cards"]["side"]
    lines = {line.title: line.combinations for line in wager.lines}
    assert (lines["three_of_a_kind"], lines["straight"]) == counts
    edge = 100 * wager.house_edge
    assert f"{float(edge):.4f}" == percent
    kinds_of_findings = [finding.kind for finding in certificate.findings]
    assert kinds_of_findings == ([] if by_pay else ["earlier-line-pays-less"])
    played = run("play", str(sheet), "9h", "9d", "9c", "8s", "7d", "6h", "5c").out.splitlines()[-1]
    assert played.split() == ["side", *(["three_of_a_kind", "3"] if by_pay else ["straight", "2"]), "to", "1"]
    assert sum(counts) == 7_672_500 + 11_034_204  # 201,824 hands hold both and move from line to line


@pytest.mark.parametrize(
    ("hand", "beside"),
    [
        ("As Ks Qs Js Ts Kd Qd", "KQ"),
        ("As Ks Qs Js Ts Ad Kd", "AK"),
        ("Jk Ks Qs Js Ts Kd Qd", "KQ"),
        ("Jk Ks Qs Js Ts Ad Kd", "AK"),
        ("As Ks Jk Js Ts Kd Qd", "KQ"),
        ("As Ks Qs Js Ts Kd Qh", ""),
        ("As Ks Qs Js Ts Jk Kd", ""),
        ("As Ks Qs Js Ts 9d 8d", ""),
    ],
)
def test_t35_what_stands_beside_a_royal(run: Command, hand: str, beside: str) -> None:
    """T35: suited king and queen, or suited ace and king? The counts do not tell."""
    at = index(kinds(hand))
    facts = [fact("BESIDE_ROYAL", 0xCB), fact("BESIDE_ROYAL", 0xBA)]
    counted = core.count(USUAL, 7, True, facts, level=CARDS_LEVEL, span=range(at, at + 1))
    assert counted == {(int(beside == "AK"), int(beside == "KQ")): 1}
    pays = run("play", "fortune", *hand.split()).out.splitlines()[-1]
    assert pays.endswith("2000 to 1" if beside == "KQ" else "150 to 1")


def test_t35_the_counts_are_the_same() -> None:
    """T35: 12 natural hands and 60 with the joker either way."""
    for wanted in (0xCB, 0xBA):
        counted = core.count(USUAL, 7, True, [fact("BESIDE_ROYAL", wanted), fact("JOKER")])
        # a royal and two cards of one of three other suits; the joker stands for one of its five cards
        assert (counted[1, 0], counted[1, 1]) == (4 * 3, 5 * 4 * 3)


def last_hands(size: int) -> Iterator[tuple[int, ...]]:
    """The last hands of so many cards, from the end."""
    yield from combinations(range(52, -1, -1), size)


@pytest.mark.parametrize("size", range(2, 8))
def test_t48_the_last_index(size: int) -> None:
    """T48: an index or a falling factorial that overflows 32 bits."""
    assert perm(53, 7) == 776_881_123_200 > 2**31
    total = core.units(size, True, CARDS_LEVEL)
    top = tuple(range(53 - size, 53))
    assert total == comb(53, size) == perm(53, size) // perm(size, size)
    assert index(top) == total - 1
    facts = [fact("JOKER"), *(fact("CARD_COUNT", kind) for kind in top[:-1])]
    last = core.count(USUAL, size, True, facts, level=CARDS_LEVEL, span=range(total - 1, total))
    assert last == {(1,) * size: 1}
    with pytest.raises(InputError, match="beyond the enumeration"):
        core.count(USUAL, size, True, facts, level=CARDS_LEVEL, span=range(total - 1, total + 1))


def test_t48_ranges_at_the_end() -> None:
    """T48: the joker and the top six cards, and the 10,000 hands before them, one by one."""
    total = comb(53, 7)
    assert index(kinds("Jk As Ah Ad Ac Ks Kh")) == total - 1 == 154_143_079
    assert makes("Jk As Ah Ad Ac Ks Kh") == "five_aces A"
    every = [tuple(sorted(hand)) for hand, _ in zip(last_hands(7), range(3000), strict=False)]
    places_ = sorted(map(index, every))
    assert places_[-1] == total - 1
    first = max(at for at, (one, two) in enumerate(pairwise([places_[0] - 2, *places_])) if two - one > 1)
    tail = places_[first:]  # without a gap up to the end
    assert tail == list(range(tail[0], total))
    counted = core.count(USUAL, 7, True, [fact("CATEGORY")], level=CARDS_LEVEL, span=range(tail[0], total))
    wanted: dict[tuple[int, ...], int] = {}
    for found in core.rank(USUAL, [hand for hand in every if index(hand) >= tail[0]]):
        wanted[(found.category,)] = wanted.get((found.category,), 0) + 1
    assert counted == wanted
