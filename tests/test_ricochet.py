"""Ricochet Poker: the sheet, its bonus wagers, kickout tables, jackpots and traps.

Golden figures are those of the rules, or follow from formulas, the reference or simulation here.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import pytest

import everydeal
from everydeal import cards, symbolic
from everydeal.certificate import Certificate
from everydeal.core import hand as core_hand
from everydeal.errors import SheetError
from everydeal.exact import percent
from everydeal.games.ricochet_kickout import RANKING
from everydeal.reference import hand as reference_hand
from everydeal.reference import ricochet as reference
from tests.conftest import Command
from tests.hands import as_cards, kinds
from tests.ricochet import (
    BONUSES,
    FIVES,
    FROM,
    JACKPOTS,
    MAINS,
    ROUNDS,
    TEXT,
    TWOS,
    at_table,
    certified,
    changed,
    fraction,
    game_of,
    sheet_of,
    whole,
)


def lines(text: str, wager: str) -> dict[str, int]:
    return {line.title: line.combinations for line in certified(text, BONUSES)[wager].lines}


# ---- totals and bonus wagers --------------------------------------------------------------------------


def test_the_totals_of_all_spaces() -> None:
    found = certified(TEXT, (*BONUSES, *MAINS))
    assert {tally.space.id: tally.total for tally in found.tallies} == {
        "round/main": ROUNDS,
        "round/main-no-bonus": ROUNDS,
        "two-cards": 2_809_475_760,
        "dealer": 2_598_960,
        "pocket": 1_326,
        "three": 22_100,
        "five": 2_598_960,
        "seven": 133_784_560,
    }
    assert ROUNDS == 39_866_461_034_400


def test_rapid_fire() -> None:
    win, tie, other = lines(TEXT, "rapid-fire").values()
    assert (win, tie) == (405_665_460, 12_821_100)
    edge = Fraction(other - 5 * (win + tie), TWOS)
    assert fraction(certified(TEXT, BONUSES)["rapid-fire"].house_edge) == edge


def test_rapid_fire_by_the_dealers_category() -> None:
    """Nothing above a pair is beaten, and a category is dealt as often as there are hands of it."""
    (by,) = certified(TEXT, BONUSES)["rapid-fire"].breakdowns
    hands = (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
    assert [part.combinations for part in by.parts] == [number * comb(47, 2) for number in hands]
    assert [part.wins for part in by.parts[:8]] == [0] * 8


def test_hedge_bet_and_its_linear_form() -> None:
    found = certified(TEXT, BONUSES)
    assert str(found["hedge-bet"].house_edge) == "35431/649740"
    form = found["hedge-bet-lost-pays"].house_edge
    assert found["hedge-bet-lost-pays"].unknowns == ["royal", "straight_flush"]
    for royal, straight in ((1000, 500), (0, 0), (250, 7)):
        value = symbolic.at(symbolic.at(form, "royal", symbolic.figure(royal)), "straight_flush", straight)
        # Of 2,598,960 hands 4 are royal flushes and 36 other straight flushes.
        rest = Fraction(35431, 649740) + Fraction(4 * 1000 + 36 * 500, FIVES)
        assert fraction(value) == rest - Fraction(4 * royal + 36 * straight, FIVES)


@pytest.mark.parametrize(
    ("lowest", "printed", "pairs"), [("T", "-1.05%", 5), ("J", "5.45%", 4), ("Q", "11.95%", 3)]
)
def test_jacks_are_the_natural_line_of_the_hedge_bet(lowest: str, printed: str, pairs: int) -> None:
    """R17: tens or better would favour the bettor by 1.05%, queens or better keep 11.95%."""
    text = changed(
        ('when = "hand == pair and best[0] >= J"', f'when = "hand == pair and best[0] >= {lowest}"')
    )
    edge = certified(text, ("hedge-bet",))["hedge-bet"].house_edge
    assert percent(edge, 2) == printed
    # Each rank of pair, 84,480 hands, moves 2 units: from a loss of one to a win of one.
    assert fraction(edge) == Fraction(35431, 649740) + Fraction(2 * 84_480 * (4 - pairs), FIVES)


def test_pocket_bonus() -> None:
    assert str(certified(TEXT, BONUSES)["pocket-bonus"].house_edge) == "22/221"
    # Aces; an ace with three faces in its suit, or in another; twelve pairs of six.
    assert list(lines(TEXT, "pocket-bonus").values())[:4] == [6, 4 * 3, 4 * 3 * 3, 12 * 6]


def test_a_ten_is_not_a_face() -> None:
    text = changed(("best[1] in J..K and most_suited == 2", "best[1] in T..K and most_suited == 2"))
    assert lines(text, "pocket-bonus")["Ace with a jack, queen or king, suited"] == 16


def test_jackpots_by_formulas() -> None:
    # Three cards: 12 runs in a suit; 13 x C(4, 3); 12 x 4^3 less those in a suit; 4 x C(13, 3) less runs.
    assert list(lines(TEXT, "mini-royal").values())[:5] == [
        4,
        44,
        13 * 4,
        12 * (64 - 4),
        4 * (comb(13, 3) - 12),
    ]
    # A run at an end can be made longer by one card, any other by two.
    six = 4 * (2 * 45 + 7 * 44)
    five = 4 * (2 * comb(46, 2) + 8 * comb(45, 2))
    assert list(lines(TEXT, "straight-flush").values())[:3] == [32, six, five]
    assert list(lines(TEXT, "five-card-linked").values())[:4] == [4, 36, 624, 3_744]
    # Royal flushes among seven: the five and any two others.
    assert lines(TEXT, "seven-card-linked")["Royal flush"] == 4 * comb(47, 2)
    # Seven cards, well known: 41,584 straight flushes with royals, 224,848 fours, 3,473,184 full houses.
    assert list(lines(TEXT, "seven-card-linked").values())[1:4] == [41_584 - 4_324, 224_848, 3_473_184]


def test_aliases_name_the_wagers() -> None:
    sheet = sheet_of(TEXT)
    assert [sheet.wager(name).id for name in ("quickdraw", "cover")] == ["rapid-fire", "hedge-bet"]


# ---- kickout ------------------------------------------------------------------------------------------


def test_kickout_chances_of_every_table_reading_and_number_of_hands() -> None:
    found = certified(TEXT, ("pocket-bonus",))
    expected = {
        "kickout-kh-01-reading-1": ["KKQ32", "AA432", "AA223", "22243", "QQQ32", "5432A", "5432A"],
        "kickout-kh-02-reading-1": ["AAQ32", "33224", "AA223", "22243", "QQQ32", "5432A", "5432A"],
        "kickout-kh-01-reading-2": ["KKQ32", "AA432", "33224", "AA223", "22243", "QQQ32", "5432A"],
        "kickout-kh-02-reading-2": ["AAQ32", "AA223", "AA223", "22243", "QQQ32", "5432A", "5432A"],
        "kickout-tens-up": ["none", "none", "none", "TT223", "none", "none", "none"],
        "kickout-none": ["none"] * 7,
    }
    tables = {table.id: table for table in found.tables}
    assert set(tables) == set(expected)
    for name, limits in expected.items():
        out = [FROM[limit] for limit in limits]
        assert tables[name].total == FIVES
        assert [count for _, count in tables[name].rows[::2]] == out
        assert [count for _, count in tables[name].rows[1::2]] == [FIVES - number for number in out]
    for name in list(expected)[:4]:  # the fewer are kicked out, the more hands are live
        out = [FROM[limit] for limit in expected[name]]
        assert out == sorted(out, reverse=True)


def test_kickout_limits_by_the_reference_on_random_hands() -> None:
    written = {
        "KKQ32": "Kc Kd Qc 3c 2d",
        "AAQ32": "Ac Ad Qc 3c 2d",
        "AA432": "Ac Ad 4c 3c 2d",
        "33224": "3c 3d 2c 2d 4c",
        "TT223": "Tc Td 2c 2d 3c",
        "AA223": "Ac Ad 2c 2d 3c",
        "22243": "2c 2d 2h 4c 3d",
        "QQQ32": "Qc Qd Qh 3c 2d",
        "5432A": "5c 4d 3d 2d Ad",
    }
    game = game_of(TEXT)
    scores = {
        limit.ranks: limit.score for table in game.kickouts for limit in table.limits if limit is not None
    }
    assert set(scores) == set(written)
    lowest = {name: reference.made(frozenset(as_cards(kinds(text))))[1] for name, text in written.items()}
    draw = random.Random(3)
    near = [
        kinds("Kc Kh Jd Td 9s"),
        kinds("Ts Td 9s 9c Ah"),
        kinds("9h 9d 8s 8c Ah"),
        *map(kinds, written.values()),
    ]
    hands = [tuple(draw.sample(range(52), 5)) for _ in range(1_500)] + near
    seen: Counter[tuple[str, bool]] = Counter()
    for hand, ranked in zip(hands, core_hand.rank(RANKING, hands), strict=True):
        value = reference.made(frozenset(as_cards(hand)))[1]
        for name, score in scores.items():
            assert (ranked.score >= score) is (value >= lowest[name]), (name, cards.names(hand))
            seen[name, ranked.score >= score] += 1
    assert len(seen) == 2 * len(written)  # on either side of each limit


@pytest.mark.exhaustive
def test_kickout_limits_by_the_reference_on_every_hand() -> None:
    wanted = {name: kinds(text) for name, text in (("KKQ32", "Kc Kd Qc 3c 2d"), ("TT223", "Tc Td 2c 2d 3c"))}
    for name, limit in wanted.items():
        assert reference.kicked_out(reference_hand.DECK, as_cards(limit)) == FROM[name]


@pytest.mark.parametrize("reading", ["reading-1", "reading-2"])
def test_both_tables_come_from_one_reading(run: Command, reading: str) -> None:
    done = run("certify", "ricochet-poker", "--reading", reading, "--wager", "pocket-bonus", "--json")
    data = json.loads(done.out)
    assert [found["id"] for found in data["configurations"]] == [f"kh-01/{reading}", f"kh-02/{reading}"]
    mixed = run("certify", "ricochet-poker", "--kickout", "kh-01/reading-1", "--kickout", "kh-02/reading-2")
    assert mixed.status == 2
    assert "kickout tables from several readings: reading-1, reading-2; allowed: one" in mixed.err
    against = run("certify", "ricochet-poker", "--kickout", "kh-01/reading-1", "--reading", "reading-2")
    assert "kickout tables from several readings" in against.err


# ---- jackpots -----------------------------------------------------------------------------------------


def shares(wager: Any) -> list[tuple[Fraction, Fraction]]:
    """(share of the meter, chance) of every line that pays one, from the printed words."""
    found = []
    for line in wager.lines:
        match = re.match(r"([0-9]+)% of \?", line.words)
        if match:
            found.append((Fraction(int(match[1]), 100), Fraction(line.combinations, line.total)))
    assert found
    return found


@pytest.mark.parametrize("name", JACKPOTS)
def test_the_edge_is_linear_in_the_meter(name: str) -> None:
    wager = certified(TEXT, BONUSES)[name]
    jackpot = wager.jackpot
    assert jackpot is not None
    meter = jackpot.terms.meter
    fixed = sum(
        (
            Fraction(line.combinations, line.total)
            * Fraction(str(symbolic.at(line.pays, meter, symbolic.figure(0))))
        )
        for line in wager.lines
    )
    share = sum((part * chance for part, chance in shares(wager)), Fraction(0))
    for value in (0, 10_000, 123_456_789):
        edge = symbolic.at(wager.house_edge, meter, symbolic.figure(value))
        assert fraction(edge) == -fixed - share * value
    assert fraction(jackpot.edge_at_seed) == -fixed - share * 10_000
    if fixed < 0:
        assert fraction(jackpot.break_even) == -fixed / share
        assert symbolic.at(wager.house_edge, meter, jackpot.break_even) == 0
    else:  # favours the bettor whatever the meter
        assert jackpot.break_even is None
    assert fraction(jackpot.hit_interval) == 1 / sum(chance for _, chance in shares(wager))
    assert fraction(jackpot.full_hit_interval) == 1 / sum(
        chance for part, chance in shares(wager) if part == 1
    )


@pytest.mark.parametrize("name", JACKPOTS)
def test_the_average_meter_is_the_fixed_point_of_a_bet(name: str) -> None:
    """What a bet makes of the expected meter is linear: a contribution, less shares, and seeds.

    The contribution of a bet counts for the bet after it, and a full hit leaves the seed: from a meter of m
    one bet makes m + 1/5 where nothing is hit, (1 - share) m + 1/5 where a share is, the seed + 1/5 where
    all is. In the long run the expectation stands still.
    """
    wager = certified(TEXT, BONUSES)[name]
    jackpot = wager.jackpot
    assert jackpot is not None

    def after(meter: Fraction) -> Fraction:
        hit = sum((chance for _, chance in shares(wager)), Fraction(0))
        total = (1 - hit) * (meter + Fraction(1, 5))
        for part, chance in shares(wager):
            left = Fraction(10_000) if part == 1 else (1 - part) * meter
            total += chance * (left + Fraction(1, 5))
        return total

    start, slope = after(Fraction(0)), after(Fraction(1)) - after(Fraction(0))
    assert 0 < slope < 1  # so it comes to rest wherever it starts
    rest = start / (1 - slope)
    assert after(rest) == rest == fraction(jackpot.average_meter)
    edge = symbolic.at(wager.house_edge, jackpot.terms.meter, jackpot.average_meter)
    assert fraction(jackpot.long_run_edge) == fraction(edge)


def test_the_average_meter_of_full_hits_alone_by_renewal() -> None:
    """The j-th bet after a hit of Mini-Royal, with chance p (1 - p)^(j - 1) the next, is at seed + j / 5."""
    wager = certified(TEXT, BONUSES)["mini-royal"]
    assert wager.jackpot is not None
    ((_, p),) = shares(wager)
    assert p == Fraction(4, 22_100)
    assert fraction(wager.jackpot.average_meter) == 10_000 + Fraction(1, 5) / p == 11_105


TOY = """
[sheet]
id = "toy"
title = "Toy"
game = "ricochet"
version = 1

