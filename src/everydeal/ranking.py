"""The names of what poker hands make, and the options of how they compare."""

from dataclasses import dataclass

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_aces",
)
WHEELS = ("second", "lowest")
FIVE_ACES = ("above-royal", "below-royal", "below-straight-flushes")
EQUAL_FRONTS = ("legal", "foul")


@dataclass(frozen=True)
class Ranking:
    """How hands compare.

    `wheel`: whether A-2-3-4-5 is the second-highest straight or the lowest. `five_aces`: where five
    aces stand among straight flushes. `equal_front`: whether a setting is legal whose back matches
    the front in all the front's cards.
    """

    wheel: str = "second"
    five_aces: str = "above-royal"
    equal_front: str = "legal"
