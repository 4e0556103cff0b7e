"""Poker hands a second time: what they make and how they compare, card by card.

Nothing here is clever. The joker is tried as every one of the 52 cards, the best five are sought
among all fives, and a hand is compared as a tuple of numbers.

A card is a pair (rank, suit): ranks 2 to 14, suits "c", "d", "h", "s". The joker is an ace
without a suit, (14, "").
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Card = tuple[int, str]
# A category and the ranks that decide within it, the first decides first.
Reading = tuple[str, tuple[int, ...]]

ACE = 14
RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple((rank, suit) for rank in range(2, 15) for suit in SUITS)
JOKER: Card = (ACE, "")

FIVE_CARDS = (
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
THREE_CARDS = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
# Counts of equal ranks, the most first, and what they make.
MULTIPLES = {
    (5,): "five_aces",
    (4, 1): "four_of_a_kind",
    (4,): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (3, 1): "three_of_a_kind",
    (3,): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 2): "two_pair",
    (2, 1, 1, 1): "pair",
    (2, 1, 1): "pair",
    (2, 1): "pair",
    (2,): "pair",
}
# What else is there in cards that make a category.
INCLUDES = {
    "high_card": (),
    "pair": (),
    "two_pair": ("pair",),
    "three_of_a_kind": ("pair",),
    "straight": (),
    "flush": (),
    "full_house": ("pair", "two_pair", "three_of_a_kind"),
    "four_of_a_kind": ("pair", "three_of_a_kind"),
    "straight_flush": ("straight", "flush"),
    "royal_flush": ("straight", "flush", "straight_flush"),
    "five_aces": ("pair", "three_of_a_kind", "four_of_a_kind"),
}


@dataclass(frozen=True)
class Options:
    """How hands compare.

    `wheel`: A-2-3-4-5 is the "second" highest straight or the "lowest". `five_aces`: they rank
    "above-royal", "below-royal" or "below-straight-flushes". `equal_front`: a back that matches the
    front in all the front's cards makes a setting "legal" or "foul".
    """

    wheel: str = "second"
    five_aces: str = "above-royal"
    equal_front: str = "legal"


USUAL = Options()


@dataclass(frozen=True)
class Setting:
    """Two cards in front, five behind; dominated: another legal one is nowhere worse, once better."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    legal: bool
    dominated: bool


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text.

    >>> cards("As Th Jk")
    ((14, 's'), (10, 'h'), (14, ''))
    """
    return tuple(
        JOKER if word == "Jk" else (RANKS.index(word[0]) + 2, SUITS[SUITS.index(word[1])])
        for word in text.split()
    )


# ---- what cards make ----------------------------------------------------------------------------


def read(hand: Sequence[Card]) -> Reading:
    """What two to five cards make as they lie there, a joker as an ace without a suit."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    order = tuple(rank for _, rank in groups)
    size = len(hand)
    complete = size in (3, 5)
    flush = complete and hand[0][1] != "" and all(suit == hand[0][1] for _, suit in hand)
    if complete and len(groups) == size:
        top = 0
        if ranks[0] - ranks[-1] == size - 1:
            top = ranks[0]
        elif ranks == [ACE, *range(size, 1, -1)]:
            top = size
        if top and flush:
            return ("royal_flush" if size == 5 and top == ACE else "straight_flush", (top,))
        if top:
            return ("straight", (top,))
    if flush:
        return ("flush", tuple(ranks))
    return (MULTIPLES.get(tuple(count for count, _ in groups), "high_card"), order)


def readings(hand: Sequence[Card]) -> set[Reading]:
    """Everything that two to five cards may count as: one reading for each use of the joker.

    It stands for any card that completes a straight or a straight flush, or for the highest card
    of a suit not there, to complete a flush; or else it is an ace without a suit.
    """
    found = {read(hand)}
    if JOKER not in hand or len(hand) not in (3, 5):
        return found
    others = [card for card in hand if card != JOKER]
    for stand_in in DECK:
        rank, suit = stand_in
        made = read([*others, stand_in])
        if made[0] == "flush":
            missing = [absent for absent in range(2, 15) if (absent, suit) not in others]
            if rank == max(missing):
                found.add(made)
        elif made[0] in ("straight", "straight_flush", "royal_flush"):
            found.add(made)
    return found


def categories(size: int, options: Options = USUAL) -> tuple[str, ...]:
    """What hands of that many cards can make, from the lowest to the highest."""
    if size == 3:
        return THREE_CARDS
    order = [name for name in FIVE_CARDS if name != "five_aces"]
    above = {"above-royal": None, "below-royal": "royal_flush", "below-straight-flushes": "straight_flush"}
    next_up = above[options.five_aces]
    order.insert(len(order) if next_up is None else order.index(next_up), "five_aces")
    return tuple(order)


