"""Pai gow poker: a dealer and a player set seven cards each into a front of two and a back of five.

The axes are the dealer's house way and how the player sets. The spaces: `deal`, the player's result
with facts of the dealer's seven cards and setting; `banking`, the same for a player who banks and wins
copies; `hands`, facts of both hands without a result; `dealer` and `player`, one hand alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING

from everydeal import cards, facts
from everydeal.errors import InputError, SheetError, alternatives, shown
from everydeal.events import Choice, Field, Row, Value
from everydeal.facts import HandField
from everydeal.games import TRIES, Deal, Objective, Rule, Selection
from everydeal.ranking import EQUAL_FRONTS, FIVE_ACES, WHEELS, Ranking
from everydeal.sheet.reader import Table
from everydeal.tally import Breakdown, CountedTable, Space, Tally

if TYPE_CHECKING:
    from everydeal.houseway.check import Checked
    from everydeal.houseway.model import HouseWay
    from everydeal.two_hands import TwoHands

DEAL, BANKING, HANDS, DEALER, PLAYER = "deal", "banking", "hands", "dealer", "player"
RESULT = "result"
OPTIMAL = "optimal-exposed"
SAME = "house-way"
SPOTS = 7
COPIES = ("dealer", "player")


@dataclass(frozen=True)
class PaiGow:
    """The rules of one sheet."""

    joker: bool
    wheel: str
    five_aces: str
    equal_front: str
    copies: str
    exposed: bool
    dealer_ways: tuple["HouseWay", ...]
    players: tuple["str | HouseWay", ...]
    dice: int | None
    clause: str | None

    name = "pai-gow"

    @property
    def assumptions(self) -> list[str]:
        """What every figure takes for granted."""
        return [
            "Dealer and one player are dealt seven cards each from a full deck, thoroughly shuffled; the "
            "cards of other players are not seen.",
            "The player stakes one unit on each wager; every wager is covered in full.",
            "Pays are net wins per unit. The house edge is per unit bet; the edge per resolved bet leaves "
            "pushes out of the denominator.",
            f"{OPTIMAL}: the player sees the dealer's set hand and sets to win if any legal setting wins, "
            f"else to push if any does. {SAME}: the player sets by the dealer's house way.",
        ]

    @property
    def deck(self) -> int:
        """The number of cards in the deck."""
        return 53 if self.joker else 52

    @property
    def ranking(self) -> Ranking:
        """How hands compare."""
        return Ranking(self.wheel, self.five_aces, self.equal_front)

    @cached_property
    def table(self) -> "TwoHands":
        """What is counted, kept between wagers and configurations."""
        from everydeal.two_hands import TwoHands

        return TwoHands(self.ranking, self.joker)

    @cached_property
    def dealer_fields(self) -> Mapping[str, HandField]:
        """Facts of the dealer's hand by their names in sheets, the set hand's among them."""
        return _named(DEALER, _of_hand(self)) | self.setting_fields

    @cached_property
    def setting_fields(self) -> dict[str, HandField]:
        """Facts of the dealer's hand as it is set."""
        keys = dict.fromkeys(clause.key for way in self.dealer_ways for clause in way.clauses)
        return _named(DEALER, facts.of_set_hand(keys).values())

    @cached_property
    def player_fields(self) -> Mapping[str, HandField]:
        """Facts of the player's hand by their names in sheets."""
        return _named(PLAYER, _of_hand(self))

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """The player's result, banking or not; both hands; each alone."""
        dealer = {name: found.field for name, found in self.dealer_fields.items()}
        player = {name: found.field for name, found in self.player_fields.items()}
        result = {RESULT: Field(RESULT, Choice(("win", "push", "lose")), "what the player's hands get")}
        pairs = "deals of seven cards to dealer and player"
        parts = (
            Breakdown(f"{DEALER}.hand", "Dealer's best hand", {}),
            Breakdown(f"{DEALER}.clause", "House Way clause", {}),  # titled by each house way
        )
        apart = "the result and the player's own hand are not counted together"
        no_player = {f"{PLAYER}.": f'{apart}; facts of both hands without it: space = "{HANDS}"'}
        no_result = {RESULT: f'{apart}; the result with facts of the dealer: space = "{DEAL}"'}
        found = [
            Space(DEAL, "Dealer and player", pairs, {**result, **dealer}, parts, no_player),
            Space(BANKING, "Dealer and player, who banks", pairs, {**result, **dealer}, parts, no_player),
            Space(HANDS, "Both hands", pairs, {**dealer, **player}, elsewhere=no_result),
            Space(DEALER, "The dealer's hand", "hands of 7 cards", dealer),
            Space(PLAYER, "The player's hand", "hands of 7 cards", player),
        ]
        return {space.id: space for space in found}

    @property
    def house_ways(self) -> list["HouseWay"]:
        """Those of the dealer, then those of players who set by another, each once."""
        ways = dict.fromkeys(self.dealer_ways)
        ways.update(dict.fromkeys(player for player in self.players if not isinstance(player, str)))
        return list(ways)

    played = 0
    house_way_axes = MappingProxyType({"house-way": (), "player": (OPTIMAL, SAME)})

    def picked(self, selection: Selection) -> Selection:
        """What was picked, with house ways themselves: the game has read those that were named."""
        read: dict[str, tuple[object, ...]] = {"house-way": self.dealer_ways, "player": self.players}
        return {axis: read.get(axis, values) for axis, values in selection.items()}

    def configurations(self, selection: Selection) -> list["SetBy"]:
        """Each house way with each player. Raises InputError for what is not there."""
        game = self.selected(selection)
        return [SetBy(game, way, player) for way, player in product(game.dealer_ways, game.players)]

    def deciding(self, objectives: Mapping[str, Objective]) -> "PaiGow":  # noqa: ARG002
        """Itself: no bettor decides for pays."""
        return self

    def selected(self, selection: Selection) -> "PaiGow":
        """The game with the house ways and players that were picked, if any were."""
        known = ("house-way", "player")
        for axis in selection:
            if axis not in known:
                raise InputError(f"pai gow has no axis {shown(axis)}; {alternatives(axis, known)}")
        ways = dict.fromkeys(_way(value) for value in selection.get("house-way", ()))
        players = dict.fromkeys(_player(self, value) for value in selection.get("player", ()))
        game = replace(
            self,
            dealer_ways=tuple(ways) or self.dealer_ways,
            players=tuple(players) or self.players,
        )
        ids = [way.id for way in game.house_ways]
        for at, way in enumerate(game.house_ways):
            if way.id in ids[:at]:
                raise InputError(f"{way.file}: two different house ways have the id {shown(way.id)}")
        return self if game == self else game

    def possible(self, space: str, names: tuple[str, ...]) -> list[Row]:
        """Every row of the fields `names` that some deal can give, or that two hands could."""
        rows: dict[Row, None] = {}
        if space == BANKING and OPTIMAL in self.players:
            raise InputError(
                f"a player who banks sets by a house way; allowed as players: {SAME}, not {OPTIMAL}"
            )
        for way in self.dealer_ways:
            dealer, player, with_result = self._split(names)
            parts: list[list[Row]] = [self.table.labels(dealer, way)[0]]
            parts.append(self.table.labels(player, None)[0])
            self.table.check_both(*map(len, parts))
            parts.append([("win",), ("push",), ("lose",)] if with_result else [()])
            order = [*_names(dealer, self.dealer_fields), *_names(player, self.player_fields)]
            order += [RESULT] * with_result
            for row in _ordered(names, order, (sum(part, ()) for part in product(*parts))):
                rows[row] = None
        return list(rows)

    def _split(self, names: Sequence[str]) -> tuple[tuple[HandField, ...], tuple[HandField, ...], bool]:
        """The dealer's and the player's fields among some names, and whether the result is too."""
        dealer = tuple(self.dealer_fields[name] for name in names if name in self.dealer_fields)
        player = tuple(self.player_fields[name] for name in names if name in self.player_fields)
        return dealer, player, RESULT in names

    def checked_ways(self) -> "list[Checked]":
        """The house ways on every hand there is."""
        from everydeal.houseway.check import checked

        return [checked(way, self.ranking, self.joker) for way in self.house_ways]

    def rules_in_words(self) -> list[Rule]:
        """The deck, how hands rank and are set, and who wins copies."""
        deck = "52 cards and one joker" if self.joker else "52 cards, no joker"
        wheel = "second-highest" if self.wheel == "second" else "lowest"
        equal = (
            "a back that matches its front in all the front's cards outranks it"
            if self.equal_front == "legal"
            else "a back that only matches its front is a foul"
        )
        rules = [
            Rule("Deal", f"Dealer and player get seven cards each from {deck}.", self.clause),
            Rule("Straights", f"A-2-3-4-5 is the {wheel} straight, suited or not."),
            Rule("Setting", f"The back must outrank the front; {equal}. A foul loses."),
            Rule("Copies", f"Equal hands count for the {self.copies}."),
            Rule("Five aces", f"They rank {self.five_aces.replace('-', ' ')}."),
            Rule(
                "Dealer",
                f"The hand is {'exposed and set before the player sets' if self.exposed else 'hidden'}; "
                f"house way: {', '.join(way.title for way in self.dealer_ways)}.",
            ),
        ]
        if self.joker:
            rules.insert(
                1,
                Rule(
                    "Joker",
                    "It completes a straight, a flush (as the highest card of the suit not held) or a "
                    "straight flush; otherwise it is an ace without a suit. Of several uses the best hand "
                    "counts.",
                ),
            )
        return rules


