"""From counts to exact figures. Nothing here knows a card.

Every figure is a sympy Rational, or an expression in the symbol of an unknown pay. Sums stay
integers over one denominator, the space's total, until the last step.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from everydeal import jackpots, symbolic
from everydeal.errors import InternalCheckError
from everydeal.events import Choice, Value
from everydeal.exact import square_root
from everydeal.jackpots import JackpotReturn
from everydeal.settlement import Settlement
from everydeal.sheet.model import Line
from everydeal.symbolic import Figure
from everydeal.tally import Breakdown, Tally


@dataclass(frozen=True)
class LineReturn:
    """One line of a priced paytable: how often it decides, and what it then pays."""

    title: str
    when: str | None
    group: str | None
    words: str
    pays: Figure
    combinations: int
    total: int
    staked: Fraction = Fraction(1)

    @cached_property
    def probability(self) -> Figure:
        """Combinations over the space's total."""
        return symbolic.figure(self.combinations, self.total)

    @cached_property
    def contribution(self) -> Figure:
        """Probability times pays: the line's part of the expected return."""
        return symbolic.mean([(self.pays, self.combinations)], self.total)


@dataclass(frozen=True)
class Part:
    """The outcomes in which a field has one `value`: how many, and what the wager makes of them.

    `loss` is the sum of what the bettor loses over them, per unit bet.
    """

    value: Value
    title: str
    combinations: int
    wins: int
    pushes: int
    loss: Figure
    total: int

    @property
    def losses(self) -> int:
        """How many the bettor loses."""
        return self.combinations - self.wins - self.pushes

    @cached_property
    def house_edge(self) -> Figure:
        """What the bettor loses on average where the field has this value, per unit bet."""
        return symbolic.expanded(self.loss / self.combinations)

    @cached_property
    def contribution(self) -> Figure:
        """The part's share of the house edge."""
        return symbolic.expanded(self.loss / self.total)


@dataclass(frozen=True)
class PartedBy:
    """A wager told apart by the values of a field."""

    field: str
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class WagerReturn:
    """A wager priced in one configuration.

    `outcomes` is the distribution of the net win per unit wagered: pairs of (net, combinations), none
    of them 0.
    Where a pay is unknown, figures are expressions in its symbol, and an outcome that pays it
    counts as a hit.
    """

    id: str
    title: str
    space: str
    total: int
    lines: tuple[LineReturn, ...]
    outcomes: tuple[tuple[Figure, int], ...]
    method: str = "exact"
    breakdowns: tuple[PartedBy, ...] = ()
    jackpot: JackpotReturn | None = None

    @cached_property
    def house_edge(self) -> Figure:
        """What the bettor loses on average, per unit bet; negative if the wager favours the bettor."""
        return -symbolic.mean(self.outcomes, self.total)

    @cached_property
    def house_edge_resolved(self) -> Figure | None:
        """The house edge per resolved bet, pushes left out; None if every outcome pushes."""
        resolved = self.total - self.pushes
        return symbolic.expanded(self.house_edge * self.total / resolved) if resolved else None

    @cached_property
    def average_staked(self) -> Figure:
        """How many units are finally wagered on average, for one unit bet."""
        staked = sum((line.staked * line.combinations for line in self.lines), Fraction(0)) / self.total
        return symbolic.figure(staked.numerator, staked.denominator)

    @cached_property
    def element_of_risk(self) -> Figure | None:
        """The house edge per unit finally wagered; None if nothing is."""
        return symbolic.expanded(self.house_edge / self.average_staked) if self.average_staked else None

    @cached_property
    def return_to_player(self) -> Figure:
        """One minus the house edge."""
        return symbolic.expanded(1 - self.house_edge)

    @cached_property
    def pushes(self) -> int:
        """Combinations whose net win is exactly zero."""
        return sum(count for net, count in self.outcomes if net == 0)

    @cached_property
    def hits(self) -> int:
        """Combinations whose net win is positive, unknown pays among them."""
        return sum(count for net, count in self.outcomes if not symbolic.is_number(net) or net > 0)

    @cached_property
    def hit_frequency(self) -> Figure:
        """The probability of a net win."""
        return symbolic.figure(self.hits, self.total)

    @cached_property
    def push_frequency(self) -> Figure:
        """The probability of a push."""
        return symbolic.figure(self.pushes, self.total)

    @cached_property
    def variance(self) -> Figure:
        """The exact variance of the net win per unit bet."""
        squares = symbolic.mean([(net**2, count) for net, count in self.outcomes], self.total)
        return symbolic.expanded(squares - self.house_edge**2)

    @property
    def unknowns(self) -> list[str]:
        """The symbols of unknown pays."""
        return sorted({name for line in self.lines for name in symbolic.symbols(line.pays)})

    def standard_deviation(self, places: int) -> str | None:
        """The square root of the variance to so many places; None while a pay is unknown."""
        return square_root(self.variance, places) if symbolic.is_number(self.variance) else None


