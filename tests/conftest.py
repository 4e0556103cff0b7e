"""Shared by all tests: where the data is, and the command line run inside this process."""

import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from everydeal.cli import main

# The machine's speed is no property under test; the same cases everywhere make CI repeatable.
settings.register_profile("everydeal", deadline=None, derandomize=True)
settings.load_profile("everydeal")

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Run:
    status: int
    out: str
    err: str


Command = Callable[..., Run]


def heed_interrupts() -> None:
    """For a child process: SIGINT as at a terminal, also where these tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command as a user would: its status, standard output and standard error."""

    def command(*arguments: str) -> Run:
        try:
            status = main(arguments)
        except SystemExit as stop:  # argparse leaves so
            status = int(stop.code or 0)
        captured = capsys.readouterr()
        return Run(status, captured.out, captured.err)

    return command
