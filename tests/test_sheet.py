"""Sheets: what a malformed one is told, and what a good one becomes."""

import io
import re
import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import everydeal
from everydeal.errors import InputError, SheetError
from everydeal.settlement import settle_all
from everydeal.sheet.files import MAX_BYTES
from everydeal.sheet.load import MAX_LINES, MAX_WAGERS, bundled, load, read
from everydeal.sheet.model import OTHERWISE, Sheet
from everydeal.sheet.pays import PUSH
from everydeal.sheet.source import Source
from tests.conftest import DATA

MINIMAL = (DATA / "minimal.toml").read_text(encoding="utf-8")
CASES: list[dict[str, Any]] = tomllib.loads((DATA / "bad-sheets.toml").read_text(encoding="utf-8"))["case"]


def changed(*changes: tuple[str, str]) -> str:
    """The minimal sheet with each old text, which stands there once, replaced by the new one."""
    text = MINIMAL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def refusal(sheet: str | bytes) -> str:
    """The message that a sheet is refused with, behind the file's name."""
    content = sheet.encode() if isinstance(sheet, str) else sheet
    with pytest.raises(SheetError) as caught:
        read(content, "the-file.toml")
    return checked_message(caught.value)


def checked_message(error: SheetError) -> str:
    assert isinstance(error, InputError)
    message = str(error)
    assert message.startswith("the-file.toml: ")
    assert message.isprintable()  # so on one line, and nothing moves the cursor
    assert len(message) < 1000
    return message.removeprefix("the-file.toml: ")


def read_or_refused(sheet: str) -> Sheet | str:
    try:
        return read(sheet.encode(), "the-file.toml")
    except SheetError as error:
        return checked_message(error)


# ---- malformed sheets ----------------------------------------------------------------------------


def test_there_are_many_cases_and_no_two_have_one_name() -> None:
    assert len(CASES) >= 60
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert {key for case in CASES for key in case} == {
        "name", "replace", "append", "sheet", "expect", "settled"
    }  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_malformed_sheet_is_told_the_place_the_value_and_what_is_allowed(case: dict[str, Any]) -> None:
    if "sheet" in case:
        text = case["sheet"]
    elif "append" in case:
        text = f"{MINIMAL}\n{case['append']}"
    else:
        old, new = case["replace"]
        text = changed((old, new))
    if case.get("settled"):
        sheet = read(text.encode(), "the-file.toml")
        with pytest.raises(SheetError) as caught:
            settle_all(sheet)
        message = checked_message(caught.value)
    else:
        message = refusal(text)
    assert re.match(case["expect"], message)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff" + MINIMAL.encode(), "byte 1 is not UTF-8 text"),
        (MINIMAL.encode() + b"# \xc3", f"byte {len(MINIMAL.encode()) + 3} is not UTF-8 text"),
        (MINIMAL.encode("utf-16"), "byte 1 is not UTF-8 text"),
        (b'title = "\xed\xa0\x80"', "byte 10 is not UTF-8 text"),  # half of a surrogate pair
        (MINIMAL.encode("utf-8-sig"), "begins with a byte-order mark"),
        (b"\0" * 100, "not TOML: "),
        (b"\x7fELF\x02\x01\x01", "not TOML: "),
        (MINIMAL.encode().ljust(MAX_BYTES + 1), f"larger than {MAX_BYTES} bytes"),
        (b"[" * MAX_BYTES, "not TOML|nested too deep"),
        (b"a = " + b"[" * 100_000, "nested too deep"),
        (b"a = " + b"{a = " * 50_000, "nested too deep"),
    ],
    ids=[
        "ff", "cut short", "utf-16", "surrogate", "mark", "nulls", "program", "large", "tables", "arrays",
        "inline",
    ],
)  # fmt: skip
def test_a_file_that_is_no_sheet(content: bytes, words: str) -> None:
    assert re.match(words, refusal(content))


