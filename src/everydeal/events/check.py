"""From an untyped tree to a typed one: every name known, every value possible, every absence guarded.

Guards follow the flow of the expression: in `present(x) and x == 8` the second part may use
`x`, in `not present(x) or x == 8` too, in `x == 8` alone it may not. `number(pairs) >= 2` guards
the first two places of that list.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from everydeal.errors import alternatives, shown
from everydeal.events import syntax
from everydeal.events.fields import Boolean, Choice, Field, Integer


@dataclass(frozen=True)
class Holds:
    """A yes-or-no field is true."""

    field: Field


@dataclass(frozen=True)
class Present:
    """An optional field is not absent."""

    field: Field


@dataclass(frozen=True)
class CompareValue:
    """A field against a value of its own type; `sign` as written."""

    field: Field
    sign: str
    value: int | str


@dataclass(frozen=True)
class CompareFields:
    """A field against another of the same type."""

    left: Field
    sign: str
    right: Field


@dataclass(frozen=True)
class Among:
    """A field's value is one of `values`."""

    field: Field
    values: frozenset[int | str]


@dataclass(frozen=True)
class Not:
    """The part does not hold."""

    part: "Tree"


@dataclass(frozen=True)
class Every:
    """All parts hold; later parts are looked at only if the earlier ones hold."""

    parts: tuple["Tree", ...]


@dataclass(frozen=True)
class Some:
    """At least one part holds; later parts are looked at only if the earlier ones fail."""

    parts: tuple["Tree", ...]


@dataclass(frozen=True)
class Named:
    """A term: a condition that has a name."""

    name: str
    part: "Tree"


Tree = Holds | Present | CompareValue | CompareFields | Among | Not | Every | Some | Named

SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

# Names of optional fields known to be present where a part is looked at.
_Known = frozenset[str]


@dataclass(frozen=True)
class Checked:
    """A typed tree, and the optional fields that are present if it holds, and if it does not."""

    tree: Tree
    if_true: _Known
    if_false: _Known


def checked(
    text: str, node: syntax.Node, fields: Mapping[str, Field], terms: Mapping[str, Checked]
) -> Checked:
    """The typed tree of `node` over `fields` and `terms`. Raises EventError where types or guards fail."""
    return Checked(*_Checker(text, fields, terms).visit(node, frozenset()))


