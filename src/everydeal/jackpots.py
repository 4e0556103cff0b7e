"""What a jackpot's meter makes of a wager: the exact edge is linear in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from everydeal import symbolic
from everydeal.sheet.jackpot import Jackpot
from everydeal.sheet.model import Line
from everydeal.symbolic import Figure


@dataclass(frozen=True)
class JackpotReturn:
    """A wager that pays shares of a meter, in units of the bet.

    `hits` of `total` outcomes pay a share, `full_hits` all of it. `edge_at_seed` is the house edge while the
    meter stands at its seed, `break_even` the meter at which it is nothing, None if none is: without a
    share, or where the wager favours the bettor whatever the meter.
    """

    terms: Jackpot
    total: int
    hits: int
    full_hits: int
    edge_at_seed: Figure
    break_even: Figure | None
    shares: Fraction
    edge_without_meter: Figure

    @property
    def hit_interval(self) -> Figure | None:
        """One share of the meter in how many bets, on average; None if no outcome pays one."""
        return symbolic.figure(self.total, self.hits) if self.hits else None

    @property
    def full_hit_interval(self) -> Figure | None:
        """The whole meter once in how many bets, on average."""
        return symbolic.figure(self.total, self.full_hits) if self.full_hits else None

    @property
    def _funded(self) -> Figure:
        """What a bet puts into the meter on average: the contribution, and the seed of each full hit."""
        seed = self.terms.seed * Fraction(self.full_hits, self.total) + self.terms.contribution
        return symbolic.figure(seed.numerator, seed.denominator)

    @property
    def average_meter(self) -> Figure | None:
        """Of a progressive: where the meter stands on average over all bets, in the long run.

        What is paid leaves the meter and a full hit starts it from the seed, so as much is paid on average as
        is put in: the sum of shares times chances times this is the contribution and the seeds.
        """
        if self.terms.kind != "progressive" or not self.shares:
            return None
        return symbolic.expanded(
            self._funded / symbolic.figure(self.shares.numerator, self.shares.denominator)
        )

    @property
    def long_run_edge(self) -> Figure | None:
        """Of a progressive: the house edge in the long run, all contributions going back to bettors."""
        if self.terms.kind != "progressive" or not self.shares:
            return None
        return symbolic.expanded(self.edge_without_meter - self._funded)


def priced(
    terms: Jackpot, lines: Sequence[tuple[Line, int]], house_edge: Figure, total: int
) -> JackpotReturn:
    """A jackpot from its wager's lines, each with its combinations, and the wager's edge in the meter."""
    sharing = [(line.pay.share, count) for line, count in lines if line.pay.unknown == terms.meter]
    seed = symbolic.figure(terms.seed.numerator, terms.seed.denominator)
    root = symbolic.root_of_linear(house_edge, terms.meter)
    reached = root is not None and (not symbolic.is_number(root) or root >= 0)
    return JackpotReturn(
        terms=terms,
        total=total,
        hits=sum(count for _, count in sharing),
        full_hits=sum(count for share, count in sharing if share == 1),
        edge_at_seed=symbolic.at(house_edge, terms.meter, seed),
        break_even=root if reached else None,
        shares=sum((share * count for share, count in sharing), Fraction(0)) / total,
        edge_without_meter=symbolic.at(house_edge, terms.meter, symbolic.figure(0)),
    )
