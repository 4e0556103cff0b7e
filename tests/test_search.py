"""Searching pays: against trying every paytable, and every sheet written against a certificate of its own."""

import csv
import io
import itertools
import json
import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everydeal import lattice
from everydeal.certificate import certify_sheet
from everydeal.errors import InputError
from everydeal.lattice import Axis, Band, ends, points
from everydeal.search import Searched, Span, Wanted, search
from everydeal.sheet.edit import Editor
from everydeal.sheet.load import bundled, load, read
from everydeal.sheet.pays import pay
from tests.conftest import DATA, Command

ROOT = Path(__file__).parent.parent
RULES = bundled()["punto-banco"].read_text(encoding="utf-8").split("[[wager]]")[0].replace("[6, 8]", "[1, 2]")
# Held lines pay fractions, "for 1" and two stakes, and the groups overlap, so nothing cancels by chance.
GROUPED = """
[[wager]]
id = "two-part"
title = "A wager in two parts"
[[wager.group]]
title = "Main"
pays = [
    { event = "by nine", when = "player.wins and margin == 9", pays = "@1 for 1" },
    { event = "wins", when = "player.wins", pays = "@2 to 1" },
    { event = "tie", when = "tie", pays = "1 to 3" },
]
otherwise = "lose 2"
[[wager.group]]
title = "Bonus"
pays = [
    { event = "pair", when = "player.pair", pays = "@5 to 1" },
    { event = "natural", when = "player.natural", pays = "1 to 2" },
]
otherwise = "push"
"""
SIDE = """
[[wager]]
id = "side"
title = "Side"
unit = "for 1"
pays = [
    { when = "banker.pair and player.pair", pays = @1 },
    { when = "banker.pair", pays = "@2" },
    { when = "tie", pays = "@3 to 1" },
]
otherwise = "lose"
"""


def sheet_text(wagers: str, amounts: dict[int, int]) -> str:
    """A sheet with amounts in the places `@N`, put there without the code under test."""
    return RULES + re.sub(r"@([0-9])", lambda found: str(amounts[int(found[1])]), wagers)


def whole(*ends: str) -> Span:
    return Span(Fraction(ends[0]), Fraction(ends[-1]))


def tried(
    wagers: str, wager: str, amounts: dict[int, Sequence[int]], wanted: Wanted, chains: dict[int, int]
) -> list[tuple[tuple[Fraction, int, Fraction, tuple[int, ...]], ...]]:
    """Every paytable, each certified from a sheet of its own: those that fit, with all their figures."""
    found = []
    numbers = sorted(amounts)
    for point in itertools.product(*(amounts[number] for number in numbers)):
        chosen = dict(zip(numbers, point, strict=True))
        sheet = read(sheet_text(wagers, chosen).encode(), "tried.toml")
        certificate = certify_sheet(sheet, {}, [wager])
        lines = sheet.wager(wager).lines
        nets = {number: lines[number - 1].pay.net for number in numbers}
        rising = any(
            nets[one] < nets[other] and chains[one] == chains[other]
            for one, other in itertools.combinations(numbers, 2)
        )
        if wanted.decreasing and rising:
            continue
        rows = []
        for configuration in certificate.configurations:
            priced = configuration[wager]
            edge, hit = exact(priced.house_edge), exact(priced.hit_frequency)
            variance = exact(priced.variance)
            if not wanted.edge.low <= edge <= wanted.edge.high:
                break
            if wanted.hit and not wanted.hit.low <= hit <= wanted.hit.high:
                break
            squares = (
                (wanted.deviation.low**2, wanted.deviation.high**2) if wanted.deviation else (0, variance)
            )
            if not squares[0] <= variance <= squares[1]:
                break
            rows.append((edge, int(priced.hits), variance, point))
        else:
            found.append(tuple(rows))
    return found


def exact(figure: object) -> Fraction:
    return Fraction(str(figure))


def told(result: Searched) -> list[tuple[tuple[Fraction, int, Fraction, tuple[int, ...]], ...]]:
    return [
        tuple((exact(p.house_edge), p.hits, exact(p.variance), found.amounts) for p in found.priced)
        for found in result.found
    ]


