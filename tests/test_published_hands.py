"""Published counts of hands, by classes and one by one, and the edges of the bundled sheets."""

import tomllib
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest

import everydeal
from everydeal import cards
from everydeal.core import hand as core
from everydeal.core.hand import Fact, fact
from everydeal.ranking import CATEGORIES, Ranking
from everydeal.returns import WagerReturn
from tests.conftest import DATA

Entry = dict[str, Any]
Row = Mapping[Fact, int]

PUBLISHED = tomllib.loads((DATA / "published-hands.toml").read_text())
DECKS: dict[str, Entry] = {deck["id"]: deck for deck in PUBLISHED["deck"]}
SHEETS: dict[str, Entry] = {sheet["id"]: sheet for sheet in PUBLISHED["sheet"]}
FIGURES = [
    pytest.param(name, figure, id=f"{name}: {figure}")
    for name, deck in DECKS.items()
    for figure in deck["figures"]
]


def beside(figure: Entry) -> Fact:
    high, low = (cards.RANKS.index(rank) for rank in figure["beside"])
    return fact("BESIDE_ROYAL", 16 * high + low)


def conditions(figure: Entry) -> dict[Fact, Callable[[int], bool]]:
    """What the facts of a hand must be for a published figure to count it."""
    found: dict[Fact, Callable[[int], bool]] = {}
    if "hand" in figure:
        found[fact("CATEGORY")] = lambda value: CATEGORIES[value] == figure["hand"]
    if "top" in figure:
        found[fact("BEST")] = lambda value: value > 0 and cards.RANKS[value - 1] == figure["top"]
    if "joker" in figure:
        found[fact("JOKER")] = lambda value: bool(value) == figure["joker"]
    if "run" in figure:
        found[fact("SUITED_RUN")] = lambda value: value == figure["run"]
    if "jacks" in figure:
        found[fact("RANK_COUNT", cards.RANKS.index("J"))] = lambda value: value >= figure["jacks"]
    if "beside" in figure:
        found[beside(figure)] = bool
    for name in figure.get("has", ()):
        found[fact("HAS", CATEGORIES.index(name))] = bool
    for name in figure.get("lacks", ()):
        found[fact("HAS", CATEGORIES.index(name))] = lambda value: not value
    return found


def meets(row: Row, figure: Entry) -> bool:
    return all(holds(row[asked]) for asked, holds in conditions(figure).items())


@cache
def one_by_one(name: str) -> list[tuple[Row, int]]:
    """Every hand of a deck counted by itself, by all facts that any figure of the deck asks for."""
    deck = DECKS[name]
    entries = [*deck["figures"], *(line for s in SHEETS.values() if s["deck"] == name for line in s["lines"])]
    facts = list(dict.fromkeys(asked for entry in entries for asked in conditions(entry)))
    counted = core.count(Ranking(), deck["cards"], deck["joker"], facts, level=core.CARDS_LEVEL)
    return [(dict(zip(facts, values, strict=True)), count) for values, count in counted.items()]


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_by_classes(name: str, figure: Entry) -> None:
    deck, wanted = DECKS[name], conditions(figure)
    counted = core.count(Ranking(), deck["cards"], deck["joker"], list(wanted))
    found = sum(
        count
        for values, count in counted.items()
        if all(holds(value) for holds, value in zip(wanted.values(), values, strict=True))
    )
    assert found == int(figure["count"])
    assert sum(counted.values()) == int(deck["total"])


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_one_by_one(name: str, figure: Entry) -> None:
    assert sum(count for row, count in one_by_one(name) if meets(row, figure)) == int(figure["count"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", DECKS)
def test_totals_close(name: str) -> None:
    deck = DECKS[name]
    total = int(deck["total"])
    assert comb(53 if deck["joker"] else 52, deck["cards"]) == total
    assert sum(count for _, count in one_by_one(name)) == total
    categories = [int(f["count"]) for f in deck["figures"] if "hand" in f and not {"top", "has"} & set(f)]
    assert sum(categories) == total


@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("five_aces", ["above-royal", "below-royal", "below-straight-flushes"])
def test_no_option_moves_a_category(wheel: str, five_aces: str) -> None:
    counted = core.count(Ranking(wheel, five_aces), 7, True, [fact("CATEGORY")])
    assert counted == core.count(Ranking(), 7, True, [fact("CATEGORY")])


# ---- sheets -------------------------------------------------------------------------------------


def certified(name: str) -> WagerReturn:
    (configuration,) = everydeal.certify(name).configurations
    (wager,) = configuration.wagers
    return wager


@pytest.mark.parametrize("name", SHEETS)
def test_lines_of_the_sheet(name: str) -> None:
    wager = certified(name)
    lines = [(str(line.pays), str(line.combinations)) for line in wager.lines]
    wanted = [(str(line["pays"]), line["count"]) for line in SHEETS[name]["lines"]]
    lost = int(DECKS[SHEETS[name]["deck"]]["total"]) - sum(int(count) for _, count in wanted)
    assert lines == [*wanted, ("-1", str(lost))]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHEETS)
def test_lines_of_the_sheet_one_by_one(name: str) -> None:
    lines = SHEETS[name]["lines"]
    counts = [0] * len(lines)
    for row, count in one_by_one(SHEETS[name]["deck"]):
        first = next((at for at, line in enumerate(lines) if meets(row, line)), None)
        if first is not None:
            counts[first] += count
    assert counts == [int(line["count"]) for line in lines]


@pytest.mark.parametrize("name", SHEETS)
def test_edge_of_the_sheet(name: str) -> None:
    sheet = SHEETS[name]
    total = int(DECKS[sheet["deck"]]["total"])
    won = sum(line["pays"] * int(line["count"]) for line in sheet["lines"])
    lost = total - sum(int(line["count"]) for line in sheet["lines"])
    edge = Fraction(lost - won, total)
    assert str(certified(name).house_edge) == str(edge)
    assert edge == Fraction(sheet.get("edge", edge))
    if "percent" in sheet:
        printed = Decimal(sheet["percent"])
        half = Fraction(1, 2) * Fraction(Decimal((0, (1,), int(printed.as_tuple().exponent))))
        assert abs(100 * edge - Fraction(printed)) <= half


@pytest.mark.parametrize("name", SHEETS)
def test_a_bundled_sheet_has_no_findings(name: str) -> None:
    assert everydeal.certify(name).findings == ()