def test_a_file_may_be_so_large_and_no_larger() -> None:
    assert read(MINIMAL.encode().ljust(MAX_BYTES), "f").id == "minimal"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version = 1", "version = {}"),
        ("decks = [8]", "decks = [{}]"),
        ("decks = [8]", "decks = {}"),
        ('draws = "0-5"\n\n[rules.banker_if_player_stood]', "draws = {}\n\n[rules.banker_if_player_stood]"),
        ('title = "Tie"', "title = {}"),
        ('pays = "8 to 1"', "pays = {}"),
        ('otherwise = "lose"', "otherwise = [{}]"),
        ('title = "Tie"', 'title = "Tie"\nunit = "to 1"\nclause = [[{}]]'),
    ],
)
def test_a_number_of_thousands_of_digits_is_refused(old: str, new: str) -> None:
    # Python prints no integer beyond 4,300 digits, and TOML's hexadecimal ones have no such limit.
    message = refusal(changed((old, new.format("0x" + "f" * 5000))))
    assert "allowed: " in message or "no unit" in message
    refusal(changed((old, new.format("9" * 5000))))


@pytest.mark.parametrize("place", ["sheet.title", "rules.naturals.totals", "rules.decks"])
def test_a_deep_table_where_there_should_be_none_is_refused(place: str) -> None:
    # Dotted keys nest without brackets; a little below the depth at which the file is refused.
    head, _, key = place.rpartition(".")
    text = re.sub(rf"(?m)^{key} = .*\n", "", MINIMAL, count=1).replace(
        f"[{head}]\n", f"[{head}]\n{key}{'.a' * 30} = 1\n", 1
    )
    assert f"{place}: " in refusal(text)
    assert re.fullmatch(
        r"line \d+: nested too deep, more than 400 dots", refusal(text.replace(".a", ".a" * 100))
    )


def test_a_sheet_has_at_most_so_many_wagers() -> None:
    head, wager = MINIMAL[: MINIMAL.index("[[wager]]")], MINIMAL[MINIMAL.index("[[wager]]") :]
    wagers = [wager.replace('id = "tie"', f'id = "tie-{number}"') for number in range(MAX_WAGERS + 1)]
    assert len(read((head + "".join(wagers[1:])).encode(), "f").wagers) == MAX_WAGERS
    message = refusal(head + "".join(wagers))
    assert message == f"wager: {MAX_WAGERS + 1} wagers; allowed: at most {MAX_WAGERS}"


def test_a_wager_has_at_most_so_many_lines() -> None:
    def with_lines(number: int) -> str:
        return changed(('pays = [{ when = "tie", pays = "8 to 1" }]', f"pays = [{line * number}]"))

    line = '{ when = "tie", pays = "8 to 1" },'
    assert len(read(with_lines(MAX_LINES).encode(), "f").wagers[0].lines) == MAX_LINES + 1
    message = refusal(with_lines(MAX_LINES + 1))
    assert message == f"wager[1].pays: {MAX_LINES + 1} lines; allowed: at most {MAX_LINES}"


def keys_of_minimal() -> Iterator[tuple[int, str, str]]:
    """The number of each line `key = value` of the minimal sheet, its key and its dotted place."""
    table = ""
    for number, line in enumerate(MINIMAL.splitlines()):
        if line.startswith("["):
            table = line.strip("[]").replace("wager", "wager[1]")
        elif " = " in line:
            key = line.partition(" = ")[0]
            yield number, key, f"{table}.{key}"


