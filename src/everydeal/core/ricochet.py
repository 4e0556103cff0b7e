"""Counting Ricochet Poker in C: by classes of the dealer's hand, and one by one as the audit of that."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Any, NamedTuple

from everydeal import work
from everydeal._core import ffi, lib
from everydeal.core import c_deck, ensure
from everydeal.ranking import CATEGORIES, Ranking

RANKING = Ranking(wheel="lowest")
ENDS = ("kickout", "ahead", "fold", "win", "lose")
RESULTS = ("win", "tie", "lose")
MADE: tuple[str, ...] = CATEGORIES[: lib.ED_RICOCHET_MADE]
POCKETS: int = lib.ED_RICOCHET_POCKETS
_UNSUITED = POCKETS // 2
# What three cards make: categories, and at the end the suited A-K-Q. Four are never made.
THREES: tuple[str, ...] = (*MADE, "mini_royal")
_HANDS = 1 << 15  # hands of the dealer at a time, some tens of milliseconds
_PIECE = 256  # classes at a time, some ten milliseconds
_DEALS = 1 << 22  # deals compared one by one at a time, some ten milliseconds
_DRAWS = 1 << 20  # draws looked at one by one at a time, some tens of milliseconds
_RADICES = (len(MADE), 13, 3, 3, 2, 2, 2)
_new = ffi.new_allocator(should_clear_after_alloc=False)

# How many rounds end so (ENDS), by what the player's five cards make (MADE).
Ends = dict[str, dict[str, int]]
# How many deals the player's two cards win, tie and lose (RESULTS).
Results = dict[str, int]


@dataclass(frozen=True)
class Deck:
    """A deck without joker whose ranks (0..12 for 2..A) all have the same number of suits."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4


@dataclass(frozen=True)
class Rules:
    """The options of the main game for one player, and the player's objective.

    `limit` is the score of the lowest hand of the dealer that is kicked out, 0 if none is; a pocket that
    ties the dealer is ahead if `ties`. A player plays if that is worth more than folding, where
    the Ante is `unit` and a player who plays is paid `bonus` by the hand made, in the order of MADE.
    """

    limit: int = 0
    ties: bool = True
    unit: int = 1
    bonus: tuple[int, ...] = (0,) * lib.ED_RICOCHET_MADE


class Class(NamedTuple):
    """All hands of the dealer of one score: how many there are, and how many cards of each rank.

    `lead` is the rank that decides first, 0..12.
    """

    score: int
    hands: int
    category: str
    lead: int
    cards: tuple[int, ...]
    suited: bool


class Pocket(NamedTuple):
    """The player's two cards, but for which suits: ranks 0..12."""

    high: int
    low: int
    suited: bool = False

    @property
    def number(self) -> int:
        """Where it stands among the pockets."""
        return self.high * (self.high + 1) // 2 + self.low + _UNSUITED * self.suited


class Gain(NamedTuple):
    """What a class of the dealer and a pocket offer, summed over their suits; or a situation.

    `deals` of five and two cards, `plays` of them worth playing; `play` and `best` are how much playing
    gains over folding, summed over all draws of all of them and of those worth playing. `open`: the
    player decides, else the dealer is kicked out or the pocket is ahead.
    """

    deals: int
    plays: int
    play: int
    best: int
    open: bool


class Situation(NamedTuple):
    """What a player can tell by a few questions.

    `lead` is the rank of the dealer that decides first; `over` how many of the player's cards are of a
    higher rank, `live` how many of those, or of a pair, are of ranks that the dealer does not hold;
    `equal`: one of the player's cards is of the lead's rank; `pair`, `suited`: the pocket is.
    """

    category: str
    lead: int
    over: int
    live: int
    equal: bool
    pair: bool
    suited: bool


@dataclass(frozen=True)
class Labels:
    """What bonus wagers look at, each as labels from 0: by class, pocket, THREES, MADE, run, MADE.

    The dealer's five cards have a label for each class, the player's two for each of POCKETS. Three cards
    are those two and the dealer's first, five those and the next two, seven all. `run` has
    labels for no suited run of seven cards, and for runs of five, six and seven. Without labels nothing
    is told apart.
    """

    dealer: Sequence[int] | None = None
    pocket: Sequence[int] = (0,) * POCKETS
    three: Sequence[int] = (0,) * len(THREES)
    five: Sequence[int] = (0,) * len(MADE)
    run: Sequence[int] = (0,) * lib.ED_RICOCHET_RUNS
    seven: Sequence[int] = (0,) * len(MADE)


