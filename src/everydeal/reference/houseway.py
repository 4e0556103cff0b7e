"""House ways a second time: a file is read, and all settings of a hand are tried against it.

A condition becomes a function of the hand, a phrase such as "low pair" a function of the hand and
one setting. Nothing is checked that only a wrong file needs, beyond what cannot be read at all.

`classes` goes through all hands of seven cards by ranks and by the suit that makes a flush: hands
of a class differ in nothing that a house way may ask for.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, prod
from operator import eq, ge, gt, itemgetter, le, lt, ne
from pathlib import Path
from typing import Any, NamedTuple

import everydeal.reference.hand as poker
from everydeal.reference.hand import JOKER, SUITS, Card, Options, Reading

Value = tuple[int, ...]

# The places of the two cards in front, and of the five behind.
SPLITS = [
    (itemgetter(*front), itemgetter(*(place for place in range(7) if place not in front)))
    for front in combinations(range(7), 2)
]
LISTS = {"singletons": 1, "pairs": 2, "threes": 3, "fours": 4}
LETTERS = {letter: rank for rank, letter in enumerate(poker.RANKS, start=2)} | {"10": 10}
WORDS = "two three four five six seven eight nine ten jack queen king ace"
NAMES = {name: rank for rank, name in enumerate(WORDS.split(), start=2)}
COMPARE: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
# What a phrase means behind; any other category is just that.
ANY = {
    "any straight": ("straight", "straight_flush", "royal_flush"),
    "any flush": ("flush", "straight_flush", "royal_flush"),
    "any straight flush": ("straight_flush", "royal_flush"),
}


class UnsetError(Exception):
    """No clause covers a hand, or no legal setting satisfies any target of the clause."""


# ---- a hand and its settings --------------------------------------------------------------------


class Setting(NamedTuple):
    """A legal setting: what front and back make, and how each compares."""

    front: Reading
    back: Reading
    front_value: Value
    back_value: Value


@cache
def _two(ranks: Value, options: Options) -> tuple[Reading, Value]:
    """What two cards make and how they compare."""
    made = poker.read([(ranks[0], SUITS[0]), (ranks[1], SUITS[1])])
    return made, poker.strength(made, 2, options)


@cache
def _five(ranks: Value, suited: bool, joker: bool, options: Options) -> tuple[Reading, Value, frozenset[str]]:
    """What five cards make at best, how they compare, and every category that they can make.

    `ranks` is sorted; `suited` says whether all natural cards have one suit.
    """
    natural = list(ranks)
    if joker:
        natural.remove(poker.ACE)
    five = [(rank, SUITS[0 if suited else place % 4]) for place, rank in enumerate(natural)]
    made = poker.readings([*five, JOKER] if joker else five)
    best = max(made, key=lambda reading: poker.strength(reading, 5, options))
    able = frozenset(name for category, _ in made for name in (category, *poker.INCLUDES[category]))
    return best, poker.strength(best, 5, options), able


class Hand:
    """Seven cards, their facts and their legal settings, to be shared between house ways.

    Settings are distinct in how front and back compare, and go from the highest front down, of
    equal fronts from the highest back down.
    """

    def __init__(self, cards: Iterable[Card], options: Options = poker.USUAL) -> None:
        self.cards = tuple(sorted(cards, reverse=True))
        self.options = options
        self.held = {name: poker.held(self.cards, copies) for name, copies in LISTS.items()}
        ranks, suits = zip(*self.cards, strict=True)
        self._fives, found = [], {}
        for in_front, behind in SPLITS:
            front, front_value = _two(in_front(ranks), options)
            back_suits = set(behind(suits))
            five = _five(behind(ranks), len(back_suits - {""}) == 1, "" in back_suits, options)
            back, back_value, _ = five
            self._fives.append(five)
            # Tuples compare alike: the first difference decides, and if there is none, the length.
            equal = back_value[: len(front_value)] == front_value
            if back_value > front_value and not (equal and options.equal_front == "foul"):
                found[front_value, back_value] = Setting(front, back, front_value, back_value)
        self.settings = [found[values] for values in sorted(found, reverse=True)]

    @cached_property
    def best(self) -> Reading:
        """The best that the seven cards make."""
        return max(self._fives, key=lambda five: five[1])[0]

    @cached_property
    def able(self) -> frozenset[str]:
        """Every category that some of the cards make, with any use of the joker."""
        return frozenset(category for _, _, able in self._fives for category in able)

    def place(self, category: str) -> int:
        """Where a category stands in the order of hands."""
        return poker.categories(5, self.options).index(category)


# ---- `when` -------------------------------------------------------------------------------------

Condition = Callable[[Hand], bool]
Number = Callable[[Hand], int]  # numbers, ranks, places of categories; an IndexError if absent


class When:
    """Reads a condition: `When(text, terms).condition` is a function of a hand."""

    def __init__(self, text: str, terms: Mapping[str, Condition]) -> None:
        self.text, self.terms = text, terms
        self.words: list[str] = [*re.findall(r"has\.\w+|\w+|\.\.|[=!<>]=|\S", text), "the end"]
        self.condition = self.either()
        self.take("the end")

    def next_is(self, *words: str) -> bool:
        """Whether these words come next; then they are taken."""
        if self.words[: len(words)] != [*words]:
            return False
        del self.words[: len(words)]
        return True

    def take(self, *among: str) -> str:
        """Take the next word, one of these."""
        if self.words[0] not in among:
            raise ValueError(f"{self.text!r}: {self.words[0]!r} is none of {', '.join(among)}")
        return self.words.pop(0)

    def either(self) -> Condition:
        """A or B or ..."""
        parts = [self.both()]
        while self.next_is("or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else lambda hand: any(part(hand) for part in parts)

    def both(self) -> Condition:
        """A and B and ..."""
        parts = [self.one()]
        while self.next_is("and"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else lambda hand: all(part(hand) for part in parts)

    def one(self) -> Condition:
        """A fact, a term, a comparison; what is in parentheses; or the contrary of one of these."""
        if self.next_is("not"):
            inner = self.one()
            return lambda hand: not inner(hand)
        if self.next_is("("):
            inner = self.either()
            self.take(")")
            return inner
        if self.next_is("present", "("):
            number = self.number()
            self.take(")")
            return lambda hand: _present(number, hand)
        if self.next_is("joker"):
            return lambda hand: JOKER in hand.cards
        if self.words[0] in self.terms:
            return self.terms[self.words.pop(0)]
        if self.words[0].startswith("has."):
            category = self.take(*(f"has.{name}" for name in poker.INCLUDES)).removeprefix("has.")
            return lambda hand: category in hand.able
        return self.comparison()

    def comparison(self) -> Condition:
        """A number compared, or sought in a range or a set."""
        left, negated = self.number(), self.next_is("not")
        if negated or self.words[0] == "in":
            self.take("in")
            braces = self.next_is("{")
            ranges = [self.range()]
            while braces and self.take(",", "}") == ",":
                ranges.append(self.range())
            return lambda hand: negated != any(low(hand) <= left(hand) <= high(hand) for low, high in ranges)
        compare, right = COMPARE[self.take(*COMPARE)], self.number()
        return lambda hand: compare(left(hand), right(hand))

    def range(self) -> tuple[Number, Number]:
        """A range, or a single number."""
        low = self.number()
        return low, self.number() if self.next_is("..") else low

    def number(self) -> Number:
        """A number, a rank, a category, or a fact that is one of them."""
        word = self.words[0]
        if word in LETTERS or word.isdigit():
            literal = LETTERS.get(self.words.pop(0)) or int(word)
            return lambda _: literal
        word = self.take(*poker.INCLUDES, "hand", "suited_run", "best", *LISTS, "number", "lowest", "count")
        if word in poker.INCLUDES:
            return lambda hand: hand.place(word)
        if word == "hand":
            return lambda hand: hand.place(hand.best[0])
        if word == "suited_run":
            return lambda hand: poker.suited_run(hand.cards)
        if word in ("best", *LISTS):
            self.take("[")
            place = int(self.take(*"0123456"))
            self.take("]")
            if word == "best":
                return lambda hand: hand.best[1][place]
            return lambda hand: hand.held[word][place]
        self.take("(")
        argument = self.take(*(LETTERS if word == "count" else LISTS))
        self.take(")")
        if word == "number":
            return lambda hand: len(hand.held[argument])
        if word == "lowest":
            return lambda hand: hand.held[argument][-1]
        return lambda hand: sum(card[0] == LETTERS[argument] for card in hand.cards if card != JOKER)


def _present(number: Number, hand: Hand) -> bool:
    try:
        number(hand)
    except IndexError:
        return False
    return True


# ---- `set` --------------------------------------------------------------------------------------

Test = Callable[[Hand, Setting], bool]


def _rank(word: str) -> int:
    """A rank, written out or as on the cards, one or several: king, sixes, 7s, K."""
    for name in (word, word.removesuffix("s"), word.removesuffix("es")):
        if name in NAMES or name in LETTERS:
            return NAMES[name] if name in NAMES else LETTERS[name]
    raise ValueError(f"no rank: {word!r}")


def _high_first(*ranks: int) -> Value:
    return tuple(sorted(ranks, reverse=True))


def _bare(phrase: str) -> str:
    """A phrase without the article before it."""
    return re.sub(r"^(a|an|the) ", "", phrase.strip())


def _front(phrase: str) -> Test:
    """What one phrase asks of the front."""
    match _bare(phrase).split():
        case ["pair"] | ["highest", "pair"]:
            return lambda _, made: made.front[0] == "pair"
        case ["high", "pair"]:
            return lambda hand, made: made.front == ("pair", tuple(hand.held["pairs"][:1]))
        case ["low", "pair"]:
            return lambda hand, made: made.front == ("pair", tuple(hand.held["pairs"][-1:]))
        case ["two", "of", "the", ("four" | "three") as copies]:
            return lambda hand, made: made.front == ("pair", tuple(hand.held[f"{copies}s"][:1]))
        case ["two", "highest", "singletons"]:
            return lambda hand, made: made.front == ("high_card", tuple(hand.held["singletons"][:2]))
        case ["second", "and", "third", "highest", "singletons"]:
            return lambda hand, made: made.front == ("high_card", tuple(hand.held["singletons"][1:3]))
        case [word, "and", "the", "highest", "singleton"]:
            rank = _rank(word)
            return lambda hand, made: (
                made.front == ("high_card", _high_first(rank, *hand.held["singletons"][:1]))
            )
        case ["pair", "of", word] | ["two", word]:
            rank = _rank(word)
            return lambda _, made: made.front == ("pair", (rank,))
        case ["pair", "of", word, "or", ("better" | "lower") as bound]:
            rank, within = _rank(word), COMPARE[">=" if bound == "better" else "<="]
            return lambda _, made: made.front[0] == "pair" and within(made.front[1][0], rank)
        case [word, *better] if "-" in word and better in ([], ["or", "better"]):
            ranks = tuple(_rank(part) for part in word.removesuffix("-high").split("-"))
            if better:
                return lambda _, made: made.front[0] == "pair" or made.front[1] >= ranks
            return lambda _, made: made.front[0] == "high_card" and made.front[1][: len(ranks)] == ranks
    raise ValueError(f"no front: {phrase!r}")


def _behind(phrase: str) -> Test:
    """What a phrase asks of the back; `any straight or flush` is any straight, or a flush."""
    parts = re.split(r" or (?!better$)", phrase)
    if len(parts) > 1:
        tests = [_behind(part) for part in parts]
        return lambda hand, made: any(test(hand, made) for test in tests)
    bare, better = _bare(phrase).removesuffix(" or better"), phrase.endswith(" or better")
    if bare.startswith("pair of "):
        rank = _rank(bare.removeprefix("pair of "))
        if better:
            return lambda hand, made: made.back_value >= (hand.place("pair"), rank)
        return lambda _, made: made.back[0] == "pair" and made.back[1][0] == rank
    among = ANY.get(bare, (bare.replace(" ", "_"),))
    if among[0] not in poker.INCLUDES or (better and bare in ANY):
        raise ValueError(f"nothing to stay behind: {phrase!r}")
    if better:
        return lambda hand, made: made.back_value[0] >= hand.place(among[0])
    return lambda _, made: made.back[0] in among


def _target(table: Mapping[str, Any]) -> Test:
    """What one table of `set` asks of a setting."""
    if [*table] == ["better_of"]:
        either = [_target(one) for one in table["better_of"]]
        return lambda hand, made: any(test(hand, made) for test in either)
    if not table or table.keys() - {"front", "behind"}:
        raise ValueError(f"no target: {table}")
    tests = [_front(phrase) for phrase in table["front"].split(",")] if "front" in table else []
    tests += [_behind(table["behind"])] if "behind" in table else []
    return tests[0] if len(tests) == 1 else lambda hand, made: all(test(hand, made) for test in tests)


# ---- house ways ---------------------------------------------------------------------------------


class Set(NamedTuple):
    """How a house way sets a hand, by which clause and which target in its `set`, from 0.

    Dominated: another legal setting is nowhere worse, once better. Tied: the highest front that the
    target allows leaves several backs that compare differently.
    """

    clause: str
    target: int
    front: Reading
    back: Reading
    front_value: Value
    back_value: Value
    dominated: bool
    tied: bool


class Clause(NamedTuple):
    """One clause: its name, when it decides (None: always), and its targets in order."""

    name: str
    when: Condition | None
    targets: list[Test]


class HouseWay:
    """Conditions by name, and clauses in the order in which they are tried."""

    def __init__(self, terms: dict[str, Condition], clauses: list[Clause]) -> None:
        self.terms, self.clauses = terms, clauses
        if any(clause.when is None for clause in clauses[:-1]):
            raise ValueError("a clause without `when` is not the last")

    @classmethod
    def read(cls, path: Path) -> "HouseWay":
        """A house way from a file; what it extends is `ID.toml` beside it, or a path from there."""
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        terms: dict[str, Condition] = {}
        clauses: list[Clause] = []
        if "extends" in document["house_way"]:
            extended = document["house_way"]["extends"]
            bundled = path.with_name(f"{extended}.toml")
            base = cls.read(bundled if bundled.exists() else path.parent / extended)
            terms, clauses = {**base.terms}, [*base.clauses]
        for name, text in document.get("terms", {}).items():
            terms[name] = When(text, terms).condition
        clauses += [_clause(table, terms) for table in document.get("clause", [])]
        for table in document.get("replace", []):
            place = [clause.name for clause in clauses].index(table["name"])
            clauses[place] = _clause(table, terms)
        return cls(terms, clauses)

    def set(self, hand: Hand) -> Set:
        """How it sets a hand; an UnsetError if it does not say, or asks for what cannot be."""
        clause = next((one for one in self.clauses if one.when is None or one.when(hand)), None)
        if clause is None:
            raise UnsetError(f"no clause for {hand.cards}")
        for place, target in enumerate(clause.targets):
            satisfying = [setting for setting in hand.settings if target(hand, setting)]
            if satisfying:
                made = satisfying[0]
                no_worse = [other for other in hand.settings if other.back_value >= made.back_value]
                dominated = any(other != made and other.front_value >= made.front_value for other in no_worse)
                tied = len(satisfying) > 1 and satisfying[1].front_value == made.front_value
                return Set(clause.name, place, *made, dominated, tied)
        raise UnsetError(f"no legal setting of {hand.cards} satisfies {clause.name!r}")


def _clause(table: Mapping[str, Any], terms: Mapping[str, Condition]) -> Clause:
    when = When(table["when"], terms).condition if "when" in table else None
    return Clause(table["name"], when, [_target(target) for target in table["set"]])


# ---- all hands ----------------------------------------------------------------------------------


@cache
def _flush_free(counts: tuple[int, ...], flush: int) -> tuple[tuple[tuple[str, ...], ...], int]:
    """Suits for so many cards of each of some ranks, no suit `flush` times: one way, and how many."""
    ways = [
        way
        for way in product(*(combinations(SUITS, count) for count in counts))
        if max(Counter(chain(*way)).values()) < flush
    ]
    return ways[0], len(ways)


def rank_classes(joker: bool) -> Iterator[tuple[tuple[Card, ...], int]]:
    """For all ranks of natural cards a hand without a flush, and how many such hands there are.

    49,205 classes without the joker, 18,395 with it; none is empty, as any seven cards have ranks
    that four suits hold without a flush.
    """
    for ranks in combinations_with_replacement(range(2, 15), 6 if joker else 7):
        copies = Counter(ranks).most_common()
        if copies[0][1] <= len(SUITS):
            suits, number = _flush_free(tuple(count for _, count in copies), 4 if joker else 5)
            cards = [(rank, suit) for (rank, _), some in zip(copies, suits, strict=True) for suit in some]
            yield (*cards, *[JOKER] * joker), number


def flush_classes(joker: bool) -> Iterator[tuple[tuple[Card, ...], int]]:
    """For all ranks in a flush's suit and all ranks beside it a hand, and how many such there are.

    141,141 classes without the joker, 83,512 with it. Beside a flush are two cards at most.
    """
    suit, others = SUITS[0], SUITS[1:]
    natural, flush = (6, 4) if joker else (7, 5)
    for suited in range(flush, natural + 1):
        for ranks in combinations(range(2, 15), suited):
            for beside in combinations_with_replacement(range(2, 15), natural - suited):
                copies = Counter(beside)
                cards = [(rank, suit) for rank in ranks]
                cards += [(rank, other) for rank in copies for other in others[: copies[rank]]]
                number = len(SUITS) * prod(comb(len(others), count) for count in copies.values())
                yield (*cards, *[JOKER] * joker), number


def classes() -> Iterator[tuple[tuple[Card, ...], int]]:
    """A hand of each of the 292,253 classes of seven cards, and how many hands are in the class."""
    for joker in (False, True):
        yield from rank_classes(joker)
        yield from flush_classes(joker)
