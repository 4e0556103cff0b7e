"""Pai gow: sheets, counts and figures of two hands."""

import json
import random
from fractions import Fraction
from math import comb, isqrt
from pathlib import Path
from typing import Any

import pytest

import everydeal
from everydeal import cards
from everydeal.core.pairs import Deck, Results, Set, direct_hand
from everydeal.errors import InputError, SheetError
from everydeal.games.pai_gow import PaiGow, SetBy, deal_order
from everydeal.games.pai_gow_audit import ALWAYS, audit
from everydeal.houseway.load import bundled, load
from everydeal.reference import hand as plain
from everydeal.reference.houseway import Hand, HouseWay
from everydeal.returns import WagerReturn
from everydeal.sheet.load import load as load_sheet
from everydeal.sheet.load import read
from everydeal.two_hands import TwoHands
from tests.conftest import Command
from tests.hands import USUAL, kinds

DEALS = comb(53, 7) * comb(46, 7)
HANDS = comb(53, 7)
ANSWERS = comb(46, 7)

HEAD = """\
[sheet]
id = "two"
title = "Two hands"
game = "pai-gow"
version = "1"
[rules]
joker = true
exposed = true
house_ways = ["foxwoods"]
players = ["house-way"]
"""
MAIN = """\
[[wager]]
id = "main"
title = "Main"
pays = [{ when = "result == win", pays = "1 to 1" }, { when = "result == push", pays = "push" }]
otherwise = "lose"
"""


def game(sheet: str) -> PaiGow:
    found = load_sheet(sheet).game
    assert isinstance(found, PaiGow)
    return found


def configuration(sheet: str, **picked: list[str]) -> SetBy:
    return game(sheet).selected(picked).configurations(picked)[0]


def within(value: Fraction, printed: str) -> bool:
    """Whether a published percentage is right to its last printed digit."""
    places = len(printed.split(".")[1])
    return abs(value * 100 - Fraction(printed)) <= Fraction(1, 2 * 10**places)


def plain_cards(hand: tuple[int, ...]) -> tuple[plain.Card, ...]:
    return tuple(
        plain.JOKER if card == cards.JOKER else (card // 4 + 2, plain.SUITS[card % 4]) for card in hand
    )


def lines(wager: WagerReturn) -> list[int]:
    return [line.combinations for line in wager.lines]


# ---- published figures ---------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("way", "won", "pushed", "lost"),
    [("foxwoods", "29.12", "40.50", "30.38"), ("trump-plaza", "28.61", "41.48", "29.91")],
)
def test_a_hidden_dealer_against_the_same_house_way_as_published(
    way: str, won: str, pushed: str, lost: str
) -> None:
    wager = everydeal.certify("pai-gow-poker", house_way=way, wagers="main")[f"{way}/house-way"]["main"]
    win, push, lose = (Fraction(count, DEALS) for count in lines(wager))
    assert within(win, won)
    assert within(push, pushed)
    assert within(lose, lost)


@pytest.mark.exhaustive
def test_face_up_pai_gow_comes_out_near_the_published_figure() -> None:
    """1.81% is published without a house way: Trump Plaza's is the closest of the bundled ones, at 1.82%."""
    found = everydeal.certify("face-up-pai-gow", house_way=["foxwoods", "trump-plaza"])
    edges = [Fraction(str(one["main"].house_edge)) for one in found.configurations]
    assert all(Fraction("0.0175") < edge < Fraction("0.02") for edge in edges)
    assert abs(edges[1] - Fraction("0.0181")) < abs(edges[0] - Fraction("0.0181"))


@pytest.mark.exhaustive
def test_the_dealer_open_house_way_as_printed_favours_the_bettor() -> None:
    found = everydeal.certify("dealer-open-pai-gow", wagers="main")
    edges = {one.id: one["main"].house_edge for one in found.configurations}
    assert edges["dealer-open/optimal-exposed"] < 0
    assert edges["dealer-open-either-pair/optimal-exposed"] > 0
    assert found.headlines[0].startswith("main FAVOURS THE BETTOR")
    # The optimal player is never worse off than one who sets by the house way.
    for way in ("dealer-open", "dealer-open-either-pair"):
        assert edges[f"{way}/optimal-exposed"] < edges[f"{way}/house-way"]