# ---- the lattice -----------------------------------------------------------------------------------------


@st.composite
def boxes(draw: st.DrawFn) -> tuple[list[Axis], list[Band]]:
    bands = draw(st.integers(1, 2))
    axes = [
        Axis(
            tuple(sorted(draw(st.sets(st.integers(-3, 12), min_size=1, max_size=6)))),
            tuple(draw(st.integers(0, 9)) for _ in range(bands)),
            draw(st.sampled_from([None, 0, 1])),
        )
        for _ in range(draw(st.integers(1, 4)))
    ]
    lows = [draw(st.integers(-40, 120)) for _ in range(bands)]
    return axes, [Band(low, low + draw(st.integers(-2, 60))) for low in lows]


def every(axes: Sequence[Axis], bands: Sequence[Band]) -> list[tuple[int, ...]]:
    """The points, by looking at all there are."""
    found = []
    for point in itertools.product(*(axis.values for axis in axes)):
        falling = all(
            axes[one].chain is None or axes[one].chain != axes[other].chain or point[one] >= point[other]
            for one, other in itertools.combinations(range(len(axes)), 2)
        )
        sums = [
            sum(axis.weights[at] * value for axis, value in zip(axes, point, strict=True))
            for at in range(len(bands))
        ]
        if falling and all(band.low <= total <= band.high for band, total in zip(bands, sums, strict=True)):
            found.append(point)
    return found


@pytest.mark.parametrize("pairs", [lattice._MOST_PAIRS, 0])
@given(boxes())
def test_a_bounded_search_finds_what_looking_at_all_does(
    pairs: int, box: tuple[list[Axis], list[Band]]
) -> None:
    before, lattice._MOST_PAIRS = lattice._MOST_PAIRS, pairs
    try:
        assert sorted(points(*box)) == every(*box)
    finally:
        lattice._MOST_PAIRS = before


@given(boxes())
def test_the_ends_are_the_least_and_the_greatest(box: tuple[list[Axis], list[Band]]) -> None:
    axes, _ = box
    all_points = every(axes, [Band(-(10**6), 10**6)] * len(axes[0].weights))
    found = ends(axes)
    assert (found is None) == (not all_points)
    if found:
        assert found[0] == tuple(min(values) for values in zip(*all_points, strict=True))
        assert found[1] == tuple(max(values) for values in zip(*all_points, strict=True))


@pytest.mark.parametrize("chain", [0, None])
def test_a_narrow_band_takes_few_steps(chain: int | None) -> None:
    """10,000,000,000 points, of which a narrow band leaves few: counted, not timed."""
    axes = [Axis(tuple(range(1, 101)), (weight,), chain) for weight in (9973, 4999, 997, 101, 13)]
    assert list(points(axes, [Band(200_000, 200_010)], most_steps=200_000))


def test_too_many_steps_are_refused() -> None:
    axes = [Axis(tuple(range(100)), (1,)), Axis(tuple(range(100)), (1,))]
    with pytest.raises(InputError, match="more than 50 steps"):
        list(points(axes, [Band(0, 200)], most_steps=50))
    assert len(list(points(axes, [Band(0, 200)], most_steps=10_001))) == 10_000


# ---- against every paytable ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edge", "hit", "deviation", "decreasing"),
    [
        (whole("-1", "1"), None, None, True),
        (whole("-1/4", "1/10"), None, None, False),
        (whole("0", "3/5"), whole("1/10", "4/5"), None, False),
        (whole("-1", "1"), None, whole("1.5", "1.8"), False),
        (whole("1/20", "2/5"), None, whole("1.4", "2"), True),
    ],
)
def test_a_wager_in_groups_against_every_paytable(
    edge: Span, hit: Span | None, deviation: Span | None, decreasing: bool
) -> None:
    amounts: dict[int, Sequence[int]] = {1: (0, 1, 3, 6), 2: (0, 1, 2), 5: (0, 2, 4)}
    wanted = Wanted(edge, hit, deviation, decreasing)
    expected = tried(GROUPED, "two-part", amounts, wanted, {1: 0, 2: 0, 5: 1})
    sheet = read(sheet_text(GROUPED, {1: 5, 2: 1, 5: 3}).encode(), "grouped.toml")
    result = search(sheet, "two-part", amounts, wanted, sort=["pays"], limit=1000)
    assert told(result) == expected
    assert 0 < result.count == len(expected) < 36


