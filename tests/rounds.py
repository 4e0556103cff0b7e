"""Shared by the tests of rounds of Ricochet Poker: rounds dealt at random."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from everydeal.reference.hand import DECK, Card

MOST_DRAWN = 21  # three cards for each of seven players


@dataclass(frozen=True)
class Dealt:
    """What is dealt in a round, and the cards to draw, whether all are drawn or not."""

    dealer: tuple[Card, ...]
    pockets: tuple[tuple[Card, ...], ...]
    drawn: tuple[Card, ...]


def random_round(rng: Random, players: int, deck: Sequence[Card] = DECK) -> Dealt:
    """Five cards for the dealer, two for each player, and 21 to draw, or what a small deck has left."""
    pocketed = 5 + 2 * players
    drawn = min(MOST_DRAWN, len(deck) - pocketed)
    assert drawn >= 3 * players, "too few cards"
    dealt = tuple(rng.sample(deck, pocketed + drawn))
    pockets = tuple(dealt[at : at + 2] for at in range(5, pocketed, 2))
    return Dealt(dealt[:5], pockets, dealt[pocketed:])
