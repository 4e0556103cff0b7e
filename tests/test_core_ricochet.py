"""Ricochet Poker: by classes, one by one, and by the reference; every count on small decks."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import pytest
from everydeal._core import ffi, lib

from everydeal.core import hand as core_hand
from everydeal.core import ricochet as core
from everydeal.core.ricochet import MADE, POCKETS, Deck, Ends, Labels, Pocket, Ricochet, Rules, Situation
from everydeal.core.ricochet_limits import Limits
from everydeal.errors import InputError
from everydeal.reference import hand as reference_hand
from everydeal.reference import ricochet as reference
from tests.hands import as_cards, kinds

WHOLE = Deck()
DEALS = comb(52, 5) * comb(47, 2)
ROUNDS = DEALS * comb(45, 3)
NO_BONUS = (0,) * len(MADE)
EXAMPLE = (0, 0, 0, 1, 3, 4, 5, 10, 20, 50)  # R15
ODD = (1, 0, -1, 0, 2, 30, 0, 3, 90, 200)  # a pay for everything, and one that is a loss
TINY = [  # the reference looks at every draw
    Deck((6, 7, 8, 9, 10, 11, 12), 2),
    Deck((0, 1, 2, 3, 4, 11, 12), 2),
]
SMALL = [
    Deck((0, 1, 2, 3, 12), 3),
    Deck((8, 9, 10, 11, 12), 3),
    Deck((3, 4, 11, 12), 4),
    Deck((4, 5, 6, 7, 8, 9, 10, 12), 2),
]
LARGER = [  # 20 and 21 cards, 5e8 and 9e8 draws
    Deck((0, 1, 2, 3, 12), 4),
    Deck((0, 6, 7, 8, 9, 10, 12), 3),
]


@cache
def whole() -> Ricochet:
    return Ricochet()


@cache
def game(deck: Deck) -> Ricochet:
    return Ricochet(deck)


def score(text: str) -> int:
    return core_hand.rank(core.RANKING, [kinds(text)])[0].score


KKQ, AAQ = "Kc Kd Qc 3c 2d", "Ac Ad Qc 3c 2d"


def pack(deck: Deck) -> list[int]:
    return [4 * rank + suit for rank in deck.ranks for suit in range(deck.suits)]


def flat(ends: Ends) -> dict[tuple[str, str], int]:
    return {(end, made): number for end, row in ends.items() for made, number in row.items() if number}


def house(ends: Ends, bonus: Sequence[int] = NO_BONUS, *, kickout_pays: bool = True) -> int:
    """What the house wins in all these rounds, in Antes (R14a)."""
    result = {"kickout": -1, "ahead": -1, "fold": 1, "win": -1, "lose": 2}
    paid = {"ahead", "win", "lose"} | ({"kickout"} if kickout_pays else set())
    return sum(
        number * (result[end] - (bonus[MADE.index(made)] if end in paid else 0))
        for (end, made), number in flat(ends).items()
    )


# ---- known figures ---------------------------------------------------------------------------------


def test_the_published_edge_for_one_player() -> None:
    ends = whole().count(Rules(score(KKQ)))
    assert sum(flat(ends).values()) == ROUNDS
    assert Fraction(house(ends), ROUNDS) == Fraction(1955121211, 31640048440)


@pytest.mark.parametrize(
    ("limit", "ties", "bonus", "edge", "without_kickout_pays"),
    [
        (KKQ, False, NO_BONUS, "70703016469/1107401695400", None),
        (KKQ, True, EXAMPLE, "34695924001/1661102543100", "876129358/31944279675"),
        (KKQ, False, EXAMPLE, "7621633931/332220508620", "445190657/15100932210"),
        (AAQ, True, NO_BONUS, "28044766237/221480339080", None),
        (AAQ, False, NO_BONUS, "142536599957/1107401695400", None),
        (AAQ, True, EXAMPLE, "36249843229/415275635775", "38254780414/415275635775"),
        (AAQ, False, EXAMPLE, "2969405093/33222050862", "2235571477/23730036330"),
        ("", True, NO_BONUS, "751218187/2433849880", None),
        ("", False, EXAMPLE, "114666925882/415275635775", "114666925882/415275635775"),
    ],
)
def test_edges_of_other_options(
    limit: str, ties: bool, bonus: tuple[int, ...], edge: str, without_kickout_pays: str | None
) -> None:
    """Golden: this program's own, by both methods on small decks and deal by deal in samples."""
    ends = whole().count(Rules(score(limit) if limit else 0, ties, 1, bonus))
    assert sum(flat(ends).values()) == ROUNDS
    assert Fraction(house(ends, bonus), ROUNDS) == Fraction(edge)
    if without_kickout_pays:
        found = Fraction(house(ends, bonus, kickout_pays=False), ROUNDS)
        assert found == Fraction(without_kickout_pays)