@pytest.mark.parametrize("decreasing", [True, False])
def test_units_of_each_line_against_every_paytable(decreasing: bool) -> None:
    amounts: dict[int, Sequence[int]] = {1: range(60, 64), 2: range(3, 8), 3: range(2, 7)}
    wanted = Wanted(whole("-1/10", "1/10"), decreasing=decreasing)
    expected = tried(SIDE, "side", amounts, wanted, {1: 0, 2: 0, 3: 0})
    sheet = read(sheet_text(SIDE, {1: 50, 2: 9, 3: 2}).encode(), "side.toml")
    result = search(sheet, "side", amounts, wanted, sort=["pays"], limit=1000)
    assert [each.unit for each in result.chosen] == ["for 1", "for 1", "to 1"]
    assert told(result) == expected
    assert 0 < len(expected) < 100
    # One unit less is the same net win "to 1".
    to_1 = {1: range(59, 63), 2: range(2, 7), 3: range(2, 7)}
    again = search(sheet, "side", to_1, wanted, unit="to 1", sort=["pays"], limit=1000)
    assert [row[0][:3] for row in told(again)] == [row[0][:3] for row in told(result)]


def test_both_ends_of_a_range_count() -> None:
    sheet = load("ez-baccarat")
    exactly = Fraction("64613588827/848912750595")  # Dragon 7 at 40 to 1 and 8 decks, as published
    for edge in (Span(exactly, exactly), Span(exactly, exactly + 1), Span(exactly - 1, exactly)):
        found = search(sheet, "dragon-7", {1: [40]}, Wanted(edge), selection={"decks": [8]})
        assert [hit.amounts for hit in found.found] == [(40,)]
    tiny = Fraction(1, 10**30)
    for edge in (Span(exactly + tiny, exactly + 1), Span(exactly - 1, exactly - tiny)):
        assert search(sheet, "dragon-7", {1: [40]}, Wanted(edge), selection={"decks": [8]}).count == 0


def test_what_is_wanted_exactly_is_not_rounded_in_the_title(run: Command) -> None:
    words = ["search", "ez-baccarat", "dragon-7", "--line", "1=40", "--decks", "8", "--edge"]
    exactly = "64613588827/848912750595"
    assert f"whole pays for a house edge of exactly {exactly}" in " ".join(run(*words, exactly).out.split())
    assert "for a house edge of exactly 7.5000%" in run(*words, "7.5%").out
    assert "for a house edge from 1/15 to 9.0000%" in run(*words, "1/15..9%").out


def test_both_ends_of_a_hit_frequency_count() -> None:
    sheet = load("ez-baccarat")
    # Dragon 7 at 8 decks, counted and published: 112,633,011,329,024 of 4,998,398,275,503,360
    hit = Fraction(112633011329024, 4998398275503360)
    tiny = Fraction(1, 10**30)
    spans = ((hit, hit, 1), (hit, 1, 1), (0, hit, 1), (hit + tiny, 1, 0), (0, hit - tiny, 0))
    for low, high, count in spans:
        wanted = Wanted(whole("-1", "1"), hit=Span(Fraction(low), Fraction(high)))
        assert search(sheet, "dragon-7", {1: [40]}, wanted, selection={"decks": [8]}).count == count


def test_the_edge_must_hold_in_every_configuration() -> None:
    sheet = load("ez-baccarat")
    edges = {
        name: exact(found["dragon-7"].house_edge)
        for name, found in certify_sheet(sheet, {}, ["dragon-7"]).items()
    }
    assert len(set(edges.values())) == 3
    assert search(sheet, "dragon-7", {1: [40]}, Wanted(Span(min(edges.values()), max(edges.values())))).count
    for edge in edges.values():
        assert not search(sheet, "dragon-7", {1: [40]}, Wanted(Span(edge, edge))).count