@pytest.mark.parametrize(("number", "key", "place"), list(keys_of_minimal()), ids=str)
def test_every_key_of_the_minimal_sheet_is_needed_and_checked(number: int, key: str, place: str) -> None:
    lines = MINIMAL.splitlines()
    before, after = lines[:number], lines[number + 1 :]
    if key != "otherwise":  # without it some outcomes are not covered: found later
        assert refusal("\n".join(before + after)).startswith(f"{place}: missing; allowed: ")
        misspelt = lines[number].replace(key, f"{key}x", 1)
        assert refusal("\n".join([*before, misspelt, *after])).startswith(f"{place}: missing; allowed: ")
    beside = refusal("\n".join([*before, lines[number], f"{key}_ = 1", *after]))
    assert beside.startswith(
        f"{place.rpartition('.')[0]}: unknown key '{key}_'; did you mean '{key}'? Allowed"
    )
    # No value but a right one is taken, and the message says where it stands.
    for value in (
        "-1", "1.5", "nan", "true", '""', "'\t'", r'"\u0000"', r'"\u2028"', "[]", "[[]]", "[{}]", "{}",
        "{ a = 1 }", "2026-05-01", "2026-05-01T08:00:00Z", "08:00:00", "0x" + "f" * 100,
        '"' + "-" * 3000 + '"',
    ):  # fmt: skip
        message = refusal("\n".join([*before, f"{key} = {value}", *after]))
        assert message.startswith((f"{place}: ", f"{place}[1]"))
        assert "allowed: " in message or "has no unit: write " in message


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(MINIMAL)),
    st.integers(0, 12),
    st.text(max_size=8)
    | st.sampled_from(["[", "]", "[[a]]", "{", '"', "'''", "\n", "= 1", ".", "#", "\\u0000", "1e9"]),
)
def test_a_sheet_with_a_random_change_is_read_or_refused(at: int, cut: int, put: str) -> None:
    found = read_or_refused(MINIMAL[:at] + put + MINIMAL[at + cut :])
    if isinstance(found, Sheet):
        assert found.title.isprintable()
        assert found.wagers


@settings(max_examples=100, deadline=None)
@given(st.binary() | st.text().map(str.encode))
def test_random_bytes_are_refused(content: bytes) -> None:
    refusal(content)


# ---- good sheets -----------------------------------------------------------------------------------


def test_the_minimal_sheet_is_read() -> None:
    sheet = read(MINIMAL.encode(), "minimal.toml")
    assert (sheet.id, sheet.title, sheet.version, sheet.game.name) == ("minimal", "Minimal", "1", "baccarat")
    assert (sheet.source, sheet.interpretations) == (None, ())
    assert (sheet.file, sheet.sha256) == ("minimal.toml", sha256(MINIMAL.encode()).hexdigest())
    (wager,) = sheet.wagers
    assert (wager.id, wager.title, wager.aliases, wager.clause, wager.space) == (
        "tie", "Tie", (), None, "round"
    )  # fmt: skip
    line, otherwise = wager.lines
    assert (line.title, line.pay.net, line.pay.words) == ("tie", Fraction(8), "8 to 1")
    assert (otherwise.title, otherwise.event, otherwise.pay.net) == (OTHERWISE, None, Fraction(-1))
    assert wager.fields == {"tie"}
    assert set(settle_all(sheet)) == {"tie"}


FULL = changed(
    (
        "version = 1",
        """version = " 2026-05  b"

[sheet.source]
title = "Rules of  play"
revision = "of May"
sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"""",
    ),
    (
        'title = "Tie"\npays = [{ when = "tie", pays = "8 to 1" }]\notherwise = "lose"\n',
        '''title = "Egalit\u00e9"
aliases = ["t", "Tie 9"]
clause = "3 (a)"
space = "round"
unit = "for 1"
pays = [
    { event = "Naturals tie", when = "tie and  player.natural", pays = 10 },
    { when = """tie
        and not player.natural""", pays = "?x" },
    { event = "Player wins", when = "player.wins", pays = "1/2 to 1" },
]
otherwise = "0"

[[wager]]
id = "parts"
title = "In parts"
unit = "to 1"

[[wager.group]]
title = "Main"
pays = [{ when = "player.wins", pays = 1 }, { when = "tie", pays = "push" }]
otherwise = "lose"

[[wager.group]]
title = "Bonus"
pays = [{ when = "margin == 9", pays = "30 for 1" }]
otherwise = "push"

[[interpretation]]
id = "E1"
kind = "ruling"
title = "ties"
headline = "Ties pay."
text = """
A tie
pays."""

[[interpretation]]
id = "E2"
kind = "lost"
text = "The rest."
''',
    ),
)


