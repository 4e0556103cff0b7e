"""Counts of hands in C: one level against another, against the reference, and every refusal."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import comb, prod
from typing import Any

import pytest
from everydeal._core import ffi, lib
from hypothesis import given, settings
from hypothesis import strategies as st

from everydeal.core import hand as core
from everydeal.core.hand import CARDS_LEVEL, FLUSH_LEVEL, RANKS_LEVEL, SUITS_LEVEL, Fact, fact
from everydeal.errors import InputError
from everydeal.ranking import CATEGORIES, Ranking
from everydeal.reference import hand as reference
from tests.hands import ORDERS, USUAL, as_cards, index, kinds, options

EMPTY: int = lib.ED_EMPTY_SLOT
ROYAL_PAIRS = [(12, 11), (11, 10), (10, 9), (6, 0), (1, 0)]


def every_fact(cards: int) -> list[Fact]:
    """Every fact there is; of those beside a royal flush only some."""
    found = [fact("CATEGORY"), fact("JOKER"), fact("SUITED_RUN"), fact("MOST_SUITED")]
    found += [fact("BEST", at) for at in range(5)]
    found += [fact("HAS", category) for category in range(1, 11)]
    found += [fact("NUMBER_HELD", copies) for copies in range(1, 5)]
    found += [fact("HELD", 8 * copies + at) for copies in range(1, 5) for at in range(7 // copies)]
    found += [fact("RANK_COUNT", rank) for rank in range(13)]
    found += [fact("CARD_COUNT", kind) for kind in range(52)]
    if cards == 7:
        found += [fact("BESIDE_ROYAL", 16 * high + low) for high, low in ROYAL_PAIRS]
    return found


def chunks(facts: Sequence[Fact], size: int = 8) -> list[list[Fact]]:
    return [list(facts[at : at + size]) for at in range(0, len(facts), size)]


# ---- against the reference -------------------------------------------------------------------------


def known(hand: Sequence[int], asked: Fact, best: reference.Reading, able: set[str]) -> int:
    """What the reference says of one fact."""
    cards = as_cards(hand)
    at = asked.argument
    if asked.id == lib.ED_FACT_CATEGORY:
        return CATEGORIES.index(best[0])
    if asked.id == lib.ED_FACT_BEST:
        return best[1][at] - 1 if at < len(best[1]) else 0
    if asked.id == lib.ED_FACT_HAS:
        return int(CATEGORIES[at] in able)
    if asked.id == lib.ED_FACT_HELD:
        ranks = reference.held(cards, at // 8)
        return ranks[at % 8] - 1 if at % 8 < len(ranks) else 0
    if asked.id == lib.ED_FACT_NUMBER_HELD:
        return len(reference.held(cards, at))
    if asked.id == lib.ED_FACT_JOKER:
        return int(reference.JOKER in cards)
    if asked.id == lib.ED_FACT_SUITED_RUN:
        return reference.suited_run(cards)
    if asked.id == lib.ED_FACT_RANK_COUNT:
        return sum(rank == at + 2 and suit != "" for rank, suit in cards)
    if asked.id == lib.ED_FACT_MOST_SUITED:
        return reference.most_suited(cards)
    if asked.id == lib.ED_FACT_BESIDE_ROYAL:
        return int(reference.beside_royal(cards, at // 16 + 2, at % 16 + 2))
    assert asked.id == lib.ED_FACT_CARD_COUNT
    return int(at in hand)


def agree(hand: Sequence[int], ranking: Ranking) -> None:
    """Every fact of one hand, counted as the only hand of a range, is what the reference says."""
    best = reference.best(as_cards(hand), options(ranking))
    able = reference.able(as_cards(hand))
    at = index(hand)
    for some in chunks(every_fact(len(hand)), 13):
        counted = core.count(
            ranking, len(hand), True, some, level=CARDS_LEVEL, span=range(at, at + 1), workers=1
        )
        ((values, number),) = counted.items()
        assert number == 1
        wanted = tuple(known(hand, asked, best, able) for asked in some)
        assert values == wanted, [
            (asked, got, want) for asked, got, want in zip(some, values, wanted, strict=True) if got != want
        ]


@pytest.mark.parametrize("size", range(2, 8))
def test_facts_of_random_hands_are_the_references(size: int) -> None:
    draw = random.Random(1000 + size)
    for at in range(150):
        agree(draw.sample(range(53), size), ORDERS[at % len(ORDERS)])


@pytest.mark.parametrize("size", [3, 5, 6, 7])
def test_facts_of_hands_with_the_joker_are_the_references(size: int) -> None:
    draw = random.Random(2000 + size)
    for at in range(90):
        pack = range(52) if at % 3 == 0 else range(at % 4, 52, 4) if at % 3 == 1 else range(32, 52)
        hand = {52, *draw.sample(pack, size - 1)}
        agree(sorted(hand), ORDERS[at % len(ORDERS)])


@pytest.mark.parametrize(
    "hand",
    [
        "Ah Ad Ac As Jk Ks Kh",
        "Ah Ad Ac As Jk Ks Qs",
        "As Ks Qs Js Ts Kd Qd",
        "Jk Ks Qs Js Ts Kd Qd",
        "As Ks Qs Js Jk Kd Qd",
        "As Ks Qs Js Ts Kd Qh",
        "As Ks Qs Js Ts Ad Kd",
        "As Ks Qs Js Ts 9s 8s",
        "As Ks Qs Js Ts Jk 8h",
        "As Ks Qs Js Jk Ts 9s",
        "As Ks Qs Js Jk 9s 8s",
        "As 2s 3s 4s 5s 6s 7s",
        "As 2s 3s 4s 5s 6s Jk",
        "As 2s 3s 4s 5s 7s Jk",
        "Ks As 2s 3s 4s 5s Jk",
        "9s 9h 9d 8s 8h 8d 7c",
        "9s 9h 9d 9c 8h 8d 8c",
        "9s 9h 9d 8s 8h 7d 7c",
        "9s 9h 8s 8h 7d 7c Jk",
        "9s 9h 8s 8h 7d 7c Ac",
        "2c 3d 4h 5s 6c 7d Jk",
        "2c 4c 6c 8c Tc Qc Jk",
        "Ac Kc 9c 7c Jk 2d 2h",
    ],
)
def test_facts_of_telling_hands_are_the_references(hand: str) -> None:
    for ranking in ORDERS:
        agree(kinds(hand), ranking)


# ---- level against level ---------------------------------------------------------------------------


@pytest.mark.parametrize("joker", [True, False])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_levels_agree_on_every_fact(size: int, joker: bool) -> None:
    facts = [asked for asked in every_fact(size) if asked.id != lib.ED_FACT_CARD_COUNT]
    for at, some in enumerate(chunks(facts, 8 if size < 5 else 14)):
        ranking = ORDERS[at % len(ORDERS)]
        lowest = max(asked.level for asked in some)
        counted = [core.count(ranking, size, joker, some, level=level) for level in range(lowest, 4)]
        assert counted[0] == core.count(ranking, size, joker, some)
        assert all(other == counted[0] for other in counted[1:])
        assert sum(counted[0].values()) == comb(52 + joker, size)


@pytest.mark.parametrize("joker", [True, False])
@pytest.mark.parametrize("size", [6, 7])
def test_levels_by_classes_agree_for_six_and_seven_cards(size: int, joker: bool) -> None:
    by_rank = [fact("HELD", 16), fact("HELD", 24), fact("NUMBER_HELD", 1), fact("JOKER"), fact("HAS", 4)]
    by_flush = [*by_rank[:2], fact("CATEGORY"), fact("BEST"), fact("BEST", 1), fact("SUITED_RUN")]
    for some, level in ((by_rank, RANKS_LEVEL), (by_flush, FLUSH_LEVEL)):
        counted = core.count(USUAL, size, joker, some)
        assert max(asked.level for asked in some) == level
        assert counted == core.count(USUAL, size, joker, some, level=SUITS_LEVEL)
        assert sum(counted.values()) == comb(52 + joker, size)


def test_six_cards_one_by_one_agree_with_classes() -> None:
    some = [fact("CATEGORY"), fact("BEST"), fact("BEST", 4), fact("MOST_SUITED"), fact("HAS", 4)]
    assert core.count(USUAL, 6, True, some) == core.count(USUAL, 6, True, some, level=CARDS_LEVEL)


def test_rank_counts_are_binomial() -> None:
    for rank in range(13):
        counted = core.count(USUAL, 7, True, [fact("RANK_COUNT", rank)])
        assert counted == {(held,): comb(4, held) * comb(49, 7 - held) for held in range(5)}


def test_each_card_is_in_its_share_of_hands() -> None:
    for kind in (0, 17, 51):
        counted = core.count(USUAL, 5, True, [fact("CARD_COUNT", kind)])
        assert counted == {(0,): comb(52, 5), (1,): comb(52, 4)}


def test_most_suited_of_five_by_arithmetic() -> None:
    # (5): 4 C(13, 5); (4): 4 C(13, 4) 39; (3): 4 C(13, 3) C(39, 2); the rest have two at most
    counts = {5: 4 * 1287, 4: 4 * 715 * 39, 3: 4 * 286 * 741}
    counts[2] = comb(52, 5) - sum(counts.values())
    counted = core.count(USUAL, 5, False, [fact("MOST_SUITED")])
    assert counted == {(most,): number for most, number in counts.items()}


def test_no_facts_count_all_hands() -> None:
    for level in range(4):
        assert core.count(USUAL, 4, True, [], level=level) == {(): comb(53, 4)}


# ---- units and ranges -------------------------------------------------------------------------------


@pytest.mark.parametrize("joker", [True, False])
@pytest.mark.parametrize("size", range(2, 8))
def test_units(size: int, joker: bool) -> None:
    assert core.units(size, joker, RANKS_LEVEL) == core.units(size, joker, FLUSH_LEVEL) == 1
    assert core.units(size, joker, CARDS_LEVEL) == comb(52 + joker, size)
    # by suits a unit is what the suit with most cards holds: at least a quarter of the cards
    natural = [size, size - 1] if joker else [size]
    units = sum(comb(13, most) for cards in natural for most in range(-(-cards // 4), cards + 1))
    assert core.units(size, joker, SUITS_LEVEL) == units


def test_units_of_what_is_no_deal() -> None:
    deal = ffi.new("struct ed_deal *")
    assert lib.ed_hand_units(deal, 0) == 0
    deal.cards = 7
    assert [lib.ed_hand_units(deal, level) for level in (-1, 4)] == [0, 0]
    assert lib.ed_hand_units(ffi.NULL, 0) == 0


@pytest.mark.parametrize("joker", [True, False])
def test_every_rank_vector_has_its_hands(joker: bool) -> None:
    """A vector of m cards of each rank stands for the product of C(4, m) hands."""
    facts = [fact("JOKER"), *(fact("RANK_COUNT", rank) for rank in range(13))]
    counted = core.count(USUAL, 7, joker, facts)
    assert len(counted) == (49_205 + 18_395 if joker else 49_205)
    assert all(number == prod(comb(4, held) for held in vector) for (_, *vector), number in counted.items())


def test_classes_of_seven_cards() -> None:
    """The numbers of classes that everydeal.h states."""
    by_ranks = rank_vectors(7, 4) + rank_vectors(6, 4)
    by_flush = sum(
        comb(13, suited) * rank_vectors(natural - suited, 3)
        for natural in (7, 6)
        for suited in range(natural - 2, natural + 1)
    )
    assert (by_ranks, by_ranks + by_flush) == (67_600, 292_253)
    # Burnside: the mean, over the 24 ways to rename the suits, of the hands that each leaves as they are
    cycles = {(1, 1, 1, 1): 1, (2, 1, 1): 6, (2, 2): 3, (3, 1): 8, (4,): 6}
    fixed = sum(number * (alike(7, lengths) + alike(6, lengths)) for lengths, number in cycles.items())
    assert fixed == 24 * 6_972_147


def rank_vectors(cards: int, most: int) -> int:
    """How many ways to hold so many cards, at most so many of a rank."""
    ways = [1] + [0] * cards
    for _ in range(13):
        ways = [sum(ways[at - held] for held in range(min(most, at) + 1)) for at in range(cards + 1)]
    return ways[cards]


def alike(cards: int, cycles: tuple[int, ...]) -> int:
    """How many hands hold of each rank all or none of the suits of each cycle."""
    ways = [1] + [0] * cards
    for length in cycles * 13:
        ways = [ways[at] + (ways[at - length] if at >= length else 0) for at in range(cards + 1)]
    return ways[cards]


def test_ranges_at_seven_cards_add_up() -> None:
    draw = random.Random(154_143_080)
    total = comb(53, 7)
    some = [fact("CATEGORY"), fact("BEST"), fact("JOKER")]
    for first in [0, total - 60_000, *(draw.randrange(total - 60_000) for _ in range(6))]:
        cuts = sorted([first, first + 60_000, *(first + draw.randrange(1, 60_000) for _ in range(3))])
        whole = core.count(USUAL, 7, True, some, level=CARDS_LEVEL, span=range(first, first + 60_000))
        parts: Counter[tuple[int, ...]] = Counter()
        for one, two in pairwise(cuts):
            if one < two:
                parts.update(core.count(USUAL, 7, True, some, level=CARDS_LEVEL, span=range(one, two)))
        assert parts == whole
        assert sum(whole.values()) == 60_000


def test_ranges_by_suits_add_up() -> None:
    some = [fact("CATEGORY"), fact("MOST_SUITED")]
    total = core.units(7, True, SUITS_LEVEL)
    parts: Counter[tuple[int, ...]] = Counter()
    for first in range(0, total, 1777):
        span = range(first, min(first + 1777, total))
        parts.update(core.count(USUAL, 7, True, some, level=SUITS_LEVEL, span=span))
    assert parts == core.count(USUAL, 7, True, some)


@settings(max_examples=60)
@given(st.integers(2, 7).flatmap(lambda n: st.sets(st.integers(0, 52), min_size=n, max_size=n)))
def test_an_index_is_its_hand(hand: set[int]) -> None:
    at = index(sorted(hand))
    natural = sorted(hand - {52})
    some = [fact("JOKER"), *(fact("CARD_COUNT", kind) for kind in natural)]
    counted = core.count(USUAL, len(hand), True, some, level=CARDS_LEVEL, span=range(at, at + 1))
    assert counted == {(int(52 in hand), *(1 for _ in natural)): 1}


def test_threads_do_not_matter() -> None:
    some = [fact("CATEGORY"), fact("BEST"), fact("MOST_SUITED")]
    for level in (SUITS_LEVEL, CARDS_LEVEL):
        counted = [core.count(USUAL, 5, True, some, level=level, workers=workers) for workers in (1, 2, 5)]
        assert counted[0] == counted[1] == counted[2]
        assert list(counted[0]) == sorted(counted[0])


# ---- the table of rows -------------------------------------------------------------------------------


def c_deal(cards: int = 5, joker: int = 1, **ranking: int) -> Any:
    deal = ffi.new("struct ed_deal *")
    deal.cards, deal.joker = cards, joker
    for option, value in ranking.items():
        setattr(deal.ranking, option, value)
    return deal


def c_facts(*facts: Fact) -> Any:
    return ffi.new("struct ed_fact[]", [(asked.id, asked.argument) for asked in facts])


class Table:
    """A table of rows with poison in every count."""

    POISON = 0xDEADBEEFDEADBEEF

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.keys = ffi.new("uint64_t[]", [EMPTY] * slots)
        self.counts = ffi.new("uint64_t[]", [self.POISON] * slots)

    def count(self, deal: Any, level: int, first: int, last: int, *facts: Fact) -> int:
        status: int = lib.ed_count_hands(
            deal,
            level,
            first,
            last,
            c_facts(*facts),
            len(facts),
            self.keys,
            self.counts,
            ffi.NULL,
            self.slots,
        )
        return status

    def untouched(self) -> bool:
        return set(self.keys) == {EMPTY} and set(self.counts) == {self.POISON}

    def rows(self) -> dict[int, int]:
        return {key: number for key, number in zip(self.keys, self.counts, strict=True) if key != EMPTY}


def test_empty_slots_stay_empty_and_poisoned() -> None:
    table = Table(64)
    assert table.count(c_deal(7), FLUSH_LEVEL, 0, 1, fact("CATEGORY")) == lib.ED_OK
    rows = table.rows()
    assert sorted(rows) == list(range(11))
    assert sum(rows.values()) == comb(53, 7)
    empty = [at for at in range(64) if table.keys[at] == EMPTY]
    assert len(empty) == 53
    assert {table.counts[at] for at in empty} == {Table.POISON}


def test_counts_are_added_to_what_rows_hold() -> None:
    table = Table(64)
    for _ in range(3):
        assert table.count(c_deal(5), FLUSH_LEVEL, 0, 1, fact("CATEGORY")) == lib.ED_OK
    assert sum(table.rows().values()) == 3 * comb(53, 5)


@pytest.mark.parametrize(("slots", "rows"), [(4, 3), (8, 6), (16, 12), (64, 48)])
def test_a_table_takes_rows_up_to_three_quarters(slots: int, rows: int) -> None:
    # the first hands of two cards hold low cards only, so these facts give each its own row
    facts = [fact("CARD_COUNT", kind) for kind in range(20)]
    deal = c_deal(2)
    assert Table(slots).count(deal, CARDS_LEVEL, 0, rows, *facts) == lib.ED_OK
    assert Table(slots).count(deal, CARDS_LEVEL, 0, rows + 1, *facts) == lib.ED_E_SLOTS


def test_a_full_table_takes_known_rows_and_no_new_one() -> None:
    facts = [fact("CARD_COUNT", kind) for kind in range(20)]
    table = Table(4)
    assert table.count(c_deal(2), CARDS_LEVEL, 0, 3, *facts) == lib.ED_OK
    assert table.count(c_deal(2), CARDS_LEVEL, 0, 3, *facts) == lib.ED_OK
    assert set(table.rows().values()) == {2}
    assert table.count(c_deal(2), CARDS_LEVEL, 3, 4, *facts) == lib.ED_E_SLOTS


def test_python_takes_a_larger_table() -> None:
    """With five ranks and the suits' share there are more rows than the first table has slots."""
    facts = [*(fact("BEST", at) for at in range(5)), fact("CATEGORY"), fact("MOST_SUITED")]
    counted = core.count(USUAL, 5, True, facts)
    assert len(counted) > 4096
    assert sum(counted.values()) == comb(53, 5)
    assert counted == core.count(USUAL, 5, True, facts, level=CARDS_LEVEL)


