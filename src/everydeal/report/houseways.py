"""House ways as documents: in words, as checked, and where two differ."""

from everydeal import cards
from everydeal.houseway.check import Checked, Difference, Some
from everydeal.houseway.model import HouseWay
from everydeal.report.document import Block, Bullets, Column, Document, Heading, Paragraph, Table


def described(way: HouseWay) -> Document:
    """Clause by clause, with the terms and how the text was read."""
    blocks: list[Block] = []
    if way.source:
        revision = f", {way.source.revision}" if way.source.revision else ""
        blocks.append(Paragraph(f"Source: {way.source.title}{revision}."))
    if way.extended:
        names = ", ".join(
            repr(clause.name)
            for clause, before in zip(way.clauses, way.extended.clauses, strict=True)
            if clause is not before
        )
        blocks.append(Paragraph(f"As {way.extended.id}, but for {names}."))
    blocks.append(
        Paragraph(
            "The first clause that holds decides; of its targets the first that a legal setting satisfies; "
            "of several settings the highest front, then the highest back."
        )
    )
    rows = []
    for number, clause in enumerate(way.clauses, 1):
        when = clause.event.text if clause.event else "all other hands"
        for at, choice in enumerate(clause.choices):
            head = [str(number), clause.name, when] if not at else ["", "", ""]
            rows.append([*head, ("" if not at else "else ") + choice.text])
    blocks.append(Table([Column(""), Column("Clause"), Column("When"), Column("Set")], rows))
    if way.terms:
        blocks.append(Heading("Terms"))
        blocks.append(Bullets([f"{name}: {event.text}" for name, event in way.terms.items()]))
    if way.interpretations:
        blocks.append(Heading("Interpretations"))
        blocks.append(Bullets([f"{r.id} [{r.kind}]: {r.text}" for r in way.interpretations]))
    return Document(f"{way.title} (house way {way.id}, version {way.version})", blocks)


def checked(found: Checked) -> Document:
    """Hands per clause and target, errors, findings."""
    way = found.way
    blocks: list[Block] = []
    if found.errors:
        blocks += [Heading("Errors"), Bullets(found.errors)]
    blocks += [Heading("Findings"), Bullets(found.findings or ["None."])]
    columns = [
        Column("Clause"), Column("Hands", True), Column("Dominated", True), Column("Equal fronts", True),
        Column("Example"),
    ]  # fmt: skip
    rows = [
        [clause.name, f"{c.hands.hands:,}", f"{c.dominated.hands:,}", f"{c.tied.hands:,}", _example(c.hands)]
        for clause, c in zip(way.clauses, found.clauses, strict=True)
    ]
    dominated = sum(c.dominated.hands for c in found.clauses)
    tied = sum(c.tied.hands for c in found.clauses)
    set_hands = sum(c.hands.hands for c in found.clauses)
    blocks += [
        Heading("Clauses"),
        Table(columns, rows, ["All", f"{set_hands:,}", f"{dominated:,}", f"{tied:,}", ""]),
        Paragraph(
            "Dominated: another legal setting is at least as good in both hands and better in one. Equal "
            "fronts: the target leaves several backs behind its highest front, and the highest back is used; "
            "a reading that lets any of them stand would set these hands otherwise."
        ),
    ]
    several = [
        [clause.name, str(number), choice.text, f"{count.choices.get(number - 1, 0):,}"]
        for clause, count in zip(way.clauses, found.clauses, strict=True)
        if len(clause.choices) > 1
        for number, choice in enumerate(clause.choices, 1)
    ]
    if several:
        blocks += [
            Heading("Targets"),
            Table([Column("Clause"), Column(""), Column("Target"), Column("Hands", True)], several),
        ]
    examples = [
        [clause.name, kind, _examples(some)]
        for clause, count in zip(way.clauses, found.clauses, strict=True)
        for kind, some in (("dominated", count.dominated), ("equal fronts", count.tied))
        if some.examples
    ]
    if examples:
        blocks += [Heading("Examples"), Table([Column("Clause"), Column(""), Column("Hands")], examples)]
    fouls = sum(c.foul.hands for c in found.clauses)
    unmet = sum(c.unmet.hands for c in found.clauses)
    blocks += [
        Heading("Checks"),
        Bullets(
            [
                f"{found.total:,} hands = C({53 if found.joker else 52}, 7), each counted once.",
                f"Hands not set: {found.uncovered.hands:,} that no clause covers, {unmet:,} whose targets "
                f"cannot be met, {fouls:,} with only a foul. All others are set legally.",
                f"House way digest: {way.digest}.",
            ]
        ),
    ]
    data = Table(
        [Column(name) for name in ("clause", "hands", "dominated", "equal_fronts", "unmet", "foul")],
        [
            [clause.name, *(str(some.hands) for some in (c.hands, c.dominated, c.tied, c.unmet, c.foul))]
            for clause, c in zip(way.clauses, found.clauses, strict=True)
        ],
    )
    return Document(f"{way.title} (house way {way.id}) on every hand", blocks, data)


def difference(found: Difference) -> Document:
    """How many hands two house ways set differently, by pair of clauses."""
    title = f"{found.one.id} and {found.other.id}"
    columns = [Column(found.one.id), Column(found.other.id), Column("Hands", True), Column("Examples")]
    rows = [[one, other, f"{some.hands:,}", _examples(some)] for one, other, some in found.pairs]
    blocks: list[Block] = [
        Paragraph(f"{found.differ:,} of {found.total:,} hands are set differently, in front or behind."),
    ]
    if rows:
        blocks.append(Table(columns, rows, ["All", "", f"{found.differ:,}", ""]))
    data = Table(
        [Column(name) for name in ("clause", "other_clause", "hands", "examples")],
        [[one, other, str(some.hands), _examples(some)] for one, other, some in found.pairs],
    )
    return Document(title, blocks, data)


def _example(some: Some) -> str:
    return cards.names(some.examples[0]) if some.examples else ""


def _examples(some: Some) -> str:
    return "; ".join(cards.names(hand) for hand in some.examples)
