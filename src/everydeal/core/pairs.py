"""Counting pairs of seven-card hands in C: by classes, and one by one as the audit of that."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from everydeal import work
from everydeal._core import ffi, lib
from everydeal.core import c_deck, ensure
from everydeal.core.hand import c_ranking
from everydeal.errors import InputError
from everydeal.ranking import Ranking

if TYPE_CHECKING:
    from everydeal.core.houseway import Way

# Buffers that C fills anyhow.
_new = ffi.new_allocator(should_clear_after_alloc=False)
_PIECE = 4096  # classes or hands set at a time: some milliseconds
_PAIRS = 1 << 20  # pairs looked at one by one at a time, some ten milliseconds
_ANSWERS = 1 << 17  # hands set and compared one by one at a time, some ten milliseconds


@dataclass(frozen=True)
class Deck:
    """A deck whose ranks (0..12 for 2..A) all have the same number of suits."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4
    joker: bool = True


class Results(NamedTuple):
    """How often the player wins, pushes and loses."""

    win: int
    push: int
    lose: int


class Set(NamedTuple):
    """A set hand by the scores of its two parts, and the label that it is counted under."""

    back: int
    front: int
    label: int = 0


class Sets:
    """Set hands in C, one for each class or hand: `c` is an array of `struct ed_set`."""

    def __init__(self, number: int, labels: int = 1) -> None:
        """Room for `number` set hands, yet to be filled; labels are below `labels`."""
        self.number = number
        self.labels = labels
        self.c: Any = ffi.new("struct ed_set[]", number)

    @classmethod
    def of(cls, sets: Iterable[tuple[int, ...]], labels: int = 1) -> "Sets":
        """Set hands from tuples of back, front and, if there are labels, label."""
        listed = list(sets)
        made = cls(len(listed), labels)
        for at, one in enumerate(listed):
            made.c[at] = one
        return made


class Options:
    """The settings that a free player chooses from, one hand's after another's: `each` counts them."""

    def __init__(self, sets: Any, each: Any, number: int, total: int) -> None:
        """`sets` are `total` structs, `each` counts them for `number` classes or hands."""
        self.c = sets
        self.each = each
        self.number = number
        self.total = total

    def __iter__(self) -> Iterator[list[Set]]:
        """The settings of each hand."""
        at = 0
        for number in self.each:
            yield [Set(self.c[i].back, self.c[i].front) for i in range(at, at + number)]
            at += number


class Classes:
    """The classes of seven-card hands of a deck: `hands` is an array of `struct ed_hand`."""

    def __init__(self, deck: Deck) -> None:
        """List them; raises InputError unless the deck has two to four suits and 14 cards."""
        self.deck = deck
        self.c_deck = _deck(deck)
        self.number: int = lib.ed_class_number(self.c_deck)
        self.hands: Any = _new("struct ed_hand[]", self.number or 1)
        weights = _new("uint32_t[]", self.number or 1)
        ensure(lib.ed_classes(self.c_deck, self.hands, weights, self.number))
        self.weights: list[int] = ffi.unpack(weights, self.number)

    @cached_property
    def _places(self) -> dict[bytes, int]:
        size = ffi.sizeof("struct ed_hand")
        whole = bytes(ffi.buffer(self.hands, size * self.number))
        return {whole[at * size + 2 : (at + 1) * size]: at for at in range(self.number)}

    def place_of(self, hand: tuple[int, ...]) -> int:
        """Which class a hand of seven kinds is in. Raises InputError if it is no hand of the deck."""
        masks = ffi.new("struct ed_hand *")
        if len(hand) != 7:
            ensure(lib.ED_E_CARDS)
        ensure(lib.ed_hand_of_kinds(ffi.from_buffer("uint8_t[]", bytes(hand)), masks, ffi.new("size_t *")))
        found = self._places.get(bytes(ffi.buffer(masks))[2:])
        if found is None:
            ensure(lib.ED_E_CARD)
            raise AssertionError
        return found


def settings(ranking: Ranking, hand: Any) -> list[Set]:
    """The distinct legal settings of a `struct ed_hand`, the highest front first."""
    found = ffi.new("struct ed_set[]", lib.ED_SETTINGS)
    number = ffi.new("uint32_t *")
    ensure(lib.ed_hand_settings(c_ranking(ranking), ffi.addressof(hand), found, number))
    return [Set(found[i].back, found[i].front) for i in range(number[0])]


def options(ranking: Ranking, classes: Classes, *, workers: int | None = None) -> Options:
    """The settings of each class that no other dominates."""
    of_hands = c_ranking(ranking)

    def piece(sets: Any, each: Any, part: range) -> int:
        return int(lib.ed_options(of_hands, classes.hands + part.start, len(part), sets, each))

    return _options(piece, classes.number, "classes", workers)


