"""What the command line does with standard streams, files and signals, also where they fail it."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from everydeal import whole_files
from everydeal.cli import Ended, common
from everydeal.errors import InputError
from everydeal.sheet.files import content_of
from tests.conftest import Command

EVERYDEAL = [sys.executable, "-m", "everydeal"]
HAND = "As Kd Kc 7h 7d 3c 2s"
WAY = Path(__file__).parent.parent / "paytables" / "house-ways" / "foxwoods.toml"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams of a POSIX shell")


def shell(command: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """A shell's command, in which EVERYDEAL stands for the program."""
    line = command.replace("EVERYDEAL", f'"{sys.executable}" -m everydeal')
    return subprocess.run(line, shell=True, input=given, capture_output=True, text=True, check=False)


# ---- standard input ------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["set", "rank", "certify -", "houseway check -"])
def test_closed_input_is_named(command: str) -> None:
    done = shell(f"EVERYDEAL {command} <&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "everydeal: standard input is closed\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("set --house-way -", "standard input is both the house way and the hands"),
        ("houseway diff - -", "standard input is named twice"),
        ("certify - --house-way -", "standard input is named twice"),
        (f'odds "{HAND}" --sheet - --house-way -', "standard input is named twice"),
    ],
)
def test_input_is_read_once(command: str, words: str) -> None:
    done = shell(f"EVERYDEAL {command}", WAY.read_text())
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_house_way_from_input_sets_hands_and_games() -> None:
    way = WAY.read_text()
    done = shell(f'EVERYDEAL set --house-way - "{HAND}" --json', way)
    assert [each["house_way"] for each in json.loads(done.stdout)] == ["foxwoods"]
    done = shell(f'EVERYDEAL odds "{HAND}" --house-way - --json', way)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == shell(f'EVERYDEAL odds "{HAND}" --house-way foxwoods --json').stdout


def test_a_hyphen_in_a_file_is_no_input(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)  # reading it would say that it is closed
    file = tmp_path / "ours.toml"
    file.write_text(
        '[house_way]\nid = "ours"\ntitle = "Ours"\nversion = "1"\nextends = "-"\n'
        '[[replace]]\nname = "Rest"\nset = [{ front = "low pair" }]\n'
    )
    done = run("houseway", "show", str(file))
    assert done.status == 2
    assert "house_way.extends: there is no bundled house way and no file '-'" in done.err
    (tmp_path / "-").write_text("x")
    assert content_of("-", {}, "sheet", tmp_path) == (b"x", str(tmp_path / "-"))
    monkeypatch.chdir(tmp_path)
    assert content_of("-", {}, "sheet", stdin=False) == (b"x", "-")
    for folder, stdin in ((None, None), (tmp_path, True)):
        with pytest.raises(InputError, match="standard input is closed"):
            content_of("-", {}, "sheet", folder, stdin=stdin)


# ---- standard output -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["list", "--version", f'set "{HAND}"', "certify ez-baccarat --json"])
def test_closed_output_is_named(command: str) -> None:
    done = shell(f"EVERYDEAL {command} >&-")
    assert (done.returncode, done.stderr) == (2, "everydeal: standard output is closed\n")


def test_a_file_needs_no_standard_output(tmp_path: Path) -> None:
    done = shell(f'EVERYDEAL new -o "{tmp_path / "mine.toml"}" >&-')
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "mine.toml").stat().st_size > 100


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_cut_short_is_no_success(tmp_path: Path, unbuffered: str) -> None:
    """A disk that fills up takes a part of what is written; so does a file at its size limit."""
    with (tmp_path / "report").open("w") as file:
        done = subprocess.run(
            [*EVERYDEAL, "show", "ez-baccarat"],
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
        )
    assert (done.returncode, done.stderr) == (2, "everydeal: standard output: File too large\n")


def test_unbuffered_output_is_the_same() -> None:
    outputs = {shell(f"PYTHONUNBUFFERED={value} EVERYDEAL rank '{HAND}'").stdout for value in ("", "1")}
    assert len(outputs) == 1


