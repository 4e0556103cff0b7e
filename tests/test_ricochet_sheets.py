"""Sheets of Ricochet Poker that are malformed, or have lines that cannot decide."""

import re
import tomllib
from typing import Any

import pytest

import everydeal
from everydeal.errors import SheetError
from everydeal.findings import of_paytable
from everydeal.games import Objective, ricochet, ricochet_round
from everydeal.games.ricochet import Ricochet
from everydeal.settlement import settle_all
from everydeal.sheet.load import read
from tests.conftest import DATA, Command

MINIMAL = (DATA / "minimal-ricochet.toml").read_text(encoding="utf-8")
CASES: list[dict[str, Any]] = tomllib.loads((DATA / "bad-ricochet-sheets.toml").read_text(encoding="utf-8"))[
    "case"
]
RUN = 'pays = [{ when = "suited_run == 7", pays = "100% of ?pot" }'
LOSES = '    { when = "end == lose", pays = "lose 2", staked = 2 },\n'


def changed(*changes: tuple[str, str]) -> str:
    """The minimal sheet with each old text, which stands there once, replaced by the new one."""
    text = MINIMAL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_no_two_cases_have_one_name() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 100


def test_many_wagers_on_the_round_are_read_in_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wager's pays are looked at once alone and once with all others, not with all before it."""
    looked_at = []

    def counted(objective: Objective) -> ricochet_round.Plays:
        looked_at.append(objective)
        return ricochet_round.plays_for(objective)

    monkeypatch.setattr(ricochet, "plays_for", counted)
    head, main, run = MINIMAL.partition('\n[[wager]]\nid = "main"')[0], *MINIMAL.split("\n[[wager]]")[1:]
    wagers = [main.replace('id = "main"', f'id = "main-{number}"') for number in range(40)]
    sheet = read("\n[[wager]]".join([head, *wagers, run]).encode(), "the-file.toml")
    assert len(sheet.wagers) == 41
    assert len(looked_at) == 80


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_malformed_sheet_is_told_the_place_the_value_and_what_is_allowed(case: dict[str, Any]) -> None:
    old, new = case["replace"]
    with pytest.raises(SheetError) as caught:
        read(changed((old, new)).encode(), "the-file.toml")
    message = str(caught.value)
    assert message.startswith("the-file.toml: ")
    assert message.isprintable()
    assert len(message) < 1000
    assert re.match(case["expect"], message.removeprefix("the-file.toml: ")), message


def test_the_minimal_sheet_is_good(run: Command) -> None:
    sheet = read(MINIMAL.encode(), "the-file.toml")
    assert findings(MINIMAL) == []
    found = everydeal.certify(sheet)["kh/one"]
    assert [wager.id for wager in found.wagers] == ["main", "run"]
    assert str(found["main"].house_edge) == "1955121211/31640048440"
    assert found["run"].lines[0].combinations == 32
    assert run("check", str(DATA / "minimal-ricochet.toml"), "--strict").status == 0


@pytest.mark.parametrize(
    ("text", "ranks", "inclusive", "beaten"),
    [
        ('"kkq32"', "KKQ32", True, "KKQ32"),
        ('"1010223"', "TT223", True, "TT223"),
        ('"above 1010223"', "TT223", False, "above TT223"),
        ('"97532 suited"', "97532", True, "97532 suited"),
        ('"above  97532  suited"', "97532", False, "above 97532 suited"),
    ],
)
def test_limits_may_be_written_in_several_ways(text: str, ranks: str, inclusive: bool, beaten: str) -> None:
    game = read(changed(('"KKQ32"', text)).encode(), "f").game
    assert isinstance(game, Ricochet)
    limit = game.kickouts[0].limits[0]
    assert limit is not None
    assert (limit.ranks, limit.inclusive, limit.text) == (ranks, inclusive, beaten)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("75432", 2_598_960),  # everything
        ("above 75432", 2_598_960 - 1_020),  # 4^5 less four flushes
        ("above AKQJT suited", 0),
        ("AKQJT suited", 4),
        ("KQJT9 suited", 8),
        ("A5432 suited", 40),
        ("A5432", 10_200 + 5_108 + 3_744 + 624 + 40),
        ("75432 suited", 5_108 + 3_744 + 624 + 40),
        ("2222A", 12 * 48 + 4 + 40),  # fours but for twos without an ace, straight flushes
    ],
)
def test_limits_kick_out_as_many_hands_as_they_should(text: str, hands: int) -> None:
    game = read(changed(('"KKQ32"', f'"{text}"')).encode(), "f").game
    assert isinstance(game, Ricochet)
    assert game.counted.kicked_out(game.kickouts[0].score(1)) == hands


