"""Baccarat: two hands from a shoe, drawing tables as data.

The first two cards of each hand matter through their point values and whether they pair, a third
card through its value; the sheet's `[rules]` say who draws. The C core counts every sequence of
six cards; nothing here knows a pay.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import perm
from operator import attrgetter
from typing import NamedTuple

from everydeal import cards
from everydeal.errors import InputError, InternalCheckError, shown
from everydeal.events import Boolean, Choice, Field, Integer, Row, Value
from everydeal.games import Deal, NoHouseWays, Objective, Rule, Selection
from everydeal.games.shoe import MAX_DECKS, Shoe, plural
from everydeal.sheet.reader import Table
from everydeal.tally import CountedTable, Space, Tally

ROUND = "round"
TOTALS = range(10)
PAIRS = range(3)  # of the first two cards: none, the same rank, the same rank and suit
MAX_SEATS = 12


class Outcome(NamedTuple):
    """What a round leaves, in the order of the core's coordinates; third cards by value, or None."""

    player_two: int
    player_third: int | None
    banker_two: int
    banker_third: int | None
    player_pair: int
    banker_pair: int


@dataclass(frozen=True)
class FirstAction:
    """Which seat acts first: a number for each rank of Banker's second card, counted round the seats."""

    clause: str | None
    seats: tuple[int, ...]
    chart: tuple[int, ...]


@dataclass(frozen=True)
class Baccarat(NoHouseWays):
    """The rules of one sheet. Draws are sets of two-card totals, or of third-card values per total."""

    decks: tuple[int, ...]
    naturals: frozenset[int]
    player_draws: frozenset[int]
    banker_stood_draws: frozenset[int]
    banker_drew_draws: tuple[frozenset[int], ...]
    clauses: tuple[tuple[str, str], ...]
    first_action: FirstAction | None

    name = "baccarat"
    joker = False
    played = -1
    assumptions = (
        "Each round is dealt from the stated shoe, thoroughly shuffled: nothing is known of earlier rounds.",
        "One bettor stakes one unit on each wager; every wager is covered in full.",
        "Pays are net wins per unit. The house edge is per unit bet; the edge per resolved bet leaves "
        "pushes out of the denominator.",
    )

    @property
    def spaces(self) -> Mapping[str, Space]:
        """One space: the round."""
        return SPACES

    def deciding(self, objectives: Mapping[str, Objective]) -> "Baccarat":  # noqa: ARG002
        """Itself: no bettor decides for pays."""
        return self

    def selected(self, selection: Selection) -> "Baccarat":  # noqa: ARG002
        """Itself."""
        return self

    def configurations(self, selection: Selection) -> list["ShoeConfiguration"]:
        """The sheet's shoes, or those picked on the axes `decks` (integers) and `shoe` (texts)."""
        for axis in selection:
            if axis not in ("decks", "shoe"):
                raise InputError(f"baccarat has no axis {shown(axis)}; allowed: decks, shoe")
        found = [self._whole(decks) for decks in selection.get("decks", ())]
        found += [self._depleted(shoe) for shoe in selection.get("shoe", ())]
        if len({configuration.id for configuration in found}) < len(found):
            raise InputError("a shoe is asked for twice; allowed: each number of decks once, one --shoe")
        return found or [self._whole(decks) for decks in self.decks]

    def _whole(self, decks: object) -> "ShoeConfiguration":
        if type(decks) is not int:
            raise TypeError(f"a number of decks is an integer, not {shown(decks)}")
        notes = (
            () if decks in self.decks else (f"{plural(decks)}: outside the sheet's list ({self._list()}).",)
        )
        shoe = Shoe.of_decks(decks)
        return ShoeConfiguration(self, plural(decks).replace(" ", "-"), plural(decks), notes, shoe)

    def _depleted(self, text: object) -> "ShoeConfiguration":
        shoe = text if isinstance(text, Shoe) else Shoe.parse(text)  # type: ignore[arg-type]
        listed = any(shoe.counts == (decks,) * 52 for decks in self.decks)
        note = f"shoe: {shoe.text}, not a whole shoe of the sheet's list ({self._list()})."
        return ShoeConfiguration(self, "shoe", shoe.text, () if listed else (note,), shoe)

    def _list(self) -> str:
        return ", ".join(map(str, self.decks)) + (" deck" if self.decks == (1,) else " decks")

    def possible(self, space: str, names: tuple[str, ...]) -> list[Row]:
        """Every row that some round can give. Cost: some 4,000 outcomes, 16,000 with pairs."""
        assert space == ROUND
        return list(dict.fromkeys(row for _, row in _layout(self, names).cells))

    def draws(self, outcome: Outcome) -> tuple[bool, bool]:
        """Whether Player draws, and whether Banker does given Player's third card."""
        player, banker = outcome.player_two, outcome.banker_two
        if player in self.naturals or banker in self.naturals:
            return False, False
        if player not in self.player_draws:
            return False, banker in self.banker_stood_draws
        return True, outcome.player_third in self.banker_drew_draws[banker]

    def outcomes(self, *, pairs: bool) -> Iterator[Outcome]:
        """Every outcome of a round by the drawing tables; pairs all none unless asked for."""
        for player_two in TOTALS:
            for banker_two in TOTALS:
                for player_pair in PAIRS if pairs and player_two % 2 == 0 else (0,):
                    for banker_pair in PAIRS if pairs and banker_two % 2 == 0 else (0,):
                        start = Outcome(player_two, None, banker_two, None, player_pair, banker_pair)
                        for third in TOTALS if self.draws(start)[0] else (None,):
                            dealt = start._replace(player_third=third)
                            for last in TOTALS if self.draws(dealt)[1] else (None,):
                                yield dealt._replace(banker_third=last)

    def rules_in_words(self) -> list[Rule]:
        """The shoe, the drawing tables as a chart, and the first action if the sheet has it."""
        clauses = dict(self.clauses)
        head = ("Banker's two cards", *(str(value) for value in TOTALS))
        rows = [
            (str(total), *("draws" if value in self.banker_drew_draws[total] else "-" for value in TOTALS))
            for total in TOTALS
            if total not in self.naturals
        ]
        rules = [
            Rule("Shoe", f"{self._list()} of 52 cards, no jokers.", clauses.get("decks")),
            Rule(
                "Naturals",
                f"A two-card total of {_span(self.naturals)} in either hand ends the round.",
                clauses.get("naturals"),
            ),
            Rule(
                "Player", f"Player draws a third card on {_span(self.player_draws)}.", clauses.get("player")
            ),
            Rule(
                "Banker, if Player stood",
                f"Banker draws a third card on {_span(self.banker_stood_draws)}.",
                clauses.get("banker_stood"),
            ),
            Rule(
                "Banker, if Player drew",
                "By Banker's two-card total (rows) and the value of Player's third card (columns):",
                clauses.get("banker_drew"),
                (head, *rows),
            ),
        ]
        if self.first_action:
            numbers = dict(zip(cards.RANKS, map(str, self.first_action.chart), strict=True))
            order = "A" + cards.RANKS.removesuffix("A")
            chart = (tuple(order), tuple(numbers[rank] for rank in order))
            rules.append(
                Rule(
                    "First action",
                    "Banker's second card counts round the seats, from the house dealer's left, the "
                    "player-dealer's seat left out:",
                    self.first_action.clause,
                    chart,
                )
            )
        return rules