# ---- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "status"),
    [
        (c_deal(1), "ED_E_CARDS"),
        (c_deal(8), "ED_E_CARDS"),
        (c_deal(0), "ED_E_CARDS"),
        (c_deal(255), "ED_E_CARDS"),
        (c_deal(7, 2), "ED_E_CARDS"),
        (c_deal(wheel=2), "ED_E_RANKING"),
        (c_deal(five_aces=3), "ED_E_RANKING"),
        (c_deal(equal_front=2), "ED_E_RANKING"),
    ],
)
def test_a_deal_that_cannot_be(deal: Any, status: str) -> None:
    table = Table(64)
    assert table.count(deal, FLUSH_LEVEL, 0, 1, fact("CATEGORY")) == getattr(lib, status)
    assert table.untouched()
    assert lib.ed_hand_units(deal, FLUSH_LEVEL) == 0


@pytest.mark.parametrize(
    ("level", "first", "last", "status"),
    [
        (CARDS_LEVEL, 0, 0, "ED_E_RANGE"),
        (CARDS_LEVEL, 5, 4, "ED_E_RANGE"),
        (CARDS_LEVEL, 0, 2_869_686, "ED_E_RANGE"),
        (CARDS_LEVEL, 2_869_685, 2_869_686, "ED_E_RANGE"),
        (CARDS_LEVEL, 0, 2**64 - 1, "ED_E_RANGE"),
        (FLUSH_LEVEL, 0, 2, "ED_E_RANGE"),
        (FLUSH_LEVEL, 1, 2, "ED_E_RANGE"),
        (4, 0, 1, "ED_E_RANGE"),
        (-1, 0, 1, "ED_E_RANGE"),
        (RANKS_LEVEL, 0, 1, "ED_E_LEVEL"),
        (FLUSH_LEVEL, 0, 1, "ED_OK"),
    ],
)
def test_a_range_or_level_that_cannot_be(level: int, first: int, last: int, status: str) -> None:
    table = Table(64)
    assert table.count(c_deal(), level, first, last, fact("CATEGORY")) == getattr(lib, status)
    assert table.untouched() == (status != "ED_OK")


