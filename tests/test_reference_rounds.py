"""Rounds of Ricochet Poker by the reference: worked by hand, and what must hold of every round."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from everydeal.reference import ricochet as for_one
from everydeal.reference.hand import DECK, Card, cards, read
from everydeal.reference.ricochet_rounds import (
    DEALER,
    Act,
    Plays,
    Round,
    Rules,
    View,
    made,
    replay,
    scale,
    strategy_one,
)
from tests.rounds import Dealt, random_round

PLAIN = Rules()
KKQ, TENS_UP, WHEEL = cards("Kc Kd Qc 3c 2d"), cards("Tc Ts 2s 2h 3c"), cards("Ac 2d 3h 4s 5c")
LOWEST_PAIR = cards("2c 2d 3h 4s 5c")
# Dealers' hands: ace-king high, a pair of jacks, a pair of kings
ACE_KING, JACKS, KINGS = "Ac Kd 9h 5s 2c", "Jc Jd 8h 5s 2c", "Kc Kd Qh 5s 2c"
# Fits every round below; drawn by no hand that matters
REST = "Td 8c 3h 7d 6c 5d"


def these(*players: int) -> Plays:
    """Just these play."""
    return lambda view: view.player in players


def play(
    dealer: str, pockets: Sequence[str], drawn: str, who: Iterable[int] = (), rules: Rules = PLAIN
) -> Round:
    """A round from text in which just some players play."""
    return replay(rules, cards(dealer), [cards(two) for two in pockets], cards(drawn), these(*who))


def of(one: Round, names: str) -> tuple[object, ...]:
    """Some fields of a round."""
    return tuple(getattr(one, name) for name in names.split())


def order(one: Round) -> list[int]:
    return [act.player for act in one.acts]


def actions(one: Round) -> list[str]:
    return [act.action for act in one.acts]


# ---- R8: who acts when -------------------------------------------------------------------------------


def test_of_equal_pairs_the_lower_suit_acts_first() -> None:
    # R8's own example: the highest card of 6d 6h is a heart, of 6s 6c a spade; hearts act before spades.
    # Nobody plays; the last has a pair against ace-king high, so it is ahead.
    one = play(ACE_KING, ["6s 6c", "6d 6h"], "Td 8c 3h")
    assert order(one) == [1, 0]
    assert actions(one) == ["fold", "ahead"]
    assert play(ACE_KING, ["6d 6h", "6s 6c"], "Td 8c 3h").winners == (1,)


def test_the_lowest_two_cards_act_first() -> None:
    # K-Q is below A-3, suited or not (never a flush). Two times A-K: the aces decide, clubs before diamonds,
    # though the king of clubs is below the king of spades. Pairs come last, by rank.
    pockets = ["2c 2d", "Ad Kc", "Ac Ks", "Ah 3c", "Kh Qh", "3d 3h"]
    assert order(play("Jc Jd 8h 5s 2h", pockets, "4c 4d 4h")) == [4, 3, 2, 1, 0, 5]


def test_a_straight_or_a_flush_in_two_cards_is_none() -> None:
    # 9c 8c could be called both; it is nine-high and acts before J-2.
    assert order(play(KINGS, ["9c 8c", "Jh 2d"], REST.replace("8c", "8s"))) == [0, 1]


# ---- R5, R6: the kickout -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "limit", "folded"),
    [
        # T50: tens up or better, as TT223, inclusive
        ("Th Td 2s 2c 3h", cards("Tc Ts 2d 2h 3c"), True),  # the limit itself
        ("Th Td 9s 9c Ah", cards("Tc Ts 2d 2h 3c"), True),  # tens up, higher
        ("9h 9d 8s 8c Ah", cards("Tc Ts 2d 2h 3c"), False),  # nines up
        ("Kh Ks Qd 3h 2s", KKQ, True),  # the limit itself
        ("Kh Ks Jd Th 9s", KKQ, False),  # kings, but the kicker is a jack
        ("Ah As 4d 3h 2s", KKQ, True),  # a higher pair, whatever its kickers
        ("Ah 2s 3d 4h 5h", WHEEL, True),  # the lowest straight
        ("2h 3s 4d 5h 6s", WHEEL, True),  # six-high is higher: R1
        ("Ah As Ad Kh Qs", WHEEL, False),  # the best three of a kind is below any straight
        ("As Ks Qs Js Ts", None, False),  # no kickout
    ],
)
def test_a_limit_is_inclusive(dealer: str, limit: tuple[Card, ...] | None, folded: bool) -> None:
    # One player, who would fold: a folded dealer loses its Ante to it (R13, R14a), another takes its Ante.
    one = play(dealer, ["8d 7c"], "6c Jc 4c", rules=Rules(limit))
    assert one.kicked_out is folded
    assert one.ends == (("kickout",) if folded else ("fold",))
    assert of(one, "nets")[0] == (1 if folded else -1,)
    assert one.house == (-1 if folded else 1)


def test_all_fold_after_a_kickout() -> None:
    # Order: 9-4, T-7, Q-J. Two fold; the last is alone with no hand of five showing and need not act.
    # Pot 1 + 1 + 1; it wins 3, the house loses its Ante: -1 - 1 + 3 - 1 = 0.
    one = play(KINGS, ["Qc Jd", "9c 4d", "Tc 7h"], REST, rules=Rules(KKQ))
    assert one == Round(
        kicked_out=True,
        acts=(
            Act(1, "fold", None, False, (), 1),
            Act(2, "fold", None, False, (), 2),
            Act(0, "ahead", "high_card", True, (), 3),  # Q J T 8 3
        ),
        winners=(0,),
        pot=3,
        ends=("kickout", "fold", "fold"),
        nets=(Fraction(3), Fraction(-1), Fraction(-1)),
        bonuses=(Fraction(0),) * 3,
        house=Fraction(-1),
    )


def test_a_hand_that_stayed_takes_the_last_ones_privilege() -> None:
    # After a kickout 9-4 makes nines and fours, which beat T-7 high: it stays. T-7 faces a hand of five,
    # has to decide, folds. Pot 1 + 1: +2 and -1, house -1.
    one = play(KINGS, ["9c 4d", "Tc 7h"], "9d 4h 2s", [0], Rules(KKQ))
    assert actions(one) == ["play", "fold"]
    assert of(one, "ends nets house") == (("win", "fold"), (2, -1), -1)


def test_a_failed_hand_after_a_kickout_leaves_the_last_one_alone() -> None:
    # 9-4 draws nothing: 9 high does not beat T-7, though no hand of five shows. Pot 1 + 2.
    one = play(KINGS, ["9c 4d", "Tc 7h"], "8s 3h 2s 6c 5d 2d", [0], Rules(KKQ))
    assert one.acts[0] == Act(0, "play", "high_card", False, (), 1)
    assert of(one, "ends nets house") == (("lose", "kickout"), (-2, 3), -1)


# ---- one player --------------------------------------------------------------------------------------


def test_one_player_beats_the_dealer() -> None:
    # Aces and nines against kings. It keeps Ante and Play and wins the dealer's Ante.
    one = play(KINGS, ["Ac 9d"], "Ah 9s 3d", [0])
    assert one.acts == (Act(0, "play", "two_pair", True, (DEALER,), 1),)
    assert of(one, "winners pot ends nets house") == ((0,), 1, ("win",), (1,), -1)


def test_one_player_loses() -> None:
    # Ace high against kings: Ante and Play are lost; the pot of 1 + 2 is the dealer's, who wins 2.
    one = play(KINGS, ["Ac 9d"], "Jh 7s 3d", [0])
    assert one.acts == (Act(0, "play", "high_card", False, (), 1),)
    assert of(one, "winners pot ends nets house") == ((), 3, ("lose",), (-2,), 2)


def test_players_win_ties_with_the_dealer() -> None:
    # R11: A-K-9-5-2 twice. With two cards A-9 it was behind A-K, so it had to play.
    one = play(ACE_KING, ["Ad 9c"], "Kh 5d 2d", [0])
    assert one.acts == (Act(0, "play", "high_card", True, (DEALER,), 1),)
    assert of(one, "ends nets house") == (("win",), (1,), -1)


def test_a_pair_is_ahead_of_high_cards_without_a_play() -> None:
    # R13: nobody asks it. Its three cards make three of a kind, which the bonus pays 1 to 1 (R15):
    # the house loses its Ante and the bonus.
    rules = Rules(bonus={("ahead", "three_of_a_kind"): 1, ("kickout", "three_of_a_kind"): 70})
    one = play(ACE_KING, ["2d 2h"], "2s 7c 9d", rules=rules)
    assert one.acts == (Act(0, "ahead", "three_of_a_kind", True, (), 1),)
    assert of(one, "ends nets bonuses house") == (("ahead",), (1,), (1,), -2)


def test_who_is_ahead_need_not_end_with_the_higher_hand() -> None:
    # A-K ties A-K-Q-J-8 and has won; that it ends as A-K-6-4-3 is nothing to the pot. A-Q is behind.
    assert play("Ac Kd Qh Js 8c", ["Ad Kh"], "3c 4d 6h").ends == ("ahead",)
    assert play("Ac Kd Qh Js 8c", ["Ad Qc"], "3c 4d 6h").ends == ("fold",)


def test_no_two_cards_are_ahead_of_two_pair() -> None:
    one = play("2c 2d 3h 3s 4c", ["Ac Ad"], REST.replace("3h", "9h"))
    assert of(one, "ends house") == (("fold",), 1)


@pytest.mark.parametrize(
    ("dealer", "two"),
    [
        ("7c 7d Ah 6s 2c", "7h 7s"),  # pair against pair, kickers are not used
        (ACE_KING, "Ad Kc"),  # two highest cards against two
    ],
)
def test_a_two_card_tie_counts_or_not(dealer: str, two: str) -> None:
    # Counting it is ahead; else it decides: a fold costs 1. A Play with 3-4-8 leaves a pair of sevens, or
    # A-K, with an eight behind; the dealer's next card is an ace, or a nine: -2.
    drawn = "3c 4d 8h"
    ahead = play(dealer, [two], drawn)
    assert of(ahead, "ends nets house") == (("ahead",), (1,), -1)
    strict = Rules(two_card_tie=False)
    folds, loses = play(dealer, [two], drawn, (), strict), play(dealer, [two], drawn, [0], strict)
    assert of(folds, "ends nets house") == (("fold",), (-1,), 1)
    assert of(loses, "ends nets house") == (("lose",), (-2,), 2)


# ---- several players ---------------------------------------------------------------------------------


def test_the_dealer_takes_the_pot() -> None:
    # Against jacks 7-4 folds, Q-6 draws nothing, A-3 folds. Pot 1 + 1 + 2 + 1, of which
    # the house has put up 1.
    one = play(JACKS, ["Qc 6d", "Ac 3s", "7c 4d"], "Th 9s 2d", [0])
    assert order(one) == [2, 0, 1]
    assert [act.pot for act in one.acts] == [1, 2, 4]
    assert of(one, "winners pot house") == ((), 5, 4)
    assert of(one, "ends nets") == (("lose", "fold", "fold"), (-2, -1, -1))


def test_the_last_one_is_ahead_after_others_failed() -> None:
    # Q-4 plays and is queen high: lost. Threes beat ace-king high and wait to the end. Pot 1 + 2.
    one = play(ACE_KING, ["3c 3d", "Qc 4d"], "7h 6s 2d 7s Td Jd", [1])
    assert actions(one) == ["play", "ahead"]
    assert of(one, "winners ends nets house") == ((0,), ("ahead", "lose"), (3, -2), -1)


def test_a_higher_hand_discards_the_leader() -> None:
    # Three queens beat jacks, so the dealer goes; three kings beat three queens, whose 2 go to the pot:
    # 1 + 2; the last folds: 4. -2 + 4 - 1 - 1 = 0. Bonuses for both who made three of a kind, 1 each, also
    # for the one that lost (R15): the house ends with -1 - 2.
    bonus = {("win", "three_of_a_kind"): 1, ("lose", "three_of_a_kind"): 1}
    one = play(JACKS, ["Qc 4d", "Kc 6d", "Ac 3s"], "Qh Qs 2d Kh Ks 2h", [0, 1], Rules(bonus=bonus))
    assert one.acts == (
        Act(0, "play", "three_of_a_kind", True, (DEALER,), 1),
        Act(1, "play", "three_of_a_kind", True, (0,), 1),
        Act(2, "fold", None, False, (), 3),
    )
    assert of(one, "winners pot ends") == ((1,), 4, ("lose", "win", "fold"))
    assert of(one, "nets bonuses house") == ((-2, 4, -1), (1, 1, 0), -3)


def test_a_lower_hand_does_not_move_the_leader() -> None:
    # As above, but the second makes a pair of kings only: its 2 go to the pot, the queens stay.
    one = play(JACKS, ["Qc 4d", "Kc 6d", "Ac 3s"], "Qh Qs 2d Kh 9s 2h", [0, 1])
    assert one.acts[1] == Act(1, "play", "pair", False, (), 1)
    assert of(one, "winners ends nets house") == ((0,), ("win", "lose", "fold"), (4, -2, -1), -1)


def test_a_hand_must_beat_those_who_wait() -> None:
    # Jacks beat the dealer's ace-king high, but queens wait: jacks are lost at once and discard nothing,
    # and the queens, last, are ahead of the dealer. Pot 1 + 2.
    one = play(ACE_KING, ["Js 4d", "Qc Qd"], "Jh 7s 6d 8c 3h 2d", [0])
    assert one.acts[0] == Act(0, "play", "pair", False, (), 1)
    assert of(one, "ends nets house") == (("lose", "ahead"), (-2, 3), -1)


def test_a_hand_must_beat_all_of_those_who_wait() -> None:
    # 9-4 makes tens (T T): more than A-J, not more than queens.
    one = play(KINGS, ["9c 4d", "Qc Qd", "Ac Jh"], "Tc Td 2d 3c 3d 3h", [0], Rules(KKQ))
    assert order(one) == [0, 2, 1]
    assert not one.acts[0].stays


def test_high_cards_beat_lower_ones_that_wait() -> None:
    # After a kickout A-K-9-5-3 beats a waiting A-Q by the second card; a waiting A-J as well.
    one = play(KINGS, ["9c 5d", "Ac Qd", "As Jd"], "Ah Kh 3d", [0], Rules(KKQ))
    assert one.acts[0] == Act(0, "play", "high_card", True, (), 1)
    assert of(one, "nets")[0] == (3, -1, -1)


TIED = ["Qc 4d", "Qd 9h"]
TIE = "Ah As 9c Ac Ad 4c"  # for both: aces, then Q 9 4


def test_two_tied_hands_split_the_pot() -> None:
    # R12: the second ties the first, both stay. The dealer's Ante is split; the house loses just that.
    one = play(JACKS, TIED, TIE, [0, 1])
    assert one.acts == (
        Act(0, "play", "pair", True, (DEALER,), 1),
        Act(1, "play", "pair", True, (), 1),
    )
    assert of(one, "winners pot") == ((0, 1), 1)
    assert of(one, "ends nets house") == (("win", "win"), (Fraction(1, 2), Fraction(1, 2)), -1)


@pytest.mark.parametrize(
    ("who", "drawn", "winners", "nets"),
    [
        # the third folds: a pot of 2
        ([0, 1], "", (0, 1), (1, 1, -1)),
        # it draws nothing: a pot of 3, exactly split
        ([0, 1, 2], " 7s 5d 2d", (0, 1), (Fraction(3, 2), Fraction(3, 2), -2)),
        # it makes two pair: both are discarded, a pot of 1 + 2 + 2
        ([0, 1, 2], " Kd 6s 2d", (2,), (-2, -2, 5)),
    ],
)
def test_a_third_beside_two_tied(
    who: list[int], drawn: str, winners: tuple[int, ...], nets: tuple[Fraction, ...]
) -> None:
    one = play(JACKS, [*TIED, "Kc 6d"], TIE + drawn, who)
    assert order(one) == [0, 1, 2]
    assert of(one, "winners nets house") == (winners, nets, -1)
    assert sum(one.nets) + one.house == 0
    if winners == (2,):
        assert one.acts[2].discarded == (0, 1)


# ---- R7 and R10: the other readings ------------------------------------------------------------------


@pytest.mark.parametrize(("kickers", "stays", "nets"), [(False, False, (-2, 3)), (True, True, (2, -1))])
def test_kickers_beside_an_equal_pair(kickers: bool, stays: bool, nets: tuple[int, ...]) -> None:
    # After a kickout K-4 makes nines against waiting nines. Equal on their scale: it is lost, the nines win
    # 1 + 2. If kickers count, it stays; the nines face a hand of five and fold: 1 + 1.
    one = play(
        KINGS.replace("Kc", "Ks"), ["Kc 4d", "9c 9d"], "9h 9s 2d 3c 3d 3h", [0], Rules(KKQ, kickers=kickers)
    )
    assert one.acts[0].stays is stays
    assert of(one, "nets")[0] == nets
    assert one.ends == (("win", "fold") if kickers else ("lose", "kickout"))
    assert one.house == -1


def ace_kings(**options: bool) -> Round:
    """Q-4 makes A-K-Q-J-4: above the dealer's A-K-9-5-2, on their scale equal to the waiting A-K."""
    return play(ACE_KING, ["Qc 4d", "Ad Ks"], "Ah Kh Js 3c 3d 3h", [0], replace(PLAIN, **options))  # type: ignore[arg-type]


