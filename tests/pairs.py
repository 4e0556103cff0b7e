"""Shared by the tests of pairs: the hands of a deck and their classes, and rules that set them.

The class of a hand is found here from its cards; rules are toys that use whatever settings there
are, dominated ones too.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product

from everydeal.core import pairs as core
from everydeal.core.pairs import Classes, Deck, Set, Sets
from everydeal.ranking import Ranking

# The ranks held once, twice, ... as masks, the suit of a flush as a mask, the joker.
Key = tuple[tuple[int, ...], int, int]
Rule = Callable[[Sequence[Set]], Set]


def key_of_class(hand: object) -> Key:
    """What a class says of its hands."""
    return tuple(hand.held)[1:], hand.suited, hand.joker  # type: ignore[attr-defined]


def key_of_hand(hand: Sequence[int]) -> Key:
    """The same of a hand, from its cards."""
    joker = 52 in hand
    natural = [card for card in hand if card != 52]
    by_suit = [sum(1 << card // 4 for card in natural if card % 4 == suit) for suit in range(4)]
    counts = [sum(card // 4 == rank for card in natural) for rank in range(13)]
    held = tuple(sum(1 << rank for rank in range(13) if counts[rank] == copies) for copies in range(1, 5))
    suited = sum(mask for mask in by_suit if mask.bit_count() >= 5 - joker)
    return held, suited, int(joker)


def a_hand_of(hand: object) -> tuple[int, ...]:
    """Some hand of a class of the whole deck: the flush in suit 0, else dealt over the suits."""
    held, suited, joker = key_of_class(hand)
    cards = [52] * joker
    dealt = 0
    for rank in range(13):
        copies = sum(at for at, mask in enumerate(held, 1) if mask >> rank & 1)
        if suited:
            in_suit = suited >> rank & 1
            cards += [4 * rank + suit for suit in range(1 - in_suit, 1 - in_suit + copies)]
        else:
            cards += [4 * rank + (dealt + at) % 4 for at in range(copies)]
            dealt += copies
    assert key_of_hand(cards) == key_of_class(hand)
    return tuple(cards)


def hands_of(hand: object) -> Counter[tuple[int, ...]]:
    """The hands of a class of the whole deck: one for all that differ by names of suits, and how many."""
    held, _, joker = key = key_of_class(hand)
    copies = [sum(at for at, mask in enumerate(held, 1) if mask >> rank & 1) for rank in range(13)]
    found: Counter[tuple[int, ...]] = Counter()
    for suits in product(*(combinations(range(4), number) for number in copies)):
        by_suit = [sum(1 << rank for rank in range(13) if suit in suits[rank]) for suit in range(4)]
        by_suit.sort()
        cards = [4 * rank + suit for suit in range(4) for rank in range(13) if by_suit[suit] >> rank & 1]
        found[tuple(cards + [52] * joker)] += 1
    return Counter({cards: number for cards, number in found.items() if key_of_hand(cards) == key})


class Dealt:
    """A small deck: its hands, its classes, and which class each hand is of."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.classes = Classes(deck)
        self.hands = core.hands(deck)
        numbers = {key_of_class(self.classes.hands[at]): at for at in range(self.classes.number)}
        assert len(numbers) == self.classes.number
        self.class_of = [numbers[key_of_hand(hand)] for hand in self.hands]

    def settings(self, ranking: Ranking) -> list[list[Set]]:
        """The legal settings of each class."""
        return [core.settings(ranking, self.classes.hands[at]) for at in range(self.classes.number)]

    def by_hand(self, sets: Sets) -> Sets:
        """Set hands for each hand instead of each class."""
        spread = Sets(len(self.hands), sets.labels)
        for at, number in enumerate(self.class_of):
            spread.c[at] = sets.c[number]
        return spread


def best_category(settings: Sequence[Set]) -> int:
    """What the best back of a hand makes: labels 0..11."""
    return max(way.back for way in settings) >> 20


def front_first(settings: Sequence[Set]) -> Set:
    """The highest front, then the highest back."""
    return settings[0]


def back_first(settings: Sequence[Set]) -> Set:
    """The highest back, then the highest front."""
    return max(settings)


def breaks_flushes(settings: Sequence[Set]) -> Set:
    """A flush goes behind if the front is no worse than the middle one; else the back is the lowest."""
    flushes = [way for way in settings if way.back >> 20 == 6]
    if not flushes:
        return settings[len(settings) // 2]
    best = max(flushes)
    return best if best.front >= settings[len(settings) // 2].front else min(settings)


RULES: tuple[Rule, ...] = (front_first, back_first, breaks_flushes)


def set_by(rule: Rule, settings: Sequence[Sequence[Set]]) -> Sets:
    """Each class set by a rule, labelled by its best category."""
    return Sets.of([(*rule(ways)[:2], best_category(ways)) for ways in settings], labels=12)