# ---- files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["new"], ["houseway", "new"], ["show", "ez-baccarat"]])
def test_a_name_that_cannot_be_written_is_named(run: Command, tmp_path: Path, command: list[str]) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for output, words in (
        (str(loop), "Too many levels of symbolic links"),
        ("", "cannot write '': allowed: the name of a file, or - for standard output"),
        ("a" * 300, "cannot write 'aaa"),
        (str(tmp_path), "Is a directory"),
        ("a\0b", "cannot write 'a\\x00b'"),
    ):
        done = run(*command, "-o", output)
        assert (done.status, done.out) == (2, "")
        assert words in done.err
        assert len(done.err) < 200
    assert list(tmp_path.iterdir()) == [loop]


def test_what_is_read_is_never_written_over(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sheet, way, link = Path("game.toml"), Path("way.toml"), Path("link.toml")
    assert run("new", "-o", "game.toml").status == 0
    way.write_text(WAY.read_text())
    link.symlink_to("game.toml")
    before = sheet.read_text(), way.read_text()
    for command in (
        ["certify", "game.toml", "-o", "game.toml"],
        ["show", "game.toml", "-o", str(tmp_path / "game.toml")],
        ["show", "game.toml", "-o", "link.toml"],
        ["houseway", "show", "way.toml", "-o", "way.toml"],
        ["houseway", "diff", "foxwoods", "way.toml", "-o", "way.toml"],
        ["compare", "pai-gow-poker", "--house-way", "way.toml", "-o", "way.toml"],
    ):
        done = run(*command)
        assert (done.status, done.out) == (2, "")
        assert "this command reads it; allowed: another file" in done.err
    assert (sheet.read_text(), way.read_text()) == before
    # A bundled sheet is no file: a report may have its name, and be written again.
    for _ in range(2):
        assert run("show", "fortune", "-o", "fortune").status == 0


def test_a_file_keeps_its_mode(run: Command, tmp_path: Path) -> None:
    target = tmp_path / "report"
    assert run("show", "fortune", "-o", str(target)).status == 0
    mask = os.umask(0)
    os.umask(mask)
    assert target.stat().st_mode & 0o777 == 0o666 & ~mask
    target.chmod(0o640)
    assert run("show", "fortune", "-o", str(target)).status == 0
    assert target.stat().st_mode & 0o777 == 0o640


# ---- signals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_temporary_file(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def struck(_: Path) -> int:
        assert len(list(tmp_path.iterdir())) == 1  # the temporary file
        os.kill(os.getpid(), number)
        time.sleep(10)
        return 0o600

    monkeypatch.setattr(whole_files, "mode_of", struck)
    inherited = signal.signal(number, signal.SIG_DFL)  # under nohup it would be ignored
    try:
        done = run("new", "-o", str(tmp_path / "mine.toml"))
        assert (done.status, done.out) == (128 + number, "")
        assert done.err == f"everydeal: ended by {number.name}\n"
        assert list(tmp_path.iterdir()) == []
        assert signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, inherited)


def test_an_ignored_signal_stays_ignored(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def struck(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGHUP)
        time.sleep(0.01)

    monkeypatch.setattr(common, "check_files", struck)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run("list").status == 0
    finally:
        signal.signal(signal.SIGHUP, before)


def test_no_fault_is_made_of_a_signal() -> None:
    assert not issubclass(Ended, Exception)


def test_an_interrupt_among_the_imports_is_quiet() -> None:
    program = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'everydeal.cli.arguments':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from everydeal.cli import main\n"
        "sys.exit(main(['list']))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "everydeal: interrupted\n")


def test_next_to_nothing_is_imported_before_an_interrupt_is_met() -> None:
    program = "import sys, everydeal.cli; print(*sorted(n for n in sys.modules if n.startswith('everydeal')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["everydeal", "everydeal._version", "everydeal.cli", "everydeal.errors"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_real_signal_while_waiting_for_input(number: signal.Signals) -> None:
    process = subprocess.Popen(
        [*EVERYDEAL, "certify", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: [signal.signal(each, signal.SIG_DFL) for each in (signal.SIGINT, number)],
    )
    time.sleep(3.0)  # past the imports, into reading, on a slow machine too
    process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert process.returncode == 128 + number
    assert len(err.splitlines()) == 1


def test_closed_errors_are_no_fault() -> None:
    assert shell("EVERYDEAL certify nothing 2>&-").returncode == 2
    assert shell("EVERYDEAL list 2>&-").returncode == 0


def test_a_hyphen_as_output_is_no_file(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").write_text("x")
    assert run("show", "fortune", "-o", "-").out == run("show", "fortune").out
