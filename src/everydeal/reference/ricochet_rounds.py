"""Ricochet Poker for one to seven players: one round as the rules tell it, act by act.

Nothing here is clever. A round is dealt, the players act in their order, and what lies on the table is
looked at anew each time. R1 to R15 are the numbers of the rules that the project encodes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations

from everydeal.reference.hand import DECK, SUITS, Card, Options, Reading, read, strength

ORDER = Options(wheel="lowest")
HIGH, PAIR = "high_card", "pair"
# The dealer in a list of hands, where players are 0, 1, ...
DEALER = -1
Hand = tuple[Card, ...]
Pay = int | Fraction
NOTHING: Mapping[str, int] = {}


# ---- how hands compare ---------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def made(hand: Hand) -> Reading:
    """What two or five cards make as they lie there."""
    return read(hand)


@cache
def value(reading: Reading) -> tuple[int, ...]:
    """How five cards compare with five."""
    return strength(reading, 5, ORDER)


def scale(reading: Reading) -> tuple[int, ...]:
    """How two cards and five compare (R7, as R16): pair by pair, high cards by two, else above them all."""
    category, ranks = reading
    if category == HIGH:
        return (0, *ranks[:2])
    if category == PAIR:
        return (1, ranks[0])
    return (2,)


def turn(two: Hand) -> tuple[tuple[int, ...], int]:
    """What decides when two cards act, the lowest first: the hand, then the suit of its highest card (R8)."""
    _, suit = max(two, key=lambda card: (card[0], SUITS.index(card[1])))
    return scale(made(two)), SUITS.index(suit)


# ---- what a player sees --------------------------------------------------------------------------------


@dataclass(frozen=True)
class View:
    """The table when `player` is to act: everything that it may see.

    `live`: the dealer's hand still shows. `pockets`: two cards of every player, folded or not. `drawn`: all
    cards drawn so far, in order. `pot`: the dealer's Ante and what players have lost, in Antes; not the
    stakes of hands that show. `waiting`: who acts later, the next first. `showing`: players' hands of five
    that still show, all alike. `kickers`: a rule (R7), see `Rules`.
    """

    player: int
    dealer: Hand
    live: bool
    pockets: tuple[Hand, ...]
    drawn: Hand
    pot: int
    waiting: tuple[int, ...]
    showing: Mapping[int, Hand]
    kickers: bool = False


Plays = Callable[[View], bool]


def beats_showing(view: View, five: Hand) -> bool:
    """Whether a completed hand beats or ties every hand of five that shows, the dealer's too (R10 to R12)."""
    shown = list(view.showing.values())
    if view.live:
        shown.append(view.dealer)
    return all(value(made(five)) >= value(made(other)) for other in shown)


def beats_waiting(view: View, five: Hand) -> bool:
    """Whether a completed hand beats the two cards of every player who acts later (R7, R10)."""
    ours = scale(made(five))
    for player in view.waiting:
        theirs = scale(made(view.pockets[player]))
        if ours < theirs or (ours == theirs and not view.kickers):
            return False
    return True


def stays(view: View, five: Hand) -> bool:
    """Whether a completed hand stays (R10)."""
    return beats_showing(view, five) and beats_waiting(view, five)


def strategy_one(view: View, bonus_of_hand: Mapping[str, Pay] = NOTHING, unit: int = 1) -> bool:
    """S1: whether to play is worth more than to fold, if a hand that stays now would win.

    Looks at every draw of three from the cards not seen. A hand that stays wins the pot as it is, another
    loses Ante and Play, a fold loses the Ante. `bonus_of_hand` pays by what is made; the Ante is `unit`.
    """
    own = view.pockets[view.player]
    seen = {*view.dealer, *view.drawn, *(card for two in view.pockets for card in two)}
    draws = won = 0
    bonus: Pay = 0
    for three in combinations([card for card in DECK if card not in seen], 3):
        five = (*own, *three)
        draws += 1
        won += stays(view, five)
        bonus += bonus_of_hand.get(made(five)[0], 0)
    play = unit * (won * view.pot - 2 * (draws - won)) + bonus
    fold = -unit * draws
    return play > fold