[rules]
two_card_tie = true
[[rules.pool]]
id = "pocket"
title = "The player's two cards"
player = 2
dealer = 0

[[wager]]
id = "toy"
title = "Toy jackpot"
space = "pocket"
unit = "for 1"
jackpot = { kind = "progressive", meter = "pot", seed = 100, contribution = "1/5" }
pays = [
    { event = "Aces", when = "hand == pair and best[0] == A", pays = "100% of ?pot" },
    { event = "Pair", when = "hand == pair", pays = "1 + 10% of ?pot" },
]
otherwise = "lose"
"""


def test_a_toy_jackpot_by_direct_simulation() -> None:
    """SIMULATION, seed 5: 400,000 bets on a jackpot that is hit often, settled one by one."""
    wager = certified(TOY, ("toy",), "none")["toy"]
    jackpot = wager.jackpot
    assert jackpot is not None
    draw = random.Random(5)
    bets, meter, meters, lost = 400_000, 100.0, 0.0, 0.0
    for _ in range(bets):
        dealt = draw.randrange(1326)
        meter += 0.2
        meters += meter
        lost += 1
        if dealt < 6:
            lost -= meter
            meter = 100.0
        elif dealt < 78:
            lost -= 1 + meter / 10
            meter -= meter / 10
    # A meter forgets itself within about 100 bets, and a hit pays some 60: both means are within 2% and 0.02.
    assert meters / bets == pytest.approx(float(fraction(jackpot.average_meter)), rel=0.02)
    assert lost / bets == pytest.approx(float(fraction(jackpot.long_run_edge)), abs=0.02)


def test_a_house_jackpot_has_no_long_run() -> None:
    text = TOY.replace('kind = "progressive"', 'kind = "house"').replace(', contribution = "1/5"', "")
    jackpot = certified(text, ("toy",), "none")["toy"].jackpot
    assert jackpot is not None
    assert (jackpot.long_run_edge, jackpot.average_meter) == (None, None)
    assert fraction(jackpot.hit_interval) == 17
    assert fraction(jackpot.full_hit_interval) == 221


# ---- traps --------------------------------------------------------------------------------------------

FOUR_HANDS = ("tens-up", 4)


@pytest.mark.parametrize(
    ("dealer", "inclusive", "above"),
    [("Th Td 2s 2c 3h", True, False), ("Th Td 9s 9c Ah", True, True), ("9h 9d 8s 8c Ah", False, False)],
)
def test_t50_a_limit_is_inclusive_unless_it_says_above(dealer: str, inclusive: bool, above: bool) -> None:
    """A folded dealer's Ante stays in the pot: the players have it between them."""
    rest = "Kc 2h Qc 3c Jc 4c 5c 7h As Ks 6c Qs"
    for text, out in ((TEXT, inclusive), (changed(('"TT223"', '"above TT223"')), above)):
        deal = at_table(text, *FOUR_HANDS).play(kinds(f"{dealer} {rest} 8h 7d 6d 5d 4d 3d 2d Jd"))
        assert ("It reaches the limit for 4 live hands" in deal.steps[0]) is out
        assert ("and is folded; the dealer's Ante stays" in deal.steps[0]) is out
        if out:
            assert sum(net.pot for net in deal.nets) == 1
        for number in (1, 3, 5):  # no limit there
            deal = at_table(text, "tens-up", number).play(
                kinds(f"{dealer} {rest} 8h 7d 6d 5d 4d 3d 2d Jd Qd Kd Ad")
            )
            assert deal.steps[0].endswith("No hand is kicked out.")


