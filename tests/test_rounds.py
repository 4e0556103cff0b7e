"""Rounds of Ricochet Poker: by hand, by every draw, by the exact game for one player; estimates."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, isqrt
from pathlib import Path
from typing import NamedTuple

import pytest
from everydeal._core import ffi, lib

from everydeal import estimate as estimates
from everydeal.core import hand as core_hand
from everydeal.core import ricochet as core
from everydeal.core.ricochet import ENDS, MADE
from everydeal.core.rounds import (
    BLOCK,
    FOLD,
    PLAY,
    RECKONING,
    SIMPLE,
    Act,
    Round,
    Sums,
    Table,
    resolve,
    simulate,
)
from everydeal.errors import InputError
from everydeal.estimate import Estimate, estimate
from tests.conftest import heed_interrupts
from tests.hands import kinds

NO_BONUS = (0,) * 10
EXAMPLE = (0, 0, 0, 1, 3, 4, 5, 10, 20, 50)  # R15
ODD = (1, 0, -1, 0, 2, 30, 0, 3, 90, 200)
PAYS = (tuple(10 + at for at in range(10)), EXAMPLE, (7,) * 10, ODD, (-1, *EXAMPLE[1:]))
IDENTITY = {"sheet": "some"}


def score(text: str) -> int:
    return core_hand.rank(core.RANKING, [kinds(text)])[0].score


KKQ = "Kc Kd Qc 3c 2d"
ONE_PLAYER = Fraction(1955121211, 31640048440)


def played(table: Table, dealer: str, pockets: Sequence[str], drawn: str = "", forced: str = "") -> Round:
    """A round of cards as text; `forced` has a letter for each player: f, p, or - for the strategy."""
    decisions = ["-fp".index(letter) for letter in forced]
    three = kinds(drawn) if drawn else ()
    return resolve(table, kinds(dealer), [kinds(two) for two in pockets], three, decisions)


def order(found: Round) -> list[int]:
    return [act.player for act in found.acts]


# ---- by hand ---------------------------------------------------------------------------------------


def test_a_kicked_out_dealer_loses_its_ante() -> None:
    """R5, R13: nobody else is there; the limit is inclusive; three cards for the Ante Bonus."""
    table = Table(1, score(KKQ), pays=PAYS)
    found = played(table, "Ks Kh Qd 3h 2s", ["4c 5d"], "4d 4h 9s")
    assert found.kicked_out
    assert (found.ends, found.winners, found.pot, found.drawn) == (("kickout",), (1,), 1, 3)
    assert found.house == -1 - PAYS[0][MADE.index("three_of_a_kind")]
    (act,) = found.acts
    assert act[:7] == (1, "ahead", 1, 0, 0, 0, 0)
    assert act[7:] == (kinds("4d 4h 9s"), "three_of_a_kind", score("4c 5d 4d 4h 9s"), True, (), False)
    just_below = played(table, "Ks Kh Jd Th 9s", ["4c 5d"], forced="f")
    assert not just_below.kicked_out
    assert (just_below.ends, just_below.house) == (("fold",), 1)


def test_the_lowest_hand_acts_first_and_clubs_before_spades() -> None:
    """R8, with its own example: 6d 6h acts before 6s 6c, for hearts are the best of one and spades of the
    other; a high card by its higher rank, then its lower, then the suit of the higher."""
    pockets = ["6s 6c", "6d 6h", "Ac Ks", "Kd Ah", "As 2c", "2d 3s", "3c 2h"]
    found = played(Table(7), "Qs Qh Qc Qd 9s", pockets, forced="fffffff")
    assert order(found) == [7, 6, 5, 3, 4, 2, 1]
    assert [act.pot for act in found.acts] == [1, 2, 3, 4, 5, 6, 7]
    assert (found.winners, found.house, found.pot) == ((), 7, 8)


ALIKE = ("Kc Qd 4h 3s 2c", ["5c 6c", "Kd Qh"])  # dealer and waiting player: king and queen


@pytest.mark.parametrize(
    ("table", "forced", "stays", "dealer_goes", "ends", "pot", "house"),
    [
        # The first player's K-Q-9-6-5 beats the dealer's K-Q-4-3-2. It equals the waiting K-Q as far as two
        # cards go: that is not beaten, so it does not stay. The second ties the dealer, and is ahead.
        (Table(2), "p-", False, False, ("lose", "ahead"), 3, -1),
        # Ties do not count: the second must fold or play, and the dealer's hand is still there.
        (Table(2, ties=False), "pf", False, False, ("lose", "fold"), 4, 3),
        # R10 read the other way: the dealer's hand is gone, the second alone is left.
        (Table(2, ties=False, beaten_dealer_goes=True), "pf", False, True, ("lose", "ahead"), 3, -1),
        # Kickers count (R7): the first beats both. The second has to beat it.
        (Table(2, kickers=True), "pf", True, True, ("win", "fold"), 2, -1),
        (Table(2, ties=False, kickers=True), "pf", True, True, ("win", "fold"), 2, -1),
    ],
)
def test_equal_on_the_scale_of_two_cards(
    table: Table, forced: str, stays: bool, dealer_goes: bool, ends: tuple[str, str], pot: int, house: int
) -> None:
    found = played(table, *ALIKE, "Ks Qs 9d 8c 8d 8h", forced)
    first = found.acts[0]
    assert (first.category, first.stays, first.dealer_goes) == ("high_card", stays, dealer_goes)
    assert (found.ends, found.pot, found.house) == (ends, pot, house)
    assert found.drawn == (6 if "ahead" in ends else 3)


def test_a_hand_that_ties_a_leading_hand_shares_the_pot() -> None:
    """R12: two straights to the queen; then a third player who fails, then one who beats both."""
    dealer, two = "2c 2d 7h 4s 3c", ["8c 9c", "9d 8d"]
    found = played(Table(2), dealer, two, "Tc Jd Qh Ts Jh Qd", "pp")
    assert (found.winners, found.pot, found.house) == ((1, 2), 1, -1)
    assert found.ends == ("win", "win")
    assert [act.discards for act in found.acts] == [(), ()]
    assert [act.dealer_goes for act in found.acts] == [True, False]
    three = [*two, "Ah Kh"]
    found = played(Table(3), dealer, three, "Tc Jd Qh Ts Jh Qd 4c 5d 6s", "ppp")
    assert (found.winners, found.pot, found.house) == ((1, 2), 3, -1)
    assert found.ends == ("win", "win", "lose")
    found = played(Table(3), dealer, three, "Tc Jd Qh Ts Jh Qd 4h 5h 6h", "ppp")
    assert (found.winners, found.pot, found.house) == ((3,), 5, -1)
    assert found.acts[2].discards == (1, 2)
    assert found.ends == ("lose", "lose", "win")


def test_a_hand_that_ties_the_dealers_wins() -> None:
    """R11."""
    found = played(Table(1), "4c 5d 6h 7s 8c", ["4d 5h"], "6s 7c 8d", "p")
    assert (found.ends, found.pot, found.house) == (("win",), 1, -1)
    assert found.acts[0].dealer_goes
    found = played(Table(1), "4c 5d 6h 7s 8c", ["4d 5h"], "3s 7c 6d", "p")  # 3-4-5-6-7
    assert (found.ends, found.pot, found.house) == (("lose",), 3, 2)


def test_the_last_to_act_wins_without_a_play_wager() -> None:
    """R13: aces against king high; what it is told to do does not matter, as it decides nothing."""
    for forced in ("f-", "ff", "fp"):
        found = played(Table(2, pays=PAYS), "Kc Qd 4h 3s 2c", ["7c 5d", "As Ad"], "8c 8d 8h", forced)
        assert found.ends == ("fold", "ahead")
        assert (found.winners, found.pot, found.drawn) == ((2,), 2, 3)
        assert found.house == -1 - PAYS[1][MADE.index("full_house")]
        assert found.acts[1].category == "full_house"
    tie = ("Ac Kd 4h 3s 2c", ["As Kh"])
    assert played(Table(1), *tie, "8c 8d 8h").ends == ("ahead",)
    assert played(Table(1, ties=False), *tie, forced="f").ends == ("fold",)
    assert played(Table(1), "9c 9d 4h 3s 2c", ["Ad Ks"], forced="f").ends == ("fold",)
    assert played(Table(1), "9c 9d 4h 3s 2c", ["9h 9s"], "8c 8d 8h").ends == ("ahead",)
    assert played(Table(1), "3c 3d 4h 4s 2c", ["As Ad"], forced="f").ends == ("fold",)


def test_nobody_is_ahead_of_a_leading_hand() -> None:
    """R10, R14: two pair of the first stay, the second folds its aces; or plays, and loses or beats it."""
    dealer, pockets, first = "Kc Qd 4h 3s 2c", ["7c 5d", "As Ad"], "7h 5s 9c"
    found = played(Table(2), dealer, pockets, first, "pf")
    assert (found.ends, found.winners, found.pot, found.house) == (("win", "fold"), (1,), 2, -1)
    assert found.acts[1].pot == 1
    found = played(Table(2), dealer, pockets, first + " 8c 9d Jh", "pp")
    assert (found.ends, found.winners, found.pot, found.house) == (("win", "lose"), (1,), 3, -1)
    found = played(Table(2, pays=PAYS), dealer, pockets, first + " 8c 8d Jh", "pp")
    assert (found.ends, found.winners, found.pot) == (("lose", "win"), (2,), 3)
    two_pair = MADE.index("two_pair")
    assert found.house == -1 - PAYS[ENDS.index("lose")][two_pair] - PAYS[ENDS.index("win")][two_pair]


def test_after_a_kickout_only_the_waiting_hands_are_to_be_beaten() -> None:
    dealer, pockets = "Kc Kd Qh 3s 2c", ["7c 5d", "As Qd"]
    table = Table(2, score(KKQ))
    found = played(table, dealer, pockets, "Ad Ks 8c 9c 9d 9h", "p-")  # A-K-8-7-5 beats A-Q
    assert found.kicked_out
    assert found.acts[0].stays
    assert found.acts[1].action != "ahead"
    assert found.acts[1].need == found.acts[0].score == score("Ad Ks 8c 7c 5d")
    found = played(table, dealer, pockets, "Ad Jc 8c 9c 9d 9h", "p-")  # A-J does not
    assert (found.acts[0].stays, found.ends) == (False, ("lose", "kickout"))
    assert (found.pot, found.house) == (3, -1)
    found = played(table, dealer, pockets, "9c 9d 9h", "f-")
    assert (found.ends, found.winners, found.pot) == (("fold", "kickout"), (2,), 2)


def test_the_dealer_takes_what_players_lose() -> None:
    """R14a: three Antes and two Plays."""
    pockets = ["7c 5d", "8s 6d", "As Jd"]
    found = played(Table(3), "Kc Kd 4h 4s 2c", pockets, "3c 9d Th 3d 9h Tc", "ppf")
    assert (found.winners, found.pot, found.house) == ((), 6, 5)
    assert found.ends == ("lose", "lose", "fold")
    found = played(
        replace(Table(3, pays=PAYS), unit=4), "Kc Kd 4h 4s 2c", pockets, "3c 9d Th 3d 9h Tc", "ppf"
    )
    assert found.house == 4 * 5 + 2  # a high card that loses pays -1


def test_a_tie_folds() -> None:
    """R9: W of 4,730 of 14,190 is worth as much as folding; found among one player's classes, or by bonus."""
    table = Table(1)
    dealer, two = kinds("Kc Kd 9h 4s 2c"), kinds("Qd Jh")
    act = resolve(table, dealer, [two], kinds("3c 3d 3h")).acts[0]
    missing = -act.gain
    assert missing != 0
    bonus = [0] * 10
    draws = [MADE.index(one.category_name) for one in looked_at(dealer + two, two)]
    high = draws.count(0)
    # A unit of as many parts as there are such draws: a bonus in them makes up for the rest exactly.
    bonus[0] = missing
    tied = Table(1, unit=high, bonus=tuple(bonus))
    act = resolve(tied, dealer, [two], ()).acts[0]
    assert (act.gain, act.action) == (0, "fold")
    act = resolve(replace(tied, bonus=(missing + 1, *bonus[1:])), dealer, [two], kinds("3c 3d 3h")).acts[0]
    assert (act.gain, act.action) == (high, "play")
    act = resolve(replace(tied, strategy=RECKONING), dealer, [two], ()).acts[0]
    assert (act.gain, act.action) == (0, "fold")


