"""The phrases of a house way's targets: what goes in front, what stays behind. See `docs/house-way.md`."""

import re
from dataclasses import dataclass

from everydeal.errors import InputError, alternatives, shown
from everydeal.facts import words
from everydeal.ranking import CATEGORIES

RANKS = "23456789TJQKA"
NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_PLURALS = {name + ("es" if name == "six" else "s"): at for at, name in enumerate(NAMES)}
_SHORT = {rank: at for at, rank in enumerate(RANKS)} | {"10": 8}
_RANK_WORDS = {
    **{name: at for at, name in enumerate(NAMES)},
    **_PLURALS,
    **{short.lower(): at for short, at in _SHORT.items()},
    **{f"{short.lower()}s": at for short, at in _SHORT.items()},
}
_ACE = 12


def _plain(text: str) -> str:
    """A phrase in lower case, without articles."""
    return " ".join(word for word in text.lower().split() if word not in ("a", "an", "the"))


# What two cards are worth, in order: (1, rank, -1) a pair, (0, high, low) no pair.
Worth = tuple[int, int, int]
_LOWEST: Worth = (0, 1, 0)
_HIGHEST: Worth = (1, _ACE, -1)
_LOWEST_PAIR: Worth = (1, 0, -1)

# Fronts that name their cards: facts of the seven cards, or ranks.
_NAMED = {
    "high pair": ("pairs[0]", "pairs[0]"),
    "low pair": ("lowest(pairs)", "lowest(pairs)"),
    "two of the four": ("fours[0]", "fours[0]"),
    "two of the three": ("threes[0]", "threes[0]"),
    "two highest singletons": ("singletons[0]", "singletons[1]"),
    "second and third highest singletons": ("singletons[1]", "singletons[2]"),
}
FRONTS = (
    "pair", "highest pair", "pair of kings", "pair of sevens or better", "pair of nines or lower", *_NAMED,
    "an ace and the highest singleton", "ace-high", "king-high or better", "ace-king", "ace-jack or better",
)  # fmt: skip
_STRAIGHTS = ("straight", "straight_flush", "royal_flush")
_FLUSHES = ("flush", "straight_flush", "royal_flush")
_ANY = {
    "straight": frozenset(_STRAIGHTS),
    "flush": frozenset(_FLUSHES),
    "straight flush": frozenset(_STRAIGHTS[1:]),
}
_BACKS = {_plain(words(category)): category for category in CATEGORIES}
BACKS = (
    *map(words, CATEGORIES), "full house or two pair", "three of a kind or better", "pair of aces",
    "pair of sevens or better", "pair of sevens or lower", *(f"any {name}" for name in _ANY),
    "any straight or flush",
)  # fmt: skip


@dataclass(frozen=True)
class Front:
    """What the two cards in front must be.

    `named`: the two cards' ranks, each a rank or the name of a fact of the seven cards, or None.
    `low`, `high`: what they are worth, both included.
    """

    text: str = ""
    named: tuple[str, str] | None = None
    low: Worth = _LOWEST
    high: Worth = _HIGHEST


@dataclass(frozen=True)
class Back:
    """What the five cards behind must make.

    One of `categories`; or one of `ranked` with the first rank that decides from `low` to `high`,
    numbers 0 to 12.
    """

    text: str = ""
    categories: frozenset[str] = frozenset(CATEGORIES)
    ranked: frozenset[str] = frozenset()
    low: int = 0
    high: int = _ACE


def front(text: str) -> Front:
    """Read a `front` phrase. Raises InputError."""
    named: tuple[str, str] | None = None
    low, high = _LOWEST, _HIGHEST
    for part in text.split(","):
        found = _front(part, text)
        if found.named and named:
            raise InputError(f"{shown(text)}: names its cards twice; allowed: once, and bounds")
        named = found.named or named
        low, high = max(low, found.low), min(high, found.high)
    if low > high:
        raise InputError(f"{shown(text)}: no two cards are all of it")
    if named:
        pair = named[0] == named[1]
        if (pair and high < _LOWEST_PAIR) or (not pair and low >= _LOWEST_PAIR):
            raise InputError(f"{shown(text)}: no two cards are all of it")
    return Front(" ".join(text.split()), named, low, high)


def _front(part: str, whole: str) -> Front:
    plain = _plain(part)
    if plain in ("pair", "highest pair", "highest possible pair"):
        return Front(low=_LOWEST_PAIR)
    for name, cards in _NAMED.items():
        if plain == _plain(name):
            return Front(named=cards)
    if match := re.fullmatch(r"(?:pair of|two) (\S+)( or better| or lower)?", plain):
        rank = _rank(match[1], part)
        bounds = {None: (rank, rank), " or better": (rank, _ACE), " or lower": (0, rank)}
        least, most = bounds[match[2]]
        return Front(low=(1, least, -1), high=(1, most, -1))
    if match := re.fullmatch(r"(\S+) and highest singleton", plain):
        return Front(named=(RANKS[_rank(match[1], part)], "singletons[0]"))
    if match := re.fullmatch(r"([^\s-]+)-([^\s-]+)( or better)?", plain):
        high = _rank(match[1], part)
        kicker = None if match[2] == "high" else _rank(match[2], part)
        if high == 0 or (kicker is not None and kicker >= high):
            raise InputError(
                f"{shown(part.strip())}: no such two cards; the second card is lower than the first"
            )
        low: Worth = (0, high, 0 if kicker is None else kicker)
        top: Worth = (0, high, high - 1 if kicker is None else kicker)
        return Front(low=low, high=_HIGHEST if match[3] else top)
    raise InputError(f"{shown(whole)}: unknown phrase; {alternatives(plain, FRONTS)}")


def back(text: str) -> Back:
    """Read a `behind` phrase. Raises InputError."""
    plain = _plain(text)
    whole = " ".join(text.split())
    if plain.startswith("any "):
        kinds = [part.removeprefix("any ") for part in plain.split(" or ")]
        if all(kind in _ANY for kind in kinds):
            return Back(whole, frozenset().union(*(_ANY[kind] for kind in kinds)))
    if match := re.fullmatch(r"pair of (\S+)( or better| or lower)?", plain):
        rank = _rank(match[1], text)
        above = frozenset(CATEGORIES[2:]) if match[2] == " or better" else frozenset[str]()
        bounds = {None: (rank, rank), " or better": (rank, _ACE), " or lower": (0, rank)}
        return Back(whole, above, frozenset({"pair"}), *bounds[match[2]])
    if plain.endswith(" or better") and plain.removesuffix(" or better") in _BACKS:
        at = CATEGORIES.index(_BACKS[plain.removesuffix(" or better")])
        return Back(whole, frozenset(CATEGORIES[at:]))
    parts = plain.split(" or ")
    for part in parts:
        if part not in _BACKS:
            raise InputError(f"{shown(text)}: unknown phrase; {alternatives(plain, BACKS)}")
    if len(set(parts)) < len(parts):
        raise InputError(f"{shown(text)}: names a kind of hand twice; allowed: each once")
    return Back(whole, frozenset(_BACKS[part] for part in parts))


def _rank(word: str, phrase: str) -> int:
    if word not in _RANK_WORDS:
        raise InputError(
            f"{shown(phrase.strip())}: {shown(word)} is no rank; {alternatives(word, (*NAMES, *RANKS))}"
        )
    return _RANK_WORDS[word]