class Pairs:
    """All deals of a player and a dealer, ready to be counted."""

    def __init__(
        self,
        classes: Classes,
        player: Options | Sets,
        dealer: Sets | None = None,
        *,
        copies_to_player: bool = False,
    ) -> None:
        """Settings go class by class; without `dealer` only single hands of it can be priced.

        The dealer's set hand is known to a player with options, who wins if any of them wins, else
        pushes if any does. Raises InputError with the core's words if an argument is out of bounds.
        """
        _check_numbers(classes.number, *([player, dealer] if dealer else [player]))
        sets, each = (player.total, player.each) if isinstance(player, Options) else (player.number, ffi.NULL)
        self._cells = 3 * dealer.labels if dealer else 0
        self._table = _table(sets)
        ensure(
            lib.ed_pairs_prepare(
                classes.c_deck,
                dealer.c if dealer else ffi.NULL,
                dealer.labels if dealer else 0,
                player.c,
                each,
                copies_to_player,
                classes.number,
                self._table,
                ffi.sizeof(self._table),
            )
        )

    def count(self, *, workers: int | None = None) -> list[Results]:
        """The player's results over all deals, for each label of the dealer."""
        counts = _count(self._table, self._cells, workers)
        return [Results(*counts[at : at + 3]) for at in range(0, len(counts), 3)]

    def against(self, hand: tuple[int, ...], set_as: Set) -> Results:
        """The player's results against one hand of the dealer, given as kinds, that is set so."""
        if len(hand) != 7:
            ensure(lib.ED_E_CARDS)
        scratch, counts = _scratch(), ffi.new("int64_t[3]")
        ensure(
            lib.ed_pairs_hand(
                self._table,
                ffi.from_buffer("uint8_t[]", bytes(hand)),
                ffi.new("struct ed_set *", set_as),
                scratch,
                ffi.sizeof(scratch),
                counts,
                ffi.new("size_t *"),
            )
        )
        return Results(*counts)


def joint(classes: Classes, dealer: Sets, player: Sets, *, workers: int | None = None) -> list[list[int]]:
    """How many deals have each label of the dealer (rows) and each of the player (columns)."""
    _check_numbers(classes.number, dealer, player)
    table = _table(0)
    ensure(
        lib.ed_pairs_prepare_labels(
            classes.c_deck,
            dealer.c,
            dealer.labels,
            player.c,
            player.labels,
            classes.number,
            table,
            ffi.sizeof(table),
        )
    )
    counts = _count(table, dealer.labels * player.labels, workers)
    return [counts[at : at + player.labels] for at in range(0, len(counts), player.labels)]


# ---- one by one ---------------------------------------------------------------------------------


def hands(deck: Deck) -> list[tuple[int, ...]]:
    """All seven-card hands of a deck as kinds, in the order in which they are counted one by one."""
    c_deck = _deck(deck)
    number = lib.ed_direct_hands(c_deck)
    kinds = _new("uint8_t[]", 7 * number)
    ensure(lib.ed_direct_kinds(c_deck, 0, number, kinds))
    unpacked = ffi.unpack(kinds, 7 * number)
    return [tuple(unpacked[at : at + 7]) for at in range(0, 7 * number, 7)]


def direct_options(ranking: Ranking, deck: Deck, *, workers: int | None = None) -> Options:
    """The settings of each hand that no other dominates, from its cards."""
    of_hands, c_deck = c_ranking(ranking), _deck(deck)

    def piece(sets: Any, each: Any, part: range) -> int:
        return int(lib.ed_direct_options(of_hands, c_deck, part.start, part.stop, sets, each))

    return _options(piece, lib.ed_direct_hands(c_deck), "hands", workers)


