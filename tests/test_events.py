"""The `when` language: what it means, what it refuses, and where it says so.

Its meaning is held against an evaluator of its own, which walks the trees that the texts are
written from: what is checked here never reads the text.
"""

import itertools
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from everydeal.errors import EventError, InputError
from everydeal.events import Boolean, Choice, Event, Field, Integer, Value
from everydeal.events.syntax import MAX_DEPTH, MAX_LENGTH

DIGIT = Integer(0, 9)
COLOURS = Choice(("red", "black", "green"))
FIELDS = {
    field.name: field
    for field in (
        Field("total", DIGIT, "a total"),
        Field("hand.total", DIGIT, "another total"),
        Field("cards", Integer(2, 3), "how many cards"),
        Field("colour", COLOURS, "a colour"),
        Field("tie", Boolean(), "yes or no"),
        Field("hand.pair", Boolean(), "yes or no"),
        Field("third", DIGIT, "a third card", optional=True),
        Field("hand.third", DIGIT, "another third card", optional=True),
        Field("shade", COLOURS, "a colour", optional=True),
        Field("bonus", Boolean(), "yes or no", optional=True),
    )
}
NAMES = tuple(FIELDS)
Facts = dict[str, Value]
ROW: Facts = {
    "total": 7, "hand.total": 4, "cards": 2, "colour": "red", "tie": False, "hand.pair": True,
    "third": None, "hand.third": 5, "shade": None, "bonus": None,
}  # fmt: skip


def holds(text: str, **facts: Value) -> bool:
    """Whether an expression holds on ROW, with some facts changed (`hand_total` for `hand.total`)."""
    row = ROW | {name.replace("_", "."): value for name, value in facts.items()}
    return Event.parse(text, FIELDS).compile(NAMES)(tuple(row[name] for name in NAMES))


def refusal(text: str) -> str:
    with pytest.raises(EventError) as caught:
        Event.parse(text, FIELDS)
    return str(caught.value)


# ---- meaning, case by case ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # ROW has total 7, hand.total 4, cards 2, a red one, no tie and a pair.
        ("tie", False),
        ("hand.pair", True),
        ("not tie", True),
        ("not not tie", False),
        ("total == 7", True),
        ("total != 7", False),
        ("total < 7", False),
        ("total <= 7", True),
        ("total > 6", True),
        ("total >= 8", False),
        ("hand.total < total", True),
        ("total == hand.total", False),
        ("cards <= hand.total", True),
        ("colour == red", True),
        ("colour != red", False),
        ("colour == black", False),
        ("colour in {black, red}", True),
        ("colour in red", True),
        ("colour not in {black, green}", True),
    ],
)
def test_each_kind_of_condition(text: str, value: bool) -> None:
    assert holds(text) is value


@pytest.mark.parametrize(
    ("members", "numbers"),
    [
        ("4", {4}),
        ("{4}", {4}),
        ("0..9", set(range(10))),
        ("6..7", {6, 7}),
        ("4..4", {4}),
        ("{1, 3, 5}", {1, 3, 5}),
        ("{0..2, 4, 8..9}", {0, 1, 2, 4, 8, 9}),
        ("{0..5, 3..7}", {0, 1, 2, 3, 4, 5, 6, 7}),
        ("{ 9 ,9 }", {9}),
    ],
)
def test_ranges_include_both_ends(members: str, numbers: set[int]) -> None:
    assert {n for n in range(10) if holds(f"total in {members}", total=n)} == numbers
    assert {n for n in range(10) if holds(f"total not in {members}", total=n)} == set(range(10)) - numbers


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("A or B and C", "A or (B and C)"),
        ("A and B or C", "(A and B) or C"),
        ("not A and B", "(not A) and B"),
        ("not A or B", "(not A) or B"),
        ("not A or B and not C", "(not A) or (B and (not C))"),
        ("A or B or not B and C", "A or B or ((not B) and C)"),
        ("not not A and B", "A and B"),
        ("A and B and C", "A and (B and C)"),
        ("not (A or B)", "not A and not B"),
    ],
)
def test_not_binds_closest_then_and_then_or(text: str, same: str) -> None:
    parts = {"A": "tie", "B": "hand.pair", "C": "total == 7"}

    def filled(skeleton: str) -> str:
        return re.sub("[ABC]", lambda match: parts[match[0]], skeleton)

    for tie, pair, total in itertools.product([False, True], [False, True], [6, 7]):
        facts: Facts = {"tie": tie, "hand_pair": pair, "total": total}
        assert holds(filled(text), **facts) is holds(filled(same), **facts)


