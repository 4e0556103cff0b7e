"""Ricochet Poker a second time: a round for one player as the rules tell it, deal after deal.

Nothing here is clever. Every hand of the dealer, every two cards of the player and every draw of three is
looked at; a player who decides looks at all the draws that are left.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from everydeal.reference.hand import ACE, Card, Options, Reading, best, read, strength, suited_run

ORDER = Options(wheel="lowest")
HIGH, PAIR = "high_card", "pair"
Value = tuple[int, ...]
# How a round ends, and what the player's five cards make.
End = tuple[str, str]
# Whether a player plays, who sees the dealer's five and has two.
Plays = Callable[[Sequence[Card], Sequence[Card]], bool]


@dataclass(frozen=True)
class Rules:
    """The options of a round for one player.

    `limit`: the dealer's hand is folded if it equals or beats this hand of five. `two_card_tie`: two cards
    that tie the dealer's hand are the highest showing. `bonus`: what a player who plays is paid by the
    hand made, in Antes; the player decides by it.
    """

    limit: tuple[Card, ...] | None = None
    two_card_tie: bool = True
    bonus: Mapping[str, int] = field(default_factory=dict)


@cache
def made(hand: frozenset[Card]) -> tuple[str, Value]:
    """What five cards make, and how it compares."""
    reading: Reading = read(sorted(hand))
    return reading[0], strength(reading, 5, ORDER)


def compare(two: Sequence[Card], five: Sequence[Card]) -> str:
    """Whether two cards win, tie or lose against five as they lie there."""
    category, ranks = read(five)
    own, own_ranks = read(two)
    if category not in (HIGH, PAIR):
        return "lose"
    if own != category:
        return "win" if own == PAIR else "lose"
    compared = ranks[:1] if category == PAIR else ranks[:2]
    if own_ranks == compared:
        return "tie"
    return "win" if own_ranks > compared else "lose"


def deals(deck: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every five of the dealer with every two of the player."""
    for five in combinations(deck, 5):
        for two in combinations([card for card in deck if card not in five], 2):
            yield five, two


def rapid_fire(deck: Sequence[Card]) -> Counter[tuple[str, str]]:
    """How many deals have each category of the dealer and each result of the player's two cards."""
    return Counter((read(five)[0], compare(two, five)) for five, two in deals(deck))


def kicked_out(deck: Sequence[Card], limit: Sequence[Card]) -> int:
    """How many hands of five equal or beat the limit."""
    lowest = made(frozenset(limit))[1]
    return sum(made(frozenset(five))[1] >= lowest for five in combinations(deck, 5))


@dataclass(frozen=True)
class Pools:
    """What bonus wagers look at: the dealer's five, the player's two, and three, five and seven together."""

    result: str
    five: Reading
    two: Reading
    suited: bool
    three: str
    first_five: str
    run: int
    seven: str


def pools(deck: Sequence[Card]) -> Counter[Pools]:
    """How many deals have all that; the dealer's first card, the next two and the last two are told apart."""
    three = cache(lambda hand: _three(sorted(hand)))
    seven = cache(lambda hand: (suited_run(sorted(hand)), best(sorted(hand), ORDER)[0]))
    found: Counter[Pools] = Counter()
    for five, two in deals(deck):
        run, made_of_all = seven(frozenset((*five, *two)))
        result, theirs, own = compare(two, five), read(five), read(two)
        suited = two[0][1] == two[1][1]
        for first in five:
            of_three = three(frozenset((*two, first)))
            for others in combinations([card for card in five if card != first], 2):
                of_five = made(frozenset((*two, first, *others)))[0]
                found[Pools(result, theirs, own, suited, of_three, of_five, run, made_of_all)] += 1
    return found


def _three(hand: Sequence[Card]) -> str:
    category, ranks = read(hand)
    return "mini_royal" if category == "straight_flush" and ranks == (ACE,) else category


def draws(deck: Sequence[Card], five: Sequence[Card], two: Sequence[Card]) -> Counter[tuple[bool, str]]:
    """For every draw whether the player's hand beats or ties the dealer's, and what it makes."""
    theirs = made(frozenset(five))[1]
    rest = [card for card in deck if card not in five and card not in two]
    found: Counter[tuple[bool, str]] = Counter()
    for three in combinations(rest, 3):
        category, ours = made(frozenset((*two, *three)))
        found[ours >= theirs, category] += 1
    return found


def gain(found: Mapping[tuple[bool, str], int], rules: Rules) -> int:
    """What playing is worth beyond folding, summed over the draws.

    A fold loses the Ante. A player who plays wins the dealer's Ante or loses Ante and Play, and is
    paid the bonus.
    """
    play = sum(
        number * ((1 if wins else -2) + rules.bonus.get(category, 0))
        for (wins, category), number in found.items()
    )
    fold = -sum(found.values())
    return play - fold


def ends(
    rules: Rules,
    five: Sequence[Card],
    two: Sequence[Card],
    found: Mapping[tuple[bool, str], int],
    plays: Plays | None = None,
) -> Counter[End]:
    """How the rounds of one deal end, over all draws, dealt or not; `plays` decides in the player's place."""
    if rules.limit is not None and made(frozenset(five))[1] >= made(frozenset(rules.limit))[1]:
        won = lost = "kickout"
    elif compare(two, five) == "win" or (compare(two, five) == "tie" and rules.two_card_tie):
        won = lost = "ahead"
    elif plays(five, two) if plays else gain(found, rules) > 0:
        won, lost = "win", "lose"
    else:
        won = lost = "fold"
    counted: Counter[End] = Counter()
    for (wins, category), number in found.items():
        counted[won if wins else lost, category] += number
    return counted


def count(deck: Sequence[Card], options: Sequence[Rules], plays: Plays | None = None) -> list[Counter[End]]:
    """How all rounds for one player end, under each of some options."""
    counted: list[Counter[End]] = [Counter() for _ in options]
    for five, two in deals(deck):
        found = draws(deck, five, two)
        for counter, rules in zip(counted, options, strict=True):
            counter.update(ends(rules, five, two, found, plays))
    return counted
