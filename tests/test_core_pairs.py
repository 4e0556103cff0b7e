"""Pairs of hands: by classes, one by one, and by the reference; every count on small decks."""

import os
import random
from collections import Counter
from functools import cache
from itertools import product
from math import comb

import pytest
from everydeal._core import ffi, lib

from everydeal.core import hand as core_hand
from everydeal.core import pairs as core
from everydeal.core.pairs import Classes, Deck, Options, Pairs, Results, Set, Sets
from everydeal.errors import InputError
from everydeal.ranking import EQUAL_FRONTS, FIVE_ACES, WHEELS, Ranking
from everydeal.reference import hand as reference_hand
from everydeal.reference import pairs as reference
from tests.hands import USUAL, as_cards, kinds, options
from tests.pairs import (
    RULES,
    Dealt,
    Rule,
    a_hand_of,
    back_first,
    breaks_flushes,
    front_first,
    hands_of,
    key_of_class,
    key_of_hand,
    set_by,
)

EVERY_RANKING = [Ranking(*some) for some in product(WHEELS, FIVE_ACES, EQUAL_FRONTS)]
WHOLE = Deck()
BROADWAY = tuple(range(8, 13))
TINY = [  # under 20,000 hands each
    Deck(tuple(range(6, 13)), 2, True),
    Deck(tuple(range(6, 13)), 2, False),
    Deck((0, 1, 2, 3, 12), 3, True),
    Deck(BROADWAY, 3, True),
    Deck((2, 3, 11, 12), 4, True),
    Deck((12, 5, 4, 3), 4, False),
    Deck((0, 1, 2, 3, 4, 12), 3, False),
]
# The whole of what is exhaustive here takes some minutes: EVERYDEAL_FULL=1 pytest -m exhaustive.
FULL = bool(os.environ.get("EVERYDEAL_FULL"))
SMALL = [
    Deck(tuple(range(4, 13)), 2, True),  # 4e7 pairs; same suit, either joker
    Deck(tuple(range(3, 13)), 2, False),  # 1e8 pairs; same suit, no joker
    Deck(BROADWAY, 4, True),  # 4e8 pairs; five aces, straight flushes, other suits
    Deck((12, *range(5)), 3, True),
]


@cache
def dealt(deck: Deck) -> Dealt:
    return Dealt(deck)


@cache
def whole() -> tuple[Classes, Options]:
    classes = Classes(WHOLE)
    return classes, core.options(USUAL, classes)


def deals(deck: Deck) -> int:
    cards = len(deck.ranks) * deck.suits + deck.joker
    return comb(cards, 7) * comb(cards - 7, 7)


# ---- classes ------------------------------------------------------------------------------------


def test_the_whole_deck_has_as_many_classes_as_combinatorics_says() -> None:
    classes, _ = whole()
    numbers = Counter(
        (bool(classes.hands[at].suited), classes.hands[at].joker) for at in range(classes.number)
    )
    assert numbers == {(False, 0): 49_205, (False, 1): 18_395, (True, 0): 141_141, (True, 1): 83_512}


@pytest.mark.parametrize(
    "deck", [WHOLE, Deck(joker=False), Deck(suits=3), Deck(suits=2), *TINY, *SMALL], ids=str
)
def test_classes_hold_every_hand_once(deck: Deck) -> None:
    classes = Classes(deck)
    cards = len(deck.ranks) * deck.suits + deck.joker
    assert sum(classes.weights) == comb(cards, 7)
    assert min(classes.weights) >= 1
    assert max(classes.weights) <= 4**7


@pytest.mark.parametrize("deck", [*TINY, SMALL[0]], ids=str)
def test_classes_are_the_hands_that_look_alike(deck: Deck) -> None:
    hands = dealt(deck)
    assert Counter(hands.class_of) == dict(enumerate(hands.classes.weights))


