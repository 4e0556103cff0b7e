"""Ricochet Poker: rounds of the sheet against a plain replay, and the commands `play` and `estimate`."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from everydeal import cards, work
from everydeal.core import rounds as core
from everydeal.core.rounds import BY_STRATEGY, FOLD, PLAY, Round, Table
from everydeal.errors import InputError
from everydeal.games import Deal
from everydeal.games.ricochet import AtTable, Ricochet
from everydeal.games.ricochet_kickout import Limit
from everydeal.games.ricochet_play import table_of
from everydeal.games.ricochet_round import ENDS
from everydeal.reference import ricochet_rounds as reference
from everydeal.reference.hand import DECK, SUITS, Card
from everydeal.settlement import resolve as settled_by
from everydeal.sheet.model import Sheet
from tests.conftest import Command
from tests.hands import as_cards, kinds
from tests.ricochet import EXAMPLE, KICKOUT, TIE, at_table, changed, sheet_of
from tests.rounds import Dealt, random_round

KICKERS = ("kickers = false", "kickers = true")
BEATEN = ("beaten_dealer_goes = false", "beaten_dealer_goes = true")
CHANGES = (TIE, KICKERS, BEATEN, KICKOUT)
TABLES = ["kh-01/reading-1", "kh-02/reading-1", "kh-01/reading-2", "kh-02/reading-2", "tens-up", "none"]
LIMITS = {
    "KKQ32": "Kc Kd Qc 3c 2d", "AAQ32": "Ac Ad Qc 3c 2d", "AA432": "Ac Ad 4c 3c 2d",
    "33224": "3c 3d 2c 2d 4c", "TT223": "Tc Td 2c 2d 3c", "AA223": "Ac Ad 2c 2d 3c",
    "22243": "2c 2d 2h 4c 3d", "QQQ32": "Qc Qd Qh 3c 2d", "5432A": "5c 4d 3d 2d Ad",
}  # fmt: skip
# Decks of 20 and 28 cards, in which hands meet and tie more often, for three and four players at most.
SMALL_DECKS = {3: [card for card in DECK if card[0] >= 10], 4: [card for card in DECK if card[0] >= 8]}


def kinds_of(hand: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(4 * (rank - 2) + SUITS.index(suit) for rank, suit in hand)


@dataclass(frozen=True)
class Options:
    """What a sheet says otherwise than the bundled one, by which changes, and the table."""

    changes: tuple[bool, ...]
    kickout: str
    players: int

    @property
    def at(self) -> AtTable:
        return _at(self)

    def rules(self, decide: reference.Plays) -> reference.Rules:
        """The same in the reference's words."""
        no_tie, kickers, beaten, no_kickout = self.changes
        limit = self.at.kickout.limits[self.players - 1]
        paid = [end for end in ENDS if end != "fold" and not (no_kickout and end == "kickout")]
        return reference.Rules(
            limit=None if limit is None else as_cards(kinds(LIMITS[limit.ranks])),
            two_card_tie=not no_tie,
            kickers=kickers,
            beaten_dealer_goes=beaten,
            bonus={(end, made): pay for end in paid for made, pay in EXAMPLE.items()},
            decide=decide,
        )


@cache
def _text(changes: tuple[bool, ...]) -> str:
    return changed(*(change for change, made in zip(CHANGES, changes, strict=True) if made))


@cache
def _sheet(changes: tuple[bool, ...]) -> Sheet:
    return sheet_of(_text(changes))


@cache
def _at(options: Options) -> AtTable:
    picked: dict[str, list[object]] = {"kickout": [options.kickout], "players": [options.players]}
    game = _sheet(options.changes).game
    assert isinstance(game, Ricochet)
    (found,) = game.selected(picked).configurations(picked)
    return found


def dealt_as(dealt: Dealt) -> tuple[int, ...]:
    """All cards of a round in the order of `play`."""
    return kinds_of((*dealt.dealer, *(card for two in dealt.pockets for card in two), *dealt.drawn))


def assert_same(found: Round, wanted: reference.Round) -> None:
    """Every act, the winners, what each gets and what the house wins."""
    assert found.kicked_out is wanted.kicked_out
    assert [
        (act.player, act.action, act.category, act.stays, set(act.discards), act.dealer_goes, act.pot)
        for act in found.acts
    ] == [
        (
            act.player + 1,
            act.action,
            act.category,
            act.stays,
            {player + 1 for player in act.discarded if player != reference.DEALER},
            reference.DEALER in act.discarded,
            act.pot,
        )
        for act in wanted.acts
    ]
    assert found.winners == tuple(player + 1 for player in wanted.winners)
    assert (found.pot, found.ends) == (wanted.pot, wanted.ends)
    assert Fraction(found.house) == wanted.house