@dataclass(frozen=True)
class SetBy:
    """The game with one house way of the dealer and one way for the player to set."""

    game: PaiGow
    way: "HouseWay"
    player: "str | HouseWay"

    notes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Such as `dealer-open/optimal-exposed`."""
        return f"{self.way.id}/{self.player_id}"

    @property
    def player_id(self) -> str:
        """How the player sets: a policy, or the id of a house way."""
        return self.player if isinstance(self.player, str) else self.player.id

    @property
    def title(self) -> str:
        """The same in words."""
        how = {OPTIMAL: "the player answers optimally", SAME: "the player sets by it too"}
        return f"{self.way.title}; {how.get(self.player_id, f'the player sets by {self.player_id}')}"

    @property
    def contents(self) -> str:
        """What is dealt from, and by which rules."""
        game = self.game
        deck = "52 cards and a joker, a bug" if game.joker else "52 cards"
        return (
            f"two hands of 7 cards from {deck}; dealer {self.way.id}, "
            f"{'exposed' if game.exposed else 'hidden'}, player {self.player_id}; copies to the "
            f"{game.copies}; A-2-3-4-5 {game.wheel}, five aces {game.five_aces.replace('-', ' ')}, "
            f"equal fronts {game.equal_front}"
        )

    @property
    def answer(self) -> "HouseWay | None":
        """The player's house way; None for one who answers as well as can be."""
        if self.player == OPTIMAL:
            return None
        return self.way if isinstance(self.player, str) else self.player

    def count(self, space: str, names: tuple[str, ...]) -> Tally:
        """Counts by classes; the fields of the space's breakdowns are counted along."""
        game = self.game
        deck = game.deck
        if space in (DEALER, PLAYER):
            return Tally(
                game.spaces[space],
                names,
                self._one_hand(space, names),
                comb(deck, 7),
                f"C({deck}, 7)",
            )
        dealer, player, with_result = game._split(names)
        order = [*_names(dealer, game.dealer_fields), *_names(player, game.player_fields)]
        if with_result or space in (DEAL, BANKING):
            if space == BANKING and self.answer is None:
                raise InputError(f"{self.id}: a player who banks sets by a house way, not {OPTIMAL}")
            to_player = space == BANKING or game.copies == "player"
            counts = game.table.results(dealer, self.way, self.answer, to_player)
            order.append(RESULT)
        else:
            asks_setting = any(each.field.name in game.setting_fields for each in dealer)
            counts = game.table.both(dealer, player, self.way if asks_setting else None)
        rows: dict[Row, int] = {}
        for row, ordered in zip(counts, _ordered(names, order, counts), strict=True):
            rows[ordered] = rows.get(ordered, 0) + counts[row]
        total = comb(deck, 7) * comb(deck - 7, 7)
        titles = {clause.key: clause.name for clause in self.way.clauses}
        parts = tuple(
            replace(part, titles=titles) if part.field == f"{DEALER}.clause" else part
            for part in game.spaces[space].breakdowns
        )
        its_space = replace(game.spaces[space], breakdowns=parts)
        return Tally(its_space, names, rows, total, f"C({deck}, 7) x C({deck - 7}, 7)")

    def _one_hand(self, space: str, names: tuple[str, ...], *, directly: bool = False) -> dict[Row, int]:
        from everydeal.fact_rows import counted

        game = self.game
        fields = game.dealer_fields if space == DEALER else game.player_fields
        asked = [fields[name] for name in names]
        ways = [game.table.program(self.way)]
        return counted(asked, game.ranking, 7, game.joker, directly=directly, ways=ways)

    def recount(self, space: str, names: tuple[str, ...]) -> Tally:
        """One hand alone, counted one by one. Raises InputError for two: those are audited by dealers."""
        if space not in (DEALER, PLAYER):
            raise InputError("two hands are audited by sampled dealers: everydeal audit SHEET --dealers N")
        deck = self.game.deck
        rows = self._one_hand(space, names, directly=True)
        return Tally(self.game.spaces[space], names, rows, comb(deck, 7), f"C({deck}, 7)")

    def tables(self) -> Sequence[CountedTable]:
        """Who gets the first packet."""
        return deal_order(self.game.dice) if self.game.dice else ()

    def strategy(self, space: str) -> None:
        """None: no bettor decides for pays."""

    @property
    def deck(self) -> tuple[int, ...]:
        """One card of each kind."""
        return (1,) * self.game.deck

    deal_sizes = (14, 14)
    tries = TRIES

    def looked_at(self, space: str) -> None:
        """None: both hands are played."""

    def told(self, space: str, dealt: tuple[int, ...], deal: Deal) -> str:
        """The steps, or where no hand is set against another the cards alone."""
        if space in (DEALER, PLAYER, HANDS):
            return f"Dealer: {cards.names(dealt[:7])}. Player: {cards.names(dealt[7:])}."
        return deal.used

    def play(self, dealt: tuple[int, ...]) -> Deal:
        """Set both hands and compare. The dealer's seven cards come first, then the player's."""
        from everydeal.advice import Advice

        cards.check(dealt, 14, self.game.deck, "there")
        advice = Advice(self, dealt[:7], dealt[7:])
        steps = [
            f"Dealer: {cards.names(dealt[:7])}. Set by {advice.dealer.clause!r}: "
            f"{cards.names(advice.dealer.front)} in front, {cards.names(advice.dealer.back)} behind.",
            f"Player: {cards.names(dealt[7:])}. {advice.player_words}",
        ]
        dealer = self._values(self.game.dealer_fields, dealt[:7])
        player = self._values(self.game.player_fields, dealt[7:])
        result: dict[str, Value] = {RESULT: advice.result}
        banking: dict[str, Value] = {RESULT: advice.result_with_copies}
        return Deal(
            tuple(steps),
            {
                DEAL: {**dealer, **result},
                BANKING: {**dealer, **banking},
                HANDS: {**dealer, **player},
                DEALER: dealer,
                PLAYER: player,
            },
        )

    def _values(self, fields: Mapping[str, HandField], hand: tuple[int, ...]) -> dict[str, Value]:
        from everydeal.fact_rows import of_one

        return of_one(fields, self.game.ranking, hand, [self.game.table.program(self.way)])


