"""Estimates: games that cannot be counted are simulated, and every figure comes with its interval.

The sums are integers and the figures rationals, as anywhere; what is estimated is what they stand for.
The same table, seed and rounds give the same bytes, on any number of threads, and however often a run was
interrupted.
"""

import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from everydeal import whole_files
from everydeal.core import build_info
from everydeal.core.ricochet import ENDS
from everydeal.core.rounds import BLOCK, MOST_BLOCKS, RECKONING, SIMPLE, Sums, Table, check, simulate
from everydeal.errors import InputError, shown
from everydeal.exact import decimal, square_root

SCHEMA = "everydeal/estimate-state/1"
CONFIDENCE = Fraction(99, 100)
# So many standard deviations to either side hold 99% of a normal distribution.
DEVIATIONS = Fraction("2.5758293035489")
STRATEGIES = {
    SIMPLE: "a player plays if the pot as it stands, won with the draws that would stay, makes playing worth "
    "more than folding; what players after it may do is not reckoned with",
    RECKONING: "a player plays if that is worth more than folding, where players after it are taken to "
    "decide by the same reckoning, and all draws to be from the cards unseen at the decision, each for "
    "itself",
}
_EVERY = 2.0  # seconds between two savings
_MOST_BYTES = 1 << 20
_GUARD = 10  # more places for a bound before it is rounded
_COUNTS = ("rounds", "squares", "kickouts", "dealer", "split")


@dataclass(frozen=True)
class Estimate:
    """What a simulation says of a table.

    `sums` are over whole blocks of rounds: the rounds asked for, rounded up. Results are the house's, as a
    share of all players' Antes.
    """

    table: Table
    seed: int
    sums: Sums

    @property
    def rounds(self) -> int:
        """How many were simulated."""
        return self.sums.rounds

    @property
    def players(self) -> int:
        """How many sat at the table."""
        return self.table.players

    @property
    def strategy(self) -> str:
        """How they decided, in words."""
        return STRATEGIES[self.table.strategy]

    @property
    def mean(self) -> Fraction:
        """What the house won in a round, over the players' Antes: an exact quotient of sums."""
        return Fraction(self.sums.house, self.rounds * self._antes)

    @property
    def variance(self) -> Fraction:
        """Of what the house wins in a round over the players' Antes: the unbiased estimate of it."""
        about_the_mean = self.sums.squares - Fraction(self.sums.house**2, self.rounds)
        return about_the_mean / ((self.rounds - 1) * self._antes**2)

    def half_width(self, places: int) -> str:
        """Half of the interval that holds the house edge in 99% of all simulations, as a decimal."""
        return square_root(DEVIATIONS**2 * self.variance / self.rounds, places)

    def interval(self, places: int) -> tuple[str, str]:
        """That interval: the mean less, and more, half of it."""
        half = Fraction(self.half_width(places + _GUARD))
        return decimal(self.mean - half, places), decimal(self.mean + half, places)

    @property
    def kickouts(self) -> Fraction:
        """The share of rounds in which the dealer was kicked out."""
        return Fraction(self.sums.kickouts, self.rounds)

    @property
    def dealer(self) -> Fraction:
        """The share of rounds in which the dealer's hand took the pot."""
        return Fraction(self.sums.dealer, self.rounds)

    @property
    def split(self) -> Fraction:
        """The share of rounds in which players shared it."""
        return Fraction(self.sums.split, self.rounds)

    @property
    def ends(self) -> dict[str, Fraction]:
        """The share of players who ended so."""
        all_players = self.rounds * self.players
        return {end: Fraction(number, all_players) for end, number in zip(ENDS, self.sums.ends, strict=True)}

    @property
    def _antes(self) -> int:
        return self.players * self.table.unit