def test_classes_stand_in_the_documented_order() -> None:
    classes, _ = whole()
    order = []
    for at in range(classes.number):
        held, suited, joker = key_of_class(classes.hands[at])
        vector = [sum(c for c, mask in enumerate(held, 1) if mask >> rank & 1) for rank in range(13)]
        others = [count - (suited >> rank & 1) for rank, count in enumerate(vector)]
        order.append((suited > 0, joker, suited, others[::-1]))
    assert order == sorted(order)


def legal_scores(ranking: Ranking, hand: tuple[int, ...]) -> list[Set]:
    found = {Set(way.back_score, way.front_score) for way in core_hand.settings(ranking, hand) if way.legal}
    return sorted(found, key=lambda way: (way.front, way.back), reverse=True)


@pytest.mark.parametrize("deck", TINY, ids=str)
def test_settings_of_a_class_are_those_of_its_hands(deck: Deck) -> None:
    hands = dealt(deck)
    for ranking in (USUAL, Ranking("lowest", "below-straight-flushes", "foul")):
        settings = hands.settings(ranking)
        for hand, number in zip(hands.hands[::7], hands.class_of[::7], strict=True):
            assert settings[number] == legal_scores(ranking, hand)


def test_settings_of_classes_of_the_whole_deck() -> None:
    classes, free = whole()
    draw = random.Random(3)
    some = set(draw.sample(range(classes.number), 600)) | set(range(0, classes.number, 1000))
    for at, ways in enumerate(free):
        if at not in some:
            continue
        hand = a_hand_of(classes.hands[at])
        legal = legal_scores(USUAL, hand)
        assert core.settings(USUAL, classes.hands[at]) == legal
        assert ways == [
            way
            for way in legal
            if not any(o.back >= way.back and o.front >= way.front and o != way for o in legal)
        ]
        for ranking in EVERY_RANKING[:: len(EVERY_RANKING) - 1]:
            assert core.settings(ranking, classes.hands[at]) == legal_scores(ranking, hand)


# ---- every pair of small decks ------------------------------------------------------------------


def agree(deck: Deck, ranking: Ranking, rule: Rule, player_rule: Rule, *, with_copies: bool = True) -> None:
    """Classes and plain enumeration give the same counts, and all deals."""
    hands = dealt(deck)
    settings = hands.settings(ranking)
    dealer, player = set_by(rule, settings), set_by(player_rule, settings)
    dealer_hands, player_hands = hands.by_hand(dealer), hands.by_hand(player)
    free, free_hands = core.options(ranking, hands.classes), core.direct_options(ranking, deck)
    for copies in (False, True)[: 1 + with_copies]:
        found = Pairs(hands.classes, free, dealer, copies_to_player=copies).count()
        wanted = core.direct_count(deck, dealer_hands, free_hands, copies_to_player=copies)
        assert found == [row[0] for row in wanted]
        assert sum(map(sum, found)) == deals(deck)

        found = Pairs(hands.classes, player, dealer, copies_to_player=copies).count()
        wanted = core.direct_count(deck, dealer_hands, player_hands, player_hands, copies_to_player=copies)
        assert found == [Results(*map(sum, zip(*row, strict=True))) for row in wanted]
        assert sum(map(sum, found)) == deals(deck)
    assert core.joint(hands.classes, dealer, player) == [[sum(cell) for cell in row] for row in wanted]


