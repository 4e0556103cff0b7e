"""Ranking and counting poker hands in C."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any

from everydeal import work
from everydeal._core import ffi, lib
from everydeal.core import ensure
from everydeal.errors import InputError, InternalCheckError
from everydeal.ranking import EQUAL_FRONTS, FIVE_ACES, WHEELS, Ranking

if TYPE_CHECKING:
    from everydeal.core.houseway import Way

RANKS_LEVEL: int = lib.ED_LEVEL_RANKS
FLUSH_LEVEL: int = lib.ED_LEVEL_FLUSH
SUITS_LEVEL: int = lib.ED_LEVEL_SUITS
CARDS_LEVEL: int = lib.ED_LEVEL_CARDS
MAX_FACTS: int = lib.ED_MAX_FACTS
EXAMPLES: int = lib.ED_EXAMPLES
_EMPTY: int = lib.ED_EMPTY_SLOT
# Units in a piece of work: some ten milliseconds each.
_PIECE = {RANKS_LEVEL: 1, FLUSH_LEVEL: 1, SUITS_LEVEL: 64, CARDS_LEVEL: 500_000}
_FIRST_SLOTS = 1 << 12
_MOST_SLOTS = 1 << 26


@dataclass(frozen=True)
class Fact:
    """A fact of the core (`enum ed_fact_id` in everydeal.h) and its argument."""

    id: int
    argument: int = 0

    @property
    def extent(self) -> int:
        """The values are 0 to extent - 1. Raises InputError if there is no such fact."""
        found: int = lib.ed_fact_extent({"id": self.id, "argument": self.argument})
        if not found:
            ensure(lib.ED_E_FACT)
        return found

    @property
    def level(self) -> int:
        """The coarsest level of counting that serves the fact."""
        found: int = lib.ed_fact_level({"id": self.id, "argument": self.argument})
        return found


def fact(name: str, argument: int = 0) -> Fact:
    """The fact with this name in `enum ed_fact_id`, such as `SUITED_RUN`."""
    return Fact(getattr(lib, f"ED_FACT_{name}"), argument)


@dataclass(frozen=True)
class Ranked:
    """A ranked hand. Scores of hands of one size compare: higher is better, equal is a copy.

    `best` holds the ranks that decide, as numbers 0..12 for 2..A; `joker` is the rank it stands
    for and `joker_suit` the suit where it matters; None if there is no joker or no need of it.
    """

    score: int
    category: int
    best: tuple[int, ...]
    joker: int | None
    joker_suit: int | None


@dataclass(frozen=True)
class Setting:
    """Seven cards set as a front of two and a back of five, with the scores of both.

    `legal`: the back outranks the front. `dominated`: another legal setting is at least as good
    in both hands and better in one.
    """

    front: tuple[int, ...]
    back: tuple[int, ...]
    front_score: int
    back_score: int
    legal: bool
    dominated: bool


class _FullError(Exception):
    """A table of rows is too small."""


class _Rows:
    """One worker's open-addressing table of rows."""

    def __init__(self, slots: int, examples: bool = False) -> None:
        self.slots = slots
        self.keys = ffi.new("uint64_t[]", slots)
        ffi.memmove(self.keys, b"\xff" * 8 * slots, 8 * slots)
        self.counts = ffi.new("uint64_t[]", slots)
        self.examples = ffi.new("struct ed_hand[]", EXAMPLES * slots) if examples else ffi.NULL

    def items(self) -> list[tuple[int, int]]:
        keys, counts = ffi.unpack(self.keys, self.slots), ffi.unpack(self.counts, self.slots)
        return [(key, count) for key, count in zip(keys, counts, strict=True) if key != _EMPTY]

    def examples_of(self) -> Iterator[tuple[int, tuple[tuple[int, ...], ...]]]:
        """By key, the example hands."""
        for slot, key in enumerate(ffi.unpack(self.keys, self.slots)):
            if key != _EMPTY:
                kept = self.examples[EXAMPLES * slot : EXAMPLES * (slot + 1)]
                yield key, tuple(_an_example(hand) for hand in kept if hand.cards)


