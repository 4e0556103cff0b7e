"""The C core against the plain implementation, and against dealing tiny shoes out card by card."""

import ast
import importlib.util
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations, product
from math import perm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import everydeal.reference
from everydeal import _core
from everydeal.core import baccarat as core
from everydeal.core import build_info, ensure
from everydeal.core.baccarat import DrawingRules
from everydeal.errors import InputError
from everydeal.reference import baccarat as reference
from everydeal.reference.baccarat import Outcome

ffi, lib = _core.ffi, _core.lib

# Kinds as everydeal.h numbers them: 4 * rank + suit.
CARDS = [(rank, suit) for rank in "23456789TJQKA" for suit in "cdhs"]
VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)  # by rank
ANY = frozenset(range(10))
STANDARD = DrawingRules(
    naturals={8, 9},
    player_draws=set(range(6)),
    banker_stood_draws=set(range(6)),
    banker_drew_draws=(
        ANY,
        ANY,
        ANY,
        ANY - {8},
        set(range(2, 8)),
        set(range(4, 8)),
        {6, 7},
        set(),
        set(),
        set(),
    ),
)
EXTENT = (10, 11, 10, 11, 3, 3)
FULL = (1, 10, 110, 1100, 12100, 36300)
CELLS = 108900
HANDS = 1378  # 52 * 53 / 2
UNTOUCHED = 0x5EED5EED5EED5EED

Shoe = Sequence[int]


def counted_in_c(rules: DrawingRules, shoe: Shoe) -> dict[Outcome, int]:
    """Every cell of the full layout that is not zero, as an outcome."""
    found = {}
    for cell, count in enumerate(core.count(rules, shoe, FULL, CELLS)):
        if count:
            player_two, player_third, banker_two, banker_third, player_pair, banker_pair = (
                cell // stride % extent for stride, extent in zip(FULL, EXTENT, strict=True)
            )
            outcome = Outcome(
                player_two,
                player_third - 1 if player_third else None,
                banker_two,
                banker_third - 1 if banker_third else None,
                player_pair,
                banker_pair,
            )
            found[outcome] = count
    return found


def counted_plainly(rules: DrawingRules, shoe: Shoe) -> dict[Outcome, int]:
    return reference.count(
        {card: copies for card, copies in zip(CARDS, shoe, strict=True) if copies},
        rules.naturals,
        rules.player_draws,
        rules.banker_stood_draws,
        rules.banker_drew_draws,
    )


