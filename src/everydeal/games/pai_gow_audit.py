"""Sampled dealers' hands counted one by one, against the counts by classes."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from everydeal import cards, work
from everydeal.core.pairs import Classes, Pairs, Results, Set, direct_hand
from everydeal.errors import InputError, InternalCheckError
from everydeal.games.pai_gow import SetBy

MAX_DEALERS = 100_000
# Kinds of hands that a sample would rarely hold.
ALWAYS = (
    ("five aces", "As Ah Ad Ac Jk 9c 4d"),
    ("a joker", "Jk Kd Jc 9h 7s 4c 2d"),
    ("a flush", "Ah Jh 9h 6h 3h Kc 8d"),
    ("two pair set below a flush", "Ks Kh 6s 6h 9s 5s 4s"),
    ("four of a kind", "8s 8h 8d 8c Ad Kc 3h"),
    ("a straight flush", "9h 8h 7h 6h 5h Kd Ks"),
    ("a straight flush with the joker", "Jk 9d 8d 6d 5d Ah 2c"),
)


@dataclass(frozen=True)
class Audited:
    """One dealer's hand counted two ways, and its class of hands two ways.

    `by_classes` and `one_by_one` are the results against the hand. `of_class` is the count of all deals
    at once, for all `hands` of the hand's class; `hand_by_hand` the sum of the counts against each of them.
    """

    kind: str
    hand: tuple[int, ...]
    by_classes: Results
    one_by_one: Results
    hands: int
    of_class: Results
    hand_by_hand: Results

    @property
    def agrees(self) -> bool:
        """Whether all are the same."""
        return self.by_classes == self.one_by_one and self.of_class == self.hand_by_hand

    def line(self) -> str:
        """In words."""
        found = self.one_by_one
        text = (
            f"  {cards.names(self.hand)} ({self.kind}): of {sum(found):,} hands one by one "
            f"{found.win:,} win, {found.push:,} push, {found.lose:,} lose; its class, {self.hands:,} hands: "
        )
        if self.agrees:
            return text + "agree"
        return (
            f"{text}DIFFER: by classes {tuple(self.by_classes)}; the class {tuple(self.of_class)}, "
            f"hand by hand {tuple(self.hand_by_hand)}"
        )


def audit(configuration: SetBy, dealers: int, seed: int, *, banking: bool = False) -> Iterator[Audited]:
    """Count the hands of `ALWAYS` and so many random ones against every hand left to the player.

    Each is counted by classes of the player's hands, and one by one by an engine that knows no classes.
    Then the count of all deals at once, as certificates have it, is compared for the hand's whole class
    with the sum over the hands in it. `banking`: the player banks and wins copies. Raises InputError for a
    number out of range.
    """
    if not 0 <= dealers <= MAX_DEALERS:
        raise InputError(f"--dealers {dealers}; allowed: 0 to {MAX_DEALERS}")
    game = configuration.game
    table = game.table
    answer = configuration.answer
    to_player = banking or game.copies == "player"
    hands = _sample(game.deck, dealers, seed)
    places = [table.classes.place_of(hand) for _, hand in hands]
    label = {place: number for number, place in enumerate(dict.fromkeys(places), 1)}
    by_class = [0] * table.classes.number
    for place, number in label.items():
        by_class[place] = number
    pairs = Pairs(
        table.classes,
        table.sets(answer) if answer else table.options,
        table.sets(configuration.way, by_class, len(label) + 1),
        copies_to_player=to_player,
    )
    counted = pairs.count()
    program = table.program(answer) if answer else None
    for (kind, hand), place in zip(hands, places, strict=True):
        set_as = table.set_as(hand, configuration.way)
        one_by_one = direct_hand(
            game.ranking, table.deck, hand, set_as, way=program, copies_to_player=to_player
        )
        weight = table.classes.weights[place]
        patterns = _of_class(hand, place, table.classes)
        if sum(patterns.values()) != weight:
            raise InternalCheckError(f"the class of {cards.names(hand)} does not have {weight} hands")
        yield Audited(
            kind,
            hand,
            pairs.against(hand, set_as),
            one_by_one,
            weight,
            counted[label[place]],
            _summed(pairs, patterns, set_as),
        )


def _summed(pairs: Pairs, patterns: dict[tuple[int, ...], int], set_as: Set) -> Results:
    """The results against all hands of a class, which are all set alike."""
    each = list(patterns.items())

    def piece(sums: list[int], part: range) -> None:
        for hand, times in each[part.start : part.stop]:
            for at, count in enumerate(pairs.against(hand, set_as)):
                sums[at] += times * count

    done = work.run(work.ranges(0, len(each), 8), lambda: [0, 0, 0], piece, label="a class", unit="hands")
    return Results(*(sum(column) for column in zip(*done, strict=True)))


def _of_class(hand: tuple[int, ...], place: int, classes: Classes) -> dict[tuple[int, ...], int]:
    """The hands of a class up to relabelling of suits, each with how many it stands for."""
    ranks = Counter(card // 4 for card in hand if card != cards.JOKER)
    joker = (cards.JOKER,) if cards.JOKER in hand else ()
    ways = (combinations(range(4), count) for count in ranks.values())
    found: Counter[tuple[int, ...]] = Counter()
    for suits in product(*ways):
        held = tuple(
            sum(1 << rank for rank, of_rank in zip(ranks, suits, strict=True) if suit in of_rank)
            for suit in range(4)
        )
        found[tuple(sorted(held, reverse=True))] += 1
    hands = {}
    for masks, times in found.items():
        alike = tuple(
            sorted(
                4 * rank + suit for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1
            )
        )
        if classes.place_of(alike + joker) == place:
            hands[alike + joker] = times
    return hands


def _sample(deck: int, dealers: int, seed: int) -> list[tuple[str, tuple[int, ...]]]:
    always = [(kind, cards.hand(text, joker=True)) for kind, text in ALWAYS]
    found = [(kind, hand) for kind, hand in always if max(hand) < deck]
    chosen = random.Random(seed)
    return found + [("random", tuple(sorted(chosen.sample(range(deck), 7)))) for _ in range(dealers)]