@pytest.mark.exhaustive
def test_ace_high_pushes_as_often_as_it_is_dealt() -> None:
    """14,430,780 hands are ace-high, 1,485,960 of them with the joker."""
    found = everydeal.certify("dealer-open-pai-gow", house_way="dealer-open", player="house-way")
    one = found["dealer-open/house-way"]
    assert lines(one["main"])[0] == 14_430_780 * ANSWERS
    both, joker, other, _ = lines(one["ace-high"])
    assert both + joker + other == 14_430_780 * ANSWERS
    assert joker < 1_485_960 * ANSWERS < joker + both
    assert lines(one["chan-chu"])[0] == 1_128


@pytest.mark.exhaustive
def test_queen_high_and_two_jacks_are_dealt_as_published() -> None:
    """T33: 2,719,500 queen-high hands. T32: 12,307,232 with two or more jacks, 11,441,304 with just two."""
    queens = everydeal.certify("ez-pai-gow")["foxwoods/house-way"]["main"]
    assert lines(queens)[0] == 2_719_500 * ANSWERS
    rows = (
        ("dealer.count(J) >= 2", 12_307_232),
        ("dealer.count(J) == 2", 11_441_304),
    )
    edges = []
    for when, hands in rows:
        text = (HEAD + MAIN).replace("pays = [", f'pays = [{{ when = "{when}", pays = "lose" }}, ', 1)
        priced = everydeal.certify(read(text.encode(), "jacks.toml"))["foxwoods/house-way"]["main"]
        assert lines(priced)[0] == hands * ANSWERS
        edges.append(priced.house_edge)
    # The third definition looks at the set hand: a pair of jacks in front or behind.
    pair = (
        "(dealer.front.hand == pair and dealer.front.best[0] == J) or "
        "(dealer.back.hand == pair and dealer.back.best[0] == J)"
    )
    text = (HEAD + MAIN).replace("pays = [", f'pays = [{{ when = "{pair}", pays = "lose" }}, ', 1)
    edges.append(everydeal.certify(read(text.encode(), "set.toml"))["foxwoods/house-way"]["main"].house_edge)
    assert len(set(edges)) == 3
    assert edges[0] > edges[1]  # the wider trigger takes more


def test_a_straight_of_jacks_need_not_count_as_a_pair_of_jacks() -> None:
    """T32: `Js Jd Qc Kh Ts 9d 4c` holds two jacks, but is set as a straight."""
    by = configuration("pai-gow-poker", **{"house-way": ["foxwoods"]})
    deal = by.play(kinds("Js Jd Qc Kh Ts 9d 4c") + kinds("As Ah 2c 3d 4h 5s 7c"))
    assert deal.facts["deal"]["dealer.count(J)"] == 2
    assert deal.facts["deal"]["dealer.back.hand"] == "straight"


@pytest.mark.exhaustive
def test_the_banker_wins_what_the_other_side_would_lose() -> None:
    """With one house way on both sides a banker who wins copies wins as often as the dealer does."""
    one = everydeal.certify("pai-gow-poker")["foxwoods/house-way"]
    win, push, lose = lines(one["main"])
    assert lines(one["banking"]) == [lose, push, win]


# ---- what must hold ---------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_counts_close_and_parts_sum_to_the_whole() -> None:
    for one in everydeal.certify("dealer-open-pai-gow", player="house-way").configurations:
        main = one["main"]
        assert sum(lines(main)) == DEALS == 8_250_459_031_214_400
        for by in main.breakdowns:
            assert sum(part.combinations for part in by.parts) == DEALS
            assert sum(part.wins for part in by.parts) == main.hits
            assert sum(part.pushes for part in by.parts) == main.pushes
        clauses = {part.title: part.combinations for part in main.breakdowns[1].parts}
        counted = everydeal.houseway.check.check(load(one.id.split("/")[0]), USUAL)
        for clause, count in zip(counted.way.clauses, counted.clauses, strict=True):
            assert clauses.get(clause.name, 0) == count.hands.hands * ANSWERS


