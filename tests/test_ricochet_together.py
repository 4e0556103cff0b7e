"""Ricochet Poker: bonus wagers of one bettor together, and each settled by the reference."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from everydeal import cards
from everydeal.errors import InputError
from everydeal.games.ricochet import Ricochet
from everydeal.reference import hand as reference_hand
from everydeal.reference import ricochet as reference
from everydeal.together import DEALS as ORDERED
from everydeal.together import Together, _Counted, joint
from tests.conftest import Command
from tests.hands import as_cards, kinds
from tests.ricochet import BONUSES, JACKPOTS, TEXT, TWOS, certified, changed, fraction, sheet_of


@cache
def together() -> tuple[Together, ...]:
    return joint(sheet_of(TEXT)).sets


def test_every_layout_has_two_jackpots() -> None:
    """R19a."""
    jackpots = [tuple(name for name in found.wagers if name in JACKPOTS) for found in together()]
    assert sorted(jackpots) == sorted(combinations(JACKPOTS, 2))
    assert all(
        set(found.wagers) - set(JACKPOTS) == {"rapid-fire", "hedge-bet", "pocket-bonus"}
        for found in together()
    )


def test_wins_together_sum_to_the_wins_of_each() -> None:
    priced = certified(TEXT, BONUSES)
    for found in together():
        assert sum(found.wins) == found.total == 30 * TWOS
        expected = sum((fraction(priced[name].hit_frequency) for name in found.wagers), Fraction(0))
        assert Fraction(sum(number * wins for number, wins in enumerate(found.wins)), found.total) == expected
        assert found.two_or_more == 1 - Fraction(found.wins[0] + found.wins[1], found.total)


def test_every_line_of_every_wager_has_its_margin() -> None:
    """Cells of the joint count, summed by the line that decides: what each wager's certificate has."""
    sheet = sheet_of(TEXT)
    names = [name for name in BONUSES if name != "hedge-bet-lost-pays"]
    assert isinstance(sheet.game, Ricochet)
    table = _Counted(sheet.game, sheet.chosen(names), sheet.file)
    margins: dict[str, Counter[tuple[int, ...]]] = {name: Counter() for name in names}
    for cell, found in table.counts.items():
        for name, deciding in table._deciding(cell).items():
            margins[name][deciding] += found.deals
    priced = certified(TEXT, BONUSES)
    for name in names:
        wanted = {
            (at,): Fraction(line.combinations * ORDERED, line.total)
            for at, line in enumerate(priced[name].lines)
            if line.combinations
        }
        assert dict(margins[name]) == wanted


Cards = tuple[reference_hand.Card, ...]


@cache
def best_of(hand: frozenset[reference_hand.Card]) -> str:
    if len(hand) < 5:
        category, ranks = reference_hand.read(sorted(hand))
        return "mini_royal" if category == "straight_flush" and ranks == (reference_hand.ACE,) else category
    return reference_hand.best(sorted(hand), reference.ORDER)[0]


@cache
def run_of(hand: frozenset[reference_hand.Card]) -> int:
    return reference_hand.suited_run(sorted(hand))


@cache
def compared(player: frozenset[reference_hand.Card], dealer: frozenset[reference_hand.Card]) -> str:
    return reference.compare(sorted(player), sorted(dealer))


@cache
def read_of(hand: frozenset[reference_hand.Card]) -> reference_hand.Reading:
    return reference_hand.read(sorted(hand))


def plain_nets(dealer: Cards, player: Cards) -> dict[str, Fraction]:
    """What R16 to R19 pay for one deal, a unit on each, meters at 10,000: by the reference alone."""
    three = best_of(frozenset((*player, dealer[0])))
    five, seven = best_of(frozenset((*player, *dealer[:3]))), best_of(frozenset((*player, *dealer)))
    category, ranks = read_of(frozenset(dealer))
    jacks = category == "pair" and ranks[0] >= 11
    hedge = {
        "royal_flush": 1000, "straight_flush": 500, "four_of_a_kind": 200, "full_house": 75, "flush": 50,
        "straight": 25, "three_of_a_kind": 5, "two_pair": 3, "pair": 1 if jacks else -1,
    }  # fmt: skip
    high, low = sorted((card[0] for card in player), reverse=True)
    suited = player[0][1] == player[1][1]
    face = high == 14 and 11 <= low < 14
    pocket = (30 if high == 14 else 4) if high == low else (20 if suited else 10) if face else -1
    linked = {"royal_flush": 9_999, "straight_flush": 999, "four_of_a_kind": 299, "full_house": 49}
    runs = {7: 9_999, 6: 999, 5: 99}
    nets = {
        "rapid-fire": 5 if compared(frozenset(player), frozenset(dealer)) in ("win", "tie") else -1,
        "hedge-bet": hedge.get(category, -1),
        "pocket-bonus": pocket,
        "mini-royal": {
            "mini_royal": 9_999, "straight_flush": 39, "three_of_a_kind": 29, "straight": 5, "flush": 2
        }.get(three, -1),
        "straight-flush": runs.get(run_of(frozenset((*player, *dealer))), -1),
        "five-card-linked": linked.get(five, -1),
        "seven-card-linked": linked.get(seven, -1),
    }  # fmt: skip
    return {name: Fraction(net) for name, net in nets.items()}