def deal_order(dice: int) -> list[CountedTable]:
    """Which position gets the first packet, by a random number and by dice.

    >>> [count for _, count in deal_order(3)[1].rows]
    [31, 31, 31, 31, 31, 31, 30]
    """
    note = "Position 1 is the dealer; positions and packets go counterclockwise."
    sums = [0] * SPOTS
    for rolled in product(range(1, 7), repeat=dice):
        sums[(sum(rolled) - 1) % SPOTS] += 1
    rows = [((str(at + 1),), count) for at, count in enumerate(sums)]
    return [
        CountedTable(
            "first-packet-number", "The first packet by a random number from 1 to 7", note, "numbers",
            SPOTS, ("Position",), [((str(at + 1),), 1) for at in range(SPOTS)],
        ),
        CountedTable(
            "first-packet-dice", f"The first packet by the sum of {dice} dice", note, "rolls",
            6**dice, ("Position",), rows,
        ),
    ]  # fmt: skip


def _of_hand(game: PaiGow) -> list[HandField]:
    """Facts of a hand that pairs can be counted by: those of ranks and of the flush."""
    from everydeal.core.hand import FLUSH_LEVEL, fact

    found = facts.of_hand(7, game.joker, game.five_aces).values()
    return [each for each in found if fact(each.fact, each.argument).level <= FLUSH_LEVEL]