class _Checker:
    def __init__(self, text: str, fields: Mapping[str, Field], terms: Mapping[str, Checked]) -> None:
        self.text = text
        self.fields = fields
        self.terms = terms

    def visit(self, node: syntax.Node, known: _Known) -> tuple[Tree, _Known, _Known]:
        """The tree, what is known present if it holds, and what is if it does not."""
        if isinstance(node, syntax.Junction):
            return self.junction(node, known)
        if isinstance(node, syntax.Negation):
            tree, if_true, if_false = self.visit(node.part, known)
            return Not(tree), if_false, if_true
        if isinstance(node, syntax.Presence):
            field = self.field(node.atom)
            if not field.optional:
                self.fail(node.atom, f"{field.name} is never absent: `present` has nothing to ask")
            return Present(field), known | {field.name}, known
        if isinstance(node, syntax.Bare) and node.atom.token.text in self.terms:
            name = node.atom.token.text
            term = self.terms[name]
            return Named(name, term.tree), known | term.if_true, known | term.if_false
        tree = self.leaf(node, known)
        return tree, known | self.listed(tree, True), known | self.listed(tree, False)

    def listed(self, tree: Tree, holds: bool) -> _Known:
        """The places of a list that are not empty if a condition on its `number` holds, or does not."""
        if not isinstance(tree, CompareValue | Among) or not isinstance(tree.field.type, Integer):
            return frozenset()
        of = re.fullmatch(r"((?:\w+\.)*)number\((\w+)\)", tree.field.name)
        if not of:
            return frozenset()
        numbers = range(tree.field.type.low, tree.field.type.high + 1)
        if isinstance(tree, Among):
            left = [number for number in numbers if (number in tree.values) == holds]
        else:
            left = [number for number in numbers if SIGNS[tree.sign](number, tree.value) == holds]
        least = min(left, default=0)
        places = {f"{of[1]}{of[2]}[{at}]" for at in range(least)}
        places |= {f"{of[1]}lowest({of[2]})"} if least else set()
        return frozenset(places & set(self.fields))

    def junction(self, node: syntax.Junction, known: _Known) -> tuple[Tree, _Known, _Known]:
        joins_all = node.word == "and"
        parts = []
        ends: list[_Known] = []  # what is known where the junction ends before its last part
        reached = known
        for part in node.parts:
            tree, if_true, if_false = self.visit(part, reached)
            parts.append(tree)
            reached, ended = (if_true, if_false) if joins_all else (if_false, if_true)
            ends.append(ended)
        early = frozenset.intersection(*ends)
        if joins_all:
            return Every(tuple(parts)), reached, early
        return Some(tuple(parts)), early, reached

    def leaf(self, node: syntax.Bare | syntax.Comparison | syntax.Membership, known: _Known) -> Tree:
        if isinstance(node, syntax.Bare):
            field = self.guarded(node.atom, known)
            if not isinstance(field.type, Boolean):
                self.fail(node.atom, f"{field.name} is {field.type}: compare it with something")
            return Holds(field)
        field = self.guarded(node.left, known)
        if isinstance(field.type, Boolean):
            self.fail(node.left, f"{field.name} is yes or no: write `{field.name}` or `not {field.name}`")
        if isinstance(node, syntax.Membership):
            return Among(field, frozenset().union(*(self.values(field, *ends) for ends in node.ranges)))
        right = node.right.token.text
        names_a_value = isinstance(field.type, Choice) and right in field.type.names
        if right in self.fields and not names_a_value:
            return self.compare_fields(field, node, known)
        value = self.value(field, node.right)
        if isinstance(field.type, Choice) and node.sign not in ("==", "!="):
            if not field.type.ordered:
                self.fail(node.left, f"{field.name} is {field.type}, without an order: use == or !=")
            names = field.type.names
            at = names.index(str(value))
            above = names[at + 1 :] if node.sign[0] == ">" else names[:at]
            return Among(field, frozenset({*above, *([value] if node.sign[1:] else [])}))
        return CompareValue(field, node.sign, value)

    def compare_fields(self, left: Field, node: syntax.Comparison, known: _Known) -> Tree:
        right = self.guarded(node.right, known)
        if left.name == right.name:
            self.fail(node.right, f"{left.name} is compared with itself")
        numbers = isinstance(left.type, Integer) and isinstance(right.type, Integer)
        ordered = isinstance(left.type, Choice) and left.type.ordered and left.type == right.type
        if not (numbers or ordered):
            self.fail(node.right, f"{left.name} is {left.type}, {right.name} is {right.type}")
        return CompareFields(left, node.sign, right)

    def values(self, field: Field, low: syntax.Atom, high: syntax.Atom) -> frozenset[int | str]:
        first, last = self.value(field, low), self.value(field, high)
        if low is high:
            return frozenset({first})
        if isinstance(field.type, Choice):
            if not field.type.ordered:
                self.fail(low, f"{field.name} is {field.type}: a range needs an order")
            names = field.type.names
            span: tuple[int | str, ...] = names[names.index(str(first)) : names.index(str(last)) + 1]
        else:
            span = tuple(range(int(first), int(last) + 1))
        if not span:
            self.fail(low, f"the range {first}..{last} is empty")
        return frozenset(span)

    def value(self, field: Field, atom: syntax.Atom) -> int | str:
        """The value that an atom stands for, which the field must be able to take."""
        text = atom.token.text
        if isinstance(field.type, Choice):
            if text == "10" and "T" in field.type.names:
                return "T"
            if text not in field.type.names:
                self.fail(
                    atom, f"{field.name} is never {shown(text)}; {alternatives(text, field.type.names)}"
                )
            return text
        assert isinstance(field.type, Integer)
        if atom.token.kind == "name":
            if "." in text or text not in self.fields:
                self.field(atom)
            self.fail(atom, f"{field.name} is {field.type}, not a name")
        if len(text) > 9 or not field.type.low <= int(text) <= field.type.high:
            self.fail(atom, f"{field.name} is {field.type}, never {text[:20]}")
        return int(text)

    def guarded(self, atom: syntax.Atom, known: _Known) -> Field:
        field = self.field(atom)
        if field.optional and field.name not in known:
            self.fail(atom, f"{field.name} may be absent: guard it, as in `present({field.name}) and ...`")
        return field

    def field(self, atom: syntax.Atom) -> Field:
        name = atom.token.text
        if atom.token.kind != "name":
            self.fail(atom, f"expected a name, found the number {name[:20]}; the name goes first")
        if name not in self.fields:
            self.fail(atom, f"unknown name {shown(name)}; {alternatives(name, [*self.fields, *self.terms])}")
        return self.fields[name]

    def fail(self, atom: syntax.Atom, message: str) -> NoReturn:
        syntax.fail(self.text, atom.token.at, message)