@pytest.mark.exhaustive
@pytest.mark.parametrize("player", ["optimal-exposed", "house-way"])
def test_the_place_of_five_aces_moves_the_main_wager_only_below_straight_flushes(player: str) -> None:
    """T19: with one joker five aces and a royal never meet, so their order cannot matter."""
    counts = {}
    for place in ("above-royal", "below-royal", "below-straight-flushes"):
        text = HEAD.replace("joker = true", f'joker = true\nfive_aces = "{place}"').replace(
            '"house-way"', f'"{player}"'
        )
        one = everydeal.certify(read((text + MAIN).encode(), "t.toml")).configurations[0]
        counts[place] = lines(one["main"])
    # With one house way on both sides what one side gains the other does, so that the edge may stay.
    assert counts["above-royal"] == counts["below-royal"] != counts["below-straight-flushes"]


@pytest.mark.exhaustive
def test_no_house_way_of_the_player_beats_the_optimal_one() -> None:
    table = TwoHands(USUAL, True)
    way = load("trump-plaza")
    best = table.results((), way, None, False)
    for name in bundled():
        found = table.results((), way, load(name), False)
        assert sum(found.values()) == DEALS
        assert found[("win",)] < best[("win",)]
        assert found[("lose",)] > best[("lose",)]


@pytest.mark.exhaustive
def test_an_estimate_by_the_reference_agrees_within_its_interval() -> None:
    """ESTIMATE: 4,000 deals, seed 20, by the plain implementation; interval of four standard deviations."""
    way = HouseWay.read(Path(str(bundled()["dealer-open"])))
    drawn = random.Random(20)
    rounds = 4_000
    counts = {"optimal": [0, 0, 0], "house": [0, 0, 0]}
    for _ in range(rounds):
        deal = drawn.sample(range(53), 14)
        dealer = way.set(Hand(plain_cards(tuple(deal[:7]))))
        player = Hand(plain_cards(tuple(deal[7:])))
        beaten = [
            (each.front_value > dealer.front_value) + (each.back_value > dealer.back_value)
            for each in player.settings
        ]
        made = way.set(player)
        mine = (made.front_value > dealer.front_value) + (made.back_value > dealer.back_value)
        counts["optimal"][2 - max(beaten)] += 1
        counts["house"][2 - mine] += 1
    table = TwoHands(USUAL, True)
    for name, answer in (("optimal", None), ("house", load("dealer-open"))):
        exact = table.results((), load("dealer-open"), answer, False)
        for at, result in enumerate(("win", "push", "lose")):
            chance = Fraction(exact[(result,)], DEALS)
            deviation = isqrt(int(rounds * chance * (1 - chance))) + 1
            assert abs(counts[name][at] - rounds * chance) < 4 * deviation


# ---- single hands ------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_full_house_against_flush_over_all_dealer_hands() -> None:
    """T23: aces in front of three queens, or queens in front of the ace-high flush; by the direct engine.

    The player's hand is fixed and wins no copies; the dealer's 53,524,680 hands are set by Trump Plaza.
    """
    hand = kinds("As Jk Qs Qh Qd 7s 2s")
    table = TwoHands(USUAL, True)
    way = load("trump-plaza")
    found = []
    for front in ("As Jk", "Qh Qd"):
        (setting,) = (
            each for each in everydeal.core.hand.settings(USUAL, hand) if set(each.front) == set(kinds(front))
        )
        scores = Set(setting.back_score, setting.front_score)
        program = table.program(way)
        direct = direct_hand(USUAL, Deck(), hand, scores, way=program, copies_to_player=True)
        assert sum(direct) == ANSWERS
        assert table.against_set(hand, scores, way, copies_to_player=True) == direct
        found.append(direct)
    aces, queens = found
    # What the dealer's hand loses the player wins. The figures of a forum are about 90% for the aces and 82%
    # for the flush: the first holds, the second does not. The flush wins more, so that
    # the full-house rule and the best setting differ.
    assert within(Fraction(aces.lose, ANSWERS), "90.8")
    assert within(Fraction(queens.lose, ANSWERS), "98.1")
    assert queens.lose - queens.win > aces.lose - aces.win


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", ["foxwoods", None])
def test_a_dealer_hand_is_worth_the_same_by_classes_and_one_by_one(way: str | None) -> None:
    table = TwoHands(USUAL, True)
    hand = kinds("Ks Kh 6s 6h 9s 5s 4s")
    answer = load(way) if way else None
    set_as = table.set_as(hand, load("dealer-open"))
    program = table.program(answer) if answer else None
    whole = table.against_set(hand, set_as, answer)
    assert direct_hand(USUAL, Deck(), hand, set_as, way=program) == whole
    assert sum(whole) == ANSWERS


