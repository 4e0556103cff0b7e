"""Certificates: the fingerprint is the same everywhere and kept in the repository."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import everydeal
from everydeal.cli import directory
from everydeal.cli.certify import REPORTS
from everydeal.houseway.load import bundled as house_ways
from everydeal.sheet.load import bundled, load
from tests.conftest import DATA, Command

# Where the package for spreadsheets is not installed, there is none.
WRITTEN = [name for name, form in REPORTS.items() if form != "xlsx" or find_spec("xlsxwriter")]
FILES = ["certificate.json", *WRITTEN, "run.json"]
FINGERPRINTS = tomllib.loads((DATA / "fingerprints.toml").read_text(encoding="utf-8"))


def test_every_bundled_sheet_has_a_fingerprint() -> None:
    assert list(FINGERPRINTS) == list(bundled())


def counts_pairs(name: str) -> bool:
    return load(name).game.name == "pai-gow"


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.exhaustive] * counts_pairs(name)) for name in FINGERPRINTS],
)
def test_figures_are_those_of_the_repository(name: str) -> None:
    assert everydeal.certify(name).figures_digest == FINGERPRINTS[name]


def canonical(data: object) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def test_the_fingerprint_covers_sheet_and_figures_alone() -> None:
    data = json.loads(everydeal.certify("ez-baccarat").to_json())
    part = {key: data[key] for key in ("schema", "sheet", "configurations")}
    assert hashlib.sha256(canonical(part)).hexdigest() == data["figures_digest"]


def test_the_certificate_digest_covers_all_the_rest() -> None:
    content = everydeal.certify("ez-baccarat").to_json()
    data = json.loads(content)
    assert canonical(data) == content
    del data["certificate_digest"]
    assert hashlib.sha256(canonical(data)).hexdigest() == json.loads(content)["certificate_digest"]


def test_the_texts_are_the_files() -> None:
    data = json.loads(everydeal.certify("set-hand").to_json())
    content = bundled()["set-hand"].read_bytes()
    assert data["sheet"]["text"].encode() == content
    assert data["sheet"]["sha256"] == hashlib.sha256(content).hexdigest()
    (way,) = data["sheet"]["house_ways"]
    assert way["text"].encode() == house_ways()[way["name"]].read_bytes()
    assert way["sha256"] == way["digest"] == hashlib.sha256(way["text"].encode()).hexdigest()


def test_line_ends_are_kept(tmp_path: Path) -> None:
    sheet = tmp_path / "s.toml"
    sheet.write_bytes((DATA / "minimal.toml").read_bytes().replace(b"\n", b"\r\n"))
    data = json.loads(everydeal.certify(sheet).to_json())
    assert data["sheet"]["text"].encode() == sheet.read_bytes()


def test_rows_are_projected_on_the_fields_that_the_wagers_ask_for() -> None:
    """The rows of Dragon 7 and Tie alone: who wins, Banker's cards and total."""
    data = json.loads(everydeal.certify("ez-baccarat", decks=8, wagers=["dragon-7", "tie"]).to_json())
    (space,) = data["configurations"][0]["spaces"]
    assert [field["name"] for field in space["fields"]] == [
        "banker.cards",
        "banker.total",
        "banker.wins",
        "tie",
    ]
    assert space["fields"][0] == {
        "name": "banker.cards", "type": "integer", "low": 2, "high": 3, "optional": False,
    }  # fmt: skip
    counts = {tuple(values): int(count) for values, count in space["rows"]}
    assert list(counts) == sorted(counts)
    assert counts[3, 7, True, False] == 112_633_011_329_024
    assert sum(count for (*_, tie), count in counts.items() if tie) == 475_627_426_473_216
    assert sum(counts.values()) == int(space["total"]) == 4_998_398_275_503_360


# ---- the same bytes everywhere -------------------------------------------------------------------------

