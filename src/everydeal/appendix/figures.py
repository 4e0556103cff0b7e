"""Charts of a certificate, each with the table of its data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, gcd, lcm

from everydeal import symbolic
from everydeal.certificate import Certificate, ConfigurationReturn
from everydeal.errors import InternalCheckError
from everydeal.exact import decimal, fraction_text, percent
from everydeal.report.certified import decimal_text, edge_text
from everydeal.report.document import Block, Chart, Column, Figure, Paragraph, Series, Table
from everydeal.returns import PartedBy, WagerReturn
from everydeal.symbolic import Figure as Exact

SESSIONS = (100, 50, 20)  # rounds of a session: the most that can be convolved exactly in no time
MAX_POINTS = 30_000  # results of a session
MAX_TERMS = 300_000  # products of a convolution
MAX_BARS = 46
MAX_ROWS = 30  # wagers in a figure, or configurations
MAX_SERIES = 24  # wagers told apart by markers
MAX_PARTED = 3  # figures of how an edge comes about
_TAIL = Fraction(1, 2000)  # of a session's results left out of the picture at each end


def figures(certificate: Certificate) -> Iterator[Block]:
    """Edges, how they come about, pays against chances, a session."""
    yield Paragraph(
        "The figures show numbers of the certification tables, or what follows from them exactly."
    )
    yield from _edges(certificate)
    shown = 0
    first = certificate.configurations[0]
    for wager in first.wagers:
        for by in wager.breakdowns:
            if symbolic.is_number(wager.house_edge) and shown < MAX_PARTED and 1 < len(by.parts) <= MAX_ROWS:
                shown += 1
                yield _parted(wager, by, first.id)
    yield from _pays(first.wagers, first.id)
    for wager in first.wagers:
        found = session(wager)
        if found:
            yield from _session(wager, found, first.id)
            return
    yield Paragraph(
        "No figure of a session's result: the wagers have pays too far apart, or open ones, for an exact "
        "distribution."
    )


def _fraction(value: Exact) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def _edges(certificate: Certificate) -> Iterator[Block]:
    """Every edge that is a number, a marker for each configuration."""
    wagers = [
        wager
        for wager in certificate.wagers
        if all(symbolic.is_number(found[wager.id].house_edge) for found in certificate.configurations)
    ]
    if len(wagers) * len(certificate.configurations) < 2:
        return
    for at in range(0, len(wagers), MAX_ROWS):
        yield _edges_of(certificate.configurations, wagers[at : at + MAX_ROWS])


def _edges_of(found: Sequence[ConfigurationReturn], wagers: Sequence[WagerReturn]) -> Figure:
    series = [
        Series(each.id, [100 * _fraction(each[wager.id].house_edge) for wager in wagers]) for each in found
    ]
    words = "House edge per unit bet in percent, by wager"
    words += f" and configuration ({', '.join(each.id for each in found)})." if len(found) > 1 else "."
    return Figure(
        "House edge by wager" + (" and configuration" if len(found) > 1 else ""),
        f"{words} Left of zero a wager favours the bettor.",
        Chart("dots", [wager.title for wager in wagers], series, "house edge, percent of a unit bet"),
        Table(
            [Column("Wager"), *(Column(each.id, figures=True) for each in found)],
            [[wager.title, *(percent(each[wager.id].house_edge) for each in found)] for wager in wagers],
        ),
    )


def _parted(wager: WagerReturn, by: PartedBy, where: str) -> Figure:
    """What each value of a field adds to the edge; the bars sum to it."""
    values = [100 * _fraction(part.contribution) for part in by.parts]
    words = [percent(part.contribution) for part in by.parts]
    return Figure(
        f"{wager.title}: share of the house edge ({by.title})",
        f"What each adds to the house edge of {percent(wager.house_edge)} in {where}, in percent of a unit "
        "bet; hatched bars are what the bettor wins. The bars sum to the edge.",
        Chart(
            "bars",
            [part.title for part in by.parts],
            [Series(wager.title, values, words=words)],
            "share of the house edge, percent of a unit bet",
        ),
        Table(
            [Column(by.title), Column("Share of the edge", figures=True)],
            [[part.title, edge_text(part.contribution)] for part in by.parts],
            ["Total", edge_text(wager.house_edge)],
        ),
    )


def _pays(wagers: Sequence[WagerReturn], where: str) -> Iterator[Block]:
    """Every line with a known pay above nothing, against its chance."""
    series, rows = [], []
    for wager in wagers[:MAX_SERIES]:
        lines = [
            line
            for line in wager.lines
            if symbolic.is_number(line.pays) and line.pays > 0 and line.combinations
        ]
        if not lines:
            continue
        chances = [_fraction(line.probability) for line in lines]
        series.append(Series(wager.title, [_fraction(line.pays) for line in lines], chances))
        rows += [
            [wager.title, line.title, symbolic.text(line.pays), decimal_text(line.probability)]
            for line in lines
        ]
    if len(rows) < 3:
        return
    few = f", of the first {MAX_SERIES} wagers" if len(wagers) > MAX_SERIES else ""
    yield Figure(
        "Pays against chances",
        f"Each line that pays{few}, in {where}: its chance and its net win to 1, both on a log scale. On the "
        "grey line a single line of that chance would be a fair wager by itself.",
        Chart("scatter", (), series, "chance", "net win to 1"),
        Table(
            [
                Column("Wager"),
                Column("Event"),
                Column("Net win to 1", figures=True),
                Column("Chance", figures=True),
            ],
            rows,
        ),
    )


@dataclass(frozen=True)
class Session:
    """So many rounds of one unit: each result with its exact chance, the lowest first."""

    rounds: int
    results: tuple[tuple[Fraction, Fraction], ...]


def session(wager: WagerReturn) -> Session | None:
    """The exact distribution of a session's result; None if it has too many results to convolve.

    The counts by net win are the coefficients of a polynomial, the session's are those of its power, found
    term by term from f * (f^n)' = n * f' * f^n.
    """
    if not all(symbolic.is_number(net) for net, _ in wager.outcomes):
        return None
    nets = sorted((_fraction(net), count) for net, count in wager.outcomes)
    lowest = nets[0][0]
    per = lcm(*((net - lowest).denominator for net, _ in nets))
    places = [int((net - lowest) * per) for net, _ in nets]
    step = gcd(*places) or 1
    common = gcd(*(count for _, count in nets))
    terms = {at // step: count // common for at, (_, count) in zip(places, nets, strict=True)}
    total = wager.total // common
    for rounds in SESSIONS:
        size = max(terms) * rounds + 1
        if size <= MAX_POINTS and size * len(terms) <= MAX_TERMS:
            found = _power(terms, rounds, size)
            whole = total**rounds
            if sum(found) != whole:
                raise InternalCheckError(f"the chances of a session of {wager.id} do not sum to one")
            start, width = lowest * rounds, Fraction(step, per)
            return Session(
                rounds,
                tuple((start + at * width, Fraction(ways, whole)) for at, ways in enumerate(found) if ways),
            )
    return None


def _power(terms: dict[int, int], power: int, size: int) -> list[int]:
    """The coefficients of a polynomial's power; its constant term is not nothing."""
    constant = terms[0]
    others = [(at, ways) for at, ways in terms.items() if at]
    found = [constant**power]
    for k in range(1, size):
        found.append(
            sum(((power + 1) * at - k) * ways * found[k - at] for at, ways in others if at <= k)
            // (k * constant)
        )
    return found