def test_rapid_fire() -> None:
    counts: Counter[str] = Counter()
    for found in whole().pockets().values():
        counts.update(found)
    assert counts == {"win": 405_665_460, "tie": 12_821_100, "lose": DEALS - 405_665_460 - 12_821_100}


def test_classes_are_the_scores_of_hands() -> None:
    """As many as there are scores, in ascending order, and of each as many hands as hands are counted."""
    classes = whole().classes
    assert len(classes) == lib.ED_RICOCHET_CLASSES == 7462
    scores = [one.score for one in classes]
    assert scores == sorted(set(scores))
    assert sum(one.hands for one in classes) == comb(52, 5)
    facts = [core_hand.fact("CATEGORY"), *(core_hand.fact("BEST", at) for at in range(5))]
    counted = core_hand.count(core.RANKING, 5, False, facts)
    by_score: Counter[tuple[int, ...]] = Counter()
    for one in classes:
        suits = [0] * 5 if one.suited else [0, 1, 2, 3, 0]
        held = [rank for rank in range(13) for _ in range(one.cards[rank])]
        if one.suited:
            hand = tuple(4 * rank for rank in held)
        elif len(set(held)) == 5:
            hand = tuple(4 * rank + suit for rank, suit in zip(held, suits, strict=True))
        else:
            hand = tuple(4 * rank + held[:at].count(rank) for at, rank in enumerate(held))
        ranked = core_hand.rank(core.RANKING, [hand])[0]
        assert (ranked.score, MADE[ranked.category], ranked.best[0]) == (one.score, one.category, one.lead)
        by_score[ranked.category, *(rank + 1 for rank in ranked.best), *[0] * (5 - len(ranked.best))] += (
            one.hands
        )
    assert by_score == counted


@pytest.mark.parametrize(
    ("limit", "hands"),
    [
        # three-of-a-kind and up 54,912 + 10,200 + 5,108 + 3,744 + 624 + 40 = 74,628; two pair 123,552;
        # each rank of pair 84,480. Kings: of 220 sets of kickers 2-3-4 .. J-T-9 are below Q-3-2: C(10, 3).
        ("Kc Kd Qc 3c 2d", 74_628 + 123_552 + 84_480 + 84_480 - 384 * comb(10, 3)),
        ("Ac Ad 4c 3c 2d", 74_628 + 123_552 + 84_480),
        ("2c 2d 2h 4c 3d", 74_628),
        ("5c 4d 3d 2d Ad", 74_628 - 54_912),
        ("As Ks Qs Js Ts", 4),
        ("7c 5d 4d 3d 2d", 2_598_960),
    ],
)
def test_kickout_limits(limit: str, hands: int) -> None:
    assert whole().kicked_out(score(limit)) == hands
    ends = whole().count(Rules(score(limit)))
    assert sum(ends["kickout"].values()) == hands * comb(47, 2) * comb(45, 3)


def test_no_limit_kicks_out_nobody() -> None:
    assert whole().kicked_out(0) == 0
    assert sum(whole().count(Rules(0))["kickout"].values()) == 0


# ---- traps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "kicked"),
    [("Th Td 2s 2c 3h", True), ("Th Td 9s 9c Ah", True), ("9h 9d 8s 8c Ah", False)],
)
def test_t50_tens_up_or_better_includes_the_lowest_tens_up(dealer: str, kicked: bool) -> None:
    """The dealer's Ante stays in the pot: every kicked-out round is the player's."""
    limit = score("Tc Th 2s 2d 3c")
    assert (score(dealer) >= limit) is kicked
    at = [one.score for one in whole().classes].index(score(dealer))
    ends = whole().count(Rules(limit), span=range(at, at + 1))
    of_class = whole().classes[at].hands * comb(47, 2) * comb(45, 3)
    assert sum(ends["kickout"].values()) == (of_class if kicked else 0)
    if kicked:
        assert house(ends) == -of_class
    just_above = whole().classes[at].score + 1
    assert sum(whole().count(Rules(just_above), span=range(at, at + 1))["kickout"].values()) == 0


def test_t51_seven_cards_are_the_players_two_and_the_dealers_five() -> None:
    run = core_hand.fact("SUITED_RUN")
    seven = kinds("6h 7h") + kinds("8h 9h Th Jh Qh")
    assert core_hand.values_of(core.RANKING, seven, [run]) == [7]
    drawn = kinds("6h 7h") + kinds("8h 9h Th 2c 3d")  # the same two with other cards
    assert core_hand.values_of(core.RANKING, drawn, [run]) == [5]
    runs = core_hand.count(core.RANKING, 7, False, [run])
    assert runs[7,] == 32
    assert sum(runs.values()) == 133_784_560


