"""Which whole pays of chosen lines give a wager figures in wanted ranges: counted once, priced as integers.

With net wins as integers over one denominator, the sum of the net wins over all outcomes is linear in the
chosen pays, and the sum of their squares quadratic. So the house edge bounds a lattice search
(`everydeal.lattice`), and hits and variance of what it finds cost a few multiplications.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nsmallest
from math import lcm

from everydeal import lattice
from everydeal.errors import InputError, InternalCheckError, alternatives, shown
from everydeal.games import Selection
from everydeal.lattice import Axis, Band
from everydeal.returns import WagerReturn, deciding_counts, price
from everydeal.settlement import Settlement, asked_fields, settle_all
from everydeal.sheet.model import Line, Sheet, Wager
from everydeal.sheet.pays import UNITS, Pay, pay
from everydeal.solve import valued, with_pays
from everydeal.tally import Tally

MOST_VALUES = 10_000  # of one line
MOST_PAY = 10**12
MOST_SHOWN = 1_000
SORTS = ("edge", "hit", "deviation", "pays")


@dataclass(frozen=True)
class Span:
    """What a figure may be, both ends included."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Wanted:
    """What is asked of a paytable, in every configuration.

    `decreasing`: among the chosen lines of a group no later one has a higher net win.
    """

    edge: Span
    hit: Span | None = None
    deviation: Span | None = None
    decreasing: bool = True


@dataclass(frozen=True)
class Chosen:
    """A line whose pay is searched, by its number from 1: the amounts it may pay, rising, in its unit."""

    number: int
    line: Line
    unit: str
    amounts: tuple[int, ...]

    def net(self, amount: int) -> int:
        """The net win of an amount."""
        return amount - (self.unit == "for 1")

    def pay(self, amount: int) -> Pay:
        """An amount as the paytable says it."""
        return pay(amount, self.unit)


@dataclass(frozen=True)
class Found:
    """Pays that give what is wanted, in the order of lines, and the wager priced in each configuration."""

    amounts: tuple[int, ...]
    priced: tuple[WagerReturn, ...]


@dataclass(frozen=True)
class Searched:
    """The first of all paytables that fit, as sorted, and how many fit.

    `reach` is, by configuration, the lowest and the highest house edge of all pays looked at, in the wanted
    range or not; empty if no pays are in decreasing order.
    """

    wager: Wager
    chosen: tuple[Chosen, ...]
    configurations: tuple[str, ...]
    found: tuple[Found, ...]
    count: int
    reach: tuple[tuple[Fraction, Fraction], ...]