def estimate(
    table: Table,
    seed: int,
    rounds: int,
    *,
    save: str | os.PathLike[str] | None = None,
    identity: Mapping[str, str],
    workers: int | None = None,
) -> Estimate:
    """Simulate so many rounds, rounded up to whole blocks of BLOCK rounds.

    With `save`, the name of a file, the sums so far are written to it every two seconds, at the end and on
    an interrupt. Started again it goes on from there, also to more rounds than before, and the estimate is
    the one of a run without interruption. `identity` says what is estimated, such as the sheet's digest. A
    file of another identity, table, seed or build of the core is refused, and one that is damaged or holds
    more rounds. Raises InputError.
    """
    if type(rounds) is not int or not 1 <= rounds <= MOST_BLOCKS * BLOCK:
        raise InputError(f"rounds: {shown(rounds)}; allowed: 1 to {MOST_BLOCKS * BLOCK}")
    blocks = -(-rounds // BLOCK)
    check(table, seed)
    run = _Run(table, seed, dict(identity), None if save is None else Path(os.path.realpath(save)))
    if run.blocks > blocks:
        raise InputError(
            f"{run.file}: the saved estimate has {run.blocks * BLOCK} rounds already, more than the {rounds} "
            "asked for; ask for as many or more, or name another file"
        )
    if run.blocks < blocks:
        try:
            run.save()  # before any work: what cannot be written is said now
            simulate(table, seed, range(run.blocks, blocks), workers, each=run.add)
        finally:
            run.save()
    return Estimate(table, seed, run.sums)


class _Run:
    """The blocks played so far, from the first without a gap, and their sums; kept in a file or not."""

    def __init__(self, table: Table, seed: int, identity: dict[str, str], file: Path | None) -> None:
        self.file = file
        self._head = {"schema": SCHEMA, "identity": identity, "run": _named(table, seed)}
        self._players = table.players
        self._state = (0, Sums())
        self._waiting: dict[int, tuple[int, Sums]] = {}  # by its first block, what came before its turn
        self._lock = threading.Lock()
        self._saved = time.monotonic()
        if file is not None and file.exists():
            self._state = self._read(file)

    @property
    def blocks(self) -> int:
        """How many were played."""
        return self._state[0]

    @property
    def sums(self) -> Sums:
        """Over their rounds."""
        return self._state[1]

    def add(self, part: range, sums: Sums) -> None:
        """Take in blocks, from any thread. An interrupt at any place leaves a state that is true."""
        with self._lock:
            self._waiting[part.start] = part.stop, sums
            while self.blocks in self._waiting:
                stop, more = self._waiting.pop(self.blocks)
                self._state = stop, self.sums + more
            if time.monotonic() >= self._saved + _EVERY:
                self._write()

    def save(self) -> None:
        """Write what there is, if there is a file to write it to."""
        with self._lock:
            self._write()

    def _write(self) -> None:
        if self.file is None:
            return
        blocks, sums = self._state
        counts: dict[str, Any] = {name: str(getattr(sums, name)) for name in (*_COUNTS, "house")}
        counts["ends"] = [str(number) for number in sums.ends]
        state = {**self._head, "blocks": str(blocks), "sums": counts}
        content = json.dumps({**state, "digest": _digest(state)}, indent=1, sort_keys=True) + "\n"
        try:
            whole_files.write(self.file, content.encode(), durable=True)
        except OSError as error:
            raise InputError(
                f"cannot save the estimate in {shown(str(self.file))}: {error.strerror}"
            ) from None
        self._saved = time.monotonic()

    def _read(self, file: Path) -> tuple[int, Sums]:
        where = str(file) if str(file).isprintable() else shown(str(file))
        if not (file.is_file() or file.is_dir()):  # a pipe would be waited for, a device never ends
            raise InputError(f"cannot save the estimate in {where}: it is no file; allowed: a file")
        try:
            with file.open("rb") as opened:
                content = opened.read(_MOST_BYTES + 1)
        except OSError as error:
            raise InputError(f"cannot read the saved estimate {where}: {error.strerror}") from None
        try:
            state = json.loads(content.decode("utf-8"))
            digest = state.pop("digest")
            schema = state["schema"]
        except (ValueError, RecursionError, KeyError, AttributeError, TypeError):
            raise InputError(f"{where}: this is no saved estimate, or it is damaged; {_ELSE}") from None
        if schema != SCHEMA:
            raise InputError(f"{where}: schema {shown(schema)}; allowed: {SCHEMA}; {_ELSE}")
        if digest != _digest(state):
            raise InputError(f"{where}: the saved estimate is damaged: its digest is another; {_ELSE}")
        for part in ("identity", "run"):
            _same(where, state.get(part), self._head[part])
        try:
            return _counted(state, self._players)
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{where}: the saved estimate is damaged: its sums cannot be; {_ELSE}") from None


_ELSE = "name another file, or remove this one to start afresh"


def _named(table: Table, seed: int) -> dict[str, str]:
    """All that a run depends on beside what its caller says."""
    fields = {f"table.{name}": json.dumps(value) for name, value in asdict(table).items()}
    return {"core": build_info().source_digest, "block": str(BLOCK), "seed": str(seed), **fields}


def _same(where: str, found: object, wanted: object) -> None:
    """Raise InputError, naming what differs, unless a file's words are those of this run."""
    if found == wanted:
        return
    if isinstance(found, dict) and isinstance(wanted, dict):
        for name in sorted({*found, *wanted}):
            if found.get(name) != wanted.get(name):
                raise InputError(
                    f"{where}: this is the saved estimate of something else: {shown(name)} is "
                    f"{_said(found.get(name))}, not {_said(wanted.get(name))}; {_ELSE}"
                )
    raise InputError(f"{where}: this is the saved estimate of something else; {_ELSE}")


def _said(value: object) -> str:
    return "nothing" if value is None else shown(value)


def _digest(state: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def _integer(text: str, pattern: str = "[0-9]{1,40}") -> int:
    if not re.fullmatch(pattern, text, re.ASCII):
        raise ValueError(text)
    return int(text)


def _counted(state: dict[str, Any], players: int) -> tuple[int, Sums]:
    """The blocks and sums in a file. Raises ValueError, KeyError or TypeError if they cannot be."""
    blocks, sums = _integer(state["blocks"]), state["sums"]
    counts = {name: _integer(sums[name]) for name in _COUNTS}
    ends = tuple(_integer(number) for number in sums["ends"])
    if (
        len(ends) != len(ENDS)
        or counts["rounds"] != blocks * BLOCK
        or sum(ends) != counts["rounds"] * players
        or max(counts["kickouts"] + counts["dealer"], counts["split"]) > counts["rounds"]
    ):
        raise ValueError
    house = _integer(sums["house"], "-?[0-9]{1,40}")
    if house**2 > counts["rounds"] * counts["squares"]:  # no numbers have such sums
        raise ValueError
    return blocks, Sums(**counts, house=house, ends=ends)