def _named(side: str, fields: Iterable[HandField]) -> dict[str, HandField]:
    found = [replace(each, field=replace(each.field, name=f"{side}.{each.field.name}")) for each in fields]
    return {each.field.name: each for each in found}


def _names(fields: Sequence[HandField], of: Mapping[str, HandField]) -> list[str]:
    return [each.field.name for each in fields if each.field.name in of]


def _ordered(names: Sequence[str], order: Sequence[str], rows: Iterable[Row]) -> Iterable[Row]:
    """Rows whose values stand in `order`, with the values in the order of `names`."""
    places = [order.index(name) for name in names]
    return (tuple(row[at] for at in places) for row in rows)


def _way(value: object) -> "HouseWay":
    from everydeal.houseway.load import load
    from everydeal.houseway.model import HouseWay

    return value if isinstance(value, HouseWay) else load(str(value))


def _player(game: PaiGow, value: object) -> "str | HouseWay":
    if value == OPTIMAL and not game.exposed:
        raise InputError(
            f"player {OPTIMAL}: the dealer's hand is hidden in this game; allowed: {SAME}, a house way"
        )
    return str(value) if value in (OPTIMAL, SAME) else _way(value)


# ---- reading the sheet's [rules] -----------------------------------------------------------------


def read(table: Table) -> PaiGow:
    """The game from a sheet's `[rules]`. Raises SheetError."""
    from everydeal.houseway.load import load

    ways = []
    for name in table.texts("house_ways"):
        try:
            ways.append(load(name, table.folder, in_file=True))
        except SheetError:
            raise
        except InputError as error:
            table.reading("house_ways", error)
    if not ways:
        table.fail("house_ways", "missing or empty; allowed: one or more house ways")
    if len({way.id for way in ways}) < len(ways):
        table.fail("house_ways", "two house ways have one id; allowed: each once")
    exposed = table.boolean("exposed")
    players = table.texts("players")
    allowed = (OPTIMAL, SAME) if exposed else (SAME,)
    for player in players:
        if player not in allowed:
            table.fail("players", f"{shown(player)}; {alternatives(player, allowed)}")
    if not players or len(set(players)) < len(players):
        table.fail("players", f"missing, empty or twice the same; allowed: {', '.join(allowed)}, each once")
    order = table.table("deal_order") if table.has("deal_order") else None
    dice = order.integer("dice", 1, 6) if order else None
    if order:
        order.close()
    return PaiGow(
        joker=table.boolean("joker"),
        wheel=table.text("wheel", "second", allowed=WHEELS),
        five_aces=table.text("five_aces", "above-royal", allowed=FIVE_ACES),
        equal_front=table.text("equal_front", "legal", allowed=EQUAL_FRONTS),
        copies=table.text("copies", "dealer", allowed=COPIES),
        exposed=exposed,
        dealer_ways=tuple(ways),
        players=players,
        dice=dice,
        clause=table.optional_text("clause"),
    )
