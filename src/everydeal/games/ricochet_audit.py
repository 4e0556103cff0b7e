"""Sampled cells of the round, dealt and drawn one by one, against the counts by classes."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import TypeAlias

from everydeal import cards, work
from everydeal.core import hand as core
from everydeal.core.ricochet import (
    MADE,
    POCKETS,
    Class,
    Deck,
    Ends,
    Gain,
    Pocket,
    Rules,
    direct_count,
    pockets,
)
from everydeal.errors import InputError
from everydeal.games.ricochet import AtTable
from everydeal.games.ricochet_kickout import RANKING
from everydeal.games.ricochet_round import Plays
from everydeal.ranked import described

MAX_CELLS = 100_000
DRAWS = comb(45, 3)
_DEALS = 64  # at a time, some ten milliseconds
# How often the hands made by playing win and lose, as counted: by end and hand.
_Made: TypeAlias = Counter[tuple[str, str]]


@dataclass(frozen=True)
class Audited:
    """A class of the dealer's hands with a pocket: all their deals counted two ways.

    `dealer` is a hand of the class. The gains are what playing is worth over folding; `won_by_classes` and
    `won_one_by_one` are how often which hands win and lose, if the player plays in all of the deals.
    """

    dealer: tuple[int, ...]
    pocket: Pocket
    by_classes: Gain
    one_by_one: Gain
    won_by_classes: _Made
    won_one_by_one: _Made

    @property
    def agrees(self) -> bool:
        """Whether all are the same."""
        return self.by_classes == self.one_by_one and self.won_by_classes == self.won_one_by_one

    def line(self) -> str:
        """In words."""
        (ranked,) = core.rank(RANKING, [self.dealer])
        two = cards.RANKS[self.pocket.high] + cards.RANKS[self.pocket.low]
        pair = self.pocket.high == self.pocket.low
        suited = "" if pair else " suited" if self.pocket.suited else " unsuited"
        found = self.one_by_one
        text = (
            f"  {two}{suited} against {described(ranked)}: {found.deals:,} deals of {DRAWS:,} draws each, "
            f"one by one: {found.plays:,} worth playing, gains of {found.best:,} ({found.play:,} in all "
            "deals): "
        )
        if self.agrees:
            return text + "agree"
        if self.by_classes != self.one_by_one:
            return f"{text}DIFFER: by classes {tuple(self.by_classes)}, one by one {tuple(self.one_by_one)}"
        return f"{text}DIFFER in the hands made"


def audit(at: AtTable, plays: Plays, cells: int, seed: int) -> Iterator[Audited]:
    """Count so many random cells two ways: a class of the dealer's hands and a pocket that has to decide.

    A class comes up as often as its hands are dealt, a pocket as often as it is dealt against it. Every deal
    of a cell is played out with every draw, by an engine that knows no classes: 1 to 4 seconds a cell.
    Nothing is yielded if the player never decides. Raises InputError for a number out of range.
    """
    if not 0 <= cells <= MAX_CELLS:
        raise InputError(f"--dealers {cells}; allowed: 0 to {MAX_CELLS}")
    game, rules = at.game.counted, at.rules(plays)
    live = [number for number, one in enumerate(game.classes) if not 0 < rules.limit <= one.score]
    if not live:
        return
    drawn = random.Random(seed)
    weights = [game.classes[number].hands for number in live]
    listed = pockets()
    for _ in range(cells):
        (number,) = drawn.choices(live, weights)
        (gains,) = game.gains(rules, range(number, number + 1))
        decided = [where for where, gain in enumerate(gains) if gain.open and gain.deals]
        (where,) = drawn.choices(decided, [gains[each].deals for each in decided])
        decisions = bytearray(game.number * POCKETS)
        decisions[number * POCKETS + where] = 1
        counted = game.count(rules, decisions, span=range(number, number + 1))
        hands = _of_class(game.classes[number])
        one_by_one, won = _played(hands, listed[where], rules)
        yield Audited(hands[0], listed[where], gains[where], one_by_one, _won(counted), won)


def _played(hands: list[tuple[int, ...]], pocket: Pocket, rules: Rules) -> tuple[Gain, _Made]:
    """All deals of these hands and a pocket, each with every draw: what they gain, and what wins."""
    dealt = [(five, two) for five in hands for two in _of_pocket(pocket) if not set(five) & set(two)]
    always = Rules(0, ties=False, unit=1, bonus=(2,) * len(MADE))

    def piece(totals: tuple[_Made, list[int]], part: range) -> None:
        won, sums = totals
        for five, two in dealt[part.start : part.stop]:
            where = _place(five, two)
            of_deal = _won(direct_count(Deck(), always, span=range(where, where + 1), workers=1))
            gain = sum(number * _gain(end, made, rules) for (end, made), number in of_deal.items())
            won.update(of_deal)
            for at, add in enumerate((gain > 0, gain, max(gain, 0))):
                sums[at] += add

    def nothing() -> tuple[_Made, list[int]]:
        return Counter(), [0, 0, 0]

    done = work.run(
        work.ranges(0, len(dealt), _DEALS),
        nothing,
        piece,
        label="a cell",
        unit="deals",
    )
    plays, play, best = (sum(sums[at] for _, sums in done) for at in range(3))
    return Gain(len(dealt), plays, play, best, open=True), sum((won for won, _ in done), _Made())


def _gain(end: str, made: str, rules: Rules) -> int:
    """What a draw gains over folding: the Ante is not lost, and another won or the Play lost."""
    return (2 if end == "win" else -1) * rules.unit + rules.bonus[MADE.index(made)]


def _won(ends: Ends) -> _Made:
    return Counter(
        {(end, made): number for end in ("win", "lose") for made, number in ends[end].items() if number}
    )


def _place(five: tuple[int, ...], two: tuple[int, ...]) -> int:
    """Where a deal stands among all in the core's order: hands by their highest card, then the next."""
    rest = [kind for kind in range(52) if kind not in five]
    of_five = sum(comb(kind, at) for at, kind in enumerate(sorted(five), 1))
    of_two = sum(comb(rest.index(kind), at) for at, kind in enumerate(sorted(two), 1))
    return of_five * comb(47, 2) + of_two


def _of_class(one: Class) -> list[tuple[int, ...]]:
    """The hands of a class, by dealing every suit; the score decides which belong to it."""
    ways = (
        combinations(range(4 * rank, 4 * rank + 4), number) for rank, number in enumerate(one.cards) if number
    )
    hands = [tuple(kind for some in each for kind in some) for each in product(*ways)]
    ranked = core.rank(RANKING, hands)
    return [hand for hand, each in zip(hands, ranked, strict=True) if each.score == one.score]


def _of_pocket(pocket: Pocket) -> list[tuple[int, ...]]:
    held = combinations(range(52), 2)
    ranks = (pocket.low, pocket.high)
    return [
        two
        for two in held
        if (two[0] // 4, two[1] // 4) == ranks and (two[0] % 4 == two[1] % 4) is pocket.suited
    ]
