"""What verifying a certificate found: a ledger of what holds and of what does not, and where."""

from dataclasses import dataclass, field
from typing import Any

from everydeal.errors import shown

CHECKS = (
    "signature",
    "form",
    "digests",
    "sheet",
    "rows",
    "lines",
    "figures",
    "tables",
    "findings",
    "recount",
    "against",
)
MAX_SHOWN = 400  # characters of a value in a message


@dataclass(frozen=True)
class Disagreement:
    """One thing that does not hold: `stated` in the certificate, `found` when it was redone."""

    check: str
    field: str
    stated: str
    found: str
    configuration: str | None = None
    wager: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = [self.configuration, self.wager, f"line {self.line}" if self.line else None, self.field]
        at = ", ".join(inert(part) for part in place if part)
        second = {"against": "the other", "recount": "counted again", "sheet": "the sheet's text"}
        head = f"{self.check}: {at}: the certificate says {self.stated}"
        return f"{head}; {second.get(self.check, 'redone')}: {self.found}"

    @property
    def data(self) -> dict[str, Any]:
        """As plain data, without places that it does not have."""
        return {key: value for key, value in vars(self).items() if value is not None}


@dataclass
class Ledger:
    """Keeps count of what was checked."""

    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHECKS, 0))
    disagreements: list[Disagreement] = field(default_factory=list)

    def same(self, check: str, at: "At", name: str, stated: Any, found: Any) -> bool:
        """Note that one thing was checked, and if it does not hold. JSON's types must be the very same."""
        self.done[check] += 1
        if stated == found and type(stated) is type(found):
            return True
        self.wrong(check, at, name, words(stated), words(found))
        return False

    def wrong(self, check: str, at: "At", name: str, stated: str, found: str) -> None:
        """Note what does not hold."""
        place = (at.configuration, at.wager, at.line)
        self.disagreements.append(Disagreement(check, name, inert(stated), inert(found), *place))

    def holds(self, check: str) -> bool:
        """Whether something of this kind was checked, and all of it holds."""
        return self.done[check] > 0 and all(each.check != check for each in self.disagreements)


@dataclass(frozen=True)
class At:
    """A place in a certificate."""

    configuration: str | None = None
    wager: str | None = None
    line: int | None = None


def words(value: Any) -> str:
    """A value of a certificate in words."""
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else str(value)


def inert(text: str) -> str:
    """A text as a terminal may show it: on one line, printable, not too long."""
    if text.isprintable() and len(text) <= MAX_SHOWN:
        return text
    return shown(text, MAX_SHOWN)