def direct_count(
    deck: Deck,
    dealer: Sets,
    player: Options | Sets,
    player_labels: Sets | None = None,
    *,
    copies_to_player: bool = False,
    workers: int | None = None,
) -> list[list[Results]]:
    """The player's results over all deals, for each label of the dealer and of the player.

    Dealer, player and labels are given hand by hand, in the order of `hands()`. A player without
    `player_labels` has one label.
    """
    c_deck = _deck(deck)
    number = lib.ed_direct_hands(c_deck)
    _check_numbers(number, dealer, player, *([player_labels] if player_labels else []))
    start = accumulate(player.each, initial=0) if isinstance(player, Options) else range(number + 1)
    labels = ffi.new("uint16_t[]", [one.label for one in player_labels.c]) if player_labels else ffi.NULL
    columns = player_labels.labels if player_labels else 1
    c_start = ffi.new("uint32_t[]", list(start))
    cells = 3 * dealer.labels * columns

    def piece(counts: Any, part: range) -> None:
        ensure(
            lib.ed_direct_pairs(
                c_deck,
                dealer.c,
                dealer.labels,
                player.c,
                c_start,
                labels,
                columns,
                copies_to_player,
                part.start,
                part.stop,
                counts,
                cells,
            )
        )

    size = max(1, _PAIRS // (lib.ed_direct_answers(c_deck) or 1))
    tables = work.run(
        work.ranges(0, number, size),
        lambda: ffi.new("uint64_t[]", cells),
        piece,
        label="counting",
        unit="hands",
        workers=workers,
    )
    counts = _sum(tables, cells)
    results = [Results(*counts[at : at + 3]) for at in range(0, cells, 3)]
    return [results[at : at + columns] for at in range(0, len(results), columns)]


def direct_hand(
    ranking: Ranking,
    deck: Deck,
    hand: tuple[int, ...],
    set_as: Set,
    *,
    way: "Way | None" = None,
    span: range | None = None,
    copies_to_player: bool = False,
    workers: int | None = None,
) -> Results:
    """What a player gets against one hand of the dealer, over all hands from the cards left.

    `set_as` is how the dealer sets it; `way` how the player does, who is free without; `span` is a range of
    the player's hands, all by default.
    """
    if len(hand) != 7:
        ensure(lib.ED_E_CARDS)
    of_hands, c_deck = c_ranking(ranking), _deck(deck)
    kinds = ffi.from_buffer("uint8_t[]", bytes(hand))
    c_set = ffi.new("struct ed_set *", set_as)
    c_way = way.struct if way else ffi.NULL
    span = range(lib.ed_direct_answers(c_deck)) if span is None else span

    def piece(counts: Any, part: range) -> None:
        bad = ffi.new("size_t *")
        ensure(
            lib.ed_direct_hand(
                of_hands, c_deck, kinds, c_set, c_way, copies_to_player, part.start, part.stop, counts, bad
            )
        )

    tables = work.run(
        work.ranges(span.start, span.stop, _ANSWERS) or [span],
        lambda: ffi.new("uint64_t[3]"),
        piece,
        label="counting",
        unit="hands",
        workers=workers,
    )
    return Results(*_sum(tables, 3))


# ---- shared -------------------------------------------------------------------------------------


def _deck(deck: Deck) -> Any:
    return c_deck(deck.ranks, deck.suits, joker=deck.joker)


def _check_numbers(number: int, *arrays: Options | Sets) -> None:
    if any(array.number != number for array in arrays):
        ensure(lib.ED_E_CLASSES)


def _options(piece: Any, number: int, unit: str, workers: int | None) -> Options:
    """Joins what pieces of classes or hands give, in their order."""

    def part(found: list[tuple[int, Any, Any, int]], span: range) -> None:
        sets, each = _new("struct ed_set[]", lib.ED_SETTINGS * len(span)), _new("uint8_t[]", len(span))
        ensure(piece(sets, each, span))
        total = sum(each)
        kept = _new("struct ed_set[]", total)
        ffi.memmove(kept, sets, total * ffi.sizeof("struct ed_set"))
        found.append((span.start, kept, each, total))

    lists = work.run(
        work.ranges(0, number, _PIECE),
        list[tuple[int, Any, Any, int]],
        part,
        label="setting",
        unit=unit,
        workers=workers,
    )
    parts = sorted((part for found in lists for part in found), key=lambda part: part[0])
    total = sum(part[3] for part in parts)
    sets, each = _new("struct ed_set[]", total), _new("uint8_t[]", number)
    at = 0
    for start, some, some_each, length in parts:
        ffi.memmove(sets + at, some, length * ffi.sizeof("struct ed_set"))
        ffi.memmove(each + start, some_each, len(some_each))
        at += length
    return Options(sets, each, number, total)


def _table(options: int) -> Any:
    size = lib.ed_pairs_table_size(options)
    if not size:
        raise InputError("no deck has so many classes and settings")
    return _new("uint64_t[]", size // 8 + 1)


def _scratch() -> Any:
    return _new("uint64_t[]", lib.ed_pairs_scratch_size() // 8 + 1)


def _count(table: Any, cells: int, workers: int | None) -> list[int]:
    def piece(worker: tuple[Any, Any], part: range) -> None:
        counts, scratch = worker
        ensure(lib.ed_pairs_count(table, part.start, part.stop, scratch, ffi.sizeof(scratch), counts, cells))

    done = work.run(
        work.ranges(0, lib.ed_pairs_units(table), 1),
        lambda: (ffi.new("int64_t[]", cells), _scratch()),
        piece,
        label="counting",
        unit="units",
        workers=workers,
    )
    return _sum([counts for counts, _ in done], cells)


def _sum(tables: Sequence[Any], cells: int) -> list[int]:
    return [sum(column) for column in zip(*(ffi.unpack(table, cells) for table in tables), strict=True)]