def test_jackpots_are_hands_of_three_five_and_seven() -> None:
    facts = [core_hand.fact("CATEGORY"), core_hand.fact("BEST", 0)]
    three = core_hand.count(core.RANKING, 3, False, facts)
    by_category: Counter[int] = Counter()
    for (category, _), number in three.items():
        by_category[category] += number
    assert sum(by_category.values()) == 22_100
    assert three[lib.ED_STRAIGHT_FLUSH, 13] == 4  # suited A-K-Q
    assert by_category[lib.ED_STRAIGHT_FLUSH] == 48
    assert by_category[lib.ED_THREE_OF_A_KIND] == 52
    assert by_category[lib.ED_STRAIGHT] == 720
    assert by_category[lib.ED_FLUSH] == 1_096
    for size, royals, total in ((5, 4, 2_598_960), (7, 4_324, 133_784_560)):
        counted = core_hand.count(core.RANKING, size, False, facts[:1])
        assert counted[lib.ED_ROYAL_FLUSH,] == royals
        assert sum(counted.values()) == total


def test_hedge_bet_and_pocket_bonus() -> None:
    """Both follow from classes and pockets: 35431/649740 with 500 and 1000, and 22/221."""
    pays = dict(zip(MADE[2:], (3, 5, 25, 50, 75, 200, 500, 1000), strict=True))
    hedge = -sum(
        one.hands * (pays.get(one.category, 1 if one.category == "pair" and one.lead >= 9 else -1))
        for one in whole().classes
    )
    assert Fraction(hedge, comb(52, 5)) == Fraction(35431, 649740)
    pocket = 0
    for (_, two), found in whole().pockets().items():
        faces = two.high == 12 and 9 <= two.low < 12
        pay = (
            {12: 30}.get(two.high, 4) if two.high == two.low else (20 if two.suited else 10) if faces else -1
        )
        pocket -= pay * sum(found.values())
    assert Fraction(pocket, DEALS) == Fraction(22, 221)


# ---- every deal of small decks -------------------------------------------------------------------------


def some_rules(deck: Deck, seed: int, limits: int) -> list[Rules]:
    """Every option, with no limit, and some limits."""
    draw = random.Random(seed)
    scores = [one.score for one in game(deck).classes]
    return [
        Rules(limit, ties, 1, bonus)
        for ties, bonus in product((True, False), (NO_BONUS, EXAMPLE, ODD))
        for limit in [0, *draw.sample(scores, limits)]
    ]


def in_its_words(deck: Deck, rules: Rules) -> reference.Rules:
    limit = None
    if rules.limit:
        hands = combinations(pack(deck), 5)
        limit = next(
            as_cards(hand) for hand in hands if core_hand.rank(core.RANKING, [hand])[0].score == rules.limit
        )
    assert rules.unit == 1
    bonus = dict(zip(MADE, rules.bonus, strict=True))
    return reference.Rules(limit, rules.ties, bonus)


@pytest.mark.parametrize("deck", TINY, ids=str)
def test_the_reference_agrees(deck: Deck) -> None:
    options = some_rules(deck, 1, 1)[:: 1 if deck is TINY[0] else 4]
    wanted = reference.count(as_cards(pack(deck)), [in_its_words(deck, rules) for rules in options])
    for rules, ends in zip(options, wanted, strict=True):
        assert flat(game(deck).count(rules)) == dict(ends)
        assert flat(core.direct_count(deck, rules)) == dict(ends)


