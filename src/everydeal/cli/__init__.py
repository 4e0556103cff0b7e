"""The command line: one module per command, each with `add` (its arguments) and `run`.

Heavy imports wait until a command runs, so that `--help` is fast; all others wait until `main` runs, so
that an interrupt meanwhile is met.

Exit status: 0 computed; 1 computed, but it disagrees with what was to be confirmed, or there are
findings under --strict; 2 usage or bad input; 3 an internal check failed; 130 interrupted; 128 and the
signal's number if ended by one.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress


class Ended(BaseException):
    """A signal that ends the process, as an exception: so that temporary files are removed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        with _signals():
            return _run(arguments)
    except KeyboardInterrupt:
        _say("interrupted")
        return 130
    except Ended as ended:
        _say(f"ended by {signal.Signals(ended.number).name}")
        return 128 + ended.number


def _run(arguments: Sequence[str] | None) -> int:
    # A stream that was closed before the start is None; `emit` says so of standard output.
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    from everydeal.cli import common
    from everydeal.cli.arguments import parser
    from everydeal.errors import EverydealError, InternalCheckError

    try:
        try:
            options = parser().parse_args(arguments)
        except SystemExit:
            common.flush()  # the help; argparse itself takes no notice of a full disk
            raise
        common.check_files(options)
        status: int = options.run(options)
        common.flush()
    except BrokenPipeError:
        common.give_up_on_output()
        return 0
    except EverydealError as error:
        _say(str(error))
        return 3 if isinstance(error, InternalCheckError) else 2
    except OSError as error:
        where = error.filename or "standard output"
        _say(f"{where}: {error.strerror or error}")
        common.give_up_on_output()
        return 2
    except Exception as error:
        if os.environ.get("EVERYDEAL_TRACEBACK"):
            raise
        _say(
            f"internal error, no figure is given: {type(error).__name__}: {error} "
            "(EVERYDEAL_TRACEBACK=1 shows where)"
        )
        return 3
    return status


def _say(words: str) -> None:
    with suppress(OSError):  # the terminal may have gone
        print(f"everydeal: {words}", file=sys.stderr)


@contextmanager
def _signals() -> Iterator[None]:
    """Meanwhile SIGTERM and SIGHUP raise `Ended`, unless they are ignored, as under nohup."""
    taken: list[int] = []

    def end(number: int, _: object) -> None:
        for each in taken:
            signal.signal(each, signal.SIG_IGN)  # a second one shall not cut the cleaning up short
        raise Ended(number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            with suppress(ValueError):  # only the main thread may
                signal.signal(number, end)
                taken.append(number)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