@pytest.mark.parametrize(
    "wrong",
    [
        Fact(11), Fact(255), fact("CATEGORY", 1), fact("BEST", 5), fact("HAS", 0), fact("HAS", 11),
        fact("HELD", 0), fact("HELD", 7), fact("HELD", 15), fact("HELD", 40), fact("NUMBER_HELD", 0),
        fact("NUMBER_HELD", 5), fact("JOKER", 1), fact("SUITED_RUN", 1), fact("RANK_COUNT", 13),
        fact("MOST_SUITED", 1), fact("BESIDE_ROYAL", 0), fact("BESIDE_ROYAL", 0x12),
        fact("BESIDE_ROYAL", 0xD0), fact("CARD_COUNT", 52), fact("CARD_COUNT", 255),
    ],
)  # fmt: skip
def test_a_fact_that_cannot_be(wrong: Fact) -> None:
    table = Table(64)
    assert table.count(c_deal(), CARDS_LEVEL, 0, 1, fact("JOKER"), wrong) == lib.ED_E_FACT
    assert table.untouched()
    assert lib.ed_fact_extent((wrong.id, wrong.argument)) == 0
    with pytest.raises(InputError, match="no such fact"):
        core.count(USUAL, 5, True, [wrong])


def test_facts_beyond_the_limits() -> None:
    many = [fact("JOKER")] * 25
    assert Table(64).count(c_deal(), CARDS_LEVEL, 0, 1, *many[:24]) == lib.ED_OK
    assert Table(64).count(c_deal(), CARDS_LEVEL, 0, 1, *many) == lib.ED_E_FACT
    # 14 ** 16 is below 2 ** 63, 14 ** 17 is not
    assert 14**16 < 2**63 < 14**17
    wide = [fact("BEST")] * 17
    assert Table(64).count(c_deal(), CARDS_LEVEL, 0, 1, *wide[:16]) == lib.ED_OK
    assert Table(64).count(c_deal(), CARDS_LEVEL, 0, 1, *wide) == lib.ED_E_FACT