def test_a_deviation_is_compared_exactly() -> None:
    """An even-money wager that never pushes and never wins more: variance 1 - edge^2, its root irrational."""
    wagers = (
        '[[wager]]\nid = "x"\ntitle = "X"\npays = [{ when = "tie", pays = "1 to 1" }]\notherwise = "lose"\n'
    )
    sheet = read((RULES + wagers).encode(), "x.toml")
    found = search(sheet, "x", {1: [1]}, Wanted(whole("-1", "1")), selection={"decks": [1]})
    variance = exact(found.found[0].priced[0].variance)
    low = Fraction(int(variance**0.5 * 10**9) - 2, 10**9)  # a float only picks where to look
    high = low + Fraction(4, 10**9)
    assert low**2 < variance < high**2
    for span, count in ((Span(low, high), 1), (Span(high, high + 1), 0), (Span(Fraction(0), low), 0)):
        wanted = Wanted(whole("-1", "1"), deviation=span)
        assert search(sheet, "x", {1: [1]}, wanted, selection={"decks": [1]}).count == count


# ---- order -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sort",
    [["edge"], ["-edge"], ["deviation"], ["-deviation", "edge"], ["hit", "-pays"], ["pays"], ["-pays"]],
)
def test_sorted_as_asked_and_the_first_of_them(sort: list[str]) -> None:
    sheet = read(sheet_text(GROUPED, {1: 5, 2: 1, 5: 3}).encode(), "grouped.toml")
    amounts = {1: range(8), 2: range(3), 5: range(4)}
    wanted = Wanted(whole("-1", "1"), decreasing=False)
    everything = told(search(sheet, "two-part", amounts, wanted, sort=["pays"], limit=1000))
    at = {"edge": 0, "hit": 1, "deviation": 2, "pays": 3}
    expected = sorted(everything, key=lambda rows: rows[0][3])
    for name in reversed(sort):  # a stable sort for each key, the first key last
        expected.sort(key=lambda rows: rows[0][at[name.lstrip("-")]], reverse=name.startswith("-"))
    if "-pays" not in sort:  # a stable reverse keeps equals in their order, as wanted
        assert told(search(sheet, "two-part", amounts, wanted, sort=sort, limit=1000)) == expected
    first = search(sheet, "two-part", amounts, wanted, sort=sort, limit=5)
    assert told(first) == expected[:5]
    assert first.count == len(everything) > 5


def test_equal_figures_are_in_the_order_of_pays() -> None:
    """A line that wins as often as another may swap pays with it: the same figures, told apart by pays."""
    wagers = (
        '[[wager]]\nid = "x"\ntitle = "X"\nunit = "to 1"\npays = [\n'
        '{ when = "player.pair and not banker.pair", pays = 1 },\n'
        '{ when = "banker.pair and not player.pair", pays = 1 },\n]\notherwise = "lose"\n'
    )
    sheet = read((RULES + wagers).encode(), "x.toml")
    wanted = Wanted(whole("-1", "1"), decreasing=False)
    result = search(sheet, "x", {1: [3, 4], 2: [3, 4]}, wanted, sort=["-edge"], selection={"decks": [1]})
    assert [found.amounts for found in result.found] == [(3, 3), (3, 4), (4, 3), (4, 4)]
    edges = [found.priced[0].house_edge for found in result.found]
    assert edges[1] == edges[2]


# ---- the command -----------------------------------------------------------------------------------------


