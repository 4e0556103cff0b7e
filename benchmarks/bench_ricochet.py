"""Ricochet Poker: seconds for each count over the whole deck, and the rate of counting one by one.

    python benchmarks/bench_ricochet.py

Asserts nothing.
"""

from math import comb

from timing import timed

from everydeal import work
from everydeal.core import hand
from everydeal.core import ricochet as core
from everydeal.core.ricochet import MADE, POCKETS, Deck, Labels, Ricochet, Rules

DEALS = comb(52, 5) * comb(47, 2)
ROUNDS = DEALS * comb(45, 3)
KINGS_AND_QUEEN = (44, 45, 40, 4, 1)
BONUS = (0, 0, 0, 1, 3, 4, 5, 10, 20, 50)
SAMPLE = range(1_000_000_000, 1_010_000_000)
FEW = range(1_000_000_000, 1_000_002_000)


def main() -> None:
    """Time and print."""
    game = timed("list classes and draws", Ricochet)
    limit = hand.rank(core.RANKING, [KINGS_AND_QUEEN])[0].score
    rules = Rules(limit, True, 1, BONUS)
    labels = Labels(
        [MADE.index(one.category) for one in game.classes],
        [pocket.high == pocket.low for pocket in core.pockets()],
        [int(at > 5) for at in range(len(core.THREES))],
        [int(at > 5) for at in range(len(MADE))],
        (0, 1, 2, 3),
        [int(at > 5) for at in range(len(MADE))],
    )
    for workers in dict.fromkeys((1, work.threads())):
        threads = f", threads: {workers}"
        timed("rapid fire" + threads, lambda: game.pockets(workers=workers), DEALS)  # noqa: B023
        timed("one player" + threads, lambda: game.count(rules, workers=workers), ROUNDS)  # noqa: B023
        timed("offers" + threads, lambda: game.offers(rules, workers=workers), ROUNDS)  # noqa: B023
        timed("bonus wagers" + threads, lambda: game.joint(labels, workers=workers), 30 * DEALS)  # noqa: B023
    decisions = bytes(game.number * POCKETS)
    timed("one player by decisions, 1 thread", lambda: game.count(rules, decisions, workers=1), ROUNDS)
    print("one by one, 1 thread:")
    timed("rapid fire", lambda: core.direct_pockets(Deck(), span=SAMPLE, workers=1), len(SAMPLE))
    timed(
        "one player",
        lambda: core.direct_count(Deck(), rules, span=FEW, workers=1),
        len(FEW) * comb(45, 3),
    )


if __name__ == "__main__":
    main()