def _session(wager: WagerReturn, found: Session, where: str) -> Iterator[Block]:
    bars = _bars(found)
    ahead = sum(chance for result, chance in found.results if result > 0)
    even = sum(chance for result, chance in found.results if result == 0)
    behind = 1 - ahead - even
    yield Figure(
        f"{wager.title}: result of a session of {found.rounds} rounds",
        f"The bettor's result in units after {found.rounds} rounds of one unit, in {where}: the exact "
        "distribution, from convolving the counts; the outermost twentieth of a percent at each end is left "
        f"out. The bettor ends ahead with a chance of {percent(ahead)}, even {percent(even)}, behind "
        f"{percent(behind)}.",
        Chart(
            "columns",
            (),
            [Series("bettor", [100 * chance for _, _, chance in bars], [(a + b) / 2 for a, b, _ in bars])],
            "result of the session, units",
            "chance, percent",
        ),
        Table(
            [Column("From"), Column("To"), Column("Chance", figures=True)],
            [[_units(low), _units(high), percent(chance)] for low, high, chance in bars],
        ),
    )


def _units(value: Fraction) -> str:
    return fraction_text(value) if value.denominator == 1 else decimal(value, 2)


def _bars(found: Session) -> list[tuple[Fraction, Fraction, Fraction]]:
    """The session's results in at most MAX_BARS bars: from, to, chance."""
    kept: list[tuple[Fraction, Fraction]] = []
    below = Fraction(0)
    for result, chance in found.results:
        if below + chance > _TAIL and 1 - below > _TAIL:
            kept.append((result, chance))
        below += chance
    first, last = kept[0][0], kept[-1][0]
    gaps = [b[0] - a[0] for a, b in pairwise(kept)]
    step = min(gaps, default=Fraction(1))
    steps = int((last - first) / step) + 1
    wide = -(-steps // MAX_BARS) * step
    if step < 1 < last - first:  # of whole units: all bars hold as many of the heaps that results lie in
        wide = Fraction(ceil(wide))
    sums: dict[int, Fraction] = {}
    for result, chance in kept:
        at = int((result - first) / wide)
        sums[at] = sums.get(at, Fraction(0)) + chance
    return [
        (first + at * wide, first + (at + 1) * wide - step, sums.get(at, Fraction(0)))
        for at in range(max(sums) + 1)
    ]
