"""Worked examples: deals that the engine itself resolves, for every way that a wager can end.

Deals come from a seeded shuffle, so they are the same every time. A deal is looked at through the few facts
that a wager asks for; one that is shown is then resolved as `everydeal play` does, and must end so.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from everydeal import cards, symbolic
from everydeal.errors import InputError, InternalCheckError
from everydeal.events import Value
from everydeal.exact import grouped
from everydeal.games import Configuration, Deal
from everydeal.report.document import Block, Cards, Heading, Paragraph, Piece
from everydeal.returns import WagerReturn
from everydeal.settlement import resolve
from everydeal.sheet.model import Line, Wager

if TYPE_CHECKING:
    from everydeal.appendix import Made
    from everydeal.houseway.check import Checked

SEED = 20210528
ENDS = ("wins", "pushes", "loses")
# Deals that are sought through: about a second of work for each space at most.
_FACTS, _SEVEN = 1_500, 20_000
_Deal = tuple[int, ...]
_RUN = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)(?: (?:[2-9TJQKA][cdhs]|Jk))+\b")
_Facts = Mapping[str, Value]


def examples(made: "Made") -> Iterator[Block]:
    """For each wager a deal that wins, one that pushes, one that loses; for each clause a hand."""
    certificate = made.certificate
    sheet = certificate.sheet
    number = made.example
    configuration, counted = made.configurations[number], certificate.configurations[number]
    words = made.options.playing or f"everydeal play {sheet.id}"
    yield Paragraph(
        "Each deal is a real one, the first from a seeded shuffle that ends so, resolved by the engine "
        f"itself, step by step. Configuration: {configuration.title}. Cards stand in the order in which they "
        f"are dealt and everydeal play takes them. To see one again, with all wagers: {words} CARDS."
    )
    by_id = {wager.id: wager for wager in sheet.wagers}
    spaces = dict.fromkeys(by_id[priced.id].space for priced in counted.wagers)
    wagers = [(by_id[priced.id], priced) for priced in counted.wagers]
    sought = {
        space: _Sought(configuration, space, [each for each in wagers if each[0].space == space], sheet.file)
        for space in spaces
    }
    for wager, priced in wagers:
        yield Heading(f"{wager.title} ({wager.id})", 2)
        yield sought[wager.space].items(wager, priced)
    for found in sheet.game.checked_ways():
        yield Heading(f"Each clause of the House Way {found.way.id}", 2)
        yield Paragraph("A hand that the clause sets, and how: the cards in front, then those behind.")
        yield _clauses(found)


def _clauses(found: "Checked") -> Cards:
    from everydeal.houseway.explain import Dealt

    items: list[list[Piece]] = []
    dealt = Dealt(found.way, found.ranking)
    for number, (clause, count) in enumerate(zip(found.way.clauses, found.clauses, strict=True), 1):
        if not count.hands.examples:
            items.append([f"{number}. {clause.name}: never fires."])
            continue
        hand = count.hands.examples[0]
        (explained,) = dealt.set([hand])
        if explained.clause != clause.name:
            raise InternalCheckError(f"{cards.names(hand)} is set by another clause than {clause.name}")
        head = f"{number}. {clause.name} ({explained.target}): "
        front, back = _names(explained.front), _names(explained.back)
        items.append([head, _names(hand), " is set as ", front, " in front, ", back, " behind."])
    return Cards(items)


def _names(hand: _Deal) -> tuple[str, ...]:
    return tuple(map(cards.name, hand))


def _pieces(text: str, dealt: _Deal) -> Iterator[Piece]:
    """Words of the engine in pieces: runs of cards that were dealt are cards; `6s` alone may be sixes."""
    known = set(_names(dealt))
    end = 0
    for run in _RUN.finditer(text):
        names = run[0].split(" ")
        if known.issuperset(names):
            yield text[end : run.start()]
            yield tuple(names)
            end = run.end()
    yield text[end:]


@dataclass(frozen=True)
class _Decider:
    """A wager's lines, compiled over the fields that it asks for."""

    wager: Wager

    def __post_init__(self) -> None:
        names = tuple(sorted(self.wager.fields))
        groups = [
            [(line, line.event.compile(names) if line.event else lambda _: True) for line in group.lines]
            for group in self.wager.groups
        ]
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "groups", groups)

    def end(self, facts: _Facts) -> str:
        """How an outcome ends for the bettor."""
        row = tuple(facts[name] for name in self.names)  # type: ignore[attr-defined]
        lines = [
            next(line for line, holds in group if holds(row))
            for group in self.groups  # type: ignore[attr-defined]
        ]
        return _end(lines)


