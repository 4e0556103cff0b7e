"""The `when` language: small, closed, typed. See `docs/when.md`.

>>> from everydeal.events import Event, Field, Integer
>>> total = Field("total", Integer(0, 9), "the hand's total")
>>> event = Event.parse("total in 6..7 or total == 9", {"total": total})
>>> holds = event.compile(("total",))
>>> [n for n in range(10) if holds((n,))]
[6, 7, 9]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from everydeal.events.check import Checked, Tree, checked
from everydeal.events.evaluate import Predicate, compile_tree, fields_of
from everydeal.events.fields import RANK, Boolean, Choice, Field, Integer, Row, Value
from everydeal.events.syntax import parse

__all__ = ["RANK", "Boolean", "Choice", "Event", "Field", "Integer", "Predicate", "Row", "Value"]


@dataclass(frozen=True)
class Event:
    """A `when` expression, parsed and checked against the fields of a space."""

    text: str
    checked: Checked

    @classmethod
    def parse(
        cls, text: str, fields: Mapping[str, Field], terms: Mapping[str, "Event"] | None = None
    ) -> "Event":
        """Read an expression over `fields`, and `terms`: expressions that have names.

        Raises EventError, which quotes it and says where.
        """
        named = {name: term.checked for name, term in (terms or {}).items()}
        return cls(" ".join(text.split()), checked(text, parse(text), fields, named))

    @property
    def tree(self) -> Tree:
        """The typed tree."""
        return self.checked.tree

    @property
    def fields(self) -> frozenset[str]:
        """The names of the fields that the expression looks at."""
        return frozenset(field.name for field in fields_of(self.tree))

    def compile(self, names: Sequence[str]) -> Predicate:
        """A function of a row whose values stand in the order of `names`."""
        return compile_tree(self.tree, {name: at for at, name in enumerate(names)})
