"""One deal of pai gow: how the dealer sets, what the player can reach, exact odds."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from everydeal import cards
from everydeal.core.hand import Setting, settings
from everydeal.core.pairs import Results, Set
from everydeal.errors import InputError
from everydeal.exact import percent
from everydeal.games.pai_gow import SetBy
from everydeal.houseway.explain import Dealt, Explained, in_order, words
from everydeal.two_hands import RESULTS


def compared(front: int, back: int, against: Set, copies_to_player: bool) -> str:
    """The player's result, from scores of front and back against the dealer's."""
    lead = int(not copies_to_player)
    beats = (front >= against.front + lead) + (back >= against.back + lead)
    return RESULTS[2 - beats]


@dataclass(frozen=True)
class Advice:
    """A dealer's and a player's hand under one configuration of a game."""

    by: SetBy
    dealt_to_dealer: tuple[int, ...]
    dealt_to_player: tuple[int, ...]

    def __post_init__(self) -> None:
        for card in self.dealt_to_player:
            if card in self.dealt_to_dealer:
                raise InputError(f"{cards.name(card)} is in both hands")

    @cached_property
    def dealer(self) -> Explained:
        """How the dealer's house way sets."""
        return Dealt(self.by.way, self.by.game.ranking).set([self.dealt_to_dealer])[0]

    @cached_property
    def dealer_set(self) -> Set:
        """The scores of the dealer's set hand."""
        return Set(self.dealer.found.back_score, self.dealer.found.front_score)

    @property
    def _copies_to_player(self) -> bool:
        return self.by.game.copies == "player"

    @cached_property
    def reachable(self) -> list[tuple[Setting, str]]:
        """Every distinct legal setting of the player with its result, the best results first."""
        seen = set()
        found = []
        for setting in settings(self.by.game.ranking, self.dealt_to_player):
            key = (setting.front_score, setting.back_score)
            if setting.legal and key not in seen:
                seen.add(key)
                result = compared(*key, self.dealer_set, self._copies_to_player)
                found.append((setting, result))
        found.sort(key=lambda each: (RESULTS.index(each[1]), -each[0].front_score, -each[0].back_score))
        return found

    @cached_property
    def player(self) -> Explained | None:
        """How the player's house way sets; None for a player who answers as well as can be."""
        if self.by.answer is None:
            return None
        return Dealt(self.by.answer, self.by.game.ranking).set([self.dealt_to_player])[0]

    @property
    def best(self) -> str:
        """The best result that any legal setting reaches."""
        return self.reachable[0][1]

    @property
    def result(self) -> str:
        """What the player gets by the way in which it sets."""
        return self._result(self._copies_to_player)

    @property
    def result_with_copies(self) -> str:
        """The same for a player who banks and so wins copies."""
        return self._result(True)

    def _result(self, copies_to_player: bool) -> str:
        if self.player:
            found = self.player.found
            return compared(found.front_score, found.back_score, self.dealer_set, copies_to_player)
        results = [
            compared(each.front_score, each.back_score, self.dealer_set, copies_to_player)
            for each, _ in self.reachable
        ]
        return min(results, key=RESULTS.index)

    @property
    def player_words(self) -> str:
        """How the player sets, in a sentence."""
        if self.player:
            how, front, back = f"Set by {self.player.clause!r}", self.player.front, self.player.back
        else:
            setting = self.reachable[0][0]
            how, front, back = "Best set as", in_order(setting.front), in_order(setting.back)
        return f"{how}: {cards.names(front)} in front, {cards.names(back)} behind. Result: {self.result}."

    def lines(self) -> list[str]:
        """The advice as text."""
        ranking = self.by.game.ranking
        dealer = self.dealer
        lines = [
            f"Dealer {cards.names(self.dealt_to_dealer)}, set by {self.by.way.id}, {dealer.clause}:",
            f"  front {cards.names(dealer.front)}: {words(ranking, dealer.front)}",
            f"  back  {cards.names(dealer.back)}: {words(ranking, dealer.back)}",
            f"Player {cards.names(self.dealt_to_player)} can {self.best} at best:",
        ]
        for setting, result in self.reachable:
            front, back = in_order(setting.front), in_order(setting.back)
            lines.append(
                f"  {result:5} {cards.names(front)} | {cards.names(back)}: "
                f"{words(ranking, front)}; {words(ranking, back)}"
            )
        return lines

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "house_way": self.by.way.id,
            "dealer": self.dealer.as_data(),
            "hand": _names(self.dealt_to_player),
            "best": self.best,
            "settings": [
                {
                    "front": _names(in_order(setting.front)),
                    "back": _names(in_order(setting.back)),
                    "result": result,
                }
                for setting, result in self.reachable
            ],
        }


@dataclass(frozen=True)
class Odds:
    """How often the player wins, pushes and loses against one hand of the dealer, out of all hands left.

    `front` are the two cards to set in front, in place of what the house way says.
    """

    by: SetBy
    hand: tuple[int, ...]
    front: tuple[int, ...] | None = None

    @cached_property
    def dealer(self) -> Explained:
        """How the dealer's house way sets."""
        return Dealt(self.by.way, self.by.game.ranking).set([self.hand])[0]

    @cached_property
    def setting(self) -> tuple[tuple[int, ...], tuple[int, ...], Set]:
        """Front, back, and their scores. Raises InputError for a front that cannot be."""
        if self.front is None:
            found = self.dealer.found
            return self.dealer.front, self.dealer.back, Set(found.back_score, found.front_score)
        for setting in settings(self.by.game.ranking, self.hand):
            if set(setting.front) == set(self.front):
                if not setting.legal:
                    raise InputError(f"{cards.names(self.front)} in front is a foul")
                scores = Set(setting.back_score, setting.front_score)
                return in_order(setting.front), in_order(setting.back), scores
        raise InputError(f"{cards.names(self.front)}: the dealer's hand does not hold them")

    @cached_property
    def results(self) -> Results:
        """Exact counts."""
        return self.by.game.table.against_set(
            self.hand, self.setting[2], self.by.answer, self.by.game.copies == "player"
        )

    @property
    def total(self) -> int:
        """All hands of seven from the cards that the dealer does not hold."""
        return sum(self.results)

    def lines(self) -> list[str]:
        """The odds as text."""
        front, back, _ = self.setting
        how = f"set by {self.by.way.id}, {self.dealer.clause}" if self.front is None else "set as asked"
        ranking = self.by.game.ranking
        lines = [
            f"{self.by.id}",
            f"  dealer {cards.names(self.hand)}, {how}:",
            f"    front {cards.names(front)}: {words(ranking, front)}",
            f"    back  {cards.names(back)}: {words(ranking, back)}",
            f"  of {self.total:,} hands the player",
        ]
        for name, count in zip(("wins", "pushes", "loses"), self.results, strict=True):
            lines.append(f"    {name:7}{count:>12,}  {percent(Fraction(count, self.total))}")
        return lines

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; counts are strings."""
        front, back, _ = self.setting
        return {
            "configuration": self.by.id,
            "dealer": _names(self.hand),
            "front": _names(front),
            "back": _names(back),
            "clause": self.dealer.clause if self.front is None else None,
            "total": str(self.total),
            **{name: str(count) for name, count in zip(RESULTS, self.results, strict=True)},
        }


def _names(hand: Sequence[int]) -> list[str]:
    return [cards.name(card) for card in hand]