def test_t50_limits_count_as_they_say() -> None:
    game = game_of(changed(('"TT223"', '"above TT223"')))
    table = game.kickout("tens-up", "reading-2")
    # Hands that equal the limit: six pairs of tens, six of twos, and four threes.
    assert whole().kicked_out(table.score(4)) == FROM["TT223"] - 6 * 6 * 4
    assert table.limits[3] is not None
    assert table.limits[3].text == "above TT223"


def test_t51_seven_cards_are_named_by_the_pool() -> None:
    """Player `6h 7h`, dealer `8h 9h Th Jh Qh`: a run of seven for the pool of seven, whatever is drawn."""
    deal = at_table(TEXT, "none").play(kinds("8h 9h Th Jh Qh 6h 7h 2c 3c 4c"))
    assert deal.facts["seven"]["suited_run"] == 7
    drawn = at_table(TEXT, "none").play(kinds("2c 3d Kh As Qs 6h 7h 8h 9h Th"))
    assert drawn.facts["seven"]["suited_run"] in (None, 0, 1, 2)
    assert drawn.facts["round/main-no-bonus"]["hand"] == "straight_flush"
    six = changed(("player = 2\ndealer = 5", "player = 1\ndealer = 5"))
    with pytest.raises(SheetError, match="suited_run is a whole number from 0 to 6, never 7"):
        sheet_of(six)


