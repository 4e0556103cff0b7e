"""Known faults of baccarat programs and tables, T37 to T47 and T49: the right figure, and the wrong one.

The wrong figures are published too. Each must come out of the fault that gave it, and not out of
the rules as they are: so a fault cannot hide in a wager that it does not touch.
"""

import csv
import io
import json
import re
from collections import defaultdict
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import everydeal
from everydeal import cards
from everydeal.core import baccarat as core
from everydeal.errors import InputError, SheetError
from everydeal.events import Value
from everydeal.games.baccarat import Baccarat, ShoeConfiguration
from everydeal.games.shoe import Shoe
from everydeal.report import csv as csv_report
from everydeal.report import text as text_report
from everydeal.report.certified import certified
from everydeal.returns import WagerReturn
from everydeal.settlement import resolve, settle
from everydeal.sheet.load import bundled, read
from everydeal.sheet.model import Sheet
from tests.conftest import Command
from tests.test_published_baccarat import (
    EIGHT,
    PUBLISHED,
    altered,
    altered_edges,
    altered_sheet,
    altered_text,
    certificate,
    combinations,
    exact,
    priced,
    rounds_to,
)

# Banker's draws by two-card total, from the rules: if Player stood, and against Player's third card.
STOOD = {total: total <= 5 for total in range(8)}
DREW = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
WORDS = {0: "K", 1: "A", **{value: str(value) for value in range(2, 10)}}


@cache
def eight_decks(sheet: Sheet | None = None) -> ShoeConfiguration:
    game = (sheet or everydeal.load("ez-baccarat")).game
    assert isinstance(game, Baccarat)
    (found,) = game.configurations({"decks": [8]})
    return found


def played(deal: str, sheet: Sheet | None = None) -> dict[str, Value]:
    """What one deal leaves; cards in the order Player, Banker, Player, Banker, thirds."""
    return dict(eight_decks(sheet).play(cards.kinds(deal)).facts["round"])


def sheet_with(wager: str) -> Sheet:
    """A sheet with the standard rules and one wager, `w`, of which the rest is given."""
    rules = bundled()["punto-banco"].read_text(encoding="utf-8").partition("[[wager]]")[0]
    assert "[rules.banker_if_player_drew]" in rules
    return read(f'{rules}[[wager]]\nid = "w"\ntitle = "W"\n{wager}'.encode(), "minimal")


def edge(sheet: Sheet, wager: str = "w") -> Fraction:
    """The house edge with 8 decks, in percent."""
    return 100 * exact(everydeal.certify(sheet, decks=8, wagers=[wager])["8-decks"][wager].house_edge)


def faults(*names: str) -> list[Any]:
    """The published alterations of these names, as parameters."""
    return [pytest.param(entry, id=entry["rule"]) for name in names for entry in altered(name)]


def confirm(entry: dict[str, Any]) -> None:
    """Every published edge of an altered game comes out of it."""
    for wager, found, printed in altered_edges(entry):
        assert rounds_to(found, printed), f"{entry['rule']}: {wager}: {found} is not {printed}"


def confirm_and_differ(entry: dict[str, Any], unchanged: tuple[str, ...] = ()) -> None:
    """`confirm`, and the rules as they are give other figures, but for the wagers `unchanged`."""
    confirm(entry)
    for sheet, edges in entry["edges"].items():
        for wager, printed in edges.items():
            right = 100 * exact(priced(sheet, wager, 8).house_edge)
            assert rounds_to(right, printed) == (wager in unchanged), wager


# ---- T37 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", faults("T37"))
def test_t37_for_1_is_one_less_than_to_1(entry: dict[str, Any]) -> None:
    """T37: "9 for 1" returns the stake within the nine; reading it as 9 to 1 gives a whole unit away."""
    confirm_and_differ(entry)


@pytest.mark.parametrize(
    ("pays", "printed"),
    [
        ('"9 to 1"', "4.8440"),
        ('"10 for 1"', "4.8440"),
        ('"8 to 1"', "14.3596"),
        ('"9 for 1"', "14.3596"),
        ('"16 to 2"', "14.3596"),
        ('"18 for 2"', "14.3596"),
    ],
)
def test_t37_both_ways_of_writing_a_pay(pays: str, printed: str) -> None:
    """T37: n for 1 is n - 1 to 1, whichever the table uses."""
    assert rounds_to(
        edge(sheet_with(f'pays = [{{ when = "tie", pays = {pays} }}]\notherwise = "lose"')), printed
    )