def assert_told(options: Options, deal: Deal, wanted: reference.Round) -> None:
    """What `play` makes of it: ends and nets of every player, for one player by its wagers."""
    if options.players > 1:
        assert [(net.end, net.pot, net.beside) for net in deal.nets] == list(
            zip(wanted.ends, wanted.nets, wanted.bonuses, strict=True)
        )
        assert list(deal.bettors) == [f"player {number + 1}" for number in range(options.players)]
        return
    sheet = _sheet(options.changes)
    assert deal.facts["round/main"]["end"] == wanted.ends[0]
    settled = settled_by(sheet.wager("main"), deal.facts["round/main"], sheet.file)
    assert sum(line.pay.net for line in settled) == wanted.nets[0] + wanted.bonuses[0] == -wanted.house


@pytest.fixture
def forced(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[Options, Dealt, tuple[int, ...]], tuple[Round, Deal]]:
    """Follow a round in which players decide as told, by the core with the sheet's table and by `play`."""

    def follow(options: Options, dealt: Dealt, decisions: tuple[int, ...]) -> tuple[Round, Deal]:
        def with_decisions(table: Table, dealer: Any, pockets: Any, drawn: Any) -> Round:
            return core.resolve(table, dealer, pockets, drawn, decisions)

        monkeypatch.setattr("everydeal.games.ricochet_play.resolve", with_decisions)
        # What bonus wagers look at takes most of the time, and is tested elsewhere.
        monkeypatch.setattr("everydeal.games.ricochet_play._facts", lambda *_: {})
        table = table_of(options.at, options.at.game.plays("round/main"))
        pockets = [kinds_of(two) for two in dealt.pockets]
        found = core.resolve(table, kinds_of(dealt.dealer), pockets, kinds_of(dealt.drawn), forced=decisions)
        return found, options.at.play(dealt_as(dealt))

    return follow


def alike(draw: random.Random) -> Dealt:
    """Two players with the same ranks, who draw the same ranks: if one stays, both may."""
    pocket, drawn = draw.sample(range(8, 15), 2), draw.sample(range(2, 15), 3)
    twos = [tuple((rank, suit) for rank in pocket) for suit in "cd"]
    threes = [(rank, suit) for suits in ("hsh", "shs") for rank, suit in zip(drawn, suits, strict=True)]
    rest = [card for card in DECK if card not in (*twos[0], *twos[1], *threes)]
    return Dealt(tuple(draw.sample(rest, 5)), tuple(twos), tuple(threes))


def some_rounds() -> Iterator[tuple[Options, Dealt, tuple[int, ...]]]:
    """Every option, table and number of players, with cards and decisions at random."""
    draw = random.Random(17)
    grid = list(product(product((False, True), repeat=4), TABLES, range(1, 8)))
    draw.shuffle(grid)
    for changes, kickout, players in grid:
        options = Options(changes, kickout, players)
        decks = [deck for most, deck in SMALL_DECKS.items() if players <= most]
        deck = draw.choice(decks) if decks and draw.random() < 0.7 else DECK
        decisions = tuple(draw.choices((FOLD, PLAY), (1, 5), k=players))
        same = players == 2 and draw.random() < 0.5
        yield options, alike(draw) if same else random_round(draw, players, deck), decisions


