"""The command line: what users type, what they get back, and with which status."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from everydeal.errors import InternalCheckError
from tests.conftest import Command, heed_interrupts

DRAGON = "64613588827/848912750595"
TWO_PARTS = """
[[wager]]
id = "two"
title = "Two parts"
[[wager.group]]
title = "Main"
pays = [{ when = "player.wins", pays = "1 to 1" }, { when = "tie", pays = "push" }]
otherwise = "lose"
[[wager.group]]
title = "Bonus"
pays = [{ when = "player.wins and margin == 9", pays = "10 to 1" }]
otherwise = "push"
"""
EVERYDEAL = [sys.executable, "-m", "everydeal"]


def test_certify_says_first_that_the_printed_banker_line_favours_the_bettor(run: Command) -> None:
    done = run("certify", "ez-baccarat")
    assert done.status == 0
    assert done.err == ""
    first = done.out.splitlines()[3]
    assert first.startswith("- banker-line FAVOURS THE BETTOR")
    assert "8-decks: -1.2351%" in " ".join(done.out.split()[:60])


def test_certify_prints_every_part(run: Command) -> None:
    text = run("certify", "ez-baccarat", "--decks", "8").out
    for heading in ("Summary", "Certification tables: 8 decks", "First action", "Interpretations"):
        assert f"\n{heading}" in text
    for heading in ("Findings", "Assumptions", "Checks", "Identity"):
        assert f"\n{heading}\n" in text
    assert "Banker wins with a three-card 7  40 to 1    112,633,011,329,024" in text
    assert "416 x 415 x 414 x 413 x 412 x 411 =" in text
    # of six seats, seat 1 has 3/13 and the others 2/13
    assert "6            3/13      2/13      2/13      2/13      2/13      2/13" in text


def test_json_has_the_published_spine(run: Command) -> None:
    data = json.loads(run("certify", "ez-baccarat", "--json").out)
    assert data["schema"] == "everydeal/certificate/1"
    assert data["sheet"]["id"] == "ez-baccarat"
    assert [found["id"] for found in data["configurations"]] == ["4-decks", "6-decks", "8-decks"]
    wagers = {wager["id"]: wager for wager in data["configurations"][2]["wagers"]}
    assert list(wagers) == [
        "player-line",
        "banker-line",
        "banker-line-barred",
        "tie",
        "tie-8-to-1",
        "dragon-7",
        "panda-8",
    ]
    dragon = wagers["dragon-7"]
    assert dragon["total"] == "4998398275503360"
    assert dragon["house_edge"] == DRAGON
    assert [(line["pays"], line["combinations"]) for line in dragon["lines"]] == [
        ("40", "112633011329024"),
        ("-1", str(4998398275503360 - 112633011329024)),
    ]
    assert [line["pays"] for line in wagers["player-line"]["lines"]] == ["1", "0", "-1"]


def test_json_is_canonical_and_the_same_twice(run: Command) -> None:
    first = run("certify", "ez-baccarat", "--json").out
    assert first == run("certify", "ez-baccarat", "--format", "json").out
    assert first == json.dumps(json.loads(first), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_one_deck_is_1_deck(run: Command) -> None:
    data = json.loads(run("certify", "ez-baccarat", "--decks", "1", "--wager", "tie", "--json").out)
    assert [found["id"] for found in data["configurations"]] == ["1-deck"]
    assert [wager["id"] for wager in data["configurations"][0]["wagers"]] == ["tie"]


def test_decks_outside_the_list_are_said_first(run: Command) -> None:
    text = run("certify", "ez-baccarat", "--decks", "8,14", "--wager", "tie").out
    assert "- 14 decks: outside the sheet's list (4, 6, 8 decks).\n" in text
    assert "- 8 decks" not in text


def test_a_depleted_shoe_has_the_id_shoe(run: Command) -> None:
    done = run("certify", "ez-baccarat", "--shoe", "8 decks less 4d 4h 4s", "--json")
    (found,) = json.loads(done.out)["configurations"]
    assert found["id"] == "shoe"
    assert "the shoe holds 413 cards: 2 32, 3 32, 4 29, 5 32" in found["contents"]
    total = 413 * 412 * 411 * 410 * 409 * 408
    assert {wager["total"] for wager in found["wagers"]} == {str(total)}


@pytest.mark.parametrize(
    ("expectation", "status"),
    [
        (f"8-decks:dragon-7={DRAGON}", 0),
        (f"8-decks:dragon={DRAGON}", 0),  # an alias
        ("8-decks:dragon-7=129227177654/1697825501190", 0),  # not in lowest terms
        (f"dragon-7={DRAGON}", 1),  # does not hold for 4 and 6 decks
        ("8-decks:banker-line=-241149546272/19524993263685", 0),
        ("8-decks:dragon-7=64613588828/848912750595", 1),
        ("8-decks:dragon-7=0", 1),
        ("9-decks:dragon-7=0", 2),
        ("8-decks:dragon-9=0", 2),
        ("8-decks:dragon-7", 2),
        ("8-decks:dragon-7=", 2),
        ("8-decks:dragon-7=7.6113%", 2),
        ("8-decks:dragon-7=1/0", 2),
    ],
)
def test_expect(run: Command, expectation: str, status: int) -> None:
    done = run("certify", "ez-baccarat", "--expect", expectation)
    assert done.status == status
    assert (done.err == "") == (status == 0)
    assert (done.out == "") == (status == 2)
    if status == 1:
        assert "expected" in done.err
        assert "counted" in done.err


def test_expect_needs_the_wager_computed(run: Command) -> None:
    done = run("certify", "ez-baccarat", "--wager", "tie", "--expect", "dragon-7=0")
    assert done.status == 2
    assert "no wager 'dragon-7' was computed" in done.err


def test_strict_turns_findings_into_status_1(run: Command) -> None:
    assert run("certify", "ez-baccarat", "--strict").status == 1
    assert run("certify", "ez-baccarat", "--strict", "--wager", "tie").status == 0
    assert run("certify", "punto-banco", "--strict").status == 0
    assert run("check", "ez-baccarat", "--strict").status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["certify", "ez-bacarat"], "did you mean 'ez-baccarat'?"),
        (["certify", "missing.toml"], "missing.toml"),
        (["certify", "."], "cannot read the sheet '.'"),
        (["certify", "ez-baccarat", "--wager", "dragon8"], "did you mean 'dragon-7'?"),
        (["certify", "ez-baccarat", "--decks", "0"], "allowed: 1 to 27"),
        (["certify", "ez-baccarat", "--decks", "28"], "allowed: 1 to 27"),
        (["certify", "ez-baccarat", "--decks", "8.0"], "allowed: whole numbers"),
        (["certify", "ez-baccarat", "--decks", "-8"], "--decks"),
        (["certify", "ez-baccarat", "--decks", "8", "--decks", "8"], "asked for twice"),
        (["certify", "ez-baccarat", "--shoe", "8 packs"], "is no shoe"),
        (["certify", "ez-baccarat", "--shoe", "1 deck less 2xAs"], "takes out more As"),
        (["certify", "ez-baccarat", "--shoe", "cards As Ks Qs Js Ts"], "holds 5 cards"),
        (["certify", "ez-baccarat", "--shoe", "8 decks less 4x"], "'4x' is no card"),
        (["certify", "ez-baccarat", "-o", "no-such-folder/out.txt"], "no-such-folder"),
        (["certify", "ez-baccarat", "--format", "docx"], "--format"),
        (["certify"], "SHEET"),
        (["solve", "ez-baccarat", "tie", "--edge", "five"], "is no exact number"),
        (["solve", "ez-baccarat", "tie", "--edge", "1/0"], "is no exact number"),
        (["solve", "ez-baccarat", "tie", "--line", "3", "--edge", "5%"], "has no line 3"),
        (["solve", "punto-banco", "lucky-6", "--edge", "5%"], "which line?"),
        (["play", "ez-baccarat", "Ks"], "4 to 6"),
        (["play", "ez-baccarat", "Ks", "2c", "6d", "1h"], "card 4: '1h' is no card"),
        (["play", "ez-baccarat", "--decks", "1", "Ks", "Ks", "6d", "3h"], "is dealt 2 times"),
        (["play", "ez-baccarat", "Ks", "2c", "6d", "3h"], "Banker draws a third card"),
        (["frobnicate"], "frobnicate"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_is_one_message_and_status_2(run: Command, arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert words in done.err
    assert "Traceback" not in done.err
    assert done.err.strip().splitlines()[-1].startswith("everydeal")


def test_output_goes_to_a_file_whole(run: Command, tmp_path: Path) -> None:
    target = tmp_path / "report.txt"
    target.write_text("old")
    assert run("certify", "ez-baccarat", "-o", str(target)).out == ""
    assert target.read_text() == run("certify", "ez-baccarat").out
    assert [path.name for path in tmp_path.iterdir()] == ["report.txt"]


def test_csv_holds_exact_counts_as_text(run: Command) -> None:
    lines = run(
        "certify", "ez-baccarat", "--decks", "8", "--wager", "dragon-7", "--format", "csv"
    ).out.splitlines()
    assert len(lines) == 4
    assert '"112633011329024","4998398275503360"' in lines[1]
    assert lines[3].endswith(f'"-{DRAGON}","{DRAGON}"')


def test_csv_has_the_columns_that_are_documented(run: Command) -> None:
    docs = (Path(__file__).parent.parent / "docs" / "sheet.md").read_text(encoding="utf-8")
    of_csv = docs.split("\n## CSV\n")[1]
    heads = [line.split("|")[1] for line in of_csv.splitlines() if line.startswith("| `")]
    documented = [name for head in heads for name in re.findall("`([a-z_]+)`", head)]
    certified = run("certify", "ez-baccarat", "--wager", "tie", "--format", "csv").out
    assert next(csv.reader(io.StringIO(certified))) == documented
    solved = run("solve", "ez-baccarat", "tie", "--edge", "5%", "--format", "csv").out
    of_solve = of_csv.split("`solve --format csv`")[1]
    assert all(f"`{name}`" in of_solve for name in next(csv.reader(io.StringIO(solved))))


def test_markdown_has_pipe_tables_and_inert_titles(run: Command, tmp_path: Path) -> None:
    text = run("certify", "ez-baccarat", "--format", "markdown").out
    assert "| Event" in text
    assert "| **Total**" in text
    sheet = tmp_path / "hostile.toml"
    starter = run("new").out
    sheet.write_text(starter.replace('"My Baccarat"', '"<b>|`*x*`|[a](b)"'))
    title = run("certify", str(sheet), "--format", "markdown").out.splitlines()[0]
    assert title.startswith(r"# \<b\>\|\`\*x\*\`\|\[a\](b)")


def test_list_names_the_bundled_sheets(run: Command) -> None:
    names = [line.split()[0] for line in run("list").out.splitlines()]
    assert names == sorted(names)
    assert {"ez-baccarat", "punto-banco", "fortune", "emperors-challenge", "chan-chu"} <= set(names)
    assert [entry["id"] for entry in json.loads(run("list", "--json").out)] == names


def test_show_says_rules_and_wagers_in_words(run: Command) -> None:
    text = run("show", "ez-baccarat").out
    assert "Player draws a third card on 0-5." in text
    assert "40 to 1  banker.wins and banker.cards == 3 and banker.total == 7" in text
    assert "E9 [ruling]" in text
    assert run("show", "ez-baccarat", "--format", "markdown").out.startswith("# EZ Baccarat")


def test_check_lists_findings_without_counting(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "faulty.toml"
    starter = run("new").out
    sheet.write_text(starter.replace("margin in 7..8", "margin == 9 and tie"))
    done = run("check", str(sheet))
    assert done.status == 0
    assert "line 2 (by seven or eight) matches no outcome there is" in done.out
    assert run("check", str(sheet), "--strict").status == 1


@pytest.mark.parametrize("game", ["baccarat", "hand"])
def test_new_gives_a_sheet_that_certifies_and_overwrites_nothing(
    run: Command, tmp_path: Path, game: str
) -> None:
    target = tmp_path / "my-game.toml"
    assert run("new", "--game", game, "-o", str(target)).status == 0
    done = run("certify", str(target), "--strict")
    assert (done.status, done.err) == (0, "")
    again = run("new", "-o", str(target))
    assert again.status == 2
    assert "overwrites nothing" in again.err


def test_play_says_who_draws_and_what_each_wager_gets(run: Command) -> None:
    # trap T39: Player stands on 6, so Banker draws on 5
    done = run("play", "ez-baccarat", "Ks", "2c", "6d", "3h", "2h")
    assert "Player stands on 6" in done.out
    assert "Banker draws on 5, as Player stood" in done.out
    assert "Banker wins: 7 against 6." in done.out
    assert "dragon-7            Banker wins with a three-card 7  40 to 1" in done.out
    assert "banker-line-barred  Banker wins with a three-card 7  push" in done.out


def test_play_as_json(run: Command) -> None:
    # trap T40: Banker's 6 draws against a third card of 7
    data = json.loads(run("play", "ez-baccarat", "2s", "Ks", "3d", "6h", "7c", "A♠", "--json").out)
    assert data["facts"]["round"]["player.third_card"] == 7
    assert data["facts"]["round"]["banker.total"] == 7
    lines = [{"event": "Banker wins with a three-card 7", "pays": "40"}]
    assert {"id": "dragon-7", "lines": lines, "net": "40"} in data["wagers"]


def test_play_names_groups_and_what_they_come_to(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "groups.toml"
    sheet.write_text(run("new").out + TWO_PARTS.replace('"10 to 1"', '"7/2 to 1"'))
    deal = ["9s", "Ks", "Kd", "Qh"]  # 9 to 0: both parts win, 1 and 7/2
    rows = [line for line in run("play", str(sheet), *deal).out.splitlines() if line.startswith("two ")]
    assert [" ".join(row.split()) for row in rows] == [
        "two Main: player.wins 1 to 1",
        "two Bonus: player.wins and margin == 9 7/2 to 1",
        "two Net win 9/2",
    ]
    wagers = {each["id"]: each for each in json.loads(run("play", str(sheet), *deal, "--json").out)["wagers"]}
    assert wagers["two"]["net"] == "9/2"
    assert [line["group"] for line in wagers["two"]["lines"]] == ["Main", "Bonus"]
    assert [line["pays"] for line in wagers["two"]["lines"]] == ["1", "7/2"]
    sheet.write_text(run("new").out + TWO_PARTS.replace('"10 to 1"', '"?x for 1"'))
    last = run("play", str(sheet), *deal).out.splitlines()[-1]
    assert last.split() == ["two", "Net", "win", "x"]  # 1 + x - 1


def test_csv_has_a_column_of_groups(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "groups.toml"
    sheet.write_text(run("new").out + TWO_PARTS)
    out = run("certify", str(sheet), "--decks", "8", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["group"] for row in rows if row["wager"] == "two"] == ["Main"] * 3 + ["Bonus"] * 2 + [""]
    assert {row["group"] for row in rows if row["wager"] != "two"} == {""}
    # Each group closes on the total, and the returns of all of them on the last row's.
    for group in ("Main", "Bonus"):
        assert len({row["total"] for row in rows}) == 1
        counts = [int(row["combinations"]) for row in rows if row["group"] == group]
        assert sum(counts) == int(rows[0]["total"])
    of_two = [Fraction(row["return"]) for row in rows if row["wager"] == "two"]
    assert sum(of_two[:-1]) == of_two[-1] == -Fraction(rows[-1]["house_edge"])


def test_play_names_the_cards_that_are_not_used(run: Command) -> None:
    done = run("play", "ez-baccarat", "9s", "2c", "Kd", "3h", "4c")
    assert "A two-card total of 8-9 ends the round" in done.out
    assert "Not used: 4c." in done.out


def test_solve_finds_the_pay_exactly(run: Command) -> None:
    done = run("solve", "ez-baccarat", "dragon-7", "--line", "1", "--decks", "8", "--edge", "5%")
    # edge = (losses - pay * wins) / total = 1/20, so pay = (losses - total / 20) / wins
    wins, total = 112633011329024, 4998398275503360
    assert (total - wins - total // 20) % wins
    assert "3149351460869/76516991392" in done.out
    assert 3149351460869 * wins == 76516991392 * (total - wins - total // 20)
    assert "41 to 1     5.357952%            42 to 1         3.104570%" in done.out


def test_solve_of_a_whole_pay_and_of_an_unknown(run: Command, tmp_path: Path) -> None:
    whole = run("solve", "ez-baccarat", "dragon-7", "--decks", "8", "--edge", DRAGON, "--format", "csv").out
    assert whole.splitlines() == [
        '"configuration","wager","line","house_edge","pay","pay_below","house_edge_below","pay_above",'
        '"house_edge_above"',
        f'"8-decks","dragon-7","1","{DRAGON}","40","40","{DRAGON}","40","{DRAGON}"',
    ]
    sheet = tmp_path / "unknown.toml"
    sheet.write_text(run("new").out.replace('"19/20 to 1"', '"?win to 1"'))
    assert "- Unknown pays: win." in run("certify", str(sheet)).out
    # 8 decks: (lose - pay * win) / total = the edge of the 5% commission's pay
    done = run("solve", str(sheet), "banker", "--decks", "8", "--edge", "114753351728/10847218479825")
    assert "19/20" in done.out


def test_standard_input_is_a_sheet(run: Command) -> None:
    starter = run("new").out
    done = subprocess.run(
        [*EVERYDEAL, "certify", "-", "--decks", "8"],
        input=starter,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.startswith("My Baccarat")


def test_version_names_the_build(run: Command) -> None:
    done = run("--version")
    assert done.status == 0
    assert done.out.startswith("everydeal 0.1.0\nC sources ")


def test_an_internal_check_ends_in_status_3(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise InternalCheckError("the counts do not close")

    monkeypatch.setattr("everydeal.certificate.certify_sheet", broken)
    done = run("certify", "ez-baccarat")
    assert (done.status, done.out) == (3, "")
    assert done.err == "everydeal: the counts do not close\n"


def test_an_unforeseen_error_gives_no_figure_and_no_traceback(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("everydeal.certificate.certify_sheet", broken)
    done = run("certify", "ez-baccarat")
    assert (done.status, done.out) == (3, "")
    assert "internal error, no figure is given: ZeroDivisionError" in done.err


def test_an_interrupt_ends_in_status_130(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("everydeal.certificate.certify_sheet", interrupted)
    assert run("certify", "ez-baccarat").status == 130


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_real_interrupt_while_waiting_for_input() -> None:
    process = subprocess.Popen(
        [*EVERYDEAL, "certify", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_interrupts,
    )
    time.sleep(1.0)  # past the imports, into reading
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m everydeal certify ez-baccarat | head -1',
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_device_is_one_message() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*EVERYDEAL, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "everydeal: standard output: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs a name of standard output")
def test_standard_output_by_its_name_may_be_a_pipe() -> None:
    done = subprocess.run(
        [*EVERYDEAL, "new", "-o", "/dev/stdout"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "[sheet]" in done.stdout


def test_output_through_a_link_keeps_the_link(run: Command, tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    assert run("new", "-o", str(link)).status == 0
    assert link.is_symlink()
    assert target.read_text() == run("new").out


def test_the_same_bytes_in_another_locale_and_folder(tmp_path: Path) -> None:
    outputs = set()
    for environment in ({"LC_ALL": "C", "PYTHONHASHSEED": "1"}, {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"}):
        done = subprocess.run(
            [*EVERYDEAL, "certify", "punto-banco", "--json"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, **environment, "TZ": "Asia/Tokyo"},
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_help_imports_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "everydeal", "certify", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "everydeal certify ez-baccarat" in done.stdout
    for heavy in ("sympy", "tabulate", "_core", "tomllib"):
        assert heavy not in done.stderr


def test_the_readme_shows_what_is_printed(run: Command) -> None:
    printed = run("certify", "ez-baccarat").out.splitlines()
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    sample = readme.split("```text\n")[1].split("```")[0].splitlines()
    assert len(sample) > 15
    assert [line for line in sample if line not in [*printed, "..."]] == []


def test_solve_of_a_pay_for_1_is_told_to_1(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "for.toml"
    sheet.write_text(run("new").out.replace('"19/20 to 1"', '"?win for 1"'))
    # the edge of the 5% commission's pay, 19/20 to 1
    done = run("solve", str(sheet), "banker", "--decks", "8", "--edge", "114753351728/10847218479825")
    assert done.out.splitlines()[-1].split()[:4] == ["8-decks", "19/20", "0.950000", "0"]


def test_solve_keeps_the_pay_sought_apart_from_other_unknowns(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "two.toml"
    sheet.write_text(run("new").out.replace('"10 to 1"', '"?pay to 1"'))
    done = run("solve", str(sheet), "big-win", "--line", "2", "--edge", "5%")
    assert (done.status, done.out) == (2, "")
    assert "other unknown pays: ?pay in line 1; give them values, such as --set pay=3" in done.err
    valued = run("solve", str(sheet), "big-win", "--line", "2", "--edge", "5%", "--set", "pay=10", "--json")
    assert valued.status == 0
    sheet.write_text(run("new").out)
    plain = run("solve", str(sheet), "big-win", "--line", "2", "--edge", "5%", "--json")
    found, known = json.loads(valued.out), json.loads(plain.out)
    assert found.pop("values") == {"pay": "10"}
    assert known.pop("values") == {}
    assert found == known


def test_a_value_for_1_includes_the_stake(run: Command, tmp_path: Path) -> None:
    """A line of 9 for 1 and one of 8 to 1 are one, whether written so or set so."""
    sheet = tmp_path / "for.toml"
    outputs = []
    for pay, value in (("8 to 1", []), ("?y to 1", ["--set", "y=8"]), ("?y for 1", ["--set", "y=9"])):
        sheet.write_text(run("new").out.replace('"10 to 1"', f'"{pay}"'))
        done = run("solve", str(sheet), "big-win", "--line", "2", "--edge", "1/20", *value, "--format", "csv")
        outputs.append(done.out)
    assert len(outputs[0].splitlines()) > 1
    assert len(set(outputs)) == 1


def test_solve_says_which_line_is_sought(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "unknown.toml"
    sheet.write_text(run("new").out.replace('"10 to 1"', '"?pay to 1"'))
    out = run("solve", str(sheet), "big-win", "--edge", "5%", "--decks", "8").out
    assert "- Sought: what line 1 pays (by nine; now ?pay to 1).\n" in out


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        ("5", "did you mean '5%'?"),
        ("1", "did you mean '1%'?"),
        ("-7.5", "did you mean '-7.5%'?"),
        ("1/20%", "is a fraction and a percentage; allowed: 5%, 1/20, 0.05"),
        (
            "101%",
            "8-decks: not reachable: a house edge of 101/100 (101.0000%); allowed: at most 1 (100.0000%)",
        ),
        ("3/2", "8-decks: not reachable: a house edge of 3/2 (150.0000%)"),
    ],
)
def test_an_edge_that_cannot_be_meant_or_reached(run: Command, edge: str, words: str) -> None:
    done = run("solve", "ez-baccarat", "dragon-7", "--decks", "8", f"--edge={edge}")
    assert (done.status, done.out) == (2, "")
    assert words in done.err


def test_the_greatest_edge_is_of_a_line_that_loses(run: Command) -> None:
    # What Panda 8 loses without its line is all: the pay is then -1, whatever the shoe.
    done = run("solve", "ez-baccarat", "panda-8", "--edge", "100%", "--json")
    for found in json.loads(done.out)["configurations"]:
        assert (found["pay"], found["pay_below"], found["house_edge_below"]) == ("-1", "-1", "1")


@pytest.mark.parametrize("value", ["y", "y=", "=3", "y=-1", "Y=3", "y=3=4", "y=x", "y=3"])
def test_a_value_that_is_none_is_refused(run: Command, value: str) -> None:
    done = run("solve", "ez-baccarat", "dragon-7", "--edge", "5%", "--set", value)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("everydeal: ")


@pytest.mark.parametrize("option", [["--expect", "tie=1/7"], ["--strict"]])
def test_a_reader_that_goes_away_changes_no_verdict(option: list[str]) -> None:
    process = subprocess.Popen(
        [*EVERYDEAL, "certify", "ez-baccarat", *option], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 1
    assert b"expected 1/7" in err or b"findings under --strict" in err


def test_each_group_of_a_wager_has_its_own_table_and_total(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "groups.toml"
    sheet.write_text(run("new").out + TWO_PARTS)
    out = run("certify", str(sheet), "--decks", "8", "--wager", "two").out
    totals = [line for line in out.splitlines() if line.startswith("Total")]
    assert len(totals) == 2
    assert all("4,998,398,275,503,360   1.0000000000" in line for line in totals)
    assert out.index("Main:") < out.index("Bonus:")


def test_a_headline_stands_only_with_its_wagers(run: Command) -> None:
    headline = "Two Banker wagers are certified side by side"
    assert headline in " ".join(run("certify", "ez-baccarat", "--wager", "banker").out.split())
    assert headline not in " ".join(run("certify", "ez-baccarat", "--wager", "tie").out.split())


def test_a_listed_shoe_in_words_is_no_news(run: Command) -> None:
    assert "not a whole shoe" not in run("certify", "ez-baccarat", "--shoe", "8 decks").out
    assert "not a whole shoe" in " ".join(run("certify", "ez-baccarat", "--shoe", "7 decks").out.split())


@pytest.mark.parametrize(
    "shoe", ["8 decks less", "8 decks less 4d plus", "8 decks less plus 4d", "8 decks plus 0x4d"]
)
def test_a_shoe_that_breaks_off_is_refused(run: Command, shoe: str) -> None:
    done = run("certify", "ez-baccarat", "--shoe", shoe)
    assert (done.status, done.out) == (2, "")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[sheet]", "[sheets]", "there is 'sheets': did you mean 'sheet'?"),
        ('title = "My', 'titel = "My', "there is 'titel': did you mean 'title'?"),
        ("[rules.player]", "[rules.players]", "there is 'players': did you mean 'player'?"),
        ('id = "pays"', 'id = "pays"\nwagers = ["bankr"]', "no wager 'bankr'; did you mean 'banker'?"),
    ],
)
def test_near_misses_are_named(run: Command, tmp_path: Path, old: str, new: str, words: str) -> None:
    sheet = tmp_path / "near.toml"
    starter = run("new").out
    assert old in starter
    sheet.write_text(starter.replace(old, new))
    done = run("check", str(sheet))
    assert done.status == 2
    assert words in done.err