def test_a_hand_held_off_leaves_the_dealer() -> None:
    # R10 as ruled: Q-4 is lost, the dealer's hand still shows and A-K ties it. That not counting, A-K is
    # asked, folds, and the dealer takes 1 + 2 + 1.
    one = ace_kings(two_card_tie=False)
    assert one.acts == (Act(0, "play", "high_card", False, (), 1), Act(1, "fold", None, False, (), 3))
    assert of(one, "winners pot nets house") == ((), 4, (-2, -1), 3)


def test_a_hand_held_off_takes_the_dealer_along() -> None:
    # The other reading: Q-4 is lost and so is the dealer's hand; A-K is alone and wins 1 + 2. The dealer
    # was not kicked out, so that is "ahead".
    one = ace_kings(two_card_tie=False, beaten_dealer_goes=True)
    assert one.acts == (
        Act(0, "play", "high_card", False, (DEALER,), 1),
        Act(1, "ahead", "three_of_a_kind", True, (), 3),
    )
    assert of(one, "ends nets house") == (("lose", "ahead"), (-2, 3), -1)


@pytest.mark.parametrize("goes", [False, True])
def test_both_readings_are_one_if_two_card_ties_count(goes: bool) -> None:
    one = ace_kings(beaten_dealer_goes=goes)
    assert of(one, "ends nets house") == (("lose", "ahead"), (-2, 3), -1)


