"""`verify`: every change is caught, forged digests or not; hostile files are refused at once."""

import copy
import json
import random
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import rfc8785

import everydeal
from everydeal import polynomial
from everydeal.certificate_schema import Checker, schema
from everydeal.errors import InputError
from everydeal.recount import against, recount
from everydeal.sheet import load as sheets
from everydeal.sheet.load import bundled
from everydeal.verify import read, verify
from tests.certificates import (
    checks,
    data_of,
    digested,
    get,
    inner,
    leaves,
    made,
    put,
    small,
    wrong,
)  # fmt: skip
from tests.conftest import DATA, Command

SLOW = {"dealer-open-pai-gow", "pai-gow-poker", "commission-free-pai-gow", "ez-pai-gow"}  # seconds each
FAST = ["three-card-joker", "set-hand", "seven-card", "fortune"]


def others(character: str) -> str:
    """A digit or letter other than this one, of its kind."""
    if character.isdigit():
        return str((int(character) + 1) % 10)
    if character.lower() == "z":
        return chr(ord(character) - 25)
    return chr(ord(character) + 1)


# ---- what is right is confirmed ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.exhaustive] * (name in SLOW)) for name in bundled()]
)
def test_every_bundled_sheet_certifies_and_verifies(name: str) -> None:
    content = made(name)
    found = verify(content, name)
    assert found.ledger.disagreements == []
    assert found.unknown == []
    for check in ("form", "digests", "sheet", "rows", "lines", "figures", "findings"):
        assert found.ledger.done[check] > 0
    jsonschema.validate(json.loads(content), schema())


@pytest.mark.parametrize("name", ["ez-baccarat", "punto-banco", *FAST])
def test_counted_again_it_is_the_same(name: str) -> None:
    found = verify(made(name), name)
    recount(found)
    assert found.ledger.disagreements == []
    assert found.ledger.done["recount"] > 0


UNKNOWN = """
[[wager]]
id = "open"
title = "Two unknown pays"
pays = [{ when = "tie", pays = "?x to 1" }, { when = "player.wins", pays = "?y for 1" }]
otherwise = "push"

[[wager]]
id = "grouped"
title = "An unknown pay in two groups"
[[wager.group]]
title = "A"
pays = [{ when = "tie", pays = "?x to 1" }]
otherwise = "push"
[[wager.group]]
title = "B"
pays = [{ when = "player.pair", pays = "?x for 1" }, { when = "tie", pays = "19/20 to 1" }]
otherwise = "lose"
"""


def unknown_pays(folder: Path) -> bytes:
    sheet = folder / "unknown.toml"
    sheet.write_text((DATA / "minimal.toml").read_text(encoding="utf-8") + UNKNOWN, encoding="utf-8")
    return everydeal.certify(sheet).to_json()


def test_unknown_pays_are_redone_as_polynomials(tmp_path: Path) -> None:
    content = unknown_pays(tmp_path)
    assert wrong(content) == []
    data = data_of(content)
    variance = data["configurations"][0]["wagers"][2]["variance"]
    assert "x**2" in variance
    data["configurations"][0]["wagers"][2]["variance"] = variance.replace("x**2", "x**3")
    assert checks(digested(data)) == {"figures"}