def test_grouping_changes_the_meaning() -> None:
    # With A true and C false, `A or B and C` holds and `(A or B) and C` does not.
    assert holds("hand.pair or tie and total == 6")
    assert not holds("(hand.pair or tie) and total == 6")
    # With A false and B true, `not A or B` holds and `not (A or B)` does not.
    assert holds("not tie or hand.pair")
    assert not holds("not (tie or hand.pair)")


def test_a_comparison_is_one_part_of_not() -> None:
    assert holds("not total == 6")
    assert not holds("not total == 7 or tie")
    assert not holds("not total in 6..8 and hand.pair")


@pytest.mark.parametrize("text", ["present(third)", "present ( third )", "not not present(third)"])
@pytest.mark.parametrize("third", [None, 0, 9])
def test_present_asks_whether_a_fact_is_there(text: str, third: int | None) -> None:
    assert holds(text, third=third) is (third is not None)


@pytest.mark.parametrize(
    "text",
    [
        "present(third) and third == 8",
        "present(third) and tie and third == 8",
        "present(third) and (tie or third == 8)",
        "(present(third) and tie) and third == 8",
        "present(third) and present(hand.third) and third < hand.third",
        "not present(third) or third == 8",
        "not present(third) or tie or third == 8",
        "not (not present(third) or tie) and third == 8",
        "not (present(third) and not (third == 8))",
        "not not present(third) and third == 8",
        "tie or not present(third) or third == 8",
        "present(third) and tie or present(third) and third == 8",
        "(present(third) and tie or hand.pair and present(third)) and third == 8",
        "not (not present(third) and not present(hand.third)) or tie",
        "not (present(third) and tie) or third == 8",
        "present(bonus) and bonus",
        "present(bonus) and not bonus",
        "present(shade) and shade == red",
        "present(shade) and shade not in {red, black}",
        "present(third) and third in {1, 3..5}",
        "present(third) and (present(shade) and shade == red or third == 3)",
    ],
)
def test_guards_are_understood(text: str) -> None:
    compiled = Event.parse(text, FIELDS).compile(NAMES)
    for facts in itertools.product(
        *([ROW[name], None] if FIELDS[name].optional else [ROW[name]] for name in NAMES)
    ):
        assert compiled(facts) in (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "third == 8",
        "bonus",
        "not bonus",
        "shade == red",
        "third in 1..3",
        "total == third",
        "third == total",
        "present(third) or third == 8",
        "third == 8 and present(third)",
        "not present(third) and third == 8",
        "present(hand.third) and third == 8",
        "(present(third) or tie) and third == 8",
        "(present(third) or present(hand.third)) and third == 8",
        "not (present(third) and tie) and third == 8",
        "not (present(third) or third == 8)",
        "present(third) and tie or third == 8",
        "present(third) and third == 8 or third == 9",
        "tie or third == 8",
        "(present(third) and tie or hand.pair) and third == 8",
        "not present(third) or not present(hand.third) or third < hand.third or shade == red",
    ],
)
def test_a_guard_that_does_not_hold_everywhere_is_refused(text: str) -> None:
    name = "bonus" if "bonus" in text else "shade" if "shade" in text else "third"
    assert f"{name} may be absent: guard it, as in `present({name}) and ...`" in refusal(text)