@pytest.mark.parametrize("ties", [False, True])
def test_kickers_beside_equal_high_cards(ties: bool) -> None:
    # Kickers counting, A-K-Q-J-4 beats the waiting A-K and stays; A-K is asked and folds: 1 + 1.
    one = ace_kings(kickers=True, two_card_tie=ties)
    assert one.acts[0] == Act(0, "play", "high_card", True, (DEALER,), 1)
    assert of(one, "ends nets house") == (("win", "fold"), (2, -1), -1)


def test_a_hand_held_off_that_the_dealer_beats_takes_nobody_along() -> None:
    # Jacks lose to kings and are held off by queens: whatever the reading, the dealer stays and the
    # pot is 1 + 2 + 1.
    for goes in (False, True):
        one = play(KINGS, ["Jc 4d", "Qc Qd"], "Jh 7s 3d", [0], Rules(beaten_dealer_goes=goes))
        assert one.acts[0].discarded == ()
        assert of(one, "winners house") == ((), 3)


# ---- bonuses and cards drawn -------------------------------------------------------------------------


def test_a_bonus_on_a_kickout_is_an_option() -> None:
    # A flush: clubs. The house loses its Ante, and 4 if it pays on kickouts.
    for bonus, house in (({("kickout", "flush"): 4}, -5), ({("win", "flush"): 4, ("ahead", "flush"): 4}, -1)):
        one = play(KINGS, ["9c 4c"], "Ac 7c 3c", (), Rules(KKQ, bonus=bonus))
        assert of(one, "ends nets house") == (("kickout",), (1,), house)


