"""Whole points of a box whose weighted sums lie in given bands. Integers only; nothing here knows a pay."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from everydeal.errors import InputError

MOST_STEPS = 5_000_000
_MOST_PAIRS = 100_000


@dataclass(frozen=True)
class Axis:
    """One coordinate: its values, rising, and its weight in each sum, none below 0.

    Among axes of one `chain`, in order, no value is above the one before; None is in no chain.
    """

    values: tuple[int, ...]
    weights: tuple[int, ...]
    chain: int | None = None


@dataclass(frozen=True)
class Band:
    """What a weighted sum may be, both ends included."""

    low: int
    high: int


def points(
    axes: Sequence[Axis], bands: Sequence[Band], most_steps: int = MOST_STEPS
) -> Iterator[tuple[int, ...]]:
    """Every point whose sum of weight times value lies in its band, for each band; in no order that matters.

    Depth first, the axis that moves the sums most first. At each step what the axes left can still add, at
    least and at most, bounds the next value from both sides, so no value is tried that the bands rule out
    even if the axes left could take every number between their ends; on the last axis none is tried in vain.
    The last two axes, if in no chain, are looked up together in a sorted table of what they add: k axes of n
    values take some n^(k - 2) steps at most, besides one for each point in the first band.
    Cost: a step for each value taken on any axis. Raises InputError beyond `most_steps`.
    """
    order = sorted(range(len(axes)), key=lambda at: (-_swing(axes[at]), at))
    low = [axis.values[0] for axis in axes]
    high = [axis.values[-1] for axis in axes]
    point = [0] * len(axes)
    pairs = _pairs(axes, *order[-2:]) if len(order) > 1 else []
    sums = [total for total, *_ in pairs]
    steps = 0

    def count(more: int) -> None:
        nonlocal steps
        steps += more
        if steps > most_steps:
            raise InputError(f"more than {most_steps:,} steps, and the search is not at its end")

    def look_up(least: list[int], most: list[int]) -> Iterator[tuple[int, ...]]:
        """Take values on the last two axes together."""
        one, other = order[-2:]
        fitting = pairs[bisect_left(sums, least[0]) : bisect_right(sums, most[0])]
        count(1 + len(fitting))
        for _, point[one], point[other] in fitting:
            if all(
                least[band] <= axes[one].weights[band] * point[one] + weight * point[other] <= most[band]
                for band, weight in enumerate(axes[other].weights)
            ):
                yield tuple(point)

    def descend(
        depth: int, low: list[int], high: list[int], least: list[int], most: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """Take values on `order[depth:]`, given what the axes before it leave of each band."""
        if pairs and depth == len(order) - 2:
            yield from look_up(least, most)
            return
        at = order[depth]
        left = order[depth + 1 :]
        first, last = low[at], high[at]
        for band, weight in enumerate(axes[at].weights):
            below, above = least[band], most[band]
            for other in left:
                below -= axes[other].weights[band] * high[other]
                above -= axes[other].weights[band] * low[other]
            if weight:
                first = max(first, -(-below // weight))
                last = min(last, above // weight)
            elif below > 0 or above < 0:
                return
        values = axes[at].values
        values = values[bisect_left(values, first) : bisect_right(values, last)]
        count(len(values))
        for value in values:
            point[at] = value
            if not left:
                yield tuple(point)
                continue
            inner = _chained(axes, at, value, low, high)
            if inner:
                weights = axes[at].weights
                yield from descend(
                    depth + 1,
                    *inner,
                    [bound - weight * value for bound, weight in zip(least, weights, strict=True)],
                    [bound - weight * value for bound, weight in zip(most, weights, strict=True)],
                )

    if axes:
        yield from descend(0, low, high, [band.low for band in bands], [band.high for band in bands])


def ends(axes: Sequence[Axis]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The points with the least and with the greatest sums, all bands left aside; None if there is none."""
    greatest: list[int] = []
    least: list[int] = []
    for at, axis in enumerate(axes):
        bound = [greatest[other] for other in range(at) if _linked(axis, axes[other])]
        fitting = [value for value in axis.values if not bound or value <= min(bound)]
        if not fitting:
            return None
        greatest.append(fitting[-1])
    for at in reversed(range(len(axes))):
        after = range(at + 1, len(axes))
        bound = [least[other - at - 1] for other in after if _linked(axes[at], axes[other])]
        least.insert(0, next(value for value in axes[at].values if not bound or value >= max(bound)))
    return tuple(least), tuple(greatest)


def _pairs(axes: Sequence[Axis], one: int, other: int) -> list[tuple[int, int, int]]:
    """What two axes add to the first sum, rising, with their values; nothing if in a chain, or too many."""
    first, second = axes[one], axes[other]
    if first.chain is not None or second.chain is not None:
        return []
    if len(first.values) * len(second.values) > _MOST_PAIRS:
        return []
    return sorted(
        (first.weights[0] * x + second.weights[0] * y, x, y) for x in first.values for y in second.values
    )


def _linked(one: Axis, other: Axis) -> bool:
    return one.chain is not None and one.chain == other.chain


def _swing(axis: Axis) -> int:
    """How far the axis moves the sums."""
    return (axis.values[-1] - axis.values[0]) * sum(axis.weights)


def _chained(
    axes: Sequence[Axis], at: int, value: int, low: list[int], high: list[int]
) -> tuple[list[int], list[int]] | None:
    """The bounds of all axes once the axis `at` has a value; None if they leave some axis nothing."""
    if axes[at].chain is None:
        return low, high
    low, high = low[:], high[:]
    low[at] = high[at] = value
    for other, axis in enumerate(axes):
        if other != at and axis.chain == axes[at].chain:
            if other < at:
                low[other] = max(low[other], value)
            else:
                high[other] = min(high[other], value)
            if low[other] > high[other]:
                return None
    return low, high