@pytest.mark.exhaustive
def test_an_audit_of_every_kind_of_dealer_hand_finds_no_difference() -> None:
    by = configuration("dealer-open-pai-gow", **{"house-way": ["dealer-open"], "player": ["optimal-exposed"]})
    found = list(audit(by, 1, 7))
    assert len(found) == len(ALWAYS) + 1
    assert all(each.agrees for each in found)
    assert all(sum(each.one_by_one) == ANSWERS for each in found)


@pytest.mark.exhaustive
def test_an_audit_notices_a_wrong_count(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("everydeal.games.pai_gow_audit.ALWAYS", ALWAYS[:1])
    monkeypatch.setattr(
        "everydeal.games.pai_gow_audit.direct_hand", lambda *_, **__: Results(1, 0, ANSWERS - 1)
    )
    done = run("audit", "face-up-pai-gow", "--dealers", "0")
    assert done.status == 1
    assert "DIFFER" in done.out
    assert "DIFFER" in done.err


# ---- commands --------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_certify_prints_breakdowns_and_the_deal_order(run: Command) -> None:
    done = run("certify", "dealer-open-pai-gow", "--house-way", "dealer-open", "--player", "house-way")
    assert done.status == 0
    for words in (
        "Dealer's best hand",
        "Two Pair: both Sevens or better, no singleton Ace",
        "The first packet by the sum of 3 dice",
        "Share of the edge",
        "P14-joker [ruling]",
        "dealer dealer-open, exposed, player house-way; copies to the dealer; A-2-3-4-5 second",
        "five aces above royal, equal fronts legal",
    ):
        assert words in " ".join(done.out.split())


def test_the_deal_order_is_that_of_the_rules() -> None:
    numbers, dice = deal_order(3)
    assert [count for _, count in numbers.rows] == [1] * 7
    assert [count for _, count in dice.rows] == [31, 31, 31, 31, 31, 31, 30]
    assert dice.total == 216


@pytest.mark.exhaustive
def test_compare_prices_one_game_under_several_house_ways(run: Command) -> None:
    arguments = ("face-up-pai-gow", "--house-way", "foxwoods", "--house-way", "dealer-open")
    data = json.loads(run("compare", *arguments, "--json").out)
    assert [row["id"] for row in data["configurations"]] == [
        "foxwoods/optimal-exposed",
        "dealer-open/optimal-exposed",
    ]
    edge = everydeal.certify("face-up-pai-gow")["foxwoods/optimal-exposed"]["main"].house_edge
    assert data["configurations"][0]["house_edge"] == str(edge)
    text = run("compare", *arguments).out
    assert "FAVOURS THE BETTOR" in text
    assert run("compare", *arguments, "--format", "csv").out.startswith('"id","house_edge",')


def test_best_says_what_the_player_can_reach(run: Command) -> None:
    done = run("best", "Ks Kd 9h 8h 7h 6h 5h", "--against", "As Ad Qc Qd 7s 4c 2h")
    assert done.status == 0
    assert "can win at best" in done.out
    assert "  win   Ks Kd | 9h 8h 7h 6h 5h: pair of kings; straight flush, nine-high\n" in done.out
    data = json.loads(run("best", "Ks Kd 9h 8h 7h 6h 5h", "--against", "As Ad Qc Qd 7s 4c 2h", "--json").out)
    assert data[0]["best"] == "win"
    assert data[0]["settings"][0]["result"] == "win"


def test_odds_are_exact_and_sum_to_all_answers(run: Command) -> None:
    found: list[dict[str, Any]] = json.loads(
        run("odds", "9h 8h 7h 6h 5h Kd Ks", "--house-way", "dealer-open", "--json").out
    )
    assert [each["configuration"] for each in found] == [
        "dealer-open/optimal-exposed",
        "dealer-open/house-way",
    ]
    # Counted one by one by the audit: 466, 831,857 and 52,692,357 against the optimal player.
    assert [found[0][name] for name in ("win", "push", "lose")] == ["466", "831857", "52692357"]
    assert all(sum(int(each[name]) for name in ("win", "push", "lose")) == ANSWERS for each in found)
    text = run("odds", "9h 8h 7h 6h 5h Kd Ks", "--house-way", "dealer-open").out
    assert "of 53,524,680 hands the player" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["odds", "As Kd"], "2 cards; allowed: 7"),
        (["odds", "As As Kd Qd Jd 9d 2c"], "stands in the hand twice"),
        (["odds", "As Ks Qs Js 9d 8d 2c", "--front", "Ah Kh"], "does not hold them"),
        (["odds", "As Ks Qs Js 9d 8d 2c", "--front", "As Ks"], "is a foul"),
        (["odds", "As Ks Qs Js 9d 8d 2c", "--sheet", "ez-baccarat"], "allowed: one of pai-gow"),
        (["odds", "As Ks Qs Js 9d 8d 2c", "--front", ""], "no cards"),
        (["best", "As Ks Qs Js 9d 8d 2c", "--against", "As Kh Qh Jh 9h 8h 2h"], "As is in both hands"),
        (["certify", "pai-gow-poker", "--player", "optimal-exposed"], "the dealer's hand is hidden"),
        (["certify", "pai-gow-poker", "--player", "foxwood"], "did you mean 'foxwoods'"),
        (["check", "BANKING"], "a player who banks sets by a house way"),
        (["certify", "pai-gow-poker", "--decks", "6"], "no axis 'decks'"),
        (["certify", "ez-baccarat", "--house-way", "foxwoods"], "house-way"),
        (["certify", "face-up-pai-gow", "--house-way", "nobody"], "no bundled house way"),
        (["audit", "face-up-pai-gow", "--dealers", "-1"], "allowed: 0 to"),
        (["audit", "fortune", "--dealers", "1"], "--dealers is for pai gow"),
    ],
)
def test_bad_input_is_refused_by_name(run: Command, arguments: list[str], words: str, tmp_path: Path) -> None:
    banking = (
        (HEAD + MAIN)
        .replace('["house-way"]', '["optimal-exposed"]')
        .replace('title = "Main"', 'title = "Main"\nspace = "banking"')
    )
    (tmp_path / "banking.toml").write_text(banking)
    done = run(*[str(tmp_path / "banking.toml") if word == "BANKING" else word for word in arguments])
    assert done.status == 2, done
    assert words in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["foxwoods"]', "[]", "house_ways: missing or empty"),
        ('["foxwoods"]', '["foxwoods", "foxwoods"]', "house_ways"),
        ('["foxwoods"]', '["foxwood"]', "did you mean 'foxwoods'"),
        ('["house-way"]', '["optimal"]', "players: 'optimal'; did you mean 'optimal-exposed'"),
        ('["house-way"]', "[]", "players: missing, empty"),
        ("joker = true", 'joker = true\ncopies = "nobody"', "copies: 'nobody'"),
        ("joker = true", "joker = true\ndecks = 2", "unknown key 'decks'"),
        ("exposed = true\n", "", "exposed: missing"),
        ("joker = true", "joker = true\n[rules.deal_order]\ndice = 0", "deal_order.dice"),
    ],
)
def test_malformed_rules_are_refused_by_place(old: str, new: str, words: str) -> None:
    text = (HEAD + MAIN).replace(old, new, 1)
    if "deal_order" in new:
        text = (HEAD + "[rules.deal_order]\ndice = 0\n" + MAIN).replace(
            "joker = true\n[rules.deal_order]", ""
        )
    with pytest.raises(SheetError) as caught:
        read(text.encode(), "two.toml")
    assert words in str(caught.value)


