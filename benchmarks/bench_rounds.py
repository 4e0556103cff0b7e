"""Rounds of Ricochet Poker: rounds a minute by players, strategy, bonus and threads.

    python benchmarks/bench_rounds.py

Asserts nothing.
"""

from time import perf_counter

from everydeal import work
from everydeal.core import hand
from everydeal.core import ricochet as core
from everydeal.core.rounds import BLOCK, RECKONING, SIMPLE, Table, resolve, simulate

KINGS_AND_QUEEN = (44, 45, 40, 4, 1)
NO_BONUS = (0,) * 10
BONUS = (0, 0, 0, 1, 3, 4, 5, 10, 20, 50)
BLOCKS = {SIMPLE: 2000, RECKONING: 40}
NAMES = {SIMPLE: "simple", RECKONING: "reckoning"}
FOLLOWED = 2000


def main() -> None:
    """Time and print."""
    limit = hand.rank(core.RANKING, [KINGS_AND_QUEEN])[0].score
    simulate(Table(1), 1, range(1))  # lists classes and draws
    for strategy, blocks in BLOCKS.items():
        for players in (1, 2, 4, 7):
            for bonus in (NO_BONUS, BONUS):
                table = Table(players, limit, bonus=bonus, pays=(bonus,) * 5, strategy=strategy)
                for workers in dict.fromkeys((1, work.threads())):
                    what = f"{NAMES[strategy]}, players: {players}, bonus: {'yes' if any(bonus) else 'no'}"
                    timed(f"{what}, threads: {workers}", table, blocks, workers)
    follow(Table(7, limit, bonus=BONUS, pays=(BONUS,) * 5))


def timed(what: str, table: Table, blocks: int, workers: int) -> None:
    """Simulate and print the seconds, and the rounds a minute."""
    start = perf_counter()
    simulate(table, 1, range(blocks), workers)
    seconds = perf_counter() - start
    print(f"{what:50} {seconds:8.3f} s {60 * blocks * BLOCK / seconds:14,.0f} rounds a minute")


def follow(table: Table) -> None:
    """Follow one round again and again from Python."""
    cards = list(range(0, 52, 3)) + list(range(1, 52, 3)) + list(range(2, 52, 3))
    pockets = [cards[at : at + 2] for at in range(5, 19, 2)]
    start = perf_counter()
    for _ in range(FOLLOWED):
        resolve(table, cards[:5], pockets, cards[19:])
    seconds = (perf_counter() - start) / FOLLOWED
    print(f"one round of seven players followed: {seconds * 1e6:.0f} microseconds")


if __name__ == "__main__":
    main()
