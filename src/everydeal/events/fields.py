"""The fields that a `when` expression speaks of: names with a type and a finite range."""

from dataclasses import dataclass

# What a field holds in a row of a tally. An absent value is None.
Value = int | str | bool | None
Row = tuple[Value, ...]


@dataclass(frozen=True)
class Integer:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Choice:
    """One of a closed list of names; if `ordered`, from the lowest to the highest."""

    names: tuple[str, ...]
    ordered: bool = False

    def __str__(self) -> str:
        if self.ordered and len(self.names) > 1:
            return f"one of {', '.join(self.names)}, in that order"
        return "one of " + ", ".join(self.names)


@dataclass(frozen=True)
class Boolean:
    """True or false; written bare, as `player.pair` or `not player.pair`."""

    def __str__(self) -> str:
        return "yes or no"


RANK = Choice(tuple("23456789TJQKA"), ordered=True)


@dataclass(frozen=True)
class Field:
    """A named, typed fact of an outcome.

    `optional` fields may be absent (None); an expression must guard them with `present(...)`.
    `meaning` is one plain sentence for the manual and for error messages.
    """

    name: str
    type: Integer | Choice | Boolean
    meaning: str
    optional: bool = False
