"""Long work in small pieces: threads, progress on a terminal, and a clean end on an interrupt.

The core releases Python's lock around every call, so threads suffice. A piece takes some tens
of milliseconds: an interrupt waits for no more than the pieces under way.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")
_QUIET_PIECES = 8  # less work than this shows no progress bar


def threads() -> int:
    """How many threads to use: the processors that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def ranges(first: int, last: int, size: int) -> list[range]:
    """The range cut into pieces of at most `size`."""
    return [range(at, min(at + size, last)) for at in range(first, last, size)]


def run(
    pieces: Sequence[range],
    start: Callable[[], Result],
    work: Callable[[Result, range], None],
    *,
    label: str,
    unit: str,
    workers: int | None = None,
) -> list[Result]:
    """Work off all pieces; each worker starts with `start()` and adds piece after piece to it.

    Returns the workers' results, in no order that matters: they must add up. `label` names the
    work in the progress bar, which counts the units in the pieces, `unit` what one of them is.
    """
    count = max(1, min(workers or threads(), len(pieces)))
    queue = iter(pieces)
    with _progress(label, unit, pieces) as advance:

        def worker() -> Result:
            result = start()
            for piece in queue:  # a list's iterator is safe to share between threads
                work(result, piece)
                advance(len(piece))
            return result

        if count == 1:
            return [worker()]
        with ThreadPoolExecutor(count) as executor:
            futures: list[Future[Result]] = [executor.submit(worker) for _ in range(count)]
            try:
                wait(futures)
            finally:
                for _ in queue:  # after an interrupt: leave nothing for the workers to take up
                    pass
            return [future.result() for future in futures]


@contextmanager
def _progress(label: str, unit: str, pieces: Sequence[range]) -> Iterator[Callable[[int], object]]:
    if len(pieces) < _QUIET_PIECES or not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    total = sum(map(len, pieces))
    with tqdm(total=total, desc=label, unit=f" {unit}", unit_scale=True, leave=False, file=sys.stderr) as bar:
        yield bar.update