def test_t51_a_pool_must_be_named(run: Command) -> None:
    rules = run("show", "ricochet-poker").out
    assert "seven: the player's two cards and the dealer's five" in " ".join(rules.split())
    with pytest.raises(SheetError, match="player: missing; allowed: an integer from 0 to 2"):
        sheet_of(changed(("player = 2\ndealer = 5", "dealer = 5")))


# ---- the report ---------------------------------------------------------------------------------------


def test_everything_reconstructed_stands_in_the_report() -> None:
    found: Certificate = everydeal.certify("ricochet-poker", kickout="kh-01", wagers="pocket-bonus")
    kinds_of = {reading["id"]: reading["kind"] for reading in found.to_dict()["interpretations"]}
    wanted = {
        "reconstructed": ("R1", "R6", "R8", "R11", "R12", "R17", "R18", "R19"),
        "ruling": ("R7", "R9", "R10", "R13"),
        "example": ("R15", "R16"),
        "lost": ("R4", "R5a"),
    }
    for kind, names in wanted.items():
        assert {kinds_of[name] for name in names} == {kind}
    lost = [line for line in found.headlines if line.startswith("Lost in the source")]
    assert lost


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--kickout", "kh-03"], "no kickout table 'kh-03'; did you mean 'kh-0"),
        (["--kickout", "kh-01/reading-3"], "no reading 'reading-3'; did you mean 'reading-"),
        (["--reading", "three"], "no reading 'three'; allowed: reading-1, reading-2"),
        (["--decks", "6"], "no axis 'decks'"),
        (["--house-way", "foxwoods"], "no axis 'house-way'"),
    ],
)
def test_bad_choices_are_refused_by_name(run: Command, arguments: Sequence[str], words: str) -> None:
    done = run("certify", "ricochet-poker", *arguments)
    assert done.status == 2
    assert words in done.err
    assert "Traceback" not in done.err