@pytest.mark.parametrize("bare", ["9", '"9"', '"19/20"', '"?x"', "0", '"0"'])
@pytest.mark.parametrize(
    "wager",
    [
        'pays = [{{ when = "tie", pays = {bare} }}]\notherwise = "lose"',
        'pays = [{{ when = "not tie", pays = "lose" }}]\notherwise = {bare}',
        '[[wager.group]]\ntitle = "g"\npays = [{{ when = "tie", pays = {bare} }}]\notherwise = "lose"',
    ],
)
def test_t37_a_bare_number_is_refused(bare: str, wager: str) -> None:
    """T37: a number without "to 1" or "for 1" says nothing, wherever it stands."""
    with pytest.raises(SheetError, match=r"has no unit: write .* to 1.* or .* for 1"):
        sheet_with(wager.format(bare=bare))


@pytest.mark.parametrize(
    "bare", ["9.0", '"9:1"', '"9-1"', '"9 to"', '"to 1"', '"9 to 0"', '"9 on 1"', "true"]
)
def test_t37_other_ways_to_write_a_pay_are_refused(bare: str) -> None:
    """T37: what is neither to 1 nor for 1 is not guessed at."""
    with pytest.raises(SheetError, match="is no pay"):
        sheet_with(f'pays = [{{ when = "tie", pays = {bare} }}]\notherwise = "lose"')


@pytest.mark.parametrize(("unit", "printed"), [("to 1", "4.8440"), ("for 1", "14.3596")])
def test_t37_a_heading_gives_bare_numbers_their_unit(unit: str, printed: str) -> None:
    """T37: the unit may stand once for the table, as its heading."""
    wager = f'unit = "{unit}"\npays = [{{ when = "tie", pays = 9 }}]\notherwise = "lose"'
    assert rounds_to(edge(sheet_with(wager)), printed)
    with pytest.raises(SheetError, match=r"to 1, for 1"):
        sheet_with(wager.replace(unit, "odds"))


# ---- T38 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", faults("T38"))
def test_t38_grouped_dragon_bonus_is_another_game(entry: dict[str, Any]) -> None:
    """T38: paying wins by 7 and 6 alike, and by 5 and 4 alike, is not the table in single rows."""
    confirm_and_differ(entry)


@pytest.mark.parametrize("hand", ["player", "banker"])
def test_t38_a_group_of_margins_in_one_row_is_the_same_as_in_two(hand: str) -> None:
    """T38: a row "7 or 6" is read as a range, and gives what two equal rows give."""
    (entry,) = altered("T38")
    win = f"{hand}.wins and not {hand}.natural and margin"
    wager = f"""pays = [
        {{ when = "{hand}.natural and {hand}.wins", pays = "1 to 1" }},
        {{ when = "{hand}.natural and tie", pays = "push" }},
        {{ when = "{win} == 9", pays = "30 to 1" }},
        {{ when = "{win} == 8", pays = "10 to 1" }},
        {{ when = "{win} in 6..7", pays = "4 to 1" }},
        {{ when = "{win} in {{4, 5}}", pays = "2 to 1" }},
    ]
    otherwise = "lose" """
    sheet = sheet_with(wager)
    printed = entry["edges"]["punto-banco"][f"dragon-bonus-{hand}"]
    assert rounds_to(edge(sheet), printed)
    # the same two rows apart, as the published integers have them for Player
    if hand == "player":
        lines = everydeal.certify(sheet, decks=8)["8-decks"]["w"].lines
        assert lines[4].combinations == 89_590_261_473_280 + 141_238_897_317_888
        assert lines[5].combinations == 166_169_165_987_840 + 186_780_352_174_080


# ---- T39 to T42 ----------------------------------------------------------------------------------


def test_t39_faulty_stood_row_gives_the_faulty_edges() -> None:
    """T39: Banker stands on 4 and 5 when Player stood, as if a missing third card were one of 8 to 1."""
    (entry,) = altered("T39")
    confirm_and_differ(entry, unchanged=("panda-8",))
    # Panda 8 needs Player's third card: the fault cannot touch it, to the last unit
    faulty = everydeal.certify(altered_sheet("ez-baccarat", entry["replace"]), decks=8)["8-decks"]["panda-8"]
    assert exact(faulty.house_edge) == Fraction(153010345753, 1501922558745)


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("player", [6, 7])
def test_t39_banker_draws_to_5_when_player_stood(player: int, banker: int) -> None:
    """T39: with no third card of Player's, Banker goes by the row of its own."""
    facts = played(f"Kd Ks {player}d {WORDS[banker]}h 2c 9c")
    assert facts["player.cards"] == 2
    assert facts["banker.cards"] == (3 if STOOD[banker] else 2)
    assert facts["player.third_card"] is None
    assert facts["banker.third_card"] == (2 if STOOD[banker] else None)