def _an_example(hand: Any) -> tuple[int, ...]:
    """Cards of a class of hands, the highest first, the joker last; no flush unless the class has one."""
    found = []
    other = 0
    suits = (0, 1, 3) if hand.suited else (0, 1, 2, 3)  # a flush is in hearts
    for rank in reversed(range(13)):
        held = next((c for c in range(1, 5) if hand.held[c] >> rank & 1), 0)
        if hand.suited >> rank & 1:
            found.append(4 * rank + 2)
            held -= 1
        for _ in range(held):
            found.append(4 * rank + suits[other % len(suits)])
            other += 1
    return (*found, *([52] if hand.joker else []))


def units(cards: int, joker: bool, level: int) -> int:
    """How many units of work a level has; at CARDS_LEVEL they are hands."""
    found: int = lib.ed_hand_units(c_deal(Ranking(), cards, joker), level)
    return found


def count(
    ranking: Ranking,
    cards: int,
    joker: bool,
    facts: Sequence[Fact],
    *,
    level: int | None = None,
    span: range | None = None,
    workers: int | None = None,
    ways: "Sequence[Way]" = (),
) -> dict[tuple[int, ...], int]:
    """How many hands have each tuple of values of the facts.

    `level` is the coarsest that serves by default; `span` is a range of its units, the whole by
    default. `ways` are the house ways that facts of set hands speak of, up to two. Raises InputError
    with the core's words if an argument is out of bounds.
    """
    tables, extents = _counted(ranking, cards, joker, facts, level, span, workers, ways, examples=False)
    counts: dict[int, int] = {}
    for table in tables:
        for key, number in table.items():
            counts[key] = counts.get(key, 0) + number
    return {values_of_key(key, extents): number for key, number in sorted(counts.items())}


def count_with_examples(
    ranking: Ranking, joker: bool, facts: Sequence[Fact], ways: "Sequence[Way]"
) -> dict[tuple[int, ...], tuple[int, tuple[tuple[int, ...], ...]]]:
    """How many hands of seven have each tuple of values, and up to EXAMPLES of them each, as kinds."""
    (table,), extents = _counted(ranking, 7, joker, facts, FLUSH_LEVEL, None, 1, ways, examples=True)
    examples = dict(table.examples_of())
    return {values_of_key(key, extents): (number, examples[key]) for key, number in sorted(table.items())}


