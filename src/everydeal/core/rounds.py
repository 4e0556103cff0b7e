"""Rounds of Ricochet Poker in C: one followed act by act, many simulated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from everydeal import cards as card_names
from everydeal import work
from everydeal._core import ffi, lib
from everydeal.core import ensure
from everydeal.core.ricochet import ENDS, MADE, Ricochet
from everydeal.errors import InputError, shown

ACTIONS = ("fold", "play", "ahead")  # enum ed_ricochet_action
MOST_PLAYERS: int = lib.ED_RICOCHET_PLAYERS
BLOCK: int = lib.ED_RICOCHET_BLOCK  # rounds of one random stream
SIMPLE: int = lib.ED_RICOCHET_SIMPLE
RECKONING: int = lib.ED_RICOCHET_RECKONING
BY_STRATEGY, FOLD, PLAY = range(3)  # what a player is forced to do
MOST_SEED = (1 << 64) - 1
MOST_BLOCKS = 1 << 53
_MOST_AMOUNT: int = lib.ED_RICOCHET_MOST
_DECK = 52
_FIVE, _DRAW = 5, 3
_BLOCKS = 32  # at a time, some ten milliseconds; by reckoning one takes as long
_NOTHING = (0,) * len(MADE)


@dataclass(frozen=True)
class Table:
    """How a table plays, and how its players decide.

    `limit` is the score of the lowest hand of the dealer that is kicked out, 0 if none is. `ties`: two cards
    that tie a live dealer's hand are ahead. `kickers`: a completed hand beats an equal hand of two cards that
    waits. `beaten_dealer_goes`: a completed hand that does not stay discards a dealer's hand that it
    beats or ties even so. The Ante is `unit`; players reckon to be paid `bonus` by the hand made (MADE) when
    they play; the Ante Bonus pays `pays` by end (ENDS) and hand made, nothing for a fold whatever is
    given. `strategy` is SIMPLE or RECKONING, see `enum ed_ricochet_strategy` in everydeal.h.
    """

    players: int
    limit: int = 0
    ties: bool = True
    kickers: bool = False
    beaten_dealer_goes: bool = False
    unit: int = 1
    bonus: tuple[int, ...] = _NOTHING
    pays: tuple[tuple[int, ...], ...] = (_NOTHING,) * len(ENDS)
    strategy: int = SIMPLE


class Act(NamedTuple):
    """What one player does: numbers of players count from 1.

    `action` is one of ACTIONS; `pot` is in Antes, before the player acts. Of `draws` draws of unseen cards
    `stay` make a hand that stays, one of score `need` or more; `gain` is how much playing is better
    than folding, summed over the draws: in units, or by reckoning in 2^-32 Antes. A player who is ahead
    decides nothing: all three are 0.

    `drawn` are the three cards, `category` (MADE) and `score` what they complete; a fold has none: empty,
    None, 0. `stays`: the completed hand does, or the player is ahead. `discards` are the players whose hands
    it discards, and `dealer_goes`: the dealer's; a hand that is ahead ends the round and discards none.
    """

    player: int
    action: str
    pot: int
    need: int
    stay: int
    draws: int
    gain: int
    drawn: tuple[int, ...]
    category: str | None
    score: int
    stays: bool
    discards: tuple[int, ...]
    dealer_goes: bool


class Round(NamedTuple):
    """A round: who acted, in order, and how it ended.

    `winners` take the pot, nobody: the dealer. `pot` is in Antes, the winners' own wagers not in it.
    `ends` are those of the players 1, 2, ... (ENDS); `house` is what the house wins, in units; `drawn`
    how many of the drawn cards were used.
    """

    kicked_out: bool
    acts: tuple[Act, ...]
    winners: tuple[int, ...]
    pot: int
    ends: tuple[str, ...]
    house: int
    drawn: int


@dataclass(frozen=True)
class Sums:
    """Sums over rounds; those of different blocks add up.

    `house` is what the house won, in units, `squares` its square round by round; `kickouts` rounds in
    which the dealer was kicked out, `dealer` in which its hand took the pot, `split` in which players
    shared it. `ends` are how many players ended so, in the order of ENDS.
    """

    rounds: int = 0
    house: int = 0
    squares: int = 0
    kickouts: int = 0
    dealer: int = 0
    split: int = 0
    ends: tuple[int, ...] = (0,) * len(ENDS)

    def __add__(self, other: "Sums") -> "Sums":
        ends = tuple(a + b for a, b in zip(self.ends, other.ends, strict=True))
        return Sums(
            self.rounds + other.rounds,
            self.house + other.house,
            self.squares + other.squares,
            self.kickouts + other.kickouts,
            self.dealer + other.dealer,
            self.split + other.split,
            ends,
        )


def resolve(
    table: Table,
    dealer: Sequence[int],
    pockets: Sequence[Sequence[int]],
    drawn: Sequence[int],
    forced: Sequence[int] = (),
) -> Round:
    """Follow one round.

    `drawn` are the cards drawn in order, three for each player who gets some; there may be more than are
    used. `forced` is empty or says for each player BY_STRATEGY, FOLD or PLAY; a player who is ahead
    decides nothing. Raises InputError if the cards are not those of a round, or too few are drawn.
    """
    c_seats = _seats(table)
    dealt = _dealt(table, dealer, pockets, drawn)
    decisions = _forced(table, forced)
    found = ffi.new("struct ed_ricochet_round *")
    bad = ffi.new("size_t *")
    status = lib.ed_ricochet_resolve(_deck(), c_seats, dealt, len(dealt), decisions, found, bad)
    if status == lib.ED_E_DRAWN:
        left = len(drawn) - found.drawn
        raise InputError(
            f"player {bad[0] + 1} draws three cards, but {_only(left)} left of the {len(drawn)} given to be "
            f"drawn; {found.drawn + _DRAW} or more are needed"
        )
    ensure(status)
    return _round(found, table.players, tuple(drawn))


def check(table: Table, seed: int) -> None:
    """Raise InputError unless such a table can be simulated with such a seed."""
    _seats(table)
    _check("seed", seed, 0, MOST_SEED)
    if _largest(table) ** 2 * BLOCK >= 1 << 63:
        raise InputError(
            f"the unit {table.unit} and the pays are so large that sums of squares could pass 2^63 in one "
            "block of rounds; allowed: smaller ones"
        )


def simulate(
    table: Table,
    seed: int,
    blocks: range,
    workers: int | None = None,
    *,
    each: Callable[[range, Sums], object] | None = None,
) -> Sums:
    """Play blocks of BLOCK rounds each of shuffled cards, and sum up.

    A block is the same for the same table and seed, whoever plays it: sums of disjoint ranges add up.
    `each` is called with every range of blocks played and its sums, from any thread, in no order that
    matters but that ranges are begun in order. Raises InputError if stakes and pays are too large.
    """
    check(table, seed)
    c_seats = _seats(table)
    if blocks.step != 1 or not 0 <= blocks.start < blocks.stop <= MOST_BLOCKS:
        raise InputError(f"blocks: {shown(blocks)}; allowed: a range from 0 up to {MOST_BLOCKS}, not empty")
    size = _piece(table)

    def piece(sums: list[Sums], rounds: range) -> None:
        part = range(rounds.start // BLOCK, rounds.stop // BLOCK)
        found = ffi.new("struct ed_ricochet_sums *")
        ensure(lib.ed_ricochet_simulate(_deck(), c_seats, seed, part.start, part.stop, found))
        counted = Sums(
            found.rounds,
            found.house,
            found.squares,
            found.kickouts,
            found.dealer,
            found.split,
            tuple(found.ends),
        )
        sums[0] += counted
        if each is not None:
            each(part, counted)

    done = work.run(
        work.ranges(blocks.start * BLOCK, blocks.stop * BLOCK, size * BLOCK),
        lambda: [Sums()],
        piece,
        label="simulating",
        unit="rounds",
        workers=workers,
    )
    return sum((sums for (sums,) in done), Sums())


# ---- to the core and back ---------------------------------------------------------------------------


@cache
def _deck() -> Any:
    return Ricochet().table


def _largest(table: Table) -> int:
    """What a round may give at most, by size."""
    pays = [abs(pay) for end, row in zip(ENDS, table.pays, strict=True) if end != "fold" for pay in row]
    return table.players * (2 * table.unit + max(pays))


def _piece(table: Table) -> int:
    """How many blocks at a time: squares of their rounds must fit in the core's counters."""
    return max(
        1, min(1 if table.strategy == RECKONING else _BLOCKS, (1 << 62) // (_largest(table) ** 2 * BLOCK))
    )


def _only(left: int) -> str:
    return "none is" if left == 0 else f"only {left} {'is' if left == 1 else 'are'}"


def _check(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int and not isinstance(value, bool):
        raise InputError(f"{name}: {shown(value)}; allowed: an integer from {low} to {high}")
    if not low <= value <= high:
        raise InputError(f"{name}: {shown(value)}; allowed: {low} to {high}")


def _seats(table: Table) -> Any:
    _check("players", table.players, 1, MOST_PLAYERS)
    _check("limit", table.limit, 0, (1 << 32) - 1)
    for name in ("ties", "kickers", "beaten_dealer_goes"):
        _check(name, getattr(table, name), 0, 1)
    _check("strategy", table.strategy, SIMPLE, RECKONING)
    _check("unit", table.unit, 1, _MOST_AMOUNT)
    if len(table.pays) != len(ENDS):
        raise InputError(f"pays: {len(table.pays)} rows; allowed: one for each of {', '.join(ENDS)}")
    for name, row in (("bonus", table.bonus), *zip(ENDS, table.pays, strict=True)):
        what = name if name == "bonus" else f"pays, {name}"
        if len(row) != len(MADE):
            raise InputError(f"{what}: {len(row)} amounts; allowed: one for each of {', '.join(MADE)}")
        for made, amount in zip(MADE, row, strict=True):
            _check(f"{what}, {made}", amount, -_MOST_AMOUNT, _MOST_AMOUNT)
    return ffi.new(
        "struct ed_ricochet_seats *",
        {
            "players": table.players,
            "limit": table.limit,
            "ties": table.ties,
            "kickers": table.kickers,
            "beaten_dealer_goes": table.beaten_dealer_goes,
            "strategy": table.strategy,
            "unit": table.unit,
            "bonus": table.bonus,
            "pays": table.pays,
        },
    )


def _dealt(
    table: Table, dealer: Sequence[int], pockets: Sequence[Sequence[int]], drawn: Sequence[int]
) -> bytes:
    """The cards in the order of a round. Raises InputError unless they are all there, each once."""
    if len(dealer) != _FIVE:
        raise InputError(f"the dealer has {len(dealer)} cards; allowed: {_FIVE}")
    if len(pockets) != table.players:
        raise InputError(f"{len(pockets)} players have cards; allowed: {table.players}")
    for number, two in enumerate(pockets, 1):
        if len(two) != 2:
            raise InputError(f"player {number} has {len(two)} cards; allowed: 2")
    places = [(f"the dealer's card {at}", card) for at, card in enumerate(dealer, 1)]
    for number, two in enumerate(pockets, 1):
        places += [(f"player {number}'s card {at}", card) for at, card in enumerate(two, 1)]
    places += [(f"card {at} of those drawn", card) for at, card in enumerate(drawn, 1)]
    seen: dict[int, str] = {}
    for place, card in places:
        if type(card) is not int or not 0 <= card < _DECK:
            raise InputError(f"{place}: {shown(card)} is no kind of card; allowed: 0 to {_DECK - 1}")
        if card in seen:
            raise InputError(f"{place}: {card_names.name(card)} is {seen[card]} already")
        seen[card] = place
    return bytes(seen)


def _forced(table: Table, forced: Sequence[int]) -> Any:
    if not forced:
        return ffi.NULL
    if len(forced) != table.players:
        raise InputError(f"decisions of {len(forced)} players; allowed: none, or of all {table.players}")
    for number, decision in enumerate(forced, 1):
        _check(f"decision of player {number}", decision, BY_STRATEGY, PLAY)
    return bytes(forced)


def _players(mask: int) -> tuple[int, ...]:
    return tuple(at + 1 for at in range(MOST_PLAYERS) if mask >> at & 1)


def _round(found: Any, players: int, drawn: tuple[int, ...]) -> Round:
    acts = []
    used = 0
    for act in found.act[0 : found.acts]:
        action = ACTIONS[act.action]
        number = 0 if action == "fold" else _DRAW
        acts.append(
            Act(
                act.player + 1,
                action,
                act.pot,
                act.need,
                act.stay,
                act.draws,
                act.gain,
                drawn[used : used + number],
                MADE[act.category] if number else None,
                act.score,
                bool(act.stays),
                _players(act.discards),
                bool(act.dealer_goes),
            )
        )
        used += number
    ends = tuple(ENDS[found.ends[at]] for at in range(players))
    return Round(
        bool(found.kicked_out),
        tuple(acts),
        _players(found.winners),
        found.pot,
        ends,
        found.house,
        found.drawn,
    )
