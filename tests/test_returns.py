"""Pricing: exact figures from counts, held against Fraction arithmetic done here."""

import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import perm
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import everydeal
from everydeal.errors import InternalCheckError
from everydeal.events import Boolean, Event, Field, Integer, Row
from everydeal.returns import WagerReturn, price
from everydeal.settlement import Settlement, settle
from everydeal.sheet.load import read
from everydeal.sheet.model import Group, Line, Wager
from everydeal.sheet.pays import pay
from everydeal.tally import CountedTable, Space, Tally
from tests.conftest import DATA

# A die that need not be fair, and a coin beside it.
FIELDS = {
    "die": Field("die", Integer(1, 6), "what the die shows"),
    "coin": Field("coin", Boolean(), "heads"),
}
SPACE = Space("throw", "The throw", "throws", FIELDS)
NAMES = ("coin", "die")
ROWS: list[Row] = [(coin, die) for coin in (False, True) for die in range(1, 7)]
FAIR: dict[Row, int] = dict.fromkeys(ROWS, 1)


def tally(counts: Mapping[Row, int]) -> Tally:
    total = sum(counts.values())
    return Tally(SPACE, NAMES, counts, total, str(total))


def wager(*groups: Iterable[tuple[str | None, str]]) -> Wager:
    """A wager from groups of lines: what when, and what it pays; None is `otherwise`."""
    return Wager(
        "w", "W", (), None, SPACE.id,
        tuple(
            Group(None, tuple(Line(when or "else", event(when), pay(words)) for when, words in lines))
            for lines in groups
        ),
    )  # fmt: skip


def event(when: str | None) -> Event | None:
    return None if when is None else Event.parse(when, FIELDS)


def settled(*groups: Iterable[tuple[str | None, str]]) -> Settlement:
    return settle(wager(*groups), NAMES, ROWS, "test")


def priced(counts: Mapping[Row, int], *groups: Iterable[tuple[str | None, str]]) -> WagerReturn:
    return price(settled(*groups), tally(counts))


def exact(figure: Any) -> Fraction:
    return Fraction(int(figure.numerator), int(figure.denominator))


def at(figure: Any, **values: Fraction) -> Fraction:
    """An expression with numbers in the place of unknowns."""
    for name, value in values.items():
        figure = figure.subs(name, str(value))
    return exact(figure)


def check_against(nets: Mapping[Row, Fraction], counts: Mapping[Row, int], result: WagerReturn) -> None:
    """Every figure of a wager, from the net win of each row."""
    total = sum(counts.values())
    mean = sum((nets[row] * count for row, count in counts.items()), Fraction(0)) / total
    square = sum((nets[row] ** 2 * count for row, count in counts.items()), Fraction(0)) / total
    pushes = sum(count for row, count in counts.items() if nets[row] == 0)
    hits = sum(count for row, count in counts.items() if nets[row] > 0)
    assert exact(result.house_edge) == -mean
    assert exact(result.return_to_player) == 1 + mean
    if pushes == total:
        assert result.house_edge_resolved is None
    else:
        assert exact(result.house_edge_resolved) == -mean * total / (total - pushes)
    assert (result.hits, result.pushes, result.total) == (hits, pushes, total)
    assert exact(result.hit_frequency) == Fraction(hits, total)
    assert exact(result.push_frequency) == Fraction(pushes, total)
    variance = square - mean**2
    assert exact(result.variance) == variance
    # The deviation to six places: the variance lies between the squares of its neighbours' halves.
    deviation = Fraction(str(result.standard_deviation(6)))
    half = Fraction(1, 2 * 10**6)
    assert max(deviation - half, Fraction(0)) ** 2 <= variance <= (deviation + half) ** 2
    distribution: Counter[Fraction] = Counter()
    for row, count in counts.items():
        distribution[nets[row]] += count
    assert {exact(net): count for net, count in result.outcomes if count} == {
        net: count for net, count in distribution.items() if count
    }
    assert result.unknowns == []


# ---- by hand -------------------------------------------------------------------------------------


