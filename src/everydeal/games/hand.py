"""Wagers on one hand of cards: two to seven cards of 52, or of 53 with the joker.

The fields are facts of the hand: the best it makes, everything it can make, its multiples, its
suits, its cards. Each has a level (ranks, flush, suits, cards); a count uses the coarsest level
that serves all fields asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

from everydeal import cards
from everydeal.errors import InputError, shown
from everydeal.events import RANK, Boolean, Choice, Field, Integer, Row, Value
from everydeal.games import Deal, Rule, Selection
from everydeal.ranking import CATEGORIES, FIVE_ACES, WHEELS, Ranking
from everydeal.sheet.reader import Table
from everydeal.tally import CountedTable, Space, Tally

HAND = "hand"
THREE_CARDS = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
# What hands of four cards or fewer can make at most, by their number of cards.
SMALL = {2: CATEGORIES[:2], 3: THREE_CARDS, 4: (*CATEGORIES[:4], "four_of_a_kind")}
LISTS = {1: "singletons", 2: "pairs", 3: "threes", 4: "fours"}

# How a fact of the core becomes a field's value.
_Decode = Callable[[int], Value]


@dataclass(frozen=True)
class HandField:
    """A field, the core's fact behind it (name in `enum ed_fact_id`, argument) and its decoding."""

    field: Field
    fact: str
    argument: int
    decode: _Decode


@dataclass(frozen=True)
class Hand:
    """The rules of one sheet."""

    cards: int
    joker: bool
    wheel: str
    five_aces: str
    clause: str | None

    name = "hand"
    assumptions = (
        "Each hand is dealt from a full deck, thoroughly shuffled.",
        "One bettor stakes one unit on each wager; every wager is covered in full.",
        "Pays are net wins per unit. The house edge is per unit bet; the edge per resolved bet leaves "
        "pushes out of the denominator.",
    )

    @property
    def deck(self) -> int:
        """The number of cards in the deck."""
        return 53 if self.joker else 52

    @property
    def categories(self) -> tuple[str, ...]:
        """What a hand can make, from the lowest to the highest."""
        if self.cards < 5:
            return SMALL[self.cards]
        order = list(CATEGORIES[:-1])
        if self.joker:
            places = {"above-royal": 10, "below-royal": 9, "below-straight-flushes": 8}
            order.insert(places[self.five_aces], "five_aces")
        return tuple(order)

    @cached_property
    def fields(self) -> Mapping[str, HandField]:
        """Every field by name."""
        return {found.field.name: found for found in _fields(self)}

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """One space: the hand."""
        fields = {name: found.field for name, found in self.fields.items()}
        return {HAND: Space(HAND, "The hand", f"hands of {self.cards} cards", fields)}

    def configurations(self, selection: Selection) -> list["DeckConfiguration"]:
        """The one deck of the sheet. Raises InputError, as there is no axis to pick on."""
        for axis in selection:
            raise InputError(f"a wager on cards has no axis {shown(axis)}: its deck is in the sheet")
        return [DeckConfiguration(self)]

    def possible(self, space: str, names: tuple[str, ...]) -> list[Row]:
        """Every row of the fields `names`; as a hand's facts are counted by classes, by counting."""
        assert space == HAND
        return list(_rows(self, names))

    def rules_in_words(self) -> list[Rule]:
        """The deck and the order of hands."""
        deck = "52 cards and one joker" if self.joker else "52 cards, no joker"
        rules = [
            Rule("Deal", f"{self.cards} cards from {deck}.", self.clause),
            Rule("Hands", f"From the highest: {', '.join(map(_words, reversed(self.categories)))}."),
        ]
        if self.joker:
            rules.append(
                Rule(
                    "Joker",
                    "It completes a straight, a flush (as the highest card of the suit not held) or a "
                    "straight flush; otherwise it is an ace without a suit. Of several uses the best hand "
                    "counts.",
                )
            )
        if self.cards >= 5:
            wheel = "second-highest" if self.wheel == "second" else "lowest"
            rules.append(Rule("Straights", f"A-2-3-4-5 is the {wheel} straight, suited or not."))
        return rules


@dataclass(frozen=True)
class DeckConfiguration:
    """The game with its deck."""

    game: Hand

    notes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """`53-cards`."""
        return f"{self.game.deck}-cards"

    @property
    def title(self) -> str:
        """The deck in words."""
        return f"{self.game.cards} of {self.game.deck} cards"

    @property
    def contents(self) -> str:
        """What is dealt from."""
        return f"{self.game.cards} cards from {'52 cards and a joker' if self.game.joker else '52 cards'}"

    def count(self, space: str, names: tuple[str, ...]) -> Tally:
        """Counts all hands by classes of the coarsest level that serves."""
        return self._tally(space, names, _rows(self.game, names))

    def recount(self, space: str, names: tuple[str, ...]) -> Tally:
        """Counts all hands one by one."""
        return self._tally(space, names, _counted(self.game, names, direct=True))

    def _tally(self, space: str, names: tuple[str, ...], counts: Mapping[Row, int]) -> Tally:
        assert space == HAND
        size, deck = self.game.cards, self.game.deck
        return Tally(self.game.spaces[HAND], names, counts, comb(deck, size), f"C({deck}, {size})")

    def tables(self) -> Sequence[CountedTable]:
        """None."""
        return ()

    def play(self, dealt: tuple[int, ...]) -> Deal:
        """Say what a hand makes. Raises InputError for a wrong number of cards or one twice."""
        from everydeal.core import hand as core
        from everydeal.ranked import described

        if len(dealt) != self.game.cards:
            raise InputError(f"{len(dealt)} cards; allowed: {self.game.cards}")
        for at, card in enumerate(dealt):
            if type(card) is not int:
                raise TypeError(f"a kind of card is an integer, not {shown(card)}")
            if not 0 <= card < self.game.deck:
                raise InputError(f"{card} is no kind of card; allowed: 0 to {self.game.deck - 1}")
            if card in dealt[:at]:
                raise InputError(f"card {at + 1}: {cards.name(card)} stands in the hand twice")
        ranking = Ranking(self.game.wheel, self.game.five_aces)
        (ranked,) = core.rank(ranking, [dealt])
        facts = _facts_of(self.game, dealt)
        able = [_words(name) for name in self.game.categories[1:] if facts[f"has.{name}"]]
        steps = [f"{cards.names(dealt)}: {described(ranked)}."]
        if able:
            steps.append(f"It can make: {', '.join(able)}.")
        return Deal(tuple(steps), {HAND: facts})