def test_house_ways_in_files_and_picked_ones_are_in_the_certificate(tmp_path: Path) -> None:
    """Nothing but the certificate is needed to count it again, not even for a way that extends another."""
    way = '[house_way]\nid = "mine"\ntitle = "Mine"\nversion = 1\nextends = "../ways/base.toml"\n'
    replace = '[[replace]]\nname = "Two Pair: both Sevens or better, no singleton Ace"\n'
    replace += 'set = [{ front = "low pair" }]\n'
    replace += 'when = "number(pairs) == 2 and pairs[0] >= 7 and not singleton_ace"\n'
    base = '[house_way]\nid = "base"\ntitle = "Base"\nversion = 1\nextends = "dealer-open"\n' + replace
    for name, text in (("mine/mine.toml", way + replace), ("ways/base.toml", base)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    sheet = tmp_path / "s.toml"
    text = bundled()["set-hand"].read_text(encoding="utf-8")
    named = text.split('house_way = "')[1].split('"')[0]
    sheet.write_text(text.replace(f'house_way = "{named}"', 'house_way = "mine/mine.toml"'))
    content = everydeal.certify(sheet).to_json()
    for each in (sheet, tmp_path / "mine/mine.toml", tmp_path / "ways/base.toml"):
        each.unlink()
    found = verify(content, "it")
    recount(found)
    assert found.ledger.disagreements == []
    (entry,) = found.data["sheet"]["house_ways"]
    assert (entry["name"], entry["extends"]["name"]) == ("mine/mine.toml", "../ways/base.toml")
    assert entry["extends"]["extends"]["id"] == "dealer-open"
    assert str(tmp_path).encode() not in content
    data = data_of(content)
    data["sheet"]["house_ways"][0]["extends"]["extends"]["text"] += "\n# changed"
    assert {each.field for each in wrong(digested(data))} >= {"sheet.house_ways[1].extends.extends.sha256"}


@pytest.mark.exhaustive
def test_a_picked_house_way_is_counted_again(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    replaced = '[[replace]]\nname = "No pair"\nset = [{ front = "second and third highest singletons" }]\n'
    head = '[house_way]\nid = "foxwoods"\ntitle = "Mine"\nversion = 2\nextends = "flamingo"\n'
    mine.write_text(head + replaced)
    content = everydeal.certify("face-up-pai-gow", house_way=str(mine)).to_json()
    mine.unlink()
    found = verify(content, "it")
    recount(found)
    assert found.ledger.disagreements == []
    assert [way["used"] for way in found.data["sheet"]["house_ways"]] == [True, False]


def test_sentences_are_made_again() -> None:
    """What no figure shows, a headline or the name of a seat, counting again does."""
    for path in (("headlines", 0), ("assumptions", 1), ("checks", 0), ("configurations", 0, "contents")):
        data = data_of(made("ez-baccarat"))
        put(data, path, "All is well.")
        found = verify(digested(data), "it")
        assert found.ledger.disagreements == []
        recount(found)
        assert {each.check for each in found.ledger.disagreements} == {"recount"}
    data = data_of(made("ez-baccarat"))
    data["configurations"][0]["tables"][0]["rows"][2]["seat"] = "7"
    found = verify(digested(data), "it")
    recount(found)
    assert {each.check for each in found.ledger.disagreements} == {"recount"}


def test_an_older_certificate_that_says_less_is_counted_again() -> None:
    """Schema 1 changes by addition: what a version did not say yet is no difference."""
    data = data_of(small())
    data["software"]["version"] = "0.0.9"
    data["headlines"] = ["Said otherwise then."]
    del data["configurations"][0]["wagers"][0]["variance"]
    found = verify(small(), "it")
    found.data = data
    recount(found)
    assert found.ledger.disagreements == []
    data["software"]["version"] = json.loads(small())["software"]["version"]
    recount(found)
    fields = {each.field.split("[")[0].split(":")[0] for each in found.ledger.disagreements}
    assert fields == {"variance", "headlines"}


def test_a_depleted_shoe_is_counted_again() -> None:
    content = everydeal.certify("ez-baccarat", decks=2, shoe="8 decks less 4d 4h 3xTs").to_json()
    found = verify(content, "it")
    recount(found)
    assert found.ledger.disagreements == []
    assert found.data["selection"] == {"decks": [2], "shoe": ["8 decks less 4d 4h 3xTs"]}


# ---- what is changed is caught -------------------------------------------------------------------------


@pytest.mark.parametrize(("content", "changes"), [(small, 500), (lambda: made("three-card-joker"), 700)])
def test_single_digits_and_letters(content: Callable[[], bytes], changes: int) -> None:
    """1,200 changes of one digit or letter, spread evenly over the whole certificate."""
    text = content().decode()
    places = [at for at, character in enumerate(text) if character.isascii() and character.isalnum()]
    chance = random.Random(20_260_101)
    step = len(places) / changes
    for number in range(changes):
        at = places[int(number * step + chance.random() * step)]
        changed = text[:at] + others(text[at]) + text[at + 1 :]
        assert checks(changed.encode()), text[at - 40 : at + 40]


def test_every_figure_and_count_with_all_digests_redone() -> None:
    """A digit changed in any count or figure fails on rows, lines, figures or tables, digests or not."""
    original = json.loads(made("three-card-joker"))
    original_of_shoe = json.loads(small())
    tried = 0
    for data in (original, original_of_shoe):
        for path, value in leaves(data["configurations"]):
            if not isinstance(value, str) or not value.replace("/", "").replace("-", "").isdigit():
                continue
            if "spaces" in path and "rows" in path and path[4] not in (0, 3):
                continue  # rows are many and alike
            if path[-1] in ("seats", "seat"):
                continue  # the keys of a table, which only counting again can redo
            changed = data_of(json.dumps(data).encode())
            at = len(value) // 2 if value[len(value) // 2].isdigit() else 0
            at = next(place for place in [at, *range(len(value))] if value[place].isdigit())
            put(changed["configurations"], path, value[:at] + others(value[at]) + value[at + 1 :])
            found = checks(digested(changed))
            assert found & {"refused", "rows", "lines", "figures", "tables", "sheet"}, (path, value)
            assert "digests" not in found
            tried += 1
    assert tried > 60


def test_lists_in_another_order_or_short_of_one() -> None:
    """Two neighbours swapped, one item dropped, one doubled, in every list that figures rest on."""
    data = json.loads(small())
    kept = {"notes", "headlines", "assumptions", "checks"}  # sentences, which the digest alone covers
    lists = [path for path in inner(data) if isinstance(get(data, path), list) and not kept & set(path)]
    shuffled = {"findings", "tables"}  # whose order says nothing
    tried = 0
    for path in lists:
        items = get(data, path)
        if not items or (path[-1] in ("rows", "values") and tried and path[-2] != 0):
            continue
        middle = len(items) // 2
        changes = {
            "dropped": items[:middle] + items[middle + 1 :],
            "doubled": items[: middle + 1] + items[middle:],
        }
        if len(items) > 1 and not shuffled & set(path):
            at = max(middle, 1)
            changes["swapped"] = [*items[: at - 1], items[at], items[at - 1], *items[at + 1 :]]
        for name, changed in changes.items():
            if name == "dropped" and path[-1] in ("tables", "wagers"):
                continue  # fewer of them are a certificate of fewer
            if changed == items:
                continue
            copied = data_of(small())
            put(copied, path, changed)
            plain = checks(rfc8785.dumps(copied))
            assert plain & {"digests", "refused"}, (path, name)
            assert checks(digested(copied)), (path, name)
            tried += 1
    assert tried > 60


def test_lines_of_a_printed_file_in_another_order() -> None:
    """Re-indented, it is not the canonical form; and none of its lines may go or move."""
    lines = json.dumps(json.loads(made("three-card-joker")), indent=0).split("\n")
    assert "form" in checks("\n".join(lines).encode())
    chance = random.Random(7)
    for _ in range(60):
        at = chance.randrange(len(lines) - 1)
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        assert checks("\n".join(swapped).encode())
        assert checks("\n".join(lines[:at] + lines[at + 1 :]).encode())


def test_swapped_digests() -> None:
    data = data_of(small())
    data["certificate_digest"], data["figures_digest"] = data["figures_digest"], data["certificate_digest"]
    assert {each.field for each in wrong(rfc8785.dumps(data))} == {"certificate_digest", "figures_digest"}
    data = data_of(small())
    other = json.loads(made("three-card-joker"))
    data["figures_digest"] = other["figures_digest"]
    assert {each.field for each in wrong(rfc8785.dumps(data))} == {"certificate_digest", "figures_digest"}


def test_a_changed_pay_with_all_digests_redone_fails_on_the_figures() -> None:
    """The sheet's text, the line's words and its net win all say 41 to 1; only the figures do not."""
    data = data_of(small())
    data["sheet"]["text"] = data["sheet"]["text"].replace('"40 to 1"', '"41 to 1"')
    (wager,) = [each for each in data["configurations"][0]["wagers"] if each["id"] == "dragon-7"]
    line = wager["lines"][0]
    line["paytable"], line["pays"] = "41 to 1", "41"
    found = wrong(digested(data))
    assert {each.check for each in found} == {"figures"}
    assert {(each.configuration, each.wager) for each in found} == {("8-decks", "dragon-7")}
    assert {each.field for each in found} >= {"return", "house_edge", "variance", "standard_deviation"}
    edge = next(each for each in found if each.field == "house_edge")
    assert edge.stated == "64613588827/848912750595"
    assert edge.found == str(
        Fraction(4_885_765_264_174_336 - 41 * 112_633_011_329_024, 4_998_398_275_503_360)
    )


def test_a_pay_that_only_the_line_states() -> None:
    data = data_of(small())
    line = data["configurations"][0]["wagers"][1]["lines"][0]
    line["pays"] = "41"
    assert {"sheet", "figures"} <= checks(digested(data))


def moved(data: Any, one: int, other: int) -> None:
    """One outcome taken from one row and given to another: the sum stays."""
    rows = data["configurations"][0]["spaces"][0]["rows"]
    rows[one][1], rows[other][1] = str(int(rows[one][1]) - 1), str(int(rows[other][1]) + 1)


def test_a_changed_count_fails_on_the_sum() -> None:
    data = data_of(small())
    row = data["configurations"][0]["spaces"][0]["rows"][3]
    row[1] = str(int(row[1]) + 1)
    assert {"rows", "lines", "figures"} <= checks(digested(data))


def test_a_moved_count_fails_on_lines_or_is_found_by_counting_again() -> None:
    """Between rows that pay alike nothing shows but the rows themselves."""
    original = json.loads(small())
    rows = original["configurations"][0]["spaces"][0]["rows"]
    hidden = 0
    for one in range(len(rows) - 1):
        data = data_of(small())
        moved(data, one, one + 1)
        content = digested(data)
        found = verify(content, "it")
        assert {each.check for each in found.ledger.disagreements} <= {"lines", "figures"}
        if not found.ledger.disagreements:
            recount(found)
            assert {each.check for each in found.ledger.disagreements} == {"recount"}
            assert len(found.ledger.disagreements) == 2
            hidden += 1
    assert 0 < hidden < len(rows) - 1


def test_a_total_and_closed_form_that_fit_one_another_but_no_rows() -> None:
    data = data_of(made("three-card-joker"))
    space = data["configurations"][0]["spaces"][0]
    assert (space["closed_form"], space["total"]) == ("C(53, 3)", "23426")
    space["closed_form"], space["total"] = "C(52, 3)", "22100"
    assert {each.field for each in wrong(digested(data))} == {"hand: total", "hand: closed_form"}


@pytest.mark.parametrize("form", ["416", "C(53, 3", "C(9999, 3)", "2 ** 99", "", "C(53, 3) x x 2"])
def test_closed_forms_that_say_something_else(form: str) -> None:
    data = data_of(made("three-card-joker"))
    data["configurations"][0]["spaces"][0]["closed_form"] = form
    assert [each.field for each in wrong(digested(data))] == ["hand: closed_form"]


def test_a_condition_that_the_text_does_not_state() -> None:
    data = data_of(made("seven-card"))
    line = data["configurations"][0]["wagers"][0]["lines"][0]
    for text, expected in (("hand == pair", {"sheet", "lines", "figures"}), ("hand ==", {"sheet", "lines"})):
        line["when"] = text
        assert checks(digested(data)) >= expected - {"figures"}


def test_fields_of_another_type() -> None:
    data = data_of(small())
    fields = data["configurations"][0]["spaces"][0]["fields"]
    for change in ({"high": 10_000}, {"optional": True}):
        copied = data_of(small())
        target = copied["configurations"][0]["spaces"][0]["fields"][0]
        assert target == {**fields[0]}
        target.update(change)
        assert "rows" in checks(digested(copied))
    data["configurations"][0]["spaces"][0]["fields"][0]["low"] = 3
    assert "rows" in checks(digested(data))


def test_a_finding_may_not_be_left_out() -> None:
    data = data_of(made("ez-baccarat"))
    assert [each["kind"] for each in data["findings"]] == ["favours-the-bettor"]
    data["findings"] = []
    assert checks(digested(data)) == {"findings"}


def test_titles_of_parts_are_those_of_their_values() -> None:
    data = data_of(made("face-up-pai-gow"))
    for by in data["configurations"][0]["wagers"][0]["breakdowns"]:
        first, second, *_ = by["parts"]
        first["title"], second["title"] = second["title"], first["title"]
    assert {each.field.split(": ")[1] for each in wrong(digested(data))} == {"title"}


def test_what_is_not_known_is_named() -> None:
    data = data_of(made("seven-card"))
    data["later"] = {"more": [1, {"deep": None}]}
    data["configurations"][0]["wagers"][0]["element_of_surprise"] = "1/2"
    found = verify(digested(data), "it")
    assert found.ledger.disagreements == []
    assert found.unknown == ["configurations[1].wagers[1].element_of_surprise", "later"]


def test_the_last_digit_of_a_deviation() -> None:
    """One up and one down are wrong; the digits printed are the nearest."""
    data = data_of(small())
    for wager in data["configurations"][0]["wagers"]:
        stated = wager["standard_deviation"]
        for change in (1, -1):
            copied = data_of(small())
            (target,) = [w for w in copied["configurations"][0]["wagers"] if w["id"] == wager["id"]]
            whole, _, places = stated.partition(".")
            units = int(whole + places) + change
            target["standard_deviation"] = f"{units // 10**10}.{units % 10**10:010}"
            assert [each.field for each in wrong(digested(copied))] == ["standard_deviation"]


# ---- hostile files -------------------------------------------------------------------------------------


def refused(content: bytes, words: str) -> None:
    started = time.process_time()
    with pytest.raises(InputError, match=words) as caught:
        verify(content, "it")
    assert time.process_time() - started < 2
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1000


BIG = b"9" * 1_000_000
HOSTILE = {
    "nothing": (b"", "not JSON"),
    "white space": (b" \n\t ", "not JSON"),
    "not JSON": (b"# A sheet\n[sheet]", "not JSON"),
    "cut off": (b'{"schema":', "not JSON"),
    "two texts": (b"{}{}", "not JSON"),
    "not UTF-8": (b'{"schema":"\xff"}', "byte 12 is not UTF-8"),
    "UTF-16": ('{"schema":1}'.encode("utf-16"), "not UTF-8"),
    "byte-order mark": (b"\xef\xbb\xbf{}", "not JSON"),
    "100 MB": (b'["' + b"a" * 100_000_000 + b'"]', "larger than 64 MB"),
    "a string of 60 MB": (b'{"schema":"' + b"a" * 60_000_000 + b'"}', "assumptions.* is missing"),
    "60 MB of arrays": (b"[" + b"[]," * 20_000_000 + b"[]]", "more than"),
    "60 MB of open arrays": (b"[" * 60_000_000, "more than"),
    "60 MB of numbers": (b"[" + b"1," * 30_000_000 + b"1]", "more than"),
    "many numbers": (b"[" + b"1," * 1_900_000 + b"1]", "which is an object"),
    "nested 1,000,000 deep": (b"[" * 1_000_000 + b"]" * 1_000_000, "nested too deep"),
    "objects nested deep": (b'{"a":' * 500_000 + b"1" + b"}" * 500_000, "nested too deep"),
    "a number of 10^6 digits": (b'{"schema":' + BIG + b"}", "below 2\\^53"),
    "a negative one": (b'{"schema":-' + BIG + b"}", "below 2\\^53"),
    "2^53": (b'{"schema":9007199254740992}', "below 2\\^53"),
    "a fraction": (b'{"schema":1.5}', "whole numbers"),
    "a huge exponent": (b'{"schema":1e999999999}', "whole numbers"),
    "a long fraction": (b'{"schema":0.' + BIG + b"}", "whole numbers"),
    "NaN": (b'{"schema":NaN}', "NaN"),
    "infinity": (b'{"schema":-Infinity}', "Infinity"),
    "a key twice": (b'{"schema":1,"schema":1}', "'schema' stands there twice"),
    "a key twice, escaped": (b'{"schema":1,"sch\\u0065ma":1}', "stands there twice"),
    "a control character": (b'{"schema":"\x1b[31m"}', "not JSON"),
    "an array": (b"[]", "which is an object"),
    "null": (b"null", "which is an object"),
    "another schema": (b'{"schema":"everydeal/certificate/2"}', "is missing"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_at_once(name: str) -> None:
    refused(*HOSTILE[name])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("9" * 1_000_000, "characters"),
        ("1/" + "7" * 15_000, None),
        ("1/0", None),
        ("x**99999999", None),
        ("((((1", "allowed"),
        ("\ud800", "."),
        ("\x1b[31m1", "."),
        ("1\n", "."),
        ("١", "."),
    ],
)
def test_hostile_figures(value: str, words: str | None) -> None:
    """Figures of any size and shape are refused, or disagree; none is evaluated."""
    for key in ("house_edge", "total", "standard_deviation"):
        data = data_of(made("three-card-joker"))
        data["configurations"][0]["wagers"][0][key] = value
        content = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
        started = time.process_time()
        found = checks(content)
        assert found == {"refused"} if words or key != "house_edge" else "figures" in found
        assert time.process_time() - started < 2


def messages(content: bytes) -> list[str]:
    try:
        return [str(each) for each in wrong(content)]
    except InputError as error:
        return [str(error)]


@pytest.mark.parametrize("place", ["title", "sheet", "key"])
@pytest.mark.parametrize("text", ["\x1b[2J", "\u202egnp", "\x00", "\ud800", "\x9b31m", "a\nb"])
def test_control_characters_are_refused_or_shown_inert(place: str, text: str) -> None:
    data = data_of(made("three-card-joker"))
    if place == "title":
        data["configurations"][0]["wagers"][0]["title"] = text
    elif place == "sheet":
        data["sheet"]["text"] = f"{text}{data['sheet']['text']}"
    else:
        data[text] = 1
    content = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
    said = messages(content)
    assert said
    assert all(message.isprintable() for message in said)


def test_values_of_fields_are_shown_inert() -> None:
    """A choice may have any name in a forged certificate; a terminal shows none of it."""
    data = data_of(made("seven-card"))
    space = data["configurations"][0]["spaces"][0]
    space["fields"][0]["values"][0] = "\x1b[2J\u202e"
    space["rows"][0][0][0] = "\x1b[2J\u202e"
    said = messages(digested(data))
    assert any("x1b" in message for message in said)
    assert all(message.isprintable() for message in said)


VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    2**53 - 1,
    "",
    "0",
    "-1",
    "a",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    ["0", "0"],
]


def test_other_types_at_every_place() -> None:
    """Each value replaced by values of other types: refused, or it disagrees; nothing else."""
    original = json.loads(made("three-card-joker"))
    paths = [path for path in inner(original) if path]
    texts = {
        "seat",
        "headlines",
        "assumptions",
        "checks",
        "software",
        "contents",
        "notes",
        "unit",
        "note",
        "findings",
    }
    tried = 0
    for path in paths:
        if "rows" in path and "spaces" in path and path[4] not in (0, 7):
            continue
        value = get(original, path)
        for other in VALUES:
            of_space = path[2:3] == ("spaces",) and path[-1] == "title"
            if type(other) is type(value) and (texts & set(path) or of_space or path[2:] == ("title",)):
                continue  # another text, which the digest alone covers
            if other == value and type(other) is type(value):
                continue
            data = data_of(made("three-card-joker"))
            put(data, path, other)
            fault = Checker().fault(data)
            if fault is None and (
                path[0] in ("certificate_digest", "figures_digest") or path[-1] == "sha256"
            ):
                assert checks(rfc8785.dumps(data))
            elif fault is None:
                assert checks(digested(data)), (path, other)
            else:
                assert fault.isprintable()
            tried += 1
    assert tried > 1500


def test_keys_that_are_missing() -> None:
    original = json.loads(made("set-hand"))
    for path in inner(original):
        value = get(original, path)
        if not path or not isinstance(path[-1], str) or ("rows" in path):
            continue
        data = data_of(made("set-hand"))
        parent = get(data, path[:-1])
        del parent[path[-1]]
        fault = Checker().fault(data)
        if fault is None:
            assert checks(digested(data)), (path, value)


# ---- the schema ----------------------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(dict(schema()))


def extends(new: Any, old: Any, place: str = "") -> list[str]:
    """Where a schema is not an older one with keys added."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return [] if new == old else [place]
    found = []
    for key in old.keys() | new.keys():
        inside = f"{place}/{key}"
        if key in ("description", "title", "$comment"):
            continue
        if key in old and key in new:
            found += extends(new[key], old[key], inside)
        elif key in old or not place.endswith(("/properties", "/$defs")):
            found.append(inside)
    return found


def test_the_schema_changes_by_addition_only() -> None:
    """What was published stays as it was: no key goes, none becomes required, no rule changes."""
    published = json.loads((DATA / "certificate-1.schema.json").read_text(encoding="utf-8"))
    assert extends(schema(), published) == []
    changed = copy.deepcopy(published)
    changed["properties"]["later"] = {"type": "string"}
    assert extends(changed, published) == []
    changed["required"].append("later")
    assert extends(changed, published) == ["/required"]


def test_more_conditions_than_a_sheet_can_hold() -> None:
    data = data_of(made("three-card-joker"))
    line = data["configurations"][0]["wagers"][0]["lines"][0]
    data["configurations"][0]["wagers"][0]["lines"] += [line] * 20_000
    found = wrong(digested(data))
    assert {each.check for each in found} == {"lines"}


def test_our_checker_and_a_library_agree() -> None:
    """On what is right, and on values replaced by others at every place."""
    validator = jsonschema.Draft202012Validator(dict(schema()))
    original = data_of(made("set-hand"))
    for space in original["configurations"][0]["spaces"]:
        del space["rows"][2:]  # they are many and alike
    assert validator.is_valid(original)
    chance = random.Random(5)
    verdicts = []
    for path in inner(original):
        if path:
            data = copy.deepcopy(original)
            put(data, path, chance.choice(VALUES))
            verdicts.append(validator.is_valid(data))
            assert verdicts[-1] == (Checker().fault(data) is None), (path, get(data, path))
    assert len(verdicts) > 250
    assert len(set(verdicts)) == 2


def test_what_the_schema_says_of_numbers_and_ends() -> None:
    data = data_of(made("seven-card"))
    data["configurations"][0]["spaces"][0]["total"] = "1\n"
    assert "allowed" in str(Checker().fault(data))


# ---- polynomials ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "+1",
        "1 +",
        "1  + 1",
        "2/4",
        "1/0",
        "x**0",
        "x*",
        "*x",
        "1/x",
        "01",
        "-0",
        "x/02",
        "2*3",
        "(x)",
    ],
)
def test_texts_that_are_no_figures(text: str) -> None:
    with pytest.raises(ValueError, match=r"no exact figure|lowest terms"):
        polynomial.parse(text)


def test_polynomials_print_and_read_back() -> None:
    chance = random.Random(3)
    names = ["x", "y", "meter_1"]
    for _ in range(200):
        figure: polynomial.Polynomial = {}
        for _ in range(chance.randrange(5)):
            powers = {name: chance.randrange(3) for name in names}
            monomial = tuple(sorted((name, power) for name, power in powers.items() if power))
            polynomial.add(figure, monomial, Fraction(chance.randrange(-9, 10), chance.randrange(1, 9)))
        text = everydeal_text(figure)
        assert polynomial.parse(text) == figure


def everydeal_text(figure: polynomial.Polynomial) -> str:
    """A polynomial as certificates write it: by sympy."""
    import sympy

    from everydeal import symbolic

    terms = [
        sympy.Rational(value.numerator, value.denominator)
        * sympy.Mul(*(sympy.Symbol(name) ** power for name, power in monomial))
        for monomial, value in figure.items()
    ]
    return symbolic.text(symbolic.expanded(sympy.Add(*terms)))


# ---- two certificates ----------------------------------------------------------------------------------


def test_against_itself_and_with_other_software() -> None:
    other = data_of(small())
    other["software"]["compiler"] = "another"
    found = verify(small(), "it")
    against(found, read(digested(other), "other")[0])
    assert found.ledger.disagreements == []
    assert found.ledger.done["against"] == 1


def test_against_another_says_where() -> None:
    found = verify(small(), "it")
    other = data_of(small())
    other["configurations"][0]["wagers"][0]["house_edge"] = "1/7"
    other["configurations"][0]["wagers"][1]["lines"][0]["combinations"] = "7"
    other["configurations"][0]["spaces"][0]["rows"][2][1] = "7"
    del other["configurations"][0]["wagers"][2]
    against(found, other)
    places = [(each.configuration, each.wager, each.line, each.field) for each in found.ledger.disagreements]
    ids = [wager["id"] for wager in json.loads(small())["configurations"][0]["wagers"]]
    values = json.loads(small())["configurations"][0]["spaces"][0]["rows"][2][0]
    assert places == [
        ("8-decks", None, None, f"space round.rows {values}"),
        ("8-decks", ids[0], None, "house_edge"),
        ("8-decks", ids[1], 1, "combinations"),
        ("8-decks", ids[2], None, "wager"),
    ]


# ---- the command ---------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "certificate.json"
    path.write_bytes(small())
    return path


def test_the_command_confirms(run: Command, file: Path) -> None:
    done = run("verify", str(file), "--recount", "--against", str(file))
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{file}: EZ Baccarat (sheet ez-baccarat, version 1): confirmed\n")
    assert "counted again" in done.out
    assert json.loads(small())["figures_digest"] in done.out


def test_the_command_says_where(run: Command, file: Path) -> None:
    data = data_of(small())
    data["configurations"][0]["wagers"][1]["lines"][0]["combinations"] = "112633011329025"
    file.write_bytes(digested(data))
    done = run("verify", str(file))
    assert done.status == 1
    assert "DISAGREES" in done.out
    assert done.err == (
        "everydeal: lines: 8-decks, tie, line 1, combinations: the certificate says 112633011329025; "
        "redone: 475627426473216\n"
        if data["configurations"][0]["wagers"][1]["id"] == "tie"
        else done.err
    )
    found = json.loads(run("verify", str(file), "--json").out)
    assert found["verdict"] == "disagrees"
    (one,) = found["disagreements"]
    assert (one["check"], one["configuration"], one["line"], one["field"]) == (
        "lines",
        "8-decks",
        1,
        "combinations",
    )
    assert one["stated"] == "112633011329025"


def test_the_command_refuses(run: Command, file: Path) -> None:
    for content in (b"{}", b"[" * 100_000, b"\xff", small()[:-1]):
        file.write_bytes(content)
        done = run("verify", str(file))
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"everydeal: {file}: ")
    for arguments in ([], [str(file.parent)], [str(file) + ".none"], ["a\0b"]):
        assert run("verify", *arguments).status == 2
    file.write_bytes(small())
    assert run("verify", str(file), "--against", str(file.parent / "none")).status == 2
    assert run("verify", str(file), "-o", str(file)).status == 2
    assert file.read_bytes() == small()
    assert run("verify", "-", "--against", "-").status == 2


def test_the_command_prints_the_schema(run: Command) -> None:
    assert json.loads(run("verify", "--schema").out) == schema()


def test_verify_needs_no_sympy_and_no_schema_library(file: Path) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "everydeal", "verify", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    for heavy in ("sympy", "jsonschema", "everydeal.returns", "everydeal.certificate\n"):
        assert heavy not in done.stderr


# ---- signatures ----------------------------------------------------------------------------------------


def test_a_signature_is_checked_too(run: Command, file: Path) -> None:
    """By the key that signed; another key and a changed byte are told apart."""
    pytest.importorskip("cryptography")
    for name in ("mine", "yours"):
        assert run("keys", "new", str(file.parent / name)).status == 0
    public, other = str(file.parent / "mine.pub"), str(file.parent / "yours.pub")
    assert run("sign", str(file), "--key", str(file.parent / "mine.key")).status == 0
    done = run("verify", str(file), "--key", public)
    assert (done.status, done.err) == (0, "")
    assert "- signature: of these bytes, by this key" in done.out
    wrong_key = run("verify", str(file), "--key", other)
    assert wrong_key.status == 1
    assert "made with another key" in wrong_key.err
    file.write_bytes(small().replace(b"Dragon 7", b"Dragon 8"))
    changed = run("verify", str(file), "--key", public)
    assert changed.status == 1
    assert "not the one that was signed" in changed.err
    file.write_bytes(small())
    assert run("verify", str(file), "--key", public, "--signature", str(file)).status == 2
    assert run("verify", str(file), "--key", str(file)).status == 2


# ---- what is staked, jackpots, wagers together ---------------------------------------------------------


@pytest.fixture(scope="module")
def ricochet() -> Any:
    certificate = everydeal.certify("ricochet-poker").with_joint()
    return json.loads(certificate.to_json())


def test_wagers_together_verify_and_are_counted_again(ricochet: Any) -> None:
    content = digested(copy.deepcopy(ricochet))
    found = verify(content, "it")
    recount(found)
    assert found.ledger.disagreements == []
    assert found.unknown == []
    jsonschema.validate(ricochet, schema())
    for path in (("together", 0, "deals_by_wins", 1), ("together", 0, "two_or_more_win")):
        data = copy.deepcopy(ricochet)
        put(data, path, "12345")
        assert checks(digested(data)) == {"tables"}
    data = copy.deepcopy(ricochet)
    data["together"][0]["largest_net_win"] = "12345"
    found = verify(digested(data), "it")
    assert found.ledger.disagreements == []
    recount(found)
    assert {each.check for each in found.ledger.disagreements} == {"recount"}


def test_wagers_together_are_those_certified_each_set_once(ricochet: Any) -> None:
    for wagers in (["no-such-wager", "hedge-bet"], ["hedge-bet", "hedge-bet"], ["hedge-bet", "rapid-fire"]):
        data = copy.deepcopy(ricochet)
        data["together"][0]["wagers"] = wagers
        assert checks(digested(data)) == {"tables"}
    data = copy.deepcopy(ricochet)
    data["together"].append(data["together"][0])
    assert checks(digested(data)) == {"tables"}


def test_a_strategy_is_one_for_a_space_there_is(ricochet: Any) -> None:
    data = copy.deepcopy(ricochet)
    data["configurations"][0]["strategies"][0]["space"] = "round/no-such-wager"
    assert checks(digested(data)) == {"rows"}


def test_a_finding_is_accepted_only_by_the_sheet(ricochet: Any) -> None:
    data = copy.deepcopy(ricochet)
    data["software"]["version"] = "9"  # whose words are not compared even where all is counted again
    data["findings"][0]["accepted"] = "The commission knows."
    assert checks(digested(data)) == {"findings"}


def test_a_finding_that_the_sheet_accepts(tmp_path: Path) -> None:
    text = (DATA / "minimal-ricochet.toml").read_text(encoding="utf-8")
    accept = 'space = "seven"\naccept = [{ finding = "favours-the-bettor", reason = "As agreed." }]'
    text = text.replace('space = "seven"', accept).replace("seed = 1_000", "seed = 1_000_000_000")
    (tmp_path / "sheet.toml").write_text(text, encoding="utf-8")
    data = json.loads(everydeal.certify(tmp_path / "sheet.toml").to_json())
    assert [each["accepted"] for each in data["findings"]] == ["As agreed."]
    assert checks(digested(data)) == set()
    for reason in ("As never agreed.", None):
        changed = copy.deepcopy(data)
        changed["findings"][0]["accepted"] = reason
        if reason is None:
            del changed["findings"][0]["accepted"]
        assert checks(digested(changed)) == {"findings"}


def test_every_figure_of_risk_and_jackpots_is_redone(ricochet: Any) -> None:
    keys = {"average_staked", "element_of_risk", "jackpot", "staked"}
    tried: dict[str | int, int] = {}
    for path, value in leaves(ricochet["configurations"]):
        if not keys & set(path) or tried.get(path[-1], 0) == 3:
            continue
        data = copy.deepcopy(ricochet)
        put(data["configurations"], path, "7/3" if value != "7/3" else "5/3")
        assert checks(digested(data)) & {"figures", "sheet"}, path
        tried[path[-1]] = tried.get(path[-1], 0) + 1
    assert set(tried) >= {"average_staked", "element_of_risk", "staked", "seed", "house_edge_at_seed"}
    assert {"break_even_meter", "hit_interval", "full_hit_interval", "contribution"} <= set(tried)


def test_a_finding_of_a_house_way_is_accepted_only_by_the_sheet() -> None:
    """As above, for what stands under no wager."""
    text = bundled()["set-hand"].read_text(encoding="utf-8")
    named = text.split('house_way = "')[1].split('"')[0]
    told = text.replace(f'house_way = "{named}"', 'house_way = "dealer-open"')
    reason = 'accept = [{ finding = "dominated-setting", reason = "As printed." }]'
    accepting = told.replace('game = "hand"\n', f'game = "hand"\n{reason}\n')
    content = everydeal.certify(sheets.read(accepting.encode(), "s")).to_json()
    assert verify(content, "it").ledger.disagreements == []
    data = data_of(content)
    (finding,) = (each for each in data["findings"] if each["kind"] == "dominated-setting")
    assert finding["accepted"] == "As printed."
    finding["accepted"] = "As agreed."
    assert {each.check for each in wrong(digested(data))} == {"findings"}