def test_play_agrees_with_a_plain_replay_of_random_rounds(
    forced: Callable[[Options, Dealt, tuple[int, ...]], tuple[Round, Deal]],
) -> None:
    """A round for all options, tables and numbers of players together; all that may happen comes up."""
    seen: Counter[object] = Counter()
    for options, dealt, decisions in some_rounds():

        def decide(view: reference.View, decisions: tuple[int, ...] = decisions) -> bool:
            return decisions[view.player] == PLAY

        wanted = reference.replay(options.rules(decide), dealt.dealer, dealt.pockets, dealt.drawn)
        found, deal = forced(options, dealt, decisions)
        assert_same(found, wanted)
        assert_told(options, deal, wanted)
        seen.update([options.kickout, options.players, *wanted.ends])
        seen.update((number, made) for number, made in enumerate(options.changes))
        seen["rounds"] += 1
        seen["kicked out"] += wanted.kicked_out
        seen["split"] += len(wanted.winners) > 1
        seen["the dealer's"] += not wanted.winners
        seen["a player's hand goes"] += any(set(act.discarded) - {-1} for act in wanted.acts)
        seen["beaten and not staying"] += any(-1 in act.discarded and not act.stays for act in wanted.acts)
    assert seen["rounds"] == 16 * 6 * 7
    for options_of in (TABLES, range(1, 8), ENDS, product(range(4), (False, True))):
        assert all(seen[each] > 20 for each in options_of)
    for what in ("kicked out", "split", "the dealer's", "a player's hand goes", "beaten and not staying"):
        assert seen[what] >= 10, what


@pytest.mark.parametrize(
    ("seed", "players"), [(seed, players) for seed in range(4) for players in range(1, 8)]
)
def test_play_by_strategy_one_agrees_with_a_plain_replay(seed: int, players: int) -> None:
    """Each decision looks at every draw, so a few rounds; of the last the draws that stay are counted too."""
    draw = random.Random(f"{seed} {players}")
    changes = (seed % 2 == 0, seed % 3 == 0, seed % 4 == 0, False)
    options = Options(changes, draw.choice(TABLES), players)
    dealt = random_round(draw, players)
    views = []

    def decide(view: reference.View) -> bool:
        views.append(view)
        return reference.strategy_one(view, EXAMPLE)

    wanted = reference.replay(options.rules(decide), dealt.dealer, dealt.pockets, dealt.drawn)
    table = table_of(options.at, options.at.game.plays("round/main"))
    pockets = [kinds_of(two) for two in dealt.pockets]
    found = core.resolve(table, kinds_of(dealt.dealer), pockets, kinds_of(dealt.drawn))
    assert_same(found, wanted)
    assert_told(options, options.at.play(dealt_as(dealt)), wanted)
    decided = [act for act in found.acts if act.action != "ahead"]
    assert len(decided) == len(views)
    if not views:
        return
    act, view = decided[-1], views[-1]
    seen = {*view.dealer, *view.drawn, *(card for two in view.pockets for card in two)}
    own = view.pockets[view.player]
    draws = [(*own, *three) for three in combinations([card for card in DECK if card not in seen], 3)]
    assert (act.draws, act.stay) == (len(draws), sum(reference.stays(view, five) for five in draws))


def test_two_readings_of_a_beaten_dealer_differ(
    forced: Callable[[Options, Dealt, tuple[int, ...]], tuple[Round, Deal]],
) -> None:
    """R10: `Ah Qc` draws a king and no pair, beats the dealer's hand and not the `Ad Ks` that waits."""
    drawn = "Kh 7c 3d  8c 6d 4h"
    dealt = Dealt(
        as_cards(kinds("Ac Kd 9h 5s 2c")),
        (as_cards(kinds("Ad Ks")), as_cards(kinds("Ah Qc"))),
        as_cards(kinds(drawn)),
    )
    houses = {}
    for beaten, kickers in product((False, True), repeat=2):
        options = Options((True, kickers, beaten, False), "none", 2)
        for decision in (FOLD, PLAY):
            decisions = (decision, PLAY)

            def decide(view: reference.View, decisions: tuple[int, ...] = decisions) -> bool:
                return decisions[view.player] == PLAY

            wanted = reference.replay(options.rules(decide), dealt.dealer, dealt.pockets, dealt.drawn)
            found, deal = forced(options, dealt, decisions)
            assert_same(found, wanted)
            assert_told(options, deal, wanted)
            houses[beaten, kickers, decision] = found.house, found.ends
    # Ante and Play of the one, the Ante of the other; or the dealer's Ante, as two cards now are the highest.
    assert houses[False, False, FOLD] == (3, ("fold", "lose"))
    assert houses[True, False, FOLD] == (-1, ("ahead", "lose"))
    # Ace, king and an eight do not beat ace, king and the dealer's nine.
    assert houses[False, False, PLAY] == (4, ("lose", "lose"))
    assert houses[True, False, PLAY] == houses[True, False, FOLD]
    # With kickers the hand beats the two cards, stays, and only better ones take the pot from it.
    assert houses[False, True, FOLD] == houses[True, True, FOLD] == (-1, ("fold", "win"))
    assert houses[False, True, PLAY] == houses[True, True, PLAY] == (-1, ("lose", "win"))


