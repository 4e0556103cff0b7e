"""Other programs read the certificate: node and jq, where they are installed, lose no digit of it.

And the document that tells a reader how to check by hand holds: its arithmetic, its commands, its program.
"""

import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

import everydeal
from tests.certificates import data_of, digested, made, small
from tests.conftest import DATA, Command

DOCUMENT = (Path(__file__).parent.parent / "docs" / "verify-by-hand.md").read_text(encoding="utf-8")
node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
jq = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")


def out_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8").stdout


@pytest.fixture
def largest(tmp_path: Path) -> Path:
    """27 decks: counts of 19 digits."""
    path = tmp_path / "certificate.json"
    path.write_bytes(everydeal.certify("punto-banco", decks=27, wagers=["lucky-6", "tie"]).to_json())
    return path


# ---- T46 and T47 ---------------------------------------------------------------------------------


@node
def test_t47_node_reads_and_writes_the_same_bytes(largest: Path) -> None:
    """T47: through JSON.parse and JSON.stringify, which keep the order of keys, nothing changes."""
    text = "require('fs').readFileSync(process.argv[1], 'utf8')"
    script = f"process.stdout.write(JSON.stringify(JSON.parse({text})))"
    assert out_of("node", "-e", script, str(largest)).encode() == largest.read_bytes()


@jq
def test_t47_jq_reads_and_writes_the_same_bytes(largest: Path) -> None:
    """T47: through jq, which reads numbers as doubles, nothing changes."""
    assert out_of("jq", "-S", "-c", "-j", ".", str(largest)).encode() == largest.read_bytes()


@node
def test_t47_as_numbers_they_would_be_lost() -> None:
    """T47: the very faults: 9196877626998785 comes back ...784, 19206486926827201 too is lost."""
    assert out_of("node", "-p", "JSON.parse('[9196877626998785,19206486926827201]').map(String).join()") == (
        "9196877626998784,19206486926827200\n"
    )


@jq
def test_t47_counts_through_jq_are_the_counts(largest: Path) -> None:
    """T47: each count of each row, as text."""
    found = out_of("jq", "-r", ".configurations[].spaces[].rows[][1]", str(largest)).split()
    data = json.loads(largest.read_bytes())
    counts = [count for _, count in data["configurations"][0]["spaces"][0]["rows"]]
    assert found == counts
    assert sum(map(int, found)) == 1404 * 1403 * 1402 * 1401 * 1400 * 1399
    assert any(int(float(count)) != int(count) for count in counts)


def test_t46_rows_rounded_by_a_spreadsheet_are_caught_one_by_one() -> None:
    """T46: the printed rows keep the sum of four wagers; `verify` names each of the four."""
    from everydeal.verify import verify

    printed = {
        "2179619555108864": "2179619555108870",
        "2230518282592256": "2230518282592250",
        "4885765264174336": "4885765264174340",
        "4825737512240384": "4825737512240380",
    }
    data = data_of(made("ez-baccarat", decks=8))
    changed = set()
    for wager in data["configurations"][0]["wagers"]:
        for number, line in enumerate(wager["lines"], 1):
            if line["combinations"] in printed:
                line["combinations"] = printed[line["combinations"]]
                changed.add((wager["id"], number, "combinations"))
    assert len(changed) >= 4
    found = verify(digested(data), "it").ledger.disagreements
    assert {(each.wager or "", each.line or 0, each.field) for each in found} == changed


def test_t46_the_csv_of_a_folder_holds_every_digit(run: Command, tmp_path: Path) -> None:
    """T46: the table for spreadsheets has the certificate's own texts, quoted."""
    run("certify", "ez-baccarat", "--decks", "8", "--dir", str(tmp_path))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "report.csv").read_text())))
    found = {(row["wager"], row["event"]): row["combinations"] for row in rows}
    for wager in json.loads((tmp_path / "certificate.json").read_bytes())["configurations"][0]["wagers"]:
        for line in wager["lines"]:
            assert found[wager["id"], line["event"]] == line["combinations"]