def search(
    sheet: Sheet,
    wager_name: str,
    amounts: Mapping[int, Sequence[int]],
    wanted: Wanted,
    *,
    unit: str | None = None,
    sort: Sequence[str] = ("edge",),
    limit: int = 20,
    selection: Selection | None = None,
    values: Mapping[str, Fraction] | None = None,
) -> Searched:
    """The whole pays of chosen lines with which the wager is as wanted in every configuration.

    `amounts` gives lines, numbered from 1, the amounts they may pay; `unit` is what the amounts are, "to 1"
    or "for 1", instead of each line's own; `values` what unknown pays are. `sort` names figures of the first
    configuration, of SORTS with `-` before one that falls; what is equal in them is in the order of pays.
    Raises InputError.

    >>> import everydeal
    >>> wanted = Wanted(Span(Fraction(1, 20), Fraction(1, 10)))
    >>> found = search(everydeal.load("ez-baccarat"), "dragon-7", {1: range(30, 51)}, wanted)
    >>> [hit.amounts for hit in found.found]
    [(41,), (40,), (39,)]
    """
    wager = sheet.wager(wager_name)
    chosen = _chosen(wager, amounts, unit)
    wager = _known(wager, chosen, values or {})
    if not 1 <= limit <= MOST_SHOWN:
        raise InputError(f"--limit {limit}; allowed: 1 to {MOST_SHOWN:,}")
    sheet = replace(sheet, game=sheet.game.selected(selection or {}), wagers=(wager,))
    settlement = settle_all(sheet)[wager.id]
    names = asked_fields(sheet.game.spaces, [wager])[wager.space]
    configurations = sheet.game.configurations(selection or {})
    tallies = [_plain(configuration.count(wager.space, names)) for configuration in configurations]
    counted = [_Counted(settlement, tally, chosen) for tally in tallies]
    for at, each in enumerate(chosen):
        if not any(found.slopes[at] for found in counted):
            raise InputError(f"line {each.number} decides no outcome, so its pay changes nothing")
    axes = _axes(wager, chosen, counted, decreasing=wanted.decreasing)
    key = _Key(sort, counted[0])
    total = 0

    limits = [found.limits(wanted) for found in counted]

    def fitting() -> Iterator[tuple[int, ...]]:
        nonlocal total
        for nets in lattice.points(axes, [found.band(wanted.edge) for found in counted]):
            if all(found.fits(nets, bounds) for found, bounds in zip(counted, limits, strict=True)):
                total += 1
                yield nets

    try:
        best = nsmallest(limit, fitting(), key)
    except InputError as error:
        raise InputError(
            f"{error}; allowed: a narrower --edge, fewer --line, or fewer pays of a line (as 10..500/10)"
        ) from None
    ends = lattice.ends(axes)
    return Searched(
        wager=wager,
        chosen=chosen,
        configurations=tuple(configuration.id for configuration in configurations),
        found=tuple(_found(nets, chosen, settlement, tallies, counted) for nets in best),
        count=total,
        reach=tuple((found.edge(ends[1]), found.edge(ends[0])) for found in counted) if ends else (),
    )


def repaid(wager: Wager, chosen: Sequence[Chosen], amounts: Sequence[int]) -> Wager:
    """The wager with these amounts on the chosen lines."""
    pays = [line.pay for line in wager.lines]
    for each, amount in zip(chosen, amounts, strict=True):
        pays[each.number - 1] = each.pay(amount)
    return with_pays(wager, pays)


def _chosen(wager: Wager, amounts: Mapping[int, Sequence[int]], unit: str | None) -> tuple[Chosen, ...]:
    """The lines, in order. Raises InputError for what is no line, no amount or no unit."""
    lines = wager.lines
    if wager.objective == wager.id:
        raise InputError(
            f"{wager.id}: the bettor decides by what its lines pay, so one count does not serve other pays; "
            "allowed: a wager without decisions, or one whose `objective` is another wager"
        )
    if unit is not None and unit not in UNITS:
        raise InputError(f"--unit {shown(unit)}; {alternatives(unit, UNITS)}")
    if not amounts:
        raise InputError(f"{wager.id}: which lines? Allowed: --line with one of {_listing(wager)}")
    chosen = []
    for number, each in sorted(amounts.items()):
        if not 1 <= number <= len(lines):
            raise InputError(f"{wager.id} has no line {number}; allowed: {_listing(wager)}")
        values = tuple(sorted(set(each)))
        if not 1 <= len(values) <= MOST_VALUES:
            raise InputError(f"line {number}: {len(values):,} pays; allowed: 1 to {MOST_VALUES:,}")
        if not 0 <= values[0] <= values[-1] <= MOST_PAY:
            outside = values[0] if values[0] < 0 else values[-1]
            raise InputError(f"line {number}: a pay of {shown(outside)}; allowed: 0 to {MOST_PAY:,}")
        line = lines[number - 1]
        chosen.append(Chosen(number, line, unit or _unit(wager, number), values))
    return tuple(chosen)


def _unit(wager: Wager, number: int) -> str:
    """The unit of a line: its own words, or if it has none what all others say."""
    own = _said(wager.lines[number - 1])
    said = {own} if own else {found for line in wager.lines if (found := _said(line))}
    if len(said) != 1:
        line = wager.lines[number - 1]
        raise InputError(
            f"line {number} ({line.title}) pays {shown(line.pay.words)}, so its unit is not known; "
            'allowed: --unit "to 1" (win on top of the stake) or --unit "for 1" (stake included)'
        )
    return said.pop()