@pytest.mark.parametrize(
    ("asked", "level"),
    [
        (fact("CATEGORY"), FLUSH_LEVEL),
        (fact("BEST"), FLUSH_LEVEL),
        (fact("SUITED_RUN"), FLUSH_LEVEL),
        (fact("HAS", CATEGORIES.index("flush")), FLUSH_LEVEL),
        (fact("HAS", CATEGORIES.index("straight_flush")), FLUSH_LEVEL),
        (fact("HAS", CATEGORIES.index("royal_flush")), FLUSH_LEVEL),
        (fact("MOST_SUITED"), SUITS_LEVEL),
        (fact("BESIDE_ROYAL", 0xCB), SUITS_LEVEL),
        (fact("CARD_COUNT", 3), CARDS_LEVEL),
    ],
)
def test_a_level_too_coarse(asked: Fact, level: int) -> None:
    assert asked.level == level
    table = Table(64)
    for coarse in range(level):
        assert table.count(c_deal(7), coarse, 0, 1, asked) == lib.ED_E_LEVEL
        with pytest.raises(InputError, match="too coarse"):
            core.count(USUAL, 7, True, [asked], level=coarse)
    assert table.untouched()


@pytest.mark.parametrize("slots", [0, 1, 2, 3, 5, 6, 7, 12, 63])
def test_slots_that_cannot_be(slots: int) -> None:
    table = Table(64)
    table.slots = slots
    assert table.count(c_deal(), FLUSH_LEVEL, 0, 1, fact("CATEGORY")) == lib.ED_E_SLOTS
    assert table.untouched()


