"""One round of Ricochet Poker, followed step by step: who acts when and why, who wins what."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from everydeal import cards
from everydeal.core import hand as core
from everydeal.core.rounds import RECKONING, SIMPLE, Act, Round, Table, resolve
from everydeal.errors import InputError
from everydeal.events import Value
from everydeal.exact import decimal
from everydeal.fact_rows import of_one
from everydeal.games import Deal, Net
from everydeal.games.ricochet import TWO_CARDS, two_card_facts
from everydeal.games.ricochet_kickout import RANKING
from everydeal.games.ricochet_round import ENDS, MADE, POT, ROUND, Plays, round_facts
from everydeal.ranked import described

if TYPE_CHECKING:
    from everydeal.games.ricochet import AtTable

_FOR_THE_POT = Plays(1, (0,) * len(MADE), ((0,) * len(MADE),) * 5)


def table_of(at: "AtTable", plays: Plays) -> Table:
    """A table of the sheet's rules for the core's rounds."""
    game = at.game
    return Table(
        players=at.players,
        limit=at.kickout.score(at.players),
        ties=game.two_card_tie,
        kickers=game.kickers,
        beaten_dealer_goes=game.beaten_dealer_goes,
        unit=plays.unit,
        bonus=plays.bonus,
        pays=plays.pays,
        strategy=at.strategy_number if at.players > 1 else SIMPLE,  # one player: the same
    )


def check_folds(plays: Plays) -> None:
    """Raise InputError if a fold costs more or less than the Ante: the core's rounds know of no such fold."""
    beside = plays.pays[list(ENDS).index("fold")]
    wrong = next((pay for pay in beside if pay), None)
    if wrong is not None:
        net = POT["fold"] + Fraction(wrong, plays.unit)
        raise InputError(
            f"a fold that nets {net} Antes: rounds are simulated, and those of several players followed, "
            'with the Ante lost by a fold; allowed: end == fold "lose", or `everydeal certify` for one player'
        )


def played(at: "AtTable", dealt: tuple[int, ...]) -> Deal:
    """Follow the round of the cards `dealt`: the dealer's five, two for each player, those drawn in order.

    Players decide for the first wager on the round. Raises InputError if the cards are not those of a round.
    """
    players = at.players
    first = 5 + 2 * players
    if len(dealt) < first:
        raise InputError(
            f"{len(dealt)} cards; allowed: {first} or more: the dealer's five, two for each of "
            f"{_number(players)}, then three for each player who draws, in the order in which they act"
        )
    dealer, drawn = dealt[:5], dealt[first:]
    pockets = [dealt[at : at + 2] for at in range(5, first, 2)]
    decisions = at.game.decisions or (("", _FOR_THE_POT),)
    if players > 1:
        check_folds(decisions[0][1])
    rounds = {wager: resolve(table_of(at, plays), dealer, pockets, drawn) for wager, plays in decisions}
    wager, plays = decisions[0]
    shown = rounds[wager]
    steps = [_dealer_step(at, dealer, shown)]
    table = table_of(at, plays)
    steps += [_act_step(act, pockets[act.player - 1], table) for act in shown.acts]
    steps += _end_steps(shown, players)
    if drawn[shown.drawn :]:
        steps.append(f"Not used: {cards.names(drawn[shown.drawn :])}.")
    for other, of_other in rounds.items():
        if of_other.ends != shown.ends and players == 1:
            steps.append(f"A player who plays for {other}: {of_other.ends[0]}.")
    found = [_facts(at, dealer, pocket) for pocket in pockets]
    if players == 1:
        for wager, end in rounds.items():
            made = _made(end, 1, pockets[0], drawn)
            found[0][f"{ROUND}/{wager}"] = round_facts(at.game.bonus_on_kickout, end.ends[0], made)
        return Deal(tuple(steps), found[0])
    nets = tuple(_net(shown, number, plays) for number in range(1, players + 1))
    by_player = {f"player {number}": of_player for number, of_player in enumerate(found, 1)}
    return Deal(tuple(steps), {}, by_player, nets)