CERTIFY = """
import os, sys
processors = sorted(os.sched_getaffinity(0))
os.sched_setaffinity(0, processors[: int(sys.argv[1])])
from everydeal import work
from everydeal.cli import main
assert work.threads() == min(int(sys.argv[1]), len(processors))
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="threads are counted by processors")
@pytest.mark.parametrize("name", ["ez-baccarat", "set-hand"])
def test_the_same_bytes_wherever_it_runs(name: str, tmp_path: Path) -> None:
    """Another folder, time zone, language, hash seed; one thread and two; reports as well."""
    environments = [
        ("1", {"TZ": "Asia/Tokyo", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "1", "HOME": "/"}),
        ("2", {"TZ": "America/Lima", "LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"}),
        ("2", {"TZ": "UTC", "PYTHONHASHSEED": "random", "USER": "somebody", "COLUMNS": "40"}),
    ]
    found = set()
    for number, (threads, environment) in enumerate(environments):
        folder = tmp_path / str(number)
        folder.mkdir()
        command = [sys.executable, "-c", CERTIFY, threads, "certify", name, "--dir", "out"]
        subprocess.run(
            command, check=True, cwd=folder, env={**os.environ, **environment}, capture_output=True
        )
        files = sorted(each.name for each in (folder / "out").iterdir())
        assert files == sorted(FILES)
        found.add(tuple((folder / "out" / each).read_bytes() for each in files if each != "run.json"))
    assert len(found) == 1


# ---- the folder ----------------------------------------------------------------------------------------


def test_a_folder_of_certificate_and_reports(run: Command, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    done = run("certify", "seven-card", "--dir", str(folder))
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{folder}: {', '.join(FILES)}\n"
    assert (folder / "certificate.json").read_bytes() == run("certify", "seven-card", "--json").out.encode()
    for name in WRITTEN:
        form = REPORTS[name]
        alone = tmp_path / "alone"
        assert run("certify", "seven-card", "--format", form, "-o", str(alone)).status == 0
        assert (folder / name).read_bytes() == alone.read_bytes()
    about = json.loads((folder / "run.json").read_text())
    assert set(about) == {"certificate_digest", "time", "host", "system", "python", "seconds"}
    assert (
        about["certificate_digest"]
        == json.loads((folder / "certificate.json").read_bytes())["certificate_digest"]
    )
    mask = os.umask(0)
    os.umask(mask)
    assert folder.stat().st_mode & 0o777 == 0o777 & ~mask
    assert (folder / "run.json").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_folder_that_is_there_keeps_what_else_is_in_it(run: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "report.txt").write_text("old")
    (tmp_path / "report.txt").chmod(0o600)
    assert run("certify", "seven-card", "--dir", str(tmp_path), "--strict").status == 0
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert (tmp_path / "report.txt").stat().st_mode & 0o777 == 0o600
    assert "seven cards" in (tmp_path / "report.txt").read_text()
    assert len(list(tmp_path.iterdir())) == len(FILES) + 1


def test_folders_that_cannot_be(run: Command, tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("mine")
    (tmp_path / "d" / "run.json").mkdir(parents=True)
    for name in (str(taken), str(taken / "x"), str(tmp_path / "d"), "", "a\0b"):
        done = run("certify", "seven-card", "--dir", name)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("everydeal: cannot write")
    for other in (["-o", "x"], ["--json"], ["--format", "csv"]):
        assert run("certify", "seven-card", "--dir", str(tmp_path / "new"), *other).status == 2
    assert not (tmp_path / "new").exists()
    assert taken.read_text() == "mine"


def test_a_folder_is_not_written_over_the_sheet(run: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "report.txt"
    sheet.write_text((DATA / "minimal.toml").read_text())
    assert run("certify", str(sheet), "--dir", str(tmp_path)).status == 2
    assert sheet.read_text() == (DATA / "minimal.toml").read_text()
    assert list(tmp_path.iterdir()) == [sheet]


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("at", [0, 1, 3, 4])
def test_an_interrupt_leaves_nothing_half_done(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, at: int
) -> None:
    """Struck while the nth file is written: no new file, no old one changed, no folder made."""
    folder = tmp_path / "a" / "b"
    if there:
        folder.mkdir(parents=True)
        (folder / "report.txt").write_text("old")
    calls = []

    def struck(path: Path, new: int = 0o666) -> int:
        calls.append(path)
        if len(calls) == at + 1:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(10)
        return new

    monkeypatch.setattr(directory, "mode_of", struck)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        done = run("certify", "seven-card", "--dir", str(folder))
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.status == 130
    if there:
        assert [each.name for each in folder.iterdir()] == ["report.txt"]
        assert (folder / "report.txt").read_text() == "old"
    else:
        assert list(tmp_path.iterdir()) == []


def test_signals_wait_while_the_files_are_put_in_place(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Struck between two files of a folder that is there: all of them are new."""
    run("certify", "seven-card", "--dir", str(tmp_path))
    for each in tmp_path.iterdir():
        each.write_text("old")
    replace = Path.replace

    def struck(self: Path, target: Path) -> Path:
        os.kill(os.getpid(), signal.SIGINT)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", struck)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    ended = threading.Event()
    other = threading.Thread(target=ended.wait)  # which the signal may reach, too
    other.start()
    try:
        done = run("certify", "seven-card", "--dir", str(tmp_path))
    finally:
        signal.signal(signal.SIGINT, before)
        ended.set()
        other.join()
    assert done.status == 130
    assert len(list(tmp_path.iterdir())) == len(FILES)
    assert all(each.read_bytes() != b"old" for each in tmp_path.iterdir())
