"""Shoes: how many of each kind of card are left in several decks."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from everydeal import cards
from everydeal.errors import InputError, shown

MAX_DECKS = 27
MIN_CARDS = 6
GRAMMAR = '"8 decks", "8 decks less 4d 4h 3xTs", "6 decks less Ah plus Kc", "cards 4xAs Kd 2c 7h"'


@dataclass(frozen=True)
class Shoe:
    """`counts[kind]` cards of each of the 52 kinds; `text` says it in words."""

    counts: tuple[int, ...]
    text: str

    def __post_init__(self) -> None:
        if len(self.counts) != 52 or any(type(n) is not int or n < 0 for n in self.counts):
            raise InputError("a shoe is 52 counts, none negative")
        if not MIN_CARDS <= self.cards <= 52 * MAX_DECKS:
            raise InputError(
                f"the shoe {shown(self.text)} holds {self.cards} cards; allowed: {MIN_CARDS} (a round may "
                f"need as many) to {52 * MAX_DECKS} (beyond {MAX_DECKS} decks counts could pass 2^63)"
            )

    @property
    def cards(self) -> int:
        """How many cards the shoe holds."""
        return sum(self.counts)

    @classmethod
    def of_decks(cls, decks: int) -> "Shoe":
        """Whole decks, 1 to 27.

        >>> Shoe.of_decks(8).cards
        416
        """
        if type(decks) is not int:
            raise TypeError(f"a number of decks is an integer, not {shown(decks)}")
        if not 1 <= decks <= MAX_DECKS:
            raise InputError(f"{decks} decks; allowed: 1 to {MAX_DECKS}, beyond which counts could pass 2^63")
        return cls((decks,) * 52, plural(decks))

    @classmethod
    def parse(cls, text: str) -> "Shoe":
        """A shoe in words: whole decks, less or plus some cards, or just the cards there are.

        >>> Shoe.parse("8 decks less 4d 4h 2x4s").cards
        412
        """
        if not isinstance(text, str):
            raise TypeError(f"a shoe is text such as '8 decks less 4d', not {shown(text)}")
        words = re.findall(r"[^\s,]+", text)
        head, rest = words[:2], words[2:]
        if head[:1] == ["cards"]:
            counts = [0] * 52
            rest = ["plus", *words[1:]]
        elif len(head) == 2 and re.fullmatch(r"[0-9]{1,3}", head[0]) and head[1] in ("deck", "decks"):
            counts = list(cls.of_decks(int(head[0])).counts)
        else:
            raise InputError(f"{shown(text)} is no shoe; allowed: {GRAMMAR}")
        return cls(tuple(_changed(counts, rest, text)), " ".join(words))


def plural(decks: int) -> str:
    """`1 deck`, `8 decks`."""
    return f"{decks} deck" + ("s" if decks != 1 else "")


def _changed(counts: list[int], words: Iterable[str], text: str) -> list[int]:
    sign = 0
    waiting = False  # a less or plus has no card yet
    for word in words:
        if word in ("less", "plus"):
            if waiting:
                raise InputError(f"{shown(text)}: a card is missing; allowed: {GRAMMAR}")
            sign = -1 if word == "less" else 1
            waiting = True
            continue
        times = re.match(r"([0-9]{1,4})[x×](?=.)", word)
        if not sign:
            raise InputError(f"{shown(text)}: before {shown(word)}: expected less or plus")
        try:
            card = cards.kind(word[times.end() :] if times else word)
        except InputError as error:
            raise InputError(f"{shown(text)}: {error}") from None
        copies = int(times[1]) if times else 1
        if not copies:
            raise InputError(f"{shown(text)}: {shown(word)} is no card at all; allowed: 1x and more")
        waiting = False
        counts[card] += sign * copies
        if counts[card] < 0:
            raise InputError(f"{shown(text)}: takes out more {cards.name(card)} than the shoe holds")
    if waiting:
        raise InputError(f"{shown(text)}: a card is missing; allowed: {GRAMMAR}")
    return counts
