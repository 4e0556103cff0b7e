"""Ricochet Poker: the main game for one player, what the player plays for, and printed strategies.

Golden figures are those of the rules, or this program's own that are counted again here: from the core's
ends by plain fractions, and by simulation.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from everydeal import cards, symbolic
from everydeal.core.ricochet import ENDS, MADE, Gain, Rules, Situation
from everydeal.core.rounds import BLOCK, simulate
from everydeal.errors import SheetError
from everydeal.games.ricochet_play import table_of
from tests.conftest import Command
from tests.ricochet import (
    EXAMPLE,
    FIVES,
    FROM,
    KICKOUT,
    MAINS,
    NET,
    ROUNDS,
    TEXT,
    TIE,
    certified,
    changed,
    counted,
    fraction,
    game_of,
    paid,
    sheet_of,
    whole,
)

# ---- the main game ------------------------------------------------------------------------------------

OPTIONS = [
    # kickout table, its limit, a tie of two cards counts, Ante Bonus on a kickout (None: no bonus), edge
    ("kh-01", "KKQ32", True, None, "1955121211/31640048440"),  # of the issue
    ("kh-01", "KKQ32", False, None, "70703016469/1107401695400"),
    ("kh-02", "AAQ32", True, None, "28044766237/221480339080"),
    ("kh-02", "AAQ32", False, None, "142536599957/1107401695400"),
    ("none", "", True, None, "751218187/2433849880"),
    ("kh-01", "KKQ32", True, True, "34695924001/1661102543100"),
    ("kh-01", "KKQ32", True, False, "876129358/31944279675"),
    ("kh-01", "KKQ32", False, True, "7621633931/332220508620"),
    ("kh-02", "AAQ32", True, True, "36249843229/415275635775"),
    ("kh-02", "AAQ32", True, False, "38254780414/415275635775"),
    ("none", "", False, True, "114666925882/415275635775"),
]


@pytest.mark.parametrize(("table", "limit", "ties", "on_kickout", "edge"), OPTIONS)
def test_the_main_game_under_every_option(
    table: str, limit: str, ties: bool, on_kickout: bool | None, edge: str
) -> None:
    """The sheet's figures are those of the core's ends, priced here by plain fractions."""
    changes = [] if ties else [TIE]
    changes += [KICKOUT] if on_kickout is False else []
    name = "main-no-bonus" if on_kickout is None else "main"
    wager = certified(changed(*changes), (name,), table)[name]
    bonus = {} if on_kickout is None else EXAMPLE
    ends = counted(limit, ties, bonus)
    of_end = {end: sum(row.values()) for end, row in ends.items()}
    assert sum(of_end.values()) == wager.total == ROUNDS

    def net(end: str, made: str) -> int:
        return NET[end] + paid(end, made, bonus, bool(on_kickout))

    loss = -sum(number * net(end, made) for end, row in ends.items() for made, number in row.items())
    assert fraction(wager.house_edge) == Fraction(loss, ROUNDS) == Fraction(edge)

    staked = ROUNDS + of_end["win"] + of_end["lose"]
    assert fraction(wager.average_staked) == Fraction(staked, ROUNDS)
    assert fraction(wager.element_of_risk) == Fraction(loss, staked)

    nets: Counter[int] = Counter()
    for end, row in ends.items():
        for made, number in row.items():
            nets[net(end, made)] += number
    assert {int(value): number for value, number in wager.outcomes} == +nets
    assert fraction(wager.hit_frequency) == Fraction(sum(nets[value] for value in nets if value > 0), ROUNDS)

    (by,) = wager.breakdowns
    found = {part.title: part for part in by.parts}
    titles = {
        "kickout": "The dealer's hand is kicked out",
        "ahead": "The player's two cards are the highest hand showing",
        "fold": "The player folds",
        "win": "The player plays and wins",
        "lose": "The player plays and loses",
    }
    for end, title in titles.items():
        if not of_end[end]:
            assert title not in found
            continue
        lost = -sum(number * net(end, made) for made, number in ends[end].items())
        assert found[title].combinations == of_end[end]
        assert fraction(found[title].contribution) == Fraction(lost, ROUNDS)
        assert fraction(found[title].house_edge) == Fraction(lost, of_end[end])

    shown = {line.title: line for line in wager.lines}
    for end, title in titles.items():
        assert shown[title].combinations == of_end[end]
        assert shown[title].staked == (2 if end in ("win", "lose") else 1)
    for made in bonus:
        title = made.replace("_", " ").capitalize()
        assert shown[title].combinations == sum(
            ends[end][made] for end in ends if paid(end, made, bonus, bool(on_kickout))
        )


def test_the_share_of_the_kickout_is_that_of_its_hands() -> None:
    for table, limit in (("kh-01", "KKQ32"), ("kh-02", "AAQ32")):
        for name in MAINS:
            line = certified(TEXT, (name,), table)[name].lines[0]
            assert Fraction(line.combinations, ROUNDS) == Fraction(FROM[limit], FIVES)


def test_the_rules_of_several_players_move_no_exact_figure() -> None:
    text = changed(
        ("kickers = false", "kickers = true"), ("beaten_dealer_goes = false", "beaten_dealer_goes = true")
    )
    assert certified(text, ("main",))["main"].outcomes == certified(TEXT, ("main",))["main"].outcomes


@pytest.mark.parametrize(
    ("changes", "table", "name", "seed"),
    [
        ((), "kh-01", "main-no-bonus", 1),
        ((TIE,), "kh-01", "main-no-bonus", 2),
        ((), "kh-02", "main-no-bonus", 3),
        ((TIE,), "kh-02", "main-no-bonus", 4),
        ((), "none", "main-no-bonus", 5),
        ((), "kh-01", "main", 6),
        ((KICKOUT,), "kh-01", "main", 7),
        ((TIE, KICKOUT), "kh-02", "main", 8),
    ],
)
def test_simulation_agrees_within_its_interval(
    changes: tuple[tuple[str, str], ...], table: str, name: str, seed: int
) -> None:
    """ESTIMATE: 50,000 rounds of one player; within four standard deviations of the exact figure."""
    text = changed(*changes)
    (at,) = game_of(text).configurations({"kickout": [table]})
    sums = simulate(table_of(at, at.game.plays(f"round/{name}")), seed, range(50_000 // BLOCK))
    priced = certified(text, (name,), table)[name]
    exact, variance = fraction(priced.house_edge), fraction(priced.variance)
    assert (Fraction(sums.house, sums.rounds) - exact) ** 2 < 16 * variance / sums.rounds
    of_end = {part.title: part.combinations for part in priced.breakdowns[0].parts}
    for number, title in (
        (sums.kickouts, "The dealer's hand is kicked out"),
        (sums.ends[ENDS.index("fold")], "The player folds"),
    ):
        chance = Fraction(of_end.get(title, 0), ROUNDS)
        assert (number - sums.rounds * chance) ** 2 <= 16 * sums.rounds * chance * (1 - chance)


# ---- what a player plays for --------------------------------------------------------------------------


def plays_of(text: str, name: str = "main") -> int:
    shown = {line.title: line.combinations for line in certified(text, (name,))[name].lines}
    return shown["The player plays and wins"] + shown["The player plays and loses"]


def test_a_higher_bonus_makes_a_player_play_more_often() -> None:
    trips = 'when = "ante_bonus and hand == three_of_a_kind", pays = "{}"'
    plain = plays_of(TEXT)
    more = changed((trips.format("1 to 1"), trips.format("3 to 1")))
    assert plays_of(more) > plain > plays_of(TEXT, "main-no-bonus")
    assert plays_of(more, "main-no-bonus") == plays_of(TEXT, "main-no-bonus")
    # The recount: the core's own ends under the other pays.
    ends = counted("KKQ32", True, {**EXAMPLE, "three_of_a_kind": 3})
    assert plays_of(more) == sum(ends["win"].values()) + sum(ends["lose"].values())


def test_pays_that_cannot_change_a_decision_do_not() -> None:
    """What is paid on a kickout, or where the player is ahead, comes to one who does not decide."""
    assert plays_of(changed(KICKOUT)) == plays_of(TEXT)
    ahead = 'when = "end == ahead", pays = "{}"'
    assert plays_of(changed((ahead.format("1 to 1"), ahead.format("3 to 1")))) == plays_of(TEXT)


def test_a_fold_that_costs_less_is_chosen_more_often() -> None:
    half = changed(('when = "end == fold", pays = "lose"', 'when = "end == fold", pays = "lose 1/2"'))
    assert plays_of(half) < plays_of(TEXT)
    # Half an Ante kept by a fold is half an Ante less for whatever is drawn, in units of half Antes.
    pays = tuple(2 * EXAMPLE.get(made, 0) - 1 for made in MADE)
    game = game_of(TEXT)
    rules = Rules(game.kickout("kh-01", "reading-2").score(1), True, 2, pays)
    ends = whole().count(rules)
    assert plays_of(half) == sum(ends["win"].values()) + sum(ends["lose"].values())


UNKNOWN = ('hand == royal_flush", pays = "50 to 1"', 'hand == royal_flush", pays = "?royal to 1"')


def test_an_unknown_pay_is_refused_where_the_bettor_decides_by_it() -> None:
    with pytest.raises(
        SheetError, match=r"wager\[1\]: pays \?royal, and the bettor decides by .*; allowed: "
    ):
        sheet_of(changed(UNKNOWN))


def test_an_unknown_pay_is_priced_where_the_bettor_plays_for_other_pays() -> None:
    text = changed(UNKNOWN, ('id = "main"\n', 'id = "main"\nobjective = "main-no-bonus"\n'))
    wager = certified(text, ("main",))["main"]
    assert wager.space == "round/main-no-bonus"
    ends = counted("KKQ32", True, {})
    loss = -sum(
        number * (NET[end] + paid(end, made, {**EXAMPLE, "royal_flush": 0}, True))
        for end, row in ends.items()
        for made, number in row.items()
    )
    royals = sum(row["royal_flush"] for end, row in ends.items() if end != "fold")
    for value in (0, 50, 1000):
        figure = symbolic.at(wager.house_edge, "royal", symbolic.figure(value))
        assert fraction(figure) == Fraction(loss - value * royals, ROUNDS)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody", r"objective: 'nobody'; allowed: main, main-no-bonus"),
        ("man", r"objective: 'man'; did you mean 'main'"),
        ("rapid-fire", r"objective: 'rapid-fire'; allowed: main, main-no-bonus"),
    ],
)
def test_an_objective_is_a_wager_on_the_same_space(name: str, words: str) -> None:
    with pytest.raises(SheetError, match=words):
        sheet_of(changed(('id = "main"\n', f'id = "main"\nobjective = "{name}"\n')))


def test_an_objective_has_no_place_where_nothing_is_decided() -> None:
    with pytest.raises(SheetError, match=r"unknown key 'objective'"):
        sheet_of(changed(('id = "rapid-fire"\n', 'id = "rapid-fire"\nobjective = "main"\n')))


# ---- strategies ---------------------------------------------------------------------------------------


def parsed(line: str, leads: Mapping[str, int]) -> Callable[[Situation], bool]:
    """A printed rule as what it says of a situation; `leads` is the lowest rank of each category."""
    words = re.fullmatch(
        r"Against (?:an? )?(?P<category>[a-z ]+?)(?: (?P<how>of|up to) (?P<rank>[2-9TJQKA]))?"
        r"(?:: play|, play (?P<holding>.+))\.",
        line,
    )
    assert words, line
    category = words["category"].replace(" ", "_")
    assert category in leads, line
    most = cards.RANKS.index(words["rank"]) if words["rank"] else 12
    if words["how"] == "of":
        assert most == leads[category]

    def matches(situation: Situation) -> bool:
        if situation.category != category or situation.lead > most:
            return False
        return words["holding"] is None or words["holding"] == holding(situation)

    return matches


def holding(of: Situation) -> str:
    """What a player holds, in the words that rules print."""
    if of.pair:
        return f"a {'higher' if of.over else 'lower'} pair that is {'live' if of.live else 'not live'}"
    over = ("no card over it", "one card over it", "two cards over it")[of.over]
    live = {0: ("",), 1: (", not live", ", live"), 2: (", none live", ", one live", ", both live")}[of.over]
    return over + live[of.live] + (", and one of its rank" if of.equal else "")


@pytest.mark.parametrize("table", ["kh-01", "kh-02", "none"])
@pytest.mark.parametrize("name", MAINS)
def test_a_printed_strategy_gives_up_what_it_says(table: str, name: str) -> None:
    """Its lines are read as a player would, and all rounds counted with the decisions that they make."""
    (strategy,) = certified(TEXT, (name,), table).strategies
    *rules, last = strategy.lines
    assert len(strategy.lines) <= 20
    assert last == "Else fold."
    (at,) = game_of(TEXT).configurations({"kickout": [table]})
    core_rules = at.rules(at.game.plays(f"round/{name}"))
    offers: Mapping[Situation, Gain] = whole().offers(core_rules)
    leads: dict[str, int] = {}
    for found in offers:
        leads[found.category] = min(found.lead, leads.get(found.category, 12))
    asked = [parsed(line, leads) for line in rules]
    play = {found for found in offers if any(matches(found) for matches in asked)}
    assert all(any(matches(found) for found in offers) for matches in asked)
    ends = whole().count(core_rules, whole().decisions(play))
    bonus = EXAMPLE if name == "main" else {}
    loss = -sum(
        number * (NET[end] + paid(end, made, bonus, True))
        for end, row in ends.items()
        for made, number in row.items()
    )
    best = fraction(certified(TEXT, (name,), table)[name].house_edge)
    assert strategy.gives_up == Fraction(loss, ROUNDS) - best
    assert 0 <= strategy.gives_up < Fraction(1, 1000)


def test_one_pay_one_limit_and_one_option_changed(run: Command, tmp_path: Path) -> None:
    text = changed(
        TIE,
        ('"KKQ32", "AA432", "33224"', '"AAQ32", "AA432", "33224"'),
        ('hand == flush", pays = "4 to 1"', 'hand == flush", pays = "5 to 1"'),
    )
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    done = run("certify", str(tmp_path / "mine.toml"), "--kickout", "kh-01", "--wager", "main", "--json")
    assert done.status == 0
    edge = json.loads(done.out)["configurations"][0]["wagers"][0]["house_edge"]
    bonus = {**EXAMPLE, "flush": 5}
    ends = counted("AAQ32", False, bonus)
    loss = -sum(
        number * (NET[end] + paid(end, made, bonus, True))
        for end, row in ends.items()
        for made, number in row.items()
    )
    assert Fraction(edge) == Fraction(loss, ROUNDS)
    expect = f"kh-01/reading-2:main={edge}"
    assert run("certify", str(tmp_path / "mine.toml"), "--kickout", "kh-01", "--expect", expect).status == 0