@pytest.mark.parametrize("deck", [*TINY, SMALL[0]], ids=str)
def test_rapid_fire_of_the_reference(deck: Deck) -> None:
    wanted = reference.rapid_fire(as_cards(pack(deck)))
    counted: Counter[tuple[str, str]] = Counter()
    for (category, _), found in game(deck).pockets().items():
        for result, number in found.items():
            counted[category, result] += number
    assert +counted == wanted
    assert flat(core.direct_pockets(deck)) == dict(wanted)
    limit = game(deck).classes[game(deck).number // 2].score
    lowest = in_its_words(deck, Rules(limit)).limit
    assert lowest is not None
    assert game(deck).kicked_out(limit) == reference.kicked_out(as_cards(pack(deck)), lowest)


@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_every_deal_of_small_decks(deck: Deck) -> None:
    for rules in some_rules(deck, 2, 1)[:: 1 if len(pack(deck)) < 16 else 3]:
        assert game(deck).count(rules) == core.direct_count(deck, rules)


@pytest.mark.exhaustive
@pytest.mark.parametrize("deck", LARGER, ids=str)
def test_every_deal_of_larger_decks(deck: Deck) -> None:
    scores = [one.score for one in game(deck).classes]
    rules = Rules(scores[2 * len(scores) // 3], False, 1, EXAMPLE)
    assert game(deck).count(rules) == core.direct_count(deck, rules)


def pocket_of(two: Sequence[int]) -> Pocket:
    low, high = sorted(kind // 4 for kind in two)
    return Pocket(high, low, two[0] % 4 == two[1] % 4)


def test_a_players_own_decisions() -> None:
    """Decisions at random, by class and pocket, against a reference that decides by the same table."""
    deck = TINY[0]
    draw = random.Random(4)
    decisions = bytes(draw.randrange(2) for _ in range(game(deck).number * POCKETS))
    at = {one.score: number for number, one in enumerate(game(deck).classes)}

    @cache
    def class_of(five: tuple[reference_hand.Card, ...]) -> int:
        return at[core_hand.rank(core.RANKING, [tuple(map(kind_of, five))])[0].score]

    def plays(five: Sequence[reference_hand.Card], two: Sequence[reference_hand.Card]) -> bool:
        number = pocket_of([kind_of(card) for card in two]).number
        return bool(decisions[POCKETS * class_of(tuple(five)) + number])

    rules = [Rules(game(deck).classes[200].score, ties) for ties in (True, False)]
    wanted = reference.count(as_cards(pack(deck)), [in_its_words(deck, one) for one in rules], plays)
    for one, ends in zip(rules, wanted, strict=True):
        assert flat(game(deck).count(one, decisions)) == dict(ends)


def kind_of(card: reference_hand.Card) -> int:
    return 4 * (card[0] - 2) + reference_hand.SUITS.index(card[1])


@pytest.mark.parametrize("rules", [Rules(), Rules(ties=False, bonus=EXAMPLE)], ids=("ties", "bonus"))
def test_gains_of_classes_and_pockets(rules: Rules) -> None:
    deck = TINY[1]
    wanted: dict[tuple[int, int], list[int]] = {}
    plain = in_its_words(deck, rules)
    for five, two in reference.deals(as_cards(pack(deck))):
        gain = reference.gain(reference.draws(as_cards(pack(deck)), five, two), plain)
        number = pocket_of([kind_of(card) for card in two]).number
        value = core_hand.rank(core.RANKING, [tuple(map(kind_of, five))])[0].score
        sums = wanted.setdefault((value, number), [0, 0, 0, 0, 0])
        result = reference.compare(two, five)
        for place, add in enumerate((1, gain > 0, gain, max(gain, 0))):
            sums[place] += int(add)
        sums[4] = result == "lose" or (result == "tie" and not rules.ties)
    found = game(deck).gains(rules, range(game(deck).number))
    for one, row in zip(game(deck).classes, found, strict=True):
        for number, gain_of in enumerate(row):
            assert list(gain_of) == wanted.get((one.score, number), [0] * 5)


# ---- the whole deck ---------------------------------------------------------------------------------


def place(dealer: Sequence[int], player: Sequence[int]) -> int:
    """Where a deal stands among all, counted one by one."""
    rest = [kind for kind in range(52) if kind not in dealer]
    five = sum(comb(kind, at) for at, kind in enumerate(sorted(dealer), 1))
    two = sum(comb(rest.index(kind), at) for at, kind in enumerate(sorted(player), 1))
    return five * comb(47, 2) + two


def test_deals_of_the_whole_deck_by_the_reference() -> None:
    draw = random.Random(6)
    dealt = [tuple(draw.sample(range(52), 7)) for _ in range(12)]
    dealt += [kinds("2h 9h 9c 4d 3s Kh 5h"), kinds("Ah Kh Qd 8s 3c Jh Th"), kinds("2c 5c 7c 9c Kc Qc Jc")]
    rules = Rules(score("Ac Ad Ah 3c 2d"), False, 1, EXAMPLE)
    plain = in_its_words(WHOLE, rules)
    for hand in dealt:
        five, two = as_cards(hand[:5]), as_cards(hand[5:])
        found = reference.draws(reference_hand.DECK, five, two)
        at = place(hand[:5], hand[5:])
        counted = core.direct_count(WHOLE, rules, span=range(at, at + 1))
        assert flat(counted) == dict(reference.ends(plain, five, two, found))
        result = core.direct_pockets(WHOLE, span=range(at, at + 1))
        assert flat(result) == {(reference_hand.read(five)[0], reference.compare(two, five)): 1}


@pytest.mark.parametrize(
    ("dealer", "pocket"),
    [
        ("9c 9d 8h 5s 2c", Pocket(12, 11, True)),
        ("9c 9d Kh 5s 2c", Pocket(9, 8, True)),
        ("9c 9d Kh 5s 2c", Pocket(11, 3)),
        ("3c 3d Ah 5s 2c", Pocket(1, 0, True)),
        ("7c 7d 7h Ks 4c", Pocket(12, 12)),
        ("Ac Qd 9h 5s 3c", Pocket(1, 0, True)),
        ("Kc Qc 9c 5c 3c", Pocket(9, 8, True)),
        ("5c 4c 3c 2c Ac", Pocket(12, 11, True)),
        ("8c 8d 8h 8s 4c", Pocket(12, 11, True)),
    ],
)
def test_a_class_and_a_pocket_deal_by_deal(dealer: str, pocket: Pocket) -> None:
    """What every deal of five and two cards there is gains, from its draws one by one."""
    at = [one.score for one in whole().classes].index(score(dealer))
    found = whole().gains(Rules(0, False, 1, EXAMPLE), range(at, at + 1))[0][pocket.number]
    always = Rules(0, False, 1, (1000,) * len(MADE))
    gains = []
    for five in hands_with([kind // 4 for kind in kinds(dealer)]):
        if core_hand.rank(core.RANKING, [five])[0].score != score(dealer):
            continue
        for two in hands_with([pocket.high, pocket.low]):
            if set(two) & set(five) or pocket_of(two).suited is not pocket.suited:
                continue
            where = place(five, two)
            ends = core.direct_count(WHOLE, always, span=range(where, where + 1))
            gains.append(comb(45, 3) - house(ends, EXAMPLE))
    assert sum(flat(ends).values()) == sum(ends["win"].values()) + sum(ends["lose"].values())
    best = [gain for gain in gains if gain > 0]
    assert found == (len(gains), len(best), sum(gains), sum(best), True)


def hands_with(ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """All hands of these ranks."""
    choices = [combinations(range(4 * rank, 4 * rank + 4), ranks.count(rank)) for rank in sorted(set(ranks))]
    return [tuple(kind for some in each for kind in some) for each in product(*choices)]


def test_rapid_fire_deal_by_deal_in_samples() -> None:
    """Ranges that start and stop in the middle of a hand of the dealer."""
    draw = random.Random(9)
    for _ in range(3):
        first = draw.randrange(DEALS - 200_000)
        span, middle = range(first, first + 200_000), first + draw.randrange(1, 200_000)
        parts = [
            core.direct_pockets(WHOLE, span=part)
            for part in (range(span.start, middle), range(middle, span.stop))
        ]
        together = Counter(flat(parts[0])) + Counter(flat(parts[1]))
        assert together == flat(core.direct_pockets(WHOLE, span=span))
        assert sum(together.values()) == 200_000


@pytest.mark.exhaustive
def test_rapid_fire_over_all_deals_one_by_one() -> None:
    wanted: Counter[tuple[str, str]] = Counter()
    for (category, _), found in whole().pockets().items():
        for result, number in found.items():
            wanted[category, result] += number
    assert flat(core.direct_pockets(WHOLE)) == +wanted


# ---- bonus wagers together ------------------------------------------------------------------------------


def by_label(deck: Deck, seed: int) -> Labels:
    """Labels at random."""
    draw = random.Random(seed)

    def some(number: int, length: int) -> list[int]:
        return [draw.randrange(number) for _ in range(length)]

    return Labels(
        some(3, game(deck).number), some(3, POCKETS), some(3, 11), some(2, 10), some(3, 4), some(3, 10)
    )


@pytest.mark.parametrize(
    ("deck", "seed"),
    [
        (TINY[0], 1),
        pytest.param(TINY[1], 2, marks=pytest.mark.exhaustive),
        pytest.param(SMALL[2], 3, marks=pytest.mark.exhaustive),
    ],
    ids=str,
)
def test_bonus_wagers_together_by_the_reference(deck: Deck, seed: int) -> None:
    labels = by_label(deck, seed)
    assert labels.dealer is not None
    of_class = {one.score: label for one, label in zip(game(deck).classes, labels.dealer, strict=True)}
    of_reading = {}
    for five in combinations(pack(deck), 5):
        value = core_hand.rank(core.RANKING, [five])[0].score
        of_reading[reference_hand.read(as_cards(five))] = of_class[value]
    wanted: Counter[tuple[str, int, int, int, int, int, int]] = Counter()
    for found, number in _pools(deck).items():
        ranks = [rank - 2 for rank in found.two[1]]
        key = (
            found.result,
            of_reading[found.five],
            labels.pocket[Pocket(ranks[0], ranks[-1], found.suited).number],
            labels.three[core.THREES.index(found.three)],
            labels.five[MADE.index(found.first_five)],
            labels.run[max(0, found.run - 4)],
            labels.seven[MADE.index(found.seven)],
        )
        wanted[key] += number
    joint = game(deck).joint(labels)
    assert {key: cell.deals for key, cell in joint.items()} == wanted
    for key, cell in joint.items():
        hand = as_cards(cell.example)
        assert len(set(hand)) == 7
        assert reference.compare(hand[:2], hand[2:]) == key[0]
        assert of_reading[reference_hand.read(hand[2:])] == key[1]
        assert labels.pocket[pocket_of(cell.example[:2]).number] == key[2]
        three = reference_hand.read(hand[:3])
        named = "mini_royal" if three == ("straight_flush", (14,)) else three[0]
        assert labels.three[core.THREES.index(named)] == key[3]
        assert labels.five[MADE.index(reference_hand.read(hand[:5])[0])] == key[4]
        assert labels.run[max(0, reference_hand.suited_run(hand) - 4)] == key[5]
        best = reference_hand.best(hand, reference.ORDER)[0]
        assert labels.seven[MADE.index(best)] == key[6]


def test_bonus_wagers_that_nothing_asks_for() -> None:
    """Three, five or seven cards without labels: the sums of the counts with them."""
    deck = SMALL[0]
    full = by_label(deck, 7)
    joint = game(deck).joint(full)
    one = {"three": (0,) * 11, "five": (0,) * 10, "run": (0,) * 4, "seven": (0,) * 10}
    for names in (("three",), ("five",), ("five", "run", "seven"), tuple(one)):
        some = replace(full, **{name: one[name] for name in names})
        wanted: Counter[tuple[object, ...]] = Counter()
        for key, cell in joint.items():
            kept = [
                0 if name in names else value
                for name, value in zip(("three", "five", "run", "seven"), key[3:], strict=True)
            ]
            wanted[*key[:3], *kept] += cell.deals
        assert {key: cell.deals for key, cell in game(deck).joint(some).items()} == wanted


@cache
def _pools(deck: Deck) -> Counter[reference.Pools]:
    return reference.pools(as_cards(pack(deck)))


ROYALS = ("straight_flush", "mini_royal")


def test_each_bonus_wager_alone_and_all_together() -> None:
    """Every margin is what its own space says."""
    labels = Labels(
        [MADE.index(one.category) for one in whole().classes],
        [pocket.high == pocket.low for pocket in core.pockets()],
        [ROYALS.index(name) + 1 if name in ROYALS else 0 for name in core.THREES],
        [max(0, at - 5) for at in range(len(MADE))],
        range(4),
        [max(0, at - 5) for at in range(len(MADE))],
    )
    joint = whole().joint(labels)
    margins = [Counter[object]() for _ in range(7)]
    for key, cell in joint.items():
        for margin, value in zip(margins, key, strict=True):
            margin[value] += cell.deals
    assert sum(margins[0].values()) == 30 * DEALS
    assert margins[0]["win"] == 30 * 405_665_460
    category = core_hand.fact("CATEGORY")
    for at, size, none in ((1, 5, 0), (4, 5, 5), (6, 7, 5)):
        counted: Counter[object] = Counter()
        for (value,), number in core_hand.count(core.RANKING, size, False, [category]).items():
            counted[max(0, value - none)] += number * (30 * DEALS // comb(52, size))
        assert margins[at] == counted
    assert margins[2][1] * 17 == 30 * DEALS  # a pair: 78 of 1,326
    each = 30 * DEALS // comb(52, 3)
    assert (margins[3][1], margins[3][2]) == (44 * each, 4 * each)
    runs = core_hand.count(core.RANKING, 7, False, [core_hand.fact("SUITED_RUN")])
    each = 30 * DEALS // comb(52, 7)
    assert margins[5] == {max(0, run - 4): number * each for (run,), number in runs.items()}


# ---- strategies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [Rules(score(KKQ)), Rules(score(AAQ), False, 2, ODD)], ids=("KKQ", "AAQ"))
def test_what_a_printed_strategy_gives_up(rules: Rules) -> None:
    """By situations, and by counting with its decisions: the same."""
    offers = whole().offers(rules)
    play = {situation for situation, offer in offers.items() if offer.play > 0}
    best, strategy = whole().count(rules), whole().count(rules, whole().decisions(play))
    pays = [Fraction(pay, rules.unit) for pay in rules.bonus]
    lost = rules.unit * (house_exact(strategy, pays) - house_exact(best, pays))
    assert lost == sum(offer.best - max(offer.play, 0) for offer in offers.values()) > 0
    assert Fraction(lost, rules.unit * ROUNDS) < Fraction(1, 2000)
    decided = {end: sum(best[end].values()) for end in ("fold", "win", "lose")}
    assert sum(offer.deals for offer in offers.values()) * comb(45, 3) == sum(decided.values())
    plays = sum(offer.plays for offer in offers.values())
    assert plays * comb(45, 3) == decided["win"] + decided["lose"]


def house_exact(ends: Ends, pays: Sequence[Fraction]) -> Fraction:
    paid = sum(number * pays[MADE.index(made)] for (end, made), number in flat(ends).items() if end != "fold")
    return Fraction(house(ends)) - paid


def test_offers_are_sums_of_gains() -> None:
    deck, rules = TINY[0], Rules(0, False, 1, EXAMPLE)
    offers = game(deck).offers(rules)
    played = game(deck).decisions([])
    assert not any(played)
    for situation, offer in list(offers.items())[::7]:
        decisions = game(deck).decisions([situation])
        sums = [0, 0, 0, 0]
        gains = [gain for row in game(deck).gains(rules, range(game(deck).number)) for gain in row]
        for plays, gain in zip(decisions, gains, strict=True):
            if plays and gain.open:
                sums = [total + part for total, part in zip(sums, gain[:4], strict=True)]
        assert (*sums, True) == offer


def test_a_situation() -> None:
    one = next(at for at, one in enumerate(whole().classes) if one.score == score("9c 9d Kh 5s 2c"))
    for pocket, situation in (
        (Pocket(12, 11, True), Situation("pair", 7, 2, 1, False, False, True)),
        (Pocket(10, 7), Situation("pair", 7, 1, 1, True, False, False)),
        (Pocket(4, 4), Situation("pair", 7, 0, 2, False, True, False)),
        (Pocket(3, 3), Situation("pair", 7, 0, 0, False, True, False)),
    ):
        assert whole().decisions([situation])[POCKETS * one + pocket.number] == 1
        assert core.pockets()[pocket.number] == pocket


def test_against_a_high_card_a_player_always_plays() -> None:
    for bonus in (NO_BONUS, EXAMPLE):
        for situation, offer in whole().offers(Rules(score(KKQ), True, 1, bonus)).items():
            if situation.category == "high_card":
                assert offer.plays == offer.deals


# ---- work -----------------------------------------------------------------------------------------------


def test_threads_and_ranges_change_nothing() -> None:
    rules = Rules(score(KKQ), False, 1, EXAMPLE)
    number = whole().number
    wanted = flat(whole().count(rules, workers=1))
    assert flat(whole().count(rules, workers=3)) == wanted
    parts = [whole().count(rules, span=range(*cut)) for cut in ((0, 1), (1, 3000), (3000, number))]
    assert sum((Counter(flat(part)) for part in parts), Counter()) == wanted
    assert whole().pockets(workers=1) == whole().pockets(workers=3)
    assert whole().offers(rules, workers=1) == whole().offers(rules, workers=3)
    labels = by_label(LARGER[0], 5)
    assert game(LARGER[0]).joint(labels, workers=1) == game(LARGER[0]).joint(labels, workers=3)


def test_counts_of_a_scaled_objective_are_the_same() -> None:
    scaled = tuple(7 * pay for pay in EXAMPLE)
    limit = score(KKQ)
    assert whole().count(Rules(limit, True, 7, scaled)) == whole().count(Rules(limit, True, 1, EXAMPLE))


@pytest.mark.parametrize("order", [(5, 1, 0, 3), (0, 5, 3, 1), (1, 3, 5, 0)])
def test_limits_share_what_is_the_same_under_all(order: tuple[int, ...]) -> None:
    """Whatever was counted before: the counts of each limit alone, and situations in the same order."""
    deck = SMALL[3]
    scores = [one.score for one in game(deck).classes]
    marks = (0, scores[0], scores[-1] + 1, scores[len(scores) // 3], 1, scores[-1])
    limits = Limits(Ricochet(deck))
    for ties, bonus in ((True, EXAMPLE), (False, ODD)):
        for at in order:
            rules = Rules(marks[at], ties, 1, bonus)
            assert limits.count(rules) == game(deck).count(rules)
            assert list(limits.offers(rules).items()) == list(game(deck).offers(rules).items())
    for rules in (Rules(marks[2]), Rules(marks[3], unit=2)):
        assert limits.count(rules) == game(deck).count(rules)


# ---- what is refused --------------------------------------------------------------------------------------


def test_what_is_refused() -> None:
    for deck in (Deck((1, 2, 3), 4), Deck(suits=5), Deck((0, 13), 4), Deck(())):
        with pytest.raises(InputError, match="2 to 4 suits"):
            Ricochet(deck)
        with pytest.raises(InputError):
            core.direct_pockets(deck)
    most = lib.ED_RICOCHET_MOST
    for rules in (
        Rules(unit=0),
        Rules(unit=most + 1),
        Rules(bonus=(0,)),
        Rules(bonus=(most + 1, *NO_BONUS[1:])),
    ):
        with pytest.raises(InputError, match="option of the game"):
            whole().count(rules)
        with pytest.raises(InputError, match="option of the game"):
            whole().gains(rules, range(1))
        with pytest.raises(InputError, match="option of the game"):
            core.direct_count(WHOLE, rules, span=range(1))
    with pytest.raises(InputError, match="option of the game"):
        whole().offers(Rules(unit=1 << 16, bonus=(1, *NO_BONUS[1:])))
    with pytest.raises(InputError, match="one entry for each class"):
        whole().count(Rules(), b"\0")
    with pytest.raises(InputError, match="option of the game"):
        whole().count(Rules(), b"\2" * (whole().number * POCKETS))
    for span in (range(0, 0), range(7000, 7463), range(2, 1)):
        with pytest.raises(InputError, match="index range"):
            whole().count(Rules(), span=span)
    for labels in (Labels((0,)), Labels(five=(0,))):
        with pytest.raises(InputError, match="one entry for each class"):
            whole().joint(labels)
    for three in (-1, 255):
        with pytest.raises(InputError, match="label"):
            whole().joint(Labels(three=(three,) * 11))
    with pytest.raises(InputError, match="index range"):
        core.direct_pockets(WHOLE, span=range(DEALS, DEALS + 1))
    with pytest.raises(InputError, match="index range"):
        core.direct_count(WHOLE, Rules(), span=range(0, 0))


def test_what_the_core_refuses() -> None:
    size = lib.ed_ricochet_table_size()
    table = ffi.new("uint64_t[]", size // 8 + 2)
    deck = ffi.new("struct ed_deck *", {"ranks": 0x1FFF, "suits": 4})
    rules = ffi.new("struct ed_ricochet_rules *", {"unit": 1, "ties": 1})
    counts = ffi.new("uint64_t[]", 5460)
    gains = ffi.new("struct ed_ricochet_gain[]", lib.ED_RICOCHET_SITUATIONS)
    assert lib.ed_ricochet_class_number(ffi.NULL) == lib.ed_ricochet_class_number(table) == 0
    assert lib.ed_ricochet_count(table, rules, ffi.NULL, 0, 1, counts, 50) == lib.ED_E_TABLE
    assert lib.ed_ricochet_pockets(table, 0, 1, counts, 5460) == lib.ED_E_TABLE
    assert lib.ed_ricochet_prepare(ffi.NULL, table, size) == lib.ED_E_NULL
    assert lib.ed_ricochet_prepare(deck, table, size - 8) == lib.ED_E_ROOM
    assert lib.ed_ricochet_prepare(deck, ffi.cast("char *", table) + 1, size) == lib.ED_E_ROOM
    deck.joker = 1
    assert lib.ed_ricochet_prepare(deck, table, size) == lib.ED_E_DECK
    assert lib.ed_ricochet_direct_deals(deck) == 0
    deck.joker = 0
    assert lib.ed_ricochet_prepare(deck, table, size) == lib.ED_OK
    assert lib.ed_ricochet_count(table, rules, ffi.NULL, 0, 1, counts, 49) == lib.ED_E_CELLS
    assert lib.ed_ricochet_pockets(table, 0, 1, counts, 5459) == lib.ED_E_CELLS
    assert lib.ed_ricochet_count(table, ffi.NULL, ffi.NULL, 0, 1, counts, 50) == lib.ED_E_NULL
    rules.ties = 2
    for status in (
        lib.ed_ricochet_count(table, rules, ffi.NULL, 0, 1, counts, 50),
        lib.ed_ricochet_gains(table, rules, 0, 1, gains),
        lib.ed_ricochet_offers(table, rules, 0, 1, gains),
        lib.ed_ricochet_direct_count(deck, rules, 0, 1, counts),
    ):
        assert status == lib.ED_E_OPTION
    of_dealer = ffi.new("uint8_t[]", lib.ED_RICOCHET_CLASSES)
    labels = ffi.new("struct ed_ricochet_labels *", {"dealer": of_dealer, "numbers": [1] * 6})

    def joint(first: int, last: int, cells: int) -> int:
        return int(lib.ed_ricochet_joint(table, labels, first, last, counts, ffi.NULL, cells))

    assert joint(0, 1, 2) == lib.ED_E_CELLS
    assert joint(0, 0, 3) == joint(0, 2_598_961, 3) == lib.ED_E_RANGE
    labels.run[3] = 1
    assert joint(0, 1, 3) == lib.ED_E_LABEL
    labels.numbers = [255] * 6
    assert joint(0, 1, 5460) == lib.ED_E_CELLS
    labels.dealer = ffi.NULL
    assert joint(0, 1, 3) == lib.ED_E_NULL
    assert not any(counts)