@pytest.mark.parametrize(("at", "ranking"), list(enumerate(EVERY_RANKING)), ids=str)
@pytest.mark.parametrize("deck", TINY, ids=str)
def test_every_pair_of_tiny_decks(deck: Deck, at: int, ranking: Ranking) -> None:
    agree(deck, ranking, RULES[at % 3], RULES[at // 3 % 3])


@pytest.mark.parametrize("deck", SMALL[:2], ids=str)
def test_every_pair_of_small_decks(deck: Deck) -> None:
    agree(deck, USUAL, breaks_flushes, back_first, with_copies=False)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "ranking", EVERY_RANKING[::5], ids=lambda r: f"{r.wheel}-{r.five_aces}-{r.equal_front}"
)
@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_every_pair_of_small_decks_by_every_rule(deck: Deck, ranking: Ranking) -> None:
    """One rule on each side for each deck and ranking, in turn; all of them with EVERYDEAL_FULL=1."""
    pairs = list(zip(RULES, [*RULES[1:], RULES[0]], strict=True))
    turn = (SMALL.index(deck) + EVERY_RANKING[::5].index(ranking)) % len(pairs)
    for rule, player_rule in pairs if FULL else [pairs[turn]]:
        agree(deck, ranking, rule, player_rule)


def test_every_term_of_the_method_is_reached() -> None:
    """Counts what the decks above ask of the method; each kind of pair is there with a result at stake.

    A *repair* is a flush dealer set otherwise than its ranks would be, a *gain* a flush player who
    can do what its ranks cannot; both matter only where they meet.
    """
    terms: Counter[str] = Counter()
    for deck in [*TINY[:6], *SMALL[:2]]:
        hands = dealt(deck)
        settings = hands.settings(USUAL)
        rank_class = {key_of_class(hands.classes.hands[at]): at for at in range(hands.classes.number)}
        dealer = set_by(breaks_flushes, settings)
        flushes: dict[str, dict[tuple[int, int], int]] = {"repair": {}, "gain": {}}
        for at in range(hands.classes.number):
            held, suited, joker = key_of_class(hands.classes.hands[at])
            if not suited:
                continue
            base = rank_class[held, 0, joker]
            if (dealer.c[at].back, dealer.c[at].front) != (dealer.c[base].back, dealer.c[base].front):
                flushes["repair"][suited, joker] = at
            if set(settings[at]) - set(settings[base]):
                flushes["gain"][suited, joker] = at
        for (suited, joker), (other, jokers) in product(flushes["repair"], flushes["gain"]):
            if not joker & jokers:
                sides = (
                    f"dealer {'with' if joker else 'without'} joker, player {'with' if jokers else 'without'}"
                )
                terms[f"same suit, {sides}"] += not suited & other
                terms[f"other suit, {sides}"] += 1
        terms["gains against rank vectors"] += len(flushes["gain"])
        for name in ("other suits left: 0", "other suits left: 1", "other suits left: 2"):
            terms[name] += len(flushes["repair"]) if name.endswith(str(deck.suits - 2)) else 0
    print(dict(terms))
    assert len(terms) == 10
    assert min(terms.values()) > 0


@pytest.mark.parametrize("seed", range(12))
def test_any_dealer_and_any_player(seed: int) -> None:
    """Scores that are nobody's: hands set at random, so that thresholds come in every order."""
    hands, draw, copies = dealt(TINY[0]), random.Random(seed), seed % 2

    def some() -> Sets:
        pool = [(draw.randint(1, 9), draw.randint(1, 4), draw.randint(0, 2)) for _ in range(12)]
        return Sets.of([draw.choice(pool) for _ in range(hands.classes.number)], labels=3)

    dealer, player = some(), some()
    dealer_hands, player_hands = hands.by_hand(dealer), hands.by_hand(player)
    wanted = core.direct_count(
        TINY[0], dealer_hands, player_hands, player_hands, copies_to_player=bool(copies)
    )
    found = Pairs(hands.classes, player, dealer, copies_to_player=bool(copies)).count()
    assert found == [Results(*map(sum, zip(*row, strict=True))) for row in wanted]
    assert core.joint(hands.classes, dealer, player) == [[sum(cell) for cell in row] for row in wanted]


# ---- the reference --------------------------------------------------------------------------------


def named(rule: str) -> reference.Rule:
    """The toy rules in the reference's words: a setting and its category."""

    def choose(
        _: tuple[reference_hand.Card, ...], ways: list[reference.Setting]
    ) -> tuple[reference.Setting, str]:
        best = max(way[0][0] for way in ways)
        if rule == "front first":
            return max(ways, key=lambda way: (way[1], way[0])), str(best)
        return max(ways), str(best)

    return choose  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("deck", "ranking"),
    [
        (Deck((0, 1, 2, 3, 4, 11, 12), 2, False), Ranking("lowest", "below-royal", "foul")),
        pytest.param(TINY[0], USUAL, marks=pytest.mark.exhaustive),
    ],
    ids=str,
)
def test_the_reference_agrees(deck: Deck, ranking: Ranking) -> None:
    hands = dealt(deck)
    settings = hands.settings(ranking)
    cards = as_cards(
        [4 * rank + suit for rank in deck.ranks for suit in range(deck.suits)] + [52] * deck.joker
    )
    dealer, player = set_by(front_first, settings), set_by(back_first, settings)
    free = core.options(ranking, hands.classes)
    for sets, rule in ((free, None), (player, named("back first"))):
        wanted = reference.count(
            cards, named("front first"), rule, options(ranking), copies_to_player=rule is not None
        )
        found = Pairs(hands.classes, sets, dealer, copies_to_player=rule is not None).count()
        assert sorted(tuple(row) for row in found if any(row)) == sorted(
            (row.win, row.push, row.lose) for row in wanted.values()
        )
    together = reference.joint(cards, named("front first"), named("back first"), options(ranking))
    found_together = core.joint(hands.classes, dealer, player)
    assert sorted(cell for row in found_together for cell in row if cell) == sorted(together.values())