def test_play_settles_bonus_wagers_as_the_reference_does() -> None:
    """Random deals, and the examples of the joint count, which pay most."""
    draw = random.Random(8)
    deals = [tuple(draw.sample(range(52), 7)) for _ in range(150)] + [found.example for found in together()]
    deals += [kinds("Qh Jh Th 9h 8h 7h 6h"), kinds("Kc Kd Kh Ks 2c Ac Ad"), kinds("Qs Js Ts 2c 2d As Ks")]
    sheet = sheet_of(TEXT)
    (at,) = sheet.game.configurations({"kickout": ["none"]})
    from everydeal.settlement import resolve

    for deal in deals:
        facts = at.play((*deal, *[card for card in range(52) if card not in deal][:3])).facts
        for name, net in plain_nets(as_cards(deal[:5]), as_cards(deal[5:])).items():
            wager = sheet.wager(name)
            (line,) = resolve(wager, facts[wager.space], sheet.file)
            meter = 10_000 * line.pay.share if line.pay.unknown else 0
            assert line.pay.net + meter == net, (name, cards.names(deal))


def candidates() -> Iterator[tuple[Cards, Cards]]:
    """All deals, up to which suit is which, with a royal flush or a suited run of seven among the seven."""
    clubs = [(rank, "c") for rank in range(2, 15)]
    royal, low = clubs[8:], clubs[:8]
    diamonds, hearts = ([(rank, suit) for rank in range(2, 15)] for suit in "dh")
    others = [*combinations(low, 2), *product(low, diamonds), *combinations(diamonds, 2)]
    others += [(one, other) for one, other in product(diamonds, hearts) if one[0] >= other[0]]
    sevens = [(*royal, *two) for two in others]
    sevens += [tuple(clubs[at] for at in range(first, first + 7)) for first in range(6)]
    sevens.append((clubs[12], *clubs[:6]))
    for seven in sevens:
        for player in combinations(seven, 2):
            dealer = [card for card in seven if card not in player]
            for first in dealer:
                rest = [card for card in dealer if card != first]
                for others_of_five in combinations(rest, 2):
                    last = [card for card in rest if card not in others_of_five]
                    yield (first, *others_of_five, *last), player


def test_the_largest_win_is_the_largest() -> None:
    """More than 20,000 takes two whole meters, so a royal flush or a suited run of seven: all of those.

    Without either only Mini-Royal can pay its meter, 9,999; no other jackpot then pays more than 999, nor
    hedge, pocket and Rapid Fire more than 500, 30 and 5.
    """
    assert 9_999 + 999 + 1_000 + 30 + 5 < 20_000
    most = {found.wagers: Fraction(0) for found in together()}
    for dealer, player in candidates():
        nets = plain_nets(dealer, player)
        for wagers in most:
            most[wagers] = max(most[wagers], sum((nets[name] for name in wagers), Fraction(0)))
    for found in together():
        assert found.most == most[found.wagers] > 20_000
        nets = plain_nets(as_cards(found.example[:5]), as_cards(found.example[5:]))
        assert sum(nets[name] for name in found.wagers) == found.most


def refused_together(text: str, *names: str) -> str:
    with pytest.raises(InputError) as caught:
        joint(sheet_of(text), names)
    return str(caught.value)


def test_what_is_not_counted_together(run: Command) -> None:
    assert "fewer than two bonus wagers" in refused_together(TEXT, "main", "rapid-fire")
    assert "main: it is the main game" in refused_together(TEXT, "main", "rapid-fire")
    assert "it has unknown pays" in refused_together(TEXT, "hedge-bet-lost-pays", "rapid-fire")
    assert "fewer than two" in refused_together(TEXT, "pocket-bonus")
    asked = changed(
        ('hand == straight_flush", pays = 40', 'hand == straight_flush and best[0] == K", pays = 40')
    )
    assert "three cards are told apart only by what they make" in refused_together(
        asked, "mini-royal", "rapid-fire"
    )
    four = changed(("player = 2\ndealer = 1", "player = 1\ndealer = 2"))
    words = "mini-royal: its cards are none of those that are counted together"
    assert words in refused_together(four, "mini-royal", "rapid-fire")
    done = run("certify", "ez-baccarat", "--decks", "8", "--joint")
    assert done.status == 2
    assert "wagers together are counted for ricochet sheets" in done.err
    assert "Traceback" not in done.err


def test_one_layout_alone_is_one_set() -> None:
    (found,) = joint(sheet_of(TEXT), ["rapid-fire", "pocket-bonus"]).sets
    assert found.wagers == ("rapid-fire", "pocket-bonus")
    # Aces and a dealer's hand that they beat pay 30 and 5.
    assert found.most == 35
    mixed = changed(
        (
            'meter = "straight_flush_meter", seed = 10_000, contribution = "1/5"',
            'meter = "straight_flush_meter", seed = 10_000',
        ),
        (
            'kind = "progressive", meter = "straight_flush_meter"',
            'kind = "house", meter = "straight_flush_meter"',
        ),
    )
    sets = joint(sheet_of(mixed), ["rapid-fire", "mini-royal", "straight-flush"]).sets
    assert [each.wagers for each in sets] == [("rapid-fire", "mini-royal"), ("rapid-fire", "straight-flush")]


def test_the_command_prints_them(run: Command) -> None:
    chosen = ("--kickout", "none", "--wager", "rapid-fire", "--wager", "pocket-bonus", "--joint")
    data = json.loads(run("certify", "ricochet-poker", *chosen, "--json").out)
    (found,) = data["together"]
    assert found["wagers"] == ["rapid-fire", "pocket-bonus"]
    assert sum(map(int, found["deals_by_wins"])) == int(found["total"]) == 30 * TWOS
    assert found["largest_net_win"] == "35"
    dealer, player = as_cards(kinds(found["example"])[:5]), as_cards(kinds(found["example"])[5:])
    nets = plain_nets(dealer, player)
    assert nets["rapid-fire"] + nets["pocket-bonus"] == 35
    text = run("certify", "ricochet-poker", *chosen).out
    assert f"{cards.names(kinds(found['example'])[:5])}, {cards.names(kinds(found['example'])[5:])}" in text