def test_bonuses_may_exceed_what_the_house_wins() -> None:
    # A straight that loses to a flush: Ante and Play lost, 3/2 paid: 2 - 3/2.
    rules = Rules(bonus={("lose", "straight"): Fraction(3, 2)})
    one = play("2c 5c 8c Jc Kc", ["9d 8h"], "7s 6h 5d", [0], rules)
    assert of(one, "nets bonuses house") == ((-2,), (Fraction(3, 2),), Fraction(1, 2))


def test_a_fold_has_no_bonus_and_draws_no_card() -> None:
    # 7-4 folds; the first three cards are the next one's, fours and a seven: two pair at best for the one who
    # folded, queen high with a pair of fours for the one who plays. Against a pair of jacks that is lost.
    rules = Rules(bonus={("fold", "pair"): 9, ("lose", "pair"): 1})
    one = play(JACKS, ["7c 4d", "Qc 6d"], "4h 4s 7d Qh Qd Qs", [1], rules)
    assert one.acts[1] == Act(1, "play", "pair", False, (), 2)
    assert of(one, "bonuses house") == ((0, 1), 2)


def test_what_players_see() -> None:
    # The round in which queens give way to kings, from the seats of all three.
    seen: list[View] = []

    def plays(view: View) -> bool:
        seen.append(view)
        return view.player != 2

    dealer, pockets = cards(JACKS), tuple(map(cards, ["Qc 4d", "Kc 6d", "Ac 3s"]))
    drawn = cards("Qh Qs 2d Kh Ks 2h Tc Td Ts")
    replay(PLAIN, dealer, pockets, drawn, plays)
    assert seen == [
        View(0, dealer, True, pockets, (), 1, (1, 2), {}),
        View(1, dealer, False, pockets, drawn[:3], 1, (2,), {0: cards("Qc 4d Qh Qs 2d")}),
        View(2, dealer, False, pockets, drawn[:6], 3, (), {1: cards("Kc 6d Kh Ks 2h")}),
    ]


