"""Two hands a second time: every deal of a small deck, card by card.

Nothing here is clever. Each dealer's hand is set by a rule that is given; each of the player's hands that
the cards left can make is set by a rule, or in every legal way in turn; and every deal is
compared and counted by itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from everydeal.reference.hand import USUAL, Card, Options, legal, value

Value = tuple[int, ...]
# The values of back and front.
Setting = tuple[Value, Value]
# Chooses one of the legal settings of a hand, and says what it counts under.
Rule = Callable[[tuple[Card, ...], Sequence[Setting]], tuple[Setting, str]]


@dataclass
class Count:
    """Deals that the player wins, pushes and loses."""

    win: int = 0
    push: int = 0
    lose: int = 0


def count(
    deck: Sequence[Card],
    dealer: Rule,
    player: Rule | None = None,
    options: Options = USUAL,
    *,
    copies_to_player: bool = False,
) -> dict[str, Count]:
    """The player's results over all deals of a deck, by what the dealer's hand counts under.

    Without a rule the player sees the dealer's set hand, and wins if any legal setting wins, else
    pushes if any does.
    """
    ways = _legal_settings(options)
    counts: dict[str, Count] = {}
    for shown in combinations(deck, 7):
        setting, label = dealer(shown, ways(shown))
        counted = counts.setdefault(label, Count())
        rest = [card for card in deck if card not in shown]
        for hand in combinations(rest, 7):
            tried = ways(hand) if player is None else [player(hand, ways(hand))[0]]
            best = max(_hands_won(setting, own, copies_to_player) for own in tried)
            if best == 2:
                counted.win += 1
            elif best == 1:
                counted.push += 1
            else:
                counted.lose += 1
    return counts


def joint(
    deck: Sequence[Card], dealer: Rule, player: Rule, options: Options = USUAL
) -> dict[tuple[str, str], int]:
    """How many deals count under each pair of dealer's and player's label."""
    ways = _legal_settings(options)
    counts: dict[tuple[str, str], int] = {}
    for shown in combinations(deck, 7):
        label = dealer(shown, ways(shown))[1]
        for hand in combinations([card for card in deck if card not in shown], 7):
            key = label, player(hand, ways(hand))[1]
            counts[key] = counts.get(key, 0) + 1
    return counts


def _hands_won(dealer: Setting, player: Setting, copies_to_player: bool) -> int:
    return sum(
        ours > theirs or (copies_to_player and ours == theirs)
        for ours, theirs in zip(player, dealer, strict=True)
    )


def _legal_settings(options: Options) -> Callable[[tuple[Card, ...]], list[Setting]]:
    """The legal settings of hands; what two and five cards make is looked at once."""
    worth = cache(lambda cards: value(cards, options))
    allowed = cache(lambda front, back: legal(front, back, options))

    @cache
    def settings(hand: tuple[Card, ...]) -> list[Setting]:
        found = []
        for front in combinations(hand, 2):
            back = tuple(card for card in hand if card not in front)
            if allowed(front, back):
                found.append((worth(back), worth(front)))
        return found

    return settings
