"""A certificate as a document: what matters first, then tables, then what they rest on."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from everydeal import cards, symbolic
from everydeal._version import VERSION
from everydeal.certificate import Certificate, ConfigurationReturn
from everydeal.core import build_info
from everydeal.exact import decimal, fraction_text, grouped, percent
from everydeal.games import Strategy
from everydeal.jackpots import JackpotReturn
from everydeal.report.document import Block, Bullets, Column, Document, Heading, Paragraph, Table
from everydeal.returns import LineReturn, PartedBy, WagerReturn
from everydeal.sheet.model import Sheet
from everydeal.sheet.source import INTERPRETATION_KINDS
from everydeal.symbolic import Figure
from everydeal.tally import CountedTable

if TYPE_CHECKING:
    from everydeal.together import Joint

PLACES = 10
WIDE = 60
DEVIATION_PLACES = 4
METER_PLACES = 2
DATA_COLUMNS = (
    "configuration", "wager", "title", "row", "group", "event", "pays",
    "combinations", "total", "probability", "return", "house_edge",
)  # fmt: skip


def certified(certificate: Certificate) -> Document:
    """The certification report."""
    sheet = certificate.sheet
    return Document(
        f"{sheet.title} (sheet {sheet.id}, version {sheet.version}): exact house edges",
        [
            Bullets(certificate.headlines),
            Heading("Summary: house edge per unit bet"),
            *summary(certificate),
            *certification_tables(certificate),
            *_basis(certificate),
        ],
        _data(certificate),
    )


def certification_tables(certificate: Certificate) -> Iterator[Block]:
    """Each wager in each configuration, or once if it is the same in all; then tables without pays."""
    first, *others = certificate.configurations
    same = {
        wager.id for wager in first.wagers if others and all(wager == found[wager.id] for found in others)
    }
    for configuration in certificate.configurations:
        of_its_own = [wager for wager in configuration.wagers if wager.id not in same]
        if of_its_own:
            yield Heading(f"Certification tables: {configuration.title}")
        for wager in of_its_own:
            yield from _wager(wager, configuration.id)
        for strategy in configuration.strategies:
            yield from _strategy(strategy, configuration)
    if same:
        yield Heading("Certification tables: every configuration")
    for wager in first.wagers:
        if wager.id in same:
            yield from _wager(wager, "in every configuration")
    if certificate.joint:
        yield from _together(certificate.joint)
    yield from _tables(certificate)


def edge_text(edge: Figure) -> str:
    """A figure as a percentage; of an expression only what it depends on."""
    return percent(edge) if symbolic.is_number(edge) else _depends(edge)


def decimal_text(figure: Figure, places: int = PLACES) -> str:
    """A figure in decimals; of an expression only what it depends on."""
    return decimal(figure, places) if symbolic.is_number(figure) else _depends(figure)


def _depends(figure: Figure) -> str:
    return f"in {', '.join(symbolic.symbols(figure))}"


def summary(certificate: Certificate) -> Iterator[Block]:
    """The house edges, rounded and exact."""
    configurations = certificate.configurations
    if sum(len(found.id) for found in configurations) > WIDE:  # long names go down, wagers across
        yield Table(
            [Column("Configuration"), *(Column(wager.id, figures=True) for wager in certificate.wagers)],
            [
                [found.id, *(edge_text(found[wager.id].house_edge) for wager in certificate.wagers)]
                for found in configurations
            ],
        )
    else:
        yield Table(
            [Column("Wager"), Column("Id"), *(Column(found.id, figures=True) for found in configurations)],
            [
                [wager.title, wager.id, *(edge_text(found[wager.id].house_edge) for found in configurations)]
                for wager in certificate.wagers
            ],
        )
    yield Table(
        [Column("Id"), Column("Configuration"), Column("House edge, exact", figures=True)],
        [
            [wager.id, found.id, symbolic.text(found[wager.id].house_edge)]
            for wager in certificate.wagers
            for found in configurations
        ],
    )


def _wager(wager: WagerReturn, where: str) -> Iterator[Block]:
    yield Heading(f"{wager.title} ({wager.id}), {where}", 2)
    for group, lines in groupby(wager.lines, lambda line: line.group):
        if group:
            yield Paragraph(f"{group}:")
        yield _paytable(list(lines))
    yield Table([Column("Figure"), Column("", figures=True), Column("Exact", figures=True)], _figures(wager))
    if wager.jackpot:
        yield Paragraph(_jackpot_words(wager.jackpot))
        yield Table(
            [Column("Jackpot"), Column("", figures=True), Column("Exact", figures=True)],
            _jackpot(wager.jackpot),
        )
    for by in wager.breakdowns:
        yield _parted(by, wager)


def _jackpot_words(jackpot: JackpotReturn) -> str:
    terms = jackpot.terms
    seed = fraction_text(terms.seed)
    if terms.kind == "house":
        return f"House jackpot: the meter stands at {seed} units and does not grow."
    return (
        f"Progressive jackpot: the meter starts from {seed} units, {fraction_text(terms.contribution)} of "
        "each unit wagered is added to it, what is paid leaves it, and a full hit starts it from the seed "
        "again. In the long run all contributions go back to bettors."
    )


def _jackpot(jackpot: JackpotReturn) -> list[list[str]]:
    """Its figures; those that there are not are left out."""
    figures: tuple[tuple[str, Figure | None, int | None], ...] = (  # decimal places; None: a percentage
        ("House edge while the meter is at its seed", jackpot.edge_at_seed, None),
        ("Break-even meter, in units", jackpot.break_even, METER_PLACES),
        ("Bets for one share of the meter", jackpot.hit_interval, METER_PLACES),
        ("Bets for the whole meter", jackpot.full_hit_interval, METER_PLACES),
        ("Meter on average, in the long run", jackpot.average_meter, METER_PLACES),
        ("House edge in the long run", jackpot.long_run_edge, None),
    )
    return [
        [
            title,
            edge_text(figure) if places is None else decimal_text(figure, places),
            symbolic.text(figure),
        ]
        for title, figure, places in figures
        if figure is not None
    ]


def _parted(by: PartedBy, wager: WagerReturn) -> Table:
    """How often each value comes up, what the bettor gets then, and its share of the house edge."""
    figures = ("Combinations", "Dealt", "Wins", "Pushes", "Loses", "House edge", "Share of the edge")
    rows = []
    for part in by.parts:
        of_part = [symbolic.figure(n, part.combinations) for n in (part.wins, part.pushes, part.losses)]
        rows.append(
            [
                part.title,
                grouped(part.combinations),
                *(percent(chance) for chance in (symbolic.figure(part.combinations, part.total), *of_part)),
                edge_text(part.house_edge),
                edge_text(part.contribution),
            ]
        )
    losses = wager.total - wager.hits - wager.pushes
    whole = [symbolic.figure(n, wager.total) for n in (wager.hits, wager.pushes, losses)]
    edge = edge_text(wager.house_edge)
    total = ["Total", grouped(wager.total), percent(symbolic.figure(1)), *map(percent, whole), edge, edge]
    return Table([Column(by.title), *(Column(title, figures=True) for title in figures)], rows, total)


def _paytable(lines: list[LineReturn]) -> Table:
    """The lines of one group, and their sums."""
    return Table(
        [
            Column("Event"),
            Column("Pays"),
            Column("Combinations", figures=True),
            Column("Probability", figures=True),
            Column("Return", figures=True),
        ],
        [
            [
                line.title,
                line.words,
                grouped(line.combinations),
                decimal_text(line.probability),
                decimal_text(line.contribution),
            ]
            for line in lines
        ],
        [
            "Total",
            "",
            grouped(sum(line.combinations for line in lines)),
            decimal_text(symbolic.expanded(sum(line.probability for line in lines))),
            decimal_text(symbolic.expanded(sum(line.contribution for line in lines))),
        ],
    )


def _figures(wager: WagerReturn) -> list[list[str]]:
    rows = [["House edge, per unit bet", edge_text(wager.house_edge), symbolic.text(wager.house_edge)]]
    if wager.average_staked != 1:
        staked = wager.average_staked
        rows.append(["Units finally wagered, on average", decimal_text(staked), symbolic.text(staked)])
        risk = wager.element_of_risk
        if risk is not None:
            rows.append(["Element of risk, per unit wagered", edge_text(risk), symbolic.text(risk)])
    resolved = wager.house_edge_resolved
    if wager.pushes:
        exact = ("none", "every outcome pushes")
        if resolved is not None:
            exact = (edge_text(resolved), symbolic.text(resolved))
        rows.append(["House edge, per resolved bet", *exact])
    for title, figure in (
        ("Return to player", wager.return_to_player),
        ("Hit frequency", wager.hit_frequency),
        ("Push frequency", wager.push_frequency),
    ):
        rows.append([title, edge_text(figure), symbolic.text(figure)])
    deviation = wager.standard_deviation(DEVIATION_PLACES)
    if deviation is not None:
        rows.append(["Standard deviation", deviation, "root of the variance"])
        rows.append(
            ["Variance", decimal_text(wager.variance, DEVIATION_PLACES), symbolic.text(wager.variance)]
        )
    else:
        rows.append(["Variance", _depends(wager.variance), symbolic.text(wager.variance)])
    return rows


def _strategy(strategy: Strategy, configuration: ConfigurationReturn) -> Iterator[Block]:
    """Rules to decide by, and what they give up."""
    title = next(t.space.title for t in configuration.tallies if t.space.id == strategy.space)
    yield Heading(f"A strategy in a few lines: {title[0].lower()}{title[1:]}, {configuration.id}", 2)
    yield Bullets(strategy.lines)
    yield Paragraph(
        "The first line that applies decides. Compared with a player who always decides as well as can be, "
        f"one who follows it gives up {percent(strategy.gives_up, 6)} of the bet, exactly "
        f"{fraction_text(strategy.gives_up)}."
    )


def _together(joint: "Joint") -> Iterator[Block]:
    """What bonus wagers of one bettor do together, for each set that a layout can carry."""
    yield Heading("Bonus wagers together")
    yield Paragraph(
        "One bettor with a unit on each wager; a layout carries at most two jackpots, both of one kind. Of "
        f"{grouped(joint.sets[0].total)} ordered deals, {joint.sets[0].closed_form}: how often so many of "
        "the wagers win at once, and the largest net win of one round, meters at their seeds."
    )
    most = max(len(found.wagers) for found in joint.sets)
    yield Table(
        [Column("Wagers"), *(Column(f"{at} win", figures=True) for at in range(most + 1))],
        [[", ".join(found.wagers), *(grouped(number) for number in found.wins)] for found in joint.sets],
    )
    yield Table(
        [
            Column("Wagers"),
            Column("Two or more win", figures=True),
            Column("Exact", figures=True),
            Column("Largest net win", figures=True),
            Column("Deals", figures=True),
            Column("Such as: dealer, player"),
        ],
        [
            [
                ", ".join(found.wagers),
                percent(found.two_or_more),
                fraction_text(found.two_or_more),
                fraction_text(found.most),
                grouped(found.most_deals),
                f"{cards.names(found.example[:5])}, {cards.names(found.example[5:])}",
            ]
            for found in joint.sets
        ],
    )
    if joint.left_out:
        yield Paragraph("Left out: " + "; ".join(f"{name}, as {why}" for name, why in joint.left_out) + ".")


def _tables(certificate: Certificate) -> Iterator[Block]:
    """Tables without pays; one that has the same chances in every configuration is set once."""
    first = certificate.configurations[0]
    for at, table in enumerate(first.tables):
        same = all(_chances(found.tables[at]) == _chances(table) for found in certificate.configurations)
        yield Heading(table.title)
        for found in [first] if same else certificate.configurations:
            where = "in every configuration" if same else f"in {found.id}"
            yield Paragraph(f"{table.note} Exact chances, {where}:")
            yield chance_table(found.tables[at])


def _chances(table: CountedTable) -> list[tuple[tuple[str, ...], Figure]]:
    return [(key, symbolic.figure(count, table.total)) for key, count in table.rows]


def chance_table(table: CountedTable) -> Table:
    """A counted table with exact chances; two keys span rows and columns."""
    chances = {key: symbolic.text(chance) for key, chance in _chances(table)}
    if len(table.keys) != 2:
        columns = [*(Column(key) for key in table.keys), Column("Combinations", figures=True)]
        return Table(
            [*columns, Column("Probability", figures=True)],
            [[*key, grouped(count), chances[key]] for key, count in table.rows],
        )
    down = list(dict.fromkeys(key[0] for key in chances))
    across = list(dict.fromkeys(key[1] for key in chances))
    return Table(
        [Column(table.keys[0]), *(Column(f"{table.keys[1]} {name}", figures=True) for name in across)],
        [[row, *(chances.get((row, name), "") for name in across)] for row in down],
    )


def _basis(certificate: Certificate) -> Iterator[Block]:
    if certificate.sheet.readings:
        yield Heading("Interpretations")
        yield from interpretations(certificate.sheet)
    yield Heading("Findings")
    yield Bullets([finding.sentence for finding in certificate.findings] or ["None."])
    yield Heading("Assumptions")
    yield Bullets(assumptions(certificate))
    yield Heading("Checks")
    yield Bullets(certificate.checks)
    yield Heading("Identity")
    yield Table([Column("Of"), Column("Is")], identity(certificate))


def interpretations(sheet: Sheet) -> Iterator[Block]:
    """How the source was read."""
    kinds = {reading.kind for reading in sheet.readings}
    words = "; ".join(
        f"{kind}: {INTERPRETATION_KINDS[kind]}" for kind in INTERPRETATION_KINDS if kind in kinds
    )
    yield Paragraph(f"How the source was read. {words[0].upper()}{words[1:]}.")
    yield Bullets(
        [
            f"{reading.id} [{reading.kind}]{f' {reading.title}' if reading.title else ''}: {reading.text}"
            for reading in sheet.readings
        ]
    )


def assumptions(certificate: Certificate) -> list[str]:
    """What every figure takes for granted, and how decimals are rounded."""
    return [
        *certificate.assumptions,
        "Figures are exact; decimals are rounded once, from the exact fraction, half to even.",
    ]


def identity(certificate: Certificate) -> list[list[str]]:
    """What the figures rest on, in rows of a name and a value."""
    sheet = certificate.sheet
    info = build_info()
    source = sheet.source
    rows = [["Sheet", f"{sheet.id}, version {sheet.version}"], ["Sheet's SHA-256", sheet.sha256]]
    if source:
        revision = f", {source.revision}" if source.revision else ""
        rows.append(["Source", f"{source.title}{revision}"])
        rows.append(["Source's SHA-256", source.sha256 or "not given"])
    for way in sheet.game.house_ways:
        rows.append(["House way", f"{way.id}, version {way.version}"])
        rows.append(["House way's SHA-256", way.digest])
    return [
        *rows,
        ["Software", f"everydeal {VERSION}"],
        ["C sources' SHA-256", info.source_digest],
        ["Compiler", f"{info.compiler} {info.flags}"],
        ["Fingerprint of the figures", certificate.figures_digest],
    ]


def _data(certificate: Certificate) -> Table:
    rows = []
    for found in certificate.configurations:
        for wager in found.wagers:
            head = [found.id, wager.id, wager.title]
            total = str(wager.total)
            for number, line in enumerate(wager.lines, 1):
                figures = (line.probability, line.contribution)
                cells = [str(number), line.group or "", line.title, symbolic.text(line.pays)]
                rows.append(
                    [*head, *cells, str(line.combinations), total]
                    + [symbolic.text(figure) for figure in figures]
                    + [""]
                )
            edge = symbolic.text(wager.house_edge)
            whole = [total, total, "1", symbolic.text(symbolic.expanded(-wager.house_edge)), edge]
            rows.append([*head, "total", "", "", "", *whole])
    return Table([Column(name) for name in DATA_COLUMNS], rows)
