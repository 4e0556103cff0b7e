"""Bonus wagers of one bettor together: how often several win, and what one round can pay at most.

The wagers of Ricochet Poker's pools and of two cards against five, counted over one deal. Lines decide
as in certificates; a layout carries at most two jackpots, both of one kind, so there is a set
of wagers for each pair of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from everydeal import cards
from everydeal.core import hand as core
from everydeal.errors import InputError, InternalCheckError
from everydeal.events import Value
from everydeal.exact import fraction_text
from everydeal.fact_rows import decoded
from everydeal.games.ricochet import TWO_CARDS, Ricochet, two_card_facts
from everydeal.games.ricochet_kickout import RANKING
from everydeal.games.ricochet_round import MADE, ROUND
from everydeal.settlement import settle
from everydeal.sheet.model import Sheet, Wager

if TYPE_CHECKING:
    from everydeal.core.ricochet import Joints

MAX_JACKPOTS = 2
# The dealer's cards in order, but for that of the second and third, and of the last two.
DEALS, CLOSED_FORM = 30 * comb(52, 5) * comb(47, 2), "30 x C(52, 5) x C(47, 2)"
_RUNS = (0, 5, 6, 7)
# The cards of the pools that can be counted together: of the player, of the dealer.
_POOLS = {(0, 5): "dealer", (2, 0): "pocket", (2, 1): "three", (2, 3): "five", (2, 5): "seven"}
_Facts = Mapping[str, Value]
_Label = tuple[Any, ...]  # what a label of a unit of counting stands for: the lines that decide, and facts


@dataclass(frozen=True)
class Together:
    """Some wagers of one bettor, a unit on each: how many of `total` ordered deals have so many wins.

    `most` is the largest net win of one round, meters at their seeds, in `most_deals` deals of which
    `example` is one: the dealer's five cards in order, then the player's two.
    """

    wagers: tuple[str, ...]
    total: int
    wins: tuple[int, ...]
    most: Fraction
    most_deals: int
    example: tuple[int, ...]
    closed_form: str = CLOSED_FORM

    @property
    def two_or_more(self) -> Fraction:
        """The chance that two or more of the wagers win."""
        return Fraction(sum(self.wins[2:]), self.total)

    def to_dict(self) -> dict[str, object]:
        """As plain data: counts and fractions are strings."""
        return {
            "wagers": list(self.wagers),
            "total": str(self.total),
            "closed_form": self.closed_form,
            "deals_by_wins": [str(number) for number in self.wins],
            "two_or_more_win": fraction_text(self.two_or_more),
            "largest_net_win": fraction_text(self.most),
            "deals_of_largest_net_win": str(self.most_deals),
            "example": cards.names(self.example),
        }


@dataclass(frozen=True)
class Joint:
    """All sets of wagers, and the wagers that were left out, with the reason."""

    sets: tuple[Together, ...]
    left_out: tuple[tuple[str, str], ...]


def joint(sheet: Sheet, names: Iterable[str] = ()) -> Joint:
    """Count the chosen wagers together, all bonus wagers by default: 1 to 4 seconds.

    Raises InputError for a game that has no such wagers, or where fewer than two are left.
    """
    game = sheet.game
    if not isinstance(game, Ricochet):
        raise InputError(f"wagers together are counted for ricochet sheets; {sheet.id} is one of {game.name}")
    left_out: list[tuple[str, str]] = []
    kept: list[Wager] = []
    for wager in sheet.chosen(names):
        reason = _no_reason(game, wager)
        if reason:
            left_out.append((wager.id, reason))
        else:
            kept.append(wager)
    if len(kept) < 2:
        raise InputError(
            f"{sheet.id}: fewer than two bonus wagers to count together"
            + "".join(f"; {name}: {reason}" for name, reason in left_out)
        )
    counted = _Counted(game, kept, sheet.file)
    return Joint(tuple(counted.together(some) for some in _layouts(kept)), tuple(left_out))


def _unit(game: Ricochet, wager: Wager) -> str | None:
    """Which of the cards that are counted together a wager looks at."""
    if wager.space == TWO_CARDS:
        return TWO_CARDS
    pool = game.pool(wager.space)
    return _POOLS.get((pool.player, pool.dealer))


def _no_reason(game: Ricochet, wager: Wager) -> str | None:
    """Why a wager is not among those counted together; None if it is."""
    if wager.space.partition("/")[0] == ROUND:
        return "it is the main game"
    open_pays = {line.pay.unknown for line in wager.lines} - {None}
    if open_pays - {wager.jackpot.meter if wager.jackpot else None}:
        return "it has unknown pays"
    if wager.space != TWO_CARDS and _unit(game, wager) is None:
        return "its cards are none of those that are counted together"
    return None


def _layouts(wagers: Sequence[Wager]) -> list[list[Wager]]:
    """Every largest set of wagers that one layout can carry."""
    plain = [wager for wager in wagers if not wager.jackpot]
    jackpots = [wager for wager in wagers if wager.jackpot]
    pairs = [
        pair
        for pair in combinations(jackpots, MAX_JACKPOTS)
        if len({wager.jackpot.kind for wager in pair if wager.jackpot}) == 1
    ]
    paired = {wager.id for pair in pairs for wager in pair}
    alone = [(wager,) for wager in jackpots if wager.id not in paired]
    sets = [[*plain, *some] for some in (*pairs, *alone)] or [plain]
    return [sorted(some, key=wagers.index) for some in sets if len(some) > 1]


class _Counted:
    """Wagers over labels of all cards, counted once for all sets of them.

    A label of the dealer's five or the player's two is the lines that they decide, and what a wager
    on two cards against five asks of them; one of three, five and seven cards what they make, as
    far as lines tell it apart.
    """

    def __init__(self, game: Ricochet, wagers: Sequence[Wager], file: str) -> None:
        self.game = game
        self.wagers = wagers
        self.file = file
        self.labels: dict[str, list[_Label]] = {}  # by unit
        self.grid: dict[tuple[int, str], tuple[int, ...]] = {}  # of seven cards, the lines by run and hand
        self.counts = self._count()

    def together(self, wagers: Sequence[Wager]) -> Together:
        """One set of wagers."""
        wins = [0] * (len(wagers) + 1)
        most: Fraction | None = None
        most_deals = 0
        examples: list[tuple[int, ...]] = []
        for cell, found in self.counts.items():
            lines = self._deciding(cell)
            nets = [self._net(wager, lines[wager.id]) for wager in wagers]
            wins[sum(net > 0 for net in nets)] += found.deals
            net = sum(nets, Fraction(0))
            if most is None or net > most:
                most, most_deals, examples = net, 0, []
            if net == most:
                most_deals += found.deals
                examples.append(found.example)
        assert most is not None
        if sum(wins) != DEALS:
            raise InternalCheckError(f"deals of wagers together sum to {sum(wins)}, not to {DEALS}")
        example = min(examples)
        return Together(
            wagers=tuple(wager.id for wager in wagers),
            total=DEALS,
            wins=tuple(wins),
            most=most,
            most_deals=most_deals,
            example=(*example[2:], *example[:2]),
        )

    def _net(self, wager: Wager, lines: Sequence[int]) -> Fraction:
        """The net win where some lines decide, a meter at its seed."""
        seed = wager.jackpot.seed if wager.jackpot else Fraction(0)
        pays = [wager.lines[number].pay for number in lines]
        return sum((pay.net + (pay.share * seed if pay.unknown else 0) for pay in pays), Fraction(0))

    def _on(self, unit: str) -> list[Wager]:
        return [wager for wager in self.wagers if _unit(self.game, wager) == unit]

    def _asked(self, unit: str, prefix: str = "") -> tuple[str, ...]:
        names = {name for wager in self._on(unit) for name in wager.fields if name.startswith(prefix)}
        return tuple(sorted(names))

    # ---- counting by labels ---------------------------------------------------------------------

    def _count(self) -> "Joints":
        from everydeal.core.ricochet import THREES, Labels, pockets

        classes, held = self.game.counted.classes, pockets()
        of_dealer = self._of_hands("dealer", [_hand_of(each.cards, each.suited) for each in classes])
        of_pocket = self._of_hands(
            "pocket",
            # Pairs of one suit are never dealt; their label is that of the other pairs.
            [(4 * each.high + (each.high == each.low or not each.suited), 4 * each.low) for each in held],
        )
        asked_of_dealer = self._asked(TWO_CARDS, "dealer.")
        asked_of_pocket = self._asked(TWO_CARDS, "player.")
        for at, each in enumerate(classes):
            of_dealer[at] += (each.category,) * len(asked_of_dealer)
        for at, pocket in enumerate(held):
            facts = two_card_facts(pocket.high, pocket.low, pocket.suited)
            of_pocket[at] += tuple(facts[name] for name in asked_of_pocket)
        self._fill_grid()
        units: dict[str, Sequence[_Label]] = {
            "dealer": of_dealer,
            "pocket": of_pocket,
            "three": self._by_kind("three", THREES, ("best[0]", "hand"), _three_kind),
            "five": self._by_kind("five", MADE, ("hand",), lambda facts: str(facts["hand"])),
            "run": [tuple(self.grid.get((run, made)) for made in MADE) for run in _RUNS],
            "seven": [tuple(self.grid.get((run, made)) for run in _RUNS) for made in MADE],
        }
        numbers = {}
        for unit, found in units.items():
            labels = list(dict.fromkeys(found))
            place = {label: at for at, label in enumerate(labels)}
            numbers[unit] = [place[label] for label in found]
            self.labels[unit] = labels
        self.first_run = [_RUNS[units["run"].index(label)] for label in self.labels["run"]]
        self.first_made = [MADE[units["seven"].index(label)] for label in self.labels["seven"]]
        return self.game.counted.joint(Labels(**numbers))

    def _deciding(self, cell: tuple[str, int, int, int, int, int, int]) -> dict[str, tuple[int, ...]]:
        """By wager, the lines that decide the deals of one cell."""
        result, dealer, pocket, three, five, run, seven = cell
        found: dict[str, tuple[int, ...]] = {}
        facts: dict[str, Value] = {"result": result}
        for unit, number in (("dealer", dealer), ("pocket", pocket), ("three", three), ("five", five)):
            label = list(self.labels[unit][number])
            for wager in self._on(unit):
                found[wager.id] = tuple(label[: len(wager.groups)])
                del label[: len(wager.groups)]
            if unit in ("dealer", "pocket"):  # what is left is asked by wagers on two cards against five
                asked = self._asked(TWO_CARDS, "dealer." if unit == "dealer" else "player.")
                facts.update(zip(asked, label, strict=True))
        if self.grid:
            lines = list(self.grid[self.first_run[run], self.first_made[seven]])
            for wager in self._on("seven"):
                found[wager.id] = tuple(lines[: len(wager.groups)])
                del lines[: len(wager.groups)]
        for wager in self._on(TWO_CARDS):
            names = tuple(sorted(wager.fields))
            row = tuple(facts[name] for name in names)
            found[wager.id] = settle(wager, names, [row], self.file).deciding(row)
        return found

    def _of_hands(self, unit: str, hands: Sequence[tuple[int, ...]]) -> list[_Label]:
        """For each of some hands the lines that the wagers on these cards decide by, one after another."""
        wagers = self._on(unit)
        if not wagers:
            return [()] * len(hands)
        fields = self.game.pool_fields[wagers[0].space]
        names = self._asked(unit)
        facts = [core.fact(fields[name].fact, fields[name].argument) for name in names]
        finest = core.SUITS_LEVEL if unit == "pocket" else core.FLUSH_LEVEL
        for name, fact in zip(names, facts, strict=True):
            if fact.level > finest:
                raise InputError(f"{wagers[0].id}: {name} cannot be counted together with other wagers")
        rows = []
        for hand in hands:
            values = core.values_of(RANKING, hand, facts)
            rows.append(decoded([fields[name] for name in names], values))
        distinct = list(dict.fromkeys(rows))
        settled = [settle(wager, names, distinct, self.file) for wager in wagers]
        return [tuple(line for each in settled for line in each.deciding(row)) for row in rows]

    def _rows(self, unit: str, told: tuple[str, ...]) -> list[tuple[_Facts, tuple[int, ...]]]:
        """Every row of a pool with the lines that decide it, with the fields `told` at least."""
        wagers = self._on(unit)
        names = tuple(sorted({*told, *self._asked(unit)}))
        rows = self.game.possible(wagers[0].space, names)
        settled = [settle(wager, names, rows, self.file) for wager in wagers]
        return [
            (
                dict(zip(names, row, strict=True)),
                tuple(line for each in settled for line in each.deciding(row)),
            )
            for row in rows
        ]

    def _by_kind(
        self, unit: str, kinds: Sequence[str], told: tuple[str, ...], kind_of: Callable[[_Facts], str]
    ) -> list[_Label]:
        """For each kind of hand the lines that decide it; of a kind that is never made those of another."""
        if not self._on(unit):
            return [()] * len(kinds)
        found: dict[str, tuple[int, ...]] = {}
        for facts, lines in self._rows(unit, told):
            if found.setdefault(kind_of(facts), lines) != lines:
                self._refuse(unit, "by what they make")
        return [found.get(kind, lines) for kind in kinds]

    def _fill_grid(self) -> None:
        if not self._on("seven"):
            return
        for facts, lines in self._rows("seven", ("hand", "suited_run")):
            key = (int(facts["suited_run"] or 0), str(facts["hand"]))
            if self.grid.setdefault(key, lines) != lines:
                self._refuse("seven", "by hand and suited_run")

    def _refuse(self, unit: str, words: str) -> None:
        ids = ", ".join(wager.id for wager in self._on(unit))
        raise InputError(
            f"{ids}: where wagers are counted together, {unit} cards are told apart only {words}; allowed: "
            "lines that ask no more"
        )


def _hand_of(held: Sequence[int], suited: bool) -> tuple[int, ...]:
    """Cards with so many of each rank; a flush only if `suited`."""
    kinds: list[int] = []
    for rank, number in enumerate(held):
        first = 0 if suited or not kinds else 1  # the lowest rank and the others in different suits
        kinds += [4 * rank + (first + at) % 4 for at in range(number)]
    return tuple(kinds)


def _three_kind(facts: _Facts) -> str:
    """What three cards make, the suited A-K-Q told apart."""
    royal = facts["hand"] == "straight_flush" and facts["best[0]"] == "A"
    return "mini_royal" if royal else str(facts["hand"])
