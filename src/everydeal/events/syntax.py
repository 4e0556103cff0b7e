"""From the text of a `when` expression to an untyped tree.

    either     = all ("or" all)*
    all        = negation ("and" negation)*
    negation   = "not" negation | primary
    primary    = "(" either ")" | "present" "(" NAME ")" | comparison
    comparison = atom [ ("==" | "!=" | "<" | "<=" | ">" | ">=") atom | ["not"] "in" members ]
    members    = range | "{" range ("," range)* "}"
    range      = atom [".." atom]
    atom       = NAME ["[" NUMBER "]" | "(" argument ("," argument)* ")"] | NUMBER
    argument   = NAME | NUMBER | CARD

Names may have dots; a place in a list, `pairs[0]`, and a function of cards, `count(J)`, are names too.
Nothing here knows which names exist: that is `check`'s business.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NoReturn

from everydeal.errors import EventError, shown

MAX_LENGTH = 4000
MAX_DEPTH = 40
COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")
KEYWORDS = ("and", "or", "not", "in", "present")

_TOKEN = re.compile(
    r"\s*(?:(?P<card>(?:10|[2-9TJQKA])[cdhs])(?![A-Za-z0-9_.])"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)|(?P<number>[0-9]+)"
    r"|(?P<sign>==|!=|<=|>=|\.\.|[][<>(){},]))"
)
# What people write from other languages, and what is meant here.
_HINTS = {"=": "==", "&": "and", "|": "or", "!": "not", "–": "..", "-": ".."}


@dataclass(frozen=True)
class Token:
    """A piece of the text; `kind` is card, name, number, sign or end."""

    kind: str
    text: str
    at: int


@dataclass(frozen=True)
class Atom:
    """A name or a number, not yet known to be a field or a value."""

    token: Token


@dataclass(frozen=True)
class Bare:
    """A name standing alone: a yes-or-no field."""

    atom: Atom


@dataclass(frozen=True)
class Comparison:
    """`left sign right`."""

    left: Atom
    sign: str
    right: Atom


@dataclass(frozen=True)
class Membership:
    """`left in {low..high, ...}`; a single value is a range of one."""

    left: Atom
    ranges: tuple[tuple[Atom, Atom], ...]


@dataclass(frozen=True)
class Presence:
    """`present(name)`."""

    atom: Atom


@dataclass(frozen=True)
class Negation:
    """`not part`."""

    part: "Node"


@dataclass(frozen=True)
class Junction:
    """Two or more parts joined by the same word, `and` or `or`."""

    word: str
    parts: tuple["Node", ...]


Node = Bare | Comparison | Membership | Presence | Negation | Junction


def fail(text: str, at: int, message: str) -> NoReturn:
    """Raise an EventError that quotes the expression and says at which character."""
    raise EventError(f"{shown(text)} at character {at + 1}: {message}")


def parse(text: str) -> Node:
    """The untyped tree of an expression. Raises EventError on anything malformed."""
    if len(text) > MAX_LENGTH:
        fail(text, MAX_LENGTH, f"longer than {MAX_LENGTH} characters")
    return _Parser(text).whole()


def _tokens(text: str) -> list[Token]:
    tokens = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if not match or match.lastgroup is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            hint = _HINTS.get(text[at])
            fail(text, at, f"unexpected {text[at]!r}" + (f"; write {hint!r}" if hint else ""))
        kind = match.lastgroup
        tokens.append(Token(kind, match[kind], match.start(kind)))
        at = match.end()
    tokens.append(Token("end", "the end", len(text)))
    return tokens


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.next = 0
        self.depth = 0

    def whole(self) -> Node:
        node = self.either()
        if self.peek().kind != "end":
            after = self.peek()
            chained = after.text in COMPARISONS
            self.fail(
                f"unexpected {shown(after.text)}"
                + ("; a range is written `name in 2..7`" if chained else "; expected `and`, `or` or the end")
            )
        return node

    def either(self) -> Node:
        return self.joined("or", self.all)

    def all(self) -> Node:
        return self.joined("and", self.negation)

    def joined(self, word: str, part: Callable[[], Node]) -> Node:
        parts = [part()]
        while self.took(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Junction(word, tuple(parts))

    def negation(self) -> Node:
        if self.took("not"):
            with self.deeper():
                return Negation(self.negation())
        return self.primary()

    def primary(self) -> Node:
        if self.took("("):
            with self.deeper():
                node = self.either()
            self.expect(")")
            return node
        if self.took("present"):
            self.expect("(")
            atom = self.atom()
            self.expect(")")
            return Presence(atom)
        return self.comparison()

    def comparison(self) -> Node:
        left = self.atom()
        if self.peek().text in COMPARISONS:
            return Comparison(left, self.take().text, self.atom())
        if self.took("in"):
            return Membership(left, self.members())
        if self.took("not"):
            self.expect("in")
            return Negation(Membership(left, self.members()))
        return Bare(left)

    def members(self) -> tuple[tuple[Atom, Atom], ...]:
        if self.peek().text == "[":
            self.fail("unexpected '['; write '{', as in {2, 4..6}")
        if not self.took("{"):
            return (self.range(),)
        ranges = [self.range()]
        while self.took(","):
            ranges.append(self.range())
        self.expect("}")
        return tuple(ranges)

    def range(self) -> tuple[Atom, Atom]:
        low = self.atom()
        return low, self.atom() if self.took("..") else low

    def atom(self) -> Atom:
        token = self.peek()
        if token.kind not in ("name", "number") or token.text in KEYWORDS:
            self.fail(f"expected a name or a number, found {shown(token.text)}")
        self.take()
        if token.kind == "name" and self.took("["):
            index = self.take()
            if index.kind != "number":
                fail(self.text, index.at, f"expected a number, counted from 0, found {shown(index.text)}")
            self.expect("]")
            return Atom(replace(token, text=f"{token.text}[{index.text}]"))
        if token.kind == "name" and self.took("("):
            arguments = [self.argument()]
            while self.took(","):
                arguments.append(self.argument())
            self.expect(")")
            return Atom(replace(token, text=f"{token.text}({', '.join(arguments)})"))
        return Atom(token)

    def argument(self) -> str:
        token = self.take()
        if token.kind not in ("name", "number", "card"):
            fail(self.text, token.at, f"expected a rank, a card or a name, found {shown(token.text)}")
        return token.text.replace("10", "T") if token.text[:2] == "10" else token.text

    def peek(self) -> Token:
        return self.tokens[self.next]

    def take(self) -> Token:
        token = self.peek()
        self.next += token.kind != "end"
        return token

    def took(self, text: str) -> bool:
        found = self.peek().kind != "end" and self.peek().text == text
        self.next += found
        return found

    def expect(self, text: str) -> None:
        if not self.took(text):
            self.fail(f"expected {text!r}, found {shown(self.peek().text)}")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nested more than {MAX_DEPTH} deep")
        yield
        self.depth -= 1

    def fail(self, message: str) -> NoReturn:
        fail(self.text, self.peek().at, message)