def test_one_number_of_a_fair_die() -> None:
    result = priced(FAIR, [("die == 6", "4 to 1"), (None, "lose")])
    # 1/6 x 4 - 5/6 = -1/6; variance 1/6 x 16 + 5/6 - 1/36 = 21/6 - 1/36 = 125/36; its root 1.8633899...
    assert exact(result.house_edge) == exact(result.house_edge_resolved) == Fraction(1, 6)
    assert exact(result.return_to_player) == Fraction(5, 6)
    assert exact(result.hit_frequency) == Fraction(1, 6)
    assert exact(result.push_frequency) == 0
    assert exact(result.variance) == Fraction(125, 36)
    assert result.standard_deviation(5) == "1.86339"
    assert [(line.title, line.when, line.combinations, line.total) for line in result.lines] == [
        ("die == 6", "die == 6", 2, 12),
        ("else", None, 10, 12),
    ]
    assert [exact(line.probability) for line in result.lines] == [Fraction(1, 6), Fraction(5, 6)]
    assert [exact(line.contribution) for line in result.lines] == [Fraction(4, 6), Fraction(-5, 6)]


def test_a_push_is_in_the_edge_and_out_of_the_resolved_edge() -> None:
    result = priced(FAIR, [("die == 1", "push"), ("die in 2..3", "19/20 to 1"), (None, "lose")])
    # 2/6 x 19/20 - 3/6 = 38/120 - 60/120 = -22/120; of 5/6 resolved: 22/120 x 6/5 = 132/600 = 11/50.
    assert exact(result.house_edge) == Fraction(11, 60)
    assert exact(result.house_edge_resolved) == Fraction(11, 50)
    assert exact(result.hit_frequency) == Fraction(1, 3)
    assert exact(result.push_frequency) == Fraction(1, 6)
    # 2/6 x 361/400 + 3/6 = 961/1200; less (11/60)^2 = 121/3600: 2883/3600 - 121/3600 = 2762/3600.
    assert exact(result.variance) == Fraction(2762, 3600)


def test_a_push_may_be_written_as_a_pay() -> None:
    result = priced(FAIR, [("die == 1", "1 for 1"), ("die == 2", "0 to 1"), (None, "0 for 1")])
    assert (result.pushes, result.hits) == (4, 0)
    assert exact(result.house_edge) == Fraction(4, 6)
    assert exact(result.house_edge_resolved) == 1


def test_a_part_of_the_stake_back_is_no_hit() -> None:
    result = priced(FAIR, [("die == 1", "1/2 for 1"), ("die == 2", "3/2 for 1"), (None, "push")])
    assert (result.pushes, result.hits) == (8, 2)
    assert exact(result.house_edge) == 0
    assert exact(result.variance) == Fraction(2, 6) * Fraction(1, 4)


def test_a_wager_that_favours_the_bettor_has_a_negative_edge() -> None:
    result = priced(FAIR, [("die == 6", "6 to 1"), (None, "lose")])
    assert exact(result.house_edge) == Fraction(-1, 6)
    assert exact(result.return_to_player) == Fraction(7, 6)


def test_a_wager_that_always_pushes_resolves_nothing() -> None:
    result = priced(FAIR, [("coin", "push"), (None, "push")])
    assert result.house_edge == 0
    assert result.house_edge_resolved is None
    assert (result.pushes, result.hits, result.variance) == (12, 0, 0)
    assert result.standard_deviation(3) == "0.000"


def test_groups_that_cancel_are_a_push() -> None:
    result = priced(FAIR, [("coin", "1 to 1"), (None, "lose")], [("coin", "lose"), (None, "1 to 1")])
    assert result.house_edge_resolved is None
    assert result.outcomes == ((0, 12),)


def test_the_net_win_is_the_sum_over_the_groups() -> None:
    # The main part wins on heads, the bonus pays 6 on a six and takes nothing else.
    main, bonus = [("coin", "1 to 1"), (None, "lose")], [("die == 6", "6 to 1"), (None, "push")]
    result = priced(FAIR, main, bonus)
    # Of 12 throws: heads and six 7 once, tails and six 5 once, heads 1 five times, tails -1 five times.
    assert result.outcomes == ((-1, 5), (1, 5), (5, 1), (7, 1))
    assert exact(result.house_edge) == Fraction(-1)  # (7 + 5 + 5 - 5) / 12 = 1
    # (49 + 25 + 5 + 5) / 12 - 1 = 6: coin and die are independent, and give 1 and 1/6 x 36 - 1 = 5.
    assert exact(result.variance) == 6
    parts = [exact(priced(FAIR, part).variance) for part in (main, bonus)]
    assert parts == [1, 5]
    assert [line.combinations for line in result.lines] == [6, 6, 2, 10]


