"""A typed tree as a Python closure over rows."""

from collections.abc import Callable, Mapping

from everydeal.events import check
from everydeal.events.fields import Choice, Field, Row

Predicate = Callable[[Row], bool]


def fields_of(tree: check.Tree) -> frozenset[Field]:
    """Every field that a tree looks at."""
    if isinstance(tree, check.Every | check.Some):
        return frozenset().union(*(fields_of(part) for part in tree.parts))
    if isinstance(tree, check.Not | check.Named):
        return fields_of(tree.part)
    if isinstance(tree, check.CompareFields):
        return frozenset({tree.left, tree.right})
    return frozenset({tree.field})


def compile_tree(tree: check.Tree, position: Mapping[str, int]) -> Predicate:
    """A function that says whether the tree holds on a row; `position` places each field in it."""
    if isinstance(tree, check.Every):
        parts = [compile_tree(part, position) for part in tree.parts]
        return lambda row: all(part(row) for part in parts)
    if isinstance(tree, check.Some):
        parts = [compile_tree(part, position) for part in tree.parts]
        return lambda row: any(part(row) for part in parts)
    if isinstance(tree, check.Named):
        return compile_tree(tree.part, position)
    if isinstance(tree, check.Not):
        inner = compile_tree(tree.part, position)
        return lambda row: not inner(row)
    if isinstance(tree, check.CompareFields):
        sign, left, right = check.SIGNS[tree.sign], position[tree.left.name], position[tree.right.name]
        if isinstance(tree.left.type, Choice):
            place = {name: at for at, name in enumerate(tree.left.type.names)}
            return lambda row: sign(place[str(row[left])], place[str(row[right])])
        return lambda row: sign(row[left], row[right])
    at = position[tree.field.name]
    if isinstance(tree, check.Holds):
        return lambda row: row[at] is True
    if isinstance(tree, check.Present):
        return lambda row: row[at] is not None
    if isinstance(tree, check.Among):
        values = tree.values
        return lambda row: row[at] in values
    sign, value = check.SIGNS[tree.sign], tree.value
    return lambda row: sign(row[at], value)