def test_a_choice_value_may_have_the_name_of_a_field() -> None:
    # As in baccarat, where `tie` is a fact and also a value of `winner`.
    fields = {
        "winner": Field("winner", Choice(("player", "banker", "tie")), "who wins"),
        "tie": Field("tie", Boolean(), "nobody wins"),
    }
    for text in ("winner == tie", "winner in {tie}", "not winner != tie"):
        compiled = Event.parse(text, fields).compile(("winner",))
        assert [compiled((winner,)) for winner in ("player", "banker", "tie")] == [False, False, True]


def test_an_event_knows_its_text_and_its_fields() -> None:
    event = Event.parse("  present(third)   and\tthird in {1,2}\n or not tie and total<hand.total ", FIELDS)
    assert event.text == "present(third) and third in {1,2} or not tie and total<hand.total"
    assert event.fields == {"third", "tie", "total", "hand.total"}


def test_a_row_may_hold_just_the_fields_asked_for_in_any_order() -> None:
    compiled = Event.parse("total < hand.total", FIELDS).compile(("hand.total", "total"))
    assert compiled((5, 4)) is True
    assert compiled((4, 5)) is False


# ---- every kind of error -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        # the text itself
        ("", 1, "expected a name or a number, found 'the end'"),
        ("total = 7", 7, "unexpected '='; write '=='"),
        ("tie & hand.pair", 5, "unexpected '&'; write 'and'"),
        ("tie && hand.pair", 5, "unexpected '&'; write 'and'"),
        ("tie || hand.pair", 5, "unexpected '|'; write 'or'"),
        ("!tie", 1, "unexpected '!'; write 'not'"),
        ("colour in [red]", 11, "unexpected '['; write '{'"),
        ("total in 2-7", 11, "unexpected '-'; write '..'"),
        ("total in 2\u20137", 11, "unexpected '\u2013'; write '..'"),
        ("total + 1 == 7", 7, "unexpected '+'"),
        ("total == 7;", 11, "unexpected ';'"),
        ("total == 7.0", 11, "unexpected '.'"),
        ("total == '7'", 10, 'unexpected "\'"'),
        ("t\u00f6tal == 7", 2, "unexpected '\u00f6'"),
        ("total == \u0667", 10, "unexpected '\u0667'"),
        ("tie \x00", 5, r"unexpected '\x00'"),
        # the grammar
        ("tie hand.pair", 5, "unexpected 'hand.pair'; expected `and`, `or` or the end"),
        ("tie)", 4, "unexpected ')'; expected `and`, `or` or the end"),
        ("tie and", 8, "expected a name or a number, found 'the end'"),
        ("and tie", 1, "expected a name or a number, found 'and'"),
        ("tie or or tie", 8, "expected a name or a number, found 'or'"),
        ("not", 4, "expected a name or a number, found 'the end'"),
        ("(tie", 5, "expected ')', found 'the end'"),
        ("()", 2, "expected a name or a number, found ')'"),
        ("total ==", 9, "expected a name or a number, found 'the end'"),
        ("total == not", 10, "expected a name or a number, found 'not'"),
        ("total == == 7", 10, "expected a name or a number, found '=='"),
        ("2 <= total <= 7", 12, "unexpected '<='; a range is written `name in 2..7`"),
        ("total not 7", 11, "expected 'in', found '7'"),
        ("total in", 9, "expected a name or a number, found 'the end'"),
        ("total in {}", 11, "expected a name or a number, found '}'"),
        ("total in {1,}", 13, "expected a name or a number, found '}'"),
        ("total in {1 2}", 13, "expected '}', found '2'"),
        ("total in 2..", 13, "expected a name or a number, found 'the end'"),
        ("total in 2...7", 13, "unexpected '.'"),
        ("present third", 9, "expected '(', found 'third'"),
        ("present()", 9, "expected a name or a number, found ')'"),
        ("present(third", 14, "expected ')', found 'the end'"),
        ("present(third, shade)", 14, "expected ')', found ','"),
        ("count(total) == 2", 1, "unknown name 'count(total)'"),
        # names
        ("totl == 7", 1, "unknown name 'totl'; did you mean 'total'? Allowed: total, hand.total, cards"),
        ("tie and hand.totel > 3", 9, "unknown name 'hand.totel'; did you mean 'hand.total'?"),
        ("True", 1, "unknown name 'True'; allowed: total, hand.total"),
        ("present(thrid)", 9, "unknown name 'thrid'; did you mean 'third'?"),
        ("total == hand.totel", 10, "unknown name 'hand.totel'; did you mean 'hand.total'?"),
        ("total == seven", 10, "unknown name 'seven'; allowed: total"),
        ("total in {1, x.y}", 14, "unknown name 'x.y'; allowed: total"),
        ("7 == total", 1, "expected a name, found the number 7; the name goes first"),
        ("7", 1, "expected a name, found the number 7"),
        ("present(7)", 9, "expected a name, found the number 7"),
        # types
        ("total", 1, "total is a whole number from 0 to 9: compare it with something"),
        ("not colour", 5, "colour is one of red, black, green: compare it with something"),
        ("tie == 1", 1, "tie is yes or no: write `tie` or `not tie`"),
        ("tie == hand.pair", 1, "tie is yes or no: write `tie` or `not tie`"),
        ("tie in {1}", 1, "tie is yes or no: write `tie` or `not tie`"),
        ("colour == 7", 11, "colour is never '7'; allowed: red, black, green"),
        ("colour == rde", 11, "colour is never 'rde'; did you mean 'red'? Allowed: red, black, green"),
        ("colour in {red, blak}", 17, "colour is never 'blak'; did you mean 'black'?"),
        ("colour < red", 1, "colour is one of red, black, green, without an order: use == or !="),
        ("colour in black..red", 11, "colour is one of red, black, green: a range needs an order"),
        ("total == tie", 10, "total is a whole number from 0 to 9, tie is yes or no"),
        ("total == colour", 10, "total is a whole number from 0 to 9, colour is one of red, black, green"),
        ("total == total", 10, "total is compared with itself"),
        ("total in hand.total", 10, "total is a whole number from 0 to 9, not a name"),
        ("total in cards..9", 10, "total is a whole number from 0 to 9, not a name"),
        ("present(total)", 9, "total is never absent: `present` has nothing to ask"),
        # values
        ("total == 12", 10, "total is a whole number from 0 to 9, never 12"),
        ("total < 10", 9, "total is a whole number from 0 to 9, never 10"),
        ("cards == 4", 10, "cards is a whole number from 2 to 3, never 4"),
        ("cards in {2, 4}", 14, "cards is a whole number from 2 to 3, never 4"),
        ("cards in 1..3", 10, "cards is a whole number from 2 to 3, never 1"),
        ("total in 3..12", 13, "total is a whole number from 0 to 9, never 12"),
        ("total in 7..2", 10, "the range 7..2 is empty"),
        ("total in {1, 9..8}", 14, "the range 9..8 is empty"),
        ("total == " + "9" * 500, 10, "total is a whole number from 0 to 9, never 99999999999999999999"),
        # absence
        ("tie or third == 8", 8, "third may be absent: guard it, as in `present(third) and ...`"),
        ("total < hand.third", 9, "hand.third may be absent: guard it"),
    ],
)  # fmt: skip
def test_an_error_says_what_and_at_which_character(text: str, at: int, words: str) -> None:
    message = refusal(text)
    assert f"at character {at}: {words}" in message
    assert message.isprintable()