def _end(lines: Sequence[Line]) -> str:
    """An unknown pay counts as a win, as in the certificate."""
    if any(line.pay.unknown for line in lines):
        return "wins"
    net = sum((line.pay.net for line in lines), Fraction(0))
    return ENDS[0 if net > 0 else 1 if net == 0 else 2]


class _Sought:
    """Deals of one space, sought once for all its wagers."""

    def __init__(
        self,
        configuration: Configuration,
        space: str,
        wagers: Sequence[tuple[Wager, WagerReturn]],
        file: str,
    ) -> None:
        self.configuration, self.space, self.file = configuration, space, file
        fields = tuple(sorted({name for wager, _ in wagers for name in wager.fields}))
        look, self.most = _look(configuration, space, fields)
        deciders = [_Decider(wager) for wager, _ in wagers]
        missing = {(wager.id, end) for wager, priced in wagers for end in _possible(priced)}
        self.found: dict[tuple[str, str], _Deal] = {}
        for deal in islice(_deals(configuration), self.most):
            if not missing:
                break
            facts = look(deal)
            for decider in deciders:
                key = (decider.wager.id, decider.end(facts))
                if key in missing:
                    missing.remove(key)
                    self.found[key] = deal

    def items(self, wager: Wager, priced: WagerReturn) -> Cards:
        """The examples of a wager."""
        items: list[list[Piece]] = []
        for end in ENDS:
            title = end.capitalize()
            if end not in _possible(priced):
                items.append([f"{title}: no deal does."])
                continue
            deal = self.found.get((wager.id, end))
            if deal is None:
                most = grouped(self.most)
                items.append([f"{title}: too rare for an example, none in {most} deals of the shuffle."])
                continue
            dealt, resolved = self._resolved(wager, deal)
            lines = resolve(wager, resolved.facts[self.space], self.file)
            if _end(lines) != end:
                raise InternalCheckError(
                    f"the example of {wager.id} that {end} does not: {cards.names(dealt)}"
                )
            told = self.configuration.told(self.space, dealt, resolved)
            words = f"{told} {_decided(wager, lines)}"
            items.append([f"{title}: ", *_pieces(words, dealt)])
        return Cards(items)

    def _resolved(self, wager: Wager, deal: _Deal) -> tuple[_Deal, Deal]:
        """The fewest of a deal's cards that settle the wager, as dealt, and what becomes of them."""
        whole = self.configuration.play(deal)
        lines = resolve(wager, whole.facts[self.space], self.file)
        for number in range(self.configuration.deal_sizes[0], len(deal)):
            try:
                resolved = self.configuration.play(deal[:number])
            except InputError:  # another card is drawn
                continue
            if resolve(wager, resolved.facts[self.space], self.file) == lines:
                return deal[:number], resolved
        return deal, whole


def _possible(priced: WagerReturn) -> list[str]:
    """How the wager can end."""
    losses = priced.total - priced.hits - priced.pushes
    return [end for end, number in zip(ENDS, (priced.hits, priced.pushes, losses), strict=True) if number]


def _decided(wager: Wager, lines: Sequence[Line]) -> str:
    """Which lines decide, and the net win."""
    words = []
    for group, line in zip(wager.groups, lines, strict=True):
        head = f"{group.title}: " if group.title else ""
        words.append(f'{head}"{line.title}", {line.pay.words}')
    if any(line.pay.unknown for line in lines):
        net = symbolic.text(symbolic.expanded(sum(symbolic.of_pay(line.pay) for line in lines)))
    else:
        net = str(sum((line.pay.net for line in lines), Fraction(0)))
    return f"Decided by {'; '.join(words)}: net win {net} per unit bet."


def _deals(configuration: Configuration) -> Iterator[_Deal]:
    """Deals from seeded shuffles, endlessly."""
    _, number = configuration.deal_sizes
    deck = [kind for kind, copies in enumerate(configuration.deck) for _ in range(copies)]
    chance = random.Random(SEED).random  # of which Python says that it stays the same
    while True:
        for at in range(number):
            other = at + int(chance() * (len(deck) - at))
            deck[at], deck[other] = deck[other], deck[at]
        yield tuple(deck[:number])


def _look(
    configuration: Configuration, space: str, names: tuple[str, ...]
) -> tuple[Callable[[_Deal], _Facts], int]:
    """How to find the facts that wagers ask of a deal, and how many deals to look at."""
    hand = configuration.looked_at(space)
    if hand is None:
        return lambda deal: configuration.play(deal).facts[space], configuration.tries
    return lambda deal: hand.facts(names, deal), _SEVEN if hand.is_quick(names) else _FACTS
