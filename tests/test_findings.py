"""Findings: each kind on a small altered sheet, and just the right ones on the bundled sheets."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import everydeal
from everydeal.findings import UNCOUNTED, Finding, accepted, of_paytable, open_findings
from everydeal.settlement import settle_all
from everydeal.sheet.load import bundled, read
from everydeal.sheet.model import Sheet
from tests.conftest import DATA, Command

MINIMAL = (DATA / "minimal.toml").read_text(encoding="utf-8")
LINE = 'pays = [{ when = "tie", pays = "8 to 1" }]\notherwise = "lose"\n'
Short = tuple[str, str, int | None]


def sheet(lines: Iterable[tuple[str, str]], otherwise: str | None = "lose") -> Sheet:
    """The minimal sheet with other lines in its wager `tie`."""
    rows = ", ".join(f'{{ when = "{when}", pays = "{pays}" }}' for when, pays in lines)
    rest = "" if otherwise is None else f'otherwise = "{otherwise}"\n'
    assert MINIMAL.count(LINE) == 1
    return read(MINIMAL.replace(LINE, f"pays = [{rows}]\n{rest}").encode(), "altered.toml")


def short(findings: Iterable[Finding]) -> list[Short]:
    """Kind, wager and line: what programs go by. Every finding has a sentence beside."""
    found = []
    for finding in findings:
        assert finding.text.isprintable()
        assert finding.wager in finding.text
        found.append((finding.kind, finding.wager, finding.line))
    return found


def certified(altered: Sheet, shoe: str | None = None) -> list[Short]:
    return short(everydeal.certify(altered, shoe=shoe).findings)


def uncounted(altered: Sheet) -> list[Short]:
    return short(finding for one in settle_all(altered).values() for finding in of_paytable(one))


# ---- the bundled sheets ----------------------------------------------------------------------------


def test_ez_baccarat_has_a_wager_that_favours_the_bettor_and_nothing_else() -> None:
    findings = everydeal.certify("ez-baccarat").findings
    assert short(findings) == [("favours-the-bettor", "banker-line", None)]
    for configuration in ("4-decks", "6-decks", "8-decks"):
        assert configuration in findings[0].text


def test_punto_banco_has_no_findings() -> None:
    assert everydeal.certify("punto-banco").findings == ()


def test_findings_are_those_of_the_wagers_asked_for() -> None:
    assert everydeal.certify("ez-baccarat", wagers=["tie", "player"]).findings == ()
    assert len(everydeal.certify("ez-baccarat", wagers=["tie", "banker"]).findings) == 1


@pytest.mark.parametrize("name", ["ez-baccarat", "punto-banco"])
def test_the_bundled_paytables_have_no_findings_of_their_own(name: str) -> None:
    assert uncounted(everydeal.load(name)) == []


def test_the_minimal_sheet_has_no_findings() -> None:
    assert certified(read(MINIMAL.encode(), "minimal.toml")) == []


# ---- favours the bettor --------------------------------------------------------------------------


def test_a_wager_that_favours_the_bettor() -> None:
    # Banker wins more often than Player: even money with ties pushed favours who bets on it.
    even = sheet([("banker.wins", "1 to 1"), ("tie", "push")])
    assert certified(even) == [("favours-the-bettor", "tie", None)]
    assert uncounted(even) == []
    assert certified(sheet([("banker.wins", "19/20 to 1"), ("tie", "push")])) == []
    assert certified(sheet([("player.wins", "1 to 1"), ("tie", "push")])) == []


def test_an_edge_of_nothing_favours_nobody() -> None:
    # Of tens alone every round is a tie, and 1 for 1 gives the stake back.
    assert certified(sheet([("tie", "1 for 1")]), "cards 6xTs") == [("never-resolves", "tie", None)]
    assert certified(sheet([("tie", "101/100 for 1")]), "cards 6xTs") == [("favours-the-bettor", "tie", None)]


def test_a_wager_may_favour_the_bettor_in_one_shoe_only() -> None:
    altered = read(MINIMAL.encode(), "f")
    findings = everydeal.certify(altered, decks=[6, 8], shoe="cards 6xTs 2c").findings
    assert short(findings) == [("favours-the-bettor", "tie", None)]
    assert "shoe" in findings[0].text
    assert "decks" not in findings[0].text


def test_an_unknown_pay_favours_nobody_unless_the_known_ones_do() -> None:
    assert certified(sheet([("banker.wins", "1 to 2"), ("tie", "?x to 1")])) == []
    favoured = certified(sheet([("banker.wins", "1000 to 1"), ("tie", "?x to 1")]))
    assert favoured == [("favours-the-bettor", "tie", None)]


# ---- lines that cannot decide ----------------------------------------------------------------------


def test_a_line_behind_one_that_takes_all_of_it() -> None:
    altered = sheet([("tie", "8 to 1"), ("tie and player.total == 9", "5 to 1")])
    assert certified(altered) == uncounted(altered) == [("hidden-line", "tie", 2)]


def test_a_line_behind_several_that_take_all_of_it_together() -> None:
    altered = sheet([("margin in 0..3", "1 to 1"), ("margin in 4..9", "1 to 2"), ("tie", "1 to 3")], None)
    assert uncounted(altered) == [("hidden-line", "tie", 3)]
    partly = sheet([("margin in 0..3", "1 to 1"), ("margin in 4..8", "1 to 2"), ("player.wins", "1 to 3")])
    assert uncounted(partly) == []


def test_otherwise_may_have_nothing_left() -> None:
    assert uncounted(sheet([("tie", "8 to 1"), ("not tie", "push")])) == []


@pytest.mark.parametrize(
    "when",
    [
        "player.natural and player.cards == 3",  # a natural ends the round
        "player.two_card_total == 6 and player.cards == 3",  # Player stands on 6
        "margin == 9 and player.total == 5",  # whoever wins by 9 does so with 9 against 0
        "tie and margin == 1",
        "player.suited_pair and not player.pair",
        "player.pair and player.two_card_total == 7",  # twice anything is even
        # Banker stands on 4 against a third card of 1
        "banker.cards == 3 and banker.two_card_total == 4 "
        "and present(player.third_card) and player.third_card == 1",
    ],
)
def test_a_line_that_the_rules_never_let_decide(when: str) -> None:
    altered = sheet([("tie and player.total == 9", "8 to 1"), (when, "2 to 1")])
    assert certified(altered) == uncounted(altered) == [("line-never-fires", "tie", 2)]


@pytest.mark.parametrize(
    ("when", "shoe"),
    [
        # One card of each of seven ranks: no pair. Tens alone: nobody has anything.
        ("player.pair", "cards 2c 3d 4h 5s 6c 7d 8h"),
        ("player.suited_pair", "1 deck"),
        ("player.natural", "cards 4xTs 4xKs"),
    ],
)
def test_a_line_that_a_depleted_shoe_never_lets_decide(when: str, shoe: str) -> None:
    altered = sheet([("tie and player.total == 9", "8 to 1"), (when, "1 to 2")])
    assert uncounted(altered) == []
    assert certified(altered) == []
    findings = everydeal.certify(altered, decks=8, shoe=shoe).findings
    assert ("line-never-fires", "tie", 2) in short(findings)
    (silent,) = (finding for finding in findings if finding.line == 2)
    assert "8-decks" not in silent.text


def test_a_silent_line_is_found_once() -> None:
    altered = sheet(
        [("tie", "8 to 1"), ("tie and player.total == 9", "5 to 1"), ("tie and margin == 1", "1 to 1")]
    )
    assert certified(altered, "8 decks less 4d") == [
        ("hidden-line", "tie", 2),
        ("line-never-fires", "tie", 3),
    ]


def test_lines_are_counted_through_all_groups() -> None:
    groups = """
