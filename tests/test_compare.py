"""Sheets and certificates side by side: exact differences, and certificates of anybody refused in words."""

import csv
import io
import json
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import everydeal
from everydeal.cli import common
from everydeal.errors import InputError
from everydeal.read_certificate import MAX_BYTES, MAX_VALUES, house_edges
from tests.conftest import DATA, Command
from tests.test_formats import HOSTILE, UNPRINTABLE, Parsed

MINIMAL = (DATA / "minimal.toml").read_text(encoding="utf-8")
# Player of punto banco is the player line of EZ Baccarat: only the names differ.
EZ = {("dragon-7", 8): "64613588827/848912750595", ("panda-8", 8): "153010345753/1501922558745"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Command) -> None:
    """Where a certificate of EZ Baccarat is and two editions of a small sheet, a wager more in the second."""
    monkeypatch.chdir(tmp_path)
    Path("one.toml").write_text(MINIMAL)
    more = '\n[[wager]]\nid = "natural"\ntitle = "N"\npays = [{ when = "player.natural", pays = "1 to 1" }]\n'
    nine = MINIMAL.replace('"8 to 1"', '"9 to 1"').replace("decks = [8]", "decks = [6, 8]")
    Path("two.toml").write_text(f'{nine}{more}otherwise = "lose"\n')
    assert run("certify", "ez-baccarat", "--json", "-o", "ez.json").status == 0
    assert run("certify", "one.toml", "--json", "-o", "one.json").status == 0


def rows_of(run: Command, *arguments: str) -> list[dict[str, Any]]:
    done = run("compare", *arguments, "--json")
    assert (done.status, done.err) == (0, "")
    found: list[dict[str, Any]] = json.loads(done.out)["rows"]
    return found


@pytest.mark.usefixtures("folder")
def test_the_difference_is_exact_and_by_configuration(run: Command) -> None:
    # Nine to one instead of eight: the edge is less by the chance of a tie.
    rows = rows_of(run, "one.json", "two.toml", "--wager", "tie")
    tie = Fraction(everydeal.certify("one.toml")["8-decks"]["tie"].lines[0].combinations, 4998398275503360)
    assert [(row["of"], row["configuration"], row["against_configuration"]) for row in rows] == [
        ("1", "8-decks", None),
        ("2", "6-decks", "8-decks"),
        ("2", "8-decks", "8-decks"),
    ]
    first, six, eight = rows
    assert first["difference"] is None
    assert Fraction(eight["difference"]) == -tie
    assert eight["difference_decimal"] == "-0.0951559680"  # 475,627,426,473,216 of 4,998,398,275,503,360
    priced = everydeal.certify("two.toml")
    for row, decks in ((six, "6-decks"), (eight, "8-decks")):
        edge = priced[decks]["tie"].house_edge
        assert row["house_edge"] == str(edge)
        assert Fraction(row["difference"]) == Fraction(str(edge)) - Fraction(first["house_edge"])


@pytest.mark.usefixtures("folder")
def test_a_certificate_and_its_sheet_are_the_same(run: Command) -> None:
    rows = rows_of(run, "ez.json", "ez-baccarat")
    assert len(rows) == 2 * 3 * 7
    for row in rows:
        if row["of"] == "2":
            assert (row["difference"], row["difference_decimal"]) == ("0", "0.0000000000")
            assert row["against_configuration"] == row["configuration"]
        elif row["configuration"] == "4-decks":
            assert row["against"] is None
        else:
            assert (row["against"], row["against_configuration"]) == ("1", "4-decks")
        decks = int(row["configuration"][0])
        if (row["wager"], decks) in EZ:
            assert row["house_edge"] == EZ[row["wager"], decks]
    data = json.loads(run("compare", "ez.json", "ez-baccarat", "--json").out)
    assert [item["kind"] for item in data["compared"]] == ["certificate", "sheet"]
    assert len({item["figures_digest"] for item in data["compared"]}) == 1