def test_the_variance_of_groups_comes_from_their_joint_distribution() -> None:
    main, bonus = [("die == 6", "5 to 1"), (None, "lose")], [("die == 6", "6 to 1"), (None, "push")]
    result = priced(FAIR, main, bonus)
    # Both parts pay together: 11 on a six, else -1. Mean 1/6 x 11 - 5/6 = 1; 1/6 x 121 + 5/6 - 1 = 20.
    assert exact(result.house_edge) == -1
    assert exact(result.variance) == 20
    # Added as if independent they would give 1/6 x 25 + 5/6 - 0 = 5 and 5: only 10.
    assert sum(exact(priced(FAIR, part).variance) for part in (main, bonus)) == 10


def test_a_line_that_never_decides_has_no_part() -> None:
    result = priced(FAIR, [("die in 1..3", "1 to 1"), ("die == 2", "1000 to 1"), (None, "lose")])
    assert [line.combinations for line in result.lines] == [6, 0, 6]
    assert result.lines[1].contribution == 0
    assert result.house_edge == 0


# ---- an unknown pay --------------------------------------------------------------------------------

VALUES = [Fraction(0), Fraction(1), Fraction(7), Fraction(19, 20), Fraction(1000, 3), Fraction(123456789)]


@pytest.mark.parametrize("unit", ["to 1", "for 1"])
@pytest.mark.parametrize("value", VALUES, ids=str)
def test_an_unknown_pay_agrees_with_each_number_in_its_place(unit: str, value: Fraction) -> None:
    def lines(amount: str) -> list[tuple[str | None, str]]:
        return [("die == 6", f"{amount} {unit}"), ("die == 5 and coin", "push"), (None, "lose")]

    unknown = priced(FAIR, lines("?x"))
    known = priced(FAIR, lines(str(value)))
    assert at(unknown.house_edge, x=value) == exact(known.house_edge)
    assert at(unknown.return_to_player, x=value) == exact(known.return_to_player)
    if known.pushes == unknown.pushes:  # not for 0 to 1 and 1 for 1, which push: an unknown pay never does
        assert at(unknown.house_edge_resolved, x=value) == exact(known.house_edge_resolved)
    assert at(unknown.variance, x=value) == exact(known.variance)
    for line, other in zip(unknown.lines, known.lines, strict=True):
        assert at(line.pays, x=value) == exact(other.pays)
        assert at(line.contribution, x=value) == exact(other.contribution)
        assert line.probability == other.probability


def test_edges_are_linear_and_the_variance_quadratic_in_an_unknown_pay() -> None:
    result = priced(FAIR, [("die == 6", "?x to 1"), (None, "lose")])
    # The mean is x/6 - 5/6, the variance x^2/6 + 5/6 - (x/6 - 5/6)^2 = 5 (x + 1)^2 / 36.
    edges = [at(result.house_edge, x=Fraction(value)) for value in range(4)]
    assert edges == [Fraction(5 - value, 6) for value in range(4)]
    variances = [at(result.variance, x=Fraction(value)) for value in range(4)]
    assert variances == [Fraction(5 * (value + 1) ** 2, 36) for value in range(4)]
    assert result.unknowns == ["x"]
    assert result.standard_deviation(4) is None
    assert str(result.house_edge) == "5/6 - x/6"


def test_for_1_is_a_unit_less_than_to_1_for_unknown_pays_too() -> None:
    to_1 = priced(FAIR, [("die == 6", "?x to 1"), (None, "lose")]).house_edge
    for_1 = priced(FAIR, [("die == 6", "?x for 1"), (None, "lose")]).house_edge
    assert exact(for_1 - to_1) == Fraction(1, 6)


def test_an_unknown_pay_counts_as_a_hit_and_never_as_a_push() -> None:
    result = priced(FAIR, [("die == 6", "?x for 1"), ("die == 5", "push"), (None, "lose")])
    assert (result.hits, result.pushes) == (2, 2)


