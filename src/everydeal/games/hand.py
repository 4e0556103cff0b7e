"""Wagers on one hand of cards: two to seven cards of 52, or of 53 with the joker.

The fields are facts of the hand: the best it makes, everything it can make, its multiples, its
suits, its cards. Each has a level (ranks, flush, suits, cards); a count uses the coarsest level
that serves all fields asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING

from everydeal import cards, facts
from everydeal.errors import InputError, SheetError, shown
from everydeal.events import Row
from everydeal.facts import HandField
from everydeal.games import NO_AXES, TRIES, Deal, Objective, Rule, Selection
from everydeal.ranking import EQUAL_FRONTS, FIVE_ACES, WHEELS, Ranking
from everydeal.sheet.reader import Table
from everydeal.tally import CountedTable, Space, Tally

if TYPE_CHECKING:
    from everydeal.core.houseway import Way
    from everydeal.fact_rows import LookedAt
    from everydeal.houseway.check import Checked
    from everydeal.houseway.model import HouseWay

HAND = "hand"


@dataclass(frozen=True)
class Hand:
    """The rules of one sheet."""

    cards: int
    joker: bool
    wheel: str
    five_aces: str
    equal_front: str
    house_way: "HouseWay | None"
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
        return facts.categories(self.cards, self.joker, self.five_aces)

    @cached_property
    def fields(self) -> Mapping[str, HandField]:
        """Every field by name."""
        found = facts.of_hand(self.cards, self.joker, self.five_aces)
        if self.house_way:
            found |= facts.of_set_hand(clause.key for clause in self.house_way.clauses)
        return found

    @property
    def house_ways(self) -> "Sequence[HouseWay]":
        """The house way that sets the hand, if one does."""
        return [self.house_way] if self.house_way else []

    @property
    def ranking(self) -> Ranking:
        """How hands compare."""
        return Ranking(self.wheel, self.five_aces, self.equal_front)

    @cached_property
    def ways(self) -> "list[Way]":
        """The house way for the core, if there is one. Raises InputError if it leaves a hand unset."""
        from everydeal.houseway.check import complete

        return [complete(self.house_way, self.ranking, self.joker)] if self.house_way else []

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """One space: the hand."""
        fields = {name: found.field for name, found in self.fields.items()}
        return {HAND: Space(HAND, "The hand", f"hands of {self.cards} cards", fields)}

    def deciding(self, objectives: Mapping[str, Objective]) -> "Hand":  # noqa: ARG002
        """Itself: no bettor decides for pays."""
        return self

    def selected(self, selection: Selection) -> "Hand":  # noqa: ARG002
        """Itself."""
        return self

    played = 0
    house_way_axes = NO_AXES

    def picked(self, selection: Selection) -> Selection:
        """Itself: the house way is in the sheet."""
        return selection

    def configurations(self, selection: Selection) -> list["DeckConfiguration"]:
        """The one deck of the sheet. Raises InputError, as there is no axis to pick on."""
        for axis in selection:
            raise InputError(f"a wager on cards has no axis {shown(axis)}: its deck is in the sheet")
        return [DeckConfiguration(self)]

    def possible(self, space: str, names: tuple[str, ...]) -> list[Row]:
        """Every row of the fields `names`; as a hand's facts are counted by classes, by counting."""
        assert space == HAND
        return list(_rows(self, names))

    def checked_ways(self) -> "list[Checked]":
        """The house ways on every hand there is."""
        from everydeal.houseway.check import checked

        return [checked(way, self.ranking, self.joker) for way in self.house_ways]

    def rules_in_words(self) -> list[Rule]:
        """The deck and the order of hands."""
        deck = "52 cards and one joker" if self.joker else "52 cards, no joker"
        rules = [
            Rule("Deal", f"{self.cards} cards from {deck}.", self.clause),
            Rule("Hands", f"From the highest: {', '.join(map(facts.words, reversed(self.categories)))}."),
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
        if self.house_way:
            equal = "outranks it" if self.equal_front == "legal" else "is a foul"
            rules.append(
                Rule(
                    "House way",
                    f"The hand is set by {self.house_way.title}. The back must outrank the front; a back "
                    f"that matches its front in all the front's cards {equal}.",
                )
            )
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

    def strategy(self, space: str) -> None:
        """None: no bettor decides for pays."""

    @property
    def deck(self) -> tuple[int, ...]:
        """One card of each kind."""
        return (1,) * self.game.deck

    @property
    def deal_sizes(self) -> tuple[int, int]:
        """The hand."""
        return self.game.cards, self.game.cards

    tries = TRIES

    def looked_at(self, space: str) -> "LookedAt":
        """All its cards."""
        from everydeal.fact_rows import LookedAt

        assert space == HAND
        return LookedAt(
            self.game.cards, self.game.fields, self.game.ranking, lambda dealt: dealt, self.game.ways
        )

    def told(self, space: str, dealt: tuple[int, ...], deal: Deal) -> str:  # noqa: ARG002
        """The steps, which begin with all cards."""
        return deal.used

    def play(self, dealt: tuple[int, ...]) -> Deal:
        """Say what a hand makes. Raises InputError for a wrong number of cards or one twice."""
        from everydeal.core import hand as core
        from everydeal.fact_rows import of_one
        from everydeal.ranked import described

        cards.check(dealt, self.game.cards, self.game.deck, "in the hand")
        (ranked,) = core.rank(self.game.ranking, [dealt])
        values = of_one(self.game.fields, self.game.ranking, dealt, self.game.ways)
        able = [facts.words(name) for name in self.game.categories[1:] if values[f"has.{name}"]]
        steps = [f"{cards.names(dealt)}: {described(ranked)}."]
        if able:
            steps.append(f"It can make: {', '.join(able)}.")
        if self.game.house_way:
            from everydeal.core.houseway import set_hands

            (found,) = set_hands(self.game.ranking, self.game.ways[0], [dealt])
            assert found.front
            assert found.back
            assert found.clause is not None
            clause = self.game.house_way.clauses[found.clause].name
            steps.append(
                f"Set by {clause!r}: {cards.names(found.front)} in front, {cards.names(found.back)} behind."
            )
        return Deal(tuple(steps), {HAND: values})


@lru_cache(maxsize=16)
def _rows(game: Hand, names: tuple[str, ...]) -> Mapping[Row, int]:
    return _counted(game, names, direct=False)


def _counted(game: Hand, names: tuple[str, ...], *, direct: bool) -> dict[Row, int]:
    from everydeal.fact_rows import counted

    asked = [game.fields[name] for name in names]
    return counted(asked, game.ranking, game.cards, game.joker, directly=direct, ways=game.ways)


# ---- reading the sheet's [rules] ---------------------------------------------------------------


def read(table: Table) -> Hand:
    """The game from a sheet's `[rules]`. Raises SheetError."""
    cards = table.integer("cards", 2, 7)
    house_way = read_house_way(table) if table.has("house_way") else None
    if not house_way and table.has("equal_front"):
        table.fail("equal_front", "matters only where a hand is set; allowed with `house_way`")
    if house_way and cards != 7:
        table.fail("house_way", f"sets hands of 7 cards, not of {cards}")
    return Hand(
        cards=cards,
        joker=table.boolean("joker"),
        wheel=table.text("wheel", "second", allowed=WHEELS),
        five_aces=table.text("five_aces", "above-royal", allowed=FIVE_ACES),
        equal_front=table.text("equal_front", "legal", allowed=EQUAL_FRONTS),
        house_way=house_way,
        clause=table.optional_text("clause"),
    )


def read_house_way(table: Table) -> "HouseWay":
    """The house way that a key `house_way` names. Raises SheetError."""
    from everydeal.houseway.load import load

    name = table.text("house_way")
    try:
        return load(name, table.folder, in_file=True)
    except SheetError:
        raise
    except InputError as error:
        table.reading("house_way", error)