def dealt_out(rules: DrawingRules, shoe: Shoe) -> dict[Outcome, int]:
    """Every ordered deal of six of the cards there are, played by the rules of the table."""
    cards = [kind for kind, copies in enumerate(shoe) for _ in range(copies)]
    found = Counter[Outcome]()
    for first, second, third, fourth, fifth, sixth in permutations(cards, 6):
        player = (VALUES[first // 4] + VALUES[third // 4]) % 10
        banker = (VALUES[second // 4] + VALUES[fourth // 4]) % 10
        player_draws = banker_draws = False
        if player not in rules.naturals and banker not in rules.naturals:
            player_draws = player in rules.player_draws
            if player_draws:
                banker_draws = VALUES[fifth // 4] in rules.banker_drew_draws[banker]
            else:
                banker_draws = banker in rules.banker_stood_draws
        next_card = sixth if player_draws else fifth
        outcome = Outcome(
            player,
            VALUES[fifth // 4] if player_draws else None,
            banker,
            VALUES[next_card // 4] if banker_draws else None,
            (first // 4 == third // 4) + (first == third),
            (second // 4 == fourth // 4) + (second == fourth),
        )
        found[outcome] += 1
    return dict(found)


def shoe_of(text: str) -> list[int]:
    """A shoe of the cards in a text, such as `As Kd`."""
    counts = [0] * 52
    for card in text.split():
        counts[CARDS.index((card[0], card[1]))] += 1
    return counts


# ---- random shoes and tables -----------------------------------------------------------------

digits = st.sets(st.integers(0, 9))
drawing_rules = st.builds(
    DrawingRules,
    naturals=st.sets(st.integers(0, 9), max_size=4),
    player_draws=digits,
    banker_stood_draws=digits,
    banker_drew_draws=st.lists(digits, min_size=10, max_size=10),
)


@st.composite
def shoes(draw: Callable[[st.SearchStrategy[Any]], Any], low: int, high: int) -> list[int]:
    """From `low` to `high` cards, of all kinds or heaped on a few."""
    kinds = draw(st.sets(st.integers(0, 51), min_size=1, max_size=12) | st.just(set(range(52))))
    cards = draw(st.lists(st.sampled_from(sorted(kinds)), min_size=low, max_size=high))
    counts = Counter(cards)
    return [counts[kind] for kind in range(52)]


# ---- the same counts ---------------------------------------------------------------------------


@pytest.mark.parametrize("decks", range(1, 9))
def test_whole_shoes_agree_in_every_outcome(decks: int) -> None:
    shoe = [decks] * 52
    counts = counted_in_c(STANDARD, shoe)
    assert counts == counted_plainly(STANDARD, shoe)
    # 52d (52d - 1) ... (52d - 5), and with one deck no pair is in one suit
    assert sum(counts.values()) == perm(52 * decks, 6)
    assert any(2 in (o.player_pair, o.banker_pair) for o in counts) == (decks > 1)


@settings(max_examples=60, deadline=None)
@given(shoe=shoes(6, 60))
def test_random_shoes_agree(shoe: list[int]) -> None:
    counts = counted_in_c(STANDARD, shoe)
    assert counts == counted_plainly(STANDARD, shoe)
    assert sum(counts.values()) == perm(sum(shoe), 6)


@settings(max_examples=40, deadline=None)
@given(rules=drawing_rules, shoe=shoes(6, 60))
def test_random_drawing_tables_agree(rules: DrawingRules, shoe: list[int]) -> None:
    counts = counted_in_c(rules, shoe)
    assert counts == counted_plainly(rules, shoe)
    assert sum(counts.values()) == perm(sum(shoe), 6)


@pytest.mark.parametrize(
    "rules",
    [
        DrawingRules(set(), set(), set(), [set()] * 10),  # nobody ever draws
        DrawingRules(set(), ANY, ANY, [ANY] * 10),  # both always draw
        DrawingRules(set(), set(), ANY, [set()] * 10),  # only Banker draws
        DrawingRules(set(), ANY, set(), [set()] * 10),  # only Player draws
        DrawingRules(ANY, ANY, ANY, [ANY] * 10),  # every total ends the round
    ],
)
def test_extreme_drawing_tables_agree(rules: DrawingRules) -> None:
    shoe = [1 + kind % 3 for kind in range(52)]
    counts = counted_in_c(rules, shoe)
    assert counts == counted_plainly(rules, shoe)
    ended = bool(rules.naturals)
    for outcome in counts:
        assert (outcome.player_third is not None) == (bool(rules.player_draws) and not ended)


@pytest.mark.parametrize(
    "cards",
    [
        "2c 3d 4h 5s 6c 7d 8h 9s Ac",
        "Ac Ac Ac Ad Ad Ah 2c 2c 2d",
        "Tc Jc Qc Kc Tc Jc Qc Kc Td",
        "6c 6c 6d 7h 7h 3s 3s Ks Ks",
        "4c 4c 4c 4c 4c 4c 4c 4c 4c",
        "5c 5d 5h 5s 2c 2d Kh Ks",
        "8h 9h As 2s 3s 4s 5s 6s",
    ],
)
def test_tiny_shoes_dealt_out_card_by_card(cards: str) -> None:
    shoe = shoe_of(cards)
    dealt = dealt_out(STANDARD, shoe)
    assert counted_in_c(STANDARD, shoe) == dealt
    assert counted_plainly(STANDARD, shoe) == dealt


@settings(max_examples=25, deadline=None)
@given(rules=drawing_rules, shoe=shoes(6, 8))
def test_random_tiny_shoes_dealt_out_card_by_card(rules: DrawingRules, shoe: list[int]) -> None:
    dealt = dealt_out(rules, shoe)
    assert counted_in_c(rules, shoe) == dealt
    assert counted_plainly(rules, shoe) == dealt


@pytest.mark.parametrize("decks", range(1, 28))
def test_whole_shoes_close(decks: int) -> None:
    # 27 decks: 1404 * 1403 * ... * 1399 is 7.58e18, below 2^63 = 9.22e18
    assert core.count(STANDARD, [decks] * 52, [0] * 6, 1) == [perm(52 * decks, 6)]


# ---- ranges and strides ------------------------------------------------------------------------


def test_ranges_add_up_to_the_whole() -> None:
    shoe = [3 + kind % 5 for kind in range(52)]
    whole = core.count(STANDARD, shoe, FULL, CELLS)
    ends = [0, 1, 2, 51, 52, 53, 103, 700, 1376, 1377, HANDS]
    parts = [core.count(STANDARD, shoe, FULL, CELLS, range(first, last)) for first, last in pairwise(ends)]
    assert [sum(cell) for cell in zip(*parts, strict=True)] == whole


def test_each_range_of_one_counts_its_own_hand() -> None:
    shoe = [kind % 4 for kind in range(52)]  # some kinds are not there
    left = sum(shoe) - 2
    counts = ffi.new("uint64_t[1]")
    number = 0
    for first in range(52):
        for second in range(first, 52):
            before = counts[0]
            assert call(shoe=shoe, hands=(number, number + 1), counts=counts, cells=1, stride=[0] * 6) == 0
            ways = shoe[first] * (shoe[first] - 1) if first == second else 2 * shoe[first] * shoe[second]
            assert counts[0] - before == ways * perm(left, 4)
            number += 1
    assert number == HANDS
    assert counts[0] == perm(sum(shoe), 6)


def test_counts_are_added_to_what_is_there() -> None:
    counts = ffi.new("uint64_t[1]", [7])
    for times in (1, 2):
        assert call(shoe=[1] * 52, stride=[0] * 6, counts=counts, cells=1) == 0
        assert counts[0] == 7 + times * perm(52, 6)


def test_a_stride_of_zero_sums_its_coordinate_away() -> None:
    shoe = [2] * 52
    outcomes = counted_in_c(STANDARD, shoe)
    for kept in product((False, True), repeat=6):
        strides = []
        cells = 1
        for keeps, extent in zip(kept, EXTENT, strict=True):
            strides.append(cells if keeps else 0)
            cells *= extent if keeps else 1
        expected = [0] * cells
        for outcome, count in outcomes.items():
            coordinates = [0 if value is None else value + (at in (1, 3)) for at, value in enumerate(outcome)]
            expected[sum(s * c for s, c in zip(strides, coordinates, strict=True))] += count
        assert core.count(STANDARD, shoe, strides, cells) == expected


# ---- what a fact may not depend on -----------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(
    shoe=shoes(6, 60),
    orders=st.lists(st.permutations(range(4)), min_size=13, max_size=13),
)
def test_relabelling_the_suits_of_a_rank_changes_nothing(shoe: list[int], orders: list[list[int]]) -> None:
    relabelled = [shoe[4 * rank + suit] for rank in range(13) for suit in orders[rank]]
    assert core.count(STANDARD, relabelled, FULL, CELLS) == core.count(STANDARD, shoe, FULL, CELLS)


@settings(max_examples=25, deadline=None)
@given(shoe=shoes(6, 60))
def test_only_pairs_in_suit_depend_on_suits(shoe: list[int]) -> None:
    one_suit = [sum(shoe[kind : kind + 4]) if kind % 4 == 0 else 0 for kind in range(52)]
    assert without_suits(counted_in_c(STANDARD, one_suit)) == without_suits(counted_in_c(STANDARD, shoe))


@settings(max_examples=25, deadline=None)
@given(shoe=shoes(6, 60))
def test_only_pairs_tell_ten_valued_ranks_apart(shoe: list[int]) -> None:
    moved = list(shoe)
    for ten, jack, queen, king in zip(
        range(32, 36), range(36, 40), range(40, 44), range(44, 48), strict=True
    ):
        moved[king] += moved[ten] + moved[jack] + moved[queen]
        moved[ten] = moved[jack] = moved[queen] = 0
    strides = (*FULL[:4], 0, 0)
    cells = FULL[4]
    assert core.count(STANDARD, moved, strides, cells) == core.count(STANDARD, shoe, strides, cells)


def without_suits(counts: dict[Outcome, int]) -> Counter[Outcome]:
    found = Counter[Outcome]()
    for outcome, count in counts.items():
        pairs = {"player_pair": min(outcome.player_pair, 1), "banker_pair": min(outcome.banker_pair, 1)}
        found[outcome._replace(**pairs)] += count
    return found


# ---- errors ------------------------------------------------------------------------------------


def c_rules(**masks: Any) -> Any:
    """The standard tables as the core's struct, with some masks replaced."""
    rules = ffi.new("struct ed_baccarat_rules *")
    rules.naturals = 0b11_0000_0000
    rules.player_draws = rules.banker_stood_draws = 0b00_0011_1111
    rules.banker_drew_draws = [0x3FF, 0x3FF, 0x3FF, 0x2FF, 0x0FC, 0x0F0, 0x0C0, 0, 0, 0]
    for name, mask in masks.items():
        setattr(rules, name, mask)
    return rules


def call(
    *,
    rules: Any = None,
    shoe: Any = (8,) * 52,
    hands: tuple[int, int] = (0, HANDS),
    stride: Any = FULL,
    counts: Any = None,
    cells: int = CELLS,
) -> int:
    """`ed_baccarat_count` itself; `ffi.NULL` may stand for any pointer."""
    status: int = lib.ed_baccarat_count(
        c_rules() if rules is None else rules,
        shoe if shoe == ffi.NULL else ffi.new("uint32_t[52]", list(shoe)),
        *hands,
        stride if stride == ffi.NULL else ffi.new("uint32_t[6]", list(stride)),
        ffi.new("uint64_t[]", CELLS) if counts is None else counts,
        cells,
    )
    return status


def only(kind: int, copies: int) -> list[int]:
    return [copies if at == kind else 0 for at in range(52)]


def faulty_calls() -> Iterator[tuple[str, dict[str, Any]]]:
    for pointer in ("rules", "shoe", "stride"):
        yield "ED_E_NULL", {pointer: ffi.NULL}
    for hands in [
        (0, 0),
        (5, 5),
        (6, 5),
        (1378, 1378),
        (0, 1379),
        (1378, 1379),
        (2**32 - 1, 0),
        (0, 2**32 - 1),
    ]:
        yield "ED_E_RANGE", {"hands": hands}
    for shoe in [[0] * 52, only(0, 5), only(51, 5), [1] * 5 + [0] * 47]:
        yield "ED_E_SHOE_SMALL", {"shoe": shoe}
    large = [only(7, 1405), [27] * 51 + [28], [2**32 - 1] * 52, only(51, 2**32 - 1)]
    # sums that are 6 and 0 modulo 2^32
    large += [[2**32 - 1, 7, *[0] * 50], [2**31, 2**31, *[0] * 50]]
    for shoe in large:
        yield "ED_E_SHOE_LARGE", {"shoe": shoe}
    for bit in range(10, 16):
        for mask in ("naturals", "player_draws", "banker_stood_draws"):
            yield "ED_E_RULES", {"rules": c_rules(**{mask: 1 << bit})}
        for row in range(10):
            table = [1 << bit if at == row else 0 for at in range(10)]
            yield "ED_E_RULES", {"rules": c_rules(banker_drew_draws=table)}
    yield "ED_E_CELLS", {"cells": 0}
    yield "ED_E_CELLS", {"cells": 0, "stride": [0] * 6}
    yield "ED_E_CELLS", {"cells": CELLS - 1}
    yield "ED_E_CELLS", {"cells": 1, "stride": [2**32 - 1] * 6}
    for at, extent in enumerate(EXTENT):
        alone = [1 if c == at else 0 for c in range(6)]
        yield "ED_E_CELLS", {"cells": extent - 1, "stride": alone}
        # 2 * 2^31 and 10 * 2^31 are 0 modulo 2^32
        for far in (2**31, 2**32 - 1):
            yield "ED_E_CELLS", {"cells": CELLS, "stride": [far * step for step in alone]}


@pytest.mark.parametrize(("status", "arguments"), list(faulty_calls()))
def test_an_error_has_its_status_and_leaves_the_counts_untouched(
    status: str, arguments: dict[str, Any]
) -> None:
    counts = ffi.new("uint64_t[]", [UNTOUCHED] * CELLS)
    before = bytes(ffi.buffer(counts))
    assert call(counts=counts, **arguments) == getattr(lib, status)
    assert bytes(ffi.buffer(counts)) == before


def test_null_counts_are_an_error() -> None:
    assert call(counts=ffi.NULL) == lib.ED_E_NULL


def test_the_bounds_themselves_are_no_errors() -> None:
    assert call() == lib.ED_OK
    assert call(shoe=only(0, 6)) == lib.ED_OK
    assert call(shoe=only(51, 1404)) == lib.ED_OK
    assert call(hands=(1377, 1378)) == lib.ED_OK
    for at, extent in enumerate(EXTENT):
        counts = ffi.new("uint64_t[]", extent)
        stride = [1 if c == at else 0 for c in range(6)]
        assert call(stride=stride, counts=counts, cells=extent) == lib.ED_OK
        assert sum(counts) == perm(416, 6)


def statuses() -> dict[str, int]:
    names = [name for name in dir(lib) if name == "ED_OK" or name.startswith("ED_E_")]
    return {name: getattr(lib, name) for name in names}


def test_every_status_has_words_of_its_own() -> None:
    assert {
        "ED_OK": 0,
        "ED_E_NULL": -1,
        "ED_E_RANGE": -2,
        "ED_E_SHOE_SMALL": -3,
        "ED_E_SHOE_LARGE": -4,
        "ED_E_RULES": -5,
        "ED_E_CELLS": -6,
    }.items() <= statuses().items()
    words = {name: ffi.string(lib.ed_strerror(status)).decode() for name, status in statuses().items()}
    assert words["ED_OK"] == "ok"
    assert len(set(words.values())) == len(words)
    for text in words.values():
        assert text.isprintable()
        assert text
        assert not text.endswith(".")
        assert text != "unknown status"


@pytest.mark.parametrize("status", [1, 2, 2**31 - 1, -(2**31), -1000])
def test_other_numbers_are_no_statuses(status: int) -> None:
    assert ffi.string(lib.ed_strerror(status)) == b"unknown status"


def test_a_status_becomes_an_error_with_the_cores_words() -> None:
    ensure(lib.ED_OK)
    for name, status in statuses().items():
        if name != "ED_OK":
            with pytest.raises(InputError) as caught:
                ensure(status)
            assert str(caught.value) == ffi.string(lib.ed_strerror(status)).decode()


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ("fewer than 6 cards", {"shoe": [0] * 52}),
        ("more than 1404 cards", {"shoe": [28] * 52}),
        ("index range", {"hands": range(3, 3)}),
        ("index range", {"hands": range(0, HANDS + 1)}),
        ("beyond the given cells", {"cells": CELLS - 1}),
        ("above 9", {"rules": DrawingRules({10}, set(), set(), [set()] * 10)}),
    ],
)
def test_the_binding_says_what_is_wrong(words: str, arguments: dict[str, Any]) -> None:
    good: dict[str, Any] = {"rules": STANDARD, "shoe": [8] * 52, "stride": FULL, "cells": CELLS}
    with pytest.raises(InputError, match=words):
        core.count(**{**good, **arguments})


@pytest.mark.parametrize(
    "arguments",
    [
        {"shoe": [8] * 51},
        {"shoe": [8] * 53},
        {"stride": FULL[:5]},
        {"rules": DrawingRules({8, 9}, set(), set(), [set()] * 8)},
        {"hands": range(0, HANDS, 2)},
    ],
)
def test_the_binding_checks_lengths(arguments: dict[str, Any]) -> None:
    good: dict[str, Any] = {"rules": STANDARD, "shoe": [8] * 52, "stride": FULL, "cells": CELLS}
    with pytest.raises(ValueError, match="52 kinds"):
        core.count(**{**good, **arguments})


# ---- the build and the second implementation -------------------------------------------------------


def test_the_build_names_its_sources() -> None:
    script = Path(__file__).parent.parent / "build_ext.py"
    if not (script.exists() and (script.parent / "csrc").is_dir()):
        pytest.skip("neither a checkout nor an unpacked source distribution")
    spec = importlib.util.spec_from_file_location("build_ext", script)
    assert spec is not None
    assert spec.loader is not None
    build_ext = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build_ext)
    assert build_info().source_digest == build_ext.source_digest(), "C changed: install again to rebuild"


def test_the_build_names_compiler_and_flags() -> None:
    info = build_info()
    assert len(info.source_digest) == 64
    assert set(info.source_digest) <= set("0123456789abcdef")
    assert info.compiler.split()[0] in ("gcc", "clang")
    assert "-std=c11" in info.flags.split()


REFERENCES = sorted(Path(everydeal.reference.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: str(path.name))
def test_a_reference_imports_only_references_and_the_standard_library(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        imported = []
        if isinstance(node, ast.Import):
            imported = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import is one from everydeal"
            imported = [node.module or ""]
        elif isinstance(node, ast.Name):
            assert node.id not in ("__import__", "eval", "exec"), f"line {node.lineno}"
        for name in imported:
            if name.startswith("everydeal.reference."):  # one of them may stand on another
                continue
            top = name.split(".")[0]
            if name.startswith("everydeal.reference."):
                continue
            assert top in sys.stdlib_module_names, f"imports {name}"
            assert top not in ("importlib", "runpy", "ctypes"), f"imports {name}"


def test_the_reference_of_baccarat_is_looked_at() -> None:
    assert "baccarat.py" in [path.name for path in REFERENCES]


def test_the_reference_knows_its_cards() -> None:
    assert sum(reference.whole_shoe(8).values()) == 416
    assert set(reference.whole_shoe(1)) == set(CARDS)
    for card in [("1", "s"), ("10", "s"), ("A", "x"), ("a", "s")]:
        with pytest.raises(ValueError, match="no cards"):
            reference.count({card: 8}, set(), set(), set(), [set()] * 10)