@pytest.mark.parametrize(
    ("dealer", "pockets", "drawn", "says"),
    [
        (ACE_KING, ["Qc 4d"], "7h 6s", "no three cards left"),
        (ACE_KING, ["Qc 4d"], "7h 6s 4d", "one deck"),
        (ACE_KING, ["Qc Jk"], "7h 6s 4d", "one deck"),
        ("Ac Kd 9h 5s", ["Qc 4d"], "7h 6s 2d", "no round"),
        (ACE_KING, ["Qc 4d 4h"], "7h 6s 2d", "no round"),
        (ACE_KING, [], "7h 6s 2d", "no round"),
    ],
)
def test_what_is_no_round(dealer: str, pockets: list[str], drawn: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        play(dealer, pockets, drawn, [0])


# ---- strategy one ------------------------------------------------------------------------------------


def royal(pot: int = 1, drawn: str = "", *folded: str) -> View:
    """The dealer has a royal flush and A-K of clubs can only tie it, with Q-J-T of clubs."""
    pockets = tuple(map(cards, ["Ac Kc", *folded]))
    return View(0, cards("As Ks Qs Js Ts"), True, pockets, cards(drawn), pot, (), {})


def test_strategy_one_plays_only_for_more_than_a_fold() -> None:
    # One draw of C(45, 3) = 14190 wins: 1 - 2 * 14189 + bonus > -14190 if the bonus is
    # above 14187.
    assert comb(45, 3) == 14190
    assert not strategy_one(royal())
    assert not strategy_one(royal(), {"royal_flush": 14187})  # worth the same: folds
    assert strategy_one(royal(), {"royal_flush": 14188})
    # An Ante of 2 units: 2 - 4 * 14189 + bonus > -2 * 14190 if it is above 28374.
    assert not strategy_one(royal(), {"royal_flush": 28374}, 2)
    assert strategy_one(royal(), {"royal_flush": 28375}, 2)
    # No bonus, a larger pot: it has to be above 14188.
    assert not strategy_one(royal(14188))
    assert strategy_one(royal(14189))


def test_strategy_one_knows_the_cards_it_has_seen() -> None:
    # Three cards are drawn: C(42, 3) = 11480 draws, pot - 2 * 11479 > -11480 if the pot is above 11478.
    # So too with a player who folded with two of them; that makes C(43, 3) = 12341 draws: above 12339.
    assert (comb(42, 3), comb(43, 3)) == (11480, 12341)
    assert not strategy_one(royal(11478, "2d 3d 4d"))
    assert strategy_one(royal(11479, "2d 3d 4d"))
    assert not strategy_one(royal(12339, "", "2d 3d"))
    assert strategy_one(royal(12340, "", "2d 3d"))
    # The queen of clubs is gone: no draw wins.
    assert not strategy_one(royal(10**9, "Qc 3d 4d"))
    assert not strategy_one(royal(10**9, "", "Qc 3d"))


def twos(pot: int) -> View:
    """Twos against waiting aces, after four kings and a queen were kicked out."""
    pockets = (cards("2c 2d"), cards("Ac Ad"))
    return View(0, cards("Kc Kd Kh Ks Qc"), False, pockets, (), pot, (1,), {})


def test_strategy_one_counts_draws_that_beat_those_who_wait() -> None:
    # 43 cards are left: 2 twos, 2 aces, 3 queens, 4 of each of nine ranks. Twos stay a mere pair, and lose,
    # with three ranks among the last eleven: 64 * C(9, 3) + (2 + 3) * 16 * C(9, 2) + 2 * 3 * 4 * 9 draws.
    draws, lost = comb(43, 3), 64 * comb(9, 3) + 5 * 16 * comb(9, 2) + 6 * 36
    assert (draws, lost) == (12341, 8472)
    # A pot of 1: 3869 - 2 * 8472 = -13075, 734 short of -12341; a pot of 2 is enough.
    assert not strategy_one(twos(1))
    assert strategy_one(twos(2))
    # Four twos come with 41 draws: 17 * 41 = 697 is too little, 18 * 41 = 738 is not.
    assert not strategy_one(twos(1), {"four_of_a_kind": 17})
    assert strategy_one(twos(1), {"four_of_a_kind": 18})
    # The pair pays as well, though it loses: 735 / 8472 of an Ante is just enough, 734 is worth the same.
    assert not strategy_one(twos(1), {"pair": Fraction(734, 8472)})
    assert strategy_one(twos(1), {"pair": Fraction(735, 8472)})


def test_strategy_one_is_how_players_decide() -> None:
    # The dealer's royal flush: both fold by themselves, and the house has 2. With the bonus the first plays.
    dealer, pockets, drawn = (
        cards("As Ks Qs Js Ts"),
        [cards("Ac Kc"), cards("Ad Kd")],
        cards("2c 3c 4h 5h 6h 7h"),
    )
    assert replay(PLAIN, dealer, pockets, drawn).house == 2

    def lured(view: View) -> bool:
        return strategy_one(view, {"royal_flush": 10**6})

    assert replay(Rules(decide=lured), dealer, pockets, drawn).ends == ("lose", "lose")
    assert replay(Rules(decide=lured), dealer, pockets, drawn, these(1)).ends == ("fold", "lose")


# ---- beside the reference for one player -------------------------------------------------------------


def test_the_scale_is_that_of_rapid_fire() -> None:
    rng = Random(5)
    results: Counter[str] = Counter()
    for _ in range(3000):
        dealt = tuple(rng.sample(DECK[:24] if rng.random() < 0.5 else DECK, 7))
        five, two = dealt[:5], dealt[5:]
        ours, theirs = scale(made(two)), scale(made(five))
        result = "win" if ours > theirs else "tie" if ours == theirs else "lose"
        assert result == for_one.compare(two, five)
        results[result] += 1
    assert min(results["win"], results["tie"], results["lose"]) > 20


def test_one_player_by_the_reference_for_one() -> None:
    """Every draw of some deals ends as the reference for one player says, and S1 decides as it does."""
    rng = Random(6)
    bonus = {"three_of_a_kind": 1, "straight": 3, "flush": 4, "full_house": 5, "four_of_a_kind": 10}
    decided: Counter[bool] = Counter()
    ends: Counter[str] = Counter()
    for at in range(10):
        one = random_round(rng, 1)
        (two,) = one.pockets
        limit, ties = (LOWEST_PAIR if at % 2 else None), at % 3 != 0
        found = for_one.draws(DECK, one.dealer, two)
        simple = for_one.Rules(limit, ties, bonus)
        wanted = for_one.ends(simple, one.dealer, two, found)
        plays = strategy_one(View(0, one.dealer, True, one.pockets, (), 1, (), {}), bonus)
        assert plays is (for_one.gain(found, simple) > 0)
        decided[plays] += 1
        rules = Rules(limit, ties)
        counted: Counter[tuple[str, str]] = Counter()
        for three in combinations([card for card in DECK if card not in (*one.dealer, *two)], 3):
            went = replay(rules, one.dealer, one.pockets, three, these(0) if plays else these())
            category = read((*two, *three))[0]
            counted[went.ends[0], category] += 1
            assert went.acts[0].category == (None if went.ends == ("fold",) else category)
        assert counted == wanted
        ends.update(end for end, _ in counted)
    assert set(ends) == {"fold", "kickout", "ahead", "win", "lose"}
    assert set(decided) == {False, True}


# ---- what holds of every round -----------------------------------------------------------------------


def some_rules(rng: Random) -> Rules:
    limits = [None, KKQ, TENS_UP]
    bonus: dict[tuple[str, str], int | Fraction] = {
        ("win", "pair"): 1,
        ("lose", "two_pair"): Fraction(1, 3),
        ("ahead", "pair"): 2,
        ("kickout", "flush"): 4,
    }
    ties, kickers, goes = (rng.random() < 0.5 for _ in range(3))
    return Rules(rng.choice(limits), ties, kickers, goes, bonus)


def at_random(rng: Random, players: int) -> Plays:
    """Decisions fixed beforehand, more often to play."""
    return these(*(player for player in range(players) if rng.random() < 0.7))


def alike(rng: Random, players: int) -> Dealt:
    """A round in which the first two players have one hand in other suits, if just they draw."""
    hand = tuple(rng.sample([card for card in DECK if card[1] in "ch"], 5))
    other = tuple((rank, {"c": "d", "h": "s"}[suit]) for rank, suit in hand)
    rest = rng.sample([card for card in DECK if card not in (*hand, *other)], 5 + 2 * (players - 2) + 3)
    pockets = (hand[:2], other[:2], *(tuple(rest[at : at + 2]) for at in range(5, 2 * players + 1, 2)))
    return Dealt(tuple(rest[:5]), pockets, (*hand[2:], *other[2:], *rest[-3:]))


def some_rounds(seed: int, number: int) -> Iterable[tuple[Rules, Dealt, Plays]]:
    """Rounds with all numbers of players: of the whole deck, of few cards, and with two hands alike."""
    rng = Random(seed)
    for at in range(number):
        players = at % 7 + 1
        if at % 3 == 2 and players > 1:
            yield some_rules(rng), alike(rng, players), these(0, 1)
            continue
        ranks = (5 + 5 * players + 3) // 4 if at % 3 else 13
        yield some_rules(rng), random_round(rng, players, DECK[-4 * ranks :]), at_random(rng, players)


def test_what_holds_of_every_round() -> None:
    met: Counter[str] = Counter()
    for rules, one, plays in some_rounds(7, 1000):

        def watched(view: View, plays: Plays = plays, rules: Rules = rules) -> bool:
            # hands of five that show are alike, beat all two cards that wait, and the dealer's is gone
            hands = list(view.showing.values())
            assert len({for_one.made(frozenset(hand))[1] for hand in hands}) <= 1
            assert not (hands and view.live)
            results = {
                for_one.compare(view.pockets[at], hand)
                for at in (view.player, *view.waiting)
                for hand in hands
            }
            assert results <= ({"lose", "tie"} if rules.kickers else {"lose"})
            return plays(view)

        went = replay(rules, one.dealer, one.pockets, one.drawn, watched)
        players = range(len(one.pockets))
        dealer = for_one.made(frozenset(one.dealer))[1]

        # everybody acts once, a lower pocket never after a higher one; the pot only grows
        assert sorted(order(went)) == list(players)
        pairs = [
            (two[0][0] == two[1][0], sorted((rank for rank, _ in two), reverse=True)) for two in one.pockets
        ]
        assert [pairs[player] for player in order(went)] == sorted(pairs)
        pots = [act.pot for act in went.acts]
        assert pots == sorted(pots)
        assert pots[0] == 1

        # the pot is the dealer's Ante and what players lost; what one side loses the other has
        assert went.pot == 1 + went.ends.count("fold") + 2 * went.ends.count("lose")
        assert sum(went.nets) + went.house + sum(went.bonuses) == 0
        assert went.house + sum(went.bonuses) == (-1 if went.winners else went.pot - 1)

        # winners: none, one with two cards, or the highest of all that stayed
        assert went.winners == tuple(at for at in players if went.ends[at] in ("win", "ahead", "kickout"))
        values = {
            act.player: for_one.made(frozenset((*one.pockets[act.player], *three)))[1]
            for act, three in drawing(went, one)
        }
        stayed = [act.player for act in went.acts if act.stays]
        gone = [other for act in went.acts for other in act.discarded]
        assert len(gone) == len(set(gone))
        assert not set(gone) & set(went.winners)
        if not went.winners:
            assert not went.kicked_out
            assert stayed == gone == []
        elif went.ends[went.winners[0]] != "win":
            assert went.winners == (went.acts[-1].player,)
            assert stayed == [went.acts[-1].player]
            assert went.kicked_out is (went.ends[went.winners[0]] == "kickout")
        else:
            highest = max(values[player] for player in stayed)
            assert went.winners == tuple(sorted(at for at in stayed if values[at] == highest))
            assert {DEALER, *stayed} - set(went.winners) - {DEALER} == set(gone) - {DEALER}
            assert went.kicked_out or DEALER in gone
            assert went.kicked_out or rules.beaten_dealer_goes or highest >= dealer

        # bonuses by end and hand
        for act in went.acts:
            pay = rules.bonus.get((went.ends[act.player], act.category or ""), 0)
            assert went.bonuses[act.player] == pay
            assert (act.category is None) is (act.action == "fold") is (went.ends[act.player] == "fold")

        met.update(went.ends)
        met["split"] += len(went.winners) > 1
        met["dealer"] += not went.winners
        met["overtaken"] += bool(set(gone) - {DEALER})
        met["dealer taken along"] += any(DEALER in act.discarded and not act.stays for act in went.acts)
        met["bonus"] += any(went.bonuses)
    events = ["fold", "kickout", "ahead", "win", "lose", "split", "dealer", "overtaken", "bonus"]
    events.append("dealer taken along")
    assert {name: met[name] for name in events if met[name] < 5} == {}


def drawing(went: Round, one: Dealt) -> Iterable[tuple[Act, tuple[Card, ...]]]:
    """Who drew, with the cards: three each in the order of the acts."""
    drew = [act for act in went.acts if act.action != "fold"]
    return [(act, one.drawn[3 * at : 3 * at + 3]) for at, act in enumerate(drew)]


def test_when_the_readings_of_a_beaten_dealer_differ() -> None:
    """Only if neither two-card ties nor kickers count, and three hands are alike in their two highest cards.

    A hand held off is not above a waiting pocket, and the dealer's hand is not above that hand. So the last
    pocket is at least tied with the dealer's, and a hand that later stays beats both. If ties count, the last
    pocket is ahead anyway; if kickers do, it is truly above the dealer's hand, as the one held off is below.
    """
    rng = Random(8)
    some = list(some_rounds(8, 2500))
    dealer, pockets = cards(ACE_KING), (cards("Ad Ks"), cards("Ah Qc"))  # the last has just the dealer's two
    rest = [card for card in DECK if card not in (*dealer, *pockets[0], *pockets[1])]
    for _ in range(1500):
        some.append((some_rules(rng), Dealt(dealer, pockets, tuple(rng.sample(rest, 6))), these(1)))
    differ: Counter[tuple[bool, bool]] = Counter()
    taken: Counter[tuple[bool, bool]] = Counter()
    for rules, one, plays in some:
        went = [
            replay(replace(rules, beaten_dealer_goes=goes), one.dealer, one.pockets, one.drawn, plays)
            for goes in (False, True)
        ]
        options = rules.two_card_tie, rules.kickers
        taken[options] += went[0].acts != went[1].acts
        differ[options] += of(went[0], "ends nets") != of(went[1], "ends nets")
    assert min(taken[ties, kickers] for ties in (False, True) for kickers in (False, True)) > 20
    assert {options for options in differ if differ[options]} == {(False, False)}


def test_rounds_dealt_at_random_are_rounds() -> None:
    rng = Random(9)
    for players in range(1, 8):
        one = random_round(rng, players)
        assert (len(one.dealer), len(one.pockets), len(one.drawn)) == (5, players, 21)
        assert (
            len({*one.dealer, *one.drawn, *(card for two in one.pockets for card in two)}) == 26 + 2 * players
        )
    assert random_round(Random(1), 3) == random_round(Random(1), 3)
