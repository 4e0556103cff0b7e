"""A dealer and a player of seven cards each: settings and facts of all classes, counted in pairs.

Nothing here knows a pay. Classes of hands, how each side sets them and which facts they have are
found once and kept; `docs/method-pai-gow.md` says how pairs are counted from them.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from everydeal.core.hand import Fact, fact
from everydeal.core.houseway import Way, class_values, set_classes, set_hands
from everydeal.core.pairs import Classes, Deck, Options, Pairs, Results, Set, Sets, joint, options
from everydeal.errors import InputError
from everydeal.events import Row
from everydeal.fact_rows import decoded
from everydeal.facts import HandField
from everydeal.houseway.check import complete
from everydeal.houseway.model import HouseWay
from everydeal.ranking import Ranking

RESULTS = ("win", "push", "lose")
MAX_LABELS = 20_000  # kinds of hands of one side; counters for each stay small beside the tables
MAX_PAIRS = 100_000  # kinds of pairs of hands, where both sides are told apart


class TwoHands:
    """All deals of two hands from one deck, under one ranking."""

    def __init__(self, ranking: Ranking, joker: bool) -> None:
        """Nothing is counted before it is asked for."""
        self.ranking = ranking
        self.deck = Deck(joker=joker)
        self.results = cache(self._results)
        self.labels = cache(self._labels)
        self.both = cache(self._both)

    @cached_property
    def classes(self) -> Classes:
        """The classes of seven-card hands."""
        return Classes(self.deck)

    @cached_property
    def options(self) -> Options:
        """What a player who is free to set may choose from, class by class."""
        return options(self.ranking, self.classes)

    def program(self, way: HouseWay) -> Way:
        """A house way for the core. Raises InputError if it leaves a hand unset."""
        return complete(way, self.ranking, self.deck.joker)

    def _labels(self, fields: tuple[HandField, ...], way: HouseWay | None) -> tuple[list[Row], list[int]]:
        """The different rows of some fields, and for each class the number of its row."""
        rows, by_class = class_values(
            self.ranking, self.classes, _facts(fields), [self.program(way)] if way else []
        )
        if len(rows) > MAX_LABELS:
            raise InputError(
                f"the wagers tell {len(rows):,} kinds of hands apart; allowed: at most {MAX_LABELS:,}"
            )
        return [decoded(fields, row) for row in rows], by_class

    def sets(self, way: HouseWay, by_class: Sequence[int] = (), labels: int = 1) -> Sets:
        """How a house way sets each class, with labels. Raises InputError if it leaves a hand unset."""
        sets = _labelled(self.classes.number, by_class, labels)
        set_classes(self.ranking, self.program(way), self.classes, sets)
        return sets

    def _results(
        self, fields: tuple[HandField, ...], dealer: HouseWay, player: HouseWay | None, copies_to_player: bool
    ) -> Mapping[Row, int]:
        """How many deals have each row of the dealer's fields, with the player's result last.

        `player` is None for one who sets as well as can be against the dealer's set hand.
        """
        rows, by_class = self.labels(fields, dealer)
        answers = self.sets(player) if player else self.options
        pairs = Pairs(
            self.classes,
            answers,
            self.sets(dealer, by_class, len(rows)),
            copies_to_player=copies_to_player,
        )
        counts: dict[Row, int] = {}
        for row, results in zip(rows, pairs.count(), strict=True):
            for name, count in zip(RESULTS, results, strict=True):
                key = (*row, name)
                counts[key] = counts.get(key, 0) + count
        return counts

    def check_both(self, dealer: int, player: int) -> None:
        """Raise InputError if so many kinds of either hand are too many together."""
        if dealer * player > MAX_PAIRS:
            raise InputError(
                f"the wagers on both hands tell {dealer:,} kinds of the dealer's hand and {player:,} of the "
                f"player's apart; allowed: at most {MAX_PAIRS:,} together"
            )

    def _both(
        self, dealer: tuple[HandField, ...], player: tuple[HandField, ...], way: HouseWay | None
    ) -> Mapping[Row, int]:
        """How many deals have each row of the dealer's fields with each of the player's.

        `way` is None if no field asks how the dealer's hand is set.
        """
        dealer_rows, dealer_labels = self.labels(dealer, way)
        player_rows, player_labels = self.labels(player, None)
        self.check_both(len(dealer_rows), len(player_rows))
        met = joint(
            self.classes,
            _labelled(self.classes.number, dealer_labels, len(dealer_rows)),
            _labelled(self.classes.number, player_labels, len(player_rows)),
        )
        counts: dict[Row, int] = {}
        for row, across in zip(dealer_rows, met, strict=True):
            for other, count in zip(player_rows, across, strict=True):
                if count:
                    counts[(*row, *other)] = counts.get((*row, *other), 0) + count
        return counts

    def against_set(
        self, hand: tuple[int, ...], set_as: Set, player: HouseWay | None, copies_to_player: bool = False
    ) -> Results:
        """The player's results against one hand of the dealer, over all hands from the cards left."""
        answers = self.sets(player) if player else self.options
        return Pairs(self.classes, answers, copies_to_player=copies_to_player).against(hand, set_as)

    def set_as(self, hand: tuple[int, ...], way: HouseWay) -> Set:
        """How a house way sets one hand. Raises InputError if it does not."""
        from everydeal.houseway.explain import Dealt, Explained

        (found,) = set_hands(self.ranking, self.program(way), [hand])
        explained = Explained(Dealt(way, self.ranking), hand, found)
        return Set(explained.found.back_score, explained.found.front_score)


def _facts(fields: Sequence[HandField]) -> list[Fact]:
    return [fact(field.fact, field.argument) for field in fields]


def _labelled(number: int, by_class: Sequence[int], labels: int) -> Sets:
    sets = Sets(number, labels)
    for at, label in enumerate(by_class):
        sets.c[at].label = label
    return sets