def test_pointers_that_are_null() -> None:
    table = Table(64)
    facts = c_facts(fact("CATEGORY"))
    whole = [c_deal(), FLUSH_LEVEL, 0, 1, facts, 1, table.keys, table.counts, ffi.NULL, 64]
    for at in (0, 4, 6, 7):
        arguments = [*whole]
        arguments[at] = ffi.NULL
        assert lib.ed_count_hands(*arguments) == lib.ED_E_NULL
    assert table.untouched()
    assert lib.ed_count_hands(*whole[:4], ffi.NULL, 0, *whole[6:]) == lib.ED_OK


def test_ranking_hands_is_refused_before_anything_is_written() -> None:
    ranking = ffi.new("struct ed_ranking *")
    ranked = ffi.new("struct ed_ranked[2]")
    bad = ffi.new("size_t *", 77)
    hands = ffi.new("uint8_t[]", list(range(10)))
    whole = [ranking, hands, 2, 5, ranked, bad]
    for at in (0, 1, 4, 5):
        arguments = [*whole]
        arguments[at] = ffi.NULL
        assert lib.ed_rank_hands(*arguments) == lib.ED_E_NULL
    for cards in (0, 1, 8, 2**32 - 1):
        assert lib.ed_rank_hands(ranking, hands, 1, cards, ranked, bad) == lib.ED_E_CARDS
    for option, value in (("wheel", 2), ("five_aces", 3), ("equal_front", 2)):
        wrong = ffi.new("struct ed_ranking *", {option: value})
        assert lib.ed_rank_hands(wrong, hands, 2, 5, ranked, bad) == lib.ED_E_RANKING
    assert bad[0] == 77
    for place, card in ((9, 53), (9, 255), (9, 6), (0, 3)):
        wrong = ffi.new("uint8_t[]", list(range(10)))
        wrong[place] = card
        assert lib.ed_rank_hands(ranking, wrong, 2, 5, ranked, bad) == lib.ED_E_CARD
        assert bad[0] == (3 if place == 0 else 9)  # the second of two that are the same
    assert not any(bytes(ffi.buffer(ranked)))
    assert lib.ed_rank_hands(*whole) == lib.ED_OK
    assert lib.ed_rank_hands(ranking, hands, 0, 5, ranked, bad) == lib.ED_OK