[[wager.group]]
title = "Main"
pays = [{ when = "player.wins", pays = "1 to 1" }]
otherwise = "lose"

[[wager.group]]
title = "Bonus"
pays = [{ when = "margin >= 8", pays = "1 to 1" }, { when = "margin == 9", pays = "1 to 2" }]
otherwise = "push"
"""
    altered = read(MINIMAL.replace(LINE, groups).encode(), "f")
    assert uncounted(altered) == [("hidden-line", "tie", 4)]  # 1 and `otherwise` of Main, then 3 and 4


def test_another_group_hides_nothing() -> None:
    groups = """
[[wager.group]]
title = "Main"
pays = [{ when = "tie", pays = "1 to 1" }]
otherwise = "lose"

[[wager.group]]
title = "Bonus"
pays = [{ when = "tie", pays = "2 to 1" }]
otherwise = "push"
"""
    assert uncounted(read(MINIMAL.replace(LINE, groups).encode(), "f")) == []


# ---- an earlier line that pays less ------------------------------------------------------------------


def test_an_earlier_line_that_pays_less() -> None:
    altered = sheet([("tie", "push"), ("player.natural", "2 to 1")])
    assert certified(altered) == uncounted(altered) == [("earlier-line-pays-less", "tie", None)]


@pytest.mark.parametrize(
    "lines",
    [
        [("player.natural", "2 to 1"), ("tie", "push")],  # the better one first
        [("tie", "2 to 1"), ("player.natural", "2 to 1")],  # both the same
        [("tie and not player.natural", "push"), ("player.natural", "2 to 1")],  # nothing in common
        [("tie", "?x to 1"), ("player.natural", "2 to 1")],  # who knows
        [("tie", "1 to 1"), ("player.natural", "?x to 1")],
    ],
)
def test_an_order_that_nothing_is_lost_by(lines: list[tuple[str, str]]) -> None:
    assert uncounted(sheet(lines)) == []


def test_otherwise_is_no_line_that_an_earlier_one_could_pay_less_than() -> None:
    assert uncounted(sheet([("tie", "lose")], otherwise="1 to 1")) == []


def test_a_hidden_line_that_would_have_paid_more_is_both() -> None:
    altered = sheet([("tie", "8 to 1"), ("tie and player.natural", "9 to 1")])
    assert sorted(uncounted(altered), key=str) == [
        ("earlier-line-pays-less", "tie", None),
        ("hidden-line", "tie", 2),
    ]


def test_each_earlier_line_that_pays_less_is_a_finding() -> None:
    altered = sheet([("tie", "push"), ("margin == 1", "1 to 1"), ("player.natural", "2 to 1")])
    assert uncounted(altered) == [("earlier-line-pays-less", "tie", None)] * 2


# ---- never resolves ------------------------------------------------------------------------------------


def test_a_wager_that_never_resolves() -> None:
    assert certified(sheet([("tie", "push")], otherwise="push")) == [("never-resolves", "tie", None)]
    assert certified(sheet([("tie", "1 for 1")], otherwise="0 to 1")) == [("never-resolves", "tie", None)]


def test_a_wager_may_never_resolve_in_one_shoe_only() -> None:
    # Of tens alone every round is a tie.
    altered = sheet([("tie", "push"), ("player.wins", "1 to 1")])
    assert certified(altered) == []
    assert certified(altered, "cards 6xTs") == [
        ("never-resolves", "tie", None),
        ("line-never-fires", "tie", 2),
    ]


# ---- accepted --------------------------------------------------------------------------------------------

PUSH_FIRST = 'pays = [{ when = "tie", pays = "push" }, { when = "player.natural", pays = "2 to 1" }]\n'
REASON = "The rules put the push first."


def accepting(*kinds: str, pays: str = PUSH_FIRST) -> Sheet:
    """The minimal sheet with these lines, and findings of these kinds accepted."""
    accept = ", ".join(f'{{ finding = "{kind}", reason = "{REASON}" }}' for kind in kinds)
    text = MINIMAL.replace(LINE, f'accept = [{accept}]\n{pays}otherwise = "lose"\n')
    return read(text.encode(), "accepting.toml")


def test_an_accepted_finding_has_the_reason_and_is_still_told() -> None:
    certificate = everydeal.certify(accepting("earlier-line-pays-less"))
    (finding,) = certificate.findings
    assert (finding.kind, finding.accepted) == ("earlier-line-pays-less", REASON)
    assert finding.sentence.endswith(f": 2 (player.natural, 2 to 1). Accepted: {REASON}")
    assert open_findings(certificate.findings) == []
    (data,) = certificate.to_dict()["findings"]
    assert data["accepted"] == REASON
    assert not any("pays less" in line for line in certificate.headlines)


def test_only_the_kind_that_is_named_is_accepted() -> None:
    pays = PUSH_FIRST.replace("}]", '}, { when = "tie and margin == 1", pays = "1 to 1" }]')
    found = everydeal.certify(accepting("earlier-line-pays-less", pays=pays)).findings
    assert [(f.kind, f.accepted is None) for f in found] == [
        ("line-never-fires", True),
        ("earlier-line-pays-less", False),
    ]
    assert "accepted" not in everydeal.certify("ez-baccarat").to_dict()["findings"][0]


def test_to_accept_what_is_not_found_is_a_finding() -> None:
    altered = accepting("earlier-line-pays-less", "never-resolves")
    assert [(f.kind, f.text) for f in open_findings(everydeal.certify(altered).findings)] == [
        ("nothing-to-accept", "tie: accepts never-resolves, but there is no such finding.")
    ]


def test_what_only_counting_finds_is_missed_only_where_all_is_counted() -> None:
    """Without its other shoes a sheet's finding may be absent; without counts it always is."""
    altered = accepting("earlier-line-pays-less", "hidden-line", "favours-the-bettor")
    assert [f.text.split()[2] for f in open_findings(everydeal.certify(altered).findings)] == [
        "hidden-line,",
        "favours-the-bettor,",
    ]
    assert [f.text.split()[2] for f in open_findings(everydeal.certify(altered, decks=8).findings)] == [
        "hidden-line,"
    ]
    (settled,) = settle_all(altered).values()
    uncounted_ones = accepted(of_paytable(settled), settled.wager, UNCOUNTED)
    assert [f.text.split()[2] for f in open_findings(uncounted_ones)] == ["hidden-line,"]