# ---- the whole deck ---------------------------------------------------------------------------------

OF_EVERY_KIND = {
    "high cards": "As Kd 9c 7h 5s 3d 2c",
    "joker": "Jk Qd 9c 7h 5s 3d 2c",
    "joker and flush": "Jk Ks Ts 8s 3s 2d 2c",
    "flush": "Ks Ts 8s 5s 3s Qd 2c",
    "flush of seven": "Ks Ts 8s 7s 5s 3s 2s",
    "flush with a pair": "9s 8s 6s 5s 2s Kd Kc",
    "flush with two pairs": "Kc 9s 8s 6s 2s Ks 9d",
    "quads": "4s 4d 4c 4h 9s 8d 2c",
    "straight flush": "2c 3c 4c 5c 6c 7d 7h",
    "royal with the joker": "Jk As Ks Qs Js 2d 2c",
    "five aces": "Jk As Ad Ac Ah 9c 9d",
    "two pair": "2c 2d 7h 7s Jc Qd Ks",
}


def ways_to_set(hand: tuple[int, ...]) -> list[Set]:
    ways = legal_scores(USUAL, hand)
    return [ways[0], ways[-1], max(ways)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("hand", OF_EVERY_KIND.values(), ids=OF_EVERY_KIND)
def test_hands_of_every_kind_against_all_53_524_680(hand: str) -> None:
    """Set as its highest back; in three ways with EVERYDEAL_FULL=1."""
    classes, free = whole()
    pairs = Pairs(classes, free)
    ways = list(dict.fromkeys(ways_to_set(kinds(hand))))
    for set_as in ways if FULL else ways[-1:]:
        found = pairs.against(kinds(hand), set_as)
        assert found == core.direct_hand(USUAL, WHOLE, kinds(hand), set_as)
        assert sum(found) == 53_524_680


@pytest.mark.parametrize("ranking", EVERY_RANKING[::3], ids=str)
def test_hands_of_a_larger_deck_against_all(ranking: Ranking) -> None:
    deck = Deck((0, 1, 2, 3, 4, 9, 10, 11, 12), 3, True)
    classes = Classes(deck)
    draw = random.Random(8)
    pack = [4 * rank + suit for rank in deck.ranks for suit in range(3)]
    for copies in (False, True):
        pairs = Pairs(classes, core.options(ranking, classes), copies_to_player=copies)
        for joker, suited in product((0, 1), (0, 4, 6)):
            spades = draw.sample([card for card in pack if card % 4 == 0], suited)
            rest = draw.sample([card for card in pack if card not in spades], 7 - suited - joker)
            hand = tuple(spades + rest + [52] * joker)
            set_as = draw.choice(legal_scores(ranking, hand))
            assert pairs.against(hand, set_as) == core.direct_hand(
                ranking, deck, hand, set_as, copies_to_player=copies
            )


@pytest.mark.exhaustive
def test_classes_of_the_whole_deck_counted_alone() -> None:
    """One label for each of some classes: the sum over all dealers against one dealer at a time."""
    classes, free = whole()
    draw = random.Random(5)
    rows = list(free)
    numbers = {key_of_class(classes.hands[at]): at for at in range(classes.number)}
    chosen = [numbers[key_of_hand(kinds(hand))] for hand in OF_EVERY_KIND.values()]
    for first, last in ((0, 49_205), (49_205, 67_600), (67_600, 208_741), (208_741, 292_253)):
        chosen += draw.sample([at for at in range(first, last) if classes.weights[at] < 1000], 12)
    chosen = list(dict.fromkeys(chosen))
    dealer = Sets.of([draw.choice(ways) for ways in rows], labels=len(chosen) + 1)
    for label, at in enumerate(chosen, 1):
        dealer.c[at].label = label
    pairs = Pairs(classes, free, dealer)
    counts = pairs.count()
    assert sum(map(sum, counts)) == deals(WHOLE) == 8_250_459_031_214_400
    for label, at in enumerate(chosen, 1):
        set_as = Set(dealer.c[at].back, dealer.c[at].front)
        hands = hands_of(classes.hands[at])
        assert sum(hands.values()) == classes.weights[at]
        wanted = [0, 0, 0]
        for hand, number in hands.items():
            for result, deals_so in enumerate(pairs.against(hand, set_as)):
                wanted[result] += number * deals_so
        assert counts[label] == tuple(wanted)


def test_a_player_who_always_wins_has_every_deal() -> None:
    """The number of deals, from the sums over classes alone."""
    classes, _ = whole()
    low, high = Sets.of([(5, 5)] * classes.number), Sets.of([(6, 6)] * classes.number)
    middle = Sets.of([(6, 5)] * classes.number)
    assert Pairs(classes, high, low).count() == [(deals(WHOLE), 0, 0)]
    assert Pairs(classes, low, high).count() == [(0, 0, deals(WHOLE))]
    assert Pairs(classes, middle, low).count() == [(0, deals(WHOLE), 0)]
    assert Pairs(classes, low, low, copies_to_player=True).count() == [(deals(WHOLE), 0, 0)]


def test_a_free_player_does_no_worse_than_by_a_rule() -> None:
    hands = dealt(SMALL[3])
    settings = hands.settings(USUAL)
    dealer, free = set_by(breaks_flushes, settings), core.options(USUAL, hands.classes)
    at_best = Pairs(hands.classes, free, dealer).count()
    for rule in RULES:
        for best, ruled in zip(
            at_best, Pairs(hands.classes, set_by(rule, settings), dealer).count(), strict=True
        ):
            assert best.win >= ruled.win
            assert best.lose <= ruled.lose


def test_where_five_aces_stand() -> None:
    """Five aces never meet a straight flush in one hand, nor a royal in one deal: with all aces and the
    joker gone nobody has one. Below straight flushes it matters."""
    counts = {}
    classes = Classes(Deck((12, *range(6)), 4, True))
    for five_aces in FIVE_ACES:
        ranking = Ranking(five_aces=five_aces)
        free = core.options(ranking, classes)
        dealer = Sets.of([max(ways)[:2] for ways in free])
        counts[five_aces] = Pairs(classes, free, dealer).count()
    assert counts["above-royal"] == counts["below-royal"]
    assert counts["above-royal"] != counts["below-straight-flushes"]


@pytest.mark.parametrize("hand", [OF_EVERY_KIND[kind] for kind in ("joker and flush", "flush with a pair")])
def test_relabelling_suits_changes_nothing(hand: str) -> None:
    classes, free = whole()
    pairs = Pairs(classes, free)
    set_as = ways_to_set(kinds(hand))[0]
    found = {
        pairs.against(kinds(hand.translate(str.maketrans("cdhs", suits))), set_as)
        for suits in ("cdhs", "hscd", "dhsc", "scdh", "csdh")
    }
    assert len(found) == 1


def test_threads_change_nothing() -> None:
    hands = dealt(SMALL[3])
    settings = hands.settings(USUAL)
    pairs = Pairs(hands.classes, core.options(USUAL, hands.classes), set_by(front_first, settings))
    assert pairs.count(workers=1) == pairs.count(workers=3)
    spans = [range(0, 40_000), range(40_000, 116_280)]
    deck, hand = Deck((0, 1, 2, 3, 4, 9, 10, 11, 12), 3, True), kinds("2c 3c 4c 5c 6c Kd Kh")
    whole_span = core.direct_hand(USUAL, deck, hand, Set(1 << 20, 1 << 20))
    parts = [core.direct_hand(USUAL, deck, hand, Set(1 << 20, 1 << 20), span=span) for span in spans]
    assert whole_span == tuple(map(sum, zip(*parts, strict=True)))


# ---- what is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deck",
    [
        Deck((), 4),
        Deck((12,), 4),
        Deck(BROADWAY, 1),
        Deck(BROADWAY, 5),
        Deck((12, 13), 4),
        Deck((11, 12, 3), 4),
    ],
)
def test_no_deck_of_two_hands(deck: Deck) -> None:
    with pytest.raises(InputError, match="2 to 4 suits"):
        Classes(deck)