# ---- every draw ------------------------------------------------------------------------------------


class Hand:
    """A completed hand."""

    def __init__(self, ranked: core_hand.Ranked) -> None:
        self.score = ranked.score
        self.category = ranked.category
        self.category_name = MADE[ranked.category]
        # On the scale of two cards: beyond a pair everything; a pair's rank; two ranks.
        if ranked.category > 1:
            self.as_two: tuple[int, ...] = (2,)
        elif ranked.category == 1:
            self.as_two = (1, ranked.best[0])
        else:
            self.as_two = (0, *ranked.best[:2])


def two_cards(two: Sequence[int]) -> tuple[int, ...]:
    low, high = sorted(card // 4 for card in two)
    return (1, high) if low == high else (0, high, low)


def hand_of(five: Sequence[int]) -> Hand:
    return Hand(core_hand.rank(core.RANKING, [tuple(five)])[0])


def looked_at(seen: Sequence[int], two: Sequence[int]) -> list[Hand]:
    """What every draw of the cards not seen makes."""
    left = [card for card in range(52) if card not in seen]
    hands = [(*two, *three) for three in combinations(left, 3)]
    return [Hand(ranked) for ranked in core_hand.rank(core.RANKING, hands)]


def some_rounds(number: int, seed: int) -> Iterator[tuple[Table, Round, list[int]]]:
    """Rounds of every option at random, some with decisions at random, and their cards."""
    draw = random.Random(seed)
    for at in range(number):
        players = 1 + at % 7
        table = Table(
            players,
            draw.choice([0, score(KKQ), score("5c 4d 3d 2d Ad")]),
            draw.random() < 0.5,
            draw.random() < 0.5,
            draw.random() < 0.5,
            draw.choice([1, 3, 2147483647]),
            draw.choice([NO_BONUS, EXAMPLE, ODD]),
            PAYS,
        )
        cards = draw.sample(range(52), 52)
        pockets = [cards[5 + 2 * seat : 7 + 2 * seat] for seat in range(players)]
        forced = draw.choice([(), [draw.choice([0, PLAY, PLAY]) for _ in range(players)]])
        yield table, resolve(table, cards[:5], pockets, cards[5 + 2 * players :], forced), cards


def pocket(cards: Sequence[int], player: int) -> Sequence[int]:
    return cards[3 + 2 * player : 5 + 2 * player]


class View(NamedTuple):
    """What a player who acts sees: all cards so far, the best hand of five, the hands of two that wait."""

    seen: tuple[int, ...]
    best: int
    waiting: list[Sequence[int]]

    def stays(self, table: Table, hand: Hand) -> bool:
        return hand.score >= self.best and all(beats(table, hand, two) for two in self.waiting)


def again(table: Table, found: Round, cards: Sequence[int]) -> Iterator[tuple[Act, View]]:
    """Walks through a round by its rules, taking from it what players did: for each act what was showing."""
    dealer = hand_of(cards[:5])
    live = table.limit == 0 or dealer.score < table.limit
    assert found.kicked_out is not live
    seen = list(cards[: 5 + 2 * table.players])
    showing: dict[int, Hand] = {0: dealer} if live else {}  # 0: the dealer
    pot = 1
    for at, act in enumerate(found.acts):
        waiting = [pocket(cards, other.player) for other in found.acts[at + 1 :]]
        mine = two_cards(pocket(cards, act.player))
        assert mine <= min((two_cards(two) for two in waiting), default=(9,))
        best = max((hand.score for hand in showing.values()), default=0)
        is_ahead = not waiting and (
            not showing
            or (list(showing) == [0] and (mine > dealer.as_two or (table.ties and mine == dealer.as_two)))
        )
        assert (act.action == "ahead") is is_ahead
        assert act.pot == pot
        view = View(tuple(seen), best, waiting)
        yield act, view
        if act.action == "fold":
            pot += 1
            assert (act.drawn, act.category, act.score) == ((), None, 0)
            continue
        used = len(seen) - 5 - 2 * table.players
        assert act.drawn == tuple(cards[len(seen) : len(seen) + 3])
        assert used % 3 == 0
        seen += act.drawn
        made = hand_of([*pocket(cards, act.player), *act.drawn])
        assert (act.category, act.score) == (made.category_name, made.score)
        if is_ahead:
            assert (act.stays, act.discards, act.dealer_goes) == (True, (), False)
            showing = {act.player: made}
            continue
        stays = view.stays(table, made)
        gone = [who for who, hand in showing.items() if stays and made.score > hand.score]
        if 0 in showing and made.score >= dealer.score and (stays or table.beaten_dealer_goes):
            gone = list({*gone, 0})
        assert act.stays is stays
        assert act.discards == tuple(sorted(who for who in gone if who))
        assert act.dealer_goes is (0 in gone)
        for who in gone:
            del showing[who]
            pot += 2 if who else 0
        if stays:
            showing[act.player] = made
        else:
            pot += 2
    assert found.pot == pot
    assert found.drawn == len(seen) - 5 - 2 * table.players
    assert found.winners == tuple(sorted(who for who in showing if who))
    assert bool(found.winners) is (list(showing) != [0])
    house = -table.unit if found.winners else table.unit * (pot - 1)
    for act in found.acts:
        end = found.ends[act.player - 1]
        if act.action == "ahead":
            assert end == ("kickout" if found.kicked_out else "ahead")
        else:
            wins = act.player in found.winners
            assert end == ("fold" if act.action == "fold" else "win" if wins else "lose")
        if act.category is not None:
            house -= PAYS[ENDS.index(end)][MADE.index(act.category)]
    assert found.house == house


def beats(table: Table, hand: Hand, two: Sequence[int]) -> bool:
    other = two_cards(two)
    return hand.as_two > other or (table.kickers and hand.as_two == other)


def test_rounds_by_their_rules() -> None:
    """Every rule at random: what stays, what goes, the pot, who wins, what the house wins."""
    ends = set()
    for table, found, cards in some_rounds(1500, 1):
        for _ in again(table, found, cards):
            pass
        ends |= {*found.ends, len(found.winners) > 1 and "split"}
    assert ends >= set(ENDS)


def test_decisions_by_every_draw() -> None:
    """How many draws stay, and what playing gains, by looking at all draws of the cards not seen."""
    decisions = 0
    suited = 0
    for table, found, cards in some_rounds(56, 2):
        for act, view in again(table, found, cards):
            if act.action == "ahead":
                assert (act.stay, act.draws, act.gain) == (0, 0, 0)
                continue
            two = pocket(cards, act.player)
            hands = looked_at(view.seen, two)
            stay = sum(view.stays(table, hand) for hand in hands)
            gain = stay * act.pot * table.unit - 2 * table.unit * (len(hands) - stay)
            gain += sum(table.bonus[hand.category] for hand in hands) + table.unit * len(hands)
            assert (act.stay, act.draws) == (stay, comb(52 - len(view.seen), 3))
            assert act.gain == gain
            decisions += 1
            suited += two[0] % 4 == two[1] % 4
    assert decisions > 160
    assert suited > 25


def test_a_player_left_alone_plays_if_that_gains() -> None:
    actions = set()
    for table, _, cards in some_rounds(300, 3):
        pockets = [pocket(cards, player + 1) for player in range(table.players)]
        for act in resolve(table, cards[:5], pockets, cards[5 + 2 * table.players :]).acts:
            actions.add(act.action)
            if act.action != "ahead":
                assert (act.action == "play") is (act.gain > 0)
    assert actions == {"fold", "play", "ahead"}


# ---- one player ------------------------------------------------------------------------------------


@cache
def whole() -> core.Ricochet:
    return core.Ricochet()


def colex(index: int, size: int) -> list[int]:
    cards = []
    for k in range(size, 0, -1):
        card = k - 1
        while comb(card + 1, k) <= index:
            card += 1
        cards.append(card)
        index -= comb(card, k)
    return cards


@pytest.mark.parametrize("strategy", [SIMPLE, RECKONING])
def test_one_player_decides_as_in_the_exact_game(strategy: int) -> None:
    """Deal by deal by every draw, and by the gains of the class and the pocket if it is not suited."""
    draw = random.Random(strategy)
    deck = core.Deck()
    scores = [one.score for one in whole().classes]
    decided = 0
    for _ in range(400):
        index = draw.randrange(core.direct_deals(deck))
        rules = core.Rules(score(KKQ), draw.random() < 0.5, draw.choice([1, 5]), draw.choice([EXAMPLE, ODD]))
        dealer = colex(index // comb(47, 2), 5)
        beside = [card for card in range(52) if card not in dealer]
        two = [beside[at] for at in colex(index % comb(47, 2), 2)]
        table = Table(
            1, rules.limit, rules.ties, unit=rules.unit, bonus=rules.bonus, pays=PAYS, strategy=strategy
        )
        drawn = [card for card in beside if card not in two][:3]
        found = resolve(table, dealer, [two], drawn)
        ends = core.direct_count(deck, rules, span=range(index, index + 1))
        end = {"win": "play", "lose": "play", "fold": "fold"}
        here = {end.get(name, "ahead") for name, row in ends.items() if any(row.values())}
        assert here == {found.acts[0].action}
        if found.acts[0].action == "play":
            assert found.acts[0].stay == sum(ends["win"].values())
        if found.acts[0].action == "ahead":
            assert sum(ends[found.ends[0]].values()) == comb(45, 3)
        elif two[0] % 4 != two[1] % 4:
            at = scores.index(hand_of(dealer).score)
            low, high = sorted(card // 4 for card in two)
            gain = whole().gains(rules, range(at, at + 1))[0][core.Pocket(high, low).number]
            assert (found.acts[0].action == "play") is (gain.play > 0)
            if strategy == SIMPLE:
                assert found.acts[0].gain * gain.deals == gain.play
            decided += 1
    assert decided > 150


@pytest.mark.parametrize("bonus", [NO_BONUS, EXAMPLE])
def test_reckoning_alone_is_the_first_strategy(bonus: tuple[int, ...]) -> None:
    table = Table(1, score(KKQ), unit=3, bonus=bonus, pays=PAYS)
    assert simulate(table, 5, range(8)) == simulate(replace(table, strategy=RECKONING), 5, range(8))


# Beyond so many standard deviations lie 0.01% of a normal distribution; with a fixed seed it is no chance.
FAR = Fraction("3.8906")


@pytest.mark.parametrize(
    ("table", "edge"),
    [
        (Table(1, score(KKQ)), ONE_PLAYER),
        (
            Table(1, score(KKQ), False, unit=2, bonus=tuple(2 * pay for pay in EXAMPLE)),
            Fraction(7621633931, 332220508620),
        ),
    ],
    ids=["published", "bonus"],
)
def test_one_player_simulated(table: Table, edge: Fraction) -> None:
    """The exact edge within the interval that 99.99% of simulations hold, and every end's share likewise."""
    table = replace(table, pays=(table.bonus,) * 5)
    found = estimate(table, 20210528, 1_000_000, identity={})
    assert (found.mean - edge) ** 2 < FAR**2 * found.variance / found.rounds
    exact = whole().count(core.Rules(table.limit, table.ties, table.unit, table.bonus))
    rounds = sum(sum(row.values()) for row in exact.values())
    for end, row in exact.items():
        share = Fraction(sum(row.values()), rounds)
        assert 0 < share < 1
        assert (found.ends[end] - share) ** 2 < FAR**2 * share * (1 - share) / found.rounds


# ---- reckoning -------------------------------------------------------------------------------------


def reckoned(table: Table, act: Act, two: Sequence[int], view: View, leaders: int) -> Fraction:
    """What playing gains over folding, over the draws, by every draw and with rationals."""
    hands = [looked_at(view.seen, each) for each in (two, *view.waiting)]
    draws = len(hands[0])
    bonus = [Fraction(sum(table.bonus[hand.category] for hand in some), table.unit * draws) for some in hands]
    spread = []
    for some in hands:
        made: dict[int, int] = {}
        for hand in some:
            made[hand.score] = made.get(hand.score, 0) + 1
        spread.append(sorted(made.items()))

    @cache
    def share(player: int, leading: int, tied: int, pot: int) -> Fraction:
        """What one of those who lead may expect, with this player and those after it to act."""
        if player == len(spread):
            return Fraction(pot, tied)
        worse = sum(number for made, number in spread[player] if made < leading)
        tie = dict(spread[player]).get(leading, 0)
        tied_share = share(player + 1, leading, tied + 1, pot) if tie else Fraction(0)
        own = Fraction(-2 * worse) + tie * tied_share
        for made, number in spread[player]:
            if made > leading:
                own += number * share(player + 1, made, 1, pot + 2 * tied)
        if own / draws + bonus[player] <= -1:
            return share(player + 1, leading, tied, pot + 1)
        fails = worse * share(player + 1, leading, tied, pot + 2)
        return (fails + tie * tied_share - 2 * (draws - worse - tie)) / draws

    gain = Fraction(draws) * (1 + bonus[0])
    for hand in hands[0]:
        if not view.stays(table, hand):
            gain -= 2
        elif leaders and hand.score == view.best:
            gain += share(1, view.best, leaders + 1, act.pot)
        else:
            gain += share(1, hand.score, 1, act.pot + 2 * leaders)
    return gain


def reckoned_rounds() -> Iterator[tuple[Table, Round, list[int]]]:
    """Two and three players who all play; one deal in which later players' draws tie again and again."""
    dealt = [(table, cards) for table, _, cards in some_rounds(28, 11) if table.players in (2, 3)]
    alike = list(kinds("2c 2d 7h 4s 3c 8c 9c 9d 8d 9h 8s"))
    rest = [card for card in random.Random(1).sample(range(52), 52) if card not in alike]
    dealt += [(Table(3, bonus=bonus, pays=PAYS), [*alike, *rest]) for bonus in (NO_BONUS, EXAMPLE)]
    for table, cards in dealt:
        some = replace(table, strategy=RECKONING, unit=min(table.unit, 3))
        pockets = [pocket(cards, player + 1) for player in range(table.players)]
        drawn = cards[5 + 2 * table.players :]
        yield some, resolve(some, cards[:5], pockets, drawn, [PLAY] * table.players), cards


def test_reckoning_by_every_draw() -> None:
    """What the core rounds away is less than 2^-32 Antes a player and draw."""
    decisions = 0
    waited_for = 0
    for table, found, cards in reckoned_rounds():
        leaders = 0
        for act, view in again(table, found, cards):
            if act.action == "ahead":
                continue
            wanted = reckoned(table, act, pocket(cards, act.player), view, leaders)
            assert abs(Fraction(act.gain, 1 << 32) - wanted) < Fraction(table.players * act.draws, 1 << 32)
            decisions += 1
            waited_for += len(view.waiting)
            if act.stays:
                leaders += 1 - len(act.discards)
    assert decisions >= 20
    assert waited_for >= 14


def test_reckoning_of_a_tie_and_of_stakes() -> None:
    """The last of three against two who lead with one hand: ties share, better hands take their stakes."""
    dealer, pockets = "2c 2d 7h 4s 3c", ["8c 9c", "9d 8d", "Jc Ts"]
    drawn = "Tc Jd Qh Th Jh Qd"
    table = Table(3, strategy=RECKONING)
    found = played(table, dealer, pockets, drawn, "ppf")
    assert found.winners == (1, 2)
    act = found.acts[2]
    two = kinds(pockets[2])
    seen = kinds(dealer + " " + " ".join(pockets) + " " + drawn)
    hands = looked_at(seen, two)
    lead = score("8c 9c Tc Jd Qh")
    beat = sum(hand.score > lead for hand in hands)
    tie = sum(hand.score == lead for hand in hands)
    assert act.stay == beat + tie
    assert min(beat, tie) > 0
    pot = 1
    wanted = beat * (pot + 4) + Fraction(tie * pot, 3) - 2 * (len(hands) - beat - tie) + len(hands)
    assert abs(Fraction(act.gain, 1 << 32) - wanted) < Fraction(len(hands), 1 << 32)
    simple = played(replace(table, strategy=SIMPLE), dealer, pockets, drawn, "ppf").acts[2]
    assert simple.gain == (beat + tie) * pot - 2 * (len(hands) - beat - tie) + len(hands)


def test_reckoning_on_any_number_of_threads() -> None:
    table = Table(7, score(KKQ), strategy=RECKONING, bonus=EXAMPLE)
    sums = simulate(table, 3, range(3), 2)
    assert sums == simulate(table, 3, range(3), 1)
    assert sums != simulate(replace(table, strategy=SIMPLE), 3, range(3))


# ---- chance ----------------------------------------------------------------------------------------

WORD = (1 << 64) - 1


def mixed(state: int) -> Iterator[int]:
    """SplitMix64."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        yield z ^ (z >> 31)


def numbers(s: list[int]) -> Iterator[int]:
    """xoshiro256**."""

    def turn(word: int, by: int) -> int:
        return (word << by | word >> (64 - by)) & WORD

    while True:
        yield turn(s[1] * 5 & WORD, 7) * 9 & WORD
        shifted = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = turn(s[3], 45)


def test_the_generators_are_the_published_ones() -> None:
    """SplitMix64 from 1234567, and xoshiro256** from 1, 2, 3, 4: figures that other programs print."""
    first = mixed(1234567)
    assert [next(first) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    found = numbers([1, 2, 3, 4])
    assert [next(found) for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]


def test_blocks_are_as_the_method_says() -> None:
    """Streams, bounds and shuffles written a second time: the same rounds."""
    table = Table(4, score(KKQ), pays=PAYS, bonus=EXAMPLE)
    for seed, block in ((0, 0), (WORD, 7), (12345, (1 << 53) - 1)):
        words = mixed((next(mixed(seed)) + block) & WORD)
        stream = numbers([next(words) for _ in range(4)])

        def below(bound: int) -> int:
            least = (1 << 32) % bound
            while True:
                product = (next(stream) >> 32) * bound  # noqa: B023
                if product % (1 << 32) >= least:
                    return product >> 32

        house, squares = 0, 0
        ends = [0] * 5
        for _ in range(BLOCK):
            cards = list(range(52))
            for at in range(25):
                other = at + below(52 - at)
                cards[at], cards[other] = cards[other], cards[at]
            found = resolve(table, cards[:5], [pocket(cards, at) for at in range(1, 5)], cards[13:25])
            house += found.house
            squares += found.house**2
            for end in found.ends:
                ends[ENDS.index(end)] += 1
        sums = simulate(table, seed, range(block, block + 1))
        assert (sums.rounds, sums.house, sums.squares, sums.ends) == (BLOCK, house, squares, tuple(ends))


def test_threads_and_ranges_change_nothing() -> None:
    table = Table(5, score(KKQ), bonus=EXAMPLE, pays=PAYS)
    wanted = simulate(table, 9, range(100), 1)
    assert simulate(table, 9, range(100), 2) == wanted
    parts = [simulate(table, 9, range(*cut)) for cut in ((0, 1), (1, 37), (37, 100))]
    assert sum(parts, Sums()) == wanted
    assert wanted.rounds == 100 * BLOCK
    assert sum(wanted.ends) == 5 * wanted.rounds
    assert simulate(table, 10, range(100)) != wanted
    given: list[range] = []
    simulate(table, 9, range(100), 2, each=lambda part, _: given.append(part))
    assert sorted(at for part in given for at in part) == list(range(100))


def test_kickouts_dealers_and_splits_are_counted() -> None:
    """The kickout chance is that of the limit; everybody's ends come from somewhere."""
    table = Table(3, score(KKQ))
    found = estimate(table, 4, 400_000, identity={})
    chance = Fraction(whole().kicked_out(table.limit), comb(52, 5))
    assert (found.kickouts - chance) ** 2 < FAR**2 * chance * (1 - chance) / found.rounds
    sums = found.sums
    assert sums.split > 0
    winners = sum(sums.ends[ENDS.index(end)] for end in ("kickout", "ahead", "win"))
    assert winners >= sums.rounds - sums.dealer + sums.split
    # All wagers of the players if the dealer takes the pot, else minus one Ante.
    assert sums.house > -(sums.rounds - sums.dealer) + 3 * sums.dealer - 1
    assert found.split == Fraction(sums.split, sums.rounds)
    assert found.dealer == Fraction(sums.dealer, sums.rounds)


# ---- estimates -------------------------------------------------------------------------------------


def test_an_estimate_of_sums() -> None:
    """Shown arithmetic: of 500 rounds the house won 2 Antes 100 times and lost one 400 times. The mean is
    -200/500; squares sum to 4 * 100 + 400; less 200^2/500 that is 720, over 499 the variance."""
    sums = Sums(500, -200 * 4, (400 + 400) * 16, 10, 100, 0, (10, 90, 0, 300, 100))
    found = Estimate(Table(1, unit=4), 1, sums)
    assert found.mean == Fraction(-2, 5)
    assert found.variance == Fraction(720, 499)
    half = estimates.DEVIATIONS**2 * Fraction(720, 499 * 500)
    places = isqrt(int(half * 10**18))  # a floor of nine places, rounded to eight by hand
    assert Fraction(found.half_width(8)) == Fraction((places + 5) // 10, 10**8)
    low, high = found.interval(4)
    assert abs(Fraction(low) - (found.mean - Fraction(found.half_width(8)))) < Fraction(1, 10**4)
    assert abs(Fraction(high) - (found.mean + Fraction(found.half_width(8)))) < Fraction(1, 10**4)
    assert found.ends == dict(zip(ENDS, (Fraction(x, 500) for x in sums.ends), strict=True))
    assert (found.rounds, found.players, found.seed) == (500, 1, 1)
    assert found.strategy == estimates.STRATEGIES[SIMPLE]


def test_rounds_are_whole_blocks() -> None:
    for asked, played_rounds in ((1, BLOCK), (BLOCK, BLOCK), (BLOCK + 1, 2 * BLOCK)):
        assert estimate(Table(2), 1, asked, identity={}).rounds == played_rounds


def test_a_saved_estimate_goes_on(tmp_path: Path) -> None:
    table, file = Table(3, score(KKQ), bonus=EXAMPLE, pays=PAYS), tmp_path / "state.json"
    first = estimate(table, 2, 5_000, save=file, identity=IDENTITY)
    content = file.read_bytes()
    assert json.loads(content)["schema"] == "everydeal/estimate-state/1"
    assert estimate(table, 2, 5_000, save=file, identity=IDENTITY) == first
    assert file.read_bytes() == content
    more = estimate(table, 2, 30_000, save=str(file), identity=IDENTITY)
    beside = tmp_path / "other.json"
    assert more == estimate(table, 2, 30_000, save=beside, identity=IDENTITY, workers=1)
    assert more == estimate(table, 2, 30_000, identity={})
    assert beside.read_bytes() == file.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.json", "state.json"]
    with pytest.raises(InputError, match="30000 rounds already, more than the 5000 asked for"):
        estimate(table, 2, 5_000, save=file, identity=IDENTITY)


def test_what_is_saved_for_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    table = Table(2)
    estimate(table, 2, 1, save=file, identity=IDENTITY)
    for other, seed, identity, words in (
        (table, 3, IDENTITY, "'seed' is '2', not '3'"),
        (table, 2, {"sheet": "another"}, "'sheet' is 'some', not 'another'"),
        (table, 2, {}, "'sheet' is 'some', not nothing"),
        (replace(table, players=3), 2, IDENTITY, "'table.players' is '2', not '3'"),
        (replace(table, strategy=RECKONING), 2, IDENTITY, "'table.strategy' is '1', not '2'"),
    ):
        with pytest.raises(InputError, match=words):
            estimate(other, seed, 500, save=file, identity=identity)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    table = Table(2)
    estimate(table, 2, 1_000, save=file, identity=IDENTITY)
    content = file.read_text()
    state = json.loads(content)
    house = state["sums"]["house"]
    for damaged in ("", "{", "[]", "null", content[:-20], "[" * 100_000, content.replace('"sums"', '"sum"')):
        file.write_text(damaged)
        with pytest.raises(InputError, match=r"no saved estimate, or it is damaged|its digest is another"):
            estimate(table, 2, 2_000, save=file, identity=IDENTITY)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="no saved estimate"):
        estimate(table, 2, 2_000, save=file, identity=IDENTITY)
    file.write_text(content.replace(f'"{house}"', f'"{int(house) + 1}"'))
    with pytest.raises(InputError, match="its digest is another"):
        estimate(table, 2, 2_000, save=file, identity=IDENTITY)
    file.write_text(content.replace("estimate-state/1", "estimate-state/2"))
    with pytest.raises(InputError, match="schema 'everydeal/estimate-state/2'; allowed"):
        estimate(table, 2, 2_000, save=file, identity=IDENTITY)
    # A digest that fits does not help sums that cannot be.
    for name, value in (
        ("rounds", "1001"),
        ("ends", ["1"]),
        ("squares", "-1"),
        ("house", 5),
        ("kickouts", "x"),
        ("kickouts", "1001"),
        ("dealer", "1001"),
        ("split", "1001"),
        ("squares", "0"),
        ("house", "9" * 40),
    ):
        wrong = {key: part for key, part in state.items() if key != "digest"}
        wrong["sums"] = {**state["sums"], name: value}
        file.write_text(json.dumps({**wrong, "digest": estimates._digest(wrong)}))
        with pytest.raises(InputError, match="its sums cannot be"):
            estimate(table, 2, 2_000, save=file, identity=IDENTITY)


def test_what_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot save the estimate in .*: No such file or directory"):
        estimate(Table(7), 1, 10**12, save=tmp_path / "none" / "state.json", identity={})
    with pytest.raises(InputError, match=r"cannot read the saved estimate .*: Is a directory"):
        estimate(Table(7), 1, 10**12, save=tmp_path, identity={})
    os.mkfifo(tmp_path / "pipe")  # nobody writes to it: to open it would wait for ever
    for name in (tmp_path / "pipe", "/dev/null"):
        with pytest.raises(
            InputError, match=r"cannot save the estimate in .*: it is no file; allowed: a file"
        ):
            estimate(Table(7), 1, 10**12, save=name, identity={})


def test_an_interrupt_saves_and_the_rest_follows(tmp_path: Path) -> None:
    """A run ended by SIGINT holds whole blocks; going on from them gives the bytes of a run in one go."""
    file = tmp_path / "state.json"
    code = (
        "from everydeal import estimate; from everydeal.core.rounds import Table; estimate._EVERY = 0.1; "
        f"estimate.estimate(Table(7), 6, 10**9, save={str(file)!r}, identity={IDENTITY!r})"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stderr=subprocess.PIPE, preexec_fn=heed_interrupts
    )
    deadline = time.monotonic() + 60
    while not (file.exists() and json.loads(file.read_text())["blocks"] != "0"):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in err
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]
    done = int(json.loads(file.read_text())["blocks"]) * BLOCK
    assert 0 < done < 10**9
    more = done + 3 * BLOCK
    assert estimate(Table(7), 6, more, save=file, identity=IDENTITY) == estimate(
        Table(7), 6, more, identity={}
    )


def test_pieces_out_of_turn_wait(tmp_path: Path) -> None:
    """What is saved is always a beginning: blocks that came before their turn are not in it."""
    run = estimates._Run(Table(2), 1, IDENTITY, tmp_path / "state.json")
    parts = [simulate(Table(2), 1, range(at, at + 1)) for at in range(3)]
    run.add(range(2, 3), parts[2])
    run.add(range(1, 2), parts[1])
    assert (run.blocks, run.sums) == (0, Sums())
    run.add(range(0, 1), parts[0])
    assert (run.blocks, run.sums) == (3, simulate(Table(2), 1, range(3)))


# ---- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "pockets", "drawn", "words"),
    [
        ("2c 2d 7h 4s", ["8c 9c"], "", "the dealer has 4 cards; allowed: 5"),
        ("2c 2d 7h 4s 3c", [], "", "0 players have cards; allowed: 1"),
        ("2c 2d 7h 4s 3c", ["8c 9c Tc"], "", "player 1 has 3 cards; allowed: 2"),
        ("2c 2d 7h 4s 3c", ["8c 2d"], "", "player 1's card 2: 2d is the dealer's card 2 already"),
        ("2c 2d 7h 4s 3c", ["8c 9c"], "9d 8c", "card 2 of those drawn: 8c is player 1's card 1 already"),
        ("2c 2d 7h 4s 3c", ["8c 9c"], "", "player 1 draws three cards, but none is left of the 0 given"),
        ("2c 2d 7h 4s 3c", ["8c 9c"], "Tc", "player 1 draws three cards, but only 1 is left of the 1 given"),
        ("2c 2d 7h 4s 3c", ["8c 9c"], "Tc Jc", "but only 2 are left of the 2 given to be drawn; 3 or more"),
    ],
)
def test_cards_that_are_no_round(dealer: str, pockets: list[str], drawn: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        played(Table(1), dealer, pockets, drawn, "p")


def test_who_lacks_cards() -> None:
    """The second to act is player 3, with one card left of four."""
    with pytest.raises(InputError, match="player 3 draws three cards, but only 1 is left of the 4 given"):
        played(Table(3), "2c 2d 7h 4s 3c", ["5c 6d", "As Ad", "8c 9c"], "Tc Td Th Ts", "pfp")


def test_joker_and_other_numbers_are_no_cards() -> None:
    for wrong in (52, -1, True, "As"):
        with pytest.raises(InputError, match="is no kind of card; allowed: 0 to 51"):
            resolve(Table(1), (0, 1, 2, 3, wrong), [(5, 6)], ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"players": 0}, "players: 0; allowed: 1 to 7"),
        ({"players": 8}, "players: 8; allowed: 1 to 7"),
        ({"players": "2"}, "players: '2'; allowed: an integer from 1 to 7"),
        ({"limit": -1}, "limit: -1; allowed: 0 to 4294967295"),
        ({"ties": 2}, "ties: 2; allowed: 0 to 1"),
        ({"kickers": None}, "kickers: None; allowed: an integer from 0 to 1"),
        ({"beaten_dealer_goes": 3}, "beaten_dealer_goes: 3; allowed"),
        ({"unit": 0}, "unit: 0; allowed: 1 to 2147483647"),
        ({"unit": Fraction(1, 2)}, "unit: .*; allowed: an integer"),
        ({"strategy": 3}, "strategy: 3; allowed: 1 to 2"),
        ({"bonus": (1,)}, "bonus: 1 amounts; allowed: one for each of high_card"),
        ({"bonus": (1 << 31, *NO_BONUS[1:])}, "bonus, high_card: 2147483648; allowed"),
        ({"pays": (NO_BONUS,)}, "pays: 1 rows; allowed: one for each of kickout, ahead"),
        ({"pays": (NO_BONUS, (0,), *(NO_BONUS,) * 3)}, "pays, ahead: 1 amounts"),
        ({"pays": (*(NO_BONUS,) * 4, (*NO_BONUS[1:], 1 << 31))}, "pays, lose, royal_flush: 2147483648"),
    ],
)
def test_tables_that_are_none(fields: dict[str, object], words: str) -> None:
    table = replace(Table(1), **fields)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=words):
        resolve(table, kinds("2c 2d 7h 4s 3c"), [kinds("8c 9c")], ())
    with pytest.raises(InputError, match=words):
        simulate(table, 1, range(1))
    with pytest.raises(InputError, match=words):
        estimate(table, 1, 1, identity={})


