"""A house way as frozen, typed objects."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from everydeal.events import Event
from everydeal.houseway.phrases import Back, Front
from everydeal.sheet.source import Interpretation, Source


@dataclass(frozen=True)
class Target:
    """A setting will do whose front and back are these."""

    front: Front
    back: Back

    @property
    def text(self) -> str:
        """In words."""
        head = f"{self.front.text} in front" if self.front.text else "the highest front"
        return f"{head}, {self.back.text} behind" if self.back.text else head


@dataclass(frozen=True)
class Choice:
    """One or more targets of which any will do; of the settings that do, the best is used."""

    targets: tuple[Target, ...]

    @property
    def text(self) -> str:
        """In words."""
        if len(self.targets) == 1:
            return self.targets[0].text
        return "the better front of: " + "; or ".join(target.text for target in self.targets)


@dataclass(frozen=True)
class Clause:
    """A clause of the printed document. `key` names it in `when` expressions: `two_pair_three_pairs`.

    `event` is None for the last clause, if it takes what the others leave.
    """

    name: str
    key: str
    event: Event | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True, eq=False)
class HouseWay:
    """How seven cards are set: the first clause that holds decides, in it the first choice that can be.

    `file` is how messages name it, `sha256` the digest of its `text`, `extended` the house way that it
    changes, if it does.
    """

    id: str
    title: str
    version: str
    source: Source | None
    terms: Mapping[str, Event]
    clauses: tuple[Clause, ...]
    interpretations: tuple[Interpretation, ...]
    extended: "HouseWay | None"
    file: str
    sha256: str
    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HouseWay) and (self.id, self.digest) == (other.id, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything that it rests on: its bytes and those of what it extends."""
        if self.extended is None:
            return self.sha256
        return hashlib.sha256(f"{self.sha256} {self.extended.digest}".encode()).hexdigest()