class Joint(NamedTuple):
    """How many deals have a result of the two cards (RESULTS) and labels, and one of them.

    The deal is the player's two cards, the dealer's first, the next two, the last two, as kinds. Deals
    are counted in 30 orders each.
    """

    deals: int
    example: tuple[int, ...]


# By the result of the two cards, and the labels of dealer, pocket, three, five, run and seven.
Joints = dict[tuple[str, int, int, int, int, int, int], Joint]


def pockets() -> list[Pocket]:
    """All pockets by number; 13 of them, pairs in one suit, are none."""
    ranks = [(high, low) for high in range(13) for low in range(high + 1)]
    return [Pocket(*pair, suited) for suited in (False, True) for pair in ranks]


class Ricochet:
    """A deck, ready to be counted."""

    def __init__(self, deck: Deck | None = None) -> None:
        """List classes and draws; raises InputError unless the deck has two to four suits and 14 cards."""
        self.deck = deck or Deck()
        self._c_deck = _deck(self.deck)
        size = lib.ed_ricochet_table_size()
        self.table: Any = _new("uint64_t[]", size // 8 + 1)
        ensure(lib.ed_ricochet_prepare(self._c_deck, self.table, ffi.sizeof(self.table)))
        self.number: int = lib.ed_ricochet_class_number(self.table)

    @cached_property
    def classes(self) -> list[Class]:
        """The classes of the dealer in ascending order of score."""
        found = _new("struct ed_ricochet_class[]", self.number)
        ensure(lib.ed_ricochet_classes(self.table, 0, self.number, found))
        return [
            Class(one.score, one.hands, MADE[one.category], one.lead, tuple(one.count), bool(one.suited))
            for one in found
        ]

    def kicked_out(self, limit: int) -> int:
        """How many hands of five have this score or a higher one; 0 kicks out none."""
        return sum(one.hands for one in self.classes if limit and one.score >= limit)

    def pockets(self, *, workers: int | None = None) -> dict[tuple[str, Pocket], Results]:
        """How the player's two cards compare with the dealer's five, by the dealer's category and pocket."""
        cells = lib.ED_RICOCHET_MADE * POCKETS * 3

        def piece(counts: Any, part: range) -> None:
            ensure(lib.ed_ricochet_pockets(self.table, part.start, part.stop, counts, cells))

        counts = self._summed(piece, cells, workers)
        listed = pockets()
        found = {}
        for at in range(0, cells, 3):
            if any(counts[at : at + 3]):
                category, pocket = divmod(at // 3, POCKETS)
                found[MADE[category], listed[pocket]] = dict(zip(RESULTS, counts[at : at + 3], strict=True))
        return found

    def count(
        self,
        rules: Rules,
        decisions: Sequence[int] | bytes | None = None,
        *,
        span: range | None = None,
        workers: int | None = None,
    ) -> Ends:
        """How all rounds for one player end.

        The player follows the objective, or `decisions`: 1 for play and 0 for fold, for each class and
        pocket, POCKETS for each class. `span` is a range of the classes, all by default. Raises
        InputError with the core's words if an argument is out of bounds.
        """
        c_rules = _rules(rules)
        cells = len(ENDS) * len(MADE)
        by_rule: Any = ffi.NULL
        if decisions is not None:
            by_rule = ffi.from_buffer("uint8_t[]", bytes(decisions))
            if len(by_rule) != self.number * POCKETS:
                ensure(lib.ED_E_CLASSES)

        def piece(counts: Any, part: range) -> None:
            ensure(lib.ed_ricochet_count(self.table, c_rules, by_rule, part.start, part.stop, counts, cells))

        return _ends(self._summed(piece, cells, workers, span))

    def gains(self, rules: Rules, part: range) -> list[list[Gain]]:
        """What playing gains over folding, for some of the classes by pocket."""
        found = _new("struct ed_ricochet_gain[]", max(1, len(part) * POCKETS))
        ensure(lib.ed_ricochet_gains(self.table, _rules(rules), part.start, part.stop, found))
        each = [Gain(one.deals, one.plays, one.play, one.best, bool(one.open)) for one in found]
        return [each[at : at + POCKETS] for at in range(0, len(each), POCKETS)]

    def offers(
        self, rules: Rules, *, span: range | None = None, workers: int | None = None
    ) -> dict[Situation, Gain]:
        """What playing gains over folding by situation, over the deals in which the player decides.

        A strategy by situations gains the sum of `play` over those in which it plays, the best strategy
        the sum of `best`. `span` is a range of the classes, all by default. Raises InputError if two units
        and a pay are more than 2^17.
        """
        c_rules = _rules(rules)

        def piece(offers: Any, part: range) -> None:
            ensure(lib.ed_ricochet_offers(self.table, c_rules, part.start, part.stop, offers))

        tables = work.run(
            self._pieces(span),
            lambda: ffi.new("struct ed_ricochet_gain[]", lib.ED_RICOCHET_SITUATIONS),
            piece,
            label="counting",
            unit="classes",
            workers=workers,
        )
        found = {}
        for at in range(lib.ED_RICOCHET_SITUATIONS):
            some = [offers[at] for offers in tables if offers[at].open]
            if some:
                sums = (
                    sum(one.deals for one in some),
                    sum(one.plays for one in some),
                    sum(one.play for one in some),
                    sum(one.best for one in some),
                )
                found[_situation(at)] = Gain(*sums, open=True)
        return found

    def decisions(self, play: Collection[Situation]) -> bytes:
        """The decisions of a player who plays just in these situations, as `count` takes them."""
        plays = bytes(_situation(at) in play for at in range(lib.ED_RICOCHET_SITUATIONS))
        found = _new("uint16_t[]", self.number * POCKETS)
        ensure(lib.ed_ricochet_situations(self.table, 0, self.number, found))
        return bytes(map(plays.__getitem__, ffi.unpack(found, len(found))))

    def joint(self, labels: Labels, *, workers: int | None = None) -> Joints:
        """How bonus wagers go together, over the dealer's five cards in order and the player's two."""
        by_class = (0,) * self.number if labels.dealer is None else labels.dealer
        rows = (by_class, labels.pocket, labels.three, labels.five, labels.run, labels.seven)
        lengths = (self.number, POCKETS, len(THREES), len(MADE), lib.ED_RICOCHET_RUNS, len(MADE))
        if tuple(map(len, rows)) != lengths:
            ensure(lib.ED_E_CLASSES)
        if any(not 0 <= label < 255 for row in rows for label in row):
            ensure(lib.ED_E_LABEL)
        numbers = [max(row) + 1 for row in rows]
        cells = len(RESULTS) * prod(numbers)
        of_dealer = ffi.new("uint8_t[]", bytes(by_class))
        c_labels = ffi.new("struct ed_ricochet_labels *", {"dealer": of_dealer, "numbers": numbers})
        for name in ("pocket", "three", "five", "run", "seven"):
            setattr(c_labels, name, list(getattr(labels, name)))

        def piece(worker: tuple[Any, Any], part: range) -> None:
            counts, examples = worker
            ensure(
                lib.ed_ricochet_joint(self.table, c_labels, part.start, part.stop, counts, examples, cells)
            )

        done = work.run(
            work.ranges(0, comb(len(self.deck.ranks) * self.deck.suits, 5), _HANDS),
            lambda: (ffi.new("uint64_t[]", cells), ffi.new("uint8_t[]", 7 * cells)),
            piece,
            label="counting",
            unit="hands",
            workers=workers,
        )
        found: Joints = {}
        sums = _sum([counts for counts, _ in done], cells)
        for at in range(cells):
            if sums[at]:
                examples = [tuple(some[7 * at : 7 * at + 7]) for counts, some in done if counts[at]]
                values = []
                left = at
                for number in reversed(numbers):
                    left, value = divmod(left, number)
                    values.append(value)
                seven, run, five, three, pocket, dealer = values
                found[RESULTS[left], dealer, pocket, three, five, run, seven] = Joint(
                    sums[at], min(examples, key=_order)
                )
        return found

    def _summed(self, piece: Any, cells: int, workers: int | None, span: range | None = None) -> list[int]:
        return _summed(piece, cells, self._pieces(span), "classes", workers)

    def _pieces(self, span: range | None) -> list[range]:
        """Some of the classes, or all, to be counted in pieces; the core refuses what is no range of them."""
        span = range(self.number) if span is None else span
        return work.ranges(span.start, span.stop, _PIECE) or [span]


# ---- one by one ---------------------------------------------------------------------------------


def direct_deals(deck: Deck) -> int:
    """How many deals of five and two cards a deck has."""
    found: int = lib.ed_ricochet_direct_deals(_deck(deck))
    return found


def direct_pockets(
    deck: Deck, *, span: range | None = None, workers: int | None = None
) -> dict[str, Results]:
    """How two cards compare with five, deal by deal, by the dealer's category; `span` is a range of deals."""
    c_deck = _deck(deck)

    def piece(counts: Any, part: range) -> None:
        ensure(lib.ed_ricochet_direct_pockets(c_deck, part.start, part.stop, counts))

    span = range(direct_deals(deck)) if span is None else span
    pieces = work.ranges(span.start, span.stop, _DEALS) or [span]
    counts = _summed(piece, 3 * len(MADE), pieces, "deals", workers)
    return {
        name: dict(zip(RESULTS, counts[3 * at : 3 * at + 3], strict=True)) for at, name in enumerate(MADE)
    }


def direct_count(deck: Deck, rules: Rules, *, span: range | None = None, workers: int | None = None) -> Ends:
    """How rounds for one player end, draw by draw; `span` is a range of deals of five and two cards."""
    c_deck, c_rules = _deck(deck), _rules(rules)

    def piece(counts: Any, part: range) -> None:
        ensure(lib.ed_ricochet_direct_count(c_deck, c_rules, part.start, part.stop, counts))

    span = range(direct_deals(deck)) if span is None else span
    left = max(3, len(deck.ranks) * deck.suits - 7)
    size = max(1, _DRAWS // (left * (left - 1) * (left - 2) // 6))
    pieces = work.ranges(span.start, span.stop, size) or [span]
    return _ends(_summed(piece, len(ENDS) * len(MADE), pieces, "deals", workers))


# ---- shared -------------------------------------------------------------------------------------


def _situation(number: int) -> Situation:
    values = []
    for radix in reversed(_RADICES):
        number, value = divmod(number, radix)
        values.append(value)
    suited, pair, equal, live, over, lead, category = values
    return Situation(MADE[category], lead, over, live, bool(equal), bool(pair), bool(suited))


def _deck(deck: Deck) -> Any:
    return c_deck(deck.ranks, deck.suits, joker=False)


def _rules(rules: Rules) -> Any:
    most = lib.ED_RICOCHET_MOST
    if len(rules.bonus) != len(MADE) or not all(-most <= pay <= most for pay in (rules.unit, *rules.bonus)):
        ensure(lib.ED_E_OPTION)
    return ffi.new(
        "struct ed_ricochet_rules *",
        {"limit": rules.limit, "ties": rules.ties, "unit": rules.unit, "bonus": rules.bonus},
    )


def _summed(piece: Any, cells: int, pieces: Sequence[range], unit: str, workers: int | None) -> list[int]:
    tables = work.run(
        pieces,
        lambda: ffi.new("uint64_t[]", cells),
        piece,
        label="counting",
        unit=unit,
        workers=workers,
    )
    return _sum(tables, cells)


def _sum(tables: Sequence[Any], cells: int) -> list[int]:
    return [sum(column) for column in zip(*(ffi.unpack(table, cells) for table in tables), strict=True)]


def _order(deal: tuple[int, ...]) -> tuple[list[int], list[int], tuple[int, ...]]:
    """Where a deal comes in counting: whatever the threads, the first of all is the example."""
    return sorted(deal[2:], reverse=True), sorted(deal[:2], reverse=True), deal


def _ends(counts: Sequence[int]) -> Ends:
    made = len(MADE)
    return {
        end: dict(zip(MADE, counts[made * at : made * (at + 1)], strict=True)) for at, end in enumerate(ENDS)
    }
