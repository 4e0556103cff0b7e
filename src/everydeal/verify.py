"""Verifying a certificate that somebody else made: everything in it is redone, nothing is believed.

What is not JSON of the published schema is no certificate, an InputError. All else is redone: the bytes'
form, digests, what the sheet's text states, the sums of the rows, every condition on every row, every
figure. `--recount` counts the rows again too, in `everydeal.recount`.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING, Any

from everydeal import polynomial
from everydeal.certificate_schema import Checker, known_keys
from everydeal.errors import InputError
from everydeal.events import Row
from everydeal.read_certificate import parsed
from everydeal.redone import Space, asked_fields, redo
from everydeal.rows import field_of, fits, order
from everydeal.verification import At, Ledger

if TYPE_CHECKING:
    from everydeal.identity import Enclosure
    from everydeal.sheet.model import Sheet, Wager
    from everydeal.tally import Breakdown

Data = Mapping[str, Any]
FIGURES = ("schema", "sheet", "configurations", "together")  # what the figures' digest covers
MAX_CONDITIONS = 256_000  # characters of all conditions in a configuration: a sheet cannot hold more


@dataclass
class Verification:
    """A certificate's data, and what holds of it. `unknown` are keys that this version does not know."""

    data: Data
    size: int
    unknown: list[str]
    ledger: Ledger = field(default_factory=Ledger)

    @property
    def confirmed(self) -> list[str]:
        """What holds, in sentences."""
        data, holds, done = self.data, self.ledger.holds, self.ledger.done
        found = data["configurations"]
        spaces = [space for each in found for space in each["spaces"]]
        rows = sum(len(space["rows"]) for space in spaces)
        wagers = [wager for each in found for wager in each["wagers"]]
        lines = sum(len(wager["lines"]) for wager in wagers)
        tables = sum(len(each["tables"]) for each in found)
        sentences = {
            "signature": "signature: of these bytes, by this key",
            "form": f"form: canonical JSON of {self.size:,} bytes, schema {data['schema']}",
            "digests": f"digests: {done['digests']}, of the certificate, the figures, the texts in it",
            "sheet": "sheet: its text states these configurations, wagers, lines, pays and interpretations",
            "rows": f"rows: {rows:,} rows of {len(spaces)} spaces close on their totals",
            "lines": f"lines: {lines:,} lines of {len(wagers)} tables have their combinations from the rows",
            "figures": f"figures: {done['figures']:,} redone from the rows",
            "tables": f"tables without pays: {tables + len(data.get('together', []))} close",
            "findings": "findings: each wager that favours the bettor or never resolves is named",
            "recount": "recount: everything was counted again from the text, with the same result",
            "against": "against: the other certificate has the same counts and figures",
        }
        return [sentence for check, sentence in sentences.items() if holds(check)]


def verify(content: bytes, name: str) -> Verification:
    """Verify a certificate's bytes; `name` is how messages name it. Raises InputError if it is none."""
    data, unknown = read(content, name)
    found = Verification(data, len(content), unknown)
    ledger = found.ledger
    _form(content, data, name, ledger)
    enclosure = _sheet(data, ledger)
    edges: dict[str, list[tuple[Fraction, bool]]] = {}
    wagers = [each["id"] for each in data["configurations"][0]["wagers"]]
    for configuration in data["configurations"]:
        found_there = [each["id"] for each in configuration["wagers"]]
        ledger.same("sheet", At(configuration["id"]), "wagers", found_there, wagers)
        _configuration(configuration, enclosure, edges, ledger)
    for together in data.get("together", []):
        _together(together, wagers, ledger)
    sets = [" and ".join(each["wagers"]) for each in data.get("together", [])]
    if sets:
        ledger.same("tables", At(), "together", sets, list(dict.fromkeys(sets)))
    _findings(data["findings"], edges, ledger)
    if enclosure:
        _accepted(data["findings"], enclosure.chosen, ledger)
    return found


def read(content: bytes, name: str) -> tuple[Data, list[str]]:
    """The data of a certificate, and the keys in it that are not known. Raises InputError if it is none."""
    data = parsed(content, name)
    checker = Checker()
    fault = checker.fault(data)
    if fault:
        raise InputError(f"{name}: not a certificate: {fault}")
    return data, checker.unknown


# ---- form and digests ----------------------------------------------------------------------------