def test_a_full_sheet_is_read_to_the_letter() -> None:
    sheet = read(FULL.encode(), "full.toml")
    assert sheet.version == "2026-05 b"
    assert sheet.source == Source("Rules of play", "of May", sha256(b"abc").hexdigest())
    tie, parts = sheet.wagers
    assert (tie.title, tie.aliases, tie.clause) == ("Egalit\u00e9", ("t", "Tie 9"), "3 (a)")
    assert [(group.title, len(group.lines)) for group in tie.groups] == [(None, 4)]
    assert [line.title for line in tie.lines] == [
        "Naturals tie", "tie and not player.natural", "Player wins", OTHERWISE
    ]  # fmt: skip
    assert [line.event.text if line.event else None for line in tie.lines] == [
        "tie and player.natural", "tie and not player.natural", "player.wins", None
    ]  # fmt: skip
    # The unit is for bare numbers alone: 10 for 1 is 9 on top of the stake, 0 for 1 a loss.
    assert [(line.pay.net, line.pay.unknown, line.pay.words) for line in tie.lines] == [
        (Fraction(9), None, "10 for 1"),
        (Fraction(-1), "x", "?x for 1"),
        (Fraction(1, 2), None, "1/2 to 1"),
        (Fraction(-1), None, "0 for 1"),
    ]
    assert tie.fields == {"tie", "player.natural", "player.wins"}
    assert [(group.title, len(group.lines)) for group in parts.groups] == [("Main", 3), ("Bonus", 2)]
    assert [line.pay.net for line in parts.lines] == [1, 0, -1, 29, 0]
    assert parts.lines[4].pay == PUSH
    assert (parts.aliases, parts.clause) == ((), None)
    assert [(one.id, one.kind, one.title, one.headline, one.text) for one in sheet.interpretations] == [
        ("E1", "ruling", "ties", "Ties pay.", "A tie pays."),
        ("E2", "lost", None, None, "The rest."),
    ]
    settle_all(sheet)


def test_a_wager_has_its_id_and_its_aliases_as_names() -> None:
    sheet = read(FULL.encode(), "full.toml")
    assert [sheet.wager(name).id for name in ("tie", "t", "Tie 9", "parts")] == ["tie", "tie", "tie", "parts"]
    assert [wager.id for wager in sheet.chosen([])] == ["tie", "parts"]
    assert [wager.id for wager in sheet.chosen(["parts", "t", "tie"])] == ["tie", "parts"]
    with pytest.raises(
        InputError, match=r"minimal has no wager 'prats'; did you mean 'parts'\? Allowed: tie, parts"
    ):
        sheet.wager("prats")
    with pytest.raises(InputError, match="minimal has no wager ''; allowed: tie, parts"):
        sheet.chosen(["tie", ""])


@pytest.mark.parametrize(
    ("value", "version"), [("0", "0"), ("1_000", "1000"), ('"1.2"', "1.2"), ("'v 1'", "v 1")]
)
def test_a_version_is_an_integer_or_a_string(value: str, version: str) -> None:
    assert read(changed(("version = 1", f"version = {value}")).encode(), "f").version == version


@pytest.mark.parametrize("draws", ["0-5", "5,4,3,2,1,0", " 0 - 2 , 3-5 ", "0-0, 1-5", "00-05"])
def test_a_set_of_numbers_may_be_written_in_several_ways(draws: str) -> None:
    table = '[rules.player]\ndraws = "{}"'
    plain = read(MINIMAL.encode(), "f").game
    assert read(changed((table.format("0-5"), table.format(draws))).encode(), "f").game == plain


def test_other_rules_make_another_game() -> None:
    table = '[rules.player]\ndraws = "{}"'
    plain = read(MINIMAL.encode(), "f").game
    for draws in ("0-4", "none", "0-5, 7"):
        assert read(changed((table.format("0-5"), table.format(draws))).encode(), "f").game != plain


def test_other_naturals_ask_for_other_rows() -> None:
    no_naturals = changed(('totals = "8-9"', 'totals = "none"'))
    assert refusal(no_naturals).startswith("rules.banker_if_player_drew.8: missing")
    settle_all(read(no_naturals.replace('7 = "none"', '7 = "none"\n8 = "none"\n9 = "none"').encode(), "f"))
    settle_all(
        read(changed(('totals = "8-9"', 'totals = "7-9"'), ('7 = "none"\n', "")).encode(), "f")
    )  # the Banker's 7 has no row any more