def _dealer_step(at: "AtTable", dealer: tuple[int, ...], end: Round) -> str:
    limit = at.kickout.limits[at.players - 1]
    hand = f"Dealer: {cards.names(dealer)}, {_described(dealer)}."
    if limit is None:
        return f"{hand} No hand is kicked out."
    live = f"{at.players} live hand{'s' if at.players > 1 else ''}"
    if end.kicked_out:
        return (
            f"{hand} It reaches the limit for {live}, {limit.text}, and is folded; the dealer's Ante stays."
        )
    return f"{hand} It does not reach the limit for {live}, {limit.text}."


def _act_step(act: Act, pocket: tuple[int, ...], table: Table) -> str:
    who = f"Player {act.player}" if table.players > 1 else "The player"
    who += f" ({cards.names(pocket)})"
    if act.action == "ahead":
        made = f" It gets {cards.names(act.drawn)} for the Ante Bonus: {_described((*pocket, *act.drawn))}."
        return (
            f"{who} holds the highest hand showing and wins the pot of {act.pot} without a Play wager.{made}"
        )
    unit = 1 << 32 if table.strategy == RECKONING else table.unit  # of a gain
    gain = Fraction(act.gain, act.draws * unit)
    chance = (
        f"of {act.draws:,} draws {act.stay:,} stay; with {act.pot} in the pot playing is worth "
        f"{decimal(gain, 4)} Antes more than folding"
    )
    if act.action == "fold":
        return f"{who} folds: {chance}."
    made = f"draws {cards.names(act.drawn)}, {_described((*pocket, *act.drawn))}"
    gone = [f"player {number}'s" for number in act.discards] + ["the dealer's"] * act.dealer_goes
    taken = f"; {' and '.join(gone)} hand is discarded" if gone else ""
    return f"{who} plays ({chance}) and {made}: {'stays' if act.stays else 'does not stay'}{taken}."


def _end_steps(end: Round, players: int) -> list[str]:
    if not end.winners:
        return [f"The dealer's hand takes the pot of {end.pot}."]
    if players == 1:
        return [f"The player takes the pot of {end.pot}."]
    if len(end.winners) == 1:
        return [f"Player {end.winners[0]} takes the pot of {end.pot}."]
    share = Fraction(end.pot, len(end.winners))
    return [
        f"Players {' and '.join(map(str, end.winners))} tie and get {share} each of the pot of {end.pot}."
    ]


def _net(end: Round, number: int, plays: Plays) -> Net:
    """What a player wins or loses in the main game, in Antes."""
    how = end.ends[number - 1]
    pot = Fraction(end.pot, len(end.winners)) if number in end.winners else Fraction(POT[how])
    act = next(act for act in end.acts if act.player == number)
    bonus = Fraction(0)
    if act.category is not None:
        bonus = Fraction(plays.pays[list(ENDS).index(how)][MADE.index(act.category)], plays.unit)
    return Net(f"player {number}", how, pot, bonus)


def _made(end: Round, number: int, pocket: tuple[int, ...], drawn: Sequence[int]) -> str | None:
    """What the player's five cards make, or would have made if the cards are there."""
    act = next(act for act in end.acts if act.player == number)
    if act.category is not None:
        return act.category
    if len(drawn) < 3:
        return None
    (ranked,) = core.rank(RANKING, [(*pocket, *drawn[:3])])
    return MADE[ranked.category]


def _facts(at: "AtTable", dealer: tuple[int, ...], pocket: tuple[int, ...]) -> dict[str, dict[str, Value]]:
    """The facts of one player's bonus wagers."""
    (theirs,) = core.rank(RANKING, [dealer])
    high, low = sorted((card // 4 for card in pocket), reverse=True)
    of_two = two_card_facts(high, low, pocket[0] % 4 == pocket[1] % 4)
    own = (1, high) if high == low else (0, high, low)
    other = (theirs.category, *theirs.best[: 1 if theirs.category else 2])
    result = "tie" if own == other else "win" if own > other else "lose"
    found = {TWO_CARDS: {"result": result, "dealer.hand": MADE[theirs.category], **of_two}}
    for pool in at.game.pools:
        hand = (*pocket[: pool.player], *dealer[: pool.dealer])
        found[pool.id] = of_one(at.game.pool_fields[pool.id], RANKING, hand)
    return found


def _described(hand: tuple[int, ...]) -> str:
    (ranked,) = core.rank(RANKING, [hand])
    return described(ranked)


def _number(players: int) -> str:
    return "one player" if players == 1 else f"{players} players"