def test_what_is_refused() -> None:
    hands = dealt(TINY[0])
    classes, deck = hands.classes, TINY[0]
    free = core.options(USUAL, classes)
    good = Sets.of([(1, 1)] * classes.number)
    refused: list[tuple[Sets, Options | Sets, str]] = [
        (Sets.of([(1, 1)] * (classes.number - 1)), free, "one entry for each class"),
        (good, Sets.of([(1, 1)] * 3), "one entry for each class"),
        (Sets.of([(1, 1, 1)] * classes.number), free, "label"),
        (Sets.of([(0, 1)] * classes.number), free, "score"),
        (Sets.of([(1, 1 << 24)] * classes.number), free, "score"),
        (good, Sets.of([(0, 1)] * classes.number), "score"),
        (good, Sets.of([(1, 1 + at) for at in range(classes.number)]), "too many scores"),
    ]
    for dealer, player, words in refused:
        with pytest.raises(InputError, match=words):
            Pairs(classes, player, dealer)
    with pytest.raises(InputError, match="label"):
        core.joint(classes, good, Sets.of([(1, 1, 5)] * classes.number, labels=5))
    with pytest.raises(InputError, match="one entry for each class"):
        core.joint(classes, good, Sets.of([(1, 1)]))
    pairs = Pairs(classes, free)
    for cards, words in [
        ("Ac Ad Kc Kd Qc Qd", "2 to 7 cards"),
        ("Ac Ad Kc Kd Qc Qd Qd", "twice"),
        ("Ac Ad Kc Kd Qc Qd Qs", "no kind of this deck"),
        ("Ac Ad Kc Kd Qc Qd 2c", "no kind of this deck"),
    ]:
        hand = tuple(kind for card in cards.split() for kind in kinds(card))
        with pytest.raises(InputError, match=words):
            pairs.against(hand, Set(1, 1))
        with pytest.raises(InputError, match=words):
            core.direct_hand(USUAL, deck, hand, Set(1, 1))
    seven = kinds("Ac Ad Kc Kd Qc Qd Jc")
    with pytest.raises(InputError, match="score"):
        pairs.against(seven, Set(0, 1))
    with pytest.raises(InputError, match="score"):
        core.direct_hand(USUAL, deck, seven, Set(1, 0))
    with pytest.raises(InputError, match="index range"):
        core.direct_hand(USUAL, deck, seven, Set(1, 1), span=range(5, 5))
    every = Sets.of([(1, 1)] * len(hands.hands))
    with pytest.raises(InputError, match="one entry"):
        core.direct_count(deck, every, Sets.of([(1, 1)]))
    with pytest.raises(InputError, match="label"):
        core.direct_count(deck, Sets.of([(1, 1, 1)] * len(hands.hands)), every)
    with pytest.raises(InputError, match="score"):
        core.direct_count(deck, Sets.of([(0, 1)] * len(hands.hands)), every)