# ---- the round -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """The options of a round.

    `limit`: the dealer's hand is folded if it equals or beats this hand of five; the limit for the hands
    of this round. `two_card_tie`: two cards that tie a live dealer's hand are the highest showing (R13).
    `kickers`: a completed hand beats two cards that it equals on their scale (R7). `beaten_dealer_goes`: a
    completed hand that two waiting cards hold off still discards a dealer's hand that it beats or ties
    (R10). `bonus`: what is paid on the Ante, by how the round ends for the player and what it makes.
    `decide`: how players decide.
    """

    limit: Hand | None = None
    two_card_tie: bool = True
    kickers: bool = False
    beaten_dealer_goes: bool = False
    bonus: Mapping[tuple[str, str], Pay] = field(default_factory=dict)
    decide: Plays = strategy_one


@dataclass(frozen=True)
class Act:
    """What one player did: action "fold", "play" or "ahead" (wins with two cards, R13).

    `category`: what its five cards make; None if it folds. `stays`: its hand shows after the act.
    `discarded`: the hands of five that this one discards, DEALER among them. `pot`: before the act.
    """

    player: int
    action: str
    category: str | None
    stays: bool
    discarded: tuple[int, ...]
    pot: int


@dataclass(frozen=True)
class Round:
    """How a round went, in Antes; `winners` is empty if the dealer takes the pot.

    Of each player: `ends` is "fold", "kickout" or "ahead" (won without a Play wager, with the dealer
    kicked out or not), "win" or "lose" (put a Play wager in); `nets` has no bonus in it. `house` has.
    """

    kicked_out: bool
    acts: tuple[Act, ...]
    winners: tuple[int, ...]
    pot: int
    ends: tuple[str, ...]
    nets: tuple[Fraction, ...]
    bonuses: tuple[Fraction, ...]
    house: Fraction


def is_ahead(rules: Rules, view: View) -> bool:
    """Whether two cards win the pot without a Play wager (R13)."""
    if view.waiting or view.showing:
        # A hand of five that shows has beaten all two cards that waited, so these too.
        return False
    if not view.live:
        return True
    ours, theirs = scale(made(view.pockets[view.player])), scale(made(view.dealer))
    return ours > theirs or (ours == theirs and rules.two_card_tie)


def replay(
    rules: Rules,
    dealer: Sequence[Card],
    pockets: Sequence[Sequence[Card]],
    drawn: Sequence[Card],
    plays: Plays | None = None,
) -> Round:
    """One round. Cards drawn come in order, three for each who gets some; `plays` decides if given."""
    five = tuple(dealer)
    twos = tuple(tuple(two) for two in pockets)
    _check(five, twos, drawn)
    decide = plays or rules.decide
    kicked_out = rules.limit is not None and value(made(five)) >= value(made(tuple(rules.limit)))

    pot = 1  # the dealer's Ante, there to stay
    live = not kicked_out
    showing: dict[int, Hand] = {}
    ahead: int | None = None
    acts: list[Act] = []
    used = 0
    order = sorted(range(len(twos)), key=lambda player: turn(twos[player]))
    for at, player in enumerate(order):
        view = View(
            player,
            five,
            live,
            twos,
            tuple(drawn[:used]),
            pot,
            tuple(order[at + 1 :]),
            dict(showing),
            rules.kickers,
        )
        wins_now = is_ahead(rules, view)
        if not wins_now and not decide(view):
            acts.append(Act(player, "fold", None, False, (), pot))
            pot += 1
            continue

        hand = (*twos[player], *drawn[used : used + 3])
        used += 3
        if len(hand) != 5:
            raise ValueError(f"no three cards left for player {player}")
        category = made(hand)[0]
        if wins_now:
            ahead = player
            acts.append(Act(player, "ahead", category, True, (), pot))
            continue

        stay = stays(view, hand)
        gone = [other for other in showing if stay and value(made(hand)) > value(made(showing[other]))]
        if live and (stay or (rules.beaten_dealer_goes and beats_showing(view, hand))):
            gone.append(DEALER)
        acts.append(Act(player, "play", category, stay, tuple(sorted(gone)), pot))
        for other in gone:
            if other == DEALER:
                live = False
            else:
                del showing[other]
                pot += 2
        if stay:
            showing[player] = hand
        else:
            pot += 2

    winners = tuple(sorted(showing)) if ahead is None else (ahead,)
    return _settled(rules, kicked_out, acts, winners, pot)


def _settled(
    rules: Rules, kicked_out: bool, acts: Sequence[Act], winners: tuple[int, ...], pot: int
) -> Round:
    """Who gets what (R14, R14a, R15)."""
    ends, nets, bonuses = [], [], []
    for act in sorted(acts, key=lambda act: act.player):
        if act.action == "fold":
            end, net = "fold", Fraction(-1)
        elif act.action == "ahead":
            end, net = "kickout" if kicked_out else "ahead", Fraction(pot)
        elif act.player in winners:
            end, net = "win", Fraction(pot, len(winners))
        else:
            end, net = "lose", Fraction(-2)
        ends.append(end)
        nets.append(net)
        bonuses.append(Fraction(rules.bonus.get((end, act.category), 0)) if act.category else Fraction(0))
    # Without winners the dealer has all that players put up; its own Ante in the pot comes back.
    house = Fraction(-1 if winners else pot - 1) - sum(bonuses)
    return Round(kicked_out, tuple(acts), winners, pot, tuple(ends), tuple(nets), tuple(bonuses), house)


def _check(five: Hand, twos: Sequence[Hand], drawn: Sequence[Card]) -> None:
    """A round has cards of one deck, each once."""
    cards = [*five, *(card for two in twos for card in two), *drawn]
    if len(five) != 5 or not 1 <= len(twos) <= 7 or any(len(two) != 2 for two in twos):
        raise ValueError("no round: five cards for the dealer, two for each of one to seven players")
    if len(set(cards)) != len(cards) or not set(cards) <= set(DECK):
        raise ValueError("no cards of one deck")