def _form(content: bytes, data: Data, name: str, ledger: Ledger) -> None:
    import rfc8785

    try:
        canonical = rfc8785.dumps(dict(data))
    except (ValueError, RecursionError):  # half a character, or nested deep in a key that is not known
        raise InputError(f"{name}: not a certificate: text that is no Unicode, or nested too deep") from None
    if content != canonical:
        at = next(
            (at for at, (one, other) in enumerate(zip(content, canonical, strict=False)) if one != other),
            min(len(content), len(canonical)),
        )
        ledger.wrong("form", At(), f"byte {at + 1}", "other bytes", "canonical JSON (RFC 8785)")
    ledger.done["form"] += 1
    figures = {key: data[key] for key in FIGURES if key in data}
    covered = {key: value for key, value in data.items() if key != "certificate_digest"}
    for key, part in (("certificate_digest", covered), ("figures_digest", figures)):
        ledger.same("digests", At(), key, data[key], hashlib.sha256(rfc8785.dumps(part)).hexdigest())


# ---- the sheet in it ---------------------------------------------------------------------------------


def _sheet(data: Data, ledger: Ledger) -> "Enclosure | None":
    """Read the texts again and compare with what is stated; None if they cannot be read."""
    from everydeal.identity import digests, enclosed

    for place, stated, redone in digests(data["sheet"]):
        ledger.same("digests", At(), place, stated, redone)
    try:
        enclosure = enclosed(data["sheet"], data["selection"])
        stated_by_text = enclosure.data
        sheet = enclosure.chosen
        ids = [each.id for each in sheet.game.configurations(enclosure.selection)]
    except (InputError, TypeError) as error:
        ledger.wrong("sheet", At(), "sheet.text", "a sheet of these figures", str(error))
        return None
    for key in known_keys("sheet"):
        ledger.same("sheet", At(), f"sheet.{key}", data["sheet"].get(key), stated_by_text.get(key))
    ledger.same("sheet", At(), "configurations", [each["id"] for each in data["configurations"]], ids)
    readings = [{"id": r.id, "kind": r.kind, "title": r.title, "text": r.text} for r in sheet.readings]
    keys = ("id", "kind", "title", "text")
    told = [{key: each.get(key) for key in keys} for each in data["interpretations"]]
    ledger.same("sheet", At(), "interpretations", told, readings)
    return enclosure


def _wager_of_sheet(stated: Data, wager: "Wager", at: At, ledger: Ledger) -> None:
    """What the sheet says of a wager, line by line."""
    ledger.same("sheet", at, "title", stated["title"], wager.title)
    ledger.same("sheet", at, "space", stated["space"], wager.space)
    terms = stated.get("jackpot", {})
    found = wager.jackpot
    its = (found.kind, found.meter, str(found.seed), str(found.contribution)) if found else (None,) * 4
    for key, value in zip(("kind", "meter", "seed", "contribution"), its, strict=True):
        ledger.same("sheet", at, f"jackpot.{key}", terms.get(key), value)
    lines = [(group.title, line) for group in wager.groups for line in group.lines]
    if not ledger.same("sheet", at, "lines", len(stated["lines"]), len(lines)):
        return
    for number, (told, (group, line)) in enumerate(zip(stated["lines"], lines, strict=True), 1):
        here = replace(at, line=number)
        ledger.same("sheet", here, "event", told["event"], line.title)
        ledger.same("sheet", here, "when", told.get("when"), line.event.text if line.event else None)
        ledger.same("sheet", here, "group", told.get("group"), group)
        ledger.same("sheet", here, "paytable", told["paytable"], line.pay.words)
        ledger.same("sheet", here, "staked", told.get("staked", "1"), str(line.staked))
        net = polynomial.constant(line.pay.net)
        if line.pay.unknown:
            polynomial.add(net, ((line.pay.unknown, 1),), line.pay.share)
        ledger.done["sheet"] += 1
        if _read(told["pays"]) != net:
            ledger.wrong("sheet", here, "pays", told["pays"], polynomial.text(net))


def _breakdowns(stated: Data, breakdowns: Sequence["Breakdown"], at: At, ledger: Ledger) -> None:
    """By which fields the game tells a wager apart, and the titles of their values."""
    by = [each["by"] for each in stated.get("breakdowns", [])]
    if not ledger.same("sheet", at, "breakdowns", by, [part.field for part in breakdowns]):
        return
    for each, breakdown in zip(stated.get("breakdowns", []), breakdowns, strict=True):
        for part in each["parts"]:
            title, value = part["title"], str(part["value"])
            if value in breakdown.titles:
                ledger.same("sheet", at, f"{breakdown.field} {value}: title", title, breakdown.titles[value])
            else:  # the value in words; of a clause of a house way, its name
                ledger.same("sheet", at, f"{breakdown.field} {value}: title", _key(title), _key(value))