def _said(line: Line) -> str | None:
    found = re.search(r"\b(to|for) [0-9]+$", line.pay.words)
    return f"{found[1]} 1" if found else None


def _listing(wager: Wager) -> str:
    return "; ".join(f"{at} {line.title}" for at, line in enumerate(wager.lines, 1))


def _known(wager: Wager, chosen: Sequence[Chosen], values: Mapping[str, Fraction]) -> Wager:
    """The wager with values for its unknown pays. Raises InputError if a line that is held pays another."""
    searched = {each.number for each in chosen}
    held = {line.pay.unknown for at, line in enumerate(wager.lines, 1) if at not in searched}
    for name in values:
        if name not in held and any(line.pay.unknown == name for line in wager.lines):
            raise InputError(
                f"--set {name}: only lines that are searched pay ?{name}; allowed: no value for it"
            )
    known = valued(wager, values)
    for number, line in enumerate(known.lines, 1):
        if line.pay.unknown and number not in searched:
            jackpot = wager.jackpot
            meter = jackpot is not None and jackpot.meter == line.pay.unknown
            amount = jackpot.seed if jackpot and meter else 3
            raise InputError(
                f"line {number} ({line.title}) pays ?{line.pay.unknown}, which is not known; give it a "
                f"value, such as --set {line.pay.unknown}={amount}, or search --line {number}=LOW..HIGH"
            )
    return replace(known, jackpot=None)  # whose meter has a value now


def _plain(tally: Tally) -> Tally:
    """The tally without what tells the outcomes apart in reports."""
    return replace(tally, space=replace(tally.space, breakdowns=()))


def _axes(
    wager: Wager, chosen: Sequence[Chosen], counted: Sequence["_Counted"], *, decreasing: bool
) -> list[Axis]:
    groups = [number for number, group in enumerate(wager.groups) for _ in group.lines]
    return [
        Axis(
            values=tuple(each.net(amount) for amount in each.amounts),
            weights=tuple(found.slopes[at] for found in counted),
            chain=groups[each.number - 1] if decreasing else None,
        )
        for at, each in enumerate(chosen)
    ]


class _Counted:
    """One configuration's outcomes, summed up so that any pays of the chosen lines are priced at once.

    Net wins are in units of 1/`scale`. With pays v of the chosen lines the sum of net wins is
    `fixed` + scale * sum(slopes[i] v[i]), and that of their squares
    `squares` + 2 scale * sum(crossed[i] v[i]) + scale^2 * sum(both[i, j] v[i] v[j]).
    """

    def __init__(self, settlement: Settlement, tally: Tally, chosen: Sequence[Chosen]) -> None:
        pays = [line.pay for line in settlement.wager.lines]
        place = {each.number - 1: at for at, each in enumerate(chosen)}
        held = [line_pay for number, line_pay in enumerate(pays) if number not in place]
        self.total = tally.total
        self.scale = lcm(*(line_pay.net.denominator for line_pay in held))
        self._classes: dict[tuple[int, tuple[int, ...]], int] = {}
        for deciding, count in deciding_counts(settlement, tally).items():
            won = sum((pays[number].net for number in deciding if number not in place), Fraction(0))
            kind = (int(won * self.scale), tuple(place[number] for number in deciding if number in place))
            if count:
                self._classes[kind] = self._classes.get(kind, 0) + count
        self.fixed = sum(net * count for (net, _), count in self._classes.items())
        self.squares = sum(net * net * count for (net, _), count in self._classes.items())
        self.slopes = [0] * len(chosen)
        self._crossed = [0] * len(chosen)
        self._both: dict[tuple[int, int], int] = {}
        for (net, lines), count in self._classes.items():
            for one in lines:
                self.slopes[one] += count
                self._crossed[one] += count * net
                for other in lines:
                    self._both[one, other] = self._both.get((one, other), 0) + count

    def band(self, edge: Span) -> Band:
        """What sum(slopes[i] v[i]) is where the house edge is in a span."""
        whole = self.total * self.scale
        return _within(
            (-edge.high * whole - self.fixed) / self.scale, (-edge.low * whole - self.fixed) / self.scale
        )

    def won(self, nets: Sequence[int]) -> int:
        """The sum of net wins, in units of 1/scale."""
        return self.fixed + self.scale * sum(
            slope * net for slope, net in zip(self.slopes, nets, strict=True)
        )

    def spread(self, nets: Sequence[int]) -> int:
        """The variance times (total * scale)^2."""
        crossed = sum(slope * net for slope, net in zip(self._crossed, nets, strict=True))
        both = sum(count * nets[one] * nets[other] for (one, other), count in self._both.items())
        squares = self.squares + 2 * self.scale * crossed + self.scale * self.scale * both
        return squares * self.total - self.won(nets) ** 2

    def hits(self, nets: Sequence[int]) -> int:
        """How many outcomes win."""
        return sum(
            count
            for (net, lines), count in self._classes.items()
            if net + self.scale * sum(nets[at] for at in lines) > 0
        )

    def edge(self, nets: Sequence[int]) -> Fraction:
        """The house edge."""
        return Fraction(-self.won(nets), self.total * self.scale)

    def variance(self, nets: Sequence[int]) -> Fraction:
        """The variance per unit bet."""
        return Fraction(self.spread(nets), (self.total * self.scale) ** 2)

    def fits(self, nets: Sequence[int], limits: "tuple[Band | None, Band | None]") -> bool:
        """Whether hits and spread are within limits; the lattice has seen to the edge."""
        hits, spread = limits
        if hits and not hits.low <= self.hits(nets) <= hits.high:
            return False
        return not spread or spread.low <= self.spread(nets) <= spread.high

    def limits(self, wanted: Wanted) -> tuple[Band | None, Band | None]:
        """What is wanted of hits and deviation, as integers: the root is never taken."""
        hit, deviation = wanted.hit, wanted.deviation
        unit = (self.total * self.scale) ** 2
        return (
            _within(hit.low * self.total, hit.high * self.total) if hit else None,
            _within(deviation.low**2 * unit, deviation.high**2 * unit) if deviation else None,
        )