@pytest.mark.usefixtures("folder")
def test_a_wager_that_one_has_not_is_said(run: Command) -> None:
    rows = rows_of(run, "one.toml", "two.toml", "--decks", "8")
    assert [(row["wager"], row["of"], row["house_edge"] is None) for row in rows] == [
        ("tie", "1", False),
        ("tie", "2", False),
        ("natural", "1", True),
        ("natural", "2", False),
    ]
    assert rows[3]["difference"] is None
    text = run("compare", "one.toml", "two.toml", "--decks", "8").out
    assert [line.split() for line in text.splitlines() if "no such" in line] == [
        ["natural", "1", "no", "such", "wager"]
    ]


@pytest.mark.usefixtures("folder")
def test_wagers_are_named_by_id_or_alias(run: Command) -> None:
    rows = rows_of(run, "ez.json", "ez-baccarat", "--wager", "dragon", "--wager", "panda-8", "--decks", "8")
    assert {row["wager"] for row in rows} == {"dragon-7", "panda-8"}
    assert len(rows) == 2 * (3 + 1)
    done = run("compare", "ez.json", "one.json", "--wager", "dragon-8")
    assert (done.status, done.out) == (2, "")
    assert (
        "no wager 'dragon-8' in what is compared; did you mean 'dragon-7'? Allowed: player-line" in done.err
    )


@pytest.mark.usefixtures("folder")
def test_one_sheet_is_compared_as_before(run: Command) -> None:
    data = json.loads(run("compare", "two.toml", "--json").out)
    assert (data["wager"], [row["id"] for row in data["configurations"]]) == ("tie", ["6-decks", "8-decks"])
    assert json.loads(run("compare", "two.toml", "--wager", "natural", "--json").out)["wager"] == "natural"
    done = run("compare", "two.toml", "--wager", "natural", "--wager", "tie")
    assert (done.status, done.out) == (2, "")
    assert "--wager is given more than once; allowed with one sheet: once" in done.err


@pytest.mark.usefixtures("folder")
def test_one_certificate_is_compared_in_its_configurations(run: Command) -> None:
    rows = rows_of(run, "ez.json", "--wager", "tie")
    assert [row["against_configuration"] for row in rows] == [None, "4-decks", "4-decks"]


@pytest.mark.usefixtures("folder")
def test_a_wager_that_favours_the_bettor_comes_first(run: Command) -> None:
    text = run("compare", "ez.json", "one.toml").out
    assert text.splitlines()[3] == "- banker-line FAVOURS THE BETTOR: 1 4-decks, 1 6-decks, 1 8-decks."
    assert "`everydeal verify` checks them" in text
    assert "FAVOURS" not in run("compare", "ez.json", "one.toml", "--wager", "tie").out


@pytest.mark.usefixtures("folder")
def test_unknown_pays_are_compared_only_with_the_same(run: Command) -> None:
    unknown = MINIMAL.replace('"8 to 1"', '"?x to 1"')
    Path("x.toml").write_text(unknown)
    Path("y.toml").write_text(unknown.replace("?x", "?y"))
    assert run("certify", "x.toml", "--json", "-o", "x.json").status == 0
    rows = rows_of(run, "x.json", "x.toml", "y.toml", "one.toml")
    assert [row["difference"] for row in rows] == [None, "0", None, None]
    assert [row["house_edge_decimal"] is None for row in rows] == [True, True, True, False]
    text = run("compare", "x.json", "y.toml").out
    assert "in x" in text
    assert "in y" in text
    assert "unknown" in text


@pytest.mark.usefixtures("folder")
def test_csv_has_all_of_it(run: Command) -> None:
    rows = rows_of(run, "ez.json", "two.toml")
    done = run("compare", "ez.json", "two.toml", "--format", "csv")
    found = list(csv.DictReader(io.StringIO(done.out)))
    assert found == [{key: value or "" for key, value in row.items()} for row in rows]