def test_settings_are_refused_before_anything_is_written() -> None:
    ranking = ffi.new("struct ed_ranking *")
    found = ffi.new("struct ed_setting[]", 21)
    bad = ffi.new("size_t *", 77)
    hand = ffi.new("uint8_t[]", list(range(7)))
    whole = [ranking, hand, found, bad]
    for at in range(4):
        arguments = [*whole]
        arguments[at] = ffi.NULL
        assert lib.ed_settings(*arguments) == lib.ED_E_NULL
    wrong = ffi.new("struct ed_ranking *", {"equal_front": 2})
    assert lib.ed_settings(wrong, hand, found, bad) == lib.ED_E_RANKING
    twice = ffi.new("uint8_t[]", [0, 1, 2, 3, 4, 5, 2])
    assert lib.ed_settings(ranking, twice, found, bad) == lib.ED_E_CARD
    assert bad[0] == 6
    assert not any(bytes(ffi.buffer(found)))
    assert lib.ed_settings(*whole) == lib.ED_OK


def test_every_status_has_its_words() -> None:
    names = [name for name in dir(lib) if name.startswith("ED_E_")]
    words = {ffi.string(lib.ed_strerror(getattr(lib, name))).decode() for name in names}
    assert len(words) == len(names)
    assert "unknown status" not in words
