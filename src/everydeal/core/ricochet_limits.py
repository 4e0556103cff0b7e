"""Rounds of Ricochet Poker for one player under several kickout limits: no class is counted twice.

Classes ascend by score, so a limit kicks out the last of them. Below it a round is the same as without a
limit, and from it on the same whatever the player decides for.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from everydeal.core.ricochet import ENDS, MADE, Ends, Gain, Ricochet, Rules, Situation

Sums = TypeVar("Sums")
Offers = Mapping[Situation, Gain]

_ALL_OUT = Rules(limit=1)  # every score is higher
_NO_ENDS: Ends = {end: dict.fromkeys(MADE, 0) for end in ENDS}


class Limits:
    """A deck ready to be counted, and the sums of what was counted so far."""

    def __init__(self, game: Ricochet) -> None:
        self._game = game
        self._scores = [one.score for one in game.classes]
        # By rules without a limit, and how many classes, from the lowest, the sums are over.
        self._ends: dict[Rules, dict[int, Ends]] = {}
        self._offers: dict[Rules, dict[int, Offers]] = {}
        # By how many classes, from the highest, are kicked out.
        self._kicked_out: dict[int, Ends] = {0: _NO_ENDS}

    def count(self, rules: Rules) -> Ends:
        """The same as `Ricochet.count` of a player who follows the objective."""
        below, free = self._below(rules), replace(rules, limit=0)
        decided = _grown(
            self._ends.setdefault(free, {0: _NO_ENDS}),
            below,
            lambda first, last: self._game.count(free, span=range(first, last)),
            _plus,
        )
        number = self._game.number
        kicked_out = _grown(
            self._kicked_out,
            number - below,
            lambda first, last: self._game.count(_ALL_OUT, span=range(number - last, number - first)),
            _plus,
        )
        return _plus(decided, kicked_out)

    def offers(self, rules: Rules) -> Offers:
        """The same as `Ricochet.offers`: a dealer who is kicked out leaves nothing to decide."""
        free = replace(rules, limit=0)
        return _grown(
            self._offers.setdefault(free, {0: {}}),
            self._below(rules),
            lambda first, last: self._game.offers(free, span=range(first, last)),
            _joined,
        )

    def _below(self, rules: Rules) -> int:
        """How many classes are not kicked out."""
        return bisect_left(self._scores, rules.limit) if rules.limit else self._game.number


def _grown(
    known: dict[int, Sums], number: int, count: Callable[[int, int], Sums], plus: Callable[[Sums, Sums], Sums]
) -> Sums:
    """The sums over so many classes, from the nearest that are known; and kept."""
    if number not in known:
        nearest = max(at for at in known if at < number)
        known[number] = plus(known[nearest], count(nearest, number))
    return known[number]


def _plus(one: Ends, other: Ends) -> Ends:
    return {end: {made: number + other[end][made] for made, number in one[end].items()} for end in ENDS}


def _joined(one: Offers, other: Offers) -> Offers:
    """Sums by situation, in the core's order whatever was counted first: some are of one range only."""
    found = dict(one)
    for situation, gain in other.items():
        was = found.get(situation)
        found[situation] = gain if was is None else _sum(was, gain)
    return dict(sorted(found.items(), key=lambda each: (MADE.index(each[0].category), each[0][1:])))


def _sum(one: Gain, other: Gain) -> Gain:
    return Gain(
        one.deals + other.deals,
        one.plays + other.plays,
        one.play + other.play,
        one.best + other.best,
        open=True,
    )