def test_every_sheet_written_certifies_as_shown(run: Command, tmp_path: Path) -> None:
    original = tmp_path / "grouped.toml"
    text = sheet_text(GROUPED + SIDE, {1: 5, 2: 1, 3: 4, 5: 3})
    original.write_text(text)
    asked = [
        "search",
        str(original),
        "two-part",
        "--edge=-1/10..1/4",
        "--line",
        "1=0..9",
        "--line",
        "2=0..2",
        "--line",
        "5=1,4",
    ]
    done = run(*asked, "--sheets", str(tmp_path / "new"), "--json", "--limit", "1000")
    assert done.status == 0
    data = json.loads(done.out)
    assert int(data["count"]) == len(data["found"]) > 9
    assert sorted(path.stem for path in (tmp_path / "new").iterdir()) == [
        row["sheet"] for row in data["found"]
    ]
    for row in data["found"]:
        path = tmp_path / "new" / f"{row['sheet']}.toml"
        pays = dict(zip((1, 2, 5), row["pays"], strict=True))
        lines = text.splitlines()
        for number, old in ((1, '"5 for 1"'), (2, '"1 to 1"'), (5, '"3 to 1"')):
            (at,) = (at for at, line in enumerate(lines) if old in line and "event" in line)
            lines[at] = lines[at].replace(old, f'"{pays[number]}{old[2:]}')
        expected = "\n".join(lines) + "\n"
        assert path.read_text() == expected.replace('id = "punto-banco"', f'id = "{row["sheet"]}"')
        for configuration in row["configurations"]:
            priced = certify_sheet(load(path), {}, ["two-part"])[configuration["id"]]["two-part"]
            assert configuration["house_edge"] == str(priced.house_edge)
            assert configuration["hit_frequency"] == str(priced.hit_frequency)
            assert configuration["variance"] == str(priced.variance)
            assert configuration["standard_deviation"] == priced.standard_deviation(10)
    assert run(*asked, "--sheets", str(tmp_path / "new"), "--json", "--limit", "1000") == done
    first = sorted((tmp_path / "new").iterdir())[0]
    first.write_text("mine")
    again = run(*asked, "--sheets", str(tmp_path / "new"), "--limit", "1000")
    assert (again.status, again.out) == (2, "")
    assert "overwrites nothing" in again.err
    assert first.read_text() == "mine"


def test_a_bundled_sheet_with_bare_pays(run: Command, tmp_path: Path) -> None:
    asked = ["search", "fortune", "fortune", "--line", "7=25..40/5", "--line", "8=5,6", "--edge", "5%..8%"]
    done = run(*asked, "--sheets", str(tmp_path), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len(rows) > 2
    for row in rows:
        priced = certify_sheet(load(tmp_path / f"{row['sheet']}.toml"), {})["53-cards"]["fortune"]
        assert row["house_edge"] == str(priced.house_edge)
    text = bundled()["fortune"].read_text(encoding="utf-8")
    row = rows[0]
    changed = text.replace('id = "fortune"', f'id = "{row["sheet"]}"', 1)
    changed = changed.replace('four_of_a_kind", pays = 25', f'four_of_a_kind", pays = {row["line_7"]}')
    changed = changed.replace('full_house", pays = 5', f'full_house", pays = {row["line_8"]}')
    assert (tmp_path / f"{row['sheet']}.toml").read_text() == changed


def test_the_same_bytes_in_every_form(run: Command) -> None:
    asked = ["search", "ez-baccarat", "dragon-7", "--line", "1=38..42", "--edge", "5%..10%"]
    text = run(*asked).out
    assert text == run(*asked).out
    assert "3 paytables fit; here all of them, by house edge, rising in 4-decks." in text
    assert "7.611334%" in text  # as `certify` prints it to four places: 7.6113%
    assert "| 7.611334%" in run(*asked, "--format", "markdown").out.replace("  ", " ").replace("  ", " ")
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--format", "csv").out)))
    docs = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in docs for name in rows[0] if name != "line_1")
    (at_40,) = (row for row in rows if row["line_1"] == "40" and row["configuration"] == "8-decks")
    assert at_40["house_edge"] == "64613588827/848912750595"
    assert json.loads(run(*asked, "--json").out)["count"] == "3"


def test_nothing_found_says_what_can_be_reached(run: Command) -> None:
    asked = ["search", "ez-baccarat", "dragon-7", "--line", "1=40..41", "--edge", "1%..2%", "--decks", "8"]
    done = run(*asked)
    assert done.status == 0
    assert "No pays fit." in done.out
    assert "8-decks: the pays looked at have house edges from 5.357952% to 7.611334%." in done.out
    rising = ["search", "fortune", "fortune", "--line", "7=1", "--line", "8=2", "--edge", "0..90%"]
    assert "see --no-decreasing" in run(*rising).out
    assert "1 paytable fits" in run(*rising, "--no-decreasing").out