@pytest.mark.usefixtures("folder")
def test_standard_input_and_what_is_read(run: Command) -> None:
    for file, decks in (("one.json", []), ("one.toml", ["--decks", "8"])):
        command = [sys.executable, "-m", "everydeal", "compare", "ez-baccarat", "-", "--wager", "tie", *decks]
        with Path(file).open("rb") as stream:
            piped = subprocess.run(command, stdin=stream, capture_output=True, check=True).stdout
        assert piped.count(b"\ntie ") == (2 if decks else 4)
    assert "standard input is named twice" in run("compare", "-", "-").err
    before = Path("one.json").read_bytes()
    done = run("compare", "ez-baccarat", "one.json", "-o", "one.json")
    assert (done.status, done.out) == (2, "")
    assert "this command reads it" in done.err
    assert Path("one.json").read_bytes() == before
    done = run("compare", "one.json", "ez.json", "--decks", "8")
    assert done.err.startswith("everydeal: --decks: only certificates are compared, which are as they are")
    assert "no bundled sheet and no file 'nothing'" in run("compare", "ez-baccarat", "nothing").err
    assert "No such file" in run("compare", "ez-baccarat", "no/nothing.json").err


# ---- certificates of anybody ---------------------------------------------------------------------------


def small(**changes: Any) -> dict[str, Any]:
    """The least that is read of a certificate."""
    wager = {"id": "tie", "title": "Tie", "house_edge": "1/7"}
    return {
        "schema": "everydeal/certificate/1",
        "sheet": {"id": "s", "title": "S", "version": "1"},
        "configurations": [{"id": "c", "wagers": [wager]}],
        "figures_digest": "0" * 64,
        **changes,
    }


def of_wager(**changes: Any) -> dict[str, Any]:
    data = small()
    data["configurations"][0]["wagers"][0].update(changes)
    return data


def test_the_least_certificate_is_read() -> None:
    found = house_edges(json.dumps(small()).encode(), "f")
    assert found.configurations["c"]["tie"].value == Fraction(1, 7)
    assert (
        house_edges(json.dumps(of_wager(house_edge="-2/14")).encode(), "f").configurations["c"]["tie"].exact
        == "-1/7"
    )


@pytest.mark.usefixtures("folder")
def test_an_estimate_has_no_exact_figure(run: Command) -> None:
    """A wager without `house_edge` has its figure elsewhere, where no exact reader takes it for one."""
    data = small()
    del data["configurations"][0]["wagers"][0]["house_edge"]
    Path("estimate.json").write_text(json.dumps(data))
    rows = rows_of(run, "one.json", "estimate.json")
    assert (rows[1]["house_edge"], rows[1]["difference"]) == (None, None)
    assert "not exact" in run("compare", "one.json", "estimate.json").out