def test_several_unknown_pays() -> None:
    groups = [("die == 6", "?major to 1"), (None, "lose")], [("coin", "?minor for 1"), (None, "push")]
    result = priced(FAIR, *groups)
    assert result.unknowns == ["major", "minor"]
    major, minor = Fraction(11, 2), Fraction(7)
    known = priced(
        FAIR,
        [("die == 6", f"{major} to 1"), (None, "lose")],
        [("coin", f"{minor} for 1"), (None, "push")],
    )
    assert at(result.house_edge, major=major, minor=minor) == exact(known.house_edge)
    assert at(result.variance, major=major, minor=minor) == exact(known.variance)


def test_an_unknown_pay_in_two_groups_adds_up() -> None:
    result = priced(FAIR, [("coin", "?x to 1"), (None, "push")], [("coin", "?x for 1"), (None, "push")])
    # On heads 2x - 1, else 0: the edge is (1 - 2x) / 2.
    assert at(result.house_edge, x=Fraction(3)) == Fraction(-5, 2)
    assert result.pushes == 6


# ---- random wagers -----------------------------------------------------------------------------------

PAYS = st.one_of(
    st.just(("push", Fraction(0))),
    st.just(("lose", Fraction(-1))),
    st.just(("19/20 to 1", Fraction(19, 20))),
    st.builds(Fraction, st.integers(0, 400), st.integers(1, 40)).map(lambda net: (f"{net} to 1", net)),
    st.builds(Fraction, st.integers(0, 400), st.integers(1, 40)).map(lambda net: (f"{net} for 1", net - 1)),
)
# Each group gives every face of the die and side of the coin a pay of its own, or one by the die alone.
TABLES = st.lists(PAYS, min_size=6, max_size=6)
COUNTS = st.lists(st.integers(0, 10**15), min_size=12, max_size=12).filter(any)


@settings(max_examples=60, deadline=None)
@given(COUNTS, st.lists(TABLES, min_size=1, max_size=3), st.booleans())
def test_a_random_wager_is_priced_as_by_hand(
    numbers: list[int], tables: list[list[tuple[str, Fraction]]], swapped: bool
) -> None:
    counts = dict(zip(ROWS, numbers, strict=True))
    groups: list[list[tuple[str | None, str]]] = []
    nets = dict.fromkeys(ROWS, Fraction(0))
    for number, table in enumerate(tables):
        # Every second group reads the die upside down on heads, so that groups differ in what they ask.
        turned = swapped and number % 2 == 1
        groups.append(
            [
                (
                    f"coin and die == {7 - face} or not coin and die == {face}"
                    if turned
                    else f"die == {face}",
                    words,
                )
                for face, (words, _) in enumerate(table, 1)
            ]
        )
        for coin, die in itertools.product((False, True), range(1, 7)):
            nets[coin, die] += table[(7 - die if turned and coin else die) - 1][1]
    result = priced(counts, *groups)
    check_against(nets, counts, result)
    assert sum(line.combinations for line in result.lines) == len(tables) * sum(numbers)


# ---- checks that must hold ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "counts", [{}, {(False, 1): 5}, {(False, 1): 5, (True, 1): 6}, {(False, 1): 11, (True, 1): -1}]
)
def test_a_tally_that_does_not_close_is_no_tally(counts: dict[Row, int]) -> None:
    with pytest.raises(InternalCheckError, match=r"The throw sum to -?\d+, not to 2 x 5 = 10"):
        Tally(SPACE, NAMES, counts, 10, "2 x 5")


def test_a_table_that_does_not_close_is_no_table() -> None:
    def table(rows: list[tuple[tuple[str, ...], int]]) -> CountedTable:
        return CountedTable("seats", "Seats", "", "cards", 10, ("seats", "seat"), rows)

    assert table([(("1", "1"), 10), (("2", "1"), 4), (("2", "2"), 6)]).total == 10
    short: list[list[tuple[tuple[str, ...], int]]] = [
        [],
        [(("1", "1"), 9)],
        [(("1", "1"), 10), (("2", "1"), 4), (("2", "2"), 5)],
    ]
    for rows in short:
        with pytest.raises(InternalCheckError, match="the table seats does not sum to 10"):
            table(rows)


def test_lines_that_do_not_close_stop_the_run() -> None:
    found = settled([("coin", "1 to 1"), (None, "lose")])
    counts = tally(FAIR)
    short = dataclasses.replace(counts)
    object.__setattr__(short, "total", 13)  # as if counts were lost after the tally was checked
    with pytest.raises(InternalCheckError, match="the lines of w do not sum to 13"):
        price(found, short)


