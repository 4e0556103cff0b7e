"""A strategy for Ricochet Poker that fits on a page, and exactly what it gives up."""

from collections.abc import Mapping
from typing import NamedTuple

from everydeal import cards, facts
from everydeal.core.ricochet import Gain, Situation

MAX_LINES = 20
_SINGULAR = {"high_card": "a high card", "pair": "a pair", "straight": "a straight", "flush": "a flush"}


class Printable(NamedTuple):
    """Rules in words, and the sum over all draws of what they gain less than the best decisions."""

    lines: tuple[str, ...]
    gives_up: int


class _Kind(NamedTuple):
    """Situations that differ only in the dealer's leading rank and in whether the pocket is suited."""

    category: str
    pair: bool
    over: int
    live: int
    equal: bool


class _Rule(NamedTuple):
    """Play in situations of these kinds, up to a leading rank; `gain` is what that gains over folding."""

    kinds: tuple[_Kind, ...]
    up_to: int | None
    gain: int


def printable(offers: Mapping[Situation, Gain]) -> Printable:
    """The rules that gain most, each for a kind of situation "up to" a rank of the dealer's; else fold.

    Cost: a pass over the situations.
    """
    best = sum(offer.best for offer in offers.values())
    by_kind: dict[_Kind, dict[int, int]] = {}
    for situation, offer in offers.items():
        kind = _Kind(situation.category, situation.pair, situation.over, situation.live, situation.equal)
        gains = by_kind.setdefault(kind, {})
        gains[situation.lead] = gains.get(situation.lead, 0) + offer.play
    rules = []
    for category in facts.categories(5, False, "above-royal"):
        kinds = {kind: gains for kind, gains in by_kind.items() if kind.category == category}
        found = [rule for rule in (_up_to(kind, gains) for kind, gains in kinds.items()) if rule]
        if len(found) == len(kinds) > 1 and all(rule.up_to is None for rule in found):
            rules.append(_Rule(tuple(kinds), None, sum(rule.gain for rule in found)))
        else:
            rules += found
    kept = sorted(rules, key=lambda rule: -rule.gain)[: MAX_LINES - 1]
    rules = [rule for rule in rules if rule in kept]
    lines = [_words(rule, offers) for rule in rules]
    return Printable((*lines, "Else fold."), best - sum(rule.gain for rule in rules))


def _up_to(kind: _Kind, gains: Mapping[int, int]) -> _Rule | None:
    """The leading rank up to which playing gains most; None if it gains nothing up to any."""
    most, up_to, total = 0, -1, 0
    for lead in sorted(gains):
        total += gains[lead]
        if total > most:
            most, up_to = total, lead
    if not most:
        return None
    return _Rule((kind,), None if up_to == max(gains) else up_to, most)


def _words(rule: _Rule, offers: Mapping[Situation, Gain]) -> str:
    kind = rule.kinds[0]
    dealer = f"Against {_SINGULAR.get(kind.category, facts.words(kind.category))}"
    if rule.up_to is not None:
        lowest = min(found.lead for found in offers if found.category == kind.category)
        up_to = cards.RANKS[rule.up_to]
        dealer += f" of {up_to}" if rule.up_to == lowest else f" up to {up_to}"
    if len(rule.kinds) > 1:
        return f"{dealer}: play."
    return f"{dealer}, play {_holding(kind)}."


def _holding(kind: _Kind) -> str:
    if kind.pair:
        which = "lower" if not kind.over else "higher"
        return f"a {which} pair that is {'live' if kind.live else 'not live'}"
    number = ("no card", "one card", "two cards")[kind.over]
    live = ((), (", not live", ", live"), (", none live", ", one live", ", both live"))[kind.over]
    other = ", and one of its rank" if kind.equal else ""
    return f"{number} over it{live[kind.live] if live else ''}{other}"