WRONG: list[tuple[str, bytes | dict[str, Any], str]] = [
    ("empty", b"", "not JSON: "),
    ("words", b"{words}", "not JSON: "),
    ("torn", json.dumps(small()).encode()[:-9], "not JSON: "),
    ("two", json.dumps(small()).encode() * 2, "not JSON: "),
    ("not UTF-8", b'{"a": "\xff"}', "byte 8 is not UTF-8 text"),
    ("a list", b"[1]", "a certificate, which is an object"),
    ("no object", b"null", "None: allowed: a certificate"),
    ("a control character", b'{"a": "\x1b"}', "not JSON: "),
    ("deep lists", b"[" * 100_000, "nested too deep; allowed: a certificate"),
    ("deep objects", b'{"a":' * 100_000, "nested too deep; allowed: a certificate"),
    ("a key twice", b'{"a": 1, "a": 2}', "the key 'a' stands there twice"),
    ("a key twice deep", b'{"a": [{"b": 1, "\\u0062": 2}]}', "the key 'b' stands there twice"),
    ("NaN", b'{"a": NaN}', "the number 'NaN': allowed: whole numbers"),
    ("infinity", b'{"a": -Infinity}', "the number '-Infinity': allowed"),
    ("a float", b'{"a": 0.5}', "the number '0.5': allowed"),
    ("a power", b'{"a": 1e999999999}', "the number '1e999999999': allowed"),
    ("2^53", b'{"a": 9007199254740993}', "the number '9007199254740993': allowed: below 2^53"),
    ("many digits", b'{"a": ' + b"9" * 1_000_000 + b"}", "allowed: below 2^53"),
    ("nothing", {}, "schema: missing; allowed: a certificate"),
    ("another schema", small(schema="everydeal/certificate/2"), "schema: 'everydeal/certificate/2': allowed"),
    ("no text", small(schema=1), "schema: 1: allowed: text"),
    ("no sheet", small(sheet=None), "sheet.: None: allowed: an object"),
    ("no title", small(sheet={"id": "s"}), "sheet.title: missing"),
    ("no configurations", small(configurations=[]), "configurations: []: allowed: one or more objects"),
    ("a text for a list", small(configurations="c"), "configurations: 'c': allowed: one or more objects"),
    ("a number there", small(configurations=[1]), "configurations[1].: 1: allowed: an object"),
    ("no wagers", small(configurations=[{"id": "c"}]), "configurations[1].wagers: missing"),
    ("one id twice", small(configurations=small()["configurations"] * 2), "configurations[2].id: 'c' stands"),
    ("a long title", of_wager(title="x" * 2001), "wagers[1].title: 'xxx"),
    ("half a pair", of_wager(title="\ud800"), "wagers[1].title: '\\ud800': allowed: text"),
    ("an object as title", of_wager(title={}), "wagers[1].title: {}: allowed: text"),
    *(
        (f"edge {edge!r}", of_wager(house_edge=edge), "wagers[1].house_edge: ")
        for edge in (
            None, True, 7, "", "1/0", "0/0", "1.5", "01/7", "1/07", "+1/7", "1 /7", "٣", "5%", "1/7\n", "nan",
            "9" * 1001, "1/" + "9" * 999, "x; y", "__import__('os')", ["1/7"], "-", "x\n",
        )
        if edge != "nan"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("content", "words"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_what_is_no_certificate_is_refused_in_words(content: bytes | dict[str, Any], words: str) -> None:
    given = content if isinstance(content, bytes) else json.dumps(content).encode()
    began = time.monotonic()
    with pytest.raises(InputError, match=r"^the-file: ") as caught:
        house_edges(given, "the-file")
    assert time.monotonic() - began < 2
    message = str(caught.value)
    assert words in message
    assert "llowed" in message or "twice" in message or "JSON" in message or "UTF-8" in message
    assert message.isprintable()
    assert len(message) < 250


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: b"{" + b" " * MAX_BYTES, "larger than 64 MB"),
        (lambda: b"{" + b"[]," * (MAX_VALUES // 2 + 1), "more than 4,000,000 values"),
        (lambda: b'{"a":"' + b"x" * 40_000_000, "not JSON"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_huge_file_is_refused_at_once(run: Command, make: Callable[[], bytes], words: str) -> None:
    Path("huge.json").write_bytes(make())
    began = time.monotonic()
    done = run("compare", "ez-baccarat", "huge.json")
    assert time.monotonic() - began < 3
    assert (done.status, done.out) == (2, "")
    assert words in done.err


@pytest.mark.usefixtures("folder")
def test_a_hostile_certificate_comes_out_inert_in_every_format(run: Command) -> None:
    """Its ids too are anybody's; a sheet's could not be so."""
    skeletons = []
    for name, titles in (("hostile", [*HOSTILE, *UNPRINTABLE]), ("tame", [])):
        texts = [title for title in titles if title != "\ud800"] or [
            f"word {number}" for number in range(len(HOSTILE) + len(UNPRINTABLE) - 1)
        ]
        wagers = [{"id": title, "title": title, "house_edge": "-61/100"} for title in texts]
        data = small(
            sheet={"id": texts[0], "title": " ".join(texts)[:2000], "version": texts[1]},
            configurations=[{"id": title, "wagers": wagers} for title in texts[:5]],
        )
        Path(f"{name}.json").write_text(json.dumps(data))
        for form in common.FORMATS:
            done = run("compare", f"{name}.json", "one.toml", "--format", form, "-o", f"{name}.{form}")
            assert (done.status, done.err) == (0, "")
            if form != "xlsx":
                content = Path(f"{name}.{form}").read_text(encoding="utf-8")
                assert all(line.isprintable() for line in content.split("\n"))
        skeletons.append(Parsed(Path(f"{name}.html").read_text(encoding="utf-8")).skeleton)
    assert skeletons[0] == skeletons[1]
    json.loads(run("compare", "hostile.json", "one.toml", "--json").out)