def test_t39_the_deal_of_the_trap() -> None:
    """T39: Player 6 stands, Banker 5 draws."""
    facts = played("Ks 2c 6d 3h 9s")
    assert (facts["player.cards"], facts["banker.cards"], facts["banker.total"]) == (2, 3, 4)
    with pytest.raises(InputError, match="Banker draws a third card"):
        played("Ks 2c 6d 3h")


@pytest.mark.parametrize("naturals", ["Kd Ks 8d 5h 2c", "Kd Ks 6d 9h 2c", "Kd Ks 2d 8h 2c", "Kd Ks 9d 2h 2c"])
def test_t39_nobody_draws_against_a_natural(naturals: str) -> None:
    """T39: a natural in either hand ends the round before any drawing table."""
    facts = played(naturals)
    assert (facts["player.cards"], facts["banker.cards"]) == (2, 2)


@pytest.mark.parametrize(
    "when",
    [
        "player.third_card == 8",
        "player.third_card != 8",
        "player.third_card in 2..7",
        "player.third_card not in 2..7",
        "not (player.third_card in 2..7)",
        "banker.third_card < 4",
        "player.cards == 3 and player.third_card == 8",
        "present(player.third_card) or player.third_card == 8",
        "present(banker.third_card) and player.third_card == 8",
    ],
)
def test_t39_a_missing_card_cannot_be_compared_by_mistake(when: str) -> None:
    """T39: a comparison with a card that may be missing is refused unless guarded."""
    with pytest.raises(SheetError, match=r"may be absent: guard it"):
        sheet_with(f'pays = [{{ when = "{when}", pays = "push" }}]\notherwise = "lose"')


def test_t39_a_guarded_comparison_and_its_opposite_share_all_rounds() -> None:
    """T39: "8", "not 8" and "no card" are three things, and they are everything."""
    wager = """pays = [
        { when = "present(player.third_card) and player.third_card == 8", pays = "push" },
        { when = "present(player.third_card) and player.third_card != 8", pays = "push" },
        { when = "not present(player.third_card)", pays = "push" },
    ]"""
    lines = everydeal.certify(sheet_with(wager), decks=8)["8-decks"]["w"].lines
    assert sum(line.combinations for line in lines) == EIGHT
    assert all(line.combinations for line in lines)


def test_t40_banker_6_that_never_draws_gives_the_faulty_edges() -> None:
    """T40: a branch never reached; main bets move by less than 0.02 points, side bets by 1.4."""
    (entry,) = altered("T40")
    confirm_and_differ(entry)


def test_t40_the_deal_of_the_trap() -> None:
    """T40: Player 5 draws a 7, Banker 6 draws."""
    facts = played("2s Ks 3d 6h 7c 2h")
    assert (facts["player.third_card"], facts["banker.cards"], facts["banker.total"]) == (7, 3, 8)
    (entry,) = altered("T40")
    facts = played("2s Ks 3d 6h 7c 2h", altered_sheet("ez-baccarat", entry["replace"]))
    assert (facts["player.third_card"], facts["banker.cards"], facts["banker.total"]) == (7, 2, 6)


def test_t41_misworded_rows_give_the_faulty_edges() -> None:
    """T41: conditions turned round in prose; two wagers then favour the bettor."""
    (entry,) = altered("T41")
    confirm_and_differ(entry)


@pytest.mark.parametrize(("sheet", "wager"), [("ez-baccarat", "dragon-7"), ("punto-banco", "player")])
def test_t41_a_negative_edge_is_a_finding(run: Command, tmp_path: Path, sheet: str, wager: str) -> None:
    """T41: the gate that catches such a table: any negative edge is said, and fails under --strict."""
    (entry,) = altered("T41")
    faulty = altered_sheet(sheet, entry["replace"])
    found = everydeal.certify(faulty, decks=8)
    assert wager in [finding.wager for finding in found.findings if finding.kind == "favours-the-bettor"]
    assert any(line.startswith(f"{wager} FAVOURS THE BETTOR") for line in found.headlines)
    path = tmp_path / "faulty.toml"
    path.write_text(altered_text(sheet, entry["replace"]), encoding="utf-8")
    arguments = ("certify", str(path), "--decks", "8", "--wager", wager)
    assert run(*arguments, "--strict").status == 1
    assert run(*arguments).status == 0
    assert run("certify", sheet, "--decks", "8", "--wager", wager, "--strict").status == 0