def test_decisions_seeds_blocks_and_rounds_that_are_none() -> None:
    cards = (kinds("2c 2d 7h 4s 3c"), [kinds("8c 9c")], ())
    with pytest.raises(InputError, match="decisions of 2 players; allowed: none, or of all 1"):
        resolve(Table(1), *cards, forced=(FOLD, FOLD))
    with pytest.raises(InputError, match="decision of player 1: 3; allowed: 0 to 2"):
        resolve(Table(1), *cards, forced=(3,))
    for seed in (-1, 1 << 64):
        with pytest.raises(InputError, match=r"seed: .*; allowed: 0 to 18446744073709551615"):
            simulate(Table(1), seed, range(1))
    for blocks in (range(0), range(3, 2), range(-1, 2), range(0, 4, 2), range(1 << 53, (1 << 53) + 1)):
        with pytest.raises(InputError, match=r"blocks: .*; allowed: a range from 0"):
            simulate(Table(1), 1, blocks)
    for rounds in (0, -1, 1 << 70, 1.5):
        with pytest.raises(InputError, match=r"rounds: .*; allowed: 1 to"):
            estimate(Table(1), 1, rounds, identity={})  # type: ignore[arg-type]


def test_sums_never_pass_their_counters() -> None:
    """7 players * (2 units + a pay): with 13,000,000 and 700,000 one block's squares fit, with more not."""
    pays = ((700_000, *NO_BONUS[1:]),) * 5
    assert (
        (7 * (2 * 13_000_000 + 700_000)) ** 2 * BLOCK
        < 1 << 63
        < (7 * (2 * 13_500_000 + 700_000)) ** 2 * BLOCK
    )
    sums = simulate(Table(7, unit=13_000_000, pays=pays), 1, range(2))
    small = simulate(Table(7, unit=130, pays=((7, *NO_BONUS[1:]),) * 5), 1, range(2))
    assert sums.house == 100_000 * small.house
    assert sums.squares == 100_000**2 * small.squares
    with pytest.raises(InputError, match=r"the unit 13500000 and the pays are so large"):
        simulate(Table(7, unit=13_500_000, pays=pays), 1, range(1))


