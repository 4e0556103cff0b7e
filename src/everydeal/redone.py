"""A wager's figures redone from the rows of a certificate, in plain Python fractions.

This is the second way to every figure: it shares the `when` language with pricing, and nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, TypeAlias

from everydeal import polynomial
from everydeal.errors import InputError
from everydeal.events import Choice, Event, Field, Predicate, Row
from everydeal.polynomial import Polynomial, constant
from everydeal.verification import At, Ledger

# A net win and how many outcomes have it; a net win may stand there more than once.
Nets: TypeAlias = Sequence[tuple[Polynomial, int]]


@dataclass(frozen=True)
class Space:
    """A space as the certificate states it: fields in the order of the rows' values, and the rows."""

    id: str
    fields: Mapping[str, Field]
    rows: Sequence[tuple[Row, int]]
    total: int  # the sum of the rows, whatever is stated


@dataclass(frozen=True)
class Outcomes:
    """A wager settled on every row: `deciding[n]` is the line of each group that decides row n."""

    pays: Sequence[Polynomial]
    deciding: Sequence[tuple[int, ...]]


def redo(wager: Mapping[str, Any], space: Space, at: At, ledger: Ledger) -> Fraction | None:
    """Redo all figures of a wager. Returns the most that its house edge can be.

    That is with unknown pays at nothing and a meter at its seed. None if the lines cannot be read.
    """
    settled = _settled(wager, space, at, ledger)
    if settled is None:
        return None
    combinations = _lines(wager, space, settled, at, ledger)
    counts = [count for _, count in space.rows]
    nets = _nets(zip(settled.deciding, counts, strict=True), settled.pays)
    return_ = polynomial.total((net, Fraction(count, space.total)) for net, count in nets)
    edge = _negative(return_)
    wins, pushes = _wins(nets), _pushes(nets)
    resolved = space.total - pushes
    squares = polynomial.total(
        (polynomial.times(net, net), Fraction(count, space.total)) for net, count in nets
    )
    variance = polynomial.total([(squares, 1), (polynomial.times(return_, return_), -1)])
    _figure(ledger, at, "house_edge", wager["house_edge"], edge)
    per_resolved = polynomial.total([(edge, Fraction(space.total, resolved))]) if resolved else None
    _figure(ledger, at, "house_edge_resolved", wager["house_edge_resolved"], per_resolved)
    returned = polynomial.total([(constant(1), 1), (return_, 1)])
    _figure(ledger, at, "return_to_player", wager["return_to_player"], returned)
    _figure(ledger, at, "hit_frequency", wager["hit_frequency"], constant(Fraction(wins, space.total)))
    _figure(ledger, at, "push_frequency", wager["push_frequency"], constant(Fraction(pushes, space.total)))
    _figure(ledger, at, "variance", wager["variance"], variance)
    _deviation(wager["standard_deviation"], polynomial.number(variance), at, ledger)
    _risk(wager, edge, combinations, space, at, ledger)
    most = edge.get((), Fraction(0))
    if "jackpot" in wager:
        most += _jackpot(wager, settled, edge, combinations, space, at, ledger)
    unknowns = sorted(set[str]().union(*map(polynomial.names, settled.pays)))
    ledger.same("figures", at, "unknowns", wager["unknowns"], unknowns)
    for by in wager.get("breakdowns", []):
        _parts(by, space, settled, at, ledger)
    return most


def asked_fields(wager: Mapping[str, Any], space: Space) -> set[str]:
    """The fields that a wager's conditions and breakdowns ask for; of conditions that can be read."""
    names = {by["by"] for by in wager.get("breakdowns", [])}
    for line in wager["lines"]:
        if "when" in line:
            try:
                names |= Event.parse(line["when"], space.fields).fields
            except InputError:
                continue  # which `redo` notes
    return names