def test_the_limits_of_the_tables_are_hands() -> None:
    """Guards this file: the reference's limits are those of the sheet."""
    limits = {
        limit for name in TABLES for limit in _at(Options((False,) * 4, name, 1)).kickout.limits if limit
    }
    assert {limit.ranks for limit in limits} == set(LIMITS)
    assert all(isinstance(limit, Limit) and limit.inclusive for limit in limits)


# ---- the command `play` ---------------------------------------------------------------------------------

TWO = ["8c", "8d", "Ks", "5h", "2d", "Qh", "Jh", "Kc", "7s", "Qs", "4d", "9c"]


def test_play_says_who_acts_when_and_why(run: Command) -> None:
    done = run("play", "ricochet-poker", "--players", "2", *TWO)
    assert (done.status, done.err) == (0, "")
    words = " ".join(done.out.split())
    # Queen-jack acts before king-seven; draws from 43 cards, then from 40.
    assert words.index("Player 1 (Qh Jh) plays (of 12,341 draws") < words.index(
        "Player 2 (Kc 7s) folds: of 9,880"
    )
    assert comb(43, 3) == 12_341
    assert comb(40, 3) == 9_880
    assert "stays; the dealer's hand is discarded" in words
    assert "Player 1 takes the pot of 2." in words
    assert "player 1 win 2 0 2" in words
    assert "player 2 fold -1 0 -1" in words


def test_play_as_json(run: Command) -> None:
    data = json.loads(run("play", "ricochet-poker", "--players", "2", "--json", *TWO).out)
    assert (data["schema"], data["configuration"]) == ("everydeal/play/1", "kh-01/reading-2/2-players")
    one, other = data["players"]
    assert (one["id"], one["end"], one["pot"], one["beside"], one["net"]) == (
        "player 1",
        "win",
        "2",
        "0",
        "2",
    )
    assert (other["id"], other["end"], other["net"]) == ("player 2", "fold", "-1")
    assert one["facts"]["pocket"]["hand"] == "high_card"
    assert {wager["id"] for wager in one["wagers"]} >= {"rapid-fire", "pocket-bonus", "seven-card-linked"}
    assert "main" not in {wager["id"] for wager in one["wagers"]}
    alone = json.loads(run("play", "ricochet-poker", "--json", *TWO[:7], *TWO[9:]).out)
    assert alone["facts"]["round/main"]["end"] == "win"
    assert {wager["id"]: wager["net"] for wager in alone["wagers"]}["main"] == "1"


def test_play_of_a_kickout(run: Command) -> None:
    dealt = ["Ac", "Ad", "Ks", "5h", "2d", "3h", "2h", "4s", "5s", "6s", "7s"]
    words = " ".join(run("play", "ricochet-poker", *dealt).out.split())
    assert "It reaches the limit for 1 live hand, KKQ32, and is folded; the dealer's Ante stays." in words
    assert "Not used: 7s." in words
    assert "main Net win 4" in words
    other = " ".join(run("play", "ricochet-poker", "--kickout", "none", *dealt).out.split())
    assert "No hand is kicked out." in other


def test_play_by_the_second_strategy(run: Command) -> None:
    done = run("play", "ricochet-poker", "--players", "2", "--strategy", "s2", *TWO)
    assert done.status == 0
    assert "Player 1 (Qh Jh) plays" in " ".join(done.out.split())


