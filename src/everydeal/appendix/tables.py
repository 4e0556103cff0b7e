"""Certification tables, a summary across configurations, and bands of the hold after many rounds."""

from collections.abc import Iterator
from fractions import Fraction

from everydeal import symbolic
from everydeal.appendix import deeper
from everydeal.certificate import Certificate, ConfigurationReturn
from everydeal.exact import fraction_text, grouped, percent, square_root
from everydeal.report.certified import DEVIATION_PLACES, certification_tables
from everydeal.report.document import Block, Column, Heading, Paragraph, Table
from everydeal.returns import WagerReturn
from everydeal.symbolic import Figure

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
Z = Fraction(49, 25)  # standard deviations to each side: 95% of a normal distribution lie between
LEVEL = "95%"
_DIGITS = 16  # decimals of a band's half width before it is rounded
_PLACES = 2
_OPEN = "open"  # in an unknown pay, or a meter: the wager's own table has the expression


def tables(certificate: Certificate) -> Iterator[Block]:
    """The summary across configurations, the tables, the bands."""
    yield Heading("By configuration", 2)
    for configuration in certificate.configurations:
        yield Paragraph(f"{configuration.id}, {configuration.title}:")
        yield _across(configuration)
    if any(wager.unknowns for wager in certificate.wagers):
        yield Paragraph(
            "Open: an expression in an unknown pay or a meter, which the wager's own table gives."
        )
    yield from deeper(certification_tables(certificate))
    yield from _bands(certificate)


def _across(configuration: ConfigurationReturn) -> Table:
    staked = any(wager.average_staked != 1 for wager in configuration.wagers)
    titles = ["House edge", "Per resolved bet", *(["Element of risk"] * staked)]
    titles += ["Hit frequency", "Push frequency", "Standard deviation"]
    rows = []
    for wager in configuration.wagers:
        resolved, risk = wager.house_edge_resolved, wager.element_of_risk
        rows.append(
            [
                wager.title,
                _said(wager.house_edge),
                _said(resolved),
                *([_said(risk)] * staked),
                _said(wager.hit_frequency),
                _said(wager.push_frequency),
                wager.standard_deviation(DEVIATION_PLACES) or _OPEN,
            ]
        )
    return Table([Column("Wager"), *(Column(title, figures=True) for title in titles)], rows)


def _said(figure: Figure | None) -> str:
    if figure is None:
        return "none"
    return percent(figure) if symbolic.is_number(figure) else _OPEN


def _bands(certificate: Certificate) -> Iterator[Block]:
    yield Heading("Hold after many rounds: APPROXIMATION", 2)
    yield Paragraph(
        f"APPROXIMATION: after N rounds of one unit the house's hold, per unit bet, lies with a chance of "
        f"about {LEVEL} between the exact house edge less and plus {fraction_text(Z)} times the exact "
        "standard deviation over the root of N, as the sum of many rounds is nearly normal. Where a few "
        "large pays matter it is not until N is many times the reciprocal of their chance: read such a band "
        "with care."
    )
    first, *others = certificate.configurations
    same = others and all(found.wagers == first.wagers for found in others)
    for configuration in [first] if same else certificate.configurations:
        where = "In every configuration" if same else f"In {configuration.id}"
        rows = [[wager.title, *cells] for wager in configuration.wagers if (cells := _band(wager))]
        if rows:
            yield Paragraph(f"{where}:")
            yield Table([Column("Wager"), *(Column(f"N = {grouped(n)}", figures=True) for n in ROUNDS)], rows)
    left_out = [wager.id for wager in first.wagers if not _band(wager)]
    if left_out:
        yield Paragraph(f"None while a pay is unknown or moves with a meter: {', '.join(left_out)}.")


def _band(wager: WagerReturn) -> list[str]:
    """From where to where, by number of rounds; nothing while a figure is open."""
    if not symbolic.is_number(wager.variance):
        return []
    found = []
    edge, variance = (
        Fraction(int(value.numerator), int(value.denominator)) for value in (wager.house_edge, wager.variance)
    )
    for rounds in ROUNDS:
        half = Fraction(square_root(Z**2 * variance / rounds, _DIGITS))
        found.append(f"{percent(edge - half, _PLACES)} to {percent(edge + half, _PLACES)}")
    return found