def _key(title: str) -> str:
    key = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    return key if key[:1].isalpha() else f"clause_{key}"


def _read(text: str) -> polynomial.Polynomial | None:
    try:
        return polynomial.parse(text)
    except ValueError:
        return None


# ---- rows and figures ------------------------------------------------------------------------------


def _configuration(
    data: Data,
    enclosure: "Enclosure | None",
    edges: dict[str, list[tuple[Fraction, bool]]],
    ledger: Ledger,
) -> None:
    at = At(data["id"])
    sheet = enclosure.chosen if enclosure else None
    spaces = {each["id"]: _space(each, at, sheet, ledger) for each in data["spaces"]}
    ids = [each["id"] for each in data["wagers"]]
    if sheet:
        listed = [wager.id for wager in sheet.wagers if wager.id in ids]
        ledger.same("sheet", at, "wagers", ids, listed)
    conditions = sum(len(line.get("when", "")) for each in data["wagers"] for line in each["lines"])
    if conditions > MAX_CONDITIONS:
        ledger.wrong("lines", at, "when", f"{conditions} characters", f"at most {MAX_CONDITIONS} in a sheet")
        return
    asked: dict[str, set[str]] = {each["id"]: set() for each in data["spaces"]}
    ledger.same("rows", at, "spaces", sorted(each["id"] for each in data["spaces"]), sorted(asked))
    for wager in data["wagers"]:
        here = replace(at, wager=wager["id"])
        if sheet and wager["id"] in {each.id for each in sheet.wagers}:
            _wager_of_sheet(wager, sheet.wager(wager["id"]), here, ledger)
            known = sheet.game.spaces.get(wager["space"])
            _breakdowns(wager, known.breakdowns if known else (), here, ledger)
        space = spaces.get(wager["space"])
        if space is None:
            if wager["space"] not in spaces:
                ledger.wrong("rows", here, "space", wager["space"], "no such space in the certificate")
            continue
        ledger.same("rows", here, "total", wager["total"], str(space.total))
        asked[space.id] |= asked_fields(wager, space)
        edge = redo(wager, space, here, ledger)
        if edge is not None:
            resolves = wager["house_edge_resolved"] is not None
            edges.setdefault(wager["id"], []).append((edge, resolves))
    for space in spaces.values():
        if space:
            ledger.same("rows", at, f"{space.id}: fields", list(space.fields), sorted(asked[space.id]))
    for strategy in data.get("strategies", []):
        if strategy["space"] not in spaces:
            ledger.wrong(
                "rows", at, "strategies.space", strategy["space"], "no such space in the certificate"
            )
    names = [each["id"] for each in data["tables"]]
    if names:
        ledger.same("tables", at, "tables", names, list(dict.fromkeys(names)))
    for table in data["tables"]:
        _table(table, at, ledger)


def _space(data: Data, at: At, sheet: "Sheet | None", ledger: Ledger) -> Space | None:
    """The rows of a space, checked; None if they cannot be read."""
    name = data["id"]
    fields = {each["name"]: field_of(each) for each in data["fields"]}
    stated = [each["name"] for each in data["fields"]]
    if not ledger.same("rows", at, f"{name}: fields", stated, list(fields)):
        return None
    known = sheet.game.spaces.get(name) if sheet else None
    for each in fields.values():
        if known and each.name in known.fields:
            of_game = known.fields[each.name]
            ledger.same("rows", at, f"{name}: {each.name}", _typed(each), _typed(of_game))
        if len(set(getattr(each.type, "names", ()))) < len(getattr(each.type, "names", ())):
            ledger.wrong("rows", at, f"{name}: {each.name}", "its values", "a value stands there twice")
            return None
    rows: list[tuple[Row, int]] = []
    last: tuple[int, ...] | None = None
    typed = list(fields.values())
    for number, (values, count) in enumerate(data["rows"], 1):
        row: Row = tuple(values)
        here = f"{name}: row {number}"
        if len(row) != len(typed) or not all(map(fits, typed, row)):
            ledger.wrong("rows", at, here, str(values), f"values of {', '.join(fields)}")
            return None
        place = order(typed, row)
        if last is not None and place <= last:
            ledger.wrong("rows", at, here, str(values), "rows in order, each once")
            return None
        last = place
        if count == "0":
            ledger.wrong("rows", at, here, "0", "no row without outcomes")
        rows.append((row, int(count)))
    total = sum(count for _, count in rows)
    ledger.same("rows", at, f"{name}: total", data["total"], str(total))
    ledger.same("rows", at, f"{name}: closed_form", data["closed_form"], _closed(data["closed_form"], total))
    return Space(name, fields, rows, total) if total else None


