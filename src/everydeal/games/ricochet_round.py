"""A round for one player: how it ends, and what a player who folds or plays decides for."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from everydeal import facts
from everydeal.errors import InputError
from everydeal.events import Boolean, Choice, Field, Value
from everydeal.games import Objective
from everydeal.ranking import CATEGORIES

ROUND = "round"
ENDS = {
    "kickout": "The dealer's hand is kicked out",
    "ahead": "The player's two cards are the highest hand showing",
    "fold": "The player folds",
    "win": "The player plays and wins",
    "lose": "The player plays and loses",
}
POT = {"kickout": 1, "ahead": 1, "fold": -1, "win": 1, "lose": -2}  # the player's net, in Antes
MADE = CATEGORIES[:10]
MAX_PAY = 2**31 - 1  # of the core, in units
MAX_STAKE = 2**17  # of the core's strategies: two Antes and what is paid beside the pot, in units

ROUND_FIELDS = (
    Field("end", Choice(tuple(ENDS)), "how the round ends for the player"),
    Field("hand", Choice(MADE, ordered=True), "what the player's five cards make, or would have made"),
    Field("ante_bonus", Boolean(), "the player's final hand is one that the Ante Bonus is paid on"),
)


@dataclass(frozen=True)
class Plays:
    """What a player decides for, where an Ante is `unit`.

    `bonus` is what is paid beside the pot to one who plays, by the hand made; `pays` by end and hand.
    """

    unit: int
    bonus: tuple[int, ...]
    pays: tuple[tuple[int, ...], ...]


def round_facts(bonus_on_kickout: bool, end: str, made: str | None) -> dict[str, Value]:
    """The facts of a round for one player; `made` is None if nobody knows what a hand would have made."""
    paid = end != "fold" and (bonus_on_kickout or end != "kickout")
    return {"end": end, "hand": made, "ante_bonus": paid}


def plays_for(objective: Objective) -> Plays:
    """What a player decides for, in integers. Raises InputError if it is not the pot and pays by hand."""
    order = sorted(field.name for field in ROUND_FIELDS)
    beside: dict[tuple[str, str], Fraction] = {}
    for row, net in objective.items():
        values = dict(zip(order, row, strict=True))
        end, made = str(values["end"]), str(values["hand"])
        beside[end, made] = net - POT[end]
    for made in MADE:
        won, lost = beside["win", made], beside["lose", made]
        if won != lost:
            raise InputError(
                f"with {facts.words(made)} a win pays {won + POT['win']} and a loss {lost + POT['lose']}: a "
                "player decides for 3 Antes between them, the dealer's Ante won and Ante and Play not lost; "
                'allowed: such as end == win "1 to 1" and end == lose "lose 2", and pays by `hand` beside'
            )
    unit = lcm(*(pay.denominator for pay in beside.values()))
    pays = tuple(tuple(int(beside[end, made] * unit) for made in MADE) for end in ENDS)
    bonus = tuple(int((beside["lose", made] - beside["fold", made]) * unit) for made in MADE)
    if max(map(abs, (unit, *bonus, *(pay for row in pays for pay in row)))) > MAX_PAY:
        raise InputError(
            f"pays of the main game come to more than {MAX_PAY:,} in units of 1/{unit} Ante; allowed: "
            "smaller pays, or fractions with a smaller common denominator"
        )
    most = max(map(abs, bonus))
    if 2 * unit + most > MAX_STAKE:
        raise InputError(
            f"two Antes and the largest pay beside the pot, {Fraction(most, unit)}, come to more than "
            f"{MAX_STAKE:,} in units of 1/{unit} Ante; allowed: smaller pays, or fractions with a smaller "
            "common denominator"
        )
    return Plays(unit, bonus, pays)


def policy_words(plays: Plays) -> str:
    """How such a player decides, for certificates."""
    paid = [
        f"{facts.words(made)} {Fraction(pay, plays.unit)}"
        for made, pay in reversed(list(zip(MADE, plays.bonus, strict=True)))
        if pay
    ]
    beside = f"with these pays beside, in Antes: {', '.join(paid)}" if paid else "for the pot alone"
    return f"The player, who sees all seven cards, plays where that is worth more than folding, {beside}."
