"""Ricochet Poker: a dealer of five cards and players of two who fold, or play and draw three more.

The axis is the kickout table. The spaces: `round`, a round for one player, who decides for pays;
`two-cards`, the player's two cards against the dealer's five as they lie there; and a pool of cards for
each that the sheet names, such as the dealer's five or the player's two with the dealer's first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb
from typing import TYPE_CHECKING

from everydeal import cards, facts
from everydeal.errors import InputError, alternatives, shown
from everydeal.events import RANK, Boolean, Choice, Field, Row, Value
from everydeal.facts import HandField
from everydeal.games import TRIES, Deal, NoHouseWays, Objective, Rule, Selection, Strategy
from everydeal.games.ricochet_kickout import NO_KICKOUT, NONE, PLAYERS, RANKING, Kickout, read_kickouts
from everydeal.games.ricochet_round import (
    ENDS,
    MADE,
    ROUND,
    ROUND_FIELDS,
    Plays,
    plays_for,
    policy_words,
    round_facts,
)
from everydeal.sheet.reader import Table
from everydeal.tally import Breakdown, CountedTable, Space, Tally

if TYPE_CHECKING:
    from everydeal.core.ricochet import Ricochet as Counted
    from everydeal.core.ricochet import Rules as CountedRules
    from everydeal.core.ricochet_limits import Limits
    from everydeal.fact_rows import LookedAt

TWO_CARDS = "two-cards"
DIRECT_FIELDS = frozenset({"result", "dealer.hand"})  # what counting deal by deal tells apart
AXES = ("kickout", "reading", "players", "strategy")
STRATEGIES = {"s1": 1, "s2": 2}
ROUNDS = comb(52, 5) * comb(47, 2) * comb(45, 3)
TWOS = comb(52, 5) * comb(47, 2)


@dataclass(frozen=True)
class Pool:
    """Cards that wagers look at: so many of the player's two and the first so many of the dealer's five."""

    id: str
    title: str
    player: int
    dealer: int

    @property
    def cards(self) -> int:
        """How many."""
        return self.player + self.dealer

    def of_deal(self, dealt: tuple[int, ...]) -> tuple[int, ...]:
        """Its cards of a deal to one player: the dealer's five, the player's two, those drawn."""
        return (*dealt[5 : 5 + self.player], *dealt[: self.dealer])


@dataclass(frozen=True)
class Ricochet(NoHouseWays):
    """The rules of one sheet."""

    two_card_tie: bool
    kickers: bool
    beaten_dealer_goes: bool
    bonus_on_kickout: bool
    kickouts: tuple[Kickout, ...]
    reading: str | None
    certified: tuple[str, ...]
    pools: tuple[Pool, ...]
    clauses: tuple[tuple[str, str], ...]
    decisions: tuple[tuple[str, Plays], ...] = ()

    name = "ricochet"
    joker = False
    played = 0

    @property
    def assumptions(self) -> list[str]:
        """What every figure takes for granted."""
        return [
            "Each round is dealt from a full deck of 52 cards, thoroughly shuffled.",
            "The main game is that of one player, who sees all seven cards, against the dealer; games of "
            "several players are estimated by simulation (everydeal estimate), never certified.",
            "One bettor stakes one unit on each wager; every wager is covered in full. In the main game a "
            "unit is an Ante.",
            "Pays are net wins per unit. The house edge is per unit bet; the edge per resolved bet leaves "
            "pushes out of the denominator; the element of risk is per unit finally wagered.",
        ]

    @cached_property
    def counted(self) -> "Counted":
        """The deck, ready to be counted."""
        from everydeal.core.ricochet import Ricochet as Counted

        return Counted()

    @cached_property
    def limits(self) -> "Limits":
        """Its rounds for one player, under any kickout limit."""
        from everydeal.core.ricochet_limits import Limits

        return Limits(self.counted)

    @cached_property
    def pool_fields(self) -> Mapping[str, Mapping[str, HandField]]:
        """The facts of each pool's cards."""
        return {pool.id: facts.of_hand(pool.cards, False, "above-royal") for pool in self.pools}

    @cached_property
    def spaces(self) -> Mapping[str, Space]:
        """The round, the two cards against the five, and the pools; a round for each objective."""
        fields = {field.name: field for field in ROUND_FIELDS}
        parts = (Breakdown("end", "How the round ends", ENDS),)
        rounds = "rounds: five cards of the dealer, two of the player, three that are or would be drawn"
        found = [
            Space(ROUND, "A round for one player", rounds, fields, parts, decided=True),
            Space(
                TWO_CARDS,
                "The player's two cards against the dealer's five",
                "deals of five and two cards",
                {field.name: field for field in _TWO_CARD_FIELDS},
                (Breakdown("dealer.hand", "The dealer has", {}),),
            ),
        ]
        for pool in self.pools:
            own = {name: each.field for name, each in self.pool_fields[pool.id].items()}
            found.append(Space(pool.id, pool.title, f"hands of {pool.cards} cards", own))
        for wager, plays in self.decisions:
            found.append(
                replace(
                    found[0],
                    id=f"{ROUND}/{wager}",
                    title=f"A round for one player, who plays for {wager}",
                    decided=False,
                    policy=policy_words(plays),
                )
            )
        return {space.id: space for space in found}

    def deciding(self, objectives: Mapping[str, Objective]) -> "Ricochet":
        """The game with a round for each objective. Raises InputError for one that cannot be played for."""
        return replace(
            self, decisions=tuple((wager, plays_for(objective)) for wager, objective in objectives.items())
        )

    def plays(self, space: str) -> Plays:
        """What is played for in a space `round/ID`."""
        return dict(self.decisions)[space.removeprefix(f"{ROUND}/")]

    def kickout(self, name: str, reading: str | None) -> Kickout:
        """The kickout table of this name under a reading. Raises InputError if there is none."""
        named = [table for table in (*self.kickouts, NO_KICKOUT) if table.table == name]
        if not named:
            ids = dict.fromkeys(table.table for table in (*self.kickouts, NO_KICKOUT))
            raise InputError(f"no kickout table {shown(name)}; {alternatives(name, ids)}")
        found = [table for table in named if table.reading in (None, reading)]
        if not found:
            own = [str(table.reading) for table in named]
            raise InputError(
                f"kickout table {name} has no limits under {shown(reading or 'no reading')}; allowed: "
                f"{', '.join(own)}; all tables are taken from one reading"
            )
        return found[0]

    def selected(self, selection: Selection) -> "Ricochet":
        """The game with the reading that was picked, if one was."""
        for axis in selection:
            if axis not in AXES:
                raise InputError(f"Ricochet Poker has no axis {shown(axis)}; {alternatives(axis, AXES)}")
        picked = [str(value) for value in selection.get("reading", ())]
        named = [str(value).partition("/") for value in selection.get("kickout", ())]
        picked += [reading for _, slash, reading in named if slash]
        if len(set(picked)) > 1:
            raise InputError(
                f"kickout tables from several readings: {', '.join(dict.fromkeys(picked))}; allowed: one, as "
                "all tables are taken from one reading"
            )
        known = {table.reading for table in self.kickouts if table.reading}
        for reading in picked:
            if reading not in known:
                raise InputError(f"no reading {shown(reading)}; {alternatives(reading, sorted(known))}")
        tables = tuple(dict.fromkeys(name for name, _, _ in named)) or self.certified
        game = replace(self, reading=picked[0] if picked else self.reading, certified=tables)
        for name in game.certified:
            game.kickout(name, game.reading)
        return self if game == self else game

    def configurations(self, selection: Selection) -> list["AtTable"]:
        """One for each kickout table. Raises InputError for a value that is not there."""
        game = self.selected(selection)
        numbers = list(selection.get("players", (1,)))
        if len(numbers) > 1 or type(numbers[0]) is not int or not 1 <= numbers[0] <= PLAYERS:
            raise InputError(f"players {shown(numbers[0])}; allowed: one number from 1 to {PLAYERS}")
        strategies = [str(value) for value in selection.get("strategy", ("s1",))]
        if len(strategies) > 1 or strategies[0] not in STRATEGIES:
            raise InputError(f"strategy {shown(strategies[0])}; {alternatives(strategies[0], STRATEGIES)}")
        number = STRATEGIES[strategies[0]]
        return [
            AtTable(game, game.kickout(each, game.reading), numbers[0], number) for each in game.certified
        ]

    def possible(self, space: str, names: tuple[str, ...]) -> list[Row]:
        """Every row that some deal can give, projected on `names`, each once."""
        if space.partition("/")[0] == ROUND:
            facts_of = (round_facts(self.bonus_on_kickout, end, made) for end, made in product(ENDS, MADE))
            return list(dict.fromkeys(tuple(found[name] for name in names) for found in facts_of))
        return list(self._counted(space, names))

    def _counted(self, space: str, names: tuple[str, ...], *, directly: bool = False) -> dict[Row, int]:
        """The counts of a space without decisions."""
        rows: dict[Row, int] = {}
        if space == TWO_CARDS:
            for (dealer, pocket), results in self.counted.pockets().items():
                for result, count in results.items():
                    if count:
                        found = {"result": result, "dealer.hand": dealer, **two_card_facts(*pocket)}
                        row = tuple(found[name] for name in names)
                        rows[row] = rows.get(row, 0) + count
            return rows
        from everydeal.fact_rows import counted

        asked = [self.pool_fields[space][name] for name in names]
        return counted(asked, RANKING, self.pool(space).cards, False, directly=directly)

    def pool(self, space: str) -> Pool:
        """The pool that a space of this id counts."""
        return next(pool for pool in self.pools if pool.id == space)

    def rules_in_words(self) -> list[Rule]:
        """The deal, the kickout tables, how a player decides and wins, and the pools."""
        clauses = dict(self.clauses)
        tie = "counts as the highest hand" if self.two_card_tie else "does not count as the highest hand"
        head = ("Live hands", *(table.words for table in self.kickouts))
        chart = [
            (str(at + 1), *(limit.text if (limit := table.limits[at]) else "-" for table in self.kickouts))
            for at in range(PLAYERS)
        ]
        rules = [
            Rule(
                "Deal",
                "52 cards, no joker. Each player gets two cards, the dealer five, all face up; A-2-3-4-5 is "
                "the lowest straight.",
                clauses.get("deal"),
            ),
            Rule(
                "Kickout",
                "The dealer's hand is folded if it equals or beats the limit for the number of live hands; "
                "cards not named are the lowest there can be:",
                clauses.get("kickout"),
                (head, *chart) if self.kickouts else (),
            ),
            Rule(
                "Play",
                "From the lowest two cards to the highest each player folds, or puts in a Play wager equal "
                "to the Ante and draws three cards. A hand of five stays if it beats or ties the highest "
                "hand of five showing and beats every hand of two; a player who ties the dealer wins. A "
                "player for whom folding and playing are worth the same folds.",
                clauses.get("play"),
            ),
            Rule(
                "Two cards",
                "The last to act wins without a Play wager if its two cards are the highest hand showing; a "
                f"tie with the dealer {tie}. "
                + (
                    "A completed hand beats a waiting hand of two that is equal, as its kickers count."
                    if self.kickers
                    else "A completed hand does not beat a waiting hand of two that is equal."
                ),
                clauses.get("two_cards"),
            ),
            Rule(
                "Hands that do not stay",
                "A completed hand that does not stay is discarded, "
                + ("and a dealer's hand that it beats with it." if self.beaten_dealer_goes else "alone."),
                clauses.get("discards"),
            ),
            Rule(
                "Ante Bonus",
                "It is paid on the final hand of a player who put in a Play wager, or won without one"
                + ("; after a kickout, too." if self.bonus_on_kickout else " other than by a kickout."),
                clauses.get("ante_bonus"),
            ),
        ]
        if self.pools:
            rules.append(
                Rule(
                    "Cards that wagers look at",
                    "; ".join(f"{pool.id}: {_pool_words(pool)}" for pool in self.pools) + ".",
                    clauses.get("pools"),
                )
            )
        return rules


