"""A house way compiled for the core: tests that choose a clause, targets that choose a setting."""

from everydeal.core.hand import fact
from everydeal.core.houseway import MAX_TESTS, NO_CLAUSE, TO_CLAUSE, Branch, Target, Way
from everydeal.errors import SheetError
from everydeal.events import check
from everydeal.facts import HandField, of_hand
from everydeal.houseway import phrases
from everydeal.houseway.model import HouseWay
from everydeal.ranking import CATEGORIES


def compiled(way: HouseWay) -> Way:
    """The flat program. Raises SheetError if it would be longer than the core takes."""
    code = _Code(way.file)
    # From the last clause up: each test knows where to go on.
    otherwise = TO_CLAUSE + NO_CLAUSE
    for number in reversed(range(len(way.clauses))):
        event = way.clauses[number].event
        if event is None:
            otherwise = TO_CLAUSE + number
        else:
            otherwise = code.add(event.tree, TO_CLAUSE + number, otherwise)
    start = otherwise
    tests = code.in_order()
    targets: list[Target] = []
    first = [0]
    for clause in way.clauses:
        for number, choice in enumerate(clause.choices):
            targets += [_target(each.front, each.back, number) for each in choice.targets]
        first.append(len(targets))
    return Way(tests, targets, first, code.jump(start))


class _Code:
    """Tests are made backwards, so that each can name the ones after it, and turned round at the end."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.fields = of_hand(7, True, "above-royal")
        self.made: list[Branch] = []

    def jump(self, to: int) -> int:
        return to if to >= TO_CLAUSE else len(self.made) - 1 - to

    def in_order(self) -> list[Branch]:
        return [
            Branch(test.fact, test.other, test.values, self.jump(test.if_true), self.jump(test.if_false))
            for test in reversed(self.made)
        ]

    def add(self, tree: check.Tree, if_true: int, if_false: int) -> int:
        """Where to begin so as to end at `if_true` or `if_false`."""
        if isinstance(tree, check.Named):
            return self.add(tree.part, if_true, if_false)
        if isinstance(tree, check.Not):
            return self.add(tree.part, if_false, if_true)
        if isinstance(tree, check.Every):
            for part in reversed(tree.parts):
                if_true = self.add(part, if_true, if_false)
            return if_true
        if isinstance(tree, check.Some):
            for part in reversed(tree.parts):
                if_false = self.add(part, if_true, if_false)
            return if_false
        if len(self.made) >= MAX_TESTS:
            raise SheetError(f"{self.file}: the conditions are longer than {MAX_TESTS} tests together")
        self.made.append(self.test(tree, if_true, if_false))
        return len(self.made) - 1

    def test(self, tree: check.Tree, if_true: int, if_false: int) -> Branch:
        if isinstance(tree, check.CompareFields):
            sign = check.SIGNS[tree.sign]
            values = sum(1 << at for at, order in enumerate((-1, 0, 1)) if sign(order, 0))
            left, right = self.fields[tree.left.name], self.fields[tree.right.name]
            return Branch(
                fact(left.fact, left.argument), fact(right.fact, right.argument), values, if_true, if_false
            )
        assert isinstance(tree, check.Holds | check.Present | check.CompareValue | check.Among)
        found = self.fields[tree.field.name]
        return Branch(fact(found.fact, found.argument), None, _values(tree, found), if_true, if_false)


def _values(tree: check.Holds | check.Present | check.CompareValue | check.Among, found: HandField) -> int:
    """The values of the core's fact for which a test holds, as bits."""
    from everydeal.events.evaluate import compile_tree

    holds = compile_tree(tree, {found.field.name: 0})
    bits = 0
    for raw in range(fact(found.fact, found.argument).extent):
        value = found.decode(raw)
        if (value is not None or isinstance(tree, check.Present)) and holds((value,)):
            bits |= 1 << raw
    return bits


def _target(front: phrases.Front, back: phrases.Back, choice: int) -> Target:
    named = None
    if front.named:
        fields = of_hand(7, True, "above-royal")
        one, other = (
            fact("RANK", phrases.RANKS.index(name))
            if name in phrases.RANKS
            else fact(fields[name].fact, fields[name].argument)
            for name in front.named
        )
        named = (one, other)
    return Target(
        choice=choice,
        named=named,
        front_low=_score(front.low),
        front_high=_score(front.high),
        behind=_bits(back.categories),
        behind_best=_bits(back.ranked),
        best_low=back.low + 1,
        best_high=back.high + 1,
    )


def _score(worth: phrases.Worth) -> int:
    """What the core scores two cards: the category, then the ranks that decide, four bits each."""
    pair, high, low = worth
    return (pair + 1) << 20 | (high + 1) << 16 | (low + 1) << 12


def _bits(categories: frozenset[str]) -> int:
    return sum(1 << CATEGORIES.index(category) for category in categories)