# ---- by name, by path, from standard input -----------------------------------------------------------


def test_bundled_sheets_are_read_by_id() -> None:
    assert list(bundled()) == sorted(bundled())
    assert {"ez-baccarat", "punto-banco", "fortune", "chan-chu"} <= set(bundled())
    for name, entry in bundled().items():
        sheet = load(name)
        assert sheet.id == name
        assert sheet.sha256 == sha256(entry.read_bytes()).hexdigest()
        assert sheet.file == f"{name} (bundled)"
        assert set(settle_all(sheet)) == {wager.id for wager in sheet.wagers}
        assert everydeal.load(name) == sheet


def test_a_sheet_is_read_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINIMAL, encoding="utf-8")
    assert load(path) == load(str(path)) == read(MINIMAL.encode(), str(path))
    monkeypatch.chdir(tmp_path)
    assert load("mine.toml").file == "mine.toml"
    assert load(Path("mine.toml")).id == "minimal"
    path.rename("mine")  # any name will do if there is such a file
    assert load("mine").id == "minimal"


def test_a_bundled_id_goes_before_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ez-baccarat").write_text(MINIMAL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load("ez-baccarat").id == "ez-baccarat"
    assert load("./ez-baccarat").id == "minimal"


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MINIMAL.encode())))
    assert load("-") == read(MINIMAL.encode(), "<stdin>")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(SheetError, match=r"^<stdin>: sheet: missing"):
        load("-")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ez-bacarat", r"'ez-bacarat'; did you mean 'ez-baccarat'\? Allowed: .*ez-baccarat, .*punto-banco"),
        ("punto_banco", r"'punto_banco'; did you mean 'punto-banco'\?"),
        ("poker", "'poker'; allowed: .*ez-baccarat, .*punto-banco"),
        ("a\nb", r"'a\\nb'; allowed: .*ez-baccarat"),
        ("a\0b", r"'a\\x00b'; allowed: .*ez-baccarat"),
    ],
)
def test_a_name_that_is_none_is_told_the_nearest(name: str, words: str) -> None:
    with pytest.raises(InputError, match="there is no bundled sheet and no file " + words) as caught:
        load(name)
    assert not isinstance(caught.value, SheetError)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.toml", "No such file"),
        ("missing/sheet", "No such file"),
        ("folder", "Is a directory"),
        ("folder/", "Is a directory"),
        (".", "Is a directory"),
        ("", "Is a directory|no bundled sheet"),
        ("file/sheet.toml", "Not a directory"),
        ("missing\n.toml", "No such file"),
        ("a\0b.toml", "null byte"),
        ("a" * 300, "too long|no bundled sheet"),
        ("a" * 300 + ".toml", "too long|no bundled sheet"),
    ],
)
def test_a_file_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=reason) as caught:
        load(name)
    assert not isinstance(caught.value, SheetError)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_a_malformed_file_is_named_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.toml").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SheetError, match=r"^bad\.toml: sheet: missing"):
        load("bad.toml")
    with pytest.raises(SheetError, match=r"^\./bad\.toml: sheet: missing"):
        load("./bad.toml")


def test_a_file_name_does_not_break_the_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad\n\x1b[31m.toml").write_bytes(b"")
    with pytest.raises(SheetError, match="sheet: missing") as caught:
        load("bad\n\x1b[31m.toml")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("key", ["a", '"a"', "a ", "a.b-c"])
def test_a_key_of_many_dots_is_refused_at_once(key: str) -> None:
    assert "line 1: nested too deep" in refusal(".".join([key] * 20_000) + " = 1\n")


@pytest.mark.parametrize("alias", ["a:b", "x=1"])
def test_an_alias_must_be_usable_in_an_expectation(alias: str) -> None:
    sheet = (DATA / "minimal.toml").read_text(encoding="utf-8")
    assert "without `:` and `=`" in refusal(
        sheet.replace('title = "Tie"', f'title = "Tie"\naliases = ["{alias}"]')
    )