# ---- lines that cannot decide ---------------------------------------------------------------------------


def findings(text: str) -> list[tuple[str, str]]:
    settled = settle_all(read(text.encode(), "the-file.toml")).values()
    return [(found.kind, found.text) for each in settled for found in of_paytable(each)]


@pytest.mark.parametrize(
    ("old", "new", "kind", "words"),
    [
        # A suited run of six, and no better hand than a pair: not among seven cards.
        (RUN, f'{RUN}, {{ when = "suited_run == 6 and hand == pair", pays = 5 }}', "line-never-fires",
         "run: line 2 (suited_run == 6 and hand == pair) matches no outcome there is."),
        (RUN, f'{RUN}, {{ when = "suited_run == 7 and hand == royal_flush", pays = 5 }}', "hidden-line",
         "run: line 2 (suited_run == 7 and hand == royal_flush) never decides: line 1 before it takes all."),
        (LOSES, LOSES + '    { when = "end == fold and ante_bonus", pays = "push" },\n', "line-never-fires",
         "main: line 5 (end == fold and ante_bonus) matches no outcome there is."),
        (LOSES, LOSES + '    { when = "end == win and hand == flush", pays = "1 to 1" },\n', "hidden-line",
         "main: line 5 (end == win and hand == flush) never decides: line 2 before it takes all."),
        (LOSES, LOSES + '    { when = "end == fold and hand == flush", pays = "1 to 1" },\n',
         "earlier-line-pays-less", "main: line 3 (end == fold, lose) decides, but pays less than a later "),
    ],
)  # fmt: skip
def test_lines_that_cannot_decide_are_findings(old: str, new: str, kind: str, words: str) -> None:
    found = findings(changed((old, new)))
    assert any(each == kind and words in text for each, text in found), found


def test_a_line_on_two_cards_that_cannot_win_is_a_finding() -> None:
    text = (
        MINIMAL
        + """
[[wager]]
id = "two"
title = "Two"
space = "two-cards"
unit = "to 1"
pays = [
    { when = "result == win and dealer.hand == two_pair", pays = 9 },
    { when = "result == win", pays = 1 },
    { when = "result == win and player.suited", pays = 2 },
]
otherwise = "lose"
"""
    )
    assert [kind for kind, _ in findings(text)] == [
        "line-never-fires",
        "hidden-line",
        "earlier-line-pays-less",
    ]


def test_check_reports_them(run: Command, tmp_path: Any) -> None:
    text = changed((RUN, f'{RUN}, {{ when = "suited_run == 7 and hand == royal_flush", pays = 5 }}'))
    (tmp_path / "hidden.toml").write_text(text, encoding="utf-8")
    done = run("check", str(tmp_path / "hidden.toml"), "--strict")
    assert done.status == 1
    assert "never decides: line 1 before it takes all" in done.out


def test_a_limit_that_is_not_kicked_out_itself_is_said_so() -> None:
    limits = changed(('"KKQ32"', '"above TT223"'))
    (table,) = read(limits.encode(), "the-file.toml").game.configurations({})
    assert "kickout above TT223 for one live hand" in table.contents
    (table,) = read(MINIMAL.encode(), "the-file.toml").game.configurations({})
    assert "kickout from KKQ32 for one live hand" in table.contents


@pytest.mark.parametrize(
    ("one", "other", "good"), [("100%", "10%", False), ("50%", "1/2", False), ("50%", "49%", True)]
)
def test_groups_that_pay_together_cannot_empty_a_meter_in_parts(one: str, other: str, good: bool) -> None:
    group = '[[wager.group]]\ntitle = "%s"\npays = [{ when = "suited_run == 7", pays = "%s of ?pot" }]\n'
    group += 'otherwise = "push"\n'
    old = 'pays = [{ when = "suited_run == 7", pays = "100% of ?pot" }]\notherwise = "lose"\n'
    text = changed((old, group % ("One", one) + group % ("Other", other)))
    if good:
        assert read(text.encode(), "the-file.toml").wagers[1].jackpot
        return
    with pytest.raises(
        SheetError, match=r"wager\[2\]\.jackpot: 2 groups pay up to 1(/2)? and 1/.* of \?pot, together all"
    ):
        read(text.encode(), "the-file.toml")