def _settled(wager: Mapping[str, Any], space: Space, at: At, ledger: Ledger) -> Outcomes | None:
    """Which lines decide each row, first match in each group; None if a line cannot be read."""
    pays: list[Polynomial] = []
    events: list[Event | None] = []
    for number, line in enumerate(wager["lines"], 1):
        here = At(at.configuration, at.wager, number)
        try:
            events.append(Event.parse(line["when"], space.fields) if "when" in line else None)
        except InputError as error:
            ledger.wrong("lines", here, "when", line["when"], str(error))
            return None
        try:
            pays.append(polynomial.parse(line["pays"]))
        except ValueError as error:
            ledger.wrong("lines", here, "pays", line["pays"], str(error))
            return None
    asked = frozenset[str]().union(*(event.fields for event in events if event))
    places = [place for place, name in enumerate(space.fields) if name in asked]
    names = [name for name in space.fields if name in asked]
    compiled = [_compiled(event, names) for event in events]
    numbers = groupby(range(len(compiled)), lambda number: wager["lines"][number].get("group"))
    groups = [list(lines) for _, lines in numbers]
    known: dict[Row, tuple[int, ...] | None] = {}
    deciding = []
    for row, _ in space.rows:
        key = tuple(row[place] for place in places)
        if key not in known:
            known[key] = _decided(groups, compiled, key)
        found = known[key]
        if found is None:
            covered = ", ".join(f"{name} = {value}" for name, value in zip(names, key, strict=True))
            ledger.wrong("lines", at, "lines", "a line for every outcome", f"none for {covered}")
            return None
        deciding.append(found)
    return Outcomes(pays, deciding)


def _compiled(event: Event | None, names: Sequence[str]) -> Predicate:
    return event.compile(names) if event else lambda _: True


def _decided(groups: Sequence[list[int]], compiled: Sequence[Predicate], key: Row) -> tuple[int, ...] | None:
    found = []
    for lines in groups:
        number = next((number for number in lines if compiled[number](key)), None)
        if number is None:
            return None
        found.append(number)
    return tuple(found)


def _lines(wager: Mapping[str, Any], space: Space, settled: Outcomes, at: At, ledger: Ledger) -> list[int]:
    """Each line's combinations, which are returned, and what rests on them alone."""
    combinations = [0] * len(settled.pays)
    for lines, (_, count) in zip(settled.deciding, space.rows, strict=True):
        for number in lines:
            combinations[number] += count
    for number, line in enumerate(wager["lines"]):
        here = At(at.configuration, at.wager, number + 1)
        ledger.same("lines", here, "combinations", line["combinations"], str(combinations[number]))
        chance = Fraction(combinations[number], space.total)
        _figure(ledger, here, "probability", line["probability"], constant(chance))
        _figure(ledger, here, "return", line["return"], polynomial.total([(settled.pays[number], chance)]))
    return combinations


def _risk(
    wager: Mapping[str, Any],
    edge: Polynomial,
    combinations: Sequence[int],
    space: Space,
    at: At,
    ledger: Ledger,
) -> None:
    """What is finally wagered for one unit bet, from the lines; absent where that is the unit bet."""
    staked = Fraction(0)
    for number, line in enumerate(wager["lines"], 1):
        try:
            units = Fraction(line.get("staked", "1"))
        except (ValueError, ZeroDivisionError):
            ledger.wrong("lines", replace(at, line=number), "staked", line["staked"], "no exact number")
            return
        staked += units * Fraction(combinations[number - 1], space.total)
    stated = wager.get("average_staked")
    _figure(ledger, at, "average_staked", stated, None if staked == 1 else constant(staked))
    risk = polynomial.total([(edge, 1 / staked)]) if staked and staked != 1 else None
    _figure(ledger, at, "element_of_risk", wager.get("element_of_risk"), risk)


def _jackpot(
    wager: Mapping[str, Any],
    settled: Outcomes,
    edge: Polynomial,
    combinations: Sequence[int],
    space: Space,
    at: At,
    ledger: Ledger,
) -> Fraction:
    """What a meter makes of the edge, which is linear in it: edge = at nothing + slope x meter.

    Returns what the seed adds to the edge.
    """
    terms = wager["jackpot"]
    try:
        seed, contribution = Fraction(terms["seed"]), Fraction(terms["contribution"])
    except (ValueError, ZeroDivisionError):
        ledger.wrong(
            "figures", at, "jackpot", f"{terms['seed']}, {terms['contribution']}", "no exact numbers"
        )
        return Fraction(0)
    meter: polynomial.Monomial = ((terms["meter"], 1),)
    shares = [pay.get(meter, Fraction(0)) for pay in settled.pays]
    hits = sum(count for share, count in zip(shares, combinations, strict=True) if share)
    full = sum(count for share, count in zip(shares, combinations, strict=True) if share == 1)
    slope = edge.get(meter, Fraction(0))
    without = {monomial: value for monomial, value in edge.items() if monomial != meter}
    break_even = polynomial.total([(without, -1 / slope)]) if slope else None
    at_nothing = polynomial.number(break_even) if break_even is not None else None
    if at_nothing is not None and at_nothing < 0:
        break_even = None
    funded = contribution + seed * Fraction(full, space.total)
    long_run = terms["kind"] == "progressive" and slope != 0
    found = {
        "house_edge_at_seed": polynomial.total([(without, 1), (constant(slope * seed), 1)]),
        "break_even_meter": break_even,
        "hit_interval": constant(Fraction(space.total, hits)) if hits else None,
        "full_hit_interval": constant(Fraction(space.total, full)) if full else None,
        "average_meter": constant(funded / -slope) if long_run else None,
        "house_edge_long_run": polynomial.total([(without, 1), (constant(funded), -1)]) if long_run else None,
    }
    for key, figure in found.items():
        _figure(ledger, at, f"jackpot.{key}", terms[key], figure)
    return slope * seed