@pytest.mark.parametrize("third", range(10))
@pytest.mark.parametrize("banker", range(8))
def test_t39_to_t42_every_row_and_column_of_the_table_in_deals(banker: int, third: int) -> None:
    """T40, T41, T42: Banker's draw for each total and each third card of Player's, card by card."""
    draws = str(third) in DREW[banker]
    for player in range(6):
        facts = played(f"Kd Ks {WORDS[player]}d {WORDS[banker]}h {WORDS[third]}c Ac")
        assert facts["player.third_card"] == third
        assert facts["banker.cards"] == (3 if draws else 2)
        assert facts["banker.total"] == (banker + draws) % 10  # the ace adds 1


def test_t39_to_t42_every_row_and_column_of_the_table_in_the_counts() -> None:
    """T39 to T42: the counts hold a Banker third card exactly where the table has one."""
    names = ("player.two_card_total", "player.third_card", "banker.two_card_total", "banker.third_card")
    counts = eight_decks().count("round", names).counts
    seen: dict[tuple[int, int, int | None], set[bool]] = defaultdict(set)
    for (player, third, banker, last), count in counts.items():
        assert count > 0
        assert isinstance(player, int)
        assert isinstance(banker, int)
        assert third is None or isinstance(third, int)
        seen[player, banker, third].add(last is not None)
    expected: dict[tuple[int, int, int | None], set[bool]] = {}
    for player in range(10):
        for banker in range(10):
            if player >= 8 or banker >= 8:
                expected[player, banker, None] = {False}
            elif player >= 6:
                expected[player, banker, None] = {STOOD[banker]}
            else:
                for third in range(10):
                    expected[player, banker, third] = {str(third) in DREW[banker]}
    assert seen == expected


def test_t42_third_card_compared_as_text_gives_the_faulty_edges() -> None:
    """T42: a third card that equals nothing: Banker draws on 0 to 3 and never above."""
    (entry,) = altered("T42")
    confirm_and_differ(entry)


class Face(Enum):
    SEVEN = 7


ROUND = cards.kinds("Ks 2c 6d 3h 9s")
NOT_TEXT: list[Any] = [7, None, b"7c", ("7", "c"), Face.SEVEN]


@pytest.mark.parametrize("card", NOT_TEXT)
def test_t42_a_card_is_text_and_nothing_else(card: Any) -> None:
    """T42: no other type is taken for a card's text, alone or among others."""
    with pytest.raises(TypeError):
        cards.kind(card)
    with pytest.raises(TypeError):
        cards.kinds(card)
    with pytest.raises(TypeError):
        cards.kinds(["Ks", card])  # type: ignore[arg-type]


@pytest.mark.parametrize("card", ["Ks", "7", "", 7.0, None, Face.SEVEN, b"7"])
@pytest.mark.parametrize("at", range(5))
def test_t42_a_deal_of_mixed_types_is_refused(card: Any, at: int) -> None:
    """T42: one card of another type among kinds raises, wherever it stands."""
    with pytest.raises(TypeError):
        eight_decks().play((*ROUND[:at], card, *ROUND[at + 1 :]))


@pytest.mark.parametrize("card", [True, False])
def test_t42_a_truth_value_is_no_card(card: bool) -> None:
    """T42: nor does True pass for the kind 1."""
    with pytest.raises(TypeError):
        eight_decks().play((*ROUND[:4], card))


@pytest.mark.parametrize("number", [-52, -1, 52])
def test_t42_a_number_that_is_no_kind_is_no_card(number: int) -> None:
    """T42: nor is a number outside 0 to 51 taken for some card."""
    with pytest.raises(InputError):
        eight_decks().play((*ROUND[:4], number))