def test_an_error_quotes_the_expression() -> None:
    assert refusal("total == 12").startswith("'total == 12' at character 10: ")


def test_a_long_expression_is_quoted_shortened() -> None:
    # Quotation marks and three points are part of the 80 characters that a quotation may have.
    assert refusal("tie or " * 200 + "oops").startswith(
        "'" + ("tie or " * 12)[:76] + "... at character 1401: "
    )


@pytest.mark.parametrize(
    "text", ["colour == {}", "tie {}", "{}", "tie and {} == 1", "present({})", "total in {}"]
)
def test_an_error_never_repeats_a_long_name_in_full(text: str) -> None:
    assert len(refusal(text.format("a" * 3000))) < 500


def test_white_space_of_any_kind_is_white_space() -> None:
    # A sheet's strings are folded before they are parsed, other callers' are not.
    for space in ("\u00a0", "\u2003", "\t", "\n", "\x1f"):
        assert holds(f"total{space}=={space}7{space}")


def test_an_event_error_is_an_input_error() -> None:
    with pytest.raises(InputError):
        Event.parse("", FIELDS)
    with pytest.raises(ValueError, match="at character 1"):
        Event.parse("", FIELDS)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "__import__",
        "tie.__class__",
        "().__class__.__bases__",
        "lambda: 1",
        "tie if tie else tie",
        "[x for x in (1,)]",
        "exec('1')",
        "total == (1).real",
        "total == int('7')",
        "f'{tie}'",
        "tie; import os",
        "(tie := 1)",
        "total == 7 # comment",
        "None",
        "total is 7",
        "~tie",
        "tie @ tie",
        "total == 0x7",
        "total == 1e0",
        "total == 1_0",
        "total == -1",
        "total == +7",
    ],
)
def test_nothing_of_python_gets_in(text: str) -> None:
    refusal(text)


