"""Counting one 8-deck baccarat shoe: the C core against the plain Python implementation.

    python benchmarks/bench_baccarat.py

Prints the best of several runs of each, and their ratio in this run. Asserts nothing.
"""

from timeit import repeat

from everydeal.core import baccarat as core
from everydeal.reference import baccarat as reference

NATURALS = {8, 9}
DRAWS = {0, 1, 2, 3, 4, 5}
ANY = set(range(10))
BANKER = [ANY, ANY, ANY, ANY - {8}, {2, 3, 4, 5, 6, 7}, {4, 5, 6, 7}, {6, 7}, set(), set(), set()]
# Every coordinate of an outcome kept apart: the core's largest table.
STRIDE = (1, 10, 110, 1100, 12100, 36300)
CELLS = 10 * 11 * 10 * 11 * 3 * 3


def main() -> None:
    """Time both and print."""
    rules = core.DrawingRules(NATURALS, DRAWS, DRAWS, BANKER)
    shoe = reference.whole_shoe(8)
    fast = min(repeat(lambda: core.count(rules, [8] * 52, STRIDE, CELLS), number=1, repeat=20))
    slow = min(repeat(lambda: reference.count(shoe, NATURALS, DRAWS, DRAWS, BANKER), number=1, repeat=3))
    print(f"C core, with its table read into Python {1000 * fast:9.2f} ms")
    print(f"plain Python                            {1000 * slow:9.2f} ms")
    print(f"ratio                                   {slow / fast:9.1f}")


if __name__ == "__main__":
    main()