@pytest.mark.parametrize(
    "decks", ["8", b"8", 8.0, True, None, Face.SEVEN, Fraction(8), ["8"], [8, "6"], [6, 8.0]]
)
def test_t42_a_number_of_decks_is_an_integer(decks: Any) -> None:
    """T42: decks as text or a float are not compared with integers, but refused."""
    with pytest.raises(TypeError):
        everydeal.certify("ez-baccarat", decks=decks)
    with pytest.raises(TypeError):
        Shoe.of_decks(decks)


@pytest.mark.parametrize("shoe", [8, b"8 decks", ["8 decks"], Face.SEVEN, 8.0])
def test_t42_a_shoe_in_words_is_text(shoe: Any) -> None:
    """T42: likewise for shoes."""
    with pytest.raises(TypeError):
        everydeal.certify("ez-baccarat", shoe=shoe)
    with pytest.raises(TypeError):
        Shoe.parse(shoe)


@pytest.mark.parametrize("row", [{"6", "7"}, {6, "7"}, {6.0, 7.0}, {Face.SEVEN}, {None}])
def test_t42_a_drawing_table_of_mixed_types_is_refused(row: Any) -> None:
    """T42: a row of texts would match no third card, and nobody would see it."""
    good: dict[str, Any] = {
        "naturals": {8, 9},
        "player_draws": {0},
        "banker_stood_draws": {0},
        "banker_drew_draws": [{0}] * 10,
    }
    for name in good:
        rows = {name: [*[{0}] * 6, row, *[{0}] * 3] if name == "banker_drew_draws" else row}
        with pytest.raises(TypeError):
            core.count(core.DrawingRules(**{**good, **rows}), [8] * 52, [0] * 6, 1)


@pytest.mark.parametrize("copies", ["8", 8.0, None, Face.SEVEN])
def test_t42_a_shoe_of_mixed_types_is_refused(copies: Any) -> None:
    """T42: 51 integers and one other."""
    rules = core.DrawingRules({8, 9}, {0}, {0}, [{0}] * 10)
    with pytest.raises(TypeError):
        core.count(rules, [*[8] * 51, copies], [0] * 6, 1)
    with pytest.raises((TypeError, InputError)):
        Shoe((*[8] * 51, copies), "mixed")


@pytest.mark.parametrize(
    "row", ["6", "[6, 7]", '["6", "7"]', "6.7", "true", '"6-seven"', '"six"', '"10"', '"7-6"']
)
def test_t42_a_row_of_the_sheet_is_a_chart_in_words(row: str) -> None:
    """T42: in a sheet a row is written one way; nothing else is taken for it."""
    with pytest.raises(SheetError, match=r"rules\.banker_if_player_drew\.6"):
        altered_sheet("ez-baccarat", [['6 = "6-7"', f"6 = {row}"]])


@pytest.mark.parametrize("value", ["eight", "'8'", "8.0", "T", "tie", "10", "-1", "true"])
def test_t42_a_condition_compares_with_numbers_that_can_be(value: str) -> None:
    """T42: a comparison that could only be false is refused when the sheet is read."""
    when = f"present(player.third_card) and player.third_card == {value}"
    with pytest.raises(SheetError, match=r"wager\[1\]\.pays\[1\]\.when"):
        sheet_with(f'pays = [{{ when = "{when}", pays = "push" }}]\notherwise = "lose"')


# ---- T43 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", faults("T43"))
def test_t43_a_shoe_with_32_tens_gives_the_faulty_edges(entry: dict[str, Any]) -> None:
    """T43: ten-valued cards are 16 a deck; with 4 a deck every figure is wrong, on either way to lack 96."""
    confirm_and_differ(entry)
    shoe = Shoe.parse(entry["shoe"])
    assert shoe.cards == 416 - 96
    assert sum(shoe.counts[32:48]) == 32  # T, J, Q, K
    assert {sum(shoe.counts[4 * rank : 4 * rank + 4]) for rank in (*range(8), 12)} == {32}


@pytest.mark.parametrize("decks", range(1, 28))
def test_t43_a_whole_shoe_has_52_cards_a_deck_and_16_tens(decks: int) -> None:
    """T43: the total and the cards of each rank."""
    shoe = Shoe.of_decks(decks)
    assert shoe.cards == sum(shoe.counts) == 52 * decks
    assert sum(shoe.counts[32:48]) == 16 * decks
    assert set(shoe.counts) == {decks}


