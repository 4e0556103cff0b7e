"""Shared by the tests of poker hands: the core's numbers beside the reference's cards."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import comb

from everydeal import cards
from everydeal.core import hand as core
from everydeal.core.hand import Ranked, Setting
from everydeal.ranking import CATEGORIES, FIVE_ACES, WHEELS, Ranking
from everydeal.reference import hand as reference

USUAL = Ranking()
ORDERS = [Ranking(wheel, five_aces) for wheel, five_aces in product(WHEELS, FIVE_ACES)]


def kinds(text: str) -> tuple[int, ...]:
    """The core's numbers of the cards."""
    return cards.hand(text, joker=True)


def as_cards(hand: Sequence[int]) -> tuple[reference.Card, ...]:
    """The reference's cards for the core's kinds."""
    return tuple(
        reference.JOKER if kind == cards.JOKER else (kind // 4 + 2, reference.SUITS[kind % 4])
        for kind in hand
    )


def options(ranking: Ranking) -> reference.Options:
    """The reference's options for a ranking; they have the same names."""
    return reference.Options(ranking.wheel, ranking.five_aces, ranking.equal_front)


def ranked(text: str, ranking: Ranking = USUAL) -> Ranked:
    """One hand ranked by the core."""
    return core.rank(ranking, [kinds(text)])[0]


def compare(one: str, other: str, ranking: Ranking = USUAL) -> int:
    """1 if the first hand is better, 0 if they are copies, -1 if it is worse."""
    first, second = ranked(one, ranking).score, ranked(other, ranking).score
    return (first > second) - (first < second)


def makes(text: str, ranking: Ranking = USUAL) -> str:
    """The category and the ranks that decide, such as `flush KQJT3`."""
    found = ranked(text, ranking)
    return f"{CATEGORIES[found.category]} {''.join(cards.RANKS[rank] for rank in found.best)}"


def joker_is(text: str, ranking: Ranking = USUAL) -> str:
    """What the joker stands for: `9d`, `A`, or nothing."""
    found = ranked(text, ranking)
    if found.joker is None:
        return ""
    suit = "" if found.joker_suit is None else cards.SUITS[found.joker_suit]
    return cards.RANKS[found.joker] + suit


def reading(ranked: Ranked) -> reference.Reading:
    """What the core says that a hand makes, in the reference's words."""
    return CATEGORIES[ranked.category], tuple(rank + 2 for rank in ranked.best)


def agrees(hand: Sequence[int], ranking: Ranking) -> bool:
    """Whether core and reference say the same of a hand."""
    return reading(core.rank(ranking, [tuple(hand)])[0]) == reference.best(as_cards(hand), options(ranking))


def index(hand: Sequence[int]) -> int:
    """Where a hand stands among all hands of its size, counted one by one."""
    return sum(comb(kind, at) for at, kind in enumerate(sorted(hand), 1))


def setting(text: str, front: str, ranking: Ranking = USUAL) -> Setting:
    """The setting of seven cards with this front."""
    wanted = set(kinds(front))
    (found,) = (way for way in core.settings(ranking, kinds(text)) if set(way.front) == wanted)
    return found


def with_equal_front(ranking: Ranking) -> Iterator[Ranking]:
    """The ranking with either answer to an equal front."""
    for answer in ("legal", "foul"):
        yield replace(ranking, equal_front=answer)
