"""A ranked hand in words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from everydeal import cards
from everydeal.core.hand import Ranked, rank
from everydeal.ranking import CATEGORIES, Ranking

_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def described(ranked: Ranked) -> str:
    """What a hand makes, and what its joker stands for.

    >>> described(rank(Ranking(), [cards.hand("Jk 5d 6d 7d 8d", joker=True)])[0])
    'straight flush, nine-high (the joker is 9d)'
    """
    words = category_words(ranked)
    if ranked.joker is None:
        return words
    if ranked.joker_suit is not None:
        return f"{words} (the joker is {cards.name(4 * ranked.joker + ranked.joker_suit)})"
    article = "an" if cards.RANKS[ranked.joker] in "8A" else "a"
    return f"{words} (the joker is {article} {_NAMES[ranked.joker]})"


def category_words(ranked: Ranked) -> str:
    """The category and the ranks that decide within it.

    >>> category_words(Ranked(1, 2, (12, 11, 10), None, None))
    'two pair, aces and kings, queen'
    """
    category = CATEGORIES[ranked.category]
    name = category.replace("_", " ")
    best = [_NAMES[rank] for rank in ranked.best]
    many = [_plural(rank) for rank in best]
    if category in ("five_aces", "royal_flush"):
        return name
    if category in ("straight", "straight_flush"):
        return f"{name}, {best[0]}-high"
    if category in ("flush", "high_card"):
        return f"{name}, {'-'.join(best)}"
    if category == "full_house":
        return f"{name}, {many[0]} over {many[1]}"
    held = 2 if category == "two_pair" else 1
    words = " and ".join(many[:held])
    kickers = f", {'-'.join(best[held:])}" if best[held:] else ""
    return f"pair of {words}{kickers}" if category == "pair" else f"{name}, {words}{kickers}"


def _plural(rank: str) -> str:
    return f"{rank}es" if rank == "six" else f"{rank}s"


@dataclass(frozen=True)
class Placed:
    """A hand among others that it compares with.

    `group` is the size by which it compares: 5 for five to seven cards. `place` counts from 1, the
    strongest; copies share it. `copies` is how many other hands are worth the same.
    """

    cards: tuple[int, ...]
    ranked: Ranked
    group: int
    place: int
    copies: int

    def line(self, placed: bool) -> str:
        """One line of text; with the place if there is more than one hand."""
        copy = ", copy" if self.copies else ""
        head = f"{self.place}{copy}: " if placed else ""
        return f"{head}{cards.names(self.cards)}: {described(self.ranked)}"

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        joker = None
        if self.ranked.joker is not None:
            suit = "" if self.ranked.joker_suit is None else cards.SUITS[self.ranked.joker_suit]
            joker = cards.RANKS[self.ranked.joker] + suit
        return {
            "hand": [cards.name(card) for card in self.cards],
            "category": CATEGORIES[self.ranked.category],
            "ranks": [cards.RANKS[rank] for rank in self.ranked.best],
            "words": category_words(self.ranked),
            "joker": joker,
            "compares_with": "five" if self.group == 5 else str(self.group),
            "place": self.place,
            "copies": self.copies,
        }


def places(ranking: Ranking, hands: Sequence[tuple[int, ...]]) -> list[Placed]:
    """Rank hands of any sizes, each placed among those that it compares with; in the order given."""
    found: dict[int, Ranked] = {}
    for size in sorted({len(hand) for hand in hands}):
        numbers = [at for at, hand in enumerate(hands) if len(hand) == size]
        found.update(zip(numbers, rank(ranking, [hands[at] for at in numbers]), strict=True))
    groups = [min(len(hand), 5) for hand in hands]
    scores = Counter((groups[at], ranked.score) for at, ranked in found.items())
    place: dict[tuple[int, int], int] = {}
    ahead: Counter[int] = Counter()
    for group, score in sorted(scores, reverse=True):
        place[group, score] = ahead[group] + 1
        ahead[group] += scores[group, score]
    return [
        Placed(hand, found[at], groups[at], place[key], scores[key] - 1)
        for at, hand in enumerate(hands)
        for key in [(groups[at], found[at].score)]
    ]