def test_t43_the_certificate_prints_the_cards_of_each_rank() -> None:
    """T43: a wrong shoe can be seen in the certificate."""
    found = everydeal.certify("ez-baccarat", decks=8, wagers=["tie"])
    contents = "the shoe holds 416 cards: " + ", ".join(f"{rank} 32" for rank in "23456789TJQKA")
    assert found["8-decks"].contents == contents
    assert json.loads(found.to_json())["configurations"][0]["contents"] == contents
    assert contents in " ".join(text_report.render(certified(found)).split())


def test_t43_a_shoe_that_is_not_whole_decks_is_said_first() -> None:
    """T43: a depleted shoe is stated by the user, and the first lines say so."""
    (_, entry) = altered("T43")
    found = everydeal.certify("punto-banco", shoe=entry["shoe"], wagers=["player"])
    assert list(found) == ["shoe"]
    assert "not a whole shoe" in found.headlines[0]
    assert "320 cards" in found["shoe"].contents
    assert re.search(r"T 32, J 0, Q 0, K 0", found["shoe"].contents)


# ---- T44 ---------------------------------------------------------------------------------------

LOSE, PUSH = Fraction(-1), Fraction(0)
MATRIX: dict[str, dict[str, tuple[set[Fraction | int], set[Fraction | int], set[Fraction | int]]]] = {
    # wager: what it can win if Player wins, if Banker wins, in a tie
    "ez-baccarat": {
        "player-line": ({1}, {LOSE}, {PUSH}),
        "banker-line": ({LOSE}, {1}, {PUSH}),
        "banker-line-barred": ({LOSE}, {1, PUSH}, {PUSH}),
        "tie": ({LOSE}, {LOSE}, {9}),
        "tie-8-to-1": ({LOSE}, {LOSE}, {8}),
        "dragon-7": ({LOSE}, {40, LOSE}, {LOSE}),
        "panda-8": ({25, LOSE}, {LOSE}, {LOSE}),
    },
    "punto-banco": {
        "player": ({1}, {LOSE}, {PUSH}),
        "banker": ({LOSE}, {Fraction(19, 20)}, {PUSH}),
        "super-6": ({LOSE}, {1, Fraction(1, 2)}, {PUSH}),
        "tie": ({LOSE}, {LOSE}, {8}),
        "player-pair": ({11, LOSE}, {11, LOSE}, {11, LOSE}),
        "banker-pair": ({11, LOSE}, {11, LOSE}, {11, LOSE}),
        "either-pair": ({5, LOSE}, {5, LOSE}, {5, LOSE}),
        "perfect-pair": ({25, LOSE}, {25, LOSE}, {25, LOSE}),
        "lucky-6": ({LOSE}, {23, 12, LOSE}, {LOSE}),
        "dragon-bonus-player": ({30, 10, 6, 4, 2, 1, LOSE}, {LOSE}, {PUSH, LOSE}),
        "dragon-bonus-banker": ({LOSE}, {30, 10, 6, 4, 2, 1, LOSE}, {PUSH, LOSE}),
    },
}
BUNDLED = [
    (name, wager.id)
    for name in bundled()
    if everydeal.load(name).game.name == "baccarat"
    for wager in everydeal.load(name).wagers
]


@pytest.mark.parametrize(("sheet", "wager"), BUNDLED)
def test_t44_settlement_of_every_wager_by_winner(sheet: str, wager: str) -> None:
    """T44: whatever the round, each wager gets what its rules give for Player, Banker or Tie."""
    loaded = everydeal.load(sheet)
    found = loaded.wager(wager)
    names = tuple(sorted(found.fields | {"winner"}))
    rows = loaded.game.possible("round", names)
    settled = settle(found, names, rows, loaded.file)
    nets: dict[Value, set[Fraction]] = defaultdict(set)
    for row in rows:
        (line,) = settled.deciding(row)
        nets[row[names.index("winner")]].add(found.lines[line].pay.net)
    assert (nets["player"], nets["banker"], nets["tie"]) == MATRIX[sheet][wager]


@pytest.mark.parametrize("entry", faults("T44"))
def test_t44_a_tie_that_takes_the_main_bets_gives_the_faulty_edges(entry: dict[str, Any]) -> None:
    """T44: Player and Banker push on a tie; else the tie's 9.5156% are lost on top."""
    confirm_and_differ(entry)
    tie = Fraction(475_627_426_473_216, EIGHT)
    for wager in ("player", "banker"):
        faulty = edge(altered_sheet("punto-banco", entry["replace"]), wager)
        assert faulty == 100 * (exact(priced("punto-banco", wager, 8).house_edge) + tie)