def test_a_result_is_not_asked_with_the_players_own_hand() -> None:
    text = (HEAD + MAIN).replace("result == win", "result == win and player.joker", 1)
    with pytest.raises(SheetError, match=r"pays\[1\]\.when: .* are not counted together"):
        read(text.encode(), "two.toml")
    text = (HEAD + MAIN).replace('title = "Main"', 'title = "Main"\nspace = "hands"', 1)
    with pytest.raises(SheetError, match='space = "deal"'):
        read(text.encode(), "two.toml")


def test_play_settles_every_wager_of_one_deal(run: Command) -> None:
    done = run(
        "play",
        "dealer-open-pai-gow",
        "As",
        "Kd",
        "Qc",
        "9h",
        "7s",
        "4c",
        "2d",
        "Ah",
        "Kh",
        "Qd",
        "9c",
        "7d",
        "4s",
        "2c",
    )
    assert done.status == 0
    assert "The dealer has Ace-High Pai Gow" in done.out
    assert "Dealer and player have Ace-High" in done.out
    with pytest.raises(InputError, match="13 cards; allowed: 14"):
        configuration("face-up-pai-gow").play(tuple(range(13)))


@pytest.mark.exhaustive
def test_of_52_cards_the_deals_close_too() -> None:
    text = (HEAD + MAIN).replace("joker = true", "joker = false")
    priced = everydeal.certify(read(text.encode(), "two.toml"))["foxwoods/house-way"]["main"]
    assert priced.total == comb(52, 7) * comb(45, 7)
    assert sum(lines(priced)) == priced.total