@dataclass(frozen=True)
class AtTable:
    """The game under one kickout table, with so many players, who decide by the first or second strategy."""

    game: Ricochet
    kickout: Kickout
    players: int = 1
    strategy_number: int = 1

    notes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Such as `kh-01/reading-2`; with several players `kh-01/reading-2/3-players`."""
        return self.kickout.id + (f"/{self.players}-players" if self.players > 1 else "")

    @property
    def title(self) -> str:
        """The kickout table in words."""
        several = f"; {self.players} players" if self.players > 1 else ""
        return f"{'kickout ' if self.kickout != NO_KICKOUT else ''}{self.kickout.words}{several}"

    @property
    def contents(self) -> str:
        """What is dealt, and the kickout limit."""
        limit = self.kickout.limits[self.players - 1]
        live = "one live hand" if self.players == 1 else f"{self.players} live hands"
        kicked = "no kickout"
        if limit:
            kicked = f"kickout {'from ' if limit.inclusive else ''}{limit.text} for {live}"
        return (
            f"five cards of the dealer, two of the player and three drawn from 52 cards; {kicked}; a tie of "
            f"two cards with the dealer {'counts' if self.game.two_card_tie else 'does not count'}"
        )

    def rules(self, plays: Plays) -> "CountedRules":
        """The rules of the main game for the core."""
        from everydeal.core.ricochet import Rules

        return Rules(self.kickout.score(1), self.game.two_card_tie, plays.unit, plays.bonus)

    def count(self, space: str, names: tuple[str, ...]) -> Tally:
        """Counts by classes of the dealer's hand: the round in about 0.3 s, the rest in less."""
        self._check_players()
        if space.partition("/")[0] != ROUND:
            return self._tally(space, names, self.game._counted(space, names))
        found = self.game.limits.count(self.rules(self.game.plays(space)))
        rows: dict[Row, int] = {}
        for end, by_hand in found.items():
            for made, count in by_hand.items():
                values = round_facts(self.game.bonus_on_kickout, end, made)
                row = tuple(values[name] for name in names)
                rows[row] = rows.get(row, 0) + count
        return self._tally(space, names, rows)

    def recount(self, space: str, names: tuple[str, ...]) -> Tally:
        """A pool's hands one by one, or all deals of two and five. Raises InputError for the round."""
        if space.partition("/")[0] == ROUND:
            raise InputError("rounds are audited by samples: everydeal audit SHEET --dealers N")
        if space != TWO_CARDS:
            return self._tally(space, names, self.game._counted(space, names, directly=True))
        from everydeal.core.ricochet import Deck, direct_pockets

        if not set(names) <= DIRECT_FIELDS:
            raise InputError("deals of two and five cards are audited by result and dealer.hand alone")
        rows: dict[Row, int] = {}
        for dealer, results in direct_pockets(Deck()).items():
            for result, count in results.items():
                found: dict[str, Value] = {"result": result, "dealer.hand": dealer}
                row = tuple(found[name] for name in names)
                rows[row] = rows.get(row, 0) + count
        return self._tally(space, names, {row: count for row, count in rows.items() if count})

    def _tally(self, space: str, names: tuple[str, ...], rows: Mapping[Row, int]) -> Tally:
        kind = space.partition("/")[0]
        if kind == ROUND:
            total, form = ROUNDS, "C(52, 5) x C(47, 2) x C(45, 3)"
        elif kind == TWO_CARDS:
            total, form = TWOS, "C(52, 5) x C(47, 2)"
        else:
            number = self.game.pool(space).cards
            total, form = comb(52, number), f"C(52, {number})"
        return Tally(self.game.spaces[space], names, rows, total, form)

    def _check_players(self) -> None:
        if self.players > 1:
            raise InputError(
                f"players {self.players}: the main game of several players is not certified; allowed: 1, and "
                "`everydeal estimate SHEET --players N` for an estimate"
            )

    def tables(self) -> list[CountedTable]:
        """The chance of a kickout by the number of live hands, for every table."""
        total = comb(52, 5)
        found = []
        for table in (*self.game.kickouts, NO_KICKOUT):
            rows = []
            for at, limit in enumerate(table.limits):
                key = f"{at + 1} ({limit.text})" if limit else str(at + 1)
                out = self.game.counted.kicked_out(table.score(at + 1))
                rows += [((key, "is kicked out"), out), ((key, "stays"), total - out)]
            found.append(
                CountedTable(
                    id=f"kickout-{table.id.replace('/', '-')}",
                    title=f"Kickout: {table.words}",
                    note="How often the dealer's hand reaches the limit, by the number of live hands (in "
                    "brackets the limit).",
                    unit="hands of five cards",
                    total=total,
                    keys=("Live hands", "Dealer's hand"),
                    rows=rows,
                )
            )
        return found

    def strategy(self, space: str) -> Strategy | None:
        """How to play a round by a few rules; None for other spaces."""
        if space.partition("/")[0] != ROUND:
            return None
        from everydeal.games.ricochet_strategy import printable

        plays = self.game.plays(space)
        rules = self.rules(plays)
        found = printable(self.game.limits.offers(rules))
        return Strategy(space, found.lines, Fraction(found.gives_up, plays.unit * ROUNDS))

    deck = (1,) * 52
    deal_sizes = (7, 10)
    tries = TRIES

    def looked_at(self, space: str) -> "LookedAt | None":
        """A pool's cards."""
        from everydeal.fact_rows import LookedAt

        if space not in self.game.pool_fields:
            return None
        pool = self.game.pool(space)
        return LookedAt(pool.cards, self.game.pool_fields[space], RANKING, pool.of_deal)

    def told(self, space: str, dealt: tuple[int, ...], deal: Deal) -> str:
        """All cards in the order dealt; of a wager on some of them which those are, else the steps."""
        names = cards.names(dealt)
        if space == TWO_CARDS:
            two, five = cards.names(dealt[5:7]), cards.names(dealt[:5])
            return f"{names}. The player's {two} against the dealer's {five}."
        if space in self.game.pool_fields:
            return f"{names}. The wager looks at {cards.names(self.game.pool(space).of_deal(dealt))}."
        return f"{names}. {deal.used}"

    def play(self, dealt: tuple[int, ...]) -> Deal:
        """Resolve a round: the dealer's five cards, two for each player, then those drawn, in order."""
        from everydeal.games.ricochet_play import played

        return played(self, dealt)


