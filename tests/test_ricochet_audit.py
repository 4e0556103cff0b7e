"""Ricochet Poker: the audit, and that it finds faults."""

from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import pytest

from everydeal.core.ricochet import MADE, Ends, Gain, Rules
from everydeal.core.ricochet import Ricochet as Counted
from everydeal.errors import InputError
from everydeal.games.ricochet import Ricochet
from everydeal.games.ricochet_audit import audit
from tests.conftest import Command
from tests.ricochet import TEXT, at_table, changed, whole


def test_an_audit_of_the_round_agrees_and_says_what_it_counted() -> None:
    at = at_table(TEXT, "kh-01")
    (found,) = audit(at, at.game.plays("round/main"), 1, 4)
    assert found.agrees
    assert found.one_by_one.deals * comb(45, 3) == sum(found.won_one_by_one.values())
    assert found.line().endswith("agree")
    nothing = changed(('"KKQ32", "AA432", "33224"', '"75432", "AA432", "33224"'))
    assert list(audit(at_table(nothing, "kh-01"), at.game.plays("round/main"), 3, 4)) == []
    with pytest.raises(InputError, match="--dealers -1; allowed: 0 to"):
        list(audit(at, at.game.plays("round/main"), -1, 4))


def shortened(tmp_path: Path) -> str:
    """The sheet with few wagers, none of which take seconds to count one by one."""
    kept = ("main-no-bonus", "hedge-bet", "pocket-bonus", "mini-royal")
    head, *wagers = TEXT[: TEXT.index("\n[[interpretation]]")].split("[[wager]]\n")
    text = head + "".join(f"[[wager]]\n{one}" for one in wagers if one.split('"')[1] in kept)
    (tmp_path / "short.toml").write_text(text, encoding="utf-8")
    return str(tmp_path / "short.toml")


def test_audit_finds_no_difference(run: Command, tmp_path: Path) -> None:
    done = run("audit", shortened(tmp_path), "--dealers", "1", "--kickout", "kh-01", "--seed", "12")
    assert (done.status, done.err) == (0, "")
    out = done.out.splitlines()
    assert out[0] == "kh-01/reading-2, round/main-no-bonus, seed 12:"
    assert out[1].endswith("agree")
    assert sum("counted two ways: all agree." in line for line in out) == 1 + 3
    assert "100 rows of 2,598,960 hands of 5 cards counted two ways" in done.out


@pytest.mark.parametrize("fault", ["gain", "hands"])
def test_audit_finds_a_fault_in_the_round(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """The counts by classes are changed in one place: a draw in a gain, or a hand called by another name."""
    gains, count = Counted.gains, Counted.count

    def wrong_gains(self: Counted, rules: Rules, part: range) -> list[list[Gain]]:
        return [[gain._replace(play=gain.play + 1) for gain in row] for row in gains(self, rules, part)]

    def wrong_count(self: Counted, rules: Rules, *args: Any, **named: Any) -> Ends:
        ends = count(self, rules, *args, **named)
        ends["win"]["pair"], ends["win"]["two_pair"] = ends["win"]["two_pair"], ends["win"]["pair"]
        return ends

    if fault == "gain":
        monkeypatch.setattr(Counted, "gains", wrong_gains)
    else:
        monkeypatch.setattr(Counted, "count", wrong_count)
    done = run("audit", shortened(tmp_path), "--dealers", "1", "--kickout", "kh-01")
    assert done.status == 1
    assert done.out.count("DIFFER") == 1
    assert "everydeal: kh-01/reading-2, round/main-no-bonus:" in done.err


def test_audit_finds_a_fault_in_a_pool(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted_rows = Ricochet._counted

    def wrong(self: Ricochet, space: str, names: tuple[str, ...], *, directly: bool = False) -> Any:
        rows = counted_rows(self, space, names, directly=directly)
        if space == "pocket" and directly:
            one, other = list(rows)[:2]
            rows[one], rows[other] = rows[one] + 1, rows[other] - 1
        return rows

    monkeypatch.setattr(Ricochet, "_counted", wrong)
    done = run("audit", shortened(tmp_path), "--dealers", "0", "--kickout", "kh-01")
    assert done.status == 1
    assert "1,326 hands of 2 cards counted two ways: 2 differ" in done.out


@pytest.mark.exhaustive
def test_audit_counts_all_deals_of_two_and_five_one_by_one(run: Command) -> None:
    done = run("audit", "ricochet-poker", "--dealers", "0", "--kickout", "kh-01")
    assert done.status == 0
    assert "14 rows of 2,809,475,760 deals of five and two cards counted two ways: all agree" in done.out


def test_a_sheet_with_other_facts_of_the_two_cards_is_audited_by_what_is_told(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fields of the player's two cards are summed over, and that is said."""
    from everydeal.core import ricochet as core

    found: Counter[tuple[str, str]] = Counter()
    for (category, _), results in whole().pockets().items():
        for result, number in results.items():
            found[category, result] += number
    fake = {made: {result: found[made, result] for result in ("win", "tie", "lose")} for made in MADE}
    monkeypatch.setattr(core, "direct_pockets", lambda *_, **__: fake)  # nine seconds of counting
    text = TEXT.replace('when = "result == win"', 'when = "result == win and player.suited"')
    (tmp_path / "suited.toml").write_text(text, encoding="utf-8")
    done = run("audit", str(tmp_path / "suited.toml"), "--dealers", "0", "--kickout", "none")
    assert done.status == 0
    assert "Not audited: player.suited (space two-cards), summed over." in done.out
    fake["pair"]["win"] -= 1
    fake["pair"]["lose"] += 1
    assert run("audit", str(tmp_path / "suited.toml"), "--dealers", "0", "--kickout", "none").status == 1
