"""The `rank` and `audit` commands: what users type, what they get back, and with which status."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from everydeal.games.hand import DeckConfiguration
from everydeal.tally import Tally
from tests.conftest import Command


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    def lines(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))

    return lines


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("Ah 2h 3h 4h 5h", "straight flush, five-high"),
        ("9c 9d 9h 9s 2c", "four of a kind, nines, two"),
        ("6c 6d 6h 2s 2c", "full house, sixes over twos"),
        ("Kh Jh 9h 4h 2h", "flush, king-jack-nine-four-two"),
        ("Ac Kd Qh Js Tc", "straight, ace-high"),
        ("7c 7d 7h Js 2c", "three of a kind, sevens, jack-two"),
        ("Ac Ad Kh Ks Qc", "two pair, aces and kings, queen"),
        ("6c 6d Kh 9s 2c", "pair of sixes, king-nine-two"),
        ("Kc Jd 9h 4s 2c", "high card, king-jack-nine-four-two"),
        ("Ac Ad", "pair of aces"),
        ("Kc 9d", "high card, king-nine"),
        ("Kh Qh Jc", "straight, king-high"),
        ("Ah 2d 3c", "straight, three-high"),
        ("Kh 9h 4h", "flush, king-nine-four"),
        ("2c 2d 3c 3d", "two pair, threes and twos"),
        ("As Ks Qs Js Ts 2c 3d", "royal flush"),
        ("Ah Ad Ac As Jk", "five aces (the joker is an ace)"),
        ("Jk 5d 6d 7d 8d", "straight flush, nine-high (the joker is 9d)"),
        ("Jk As Ks 7s 2s", "flush, ace-king-queen-seven-two (the joker is Qs)"),
        ("Jk 5c 6d 7h 9s", "straight, nine-high (the joker is an eight)"),
        ("Jk 2c 3d 4h 5s", "straight, five-high (the joker is an ace)"),
        ("Jk 9d 9h 9c 2s", "three of a kind, nines, ace-two (the joker is an ace)"),
        ("Jk Ah", "pair of aces (the joker is an ace)"),
        ("5c 6d 7h 8s 9c Td Jk", "straight, jack-high (the joker is a jack)"),
        ("9c Td Jh Qs Kc Ad Jk", "straight, ace-high"),
    ],
)
def test_one_hand_in_words(run: Command, hand: str, words: str) -> None:
    done = run("rank", hand)
    assert (done.status, done.out, done.err) == (0, f"{hand}: {words}\n", "")


def test_strongest_first_and_copies_marked(run: Command) -> None:
    done = run("rank", "9c 9d 2h 3s 4c", "Jk Kh Kd 2c 2s", "Ac Ks Kc 2d 2h", "As Ks Qs Js Ts")
    assert done.out.splitlines() == [
        "1: As Ks Qs Js Ts: royal flush",
        "2, copy: Jk Kh Kd 2c 2s: two pair, kings and twos, ace (the joker is an ace)",
        "2, copy: Ac Ks Kc 2d 2h: two pair, kings and twos, ace",
        "4: 9c 9d 2h 3s 4c: pair of nines, four-three-two",
    ]


def test_in_order(run: Command) -> None:
    done = run("rank", "--in-order", "9c 9d", "Ac Ad", "9h 9s")
    assert [line.partition(":")[0] for line in done.out.splitlines()] == ["2, copy", "1", "2, copy"]


def test_sizes_compare_among_themselves(run: Command) -> None:
    hands = ["2c 2d", "Ac Ad Ah", "2h 3h 4h 5h 6h", "Kc Kd Kh Ks 2c 3c 4d", "Ks Kd", "Ac Kc 2d 3d"]
    data = json.loads(run("rank", "--json", *hands).out)
    assert [(" ".join(found["hand"]), found["compares_with"], found["place"]) for found in data] == [
        ("2h 3h 4h 5h 6h", "five", 1),
        ("Kc Kd Kh Ks 2c 3c 4d", "five", 2),
        ("Ac Kc 2d 3d", "4", 1),
        ("Ac Ad Ah", "3", 1),
        ("Ks Kd", "2", 1),
        ("2c 2d", "2", 2),
    ]


def test_json(run: Command) -> None:
    data = json.loads(run("rank", "--json", "Jk 5d 6d 7d 8d", "Jk 9d 9h 9c 2s", "Ac 9s 9d 9h 2c").out)
    assert data[0] == {
        "hand": ["Jk", "5d", "6d", "7d", "8d"],
        "category": "straight_flush",
        "ranks": ["9"],
        "words": "straight flush, nine-high",
        "joker": "9d",
        "compares_with": "five",
        "place": 1,
        "copies": 0,
    }
    assert [(found["joker"], found["place"], found["copies"]) for found in data[1:]] == [
        ("A", 2, 1),
        (None, 2, 1),
    ]


def test_the_wheel_is_an_option(run: Command) -> None:
    hands = ("Jk Ac 3d 4h 5s 6c Kd", "Ac 2d 3h 4s 5c")
    second = run("rank", *hands).out.splitlines()
    assert second[0] == "1, copy: Jk Ac 3d 4h 5s 6c Kd: straight, five-high (the joker is a two)"
    lowest = run("rank", "--wheel", "lowest", *hands).out.splitlines()
    assert lowest == [
        "1: Jk Ac 3d 4h 5s 6c Kd: straight, seven-high (the joker is a seven)",
        "2: Ac 2d 3h 4s 5c: straight, five-high",
    ]


@pytest.mark.parametrize(
    ("place", "order"),
    [("above-royal", "1 2 3"), ("below-royal", "2 1 3"), ("below-straight-flushes", "3 1 2")],
)
def test_the_place_of_five_aces_is_an_option(run: Command, place: str, order: str) -> None:
    hands = ("Ah Ad Ac As Jk", "Kd Qd Jd Td Ad", "Kd Qd Jd Td 9d")
    out = run("rank", "--in-order", "--five-aces", place, *hands).out
    assert " ".join(line[0] for line in out.splitlines()) == order


@pytest.mark.parametrize("hand", ["10h 10s", "T♥ T♠", "th TS", "10♡,10♤", "  Th   Ts ", "Th,Ts"])
def test_ways_to_write_cards(run: Command, hand: str) -> None:
    assert run("rank", hand).out == "Th Ts: pair of tens\n"


@pytest.mark.parametrize("joker", ["Jk", "JK", "joker", "🃏"])
def test_ways_to_write_the_joker(run: Command, joker: str) -> None:
    assert run("rank", f"Ah {joker}").out == "Ah Jk: pair of aces (the joker is an ace)\n"


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (["7h 7h 5s"], "hand 1: card 2: 7h stands in the hand twice"),
        (["As Kd", "7h 5s 10h T♥"], "hand 2: card 4: Th stands in the hand twice"),
        (["Jk As joker"], "hand 1: card 3: Jk stands in the hand twice"),
        (["As 1h"], "hand 1: card 2: '1h' is no card"),
        (["As Kd", "Qx Kd"], "hand 2: card 1: 'Qx' is no card"),
        (["As"], "hand 1: 1 cards; allowed: 2 to 7"),
        (["As Kd", ""], "hand 2: no cards; allowed: "),
        (["2c 3c 4c 5c 6c 7c 8c 9c"], "hand 1: 8 cards; allowed: 2 to 7"),
    ],
)
def test_bad_hands_are_refused_with_the_position(run: Command, hands: list[str], words: str) -> None:
    done = run("rank", *hands)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"everydeal: {words}")
    assert len(done.err.splitlines()) == 1


def test_lines_from_standard_input(run: Command, typed: Any) -> None:
    typed("9c 9d\n\n   \nAc Ad\r\nJk Ah")
    done = run("rank")
    assert done.err == ""
    assert done.out.splitlines() == [
        "1, copy: Ac Ad: pair of aces",
        "1, copy: Jk Ah: pair of aces (the joker is an ace)",
        "3: 9c 9d: pair of nines",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9c 9d\n\nAc Ac\n", "line 3: card 2: Ac stands in the hand twice"),
        ("9c 9d\nAc\n", "line 2: 1 cards; allowed: 2 to 7"),
        ("9c 9d\n9c ace\n", "line 2: card 2: 'ace' is no card"),
    ],
)
def test_errors_in_lines_have_the_number_of_the_line(run: Command, typed: Any, text: str, words: str) -> None:
    typed(text)
    done = run("rank")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"everydeal: {words}")


def test_no_lines_are_no_hands(run: Command, typed: Any) -> None:
    typed("")
    assert run("rank").out == ""
    typed("\n\n")
    assert json.loads(run("rank", "--json").out) == []


def test_a_pipe() -> None:
    command = [sys.executable, "-m", "everydeal", "rank", "--in-order"]
    done = subprocess.run(command, input="Jk As\n10♥ 9h 8h\n".encode(), capture_output=True, check=True)
    assert done.stdout.decode() == (
        "1: Jk As: pair of aces (the joker is an ace)\n1: Th 9h 8h: straight flush, ten-high\n"
    )
    assert done.stderr == b""


# ---- audit ----------------------------------------------------------------------------------------


def test_audit_counts_a_sheet_two_ways(run: Command) -> None:
    done = run("audit", "three-card-joker")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("53-cards, the hand: ")
    assert done.out.endswith("rows of 23,426 hands of 3 cards counted two ways: all agree.\n")


@pytest.mark.exhaustive
def test_audit_counts_every_hand_of_seven(run: Command) -> None:
    done = run("audit", "fortune")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("rows of 154,143,080 hands of 7 cards counted two ways: all agree.\n")


def test_audit_says_what_differs(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    recount = DeckConfiguration.recount

    def wrong(self: DeckConfiguration, space: str, names: tuple[str, ...]) -> Tally:
        tally = recount(self, space, names)
        (one, first), (two, second), *rest = tally.counts.items()
        counts = {one: first - 1, two: second + 1, **dict(rest)}
        return Tally(tally.space, names, counts, tally.total, tally.closed_form)

    monkeypatch.setattr(DeckConfiguration, "recount", wrong)
    done = run("audit", "three-card-joker")
    assert done.status == 1
    assert done.out.endswith("counted two ways: 2 differ.\n")
    assert len(done.err.splitlines()) == 2


@pytest.mark.parametrize("sheet", ["no-such-sheet", "missing.toml"])
def test_audit_needs_a_sheet(run: Command, sheet: str) -> None:
    done = run("audit", sheet)
    assert (done.status, done.out) == (2, "")
    assert sheet in done.err


def test_audit_works_on_other_sheets_of_cards(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "two.toml"
    sheet.write_text(
        '[sheet]\nid = "two"\ntitle = "Two"\ngame = "hand"\nversion = "1"\n'
        "[rules]\ncards = 2\njoker = true\n"
        '[[wager]]\nid = "pair"\ntitle = "Pair"\nunit = "to 1"\notherwise = "lose"\n'
        'pays = [{ event = "Pair", when = "hand == pair", pays = 11 }]\n'
    )
    done = run("audit", str(sheet))
    assert done.status == 0
    assert "2 rows of 1,378 hands of 2 cards" in done.out