def _words(name: str) -> str:
    return name.replace("_", " ")


# ---- fields ----------------------------------------------------------------------------------


def _fields(game: Hand) -> list[HandField]:
    size = game.cards
    categories = Choice(game.categories, ordered=True)
    deciding = "the rank that decides {} within the best hand"
    places = ("first", "second", "third", "fourth", "fifth")
    found = [
        HandField(Field("hand", categories, "the best that it makes"), "CATEGORY", 0, CATEGORIES.__getitem__),
        HandField(Field("joker", Boolean(), "it holds the joker"), "JOKER", 0, bool),
        HandField(
            Field("suited_run", Integer(0, size), "the longest run of suited cards, if a straight flush"),
            "SUITED_RUN", 0, int,
        ),
        HandField(
            Field("most_suited", Integer(0, size), "the natural cards of the suit held most"),
            "MOST_SUITED", 0, int,
        ),
    ]  # fmt: skip
    found += [
        HandField(Field(f"best[{at}]", RANK, deciding.format(places[at]), at > 0), "BEST", at, _rank)
        for at in range(min(size, 5))
    ]
    found += [
        HandField(
            Field(f"has.{name}", Boolean(), f"it can make {_words(name)}"),
            "HAS",
            CATEGORIES.index(name),
            bool,
        )
        for name in game.categories[1:]
    ]
    for copies, name in reversed(LISTS.items()):
        meaning = f"ranks held exactly {copies} times, the highest first; the joker is an ace"
        most = size // copies
        found.append(
            HandField(
                Field(f"number({name})", Integer(0, most), f"how many {meaning}"), "NUMBER_HELD", copies, int
            )
        )
        found += [
            HandField(Field(f"{name}[{at}]", RANK, meaning, optional=True), "HELD", 8 * copies + at, _rank)
            for at in range(most)
        ]
    found += [
        HandField(
            Field(f"count({rank})", Integer(0, min(4, size)), "natural cards of that rank"),
            "RANK_COUNT",
            at,
            int,
        )
        for at, rank in enumerate(cards.RANKS)
    ]
    found += [
        HandField(Field(f"count({cards.name(at)})", Integer(0, 1), "that very card"), "CARD_COUNT", at, int)
        for at in range(52)
    ]
    if size == 7:
        found += [
            HandField(
                Field(
                    f"beside_royal({cards.RANKS[high]}, {cards.RANKS[low]})",
                    Boolean(),
                    "besides a royal flush it holds just these two, suited",
                ),
                "BESIDE_ROYAL", 16 * high + low, bool,
            )
            for high in range(12, 0, -1)
            for low in range(high - 1, -1, -1)
        ]  # fmt: skip
    return found


def _rank(value: int) -> str | None:
    return cards.RANKS[value - 1] if value else None


@lru_cache(maxsize=16)
def _rows(game: Hand, names: tuple[str, ...]) -> Mapping[Row, int]:
    return _counted(game, names, direct=False)


def _counted(game: Hand, names: tuple[str, ...], *, direct: bool) -> dict[Row, int]:
    from everydeal.core import hand as core

    asked = [game.fields[name] for name in names]
    counted = core.count(
        Ranking(game.wheel, game.five_aces),
        game.cards,
        game.joker,
        [core.fact(found.fact, found.argument) for found in asked],
        level=core.CARDS_LEVEL if direct else None,
    )
    decodes = [found.decode for found in asked]
    rows: dict[Row, int] = {}
    for values, count in counted.items():
        row = tuple(decode(value) for decode, value in zip(decodes, values, strict=True))
        rows[row] = rows.get(row, 0) + count
    return rows


def _facts_of(game: Hand, dealt: tuple[int, ...]) -> dict[str, Value]:
    """Every field's value for one hand, by counting just that hand."""
    from everydeal.core import hand as core

    index = sum(comb(card, at) for at, card in enumerate(sorted(dealt), 1))
    facts: dict[str, Value] = {}
    names = list(game.fields)
    for first in range(0, len(names), core.MAX_FACTS // 2):
        some = [game.fields[name] for name in names[first : first + core.MAX_FACTS // 2]]
        (values,) = core.count(
            Ranking(game.wheel, game.five_aces),
            game.cards,
            game.joker,
            [core.fact(found.fact, found.argument) for found in some],
            level=core.CARDS_LEVEL,
            span=range(index, index + 1),
        )
        for found, value in zip(some, values, strict=True):
            facts[found.field.name] = found.decode(value)
    return facts


# ---- reading the sheet's [rules] ---------------------------------------------------------------


def read(table: Table) -> Hand:
    """The game from a sheet's `[rules]`. Raises SheetError."""
    return Hand(
        cards=table.integer("cards", 2, 7),
        joker=table.boolean("joker"),
        wheel=table.text("wheel", "second", allowed=WHEELS),
        five_aces=table.text("five_aces", "above-royal", allowed=FIVE_ACES),
        clause=table.optional_text("clause"),
    )