def test_a_wager_that_favours_the_bettor_is_a_headline_even_if_accepted() -> None:
    pays = 'pays = [{ when = "banker.wins", pays = "1 to 1" }, { when = "tie", pays = "push" }]\n'
    certificate = everydeal.certify(accepting("favours-the-bettor", pays=pays))
    assert open_findings(certificate.findings) == []
    assert "FAVOURS THE BETTOR" in certificate.headlines[0]


def test_strict_passes_over_accepted_findings_and_every_format_tells_them(
    run: Command, tmp_path: Path
) -> None:
    path = tmp_path / "sheet.toml"
    text = MINIMAL.replace(LINE, f'{PUSH_FIRST}otherwise = "lose"\n')
    path.write_text(text)
    assert run("check", str(path), "--strict").status == run("certify", str(path), "--strict").status == 1
    accept = f'accept = [{{ finding = "earlier-line-pays-less", reason = "{REASON}" }}]'
    path.write_text(text.replace('title = "Tie"', f'title = "Tie"\n{accept}'))
    done = run("check", str(path), "--strict")
    assert (done.status, done.err) == (0, "")
    assert f"Accepted: {REASON}\n" in done.out
    assert done.out.endswith("findings without counting: 1, 1 of them accepted.\n")
    for form in ("text", "markdown", "html", "latex", "json"):
        done = run("certify", str(path), "--strict", "--format", form)
        assert (done.status, done.err) == (0, "")
        assert REASON in " ".join(done.out.split())