def values_of(
    ranking: Ranking, hand: tuple[int, ...], facts: Sequence[Fact], ways: "Sequence[Way]" = ()
) -> list[int]:
    """The facts' values for one hand, given as kinds; by counting just that hand."""
    index = sum(comb(card, at) for at, card in enumerate(sorted(hand), 1))
    values: list[int] = []
    for first in range(0, len(facts), MAX_FACTS // 2):
        (found,) = count(
            ranking,
            len(hand),
            joker=True,
            facts=facts[first : first + MAX_FACTS // 2],
            level=CARDS_LEVEL,
            span=range(index, index + 1),
            ways=ways,
        )
        values += found
    return values


def _counted(
    ranking: Ranking,
    cards: int,
    joker: bool,
    facts: Sequence[Fact],
    level: int | None,
    span: range | None,
    workers: int | None,
    ways: "Sequence[Way]",
    *,
    examples: bool,
) -> tuple[list[_Rows], list[int]]:
    if len(facts) > MAX_FACTS:
        raise InputError(
            f"the wagers ask for {len(facts)} facts of a hand together; allowed: at most {MAX_FACTS}"
        )
    deal = c_deal(ranking, cards, joker, ways)
    extents = [fact.extent for fact in facts]
    level = max((fact.level for fact in facts), default=RANKS_LEVEL) if level is None else level
    span = range(lib.ed_hand_units(deal, level)) if span is None else span
    asked = c_facts(facts)

    def piece(rows: _Rows, part: range) -> None:
        status = lib.ed_count_hands(
            deal,
            level,
            part.start,
            part.stop,
            asked,
            len(facts),
            rows.keys,
            rows.counts,
            rows.examples,
            rows.slots,
        )
        if status == lib.ED_E_SLOTS:
            raise _FullError
        ensure(status)

    slots = _FIRST_SLOTS
    while True:
        try:
            return work.run(
                work.ranges(span.start, span.stop, _PIECE[level]) or [span],
                lambda: _Rows(slots, examples),  # noqa: B023 - run is over before slots changes
                piece,
                label="counting",
                unit="hands" if level == CARDS_LEVEL else "classes",
                workers=workers,
            ), extents
        except _FullError:
            if slots >= _MOST_SLOTS:
                raise InputError(f"the facts have more than {slots} different values") from None
            slots *= 8


def rank(ranking: Ranking, hands: Sequence[tuple[int, ...]]) -> list[Ranked]:
    """Rank hands of one size, given as kinds of which none stands in a hand twice."""
    if not hands:
        return []
    cards = len(hands[0])
    kinds = bytes(card for hand in hands for card in hand)
    if len(kinds) != cards * len(hands):
        raise ValueError("hands of one size are ranked together")
    ranked = ffi.new("struct ed_ranked[]", len(hands))
    bad = ffi.new("size_t *")
    ensure(
        lib.ed_rank_hands(
            c_ranking(ranking), ffi.from_buffer("uint8_t[]", kinds), len(hands), cards, ranked, bad
        )
    )
    return [
        Ranked(
            found.score,
            found.category,
            tuple(rank - 1 for rank in found.best if rank),
            found.joker - 1 if found.joker else None,
            found.joker_suit - 1 if found.joker_suit else None,
        )
        for found in ranked
    ]


def settings(ranking: Ranking, hand: tuple[int, ...]) -> list[Setting]:
    """The 21 ways to set seven cards, by the front's places in the hand.

    Raises InputError unless the hand is seven different kinds.
    """
    if len(hand) != 7:
        ensure(lib.ED_E_CARDS)
    found = ffi.new("struct ed_setting[]", lib.ED_SETTINGS)
    ensure(
        lib.ed_settings(
            c_ranking(ranking), ffi.from_buffer("uint8_t[]", bytes(hand)), found, ffi.new("size_t *")
        )
    )
    made = [
        Setting(
            tuple(hand[place] for place in setting.front),
            tuple(hand[place] for place in setting.back),
            setting.front_score,
            setting.back_score,
            bool(setting.legal),
            bool(setting.dominated),
        )
        for setting in found
    ]
    for setting in made:
        if sorted(setting.front + setting.back) != sorted(hand):
            raise InternalCheckError(f"a setting of {hand} is no partition of its cards")
    return made


def c_ranking(ranking: Ranking) -> Any:
    """A `struct ed_ranking *`."""
    # The enums of everydeal.h count in the order of these names; a test holds them together.
    return ffi.new(
        "struct ed_ranking *",
        {
            "wheel": WHEELS.index(ranking.wheel),
            "five_aces": FIVE_ACES.index(ranking.five_aces),
            "equal_front": EQUAL_FRONTS.index(ranking.equal_front),
        },
    )


def c_facts(facts: Sequence[Fact]) -> Any:
    """A `struct ed_fact[]`."""
    return ffi.new("struct ed_fact[]", [{"id": fact.id, "argument": fact.argument} for fact in facts])


def c_deal(ranking: Ranking, cards: int, joker: bool, ways: "Sequence[Way]" = ()) -> Any:
    """A `struct ed_deal *`; the house ways must outlive it."""
    deal = ffi.new("struct ed_deal *")
    for at, way in enumerate(ways):
        deal.way[at] = way.struct
    deal.ranking = c_ranking(ranking)[0]
    deal.cards = cards
    deal.joker = joker
    return deal


def values_of_key(key: int, extents: Sequence[int]) -> tuple[int, ...]:
    """The facts' values in a row's key."""
    values = []
    for extent in reversed(extents):
        key, value = divmod(key, extent)
        values.append(value)
    return tuple(reversed(values))