def _nets(settled: Iterable[tuple[tuple[int, ...], int]], pays: Sequence[Polynomial]) -> Nets:
    """The net win over all groups of the lines that decide, and how many outcomes have it."""
    joint: dict[tuple[int, ...], int] = {}
    for lines, count in settled:
        joint[lines] = joint.get(lines, 0) + count
    return [
        (polynomial.total((pays[number], 1) for number in lines), count)
        for lines, count in joint.items()
        if count
    ]


def _wins(nets: Nets) -> int:
    """Outcomes with a net win; an unknown pay is one."""
    return sum(count for net, count in nets if (value := polynomial.number(net)) is None or value > 0)


def _pushes(nets: Nets) -> int:
    return sum(count for net, count in nets if not net)


def _parts(by: Mapping[str, Any], space: Space, settled: Outcomes, at: At, ledger: Ledger) -> None:
    """A wager told apart by the values of one field."""
    field = space.fields.get(by["by"])
    if field is None:
        ledger.wrong("figures", at, "breakdowns.by", by["by"], "no such field")
        return
    place = list(space.fields).index(field.name)
    found: dict[Any, list[tuple[tuple[int, ...], int]]] = {}
    for (row, count), lines in zip(space.rows, settled.deciding, strict=True):
        found.setdefault(row[place], []).append((lines, count))
    order = sorted(found, key=str)
    if isinstance(field.type, Choice):
        names = reversed(field.type.names) if field.type.ordered else field.type.names
        order = [name for name in names if name in found]
    stated = [part["value"] for part in by["parts"]]
    if not ledger.same("figures", at, f"values of {field.name}", stated, order):
        return
    for part in by["parts"]:
        value = part["value"]
        nets = _nets(found[value], settled.pays)
        total = sum(count for _, count in found[value])
        loss = _negative(polynomial.total(nets))
        head = f"{field.name} {value}: "
        for name, number in (("combinations", total), ("wins", _wins(nets)), ("pushes", _pushes(nets))):
            ledger.same("figures", at, head + name, part[name], str(number))
        edge = polynomial.total([(loss, Fraction(1, total))])
        _figure(ledger, at, head + "house_edge", part["house_edge"], edge)
        share = polynomial.total([(loss, Fraction(1, space.total))])
        _figure(ledger, at, head + "share_of_house_edge", part["share_of_house_edge"], share)


def _figure(ledger: Ledger, at: At, name: str, stated: str | None, found: Polynomial | None) -> None:
    """Compare a figure with its text."""
    if stated is None or found is None:
        ledger.same("figures", at, name, stated, None if found is None else polynomial.text(found))
        return
    ledger.done["figures"] += 1
    try:
        agrees = polynomial.parse(stated) == found
    except ValueError as error:
        ledger.wrong("figures", at, name, f"{stated} ({error})", polynomial.text(found))
        return
    if not agrees:
        ledger.wrong("figures", at, name, stated, polynomial.text(found))


def _deviation(stated: str | None, variance: Fraction | None, at: At, ledger: Ledger) -> None:
    """Whether the digits are nearest to the variance's root: its square lies between those of both halves."""
    if stated is None or variance is None:
        ledger.same("figures", at, "standard_deviation", stated, None if variance is None else "a root")
        return
    ledger.done["figures"] += 1
    value = Fraction(stated)
    half = Fraction(1, 2 * 10 ** len(stated.partition(".")[2]))
    above, below = (value + half) ** 2 - variance, variance - max(value - half, Fraction(0)) ** 2
    even = stated[-1] in "02468"
    if not (above > 0 or (above == 0 and even)) or not (below > 0 or (below == 0 and (even or value < half))):
        root = f"the root of {variance}"
        ledger.wrong("figures", at, "standard_deviation", stated, root)


def _negative(figure: Polynomial) -> Polynomial:
    return {monomial: -value for monomial, value in figure.items()}