_TWO_CARD_FIELDS = (
    Field("result", Choice(("win", "tie", "lose")), "the player's two cards against the dealer's five"),
    Field("dealer.hand", Choice(MADE, ordered=True), "what the dealer's five cards make"),
    Field("player.hand", Choice(MADE[:2], ordered=True), "what the player's two cards make"),
    Field("player.suited", Boolean(), "the player's two cards are of one suit"),
    Field("player.best[0]", RANK, "the rank of the pair, or of the higher card"),
    Field("player.best[1]", RANK, "the rank of the lower card of no pair", optional=True),
)


def two_card_facts(high: int, low: int, suited: bool) -> dict[str, Value]:
    """The facts of the player's two cards, by rank from 0, of the space `two-cards`."""
    return {
        "player.hand": MADE[high == low],
        "player.suited": suited,
        "player.best[0]": cards.RANKS[high],
        "player.best[1]": None if high == low else cards.RANKS[low],
    }


def _pool_words(pool: Pool) -> str:
    of_dealer = ("", " first", " first two", " first three", " first four", " five")[pool.dealer]
    dealer = f"the dealer's{of_dealer}" if of_dealer else ""
    player = {0: "", 1: "the player's first card", 2: "the player's two cards"}[pool.player]
    return " and ".join(part for part in (player, dealer) if part)


