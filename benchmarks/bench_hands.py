"""Hands per second: counting one by one, and ranking, against a public C evaluator in one run.

    pip install eval7
    python benchmarks/bench_hands.py

eval7 ranks hands of its own card objects one call at a time; to compare evaluators and not call
overhead alone, it is also given hands whose objects were made beforehand. Asserts nothing.
"""

from random import Random
from time import perf_counter

from everydeal import work
from everydeal.core import hand as core
from everydeal.ranking import Ranking

HANDS = 200_000


def main() -> None:
    """Time and print."""
    ranking = Ranking(wheel="lowest")
    category = [core.fact("CATEGORY")]
    for workers in dict.fromkeys((1, work.threads())):
        start = perf_counter()
        core.count(ranking, 7, False, category, level=core.CARDS_LEVEL, workers=workers)
        _print(f"count one by one, C(52, 7) hands, threads: {workers}", 133_784_560, perf_counter() - start)
    start = perf_counter()
    core.count(ranking, 7, False, category)
    _print("count by classes, the same hands", 133_784_560, perf_counter() - start)

    deal = Random(1)
    hands = [tuple(deal.sample(range(52), 7)) for _ in range(HANDS)]
    start = perf_counter()
    core.rank(ranking, hands)
    ours = perf_counter() - start
    _print("rank, results as Python objects", HANDS, ours)
    try:
        import eval7
    except ImportError:
        print("eval7 is not installed: no comparison")
        return
    names = [[eval7.Card("23456789TJQKA"[card // 4] + "cdhs"[card % 4]) for card in hand] for hand in hands]
    start = perf_counter()
    for cards in names:
        eval7.evaluate(cards)
    theirs = perf_counter() - start
    _print("eval7 (public C evaluator), cards made before", HANDS, theirs)
    start = perf_counter()
    span = range(0, 20_000_000)
    core.count(ranking, 7, False, category, level=core.CARDS_LEVEL, span=span, workers=1)
    each = (perf_counter() - start) / len(span)
    print(f"one by one, one thread: {theirs / HANDS / each:.1f} times eval7's hands per second")


def _print(what: str, hands: int, seconds: float) -> None:
    print(f"{what:50} {hands / seconds / 1e6:10.1f} million hands a second ({seconds:.2f} s)")


if __name__ == "__main__":
    main()