def test_what_the_core_refuses() -> None:
    """What the binding never asks for."""
    hands = dealt(TINY[0])
    classes = hands.classes
    good = Sets.of([(1, 1)] * classes.number)
    size = lib.ed_pairs_table_size(classes.number)
    table = ffi.new("uint64_t[]", size // 8 + 2)
    scratch = ffi.new("uint64_t[]", lib.ed_pairs_scratch_size() // 8 + 2)
    counts = ffi.new("int64_t[3]")
    bytes_of = {"table": ffi.sizeof(table), "scratch": ffi.sizeof(scratch)}

    def prepare(each: object = ffi.NULL, copies: int = 0, to: object = table, room: int = size) -> int:
        return int(
            lib.ed_pairs_prepare(classes.c_deck, good.c, 1, good.c, each, copies, classes.number, to, room)
        )

    def count(
        first: int, last: int, room: int = bytes_of["scratch"], cells: int = 3, to: object = scratch
    ) -> int:
        return int(lib.ed_pairs_count(table, first, last, to, room, counts, cells))

    assert lib.ed_pairs_table_size(1 << 40) == 0
    assert lib.ed_pairs_units(ffi.NULL) == 0
    assert lib.ed_pairs_units(table) == 0
    assert count(0, 1) == lib.ED_E_TABLE
    assert prepare(copies=2) == lib.ED_E_RULES
    assert prepare(room=size - 8) == lib.ED_E_ROOM
    assert prepare(to=ffi.cast("char *", table) + 1) == lib.ED_E_ROOM
    assert prepare(each=ffi.new("uint8_t[]", [22] * classes.number)) == lib.ED_E_ROOM
    assert prepare() == lib.ED_OK
    units = lib.ed_pairs_units(table)
    assert units == 2 * 2 * 2  # fronts below and not below the one there is; win and lose; the joker
    assert count(0, 0) == count(0, units + 1) == count(2, 1) == lib.ED_E_RANGE
    assert count(0, 1, cells=2) == lib.ED_E_CELLS
    assert count(0, 1, room=100) == lib.ED_E_ROOM
    assert count(0, 1, to=ffi.cast("char *", scratch) + 1) == lib.ED_E_ROOM
    assert count(0, units) == lib.ED_OK
    assert list(counts) == [0, 0, deals(TINY[0])]
    hand, ranking = classes.hands[0], ffi.new("struct ed_ranking *")
    sets, number = ffi.new("struct ed_set[21]"), ffi.new("uint32_t *")
    changes: list[tuple[dict[str, object], int]] = [
        ({"cards": 6}, lib.ED_E_CARDS),
        ({"joker": 2}, lib.ED_E_CARDS),
        ({"joker": 1}, lib.ED_E_CARDS),
        ({"held": [0, 0, 0, 0, 1]}, lib.ED_E_CARDS),
        ({"held": [0, 1 << 13, 0, 0, 0]}, lib.ED_E_CARD),
        ({"held": [0, 1, 1, 0, 0]}, lib.ED_E_CARD),
        ({"suited": 1}, lib.ED_E_CARD),
    ]
    for change, status in changes:
        fields = {name: getattr(hand, name) for name in ("held", "suited", "cards", "joker")}
        wrong = ffi.new("struct ed_hand *", {**fields, **change})
        assert lib.ed_hand_settings(ranking, wrong, sets, number) == status
    each = ffi.new("uint8_t[]", classes.number)
    assert prepare(each=each) == lib.ED_OK  # a hand that no setting saves loses
    ffi.memmove(counts, bytes(24), 24)
    assert count(0, lib.ed_pairs_units(table)) == lib.ED_OK
    assert list(counts) == [0, 0, deals(TINY[0])]
