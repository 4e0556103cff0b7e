"""The summary in plain words: what each wager keeps, and what a reader must know of the figures."""

from collections.abc import Iterator

from everydeal import symbolic
from everydeal.certificate import Certificate
from everydeal.exact import decimal, percent
from everydeal.report import certified
from everydeal.report.document import Block, Bullets, Heading
from everydeal.returns import WagerReturn
from everydeal.symbolic import Figure

SEVERAL = 4  # configurations whose edges are said one by one
_PLACES = 4


def summary(certificate: Certificate) -> Iterator[Block]:
    """Plain words, then the table of edges."""
    yield Heading("In plain words", 2)
    yield Bullets([_wager(certificate, wager) for wager in certificate.wagers])
    yield Heading("Whether a wager favours the bettor", 2)
    favour = [finding.text for finding in certificate.findings if finding.kind == "favours-the-bettor"]
    yield Bullets(favour or ["No wager favours the bettor in any configuration that was counted."])
    yield Heading("What the figures rest on", 2)
    yield Bullets(list(_basis(certificate)))
    yield Heading("House edge per unit bet", 2)
    yield from certified.summary(certificate)


def _wager(certificate: Certificate, wager: WagerReturn) -> str:
    name = f"{wager.title} ({wager.id})"
    edges = [(found.id, found[wager.id]) for found in certificate.configurations]
    values = {symbolic.text(priced.house_edge): priced.house_edge for _, priced in edges}
    if not all(map(symbolic.is_number, values.values())):
        return f"{name}: {_open(wager)}"
    bet = "bet"
    if any(priced.average_staked != 1 for _, priced in edges):
        bet = "bet at first (the element of risk is per unit finally wagered)"
    if len(values) == 1:
        where = "" if len(edges) == 1 else ", in every configuration"
        return f"{name}: of every 100 units {bet} {_kept(wager.house_edge)} on average{where}."
    if len(edges) <= SEVERAL:
        parts: list[str] = []
        said = ""
        for where, priced in edges:
            verb, units = _kept(priced.house_edge).rsplit(" ", 1)
            parts.append(f"{units} in {where}" if verb == said else f"{verb} {units} in {where}")
            said = verb
        return f"{name}: of every 100 units {bet}, on average {', '.join(parts)}."
    low = min(edges, key=lambda found: found[1].house_edge)
    high = max(edges, key=lambda found: found[1].house_edge)
    return (
        f"{name}: of every 100 units {bet}, on average from {_kept(low[1].house_edge)} in {low[0]} to "
        f"{_kept(high[1].house_edge)} in {high[0]}."
    )


def _kept(edge: Figure) -> str:
    hundred = decimal(abs(edge) * 100, _PLACES)
    return f"the house loses {hundred}" if edge < 0 else f"the house keeps {hundred}"


def _open(wager: WagerReturn) -> str:
    if wager.jackpot and symbolic.is_number(wager.jackpot.edge_at_seed):
        jackpot = wager.jackpot
        words = f"the edge falls as the meter grows; it is {percent(jackpot.edge_at_seed)} at the seed"
        if jackpot.break_even is not None and symbolic.is_number(jackpot.break_even):
            words += f", and nothing at a meter of {decimal(jackpot.break_even, 2)} units"
        if jackpot.long_run_edge is not None and symbolic.is_number(jackpot.long_run_edge):
            words += f"; in the long run it is {percent(jackpot.long_run_edge)}"
        return f"{words}."
    return f"the edge depends on {' and '.join(wager.unknowns)}, and is given as an expression."


def _basis(certificate: Certificate) -> Iterator[str]:
    methods = {tally.method for found in certificate.configurations for tally in found.tallies}
    if methods == {"exact"}:
        yield "Estimated: nothing. Every figure is from a count of all deals or a closed form."
    else:
        yield f"Methods: {', '.join(sorted(methods))}."
    yield "Approximations: only the bands of the hold after many rounds, labelled so."
    readings = certificate.sheet.readings
    for kind, words in (
        ("reconstructed", "Reconstructed where the source lost it"),
        ("lost", "Lost in the source and not filled in"),
        ("example", "Examples, not in the source"),
    ):
        names = [reading.title or reading.id for reading in readings if reading.kind == kind]
        yield f"{words}: {', '.join(names) or 'nothing'}."
    ids = [reading.id for reading in readings if reading.kind == "ruling"]
    yield f"Rulings where the source leaves room: {', '.join(ids) or 'none'}."
    yield (
        "Certified: " + "; ".join(f"{found.id} ({found.title})" for found in certificate.configurations) + "."
    )
    said = {finding.text for finding in certificate.findings}
    for line in certificate.headlines:
        known = ("Reconstructed where", "Lost in", "Examples, not")
        if line not in said and not line.startswith(known):
            yield line
