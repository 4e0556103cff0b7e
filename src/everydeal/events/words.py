"""Conditions back in words: what they ask, and why one did not hold."""

from collections.abc import Mapping

from everydeal.events import check
from everydeal.events.fields import Choice, Field, Value


def condition(tree: check.Tree) -> str:
    """A condition as it could be written.

    >>> from everydeal.events import Event, Field, Integer
    >>> total = Field("total", Integer(0, 9), "the hand's total")
    >>> condition(Event.parse("not (total in 6..7 or total == 9)", {"total": total}).tree)
    'not (total in 6..7 or total == 9)'
    """
    if isinstance(tree, check.Every | check.Some):
        word = " and " if isinstance(tree, check.Every) else " or "
        return word.join(_inner(part) for part in tree.parts)
    if isinstance(tree, check.Not):
        return f"not {_inner(tree.part)}"
    if isinstance(tree, check.Named):
        return tree.name
    if isinstance(tree, check.Holds):
        return tree.field.name
    if isinstance(tree, check.Present):
        return f"present({tree.field.name})"
    if isinstance(tree, check.CompareFields):
        return f"{tree.left.name} {tree.sign} {tree.right.name}"
    if isinstance(tree, check.CompareValue):
        return f"{tree.field.name} {tree.sign} {tree.value}"
    return f"{tree.field.name} {_membership(tree)}"


def why_not(tree: check.Tree, facts: Mapping[str, Value]) -> str:
    """Which part of a condition that does not hold fails first, on what value.

    >>> from everydeal.events import Event, Field, Integer
    >>> total = Field("total", Integer(0, 9), "the hand's total")
    >>> why_not(Event.parse("total >= 6 and total != 9", {"total": total}).tree, {"total": 9})
    'total != 9: total is 9'
    """
    return _why(tree, facts, False)


def _why(tree: check.Tree, facts: Mapping[str, Value], holds: bool) -> str:
    """Why a condition holds, or why it does not."""
    if isinstance(tree, check.Not):
        return _why(tree.part, facts, not holds) if _deep(tree.part) else _leaf(tree, facts)
    if isinstance(tree, check.Named):
        head = tree.name if holds else f"not {tree.name}"
        return f"{head} ({_why(tree.part, facts, holds)})"
    if isinstance(tree, check.Every | check.Some):
        if isinstance(tree, check.Every) == holds:  # all parts count
            return "; ".join(_why(part, facts, holds) for part in tree.parts)
        for part in tree.parts:
            if _truth(part, facts) == holds:
                return _why(part, facts, holds)
    return _leaf(tree, facts)


def _deep(tree: check.Tree) -> bool:
    return isinstance(tree, check.Not | check.Named | check.Every | check.Some)


def _leaf(tree: check.Tree, facts: Mapping[str, Value]) -> str:
    inner = tree.part if isinstance(tree, check.Not) else tree
    if isinstance(inner, check.CompareFields):
        fields = [inner.left, inner.right]
    else:
        assert isinstance(inner, check.Holds | check.Present | check.CompareValue | check.Among)
        fields = [inner.field]
    values = ", ".join(_is(field, facts[field.name]) for field in fields)
    return values if isinstance(inner, check.Holds | check.Present) else f"{condition(tree)}: {values}"


def _is(field: Field, value: Value) -> str:
    if value is None:
        return f"there is no {field.name}"
    if isinstance(value, bool):
        return field.name if value else f"not {field.name}"
    return f"{field.name} is {value}"


def _truth(tree: check.Tree, facts: Mapping[str, Value]) -> bool:
    from everydeal.events.evaluate import compile_tree, fields_of

    names = [field.name for field in fields_of(tree)]
    return compile_tree(tree, {name: at for at, name in enumerate(names)})(
        tuple(facts[name] for name in names)
    )


def _inner(tree: check.Tree) -> str:
    return f"({condition(tree)})" if isinstance(tree, check.Every | check.Some) else condition(tree)


def _membership(tree: check.Among) -> str:
    """The values as they are written most simply: `>= J`, `in 7..T`, `in {2, 5}`."""
    if isinstance(tree.field.type, Choice):
        names: tuple[int | str, ...] = tree.field.type.names
        kept = [name for name in names if name in tree.values]
        ordered = tree.field.type.ordered
    else:
        kept = sorted(tree.values, key=int)
        names, ordered = tuple(range(int(kept[0]), int(kept[-1]) + 1)), False
    if len(kept) == 1:
        return f"== {kept[0]}"
    first = names.index(kept[0])
    if list(names[first : first + len(kept)]) != kept:
        return f"in {{{', '.join(map(str, kept))}}}"
    if ordered and kept[-1] == names[-1]:
        return f">= {kept[0]}"
    if ordered and kept[0] == names[0]:
        return f"<= {kept[-1]}"
    return f"in {kept[0]}..{kept[-1]}"
