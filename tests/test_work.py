"""Long work: pieces add up on any number of threads, progress is for terminals, interrupts end it."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

import pytest

from everydeal import work
from tests.conftest import heed_interrupts

AUDIT = [sys.executable, "-m", "everydeal", "audit", "fortune"]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_piece_is_worked_off_once(workers: int) -> None:
    pieces = work.ranges(3, 1000, 7)
    assert sum(map(len, pieces)) == 997
    results = work.run(
        pieces, list[int], lambda done, part: done.extend(part), label="", unit="", workers=workers
    )
    assert len(results) <= workers
    assert sorted(number for result in results for number in result) == list(range(3, 1000))


def test_a_fault_in_a_worker_comes_out() -> None:
    def fail(_: list[int], part: range) -> None:
        if 50 in part:
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        work.run(work.ranges(0, 100, 10), list[int], fail, label="", unit="", workers=2)


def test_workers_run_side_by_side() -> None:
    together = threading.Barrier(2, timeout=10)

    def meet(_: list[int], part: range) -> None:
        assert len(part) == 1
        together.wait()

    work.run(work.ranges(0, 2, 1), list[int], meet, label="", unit="", workers=2)
    assert not together.broken


def test_progress_goes_to_a_terminal_and_an_interrupt_ends_in_130() -> None:
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(AUDIT, stdout=subprocess.PIPE, stderr=end, preexec_fn=heed_interrupts)
    os.close(end)
    shown = b""
    deadline = time.monotonic() + 60
    while b"counting" not in shown and time.monotonic() < deadline:
        shown += os.read(terminal, 4096)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    while b"interrupted" not in shown:
        shown += os.read(terminal, 4096)
    os.close(terminal)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in shown


@pytest.mark.exhaustive
def test_no_progress_elsewhere() -> None:
    done = subprocess.run(AUDIT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert (
        done.stdout
        == "53-cards, the hand: 51 rows of 154,143,080 hands of 7 cards counted two ways: all agree.\n"
    )
