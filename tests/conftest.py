"""Shared by all tests: where the data is, and the command line run inside this process."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from everydeal.cli import main

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Run:
    status: int
    out: str
    err: str


Command = Callable[..., Run]


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
