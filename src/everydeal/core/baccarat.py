"""Counting baccarat shoes in C."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from everydeal._core import ffi, lib
from everydeal.core import ensure

HANDS: int = lib.ED_BACCARAT_HANDS


@dataclass(frozen=True)
class DrawingRules:
    """Sets of totals 0..9, and of card values 0..9 per Banker total in `banker_drew`."""

    naturals: Set[int]
    player_draws: Set[int]
    banker_stood_draws: Set[int]
    banker_drew_draws: Sequence[Set[int]]


def count(
    rules: DrawingRules,
    shoe: Sequence[int],
    stride: Sequence[int],
    cells: int,
    hands: range = range(HANDS),
) -> list[int]:
    """Ordered six-card sequences by outcome, for Player hands in `hands`.

    `shoe` holds 52 counts, `stride` the six strides of `ed_baccarat_count`; the result has
    `cells` counts. Raises InputError with the core's words if an argument is out of bounds, and
    OverflowError or ValueError for a number that C's types cannot hold.
    """
    if len(shoe) != 52 or len(stride) != 6 or len(rules.banker_drew_draws) != 10 or hands.step != 1:
        raise ValueError("a shoe has 52 kinds, an outcome 6 strides, the Banker's table 10 rows")
    c_rules = ffi.new("struct ed_baccarat_rules *")
    c_rules.naturals = _mask(rules.naturals)
    c_rules.player_draws = _mask(rules.player_draws)
    c_rules.banker_stood_draws = _mask(rules.banker_stood_draws)
    c_rules.banker_drew_draws = [_mask(row) for row in rules.banker_drew_draws]
    counts = ffi.new("uint64_t[]", cells)
    ensure(
        lib.ed_baccarat_count(
            c_rules,
            ffi.new("uint32_t[52]", list(shoe)),
            hands.start,
            hands.stop,
            ffi.new("uint32_t[6]", list(stride)),
            counts,
            cells,
        )
    )
    unpacked: list[int] = ffi.unpack(counts, cells)
    return unpacked


def _mask(members: Set[int]) -> int:
    return sum(1 << member for member in members)