# ---- reading the sheet's [rules] -----------------------------------------------------------------


def read(table: Table) -> Ricochet:
    """The game from a sheet's `[rules]`. Raises SheetError."""
    kickouts = read_kickouts(table)
    readings = list(dict.fromkeys(kickout.reading for kickout in kickouts if kickout.reading))
    reading = table.text("reading", allowed=readings) if readings else None
    if not readings and table.has("reading"):
        table.fail("reading", "no kickout table has one; allowed: none")
    clauses = table.table("clauses") if table.has("clauses") else None
    found = []
    for key in ("deal", "kickout", "play", "two_cards", "discards", "ante_bonus", "pools"):
        if clauses and clauses.has(key):
            found.append((key, clauses.text(key)))
    if clauses:
        clauses.close()
    pools = tuple(_pool(each) for each in table.tables("pool"))
    names = [pool.id for pool in pools]
    for at, name in enumerate(names):
        if name in (ROUND, TWO_CARDS) or name in names[:at]:
            table.fail(f"pool[{at + 1}].id", f"{shown(name)} names another space; allowed: an id of its own")
    game = Ricochet(
        two_card_tie=table.boolean("two_card_tie"),
        kickers=table.has("kickers") and table.boolean("kickers"),
        beaten_dealer_goes=table.has("beaten_dealer_goes") and table.boolean("beaten_dealer_goes"),
        bonus_on_kickout=table.boolean("bonus_on_kickout") if table.has("bonus_on_kickout") else True,
        kickouts=kickouts,
        reading=reading,
        certified=table.texts("certified") or (NONE,),
        pools=pools,
        clauses=tuple(found),
    )
    for name in game.certified:
        try:
            game.kickout(name, reading)
        except InputError as error:
            table.reading("certified", error)
    return game


def _pool(table: Table) -> Pool:
    name = table.text("id", identifier=True)
    player = table.integer("player", 0, 2)
    dealer = table.integer("dealer", 0, 5)
    if player + dealer < 2:
        number = ("no card", "one card")[player + dealer]
        table.fail(None, f"a pool of {number}; allowed: 2 to 7 cards in all")
    pool = Pool(name, table.text("title"), player, dealer)
    table.close()
    return pool