def strength(reading: Reading, size: int, options: Options = USUAL) -> tuple[int, ...]:
    """How a reading compares with others of its size (five for five to seven cards)."""
    category, ranks = reading
    place = categories(size, options).index(category)
    if category in ("straight", "straight_flush"):
        (top,) = ranks
        wheel = top == min(size, 5)
        # halves of a rank: between king-high and ace-high straights, or below them all
        return (place, 2 * ACE - 1 if wheel and options.wheel == "second" else 2 * top)
    return (place, *ranks)


def best(hand: Sequence[Card], options: Options = USUAL) -> Reading:
    """The best that two to seven cards make: of five or more, with the best five of them."""
    size = min(len(hand), 5)
    return max(
        (reading for some in combinations(hand, size) for reading in readings(some)),
        key=lambda reading: strength(reading, size, options),
    )


def value(hand: Sequence[Card], options: Options = USUAL) -> tuple[int, ...]:
    """How a hand compares: greater is better, equal is a copy."""
    return strength(best(hand, options), min(len(hand), 5), options)


# ---- settings -----------------------------------------------------------------------------------


def legal(front: Sequence[Card], back: Sequence[Card], options: Options = USUAL) -> bool:
    """Whether five cards behind outrank two in front: by category, then card by card."""
    ahead, behind = best(front, options), best(back, options)
    if ahead[0] != behind[0]:
        order = categories(5, options)
        return order.index(behind[0]) > order.index(ahead[0])
    for in_front, in_back in zip(ahead[1], behind[1], strict=False):
        if in_front != in_back:
            return in_back > in_front
    return options.equal_front == "legal"


def settings(hand: Sequence[Card], options: Options = USUAL) -> list[Setting]:
    """All ways to set seven cards, by the places of the cards in front."""
    ways = []
    for places in combinations(range(7), 2):
        front = tuple(hand[place] for place in places)
        back = tuple(hand[place] for place in range(7) if place not in places)
        ways.append((front, back, legal(front, back, options)))
    values = [(value(front, options), value(back, options)) for front, back, _ in ways]
    found = []
    for (front, back, allowed), (low, high) in zip(ways, values, strict=True):
        better = [
            other
            for other, (_, _, other_allowed) in zip(values, ways, strict=True)
            if other_allowed and other[0] >= low and other[1] >= high and other != (low, high)
        ]
        found.append(Setting(front, back, allowed, allowed and bool(better)))
    return found


# ---- facts --------------------------------------------------------------------------------------


def able(hand: Sequence[Card]) -> set[str]:
    """Every category that some of the cards make, with any use of the joker."""
    found: set[str] = set()
    for some in combinations(hand, min(len(hand), 5)):
        for category, _ in readings(some):
            found |= {category, *INCLUDES[category]}
    return found


def held(hand: Iterable[Card], copies: int) -> list[int]:
    """The ranks held exactly that often, the highest first; the joker is an ace."""
    ranks = [rank for rank, _ in hand]
    return sorted((rank for rank in set(ranks) if ranks.count(rank) == copies), reverse=True)


def suited_run(hand: Sequence[Card]) -> int:
    """The longest run of suited cards, the joker as any card; 0 if no straight flush is so long."""
    shortest = {3: 3, 5: 5, 6: 5, 7: 5}.get(len(hand), 99)
    longest = 0
    stand_ins: list[Card | None] = list(DECK) if JOKER in hand else [None]
    for stand_in in stand_ins:
        there = {*hand, stand_in} - {JOKER}
        for suit in SUITS:
            for start in range(1, 15):
                run = 0
                while start + run <= ACE and (start + run if start + run > 1 else ACE, suit) in there:
                    run += 1
                longest = max(longest, run)
    return longest if longest >= shortest else 0


def most_suited(hand: Iterable[Card]) -> int:
    """How many natural cards the suit has that has most."""
    suits = [suit for _, suit in hand]
    return max(suits.count(suit) for suit in SUITS)


def beside_royal(hand: Sequence[Card], high: int, low: int) -> bool:
    """Whether seven cards are a royal flush and those two ranks, both of one other suit."""
    if len(hand) != 7:
        return False
    for royal in combinations(hand, 5):
        if not any(category == "royal_flush" for category, _ in readings(royal)):
            continue
        rest = [card for card in hand if card not in royal]
        suits = {suit for _, suit in rest}
        in_one_suit = len(suits) == 1 and "" not in suits and not suits & {suit for _, suit in royal}
        if in_one_suit and sorted(rank for rank, _ in rest) == [low, high]:
            return True
    return False