def test_a_meter_that_is_set_stays_unknown_in_the_sheets(run: Command, tmp_path: Path) -> None:
    asked = ["search", "ricochet-poker", "mini-royal", "--kickout", "kh-01", "--line", "2=30..50/10"]
    asked += ["--edge=-100%..100%", "--set", "mini_royal_meter=1000", "--sheets", str(tmp_path), "--json"]
    data = json.loads(run(*asked).out)
    assert data["values"] == {"mini_royal_meter": "1000"}
    assert len(data["found"]) == 3
    for row in data["found"]:
        sheet = load(tmp_path / f"{row['sheet']}.toml")
        priced = certify_sheet(sheet, {"kickout": ["kh-01"]}, ["mini-royal"]).configurations[0]["mini-royal"]
        (unknown,) = priced.house_edge.free_symbols
        assert str(priced.house_edge.subs(unknown, 1000)) == row["configurations"][0]["house_edge"]


def test_an_unknown_pay_may_be_searched(run: Command, tmp_path: Path) -> None:
    asked = ["search", "ricochet-poker", "hedge-bet-lost-pays", "--kickout", "kh-01", "--line", "1=1000"]
    asked += ["--line", "2=500", "--edge", "0..20%", "--json"]
    (row,) = json.loads(run(*asked).out)["found"]
    known = certify_sheet(load("ricochet-poker"), {"kickout": ["kh-01"]}, ["hedge-bet"]).configurations[0]
    assert row["configurations"][0]["house_edge"] == str(known["hedge-bet"].house_edge)
    all_meter = ["search", "ricochet-poker", "mini-royal", "--kickout", "kh-01", "--line", "1=100..200/100"]
    assert run(*all_meter, "--edge=-100%..100%").status == 0
    done = run(*all_meter, "--edge=-100%..100%", "--sheets", str(tmp_path / "new"))
    assert (done.status, (tmp_path / "new").exists()) == (2, False)
    assert "no line would pay ?mini_royal_meter" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--line", "1"], "--line '1'; allowed: N=LOW..HIGH"),
        (["--line", "=5"], "--line '=5'; allowed"),
        (["--line", "x=5"], "--line 'x=5'; allowed"),
        (["--line", "1="], "'' is no pay"),
        (["--line", "1=5.."], "'5..' is no pay"),
        (["--line", "1=5..9/0"], "is empty"),
        (["--line", "1=9..5"], "'9..5' is empty"),
        (["--line", "1=-5..5"], "is no pay"),
        (["--line", "1=2.5"], "'2.5' is no pay"),
        (["--line", "1=\u0665"], "is no pay"),
        (["--line", "\u0661=5"], "allowed: N=LOW..HIGH"),
        (["--line", "1=" + "9" * 5000], "is no pay"),
        (["--line", "1=0..99999999999"], "at most 10,000"),
        (["--line", "1=0..9999999999999"], "allowed: 0 to 1,000,000,000,000"),
        (["--line", "1=5", "--line", "01=6"], "line 1 is given twice"),
        (["--line", "3=5"], "tie has no line 3; allowed: 1 Tie; 2 All other outcomes"),
        (["--line", "0=5"], "tie has no line 0"),
        (["--line", "1=5", "--edge", "5"], "did you mean '5%'"),
        (["--line", "1=5", "--edge", "5%...7%"], "--edge"),
        (["--line", "1=5", "--edge", "7%..5%"], "the first number is above the second"),
        (["--line", "1=5", "--edge", "1/0"], "--edge '1/0'"),
        (["--line", "1=5", "--edge", ""], "--edge ''"),
        (["--line", "1=5", "--hit", "-1..1"], "--hit"),
        (["--line", "1=5", "--hit=-1..1"], "it is never below 0"),
        (["--line", "1=5", "--hit", "0..2"], "it is never above 1"),
        (["--line", "1=5", "--deviation", "x"], "--deviation 'x': 'x' is no exact number"),
        (["--line", "1=5", "--deviation=-2..1"], "it is never below 0"),
        (["--line", "1=5", "--unit", "to 2"], "--unit"),
        (["--line", "1=5", "--sort", "egde"], "--sort 'egde'; did you mean 'edge'"),
        (["--line", "1=5", "--sort", ""], "--sort ''"),
        (["--line", "1=5", "--limit", "0"], "--limit 0; allowed: 1 to 1,000"),
        (["--line", "1=5", "--limit", "1001"], "allowed: 1 to 1,000"),
        (["--line", "1=5", "--set", "x=1"], "has no unknown pay"),
        (["--line", "1=5", "--decks", "0"], "allowed: 1 to 27"),
        (["--line", "1=5", "--sheets", ""], "--sheets ''"),
        (["--line", "1=5", "--sheets", "\0"], "--sheets"),
        (["--line", "1=5", "--sheets", "a/b/c"], "--sheets 'a/b/c': allowed: a folder"),
        (["--line", "1=5", "--sheets", __file__], "allowed: a folder"),
        ([], "--line"),
    ],
)
def test_bad_input_is_one_message_and_status_2(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    edge = [] if "--edge" in arguments else ["--edge=-100%..100%"]
    done = run("search", "ez-baccarat", "tie", *edge, *arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_searched_says_why(run: Command) -> None:
    edge = "--edge=-100%..100%"
    decided = run("search", "ricochet-poker", "main", "--line", "6=40..60", edge)
    assert (decided.status, decided.out) == (2, "")
    assert "main: the bettor decides by what its lines pay" in decided.err
    unknown = run("search", "ricochet-poker", "mini-royal", "--line", "2=40", edge)
    assert "?mini_royal_meter, which is not known" in unknown.err
    assert "--set mini_royal_meter=10000" in unknown.err
    pushed = run("search", "punto-banco", "super-6", "--line", "3=1", edge)
    assert pushed.status == 0  # all other lines are "to 1", so this is
    mixed = run("search", "seven-card", "nothing", "--line", "1=1", edge)
    assert "has no wager 'nothing'" in mixed.err
    never = run("search", "ez-baccarat", "dragon-7", "--line", "1=1", edge, "--shoe", "cards 6xTs")
    assert "line 1 decides no outcome" in never.err


def test_a_line_without_a_unit_needs_one(run: Command, tmp_path: Path) -> None:
    wagers = (
        '[[wager]]\nid = "x"\ntitle = "X"\npays = [{ event = "T", when = "tie", pays = "push" }]\n'
        'otherwise = "lose"\n'
    )
    path = tmp_path / "x.toml"
    path.write_text(RULES + wagers)
    asked = ["search", str(path), "x", "--line", "1=3", "--edge=-900/1..900/1", "--decks", "1"]
    done = run(*asked)
    assert (done.status, done.out) == (2, "")
    assert "line 1 (T) pays 'push', so its unit is not known; allowed: --unit" in done.err
    to_1 = json.loads(run(*asked, "--unit", "to 1", "--json").out)["found"][0]["configurations"][0]
    for_1 = json.loads(run(*asked, "--unit", "for 1", "--json").out)["found"][0]["configurations"][0]
    tie = Fraction(to_1["hit_frequency"])
    assert Fraction(for_1["house_edge"]) - Fraction(to_1["house_edge"]) == tie > 0


# ---- the text of a sheet ---------------------------------------------------------------------------------

ODD = (RULES + (DATA / "odd-pays.toml").read_text(encoding="utf-8")).encode()


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
@pytest.mark.parametrize(
    ("wager", "number", "before", "after"),
    [
        ("odd", 1, '"pays"  =  1_0 #', '"pays"  =  3 #'),
        ("odd", 2, "pays = '9'", 'pays = "3 to 1"'),
        ("odd", 3, 'otherwise = "lose"\n[[wager.pays', 'otherwise = "3 to 1"\n[[wager.pays'),
        ("inline", 1, 'pays="5 to 1"', 'pays="3 to 1"'),
        ("inline", 2, 'pays = """6 to 1"""', 'pays = "3 to 1"'),
        ("inline", 4, 'otherwise = "push"', 'otherwise = "3 to 1"'),
    ],
)
def test_one_pay_is_changed_in_the_text_and_nothing_else(
    wager: str, number: int, before: str, after: str, ending: bytes
) -> None:
    content = ODD.replace(b"\n", ending)
    sheet = read(content, "odd.toml")
    changed = Editor(content, "odd.toml", sheet.wager(wager), [number]).changed(
        "new", {number: pay(3, "to 1")}
    )
    plain = content.decode().replace(ending.decode(), "\n")
    assert plain.count(before) == 1
    expected = plain.replace(before, after).replace('id = "punto-banco"', 'id = "new"', 1)
    assert changed == expected.encode().replace(b"\n", ending)
    again = read(changed, "new.toml")
    for old, new in zip(sheet.wagers, again.wagers, strict=True):
        for at, (one, other) in enumerate(zip(old.lines, new.lines, strict=True), 1):
            assert (one.pay.net != other.pay.net) == (old.id == wager and at == number)
            assert one.title == other.title


@pytest.mark.parametrize(
    "change", [('"pays"  =  1_0', '"p\\u0061ys" = 10'), ('id = "punto', '"\\u0069d" = "punto')]
)
def test_a_text_that_cannot_be_changed_cleanly_is_refused(change: tuple[str, str]) -> None:
    content = ODD.replace(change[0].encode(), change[1].encode())
    assert content != ODD
    assert tomllib.loads(content.decode()) == tomllib.loads(ODD.decode())
    sheet = read(content, "odd.toml")
    with pytest.raises(InputError, match=r"odd\.toml: .* cannot be changed in the text; allowed"):
        Editor(content, "odd.toml", sheet.wager("odd"), [1])


def test_a_change_of_more_than_pays_would_be_noticed() -> None:
    """The text is read again: an editor that hits the wrong place is refused."""
    sheet = read(ODD, "odd.toml")
    editor = Editor(ODD, "odd.toml", sheet.wager("odd"), [1])
    (place,) = (place for place in editor._spans if place != ("sheet", "id"))
    start = ODD.decode().index('"9"'.replace('"', "'"))
    editor._spans[place] = (start, start + 3)
    with pytest.raises(InputError, match="without changing more than pays"):
        editor.changed("new", {1: pay(3, "to 1")})


def test_a_house_way_beside_the_sheet_is_not_lost(run: Command, tmp_path: Path) -> None:
    """Its path is relative to the sheet: elsewhere it leads nowhere, and nothing is written."""
    way = (ROOT / "paytables" / "house-ways" / "foxwoods.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(way)
    text = bundled()["set-hand"].read_text(encoding="utf-8")
    changed = re.sub(r'house_way = "[^"]*"', 'house_way = "mine.toml"', text)
    assert changed != text
    (tmp_path / "sheet.toml").write_text(changed)
    sheet = load(tmp_path / "sheet.toml")
    asked = [
        "search",
        str(tmp_path / "sheet.toml"),
        sheet.wagers[0].id,
        "--line",
        "1=1",
        "--edge=-999/1..999/1",
    ]
    asked += ["--unit", "to 1"]
    done = run(*asked, "--sheets", str(tmp_path / "new"))
    assert (done.status, done.out) == (2, "")
    assert "mine.toml" in done.err
    assert not (tmp_path / "new").exists()
    assert run(*asked, "--sheets", str(tmp_path)).status == 0
    assert (tmp_path / f"{sheet.id}-1.toml").is_file()


def test_a_search_reads_standard_input_once(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = sheet_text(SIDE, {1: 50, 2: 9, 3: 2}).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    done = run("search", "-", "side", "--line", "1=50", "--edge=-100%..100%", "--sheets", str(tmp_path))
    assert done.status == 0
    assert (tmp_path / "punto-banco-1.toml").read_bytes() == content.replace(b"punto-banco", b"punto-banco-1")