def test_t44_the_deal_of_the_trap() -> None:
    """T44: 6 against 6."""
    facts = played("Ks Qs 6d 6h")
    assert (facts["winner"], facts["tie"], facts["margin"]) == ("tie", True, 0)
    assert not facts["player.wins"]
    assert not facts["banker.wins"]


# ---- T45 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", faults("T45"))
def test_t45_any_six_or_only_a_three_card_six(entry: dict[str, Any]) -> None:
    """T45: which winning 6 pays half is a matter of the trigger's scope, and of the sign of the edge."""
    confirm(entry)


def test_t45_a_three_card_scope_favours_the_bettor_and_is_a_finding() -> None:
    """T45: the narrow reading gives a negative edge, which a reviewer is told."""
    (_, narrow, _) = altered("T45")
    found = everydeal.certify(altered_sheet("punto-banco", narrow["replace"]), decks=8, wagers=["super-6"])
    assert [(finding.kind, finding.wager) for finding in found.findings] == [
        ("favours-the-bettor", "super-6")
    ]
    assert found.headlines[0].startswith("super-6 FAVOURS THE BETTOR")
    assert not everydeal.certify("punto-banco", decks=8, wagers=["super-6"]).findings


@pytest.mark.parametrize(
    ("deal", "three_cards", "net"),
    [
        ("2s Ks 2d 6h Kc", False, Fraction(1, 2)),  # Player 4 draws a king, Banker 6 stands and wins with 6
        ("2s Ks 2d 3h Kc 3c", True, Fraction(1, 2)),  # Banker 3 draws a 3
        ("2s Ks 2d 7h Kc", False, Fraction(1)),
        ("Ks Kd 6d 6h", False, PUSH),
        ("Ks Kd 7d 6h", False, LOSE),
    ],
)
def test_t45_deals_of_super_6(deal: str, three_cards: bool, net: Fraction) -> None:
    """T45: the sheet's Super 6 pays half on a 6 of two cards and of three."""
    facts = played(deal)
    sheet = everydeal.load("punto-banco")
    (line,) = resolve(sheet.wager("super-6"), facts, sheet.file)
    assert line.pay.net == net
    assert (facts["banker.cards"] == 3) == three_cards


# ---- T46 and T47 ---------------------------------------------------------------------------------


def published_rows() -> list[tuple[WagerReturn, str, int, int]]:
    return [
        (priced("ez-baccarat", row["wager"], 8), row["event"], int(row["printed"]), int(row["exact"]))
        for row in PUBLISHED["rounded"]
    ]


def test_t46_rows_to_the_unit_where_a_spreadsheet_rounded() -> None:
    """T46: 15 digits of 16: the printed rows are off by 6, -6, 4 and -4."""
    assert [printed - counted for _, _, printed, counted in published_rows()] == [6, -6, 4, -4]
    for wager, event, _, counted in published_rows():
        assert combinations(wager, event) == counted


def test_t46_the_sum_does_not_show_it() -> None:
    """T46: Banker with another hand, Player, the three-card 7 and ties sum to the total either way."""
    (_, _, banker, banker_exact), (_, _, player, player_exact), _, _ = published_rows()
    dragon, tie = 112_633_011_329_024, 475_627_426_473_216
    assert banker + player + dragon + tie == EIGHT
    assert banker_exact + player_exact + dragon + tie == EIGHT


def test_t46_csv_has_every_digit_as_text() -> None:
    """T46: the export holds whole integers, digit by digit, for every row."""
    content = csv_report.render(certified(certificate("ez-baccarat")))
    rows = list(csv.DictReader(io.StringIO(content)))
    found = {
        (row["wager"], row["event"]): row["combinations"] for row in rows if row["configuration"] == "8-decks"
    }
    for wager, event, _, counted in published_rows():
        assert found[wager.id, event] == str(counted)
    assert {row["total"] for row in rows if row["configuration"] == "8-decks"} == {str(EIGHT)}
    for row in rows:
        assert re.fullmatch("[0-9]+", row["combinations"])


def numbers(data: Any) -> list[Any]:
    """Every number in plain data, at any depth."""
    if isinstance(data, dict):
        return [number for value in data.values() for number in numbers(value)]
    if isinstance(data, list):
        return [number for value in data for number in numbers(value)]
    return [data] if isinstance(data, int | float) and not isinstance(data, bool) else []


