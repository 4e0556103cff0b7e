"""Baccarat a second time: the first six cards of a shoe in the order dealt, by rank.

Four cards go to the hands in turn: Player, Banker, Player, Banker. Their 13^4 sequences of ranks
are dealt one by one; how many deals of each have pairs in one suit is counted suit by suit.
Deals that agree in the values on the table, in both totals and in both pairs are gathered, and
each group is finished with every fifth and sixth card, by value. All six cards are always dealt,
turned over or not, so the counts sum to n (n-1) ... (n-5) for a shoe of n cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import combinations, product
from typing import NamedTuple

VALUES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
VALUES |= {"T": 0, "J": 0, "Q": 0, "K": 0}
SUITS = "shdc"
SEATS = PLAYER_1, BANKER_1, PLAYER_2, BANKER_2 = range(4)

Shoe = Mapping[tuple[str, str], int]


class Outcome(NamedTuple):
    """What a round leaves: two-card totals, third cards by value or None, pairs of the first two.

    A pair is 0 for none, 1 for the same rank, 2 for the same rank and suit.
    """

    player_two: int
    player_third: int | None
    banker_two: int
    banker_third: int | None
    player_pair: int
    banker_pair: int


class _Table(NamedTuple):
    """What the first four cards decide: totals, pairs, and the four values, sorted."""

    player_two: int
    banker_two: int
    player_pair: int
    banker_pair: int
    values: tuple[int, ...]


def whole_shoe(decks: int) -> dict[tuple[str, str], int]:
    """Every card of so many decks, by (rank, suit)."""
    return {(rank, suit): decks for rank in VALUES for suit in SUITS}


def count(
    shoe: Shoe,
    naturals: Set[int],
    player_draws: Set[int],
    banker_stood_draws: Set[int],
    banker_drew_draws: Sequence[Set[int]],
) -> dict[Outcome, int]:
    """Ordered six-card sequences by outcome; an outcome that no sequence gives is left out.

    `shoe` says how many of each card (rank, suit) there are; cards it does not name are not in it.
    A two-card total among `naturals`, in either hand, ends the round. Player draws on the totals
    `player_draws`; Banker on `banker_stood_draws` if Player stood, else if the value of Player's
    third card is in the row of `banker_drew_draws` for Banker's total.

    Cost: 13^4 first deals, and 100 ends for each of the 4,252 tables that a whole shoe can give:
    about half a second, whatever the shoe.
    """
    unknown = [card for card in shoe if card[0] not in VALUES or card[1] not in SUITS]
    if unknown:
        raise ValueError(f"no cards: {unknown}")

    def thirds(player: int, banker: int, fifth: int, sixth: int) -> tuple[int | None, int | None]:
        if player in naturals or banker in naturals:
            return None, None
        if player not in player_draws:
            return None, fifth if banker in banker_stood_draws else None
        return fifth, sixth if fifth in banker_drew_draws[banker] else None

    digits = range(10)
    ends = {
        (player, banker): [
            (fifth, sixth, *thirds(player, banker, fifth, sixth)) for fifth in digits for sixth in digits
        ]
        for player in digits
        for banker in digits
    }
    cards = Counter[int]()
    for (rank, _), copies in shoe.items():
        cards[VALUES[rank]] += copies
    counts = Counter[Outcome]()
    for table, ways in _tables(shoe).items():
        left = [cards[value] - table.values.count(value) for value in digits]
        for fifth, sixth, player_third, banker_third in ends[table.player_two, table.banker_two]:
            rest = left[fifth] * (left[sixth] - (fifth == sixth))
            if rest:
                outcome = Outcome(
                    table.player_two,
                    player_third,
                    table.banker_two,
                    banker_third,
                    table.player_pair,
                    table.banker_pair,
                )
                counts[outcome] += ways * rest
    return dict(counts)


def _tables(shoe: Shoe) -> dict[_Table, int]:
    """The ordered ways in which the first four cards give each table."""
    copies = {
        rank: [shoe.get((rank, suit), 0) for suit in SUITS]
        for rank in VALUES
        if any(shoe.get((rank, suit), 0) for suit in SUITS)
    }
    suited = {
        (rank, seats): _suited(copies[rank], seats)
        for rank in copies
        for size in range(1, len(SEATS) + 1)
        for seats in combinations(SEATS, size)
    }
    tables = Counter[_Table]()
    for ranks in product(copies, repeat=4):
        values = [VALUES[rank] for rank in ranks]
        player_two = (values[PLAYER_1] + values[PLAYER_2]) % 10
        banker_two = (values[BANKER_1] + values[BANKER_2]) % 10
        dealt = {(0, 0): 1}
        for rank in set(ranks):
            seats = tuple(seat for seat in SEATS if ranks[seat] == rank)
            dealt = _both(dealt, suited[rank, seats])
        for (player_pair, banker_pair), ways in dealt.items():
            table = _Table(player_two, banker_two, player_pair, banker_pair, tuple(sorted(values)))
            tables[table] += ways
    return tables


def _suited(copies: Sequence[int], seats: Sequence[int]) -> dict[tuple[int, int], int]:
    """The ways to deal cards of one rank to `seats`, by the pairs that they make for each hand.

    `copies` are the shoe's cards of the rank, by suit.
    """
    ways = Counter[tuple[int, int]]()
    for suits in product(range(len(SUITS)), repeat=len(seats)):
        left = list(copies)
        dealt = 1
        for suit in suits:
            dealt *= left[suit]
            left[suit] -= 1
        suit_at = dict(zip(seats, suits, strict=True))
        ways[_pair(suit_at, PLAYER_1, PLAYER_2), _pair(suit_at, BANKER_1, BANKER_2)] += dealt
    return {pairs: dealt for pairs, dealt in ways.items() if dealt}


def _pair(suit_at: Mapping[int, int], first: int, second: int) -> int:
    """The pair that two seats make, given the suits of the seats that hold one rank."""
    if first not in suit_at or second not in suit_at:
        return 0
    return 2 if suit_at[first] == suit_at[second] else 1


def _both(
    one: Mapping[tuple[int, int], int], other: Mapping[tuple[int, int], int]
) -> dict[tuple[int, int], int]:
    """Ways with the cards of two ranks together; a hand pairs in at most one of them."""
    return {
        (player + more_player, banker + more_banker): ways * more
        for (player, banker), ways in one.items()
        for (more_player, more_banker), more in other.items()
    }