def test_house_ways_of_one_id_are_told_apart_or_refused(run: Command, tmp_path: Path) -> None:
    text = bundled()["foxwoods"].read_text(encoding="utf-8")
    (tmp_path / "other.toml").write_text(text + "\n# another file\n")
    done = run(
        "compare", "face-up-pai-gow", "--house-way", "foxwoods", "--house-way", str(tmp_path / "other.toml")
    )
    assert done.status == 2
    assert "two different house ways have the id 'foxwoods'" in done.err
    (tmp_path / "same.toml").write_text(text)
    picked: dict[str, list[str]] = {"house-way": ["foxwoods", "foxwoods", str(tmp_path / "same.toml")]}
    assert len(game("face-up-pai-gow").configurations(picked)) == 1


@pytest.mark.exhaustive
def test_the_players_house_way_is_in_the_certificate(tmp_path: Path) -> None:
    text = bundled()["flamingo"].read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace('id = "flamingo"', 'id = "mine"'))
    found = everydeal.certify("face-up-pai-gow", player=str(tmp_path / "mine.toml"), wagers="main")
    assert list(found) == ["foxwoods/mine"]
    ways = found.to_dict()["sheet"]["house_ways"]
    assert [way["id"] for way in ways] == ["foxwoods", "mine"]
    assert "flamingo-order" in {reading["id"] for reading in found.to_dict()["interpretations"]}


def test_wagers_that_tell_too_many_pairs_apart_are_refused_at_once(run: Command, tmp_path: Path) -> None:
    facts = ["hand == pair", "pairs[0]", "best[1]", "best[2]", "singletons[0]", "singletons[1]"]
    asked = " or ".join(
        f"(present({side}.{name}) and {side}.{name} == 9)" if "[" in name else f"{side}.{name}"
        for side in ("dealer", "player")
        for name in facts
    )
    text = HEAD + MAIN.split("pays")[0].replace('"Main"', '"Main"\nspace = "hands"')
    text += f'pays = [{{ when = "{asked}", pays = "1 to 1" }}]\notherwise = "lose"\n'
    (tmp_path / "wide.toml").write_text(text)
    done = run("check", str(tmp_path / "wide.toml"))
    assert done.status == 2
    assert "allowed: at most 100,000 together" in done.err


def test_a_list_of_the_dealers_is_guarded_by_its_number() -> None:
    text = (HEAD + MAIN).replace("result == win", "dealer.number(pairs) >= 2 and dealer.pairs[1] >= 7", 1)
    read(text.encode(), "two.toml")