def test_what_the_core_refuses() -> None:
    table = whole().table
    seats = ffi.new("struct ed_ricochet_seats *", {"players": 2, "unit": 1, "strategy": 1})
    found, sums = ffi.new("struct ed_ricochet_round *"), ffi.new("struct ed_ricochet_sums *")
    bad = ffi.new("size_t *")
    cards = bytes(range(15))

    def followed(dealt: bytes = cards, forced: object = ffi.NULL) -> int:
        return int(lib.ed_ricochet_resolve(table, seats, dealt, len(dealt), forced, found, bad))

    assert followed() == lib.ED_OK
    assert lib.ed_ricochet_resolve(table, seats, cards, 15, ffi.NULL, ffi.NULL, bad) == lib.ED_E_NULL
    assert followed(cards[:8]) == followed(bytes(53)) == lib.ED_E_CARDS
    assert followed(bytes([*range(9), 52])) == lib.ED_E_CARD
    assert bad[0] == 9
    assert followed(bytes([*range(9), 4])) == lib.ED_E_CARD
    assert followed(forced=b"\3\0") == lib.ED_E_OPTION
    assert followed(cards[:11], b"\2\2") == lib.ED_E_DRAWN
    assert lib.ed_ricochet_simulate(table, seats, 1, 0, 1, ffi.NULL) == lib.ED_E_NULL
    assert lib.ed_ricochet_simulate(table, seats, 1, 1, 1, sums) == lib.ED_E_RANGE
    assert lib.ed_ricochet_simulate(table, seats, 1, 0, (1 << 53) + 1, sums) == lib.ED_E_RANGE
    sums.rounds = 1 << 62
    assert lib.ed_ricochet_simulate(table, seats, 1, 0, 1, sums) == lib.ED_E_SUMS
    sums.rounds = 0
    for name, value in (
        ("players", 8),
        ("ties", 2),
        ("kickers", 2),
        ("beaten_dealer_goes", 2),
        ("strategy", 0),
    ):
        kept = getattr(seats, name)
        setattr(seats, name, value)
        assert followed() == lib.ED_E_OPTION
        assert lib.ed_ricochet_simulate(table, seats, 1, 0, 1, sums) == lib.ED_E_OPTION
        setattr(seats, name, kept)
    seats.pays[3][9] = 1 << 31
    assert followed() == lib.ED_E_OPTION
    seats.pays[3][9] = 0
    seats.pays[2][9] = 1 << 31  # of a fold: not read
    assert followed() == lib.ED_OK
    small = core.Ricochet(core.Deck(suits=3)).table
    assert lib.ed_ricochet_resolve(small, seats, cards, 15, ffi.NULL, found, bad) == lib.ED_E_TABLE
    assert lib.ed_ricochet_simulate(small, seats, 1, 0, 1, sums) == lib.ED_E_TABLE
    assert sums.rounds == 0