def test_play_tells_where_objectives_differ(run: Command) -> None:
    """A player whose best draws are paid beside the pot may play for them alone."""
    draw = random.Random(2)
    found = 0
    at = at_table(_text((False,) * 4), "none")
    for _ in range(400):
        dealt = tuple(draw.sample(range(52), 10))
        steps = at.play(dealt).steps
        if any(step.startswith("A player who plays for main-no-bonus: fold") for step in steps):
            found += 1
            done = run("play", "ricochet-poker", "--kickout", "none", *cards.names(dealt).split())
            assert "A player who plays for main-no-bonus: fold." in done.out
            break
    assert found


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--players", "2", *TWO[:8]],
            "8 cards; allowed: 9 or more: the dealer's five, two for each of 2 players",
        ),
        (TWO[:6], "6 cards; allowed: 7 or more"),
        (["--players", "2", *TWO[:9]], "player 1 draws three cards, but none is left"),
        (
            ["--players", "2", *TWO[:11]],
            "but only 2 are left of the 2 given to be drawn; 3 or more are needed",
        ),
        (
            ["--players", "2", *TWO[:8], "8c", *TWO[9:]],
            "player 2's card 2: 8c is the dealer's card 1 already",
        ),
        (["--players", "2", *TWO[:11], "Qs"], "card 3 of those drawn: Qs is card 1 of those drawn already"),
        (["--players", "0", *TWO], "players 0; allowed: one number from 1 to 7"),
        (["--players", "8", *TWO], "players 8; allowed: one number from 1 to 7"),
        (["--players", "-1", *TWO], "players -1; allowed: one number from 1 to 7"),
        (["--players", "two", *TWO], "invalid int value"),
        (["--strategy", "s3", *TWO], "invalid choice"),
        (["--kickout", "kh-03", *TWO], "no kickout table 'kh-03'"),
        (["Jk", *TWO[1:]], "this deck has no joker"),
        (["1x", *TWO[1:]], "card 1: '1x'"),
    ],
)
def test_play_refuses_what_is_no_round(run: Command, arguments: list[str], words: str) -> None:
    done = run("play", "ricochet-poker", *arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err


# ---- the command `estimate` --------------------------------------------------------------------------------

SMALL = ("estimate", "ricochet-poker", "--rounds", "2000", "--seed", "9")


@pytest.mark.parametrize("players", ["1", "3", "7"])
def test_every_table_of_an_estimate_says_so(run: Command, players: str) -> None:
    text = run(*SMALL, "--players", players).out
    title, *_ = text.splitlines()
    assert "ESTIMATE" in title
    assert "ESTIMATE by simulation: no figure here is exact." in text
    assert ("counted exactly by `everydeal certify`" in " ".join(text.split())) is (players == "1")
    markdown = run(*SMALL, "--players", players, "--format", "markdown").out
    tables = [line for line in markdown.splitlines() if line.startswith("| Configuration")]
    assert "ESTIMATE" in tables[0]
    assert "ESTIMATE" in markdown.splitlines()[0]
    assert "How rounds and players ended, ESTIMATE" in markdown
    data = json.loads(run(*SMALL, "--players", players, "--json").out)
    assert data["label"] == "ESTIMATE"
    assert data["players"] == int(players)
    assert run(*SMALL, "--players", players, "--format", "csv").out.startswith(
        '"configuration","seed","rounds","estimate","interval_low","interval_high"'
    )


def test_an_estimate_closes(run: Command) -> None:
    data = json.loads(run(*SMALL, "--players", "3", "--kickout", "kh-01", "--json").out)
    (found,) = data["estimates"]
    rounds = int(found["rounds"])
    assert rounds >= 2000
    assert sum(int(number) for number in found["players_who"].values()) == 3 * rounds
    low, high = map(Fraction, found["estimate"]["interval"])
    mean = Fraction(found["estimate"]["house_result_over_antes"])
    assert low < mean < high
    assert abs((high + low) / 2 - mean) <= Fraction(1, 10**6)


def test_an_estimate_is_the_same_on_any_number_of_threads(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = set()
    for threads in (1, 2, 3):
        monkeypatch.setattr(work, "threads", lambda threads=threads: threads)
        outputs.add(run(*SMALL, "--rounds", "20000", "--players", "5", "--json").out)
    assert len(outputs) == 1


def test_an_estimate_is_taken_up_again(run: Command, tmp_path: Path) -> None:
    """More rounds from a saved state are the rounds of a run without a break."""
    saved, kickout = str(tmp_path / "state.json"), ("--kickout", "kh-01", "--players", "3")
    first = run(*SMALL, *kickout, "--save", saved)
    assert first.status == 0
    again = run(*SMALL, *kickout, "--save", saved)
    assert again.out == first.out
    more = run(*SMALL, *kickout, "--rounds", "9000", "--save", saved)
    assert more.out == run(*SMALL, *kickout, "--rounds", "9000").out != first.out
    for other in (
        ("--seed", "10"),
        ("--strategy", "s2"),
        ("--wager", "main-no-bonus"),
        ("--reading", "reading-1"),
    ):
        done = run(*SMALL, *kickout, "--rounds", "9000", "--save", saved, *other)
        assert done.status == 2, other
        assert "this is the saved estimate of something else" in done.err
    fewer = run(*SMALL, *kickout, "--save", saved)
    assert fewer.status == 2
    assert "has 9000 rounds already" in fewer.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--players", "3", "--save", "state.json"],
            "--save keeps one estimate: give one --kickout of kh-01, kh-02",
        ),
        (["--players", "3", "--wager", "rapid-fire"], "wager 'rapid-fire' is counted exactly; allowed: main"),
        (["--players", "3", "--wager", "nobody"], "no wager 'nobody'"),
        (["--players", "3", "--rounds", "0"], "rounds: 0; allowed: 1 to"),
        (["--players", "3", "--rounds", "-1"], "rounds: -1; allowed: 1 to"),
        (["--players", "3", "--seed", "-1"], "seed: -1; allowed: 0 to"),
        (["--players", "0"], "players 0; allowed: one number from 1 to 7"),
        (["--players", "8"], "players 8; allowed: one number from 1 to 7"),
        (["--players", "3", "--decks", "6"], "no axis 'decks'"),
        (
            ["--players", "3", "--kickout", "kh-01", "--save", "x.json", "-o", "./x.json"],
            "--save and --output name one file, 'x.json'; allowed: two",
        ),
        ([], "the following arguments are required: --players"),
    ],
)
def test_estimate_refuses(
    run: Command, arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("estimate", "ricochet-poker", *arguments)
    assert (done.status, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_fold_that_costs_less_is_certified_but_not_estimated(run: Command, tmp_path: Path) -> None:
    """Rounds are simulated with the Ante lost by a fold: another figure would be a wrong one."""
    sheet = tmp_path / "half.toml"
    sheet.write_text(
        changed(('when = "end == fold", pays = "lose"', 'when = "end == fold", pays = "lose 1/2"'))
    )
    for arguments in (
        ("estimate", str(sheet), "--players", "1", "--rounds", "2000"),
        ("estimate", str(sheet), "--players", "3", "--rounds", "2000"),
        ("play", str(sheet), "--players", "2", *TWO),
    ):
        done = run(*arguments)
        assert (done.status, done.out) == (2, "")
        assert "a fold that nets -1/2 Antes" in done.err
        assert 'allowed: end == fold "lose", or `everydeal certify` for one player' in done.err
    assert run("certify", str(sheet), "--kickout", "kh-01", "--wager", "main").status == 0


@pytest.mark.parametrize("sheet", ["ez-baccarat", "fortune", "dealer-open-pai-gow"])
def test_other_games_are_not_estimated(run: Command, sheet: str) -> None:
    done = run("estimate", sheet, "--players", "3")
    assert (done.status, done.out) == (2, "")
    assert f"{sheet} is a sheet of " in done.err
    assert "all of it is counted, by `everydeal certify`" in done.err


def test_a_sheet_without_a_main_game_is_not_estimated(run: Command, tmp_path: Path) -> None:
    text = _text((False,) * 4)
    head, first, rest = (
        text[: text.index("[[wager]]")],
        text.index('[[wager]]\nid = "rapid-fire"'),
        "\n[[interp",
    )
    (tmp_path / "bonus.toml").write_text(head + text[first : text.index(rest)], encoding="utf-8")
    done = run("estimate", str(tmp_path / "bonus.toml"), "--players", "3")
    assert done.status == 2
    assert "has no wager on a round" in done.err


def test_several_players_are_never_certified(run: Command) -> None:
    for wager in ("main", "rapid-fire"):
        done = run("certify", "ricochet-poker", "--players", "3", "--wager", wager)
        assert (done.status, done.out) == (2, "")
        assert "players 3: the main game of several players is not certified; allowed: 1" in done.err
    at = at_table(_text((False,) * 4), "kh-01", 3)
    with pytest.raises(InputError, match="is not certified"):
        at.count("round/main", ("end",))


def test_nobody_is_forced_but_by_tests() -> None:
    """Guards the replay above: without decisions players follow the strategy."""
    at = at_table(_text((False,) * 4), "none", 2)
    table = table_of(at, at.game.plays("round/main"))
    hands = kinds(" ".join(TWO))
    pockets = [hands[5:7], hands[7:9]]
    free = core.resolve(table, hands[:5], pockets, hands[9:])
    assert core.resolve(table, hands[:5], pockets, hands[9:], (BY_STRATEGY,) * 2) == free
    assert core.resolve(table, hands[:5], pockets, hands[9:], (FOLD, FOLD)) != free
