"""Pairs of hands: seconds for each stage over the whole deck, and the ratio to counting one by one.

    python benchmarks/bench_pairs.py

Dealers are set by a toy rule, the highest back and then the highest front: how long counting takes
depends on how often a flush is set otherwise than its ranks. Asserts nothing.
"""

from math import comb
from time import perf_counter

from timing import timed

from everydeal import work
from everydeal.core import pairs as core
from everydeal.core.pairs import Classes, Deck, Options, Pairs, Set, Sets
from everydeal.ranking import Ranking

RANKING = Ranking()
STRIPPED = Deck(tuple(range(3, 13)), 2, True)
DEALER = (50, 46, 32, 22, 14, 7, 0)  # a joker-free hand without a pair
HAND_ANSWERS = comb(46, 7)


def main() -> None:
    """Time and print."""
    threads = list(dict.fromkeys((1, work.threads())))
    classes = timed("list the classes", lambda: Classes(Deck()))
    free = timed("settings of the classes, 1 thread", lambda: core.options(RANKING, classes, workers=1))
    dealer = highest_backs(free)
    pairs = timed("prepare", lambda: Pairs(classes, free, dealer))
    all_deals = comb(53, 7) * HAND_ANSWERS
    for workers in threads:
        label = f"count all deals, free player, threads: {workers}"
        timed(label, lambda: pairs.count(workers=workers), all_deals)  # noqa: B023 - called at once
    ruled = Pairs(classes, dealer, dealer)
    timed(f"the same, player by rule, threads: {threads[-1]}", ruled.count, all_deals)
    timed("labels of both, one each", lambda: core.joint(classes, dealer, dealer), all_deals)
    set_as = Set(dealer.c[0].back, dealer.c[0].front)
    timed("one hand of the dealer, by classes", lambda: pairs.against(DEALER, set_as), HAND_ANSWERS)
    timed(
        f"one hand of the dealer, one by one, threads: {threads[-1]}",
        lambda: core.direct_hand(RANKING, Deck(), DEALER, set_as),
        HAND_ANSWERS,
    )

    cards = len(STRIPPED.ranks) * STRIPPED.suits + STRIPPED.joker
    deals = comb(cards, 7) * comb(cards - 7, 7)
    print(f"a deck of {cards} cards:")
    few = Classes(STRIPPED)
    few_free = core.options(RANKING, few)
    few_pairs = Pairs(few, few_free, highest_backs(few_free))
    start = perf_counter()
    timed("by classes, 1 thread", lambda: few_pairs.count(workers=1), deals)
    fast = perf_counter() - start
    hand_free = core.direct_options(RANKING, STRIPPED)
    hand_dealer = highest_backs(hand_free)
    start = perf_counter()
    timed(
        "one by one, 1 thread",
        lambda: core.direct_count(STRIPPED, hand_dealer, hand_free, workers=1),
        deals,
    )
    print(f"by classes: {(perf_counter() - start) / fast:.0f} times the deals per second of one by one")


def highest_backs(free: Options) -> Sets:
    """Each class or hand set with its highest back; in `free` that is the last of its settings."""
    return Sets.of(max(ways)[:2] for ways in free)


if __name__ == "__main__":
    main()