# ---- limits ------------------------------------------------------------------------------------


def test_an_expression_may_be_so_long_and_no_longer() -> None:
    longest = "tie" + " or tie" * ((MAX_LENGTH - 3) // 7)
    assert len(longest) == MAX_LENGTH == 3 + 7 * 571
    assert holds(longest, tie=True)
    assert f"at character {MAX_LENGTH + 1}: longer than {MAX_LENGTH} characters" in refusal(longest + "s")


def test_length_is_counted_before_anything_is_read() -> None:
    assert "longer than" in refusal("(" * 1_000_000)


def test_many_parts_are_no_depth() -> None:
    text = " or ".join(["tie"] * 500)
    assert len(text) < MAX_LENGTH
    assert holds(text, tie=True)
    assert not holds(text, tie=False)


@pytest.mark.parametrize(
    ("opening", "closing", "turns"), [("(", ")", 1), ("not ", "", -1), ("not(", ")", -1)]
)
def test_an_expression_may_be_so_deep_and_no_deeper(opening: str, closing: str, turns: int) -> None:
    depth = MAX_DEPTH // (1 + (opening == "not("))
    deepest = opening * depth + "tie" + closing * depth
    assert holds(deepest, tie=True) is (turns**depth == 1)
    assert f"nested more than {MAX_DEPTH} deep" in refusal(opening + deepest + closing)


def test_depth_is_counted_where_it_is_not_in_all() -> None:
    one = "(" * MAX_DEPTH + "tie" + ")" * MAX_DEPTH
    assert not holds(f"{one} or {one} and not tie")


# ---- random trees and an evaluator of their own --------------------------------------------------


class Unguarded(Exception):  # noqa: N818
    """An absent value would be looked at."""


class Asks(NamedTuple):
    """A condition on some fields, in words and as a function of the facts."""

    words: str
    names: tuple[str, ...]
    check: Callable[[Facts], bool]


class There(NamedTuple):
    name: str


@dataclass(frozen=True)
class Opposite:
    part: "Tree"


@dataclass(frozen=True)
class Joined:
    word: str
    parts: tuple["Tree", ...]


Tree = Asks | There | Opposite | Joined

SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPTIONAL = [name for name in NAMES if FIELDS[name].optional]
CERTAIN = [name for name in NAMES if not FIELDS[name].optional]


def compared(name: str, sign: str, value: int) -> Asks:
    return Asks(f"{name} {sign} {value}", (name,), lambda facts: SIGNS[sign](facts[name], value))


def compared_names(left: str, sign: str, right: str) -> Asks:
    return Asks(f"{left}{sign}{right}", (left, right), lambda facts: SIGNS[sign](facts[left], facts[right]))


def chosen(name: str, sign: str, value: str) -> Asks:
    return Asks(f"{name} {sign} {value}", (name,), lambda facts: (facts[name] == value) is (sign == "=="))


def among(name: str, ranges: list[tuple[int, int]], negated: bool) -> Asks:
    words = ", ".join(f"{low}..{high}" if low < high else str(low) for low, high in ranges)
    words = words if len(ranges) == 1 else "{" + words + "}"

    def inside(facts: Facts) -> bool:
        value = facts[name]
        assert isinstance(value, int)
        return any(low <= value <= high for low, high in ranges) is not negated

    return Asks(f"{name} {'not ' * negated}in {words}", (name,), inside)


def among_names(name: str, names: list[str], negated: bool) -> Asks:
    words = f"{name} {'not ' * negated}in {{{','.join(names)}}}"
    return Asks(words, (name,), lambda facts: any(facts[name] == one for one in names) is not negated)


def leaves(names: list[str]) -> st.SearchStrategy[Tree]:
    """Conditions over these fields."""
    of: dict[type, list[str]] = {Integer: [], Choice: [], Boolean: []}
    for name in names:
        of[type(FIELDS[name].type)].append(name)
    signs = st.sampled_from(list(SIGNS))
    equal = st.sampled_from(["==", "!="])
    colours = st.sampled_from(COLOURS.names)
    return st.one_of(
        st.sampled_from(of[Boolean]).map(lambda name: Asks(name, (name,), lambda facts: facts[name] is True)),
        st.sampled_from(of[Integer]).flatmap(
            lambda name: st.one_of(
                st.builds(compared, st.just(name), signs, numbers(name)),
                st.builds(
                    among,
                    st.just(name),
                    st.lists(
                        st.tuples(numbers(name), numbers(name)).map(lambda ends: (min(ends), max(ends))),
                        min_size=1,
                        max_size=3,
                    ),
                    st.booleans(),
                ),
            )
        ),
        st.permutations(of[Integer]).flatmap(
            lambda pair: st.builds(compared_names, st.just(pair[0]), signs, st.just(pair[1]))
        ),
        st.builds(chosen, st.sampled_from(of[Choice]), equal, colours),
        st.builds(
            among_names, st.sampled_from(of[Choice]), st.lists(colours, min_size=1, max_size=3), st.booleans()
        ),
    )


def numbers(name: str) -> st.SearchStrategy[int]:
    kind = FIELDS[name].type
    assert isinstance(kind, Integer)
    return st.integers(kind.low, kind.high)


def grown(leaf: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.recursive(
        leaf,
        lambda part: st.one_of(
            part.map(Opposite),
            st.builds(
                Joined, st.sampled_from(["and", "or"]), st.lists(part, min_size=2, max_size=3).map(tuple)
            ),
        ),
        max_leaves=10,
    )


CERTAIN_TREES = grown(leaves(CERTAIN))
THIRD = There("third")
LOW_THIRD = compared("third", "<", 5)
# One optional field, often guarded, so that a good part of the trees is accepted.
GUARDED_TREES = st.recursive(
    st.sampled_from([THIRD, THIRD, LOW_THIRD, Asks("tie", ("tie",), lambda facts: facts["tie"] is True)]),
    lambda part: st.one_of(
        part.map(Opposite),
        part.map(lambda tree: Joined("and", (THIRD, tree))),
        part.map(lambda tree: Joined("or", (Opposite(THIRD), tree))),
        st.builds(Joined, st.sampled_from(["and", "or"]), st.lists(part, min_size=2, max_size=3).map(tuple)),
    ),
    max_leaves=8,
)


@st.composite
def written(draw: st.DrawFn, tree: Tree, weakest: int = 0) -> str:
    """A text that means the tree: white space and needless brackets as they come.

    `weakest` is how closely the tree must bind where it stands: 0 for `or`, 1 for `and`, 2 for `not`.
    """
    if isinstance(tree, Asks):
        words, binds = tree.words, 2
    elif isinstance(tree, There):
        words, binds = f"present({tree.name})", 2
    elif isinstance(tree, Opposite):
        words, binds = "not " + draw(written(tree.part, 2)), 2
    else:
        binds = 0 if tree.word == "or" else 1
        space = draw(st.sampled_from([" ", "  ", "\n"]))
        # A part with the same word needs brackets only to be another tree, not to mean the same.
        words = f"{space}{tree.word}{space}".join(draw(written(part, binds)) for part in tree.parts)
    if binds < weakest or draw(st.integers(0, 5)) == 0:
        space = draw(st.sampled_from(["", " "]))
        words = f"({space}{words}{space})"
    return words


def value_of(tree: Tree, facts: Facts) -> bool:
    """The tree's value, from left to right and no further than needed."""
    if isinstance(tree, Asks):
        if any(facts[name] is None for name in tree.names):
            raise Unguarded
        return tree.check(facts)
    if isinstance(tree, There):
        return facts[tree.name] is not None
    if isinstance(tree, Opposite):
        return not value_of(tree.part, facts)
    for part in tree.parts:
        if value_of(part, facts) is (tree.word == "or"):
            return tree.word == "or"
    return tree.word == "and"


def paths(tree: Tree, known: frozenset[str]) -> Iterator[tuple[bool, frozenset[str]]]:
    """Every way through the tree: its value there, and what was found present on the way.

    Conditions may turn out either way, `present` too. Raises Unguarded if a way leads to a
    condition on an optional field that was not found present.
    """
    if isinstance(tree, Asks):
        if any(FIELDS[name].optional and name not in known for name in tree.names):
            raise Unguarded
        yield from ((True, known), (False, known))
    elif isinstance(tree, There):
        yield from ((True, known | {tree.name}), (False, known))
    elif isinstance(tree, Opposite):
        yield from ((not value, found) for value, found in paths(tree.part, known))
    else:
        ends = tree.word == "or"
        open_ways = {known}
        for part in tree.parts:
            ways = {way for start in open_ways for way in paths(part, start)}
            yield from ((value, found) for value, found in ways if value is ends)
            open_ways = {found for value, found in ways if value is not ends}
        yield from ((not ends, found) for found in open_ways)


FACTS = st.fixed_dictionaries(
    {
        name: (
            st.integers(field.type.low, field.type.high)
            if isinstance(field.type, Integer)
            else st.sampled_from(field.type.names)
            if isinstance(field.type, Choice)
            else st.booleans()
        )
        | (st.none() if field.optional else st.nothing())
        for name, field in FIELDS.items()
    }
)


@settings(max_examples=300, deadline=None)
@given(data=st.data(), tree=CERTAIN_TREES)
def test_a_random_expression_means_what_it_says(data: st.DataObject, tree: Tree) -> None:
    compiled = Event.parse(data.draw(written(tree)), FIELDS).compile(NAMES)
    for facts in data.draw(st.lists(FACTS, min_size=4, max_size=4)):
        assert compiled(tuple(facts[name] for name in NAMES)) is value_of(tree, facts)


@settings(max_examples=300, deadline=None)
@given(data=st.data(), tree=GUARDED_TREES)
def test_a_random_expression_is_refused_just_if_a_way_through_it_is_unguarded(
    data: st.DataObject, tree: Tree
) -> None:
    check_guards(tree, data.draw(written(tree)))


def test_every_small_expression_is_refused_just_if_a_way_through_it_is_unguarded() -> None:
    """All trees of at most three leaves and a `not` wherever one may stand: 6, 144 and 6,912 of them."""
    trees: dict[int, list[Tree]] = {1: [THIRD, LOW_THIRD, compared("total", "<", 5)]}
    trees[1] += [Opposite(tree) for tree in trees[1]]
    for size in (2, 3):
        joined = [
            Joined(word, (left, right))
            for first in range(1, size)
            for left in trees[first]
            for right in trees[size - first]
            for word in ("and", "or")
        ]
        trees[size] = [*joined, *map(Opposite, joined)]
    # 2 words and 2 signs for 6 x 6, then for 6 x 144 and 144 x 6.
    assert [len(found) for found in trees.values()] == [6, 4 * 36, 4 * 2 * 6 * 144]
    accepted = sum(check_guards(tree, plainly(tree)) for found in trees.values() for tree in found)
    assert 0 < accepted < 6 + 144 + 6912


def plainly(tree: Tree) -> str:
    """A text that means the tree, with all the brackets there may be."""
    if isinstance(tree, Asks):
        return tree.words
    if isinstance(tree, There):
        return f"present({tree.name})"
    if isinstance(tree, Opposite):
        return f"not ({plainly(tree.part)})"
    return f" {tree.word} ".join(f"({plainly(part)})" for part in tree.parts)


def check_guards(tree: Tree, text: str) -> bool:
    """The text is refused if a way through the tree is unguarded, else it means the tree on every row."""
    try:
        list(paths(tree, frozenset()))
    except Unguarded:
        assert "third may be absent: guard it" in refusal(text)
        return False
    compiled = Event.parse(text, FIELDS).compile(("third", "total", "tie"))
    for third, total, tie in itertools.product((None, 4, 5), (4, 5), (False, True)):
        facts: Facts = {"third": third, "total": total, "tie": tie}
        assert compiled((third, total, tie)) is value_of(tree, facts)
    return True


@settings(max_examples=150, deadline=None)
@given(data=st.data(), tree=grown(leaves(list(NAMES))))
def test_random_guards_let_their_fields_be_used(data: st.DataObject, tree: Tree) -> None:
    needed = sorted({name for leaf in leaves_of(tree) for name in leaf.names if FIELDS[name].optional})
    assume(needed)
    assert "may be absent" in refusal(data.draw(written(tree)))
    guards = tuple(There(name) for name in data.draw(st.permutations(needed)))
    # `present(a) and present(b) and tree`, or `not present(a) or not present(b) or tree`.
    if data.draw(st.booleans()):
        guarded = Joined("and", (*guards, tree))
    else:
        guarded = Joined("or", (*map(Opposite, guards), tree))
    compiled = Event.parse(data.draw(written(guarded)), FIELDS).compile(NAMES)
    for facts in data.draw(st.lists(FACTS, min_size=4, max_size=4)):
        assert compiled(tuple(facts[field] for field in NAMES)) is value_of(guarded, facts)
    left_out = data.draw(st.sampled_from(guards))
    unguarded = Joined("and", (*(guard for guard in guards if guard != left_out), tree, left_out))
    assert f"{left_out.name} may be absent" in refusal(data.draw(written(unguarded)))


def leaves_of(tree: Tree) -> Iterator[Asks]:
    if isinstance(tree, Asks):
        yield tree
    elif isinstance(tree, Opposite):
        yield from leaves_of(tree.part)
    elif isinstance(tree, Joined):
        for part in tree.parts:
            yield from leaves_of(part)


# ---- random text -------------------------------------------------------------------------------

PIECES = [
    *NAMES, "red", "present", "and", "or", "not", "in", "(", ")", "{", "}", ",", "..", ".", "==", "!=", "<",
    "<=", ">", ">=", "=", "0", "7", "12", "totl", "", "\u00a0", "\x00", "'",
]  # fmt: skip
LIKELY = st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(), LIKELY))
def test_random_text_is_an_expression_or_an_event_error(text: str) -> None:
    try:
        event = Event.parse(text, FIELDS)
    except EventError as error:
        message = str(error)
        assert message.isprintable()
        where = re.search(r" at character ([0-9]+): ", message)
        assert where is not None
        assert 1 <= int(where[1]) <= len(text) + 1
        return
    assert event.fields <= set(NAMES)
    assert event.compile(NAMES)(tuple(ROW[name] for name in NAMES)) in (True, False)
    assert Event.parse(event.text, FIELDS).tree == event.tree