def test_a_row_that_was_not_settled_stops_the_run() -> None:
    found = settle(wager([("coin", "1 to 1"), (None, "lose")]), NAMES, ROWS[:-1], "test")
    with pytest.raises(KeyError):
        price(found, tally(FAIR))


# ---- from a sheet: small shoes, dealt here in every order ------------------------------------------------

SHEET = (DATA / "minimal.toml").read_text(encoding="utf-8")
WAGERS = """
[[wager]]
id = "banker"
title = "Banker, 5% commission"
pays = [{ when = "banker.wins", pays = "19/20 to 1" }, { when = "tie", pays = "push" }]
otherwise = "lose"

[[wager]]
id = "parts"
title = "In parts"

[[wager.group]]
title = "Main"
pays = [{ when = "player.wins", pays = "1 to 1" }, { when = "tie", pays = "push" }]
otherwise = "lose"

[[wager.group]]
title = "Three cards"
pays = [{ when = "player.cards == 3 and banker.cards == 3", pays = "3 to 2" }]
otherwise = "push"
"""


def dealt(cards: tuple[int, ...]) -> Row:
    """Player's total less Banker's, and whether both drew, from the values of six cards in order."""
    player, banker, thirds = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    two, other = sum(player) % 10, sum(banker) % 10
    if two < 8 and other < 8:
        if two <= 5:
            third = thirds.pop(0)
            player.append(third)
            # The chart of the sheet, row by row: the third cards on which Banker draws.
            chart = ["0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", ""]
            if str(third) in chart[other]:
                banker.append(thirds.pop(0))
        elif other <= 5:
            banker.append(thirds.pop(0))
    return sum(player) % 10 - sum(banker) % 10, len(player) == len(banker) == 3


@pytest.mark.parametrize(
    ("shoe", "values"),
    [
        ("cards Ac 2d 3h 4s 5c 6d", [1, 2, 3, 4, 5, 6]),
        ("cards 2xKc 2xAs 9d 7h", [0, 0, 1, 1, 9, 7]),
        ("cards 2xTc 3s 6d 7h 8c 2xAs", [0, 0, 3, 6, 7, 8, 1, 1]),
        ("cards 4xAs 4xQd", [1, 1, 1, 1, 0, 0, 0, 0]),
    ],
)
def test_a_small_shoe_is_priced_as_dealt_by_hand(shoe: str, values: list[int]) -> None:
    configuration = everydeal.certify(read((SHEET + WAGERS).encode(), "f"), shoe=shoe)["shoe"]
    rounds = Counter(dealt(cards) for cards in itertools.permutations(values, 6))
    assert rounds.total() == perm(len(values), 6)

    def check(wager: str, net: Callable[[int, bool], Fraction | int]) -> None:
        nets = {row: Fraction(net(int(row[0] or 0), row[1] is True)) for row in rounds}
        check_against(nets, rounds, configuration[wager])

    def main(margin: int) -> int:
        return (margin > 0) - (margin < 0)

    check("tie", lambda margin, _: 8 if margin == 0 else -1)
    check("banker", lambda margin, _: Fraction(19, 20) if margin < 0 else -main(margin))
    check("parts", lambda margin, both: main(margin) + (Fraction(3, 2) if both else 0))


@pytest.mark.parametrize("value", VALUES, ids=str)
@pytest.mark.parametrize("unit", ["to 1", "for 1"])
def test_a_sheet_with_an_unknown_pay_agrees_with_each_number_in_its_place(unit: str, value: Fraction) -> None:
    def certified(amount: str) -> WagerReturn:
        assert SHEET.count('"8 to 1"') == 1
        text = SHEET.replace('"8 to 1"', f'"{amount} {unit}"')
        return everydeal.certify(read(text.encode(), "f"))["8-decks"]["tie"]

    unknown, known = certified("?x"), certified(str(value))
    assert at(unknown.house_edge, x=value) == exact(known.house_edge)
    assert at(unknown.variance, x=value) == exact(known.variance)
    assert unknown.total == known.total == perm(416, 6)


def test_one_wager_may_be_named_alone() -> None:
    assert list(everydeal.certify("ez-baccarat", decks=8, wagers="dragon")["8-decks"]) == ["dragon-7"]
