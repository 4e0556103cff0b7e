"""House ways: the language, reading files, single hands."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from everydeal import cards
from everydeal.core.hand import fact
from everydeal.core.houseway import Branch, Target, Way
from everydeal.errors import InputError, SheetError
from everydeal.events.words import condition
from everydeal.houseway import phrases
from everydeal.houseway.check import check
from everydeal.houseway.explain import Dealt, Explained, facts_of
from everydeal.houseway.load import bundled, load, read
from everydeal.houseway.model import HouseWay
from everydeal.houseway.program import compiled
from everydeal.ranking import CATEGORIES, Ranking
from tests.conftest import DATA
from tests.hands import USUAL, kinds

HEAD = """\
[house_way]
id = "mine"
title = "Mine"
version = "1"
"""
REST = '[[clause]]\nname = "Rest"\nset = [{ behind = "high card or better" }]\n'


def way(text: str, file: str = "mine.toml", folder: Path | None = None) -> HouseWay:
    return read((HEAD + text).encode(), file, folder)


def set_by(name: str | Path, hand: str, ranking: Ranking = USUAL) -> Explained:
    return Dealt(load(name), ranking).set([kinds(hand)])[0]


# ---- dealer-open by hand -----------------------------------------------------------------------


def hands_of(file: str, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((DATA / file).read_text(encoding="utf-8"))[key]
    return found


def same(found: tuple[int, ...], wanted: str, any_suits: bool) -> bool:
    if any_suits:
        return sorted(min(card // 4, 12) for card in found) == sorted(
            min(card // 4, 12) for card in kinds(wanted)
        )
    return set(found) == set(kinds(wanted))


DEALER_OPEN = hands_of("dealer-open-hands.toml", "hand")


@pytest.mark.parametrize("case", DEALER_OPEN, ids=lambda case: case["cards"].replace(" ", ""))
def test_dealer_open_sets_as_worked_through_by_hand(case: dict[str, Any]) -> None:
    found = set_by("dealer-open", case["cards"])
    any_suits = case.get("any_suits", False)
    assert found.clause == case["clause"], case["why"]
    assert same(found.front, case["front"], any_suits), (cards.names(found.front), case["why"])
    assert same(found.back, case["back"], any_suits), (cards.names(found.back), case["why"])


def test_the_hands_worked_through_cover_every_clause_three_times() -> None:
    assert len(DEALER_OPEN) >= 60
    for clause in load("dealer-open").clauses:
        assert sum(case["clause"] == clause.name for case in DEALER_OPEN) >= 3, clause.name


# ---- the traps of the field ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    hands_of("trap-settings.toml", "trap"),
    ids=lambda case: f"{case['id']}-{Path(case['house_way']).stem}",
)
def test_the_traps_are_set_as_the_documents_say(case: dict[str, Any]) -> None:
    name = case["house_way"]
    file = DATA.parent.parent / name
    found = set_by(name if name in bundled() else file, case["cards"])
    any_suits = case.get("any_suits", False)
    assert same(found.front, case["front"], any_suits), (cards.names(found.front), case["why"])
    assert same(found.back, case["back"], any_suits), (cards.names(found.back), case["why"])


# ---- what is refused -------------------------------------------------------------------------------

BAD = hands_of("bad-house-ways.toml", "case")


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["name"])
def test_a_malformed_house_way_is_refused_by_name(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(case["text"], encoding="utf-8")
    with pytest.raises(SheetError) as caught:
        compiled(load(file))
    for words in case["says"]:
        assert words in str(caught.value)
    assert len(str(caught.value)) < 2000


def test_at_least_forty_malformed_house_ways_are_tried() -> None:
    assert len(BAD) >= 40


def test_a_million_clauses_are_refused_at_once() -> None:
    clause = '[[clause]]\nname="a"\nset=[{front="pair"}]\n'
    with pytest.raises(SheetError, match="larger than 256000 bytes"):
        way(clause * 1_000_000)
    short = "".join(f'[[clause]]\nname="{n}"\nset=[{{}}]\n' for n in range(5000))
    with pytest.raises(SheetError, match="5000 clauses; allowed: at most 200"):
        way(short)


def test_house_ways_that_extend_one_another_in_a_ring_are_refused(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        text = HEAD.replace('version = "1"', f'version = "1"\nextends = "{other}.toml"')
        (tmp_path / f"{name}.toml").write_text(text + '[[replace]]\nname = "x"\nset = [{ front = "pair" }]\n')
    with pytest.raises(SheetError, match=r"extends itself"):
        load(tmp_path / "a.toml")


# ---- the language ----------------------------------------------------------------------------------


def test_extending_replaces_one_clause_and_keeps_the_rest() -> None:
    base, changed = load("dealer-open"), load("dealer-open-either-pair")
    different = [
        clause.name
        for clause, before in zip(changed.clauses, base.clauses, strict=True)
        if clause.event != before.event or clause.choices != before.choices
    ]
    assert different == ["Two Pair: both Sevens or better, no singleton Ace"]
    # An interpretation of the same id takes the place of the extended one's; the others are kept.
    assert {r.id for r in base.interpretations} == {r.id for r in changed.interpretations}
    texts = {r.text for r in base.interpretations} & {r.text for r in changed.interpretations}
    assert len(texts) == len(base.interpretations) - 1
    assert changed.digest != changed.sha256


def test_a_path_in_extends_begins_at_the_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(HEAD + REST)
    (tmp_path / "child.toml").write_text(
        HEAD.replace('version = "1"', 'version = "1"\nextends = "base.toml"')
        + '[[replace]]\nname = "Rest"\nset = [{ front = "pair" }, { behind = "high card or better" }]\n'
    )
    assert len(load(tmp_path / "child.toml").clauses[0].choices) == 2


@pytest.mark.parametrize(
    ("phrase", "low", "high"),
    [
        ("pair", (1, 0, -1), (1, 12, -1)),
        ("The Pair of Sevens or better", (1, 5, -1), (1, 12, -1)),
        ("pair of 9s or lower", (1, 0, -1), (1, 7, -1)),
        ("two kings", (1, 11, -1), (1, 11, -1)),
        ("king-high or better", (0, 11, 0), (1, 12, -1)),
        ("jack-high", (0, 9, 0), (0, 9, 8)),
        ("ace-jack or better", (0, 12, 9), (1, 12, -1)),
        ("A-K", (0, 12, 11), (0, 12, 11)),
        ("ace-high or better, pair of tens or lower", (1, 0, -1), (1, 8, -1)),
    ],
)
def test_fronts_are_bounded_as_the_phrase_says(phrase: str, low: object, high: object) -> None:
    assert (phrases.front(phrase).low, phrases.front(phrase).high) == (low, high)


@pytest.mark.parametrize(
    ("phrase", "named"),
    [
        ("two highest singletons", ("singletons[0]", "singletons[1]")),
        ("the two highest singletons, ace-high", ("singletons[0]", "singletons[1]")),
        ("an ace and the highest singleton", ("A", "singletons[0]")),
        ("low pair", ("lowest(pairs)", "lowest(pairs)")),
        ("two of the four", ("fours[0]", "fours[0]")),
    ],
)
def test_fronts_name_their_cards(phrase: str, named: object) -> None:
    assert phrases.front(phrase).named == named


@pytest.mark.parametrize("phrase", [*phrases.FRONTS])
def test_every_front_phrase_that_messages_offer_is_understood(phrase: str) -> None:
    phrases.front(phrase)


@pytest.mark.parametrize("phrase", [*phrases.BACKS])
def test_every_back_phrase_that_messages_offer_is_understood(phrase: str) -> None:
    phrases.back(phrase)


def test_backs_say_what_the_five_make() -> None:
    straights = {"straight", "straight_flush", "royal_flush"}
    assert phrases.back("any straight").categories == straights
    assert phrases.back("any straight or flush").categories == straights | {"flush"}
    assert phrases.back("straight or flush").categories == {"straight", "flush"}
    assert phrases.back("three of a kind or better").categories == set(CATEGORIES[3:])
    sevens = phrases.back("a pair of sevens or better")
    assert (sevens.categories, sevens.ranked, sevens.low) == (
        frozenset(CATEGORIES[2:]),
        frozenset({"pair"}),
        5,
    )


@pytest.mark.parametrize(
    "phrase", ["king-ace", "two-high", "ace-ace", "pair of kings, ace-high", "low pair, ace-high"]
)
def test_fronts_that_no_two_cards_are_are_refused(phrase: str) -> None:
    with pytest.raises(InputError, match=r"no such two cards|no two cards are all of it"):
        phrases.front(phrase)


def test_a_list_is_guarded_by_its_number() -> None:
    text = '[[clause]]\nname = "x"\nwhen = "{}"\nset = [{{ front = "pair" }}]\n'
    way(text.format("number(pairs) >= 2 and pairs[1] >= J and lowest(pairs) >= 2") + REST)
    way(text.format("number(pairs) < 1 or pairs[0] == 2") + REST)
    way(text.format("number(pairs) in 1..3 and pairs[0] == 2") + REST)
    way(text.format("not (number(pairs) != 2) and pairs[1] == 2") + REST)
    for unguarded in ("number(pairs) >= 1 and pairs[1] == 2", "number(pairs) <= 1 and pairs[0] == 2"):
        with pytest.raises(SheetError, match="may be absent"):
            way(text.format(unguarded) + REST)


def test_a_term_guards_what_uses_it() -> None:
    found = way(
        '[terms]\ntwo = "number(pairs) >= 2"\nhigh = "two and pairs[1] >= J"\n'
        '[[clause]]\nname = "x"\nwhen = "high and pairs[0] == A"\nset = [{ front = "low pair" }]\n' + REST
    )
    assert found.clauses[0].event
    assert condition(found.clauses[0].event.tree) == "high and pairs[0] == A"


@pytest.mark.parametrize(
    "text",
    [
        "pairs[0] >= J", "pairs[0] <= 6", "pairs[0] in 7..T", "pairs[0] in {2, 5}", "pairs[0] == A",
        "number(pairs) in 1..2", "not has.straight", "not (joker or has.flush)", "pairs[0] > singletons[0]",
    ],
)  # fmt: skip
def test_a_condition_in_words_is_the_condition(text: str) -> None:
    guard = "number(pairs) >= 1 and number(singletons) >= 1 and "
    found = way(f'[[clause]]\nname = "x"\nwhen = "{guard}{text}"\nset = [{{ front = "pair" }}]\n' + REST)
    assert found.clauses[0].event
    assert condition(found.clauses[0].event.tree).removeprefix(guard) == text


def test_the_better_front_of_two_is_their_union() -> None:
    # An ace with a pair of queens: the ace in front if that is the better front, else the flush kept.
    assert cards.names(set_by("foxwoods", "Ah Qh Qd 9h 6h 4h Ks").front) == "Ah Ks"
    kept = set_by("foxwoods", "Ah 9h 6h 4h 2h Qs Qd")
    assert (cards.names(kept.front), cards.names(kept.back)) == ("Qs Qd", "Ah 9h 6h 4h 2h")


def test_among_equal_fronts_the_highest_back_is_used() -> None:
    found = set_by("dealer-open", "As Ah Ad Jk Ks Qs Js")
    assert (set(found.front), found.found.tied) == (set(kinds("Ah Ad")), True)
    assert set(found.back) == set(kinds("As Jk Ks Qs Js"))


def test_a_foul_is_never_set_and_said_to_be_one() -> None:
    # Kings are the only pair, and kings in front of a king-less back would be a foul.
    only_pair = way(
        '[[clause]]\nname = "Pair"\nwhen = "number(pairs) == 1"\nset = [{ front = "pair" }]\n' + REST
    )
    with pytest.raises(InputError, match=r"clause 'Pair': only a foul would meet a target by Ks Kd"):
        Dealt(only_pair, USUAL).set([kinds("Ks Kd 9h 7c 5s 4d 2c")])
    found = check(only_pair, USUAL)
    assert found.clauses[0].foul.hands > 0
    assert any("only a foul" in error for error in found.errors)


def test_what_no_clause_covers_is_an_error_with_an_example() -> None:
    pairs_only = way(
        '[[clause]]\nname = "Two"\nwhen = "number(pairs) == 2"\nset = [{ front = "low pair" }]\n'
    )
    found = check(pairs_only, USUAL)
    assert found.uncovered.hands + found.clauses[0].hands.hands == 154_143_080
    assert any("No clause covers" in error and "such as" in error for error in found.errors)
    with pytest.raises(InputError, match="no clause covers"):
        Dealt(pairs_only, USUAL).set([kinds("Ks Kd 9h 7c 5s 4d 2c")])


@pytest.mark.parametrize("name", list(bundled()))
def test_why_an_earlier_clause_failed_is_said_of_every_one(name: str) -> None:
    for hand in (
        "Ks Kd 9h 9c 5s 4d Ac",
        "Jk Ah Kd Qc 9s 4c 2h",
        "7h 7d 7c 7s Ah Kd Qc",
        "As Ks Qs Js Ts 9d 8c",
    ):
        found = set_by(name, hand)
        names = [clause.name for clause in found.by.way.clauses]
        assert [passed for passed, _ in found.passed()] == names[: names.index(found.clause)]
        assert all(because for _, because in found.passed())


def test_the_reason_names_the_value_of_this_hand() -> None:
    reasons = dict(set_by("dealer-open", "Ts Td 9h 9c 6s 4d 2c").passed())
    assert reasons["Full House: otherwise"] == "not has.full_house"
    assert reasons["Two Pair: three pairs"] == "number(pairs) == 3: number(pairs) is 2"
    assert "Complete Hand" in reasons


def test_the_alternatives_are_the_other_legal_settings() -> None:
    found = set_by("dealer-open", "As Kd Kc 7h 7d 3c 2s")
    fronts = {cards.names(other.front) for other in found.alternatives()}
    assert "As 3c" in fronts
    assert "7h 7d" not in fronts
    assert all(other.legal for other in found.alternatives())


def test_facts_of_a_hand_are_those_a_house_way_may_use() -> None:
    facts = facts_of(USUAL, kinds("Jk Kd Kc 7h 7d 3c 2s"))
    assert (facts["pairs[0]"], facts["lowest(pairs)"], facts["singletons[0]"]) == ("K", "7", "A")
    assert "most_suited" not in facts


def test_the_core_refuses_a_program_that_points_astray() -> None:
    target = Target(0, None, 0, 1 << 30, 2047, 0, 1, 13)
    for start, first in (
        (5, [0, 1]), (0x8000 + 1, [0, 1]), (0x8000, [1, 1]), (0x8000, [0, 0]), (0x8000, [0, 2, 1]),
    ):  # fmt: skip
        with pytest.raises(InputError, match="house way"):
            Way([], [target], first, start)
    Way([], [target], [0, 1], 0x8000)
    second = Target(2, None, 0, 1 << 30, 2047, 0, 1, 13)
    for targets in ([target, second], [target] * 9, [Target(n, None, 0, 1, 1, 0, 1, 1) for n in range(300)]):
        with pytest.raises(InputError, match="house way"):
            Way([], targets, [0, len(targets)], 0x8000)


@pytest.mark.parametrize(
    ("to", "asked", "words"),
    [(0, "JOKER", "point where they may not"), (1, "MOST_SUITED", "level"), (1, "CLAUSE", "no such fact")],
)
def test_the_core_refuses_tests_that_go_back_or_ask_too_much(to: int, asked: str, words: str) -> None:
    target = Target(0, None, 0, 1 << 30, 2047, 0, 1, 13)
    tests = [Branch(fact(asked), None, 1, to, 0x8000), Branch(fact("JOKER"), None, 1, 0x8000, 0x8000)]
    with pytest.raises(InputError, match=words):
        Way(tests, [target], [0, 1], 0)


def test_equal_house_ways_are_told_by_their_digest() -> None:
    assert load("foxwoods") == load("foxwoods") != load("flamingo")
    doubled = "\n".join(f't{n} = "t{n - 1} or t{n - 1}"' for n in range(1, 24))
    text = f'[terms]\nt0 = "joker"\n{doubled}\n{REST}'
    assert way(text) == way(text)  # at once: terms that double are not compared
