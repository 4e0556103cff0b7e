"""Spaces and tallies: what is counted, and the integer counts. Nothing here knows a pay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from everydeal.errors import InternalCheckError
from everydeal.events import Field, Row


@dataclass(frozen=True)
class Breakdown:
    """A field by whose values the wagers of a space are told apart in reports.

    `titles` are the words for its values, where the values themselves will not do.
    """

    field: str
    title: str
    titles: Mapping[str, str]


@dataclass(frozen=True)
class Space:
    """A set of equally likely outcomes and the facts that wagers may ask of them.

    `unit` names what one outcome is, in the plural ("ordered six-card sequences"). `elsewhere` says why names
    that begin so are no facts of this space. `decided`: how a round ends depends on what the bettor plays
    for, so each objective makes a space of its own; `policy` then says in words how the bettor decides.
    """

    id: str
    title: str
    unit: str
    fields: Mapping[str, Field]
    breakdowns: tuple[Breakdown, ...] = ()
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    decided: bool = False
    policy: str | None = None


@dataclass(frozen=True)
class Tally:
    """Counts over the rows of a space, projected on the fields `names`.

    `total` is the closed form's value and `closed_form` its words; the counts must sum to it.
    `method` says how every figure that rests on them was found.
    """

    space: Space
    names: tuple[str, ...]
    counts: Mapping[Row, int]
    total: int
    closed_form: str
    method: str = "exact"

    def __post_init__(self) -> None:
        counted = sum(self.counts.values())
        if counted != self.total or min(self.counts.values(), default=0) < 0:
            raise InternalCheckError(
                f"the counts of {self.space.title} sum to {counted}, not to {self.closed_form} = {self.total}"
            )


@dataclass(frozen=True)
class CountedTable:
    """A table without pays: how often each key comes up, out of `total`.

    `keys` names the key columns; each row is (the key's values, its count). The rows of each
    value of the first of two keys sum to `total`; with one key all rows do.
    """

    id: str
    title: str
    note: str
    unit: str
    total: int
    keys: Sequence[str]
    rows: Sequence[tuple[tuple[str, ...], int]]

    def __post_init__(self) -> None:
        sums: dict[tuple[str, ...], int] = {}
        for key, count in self.rows:
            sums[key[:-1]] = sums.get(key[:-1], 0) + count
        if set(sums.values()) != {self.total}:
            raise InternalCheckError(f"the table {self.id} does not sum to {self.total}")