# ---- the document ------------------------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)


def test_the_arithmetic_of_the_document_holds() -> None:
    steps = re.findall(r"^    ([0-9.]+) ([-+x]) ([0-9.]+) = ([0-9.]+)$", DOCUMENT, re.MULTILINE)
    assert len(steps) == len(re.findall(r"^    [0-9].* = ", DOCUMENT, re.MULTILINE)) >= 13
    for one, sign, other, result in steps:
        left, right = Fraction(one), Fraction(other)
        value = {"x": left * right, "+": left + right, "-": left - right}[sign]
        assert value == Fraction(result), (one, sign, other)


def test_the_document_shows_what_is_printed(run: Command) -> None:
    (sample, *_) = blocks("text")
    printed = run("certify", "ez-baccarat", "--decks", "8", "--wager", "dragon-7").out
    assert sample in printed
    assert "64613588827/848912750595" in printed


@jq
@pytest.mark.parametrize("name", ["ez-baccarat", "set-hand", "three-card-joker"])
def test_the_jq_commands_of_the_document(name: str, tmp_path: Path) -> None:
    (tmp_path / "certificate.json").write_bytes(made(name))
    first, second = (block for block in blocks("sh") if "jq" in block)
    lines = subprocess.run(
        ["bash", "-ec", first.replace("sha256sum", "sha256sum | cut -c1-64")],
        capture_output=True, check=True, cwd=tmp_path, text=True,
    ).stdout.split()  # fmt: skip
    assert len(lines) == 6
    assert lines[:3] == lines[3:]
    assert lines[2] == hashlib.sha256(json.loads(made(name))["sheet"]["text"].encode()).hexdigest()
    listed = subprocess.run(
        ["bash", "-ec", second], capture_output=True, check=True, cwd=tmp_path, text=True
    ).stdout.splitlines()
    data = json.loads(made(name))
    wagers = [wager for each in data["configurations"] for wager in each["wagers"]]
    assert len(listed) == sum(len(wager["lines"]) for wager in wagers)
    assert listed[0].split("\t")[2:] == [wagers[0]["lines"][0][key] for key in ("pays", "combinations")]


@node
@pytest.mark.parametrize("name", ["ez-baccarat", "punto-banco", "fortune", "set-hand", "emperors-challenge"])
def test_the_program_of_the_document_redoes_every_edge(name: str, tmp_path: Path) -> None:
    (program,) = blocks("javascript")
    (tmp_path / "redo.js").write_text(program, encoding="utf-8")
    (tmp_path / "certificate.json").write_bytes(made(name))
    found = out_of("node", str(tmp_path / "redo.js"), str(tmp_path / "certificate.json"))
    edges = {}
    for line in found.splitlines():
        configuration, what, mine, verdict = line.split("\t")
        assert verdict == "confirmed"
        if what.endswith(", house edge"):
            edges[configuration, what.removesuffix(", house edge")] = mine
    data = json.loads(made(name))
    assert edges == {
        (each["id"], wager["id"]): wager["house_edge"]
        for each in data["configurations"]
        for wager in each["wagers"]
    }


@node
def test_the_program_of_the_document_finds_a_wrong_edge_and_leaves_out_unknowns(tmp_path: Path) -> None:
    (program,) = blocks("javascript")
    (tmp_path / "redo.js").write_text(program, encoding="utf-8")
    file = tmp_path / "certificate.json"
    data = data_of(small())
    data["configurations"][0]["wagers"][2]["house_edge"] = "1/7"
    file.write_text(json.dumps(data))
    done = subprocess.run(
        ["node", str(tmp_path / "redo.js"), str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout.count("WRONG, stated as 1/7") == 1
    sheet = tmp_path / "s.toml"
    text = (DATA / "minimal.toml").read_text(encoding="utf-8")
    sheet.write_text(text.replace('"8 to 1"', '"?x to 1"'), encoding="utf-8")
    file.write_bytes(everydeal.certify(sheet).to_json())
    assert "house edge" not in out_of("node", str(tmp_path / "redo.js"), str(file))
