"""Findings: what a reviewer of a sheet or a certificate should see. They never stop a run."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from everydeal import symbolic
from everydeal.exact import percent
from everydeal.games import Game
from everydeal.returns import WagerReturn
from everydeal.settlement import Settlement
from everydeal.sheet.model import Wager
from everydeal.sheet.source import FINDING_KINDS
from everydeal.symbolic import Figure

UNCOUNTED = frozenset({"hidden-line", "earlier-line-pays-less"})  # `of_paytable` finds all there are


@dataclass(frozen=True)
class Finding:
    """`kind` is a fixed word for programs, `text` the sentence for people.

    `line` is the number of the wager's line that cannot decide, counted from 1, if that is it.
    `accepted` is the sheet's reason for it, where the sheet accepts it. What is found of a house way has
    its id in `house_way`, and no wager.
    """

    kind: str
    wager: str
    text: str
    line: int | None = None
    accepted: str | None = None
    house_way: str | None = None

    @property
    def sentence(self) -> str:
        """The text, and the reason if the finding is accepted."""
        return self.text if self.accepted is None else f"{self.text} Accepted: {self.accepted}"


def open_findings(found: Iterable[Finding]) -> list[Finding]:
    """Those that no sheet accepts: what `--strict` counts."""
    return [finding for finding in found if finding.accepted is None]


def accepted(
    found: Iterable[Finding], wager: Wager, looked_for: Collection[str] = FINDING_KINDS
) -> list[Finding]:
    """A wager's findings with the reasons that its sheet accepts them for.

    To accept what was not found is a finding too, if its kind is among those that were `looked_for`.
    """
    reasons = dict(wager.accept)
    marked = [replace(finding, accepted=reasons.get(finding.kind)) for finding in found]
    for kind in reasons:
        if kind in looked_for and kind not in {finding.kind for finding in marked}:
            text = f"{wager.id}: accepts {kind}, but there is no such finding."
            marked.append(Finding("nothing-to-accept", wager.id, text))
    return marked


def of_rules(game: Game, accept: Iterable[tuple[str, str]], *, picked: bool) -> list[Finding]:
    """What is to be seen of the rules: of house ways, with the reasons that the sheet accepts it for.

    Where other house ways were `picked` than the sheet's, to accept what was not found is no finding.
    """
    reasons = dict(accept)
    found = [
        Finding(
            kind,
            "",
            f"House way {checked.way.id}: {sentence}",
            accepted=reasons.get(kind),
            house_way=checked.way.id,
        )
        for checked in game.checked_ways()
        for kind, sentence in checked.found
    ]
    for kind in reasons:
        if not picked and kind not in {finding.kind for finding in found}:
            text = f"The sheet accepts {kind}, but there is no such finding."
            found.append(Finding("nothing-to-accept", "", text))
    return found


def of_paytable(settlement: Settlement) -> list[Finding]:
    """What can be found without counting: lines that never decide, lines that pay less by order."""
    wager = settlement.wager
    lines = wager.lines
    hiders: list[set[int]] = [set() for _ in lines]  # by line: the earlier ones that take its outcomes
    decides: set[int] = set()
    better_paid: dict[int, set[int]] = {}  # by line: later ones that match too and pay more
    for groups in dict.fromkeys(settlement.matching.values()):
        for matching in groups:
            decides.add(matching[0])
            for later in matching[1:]:
                hiders[later].add(matching[0])
                if lines[later].event and _pays_less(settlement, matching[0], later):
                    better_paid.setdefault(matching[0], set()).add(later)
    found = []
    for number, line in enumerate(lines):
        if number in decides or line.event is None:
            continue
        if hiders[number]:
            names = " and ".join(f"line {hider + 1}" for hider in sorted(hiders[number]))
            text = f"{wager.id}: line {number + 1} ({line.title}) never decides: {names} before it takes all."
            found.append(Finding("hidden-line", wager.id, text, number + 1))
        else:
            text = f"{wager.id}: line {number + 1} ({line.title}) matches no outcome there is."
            found.append(Finding("line-never-fires", wager.id, text, number + 1))
    for earlier, paid in sorted(better_paid.items()):
        names = ", ".join(f"{at + 1} ({lines[at].title}, {lines[at].pay.words})" for at in sorted(paid))
        text = (
            f"{wager.id}: line {earlier + 1} ({lines[earlier].title}, {lines[earlier].pay.words}) decides, "
            f"but pays less than a later line that also matches: {names}."
        )
        found.append(Finding("earlier-line-pays-less", wager.id, text))
    return found


def of_returns(priced: Sequence[tuple[str, WagerReturn]], known: Iterable[Finding]) -> list[Finding]:
    """What the counts show of one wager in several configurations, given as (title, priced wager).

    `known` are the findings made without counting; a line that cannot decide is not found twice.
    """
    first = priced[0][1]
    found = []
    favoured = [f"{title}: {_edge(r)}" for title, r in priced if _favours_bettor(r)]
    if favoured:
        text = f"{first.id} FAVOURS THE BETTOR; house edge: {', '.join(favoured)}."
        found.append(Finding("favours-the-bettor", first.id, text))
    pushing = [title for title, r in priced if r.house_edge_resolved is None]
    if pushing:
        text = f"{first.id} always pushes: {', '.join(pushing)}."
        found.append(Finding("never-resolves", first.id, text))
    silent = {finding.line for finding in known}
    for number, line in enumerate(first.lines, 1):
        absent = [title for title, r in priced if r.lines[number - 1].combinations == 0]
        if line.when is not None and absent and number not in silent:
            text = f"{first.id}: line {number} ({line.title}) never decides: {', '.join(absent)}."
            found.append(Finding("line-never-fires", first.id, text, number))
    return found


def _pays_less(settlement: Settlement, earlier: int, later: int) -> bool:
    first, second = settlement.wager.lines[earlier].pay, settlement.wager.lines[later].pay
    return first.unknown is None and second.unknown is None and first.net < second.net


def _edge(result: WagerReturn) -> str:
    if symbolic.is_number(result.house_edge):
        return percent(result.house_edge)
    if result.jackpot:
        return f"{percent(_most(result))} while the meter is at its seed, and falling as it grows"
    return f"at most {percent(_most(result))}, whatever {' and '.join(result.unknowns)} is"


def _favours_bettor(result: WagerReturn) -> bool:
    """Whether the edge is negative, whatever unknown pays are, and a meter that is no lower than its seed."""
    return bool(_most(result) < 0)


def _most(result: WagerReturn) -> Figure:
    edge = result.jackpot.edge_at_seed if result.jackpot else result.house_edge
    return symbolic.at_most(edge, result.unknowns)