def deciding_counts(settlement: Settlement, tally: Tally) -> dict[tuple[int, ...], int]:
    """How many combinations each set of deciding lines has, one line for each group; no pay comes into it."""
    joint: dict[tuple[int, ...], int] = {}
    for row, count in tally.counts.items():
        deciding = settlement.deciding(row)
        joint[deciding] = joint.get(deciding, 0) + count
    return joint


def price(settlement: Settlement, tally: Tally) -> WagerReturn:
    """Price a wager: each line's combinations from the counts, and the figures from them.

    `settlement` must cover every row of `tally`.
    """
    wager = settlement.wager
    lines: list[Line] = wager.lines
    pays = [symbolic.of_pay(line.pay) for line in lines]
    joint = deciding_counts(settlement, tally)
    decided = [0] * len(lines)
    for deciding, count in joint.items():
        for number in deciding:
            decided[number] += count
    nets: dict[Figure, int] = {}
    for deciding, count in joint.items():
        net = symbolic.expanded(sum(pays[number] for number in deciding))
        if count:
            nets[net] = nets.get(net, 0) + count
    priced: list[LineReturn] = []
    for group in wager.groups:
        for line in group.lines:
            number = len(priced)
            priced.append(
                LineReturn(
                    title=line.title,
                    when=line.event.text if line.event else None,
                    group=group.title,
                    words=line.pay.words,
                    pays=pays[number],
                    combinations=decided[number],
                    total=tally.total,
                    staked=line.staked,
                )
            )
    result = WagerReturn(
        id=wager.id,
        title=wager.title,
        space=wager.space,
        total=tally.total,
        lines=tuple(priced),
        outcomes=tuple(sorted(nets.items(), key=lambda item: symbolic.text(item[0]))),
        method=tally.method,
        breakdowns=tuple(_parted(part, settlement, tally, pays) for part in tally.space.breakdowns),
    )
    _check(result, len(wager.groups))
    if wager.jackpot:
        counted = list(zip(lines, decided, strict=True))
        jackpot = jackpots.priced(wager.jackpot, counted, result.house_edge, tally.total)
        result = replace(result, jackpot=jackpot)
    return result


def _parted(by: Breakdown, settlement: Settlement, tally: Tally, pays: list[Figure]) -> PartedBy:
    """The wager by the values of a field, in the field's own order, without those that never come up."""
    at = tally.names.index(by.field)
    rows: dict[Value, list[tuple[Figure, int]]] = {}
    nets: dict[tuple[int, ...], Figure] = {}
    for row, count in tally.counts.items():
        deciding = settlement.deciding(row)
        if deciding not in nets:
            nets[deciding] = symbolic.expanded(sum(pays[number] for number in deciding))
        if count:
            rows.setdefault(row[at], []).append((nets[deciding], count))
    of_type = tally.space.fields[by.field].type
    order = of_type.names if isinstance(of_type, Choice) else sorted(rows, key=str)
    parts = []
    for value in reversed(order) if isinstance(of_type, Choice) and of_type.ordered else order:
        if value in rows:
            outcomes = rows[value]
            parts.append(
                Part(
                    value=value,
                    title=by.titles.get(str(value), str(value).replace("_", " ")),
                    combinations=sum(count for _, count in outcomes),
                    wins=sum(count for net, count in outcomes if not symbolic.is_number(net) or net > 0),
                    pushes=sum(count for net, count in outcomes if net == 0),
                    loss=-symbolic.mean(outcomes, 1),
                    total=tally.total,
                )
            )
    return PartedBy(by.field, by.title, tuple(parts))


def _check(result: WagerReturn, groups: int) -> None:
    """The lines of each group close on the total, and two routes to the edge agree."""
    by_lines = -symbolic.mean([(line.pays, line.combinations) for line in result.lines], result.total)
    if sum(line.combinations for line in result.lines) != groups * result.total:
        raise InternalCheckError(f"the lines of {result.id} do not sum to {result.total}")
    for by in result.breakdowns:
        if symbolic.expanded(sum(part.contribution for part in by.parts) - result.house_edge) != 0:
            raise InternalCheckError(f"the parts of {result.id} by {by.field} do not sum to its house edge")
    if symbolic.expanded(by_lines - result.house_edge) != 0:
        raise InternalCheckError(f"two ways to the house edge of {result.id} disagree")
