"""`everydeal set` and `everydeal houseway` as a user meets them."""

import io
import json
from pathlib import Path

import pytest

from everydeal.houseway.load import bundled, load
from tests.conftest import Command

HAND = "As Kd Kc 7h 7d 3c 2s"
DOUBTFUL = """\
[house_way]
id = "doubtful"
title = "Doubtful"
version = "1"
[[clause]]
name = "Two pair"
when = "number(pairs) == 2"
set = [{ front = "two highest singletons" }, { behind = "high card or better" }]
[[clause]]
name = "Two pair again"
when = "number(pairs) == 2"
set = [{ front = "low pair" }]
[[clause]]
name = "Rest"
set = [{ behind = "high card or better" }]
"""


def test_set_says_setting_clause_reasons_and_alternatives(run: Command) -> None:
    done = run("set", HAND)
    assert done.status == 0
    assert "front   7h 7d: pair of sevens" in done.out
    assert (
        "clause  Two Pair: Jacks or better over Sixes or better, a singleton Ace: low pair in front"
        in done.out
    )
    assert "    Two Pair: three pairs: number(pairs) == 3: number(pairs) is 2\n" in done.out
    assert "As 3c | Kd Kc 7h 7d 2s" in done.out
    assert "(dominated)" in done.out


def test_set_as_json_has_the_alternatives_apart(run: Command) -> None:
    found = json.loads(
        run("set", HAND, "--house-way", "foxwoods", "--house-way", "dealer-open", "--json").out
    )
    assert [each["house_way"] for each in found] == ["foxwoods", "dealer-open"]
    assert found[1]["hand"] == HAND.split()
    assert (found[1]["front"], found[1]["back"]) == (["7h", "7d"], ["As", "Kd", "Kc", "3c", "2s"])
    assert found[1]["clause"] == "Two Pair: Jacks or better over Sixes or better, a singleton Ace"
    assert {"front", "back", "dominated"} == set(found[1]["alternatives"][0])
    assert ["7h", "7d"] not in [other["front"] for other in found[1]["alternatives"]]