def test_t47_counts_in_json_are_strings() -> None:
    """T47: a JSON number is a double in most readers; a count of 27 decks would lose its last digits."""
    found = everydeal.certify("punto-banco", decks=27)
    data = json.loads(found.to_json())
    (configuration,) = data["configurations"]
    total = 1404 * 1403 * 1402 * 1401 * 1400 * 1399
    assert {wager["total"] for wager in configuration["wagers"]} == {str(total)}
    assert [space["total"] for space in configuration["spaces"]] == [str(total)]
    lost = 0
    for wager, ours in zip(configuration["wagers"], found["27-decks"].wagers, strict=True):
        for line, counted in zip(wager["lines"], ours.lines, strict=True):
            assert line["combinations"] == str(counted.combinations)
            lost += int(float(line["combinations"])) != counted.combinations
        assert sum(int(line["combinations"]) for line in wager["lines"]) == total
    assert lost > 0  # as numbers these would not have survived
    assert [number for number in numbers(data) if abs(number) >= 2**53 or isinstance(number, float)] == []


def test_t47_fractions_in_json_are_strings() -> None:
    """T47: and so are the figures made of them, in every configuration and table."""
    data = json.loads(everydeal.certify("ez-baccarat").to_json())
    for configuration in data["configurations"]:
        assert numbers([configuration["wagers"], configuration["tables"]]) == []
        for space in configuration["spaces"]:
            assert numbers([space["total"], *(count for _, count in space["rows"])]) == []
            assert set(numbers(space)) <= set(range(10))  # values of fields, such as a hand's total
    dragon = data["configurations"][2]["wagers"][5]
    assert (dragon["id"], dragon["house_edge"]) == ("dragon-7", "64613588827/848912750595")


# ---- T49 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", ["banker", "player"])
def test_t49_per_unit_bet_and_per_resolved_bet(wager: str) -> None:
    """T49: the same loss over all bets, or over those that ties do not push."""
    published = PUBLISHED["resolved"]
    found = priced("punto-banco", wager, 8)
    tie = Fraction(475_627_426_473_216, EIGHT)
    assert rounds_to(tie, published["tie_chance"])
    assert exact(found.push_frequency) == tie
    assert rounds_to(100 * exact(found.house_edge), published[wager]["per_bet"])
    assert rounds_to(100 * exact(found.house_edge_resolved), published[wager]["per_resolved_bet"])
    assert exact(found.house_edge_resolved) == exact(found.house_edge) / (1 - tie)


def test_t49_a_barred_seven_is_a_push_too() -> None:
    """T49: every push leaves the denominator, not ties alone."""
    found = priced("ez-baccarat", "banker-line-barred", 8)
    pushes = 475_627_426_473_216 + 112_633_011_329_024
    assert found.pushes == pushes
    lost = 2_230_518_282_592_256 - 2_179_619_555_108_864  # Player wins less Banker's wins but the 7
    assert exact(found.house_edge) == Fraction(lost, EIGHT)
    assert exact(found.house_edge_resolved) == Fraction(lost, EIGHT - pushes)


@pytest.mark.parametrize(("sheet", "wager"), [("ez-baccarat", "tie"), ("punto-banco", "player-pair")])
def test_t49_without_pushes_both_are_one(sheet: str, wager: str) -> None:
    """T49: a wager that never pushes has one edge."""
    found = priced(sheet, wager, 8)
    assert found.pushes == 0
    assert found.house_edge_resolved == found.house_edge


def test_t49_the_certificate_names_the_denominator() -> None:
    """T49: reports and JSON give both, by name; the summary is per unit bet and says so."""
    found = everydeal.certify("punto-banco", decks=8, wagers=["banker"])
    text = text_report.render(certified(found))
    assert re.search(r"^Summary: house edge per unit bet$", text, re.MULTILINE)
    assert re.search(r"^House edge, per unit bet +1\.0579% ", text, re.MULTILINE)
    assert re.search(r"^House edge, per resolved bet +1\.1692% ", text, re.MULTILINE)
    assert any(
        "per unit bet" in sentence and "per resolved bet" in sentence for sentence in found.assumptions
    )
    (wager,) = json.loads(found.to_json())["configurations"][0]["wagers"]
    assert rounds_to(100 * Fraction(wager["house_edge"]), "1.0579")
    assert rounds_to(100 * Fraction(wager["house_edge_resolved"]), "1.1692")