@pytest.mark.parametrize("name", bundled())
def test_bundled_sheets_accept_what_their_paytables_show(name: str) -> None:
    settled = settle_all(everydeal.load(name)).values()
    found = [finding for one in settled for finding in accepted(of_paytable(one), one.wager, UNCOUNTED)]
    assert open_findings(found) == []
    pushes_first = name in {"dealer-open-pai-gow", "face-up-pai-gow", "ez-pai-gow", "commission-free-pai-gow"}
    assert len(found) == pushes_first


# ---- of house ways ---------------------------------------------------------------------------------

SET_HAND = """
[sheet]
id = "set"
title = "A set hand"
game = "hand"
version = 1
{accept}
[rules]
cards = 7
joker = true
house_way = "dealer-open"

[[wager]]
id = "front-pair"
title = "A pair in front"
pays = [{{ when = "front.hand == pair", pays = "1 to 1" }}]
otherwise = "lose"
"""


def set_hand(accept: str = "") -> Sheet:
    return read(SET_HAND.format(accept=accept).encode(), "f")


def test_what_a_house_way_does_is_found() -> None:
    # The 9,360 flushes of two pair that dealer-open sets worse than it could: the rules' own figure.
    certificate = everydeal.certify(set_hand())
    (finding,) = certificate.findings
    assert (finding.kind, finding.house_way, finding.accepted) == ("dominated-setting", "dealer-open", None)
    assert "9,360 hands" in finding.text
    (data,) = certificate.to_dict()["findings"]
    assert data["house_way"] == "dealer-open"
    assert "wager" not in data


def test_a_sheet_accepts_what_a_house_way_does() -> None:
    reason = '{ finding = "dominated-setting", reason = "As the document prints it." }'
    (finding,) = everydeal.certify(set_hand(f"accept = [{reason}]")).findings
    assert finding.accepted == "As the document prints it."
    assert open_findings([finding]) == []
    never = '{ finding = "clause-never-fires", reason = "Nothing." }'
    found = everydeal.certify(set_hand(f"accept = [{never}]")).findings
    assert [each.kind for each in found] == ["dominated-setting", "nothing-to-accept"]
