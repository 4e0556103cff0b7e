"""What several benchmarks share: run something and print how fast it was."""

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

Result = TypeVar("Result")


def timed(what: str, action: Callable[[], Result], deals: int = 0) -> Result:
    """Run and print the seconds, and the deals per second if there are any."""
    start = perf_counter()
    result = action()
    seconds = perf_counter() - start
    rate = f"{deals / seconds:12.3g} deals a second" if deals else ""
    print(f"{what:58} {seconds:8.3f} s {rate}")
    return result