def _typed(of: Any) -> str:
    return f"{of.type}{', may be absent' if of.optional else ''}"


def _closed(text: str, total: int) -> str:
    """The closed form itself if it comes to `total`; else what it comes to.

    >>> _closed("C(53, 7) x 2", 308286160), _closed("5 x 4", 21)
    ('C(53, 7) x 2', '20, not 21')
    """
    value = 0
    for term in text.split(" + "):
        factors = []
        for factor in term.split(" x "):
            match = re.fullmatch(r"C\(([0-9]{1,3}), ([0-9]{1,2})\)|([0-9]{1,20})", factor, re.ASCII)
            if not match:
                return "a sum of products of numbers and C(n, k)"
            factors.append(int(match[3]) if match[3] else comb(int(match[1]), int(match[2])))
        value += prod(factors)
    return text if value == total else f"{value}, not {total}"


def _table(data: Data, at: At, ledger: Ledger) -> None:
    """A table without pays: the rows of each value of the first of two keys close, or else all rows."""
    keys: Sequence[str] = data["keys"]
    total = int(data["total"])
    sums: dict[tuple[str, ...], int] = {}
    seen: set[tuple[str, ...]] = set()
    for number, row in enumerate(data["rows"], 1):
        here = f"{data['id']}: row {number}"
        if set(row) - {"combinations", "probability"} != set(keys):
            ledger.wrong("tables", at, here, ", ".join(row), f"the keys {', '.join(keys)}")
            return
        key = tuple(row[name] for name in keys)
        if key in seen:
            ledger.wrong("tables", at, here, ", ".join(key), "each row once")
        seen.add(key)
        count = int(row["combinations"])
        sums[key[:-1]] = sums.get(key[:-1], 0) + count
        chance = str(Fraction(count, total)) if total else "nothing"
        ledger.same("tables", at, f"{here}, probability", row["probability"], chance)
    for key, counted in sums.items():
        ledger.same("tables", at, f"{data['id']}: total {' '.join(key)}".strip(), data["total"], str(counted))


def _together(data: Data, known: Sequence[str], ledger: Ledger) -> None:
    """Wagers counted together, all of them certified: how many deals have none, one, two ... of them win."""
    at, total = At(wager=" and ".join(data["wagers"])), int(data["total"])
    wins = [int(number) for number in data["deals_by_wins"]]
    ledger.same("tables", at, "deals_by_wins", data["total"], str(sum(wins)))
    ledger.same("tables", at, "closed_form", data["closed_form"], _closed(data["closed_form"], total))
    its = [wager for wager in known if wager in data["wagers"]]
    ledger.same("tables", at, "wagers", data["wagers"], its)
    chance = str(Fraction(sum(wins[2:]), total)) if total else "nothing"
    ledger.same("tables", at, "two_or_more_win", data["two_or_more_win"], chance)


def _findings(
    findings: Sequence[Data],
    edges: Mapping[str, Sequence[tuple[Fraction, bool]]],
    ledger: Ledger,
) -> None:
    """What the figures show must be found, and nothing that they do not show."""
    favoured, pushing = set(), set()
    for wager, found in edges.items():
        for edge, resolves in found:
            if edge < 0:
                favoured.add(wager)
            if not resolves:
                pushing.add(wager)
    for kind, wagers in (("favours-the-bettor", favoured), ("never-resolves", pushing)):
        stated = sorted(str(each.get("wager")) for each in findings if each["kind"] == kind)
        ledger.same("findings", At(), kind, stated, sorted(wagers))


def _accepted(findings: Sequence[Data], sheet: "Sheet", ledger: Ledger) -> None:
    """A finding is accepted just where the sheet says so, for the reason that it gives."""
    reasons = {wager.id: dict(wager.accept) for wager in sheet.wagers}
    of_house_ways = dict(sheet.accept)
    for each in findings:
        wager = each.get("wager")
        reason = (of_house_ways if wager is None else reasons.get(wager, {})).get(each["kind"])
        ledger.same("findings", At(wager=wager), "accepted", each.get("accepted"), reason)
