"""How the figures were found: a few words for each family of games, closed forms and totals."""

from collections.abc import Iterator

from everydeal.certificate import Certificate
from everydeal.exact import grouped
from everydeal.report.document import Block, Bullets, Column, Heading, Paragraph, Table

_WORDS = {
    "baccarat": (
        "A round uses at most six cards. The first six cards of the shoe in order are the outcomes, all "
        "equally likely; each settles every wager.",
        "Pairs of two-card hands are enumerated as kinds of card and weighted by the copies that the shoe "
        "holds less those drawn before; hands of equal point values and pairs play alike and are added up.",
        "For each the drawing tables are followed with every value that a third card can have, weighted by "
        "the cards left of that value.",
        "A round that ends after four or five cards is counted once for every way to draw the cards that it "
        "leaves in the shoe, so that all counts are of six-card sequences.",
    ),
    "hand": (
        "Hands of equally many cards are the outcomes, all equally likely.",
        "Hands are counted by classes: cards matter only through their ranks, unless a flush is "
        "possible; a class of hands is its ranks, with the cards of the one suit that can make a flush, and "
        "the number of hands in it is a product of binomials.",
        "What each class makes is found by the same evaluation that ranks single hands.",
    ),
    "pai-gow": (
        "Seven cards to the dealer and seven of those left to the player are the outcomes, all equally "
        "likely.",
        "Both hands are taken by classes: ranks, with the cards of the one suit that can make a flush. Each "
        "class is set by the House Way, or has its list of legal settings.",
        "For pairs of classes the number of deals is a product of binomials over the ranks; it is multiplied "
        "out rank by rank for all pairs together, and flushes, where suits matter, are corrections to that. "
        "The proof is in docs/method-pai-gow.md.",
        "A player who answers the exposed hand wins if any legal setting wins, else pushes if any does: both "
        "are asked of every pair of classes.",
    ),
    "ricochet": (
        "Five cards of the dealer, two of the player and three that are or would be drawn are the outcomes, "
        "all equally likely.",
        "The dealer's hands fall into classes that play alike. For each, and each two cards of the player, "
        "all draws are counted by what they make and whether they stay.",
        "The player sees all seven cards: playing is worth the exact mean over all draws, and the player "
        "plays where that is more than folding. The decision is integer arithmetic and part of what is "
        "counted. The proof is in docs/method-ricochet.md.",
        "Bonus wagers and jackpots are counted on the cards that they look at.",
    ),
}


def method(certificate: Certificate) -> Iterator[Block]:
    """Words, closed forms with totals, and how a count becomes a figure."""
    yield Paragraph("Nothing is simulated: every deal is counted, as integers.")
    yield Bullets(_WORDS[certificate.sheet.game.name])
    yield Heading("What was counted", 2)
    rows: dict[tuple[str, ...], list[str]] = {}
    for found in certificate.configurations:
        for tally in found.tallies:
            key = (tally.space.title, tally.closed_form, grouped(tally.total), tally.method)
            rows.setdefault(key, []).append(found.id)
    everywhere = list(certificate)
    yield Table(
        [
            Column("Outcomes"),
            Column("Configurations"),
            Column("Closed form"),
            Column("Total", figures=True),
            Column("Method"),
        ],
        [
            [title, "all" if where == everywhere else ", ".join(where), form, total, how]
            for (title, form, total, how), where in rows.items()
        ],
    )
    units = dict.fromkeys(
        f"{tally.space.title}: {tally.space.unit}"
        for found in certificate.configurations
        for tally in found.tallies
    )
    yield Paragraph(f"Units of counting. {'; '.join(units)}.")
    policies = dict.fromkeys(
        f"{tally.space.title}: {tally.space.policy}"
        for found in certificate.configurations
        for tally in found.tallies
        if tally.space.policy
    )
    yield Bullets(list(policies))
    yield Heading("From counts to figures", 2)
    yield Bullets(
        [
            "Combinations of a line: the counts in which it is the first of its group that matches.",
            "Probability: combinations over the total. Return: probability times the net win.",
            "House edge per unit bet: the sum of returns with the sign changed. Per resolved bet: that over "
            "the chance of no push. Element of risk: that over the units finally wagered on average.",
            "Variance: the mean of the squared net win less the square of the mean, exactly; the "
            "standard deviation is its root, the one figure that is no fraction, rounded "
            "once.",
            "All of these are fractions of integers. Decimals are rounded once, last, from the fraction, "
            "half to even.",
        ]
    )