def _within(low: Fraction, high: Fraction) -> Band:
    """The integers from one number to another."""
    return Band(-(-low.numerator // low.denominator), high.numerator // high.denominator)


class _Key:
    """What sorts net wins, as integers in the place of the figures asked for; pays come last."""

    def __init__(self, sort: Sequence[str], counted: _Counted) -> None:
        figures: dict[str, Callable[[Sequence[int]], int]] = {
            "edge": lambda nets: -counted.won(nets),
            "hit": counted.hits,
            "deviation": counted.spread,
        }
        self._keys: list[tuple[Callable[[Sequence[int]], int] | None, int]] = []
        for name in sort:
            plain = name.removeprefix("-")
            if plain not in SORTS:
                raise InputError(
                    f"--sort {shown(name)}; {alternatives(name, [*SORTS, *(f'-{each}' for each in SORTS)])}"
                )
            self._keys.append((figures.get(plain), -1 if plain != name else 1))

    def __call__(self, nets: tuple[int, ...]) -> tuple[object, ...]:
        return (
            *(
                sign * figure(nets) if figure else tuple(sign * net for net in nets)
                for figure, sign in self._keys
            ),
            nets,
        )


def _found(
    nets: tuple[int, ...],
    chosen: Sequence[Chosen],
    settlement: Settlement,
    tallies: Sequence[Tally],
    counted: Sequence[_Counted],
) -> Found:
    """Pays that fit, priced as `certify` prices them. Raises InternalCheckError if that is something else."""
    amounts = tuple(net - each.net(0) for each, net in zip(chosen, nets, strict=True))
    wager = repaid(settlement.wager, chosen, amounts)
    priced = tuple(price(replace(settlement, wager=wager), tally) for tally in tallies)
    for result, found in zip(priced, counted, strict=True):
        figures = (result.house_edge, result.hits, result.variance)
        if figures != (found.edge(nets), found.hits(nets), found.variance(nets)):
            raise InternalCheckError(f"two ways to the figures of {wager.id} disagree for the pays {amounts}")
    return Found(amounts, priced)