def test_set_reads_hands_one_a_line(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{HAND}\n\nJk Kh Kd 9s 9c 5d 2h\n"))
    done = run("set", "--house-way", "trump-plaza")
    assert done.out.splitlines() == [
        "As Kd Kc 7h 7d 3c 2s: 7h 7d | As Kd Kc 3c 2s "
        "(Two pair: medium with high, high with high, aces with any)",
        "Jk Kh Kd 9s 9c 5d 2h: 9s 9c | Jk Kh Kd 5d 2h "
        "(Two pair: medium with high, high with high, aces with any)",
    ]


def test_set_names_the_line_of_a_bad_hand(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{HAND}\nAs Kd\n"))
    done = run("set")
    assert (done.status, done.out) == (2, "")
    assert "line 2: 2 cards; allowed: 7" in done.err


@pytest.mark.parametrize(
    "hand", ["As As Kc 7h 7d 3c 2s", "As Kd", "Jk Jk As Kd Qh 2c 3c", "Zs Kd Kc 7h 7d 3c 2s"]
)
def test_set_refuses_what_is_no_hand(run: Command, hand: str) -> None:
    done = run("set", hand)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("everydeal: hand 1: ")


def test_all_sets_by_every_bundled_house_way(run: Command) -> None:
    found = json.loads(run("set", HAND, "--all", "--json").out)
    assert [each["house_way"] for each in found] == list(bundled())


def test_check_prints_clauses_findings_and_examples(run: Command) -> None:
    done = run("houseway", "check", "dealer-open")
    assert done.status == 0
    assert "Two Pair: otherwise: another setting is as good in both hands, better in one: 9,360" in done.out
    assert "154,143,080 hands = C(53, 7), each counted once." in done.out
    assert run("houseway", "check", "dealer-open", "--strict").status == 1
    assert run("houseway", "check", "flamingo", "--strict").status == 0


def test_check_of_52_cards_sums_to_its_hands(run: Command) -> None:
    found = json.loads(run("houseway", "check", "foxwoods", "--no-joker", "--json").out)
    assert found["total"] == "133784560"
    assert sum(int(clause["hands"]) for clause in found["clauses"]) == 133_784_560


def test_a_clause_that_never_fires_is_a_finding(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "doubtful.toml"
    file.write_text(DOUBTFUL)
    done = run("houseway", "check", str(file))
    assert done.status == 0
    assert "Two pair again: never fires." in done.out
    assert run("houseway", "check", str(file), "--strict").status == 1


def test_a_hand_left_uncovered_is_status_1_with_an_example(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(DOUBTFUL.split('[[clause]]\nname = "Rest"')[0])
    done = run("houseway", "check", str(file))
    assert done.status == 1
    assert "No clause covers" in done.err
    assert "such as" in done.err


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json"])
def test_reports_come_in_every_form(run: Command, form: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    for command in (["check", "foxwoods"], ["diff", "foxwoods", "flamingo"]):
        assert run("houseway", *command, "--format", form, "-o", str(target)).status == 0
        assert len(target.read_text()) > 500


def test_diff_counts_by_pair_of_clauses(run: Command) -> None:
    found = json.loads(run("houseway", "diff", "dealer-open", "dealer-open-either-pair", "--json").out)
    assert found["differ"] == "9493200"
    assert found["pairs"][0]["clauses"] == [
        "Two Pair: otherwise",
        "Two Pair: both Sevens or better, no singleton Ace",
    ]
    assert sum(int(pair["hands"]) for pair in found["pairs"]) == 9_493_200


def test_show_prints_every_clause_term_and_ruling(run: Command) -> None:
    shown = run("houseway", "show", "dealer-open", "--format", "markdown").out  # which wraps no cell
    text = " ".join(shown.replace("\\", "").split())
    way = load("dealer-open")
    for words in (
        [clause.name for clause in way.clauses] + list(way.terms) + [r.id for r in way.interpretations]
    ):
        assert words in text
    assert "As dealer-open, but for" in run("houseway", "show", "dealer-open-either-pair").out


@pytest.mark.parametrize("command", [["show"], ["check"], ["diff", "trump-plaza"]])
def test_reports_fit_a_page(run: Command, command: list[str]) -> None:
    action, *other = command
    lines = run("houseway", action, "dealer-open", *other).out.splitlines()
    assert max(map(len, lines)) <= 130  # the longest name of a clause takes 63


def test_the_starter_checks_clean_and_is_never_written_over(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    assert run("houseway", "new", "-o", str(file)).status == 0
    assert run("houseway", "check", str(file)).status == 0
    again = run("houseway", "new", "-o", str(file))
    assert again.status == 2
    assert "overwrites nothing" in again.err


def test_list_names_the_bundled_ones(run: Command) -> None:
    assert [line.split()[0] for line in run("houseway", "list").out.splitlines()] == list(bundled())
    assert [each["id"] for each in json.loads(run("houseway", "list", "--json").out)] == list(bundled())


def test_a_house_way_that_is_not_there_is_named(run: Command) -> None:
    done = run("houseway", "check", "foxwood")
    assert done.status == 2
    assert "did you mean 'foxwoods'?" in done.err


def test_a_sheet_names_its_house_way_and_prints_its_rulings(run: Command) -> None:
    text = run("certify", "set-hand").out
    assert "foxwoods, version 1" in text
    assert "foxwoods-permissible-pair [ruling]" in text
    assert load("foxwoods").digest in text


def test_a_sheet_finds_a_house_way_beside_it(run: Command, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(DOUBTFUL)
    sheet = (
        '[sheet]\nid = "s"\ntitle = "S"\ngame = "hand"\nversion = "1"\n[rules]\ncards = 7\njoker = true\n'
        'house_way = "ours.toml"\n[[wager]]\nid = "w"\ntitle = "W"\n'
        'pays = [{ when = "clause == two_pair", pays = "3 to 1" }]\notherwise = "lose"\n'
    )
    (tmp_path / "s.toml").write_text(sheet)
    done = run("certify", str(tmp_path / "s.toml"))
    assert done.status == 0
    # As many hands as have two pairs where nothing is set.
    (tmp_path / "plain.toml").write_text(
        sheet.replace('house_way = "ours.toml"\n', "").replace("clause == two_pair", "number(pairs) == 2")
    )
    plain = run("certify", str(tmp_path / "plain.toml"), "--json").out
    made = run("certify", str(tmp_path / "s.toml"), "--json").out
    combinations = [
        json.loads(text)["configurations"][0]["wagers"][0]["lines"][0]["combinations"]
        for text in (made, plain)
    ]
    assert combinations[0] == combinations[1] != "0"
    (tmp_path / "s.toml").write_text(sheet.replace("two_pair", "two_pears"))
    assert (
        "clause is never 'two_pears'; did you mean 'two_pair'?"
        in run("certify", str(tmp_path / "s.toml")).err
    )
    (tmp_path / "s.toml").write_text(sheet.replace("cards = 7", "cards = 5"))
    assert "sets hands of 7 cards, not of 5" in run("certify", str(tmp_path / "s.toml")).err


UNFIT = DOUBTFUL.split('[[clause]]\nname = "Two pair again"')[0]


@pytest.mark.parametrize("when", ["front.hand == pair", "clause == two_pair", "hand == pair"])
@pytest.mark.parametrize("command", ["certify", "audit", "play"])
def test_a_sheet_over_a_house_way_that_leaves_hands_unset_is_refused(
    run: Command, tmp_path: Path, when: str, command: str
) -> None:
    (tmp_path / "unfit.toml").write_text(UNFIT)
    (tmp_path / "s.toml").write_text(
        '[sheet]\nid = "s"\ntitle = "S"\ngame = "hand"\nversion = "1"\n[rules]\ncards = 7\njoker = true\n'
        f'house_way = "unfit.toml"\n[[wager]]\nid = "w"\ntitle = "W"\n'
        f'pays = [{{ when = "{when}", pays = "3 to 1" }}]\notherwise = "lose"\n'
    )
    cards = ["As", "Kd", "Kc", "9h", "7d", "3c", "2s"] if command == "play" else []
    done = run(command, str(tmp_path / "s.toml"), *cards)
    assert (done.status, done.out) == (2, "")
    assert "No clause covers" in done.err
    assert "such as" in done.err


def test_an_equal_front_that_is_a_foul_is_not_certified_with_a_house_way_that_needs_it(
    run: Command, tmp_path: Path
) -> None:
    text = run("show", "set-hand").out
    assert "matches its front in all the front's cards outranks it" in " ".join(text.split())
    sheet = (Path(__file__).parent.parent / "paytables" / "set-hand.toml").read_text()
    (tmp_path / "s.toml").write_text(sheet.replace("joker = true", 'joker = true\nequal_front = "foul"'))
    done = run("certify", str(tmp_path / "s.toml"))
    assert (done.status, done.out) == (2, "")
    assert "only a foul would meet a target" in done.err