@dataclass(frozen=True)
class ShoeConfiguration:
    """The game with one shoe."""

    game: Baccarat
    id: str
    title: str
    notes: tuple[str, ...]
    shoe: Shoe

    @property
    def contents(self) -> str:
        """How many cards the shoe holds, and of each rank."""
        counts = self.shoe.counts
        ranks = [f"{rank} {sum(counts[4 * at : 4 * at + 4])}" for at, rank in enumerate(cards.RANKS)]
        return f"the shoe holds {self.shoe.cards} cards: {', '.join(ranks)}"

    def count(self, space: str, names: tuple[str, ...]) -> Tally:
        """Counts every ordered six-card sequence in C, about 5 ms, and projects on `names`."""
        assert space == ROUND
        from everydeal.core import baccarat as core

        layout = _layout(self.game, names)
        rules = core.DrawingRules(
            self.game.naturals,
            self.game.player_draws,
            self.game.banker_stood_draws,
            self.game.banker_drew_draws,
        )
        counted = core.count(rules, self.shoe.counts, layout.stride, layout.size)
        counts: dict[Row, int] = {}
        for cell, row in layout.cells:
            counts[row] = counts.get(row, 0) + counted[cell]
        if sum(counts.values()) != sum(counted):
            raise InternalCheckError("the core counted an outcome that the drawing tables cannot give")
        return self._tally(names, counts)

    def recount(self, space: str, names: tuple[str, ...]) -> Tally:
        """Counts in plain Python by another method, in less than a second."""
        assert space == ROUND
        from everydeal.reference import baccarat as reference

        kinds = {(card[0], card[1]): kind for kind, card in enumerate(map(cards.name, range(52)))}
        counted = reference.count(
            {card: self.shoe.counts[kind] for card, kind in kinds.items()},
            self.game.naturals,
            self.game.player_draws,
            self.game.banker_stood_draws,
            self.game.banker_drew_draws,
        )
        looks = [LOOKS[name] for name in names]
        counts: dict[Row, int] = {}
        for outcome, count in counted.items():
            row = tuple(look(Outcome(*outcome), self.game.naturals) for look in looks)
            counts[row] = counts.get(row, 0) + count
        return self._tally(names, counts)

    def _tally(self, names: tuple[str, ...], counts: Mapping[Row, int]) -> Tally:
        closed_form = " x ".join(str(self.shoe.cards - drawn) for drawn in range(6))
        return Tally(SPACES[ROUND], names, counts, perm(self.shoe.cards, 6), closed_form)

    def tables(self) -> list[CountedTable]:
        """Each seat's chance of first action, if the sheet has the rule."""
        rule = self.game.first_action
        if not rule:
            return []
        counts = {(seats, seat): 0 for seats in rule.seats for seat in range(1, seats + 1)}
        for seats in rule.seats:
            for kind, copies in enumerate(self.shoe.counts):
                counts[seats, (rule.chart[kind // 4] - 1) % seats + 1] += copies
        return [
            CountedTable(
                id="first-action",
                title="First action",
                note="The chance that each seat acts first, by the number of seats besides the "
                "player-dealer; seats are counted from the house dealer's left.",
                unit="cards, any of which is equally likely to be Banker's second",
                total=self.shoe.cards,
                keys=("seats", "seat"),
                rows=[((str(seats), str(seat)), count) for (seats, seat), count in counts.items()],
            )
        ]

    def strategy(self, space: str) -> None:
        """None: no bettor decides for pays."""

    @property
    def deck(self) -> tuple[int, ...]:
        """How many cards of each kind the shoe holds."""
        return self.shoe.counts

    deal_sizes = (4, 6)
    tries = 5_000

    def looked_at(self, space: str) -> None:
        """None: a round is more than a hand."""

    def told(self, space: str, dealt: tuple[int, ...], deal: Deal) -> str:  # noqa: ARG002
        """All cards in the order dealt, and the steps."""
        return f"{cards.names(dealt)}. {deal.used}"

    def play(self, dealt: tuple[int, ...]) -> Deal:
        """Resolve a round: Player, Banker, Player, Banker, then third cards as the tables ask."""
        self._check_shoe(dealt)
        if len(dealt) < 4:
            raise InputError(
                f"{len(dealt)} cards; allowed: 4 to 6, in the order Player, Banker, Player, Banker, thirds"
            )
        hand = {"Player": [dealt[0], dealt[2]], "Banker": [dealt[1], dealt[3]]}
        left = list(dealt[4:])
        steps = [_said(side, hand[side]) for side in hand]
        outcome = Outcome(
            _total(hand["Player"]), None, _total(hand["Banker"]), None,
            _pair(hand["Player"]), _pair(hand["Banker"]),
        )  # fmt: skip
        draws, _ = self.game.draws(outcome)
        steps.append(self._player_step(outcome, draws))
        if draws:
            card = _next(left, "Player", len(dealt))
            hand["Player"].append(card)
            outcome = outcome._replace(player_third=_value(card))
            steps.append(_said("Player", hand["Player"]))
        _, draws = self.game.draws(outcome)
        if not self._natural(outcome):
            steps.append(self._banker_step(outcome, draws))
        if draws:
            card = _next(left, "Banker", len(dealt))
            hand["Banker"].append(card)
            outcome = outcome._replace(banker_third=_value(card))
            steps.append(_said("Banker", hand["Banker"]))
        facts = {field: look(outcome, self.game.naturals) for field, look in LOOKS.items()}
        ends = {"player": facts["player.total"], "banker": facts["banker.total"]}
        won = str(facts["winner"])
        if won == "tie":
            steps.append(f"Tie at {ends['player']}.")
        else:
            lost = "banker" if won == "player" else "player"
            steps.append(f"{won.capitalize()} wins: {ends[won]} against {ends[lost]}.")
        if left:
            steps.append(f"Not used: {cards.names(tuple(left))}.")
        return Deal(tuple(steps), {ROUND: facts})

    def _check_shoe(self, dealt: tuple[int, ...]) -> None:
        if len(dealt) > 6:
            raise InputError(f"{len(dealt)} cards; allowed: at most 6")
        for kind in dealt:
            if type(kind) is not int:
                raise TypeError(f"a kind of card is an integer, not {shown(kind)}")
            if not 0 <= kind < len(self.shoe.counts):
                raise InputError(f"{kind} is no kind of card; allowed: 0 to 51")
            if dealt.count(kind) > self.shoe.counts[kind]:
                raise InputError(
                    f"{cards.name(kind)} is dealt {dealt.count(kind)} times, but the shoe ({self.shoe.text}) "
                    f"holds {self.shoe.counts[kind]}"
                )

    def _natural(self, outcome: Outcome) -> bool:
        return bool(self.game.naturals & {outcome.player_two, outcome.banker_two})

    def _player_step(self, outcome: Outcome, draws: bool) -> str:
        if self._natural(outcome):
            return f"A two-card total of {_span(self.game.naturals)} ends the round{self._by('naturals')}."
        verb = "draws" if draws else "stands"
        return f"Player {verb} on {outcome.player_two}{self._by('player')}."

    def _banker_step(self, outcome: Outcome, draws: bool) -> str:
        verb = "draws" if draws else "stands"
        if outcome.player_third is None:
            return f"Banker {verb} on {outcome.banker_two}, as Player stood{self._by('banker_stood')}."
        return (
            f"Banker {verb} on {outcome.banker_two} against Player's third card of "
            f"{outcome.player_third}{self._by('banker_drew')}."
        )

    def _by(self, rule: str) -> str:
        clause = dict(self.game.clauses).get(rule)
        return f" ({clause})" if clause else ""


# ---- fields ----------------------------------------------------------------------------------

_Look = Callable[[Outcome, frozenset[int]], Value]


def _end(two: int, third: int | None) -> int:
    return two if third is None else (two + third) % 10


def _player_end(outcome: Outcome) -> int:
    return _end(outcome.player_two, outcome.player_third)


def _banker_end(outcome: Outcome) -> int:
    return _end(outcome.banker_two, outcome.banker_third)


def _winner(outcome: Outcome) -> str:
    margin = _player_end(outcome) - _banker_end(outcome)
    return "player" if margin > 0 else "banker" if margin < 0 else "tie"


_DIGIT = Integer(0, 9)


def _hand_fields(side: str) -> list[tuple[Field, _Look]]:
    """The fields of one hand, `player` or `banker`."""
    name = side.capitalize()
    two, third, pair = (attrgetter(f"{side}_{part}") for part in ("two", "third", "pair"))

    def field(part: str, kind: Integer | Boolean, meaning: str, *, optional: bool = False) -> Field:
        return Field(f"{side}.{part}", kind, meaning, optional)

    return [
        (field("wins", Boolean(), f"{name} wins"), lambda o, _: _winner(o) == side),
        (field("total", _DIGIT, f"{name}'s final total"), lambda o, _: _end(two(o), third(o))),
        (
            field("cards", Integer(2, 3), f"{name}'s number of cards"),
            lambda o, _: 2 if third(o) is None else 3,
        ),
        (field("two_card_total", _DIGIT, f"the total of {name}'s first two"), lambda o, _: two(o)),
        (
            field("third_card", _DIGIT, f"the value of {name}'s third card", optional=True),
            lambda o, _: third(o),
        ),
        (field("natural", Boolean(), f"{name}'s first two are a natural"), lambda o, n: two(o) in n),
        (field("pair", Boolean(), f"{name}'s first two have one rank"), lambda o, _: pair(o) > 0),
        (
            field("suited_pair", Boolean(), f"{name}'s first two have one rank and suit"),
            lambda o, _: pair(o) == 2,
        ),
    ]


_FIELDS: list[tuple[Field, _Look]] = [
    (
        Field("winner", Choice(("player", "banker", "tie")), "the hand closer to nine"),
        lambda o, _: _winner(o),
    ),
    (Field("tie", Boolean(), "both hands have the same total"), lambda o, _: _winner(o) == "tie"),
    (
        Field("margin", _DIGIT, "the difference of the totals, whoever wins"),
        lambda o, _: abs(_player_end(o) - _banker_end(o)),
    ),
    *_hand_fields("player"),
    *_hand_fields("banker"),
]
LOOKS: Mapping[str, _Look] = {field.name: look for field, look in _FIELDS}
SPACES: Mapping[str, Space] = {
    ROUND: Space(
        ROUND, "The round", "ordered six-card sequences", {field.name: field for field, _ in _FIELDS}
    )
}


@dataclass(frozen=True)
class _Layout:
    """Where the core counts each possible outcome, and the row that the outcome belongs to."""

    stride: tuple[int, ...]
    size: int
    cells: Sequence[tuple[int, Row]]


@lru_cache(maxsize=8)
def _layout(game: Baccarat, names: tuple[str, ...]) -> _Layout:
    """Classifies every outcome once for all shoes; pairs are told apart only if a name asks."""
    pairs = any(name.endswith("pair") for name in names)
    extent = (10, 11, 10, 11, *((3, 3) if pairs else (1, 1)))
    stride: list[int] = []
    size = 1
    for count in extent:
        stride.append(size if count > 1 else 0)
        size *= count
    looks = [LOOKS[name] for name in names]
    cells = []
    for outcome in game.outcomes(pairs=pairs):
        coordinates = [0 if value is None else value + (at in (1, 3)) for at, value in enumerate(outcome)]
        cell = sum(step * at for step, at in zip(stride, coordinates, strict=True))
        cells.append((cell, tuple(look(outcome, game.naturals) for look in looks)))
    return _Layout(tuple(stride), size, cells)


# ---- cards -----------------------------------------------------------------------------------


def _value(kind: int) -> int:
    rank = cards.RANKS[kind // 4]
    return 1 if rank == "A" else int(rank) if rank.isdigit() else 0


def _total(hand: Sequence[int]) -> int:
    return sum(map(_value, hand)) % 10


def _pair(hand: Sequence[int]) -> int:
    return 2 if hand[0] == hand[1] else int(hand[0] // 4 == hand[1] // 4)


def _said(side: str, hand: Sequence[int]) -> str:
    return f"{side} has {cards.names(tuple(hand))}: {_total(hand)}."


def _next(left: list[int], side: str, given: int) -> int:
    if not left:
        raise InputError(f"{side} draws a third card: give one more card than the {given} given")
    return left.pop(0)


def _span(numbers: frozenset[int]) -> str:
    """Numbers as a chart prints them: `0-5`, `2-4, 6`, `none`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs) or "none"


# ---- reading the sheet's [rules] ---------------------------------------------------------------


def read(table: Table) -> Baccarat:
    """The game from a sheet's `[rules]`. Raises SheetError."""
    decks = table.integers("decks", 1, MAX_DECKS)
    clauses = {"decks": table.optional_text("decks_clause")}
    naturals_table = table.table("naturals")
    naturals = naturals_table.members("totals", 0, 9)
    player = table.table("player")
    player_draws = player.members("draws", 0, 9)
    stood = table.table("banker_if_player_stood")
    stood_draws = stood.members("draws", 0, 9)
    drew = table.table("banker_if_player_drew")
    drew_draws = tuple(
        drew.members(str(total), 0, 9) if total not in naturals else frozenset() for total in TOTALS
    )
    for key, inner in (
        ("naturals", naturals_table),
        ("player", player),
        ("banker_stood", stood),
        ("banker_drew", drew),
    ):
        clauses[key] = inner.optional_text("clause")
        inner.close()
    for name, inner, draws in (("player", player, player_draws), ("banker", stood, stood_draws)):
        if draws & naturals:
            inner.fail(
                "draws", f"{name} would draw on {_span(draws & naturals)}, a natural, which ends the round"
            )
    return Baccarat(
        decks=decks,
        naturals=naturals,
        player_draws=player_draws,
        banker_stood_draws=stood_draws,
        banker_drew_draws=drew_draws,
        clauses=tuple((key, clause) for key, clause in clauses.items() if clause),
        first_action=_first_action(table.table("first_action")) if table.has("first_action") else None,
    )


def _first_action(table: Table) -> FirstAction:
    clause = table.optional_text("clause")
    seats = table.integers("seats", 1, MAX_SEATS)
    chart = table.table("chart")
    numbers = tuple(chart.integer(rank, 1, 99) for rank in cards.RANKS)
    chart.close()
    table.close()
    return FirstAction(clause, seats, numbers)
