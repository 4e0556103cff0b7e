"""Counting a certificate again from the texts in it, and comparing two certificates figure by figure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from everydeal import polynomial
from everydeal.errors import InputError
from everydeal.verification import At, Ledger, words
from everydeal.verify import Data, Verification

COUNTED = ("configurations", "together")
# In words; the same of one version.
SAID = ("assumptions", "checks", "findings", "headlines", "interpretations")
_NAMED = ("configurations", "spaces", "wagers", "tables")  # lists whose items have ids


def recount(found: Verification) -> None:
    """Count and price everything again from the sheet in the certificate; note what differs.

    Nothing is counted of a sheet that is not what is stated, which `verify` has noted.
    """
    from everydeal.certificate import certify_sheet
    from everydeal.identity import enclosed

    if not found.ledger.holds("sheet"):
        found.ledger.wrong("recount", At(), "sheet", "these wagers", "nothing, as the sheet's text disagrees")
        return
    enclosure = enclosed(found.data["sheet"], found.data["selection"])
    wagers = [wager["id"] for wager in found.data["configurations"][0]["wagers"]]
    try:
        certificate = certify_sheet(enclosure.sheet, enclosure.selection, wagers)
        if "together" in found.data:
            certificate = certificate.with_joint(wagers)
        again = certificate.to_dict()
    except InputError as error:
        found.ledger.wrong("recount", At(), "sheet", "these wagers", str(error))
        return
    if found.data["software"]["version"] == again["software"]["version"]:
        compare(found.data, again, "recount", found.ledger, [*COUNTED, *SAID])
    else:  # which may say more, or say it otherwise
        compare(found.data, _stated(again, found.data), "recount", found.ledger, COUNTED)


def against(found: Verification, other: Data) -> None:
    """Note where another certificate has other configurations, rows or figures."""
    compare(found.data, other, "against", found.ledger, COUNTED)


def notes(one: Data, other: Data) -> list[str]:
    """What two certificates rest on, where it is not the same; no figure differs by that."""
    pairs: list[tuple[str, Any, Any]] = [
        ("the sheet's text", one["sheet"]["sha256"], other["sheet"]["sha256"])
    ]
    mine, its = ([way["digest"] for way in data["sheet"].get("house_ways", [])] for data in (one, other))
    pairs.append(("the house ways", mine, its))
    pairs += [
        (f"software, {key}", one["software"][key], other["software"][key])
        for key in ("version", "c_source_digest", "compiler", "flags")
    ]
    return [f"not the same: {name}" for name, mine, its in pairs if mine != its]


def compare(one: Data, other: Data, check: str, ledger: Ledger, keys: Sequence[str]) -> None:
    """Compare what both have under some keys, leaf by leaf."""
    first, second = ({key: data[key] for key in keys if key in data} for data in (one, other))
    for at, name, mine, its in _differences(first, second, At(), ""):
        ledger.wrong(check, at, name, words(mine), words(its))
    ledger.done[check] += 1


def _stated(again: Any, stated: Any) -> Any:
    """What was counted again without the keys that an older certificate cannot have."""
    if isinstance(again, dict) and isinstance(stated, dict):
        return {key: _stated(again[key], stated[key]) for key in again if key in stated}
    if isinstance(again, list) and isinstance(stated, list) and len(again) == len(stated):
        return [_stated(mine, its) for mine, its in zip(again, stated, strict=True)]
    return again


_Difference = tuple[At, str, Any, Any]


def _differences(one: Any, other: Any, at: At, name: str) -> Iterator[_Difference]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted(one.keys() | other.keys()):
            inner = f"{name}.{key}" if name else key
            if key not in one or key not in other:
                yield at, inner, one.get(key), other.get(key)
            elif key in _NAMED and _have_ids(one[key]) and _have_ids(other[key]):
                yield from _of_ids(key, one[key], other[key], at)
            elif key == "lines":
                yield from _of_list(one[key], other[key], at, "lines")
            elif key == "rows" and _are_counts(one[key]) and _are_counts(other[key]):
                yield from _of_rows(one[key], other[key], at, inner)
            else:
                yield from _differences(one[key], other[key], at, inner)
    elif isinstance(one, list) and isinstance(other, list):
        yield from _of_list(one, other, at, name)
    elif not _equal(one, other):
        yield at, name, one, other


def _of_ids(key: str, one: Sequence[Data], other: Sequence[Data], at: At) -> Iterator[_Difference]:
    mine, its = ({each["id"]: each for each in items} for items in (one, other))
    for found in dict.fromkeys([*mine, *its]):
        here, name = at, f"{key[:-1]} {found}"
        if key == "configurations":
            here, name = At(found), ""
        elif key == "wagers":
            here, name = At(at.configuration, found), ""
        if found not in mine or found not in its:
            first, second = (found if found in items else None for items in (mine, its))
            yield here, key[:-1], first, second
        else:
            yield from _differences(mine[found], its[found], here, name)


def _of_list(one: Sequence[Any], other: Sequence[Any], at: At, name: str) -> Iterator[_Difference]:
    if len(one) != len(other):
        yield at, f"{name}: how many", len(one), len(other)
    for number, (mine, its) in enumerate(zip(one, other, strict=False), 1):
        if name == "lines":
            yield from _differences(mine, its, At(at.configuration, at.wager, number), "")
        else:
            yield from _differences(mine, its, at, f"{name}[{number}]")


def _of_rows(one: Sequence[Any], other: Sequence[Any], at: At, name: str) -> Iterator[_Difference]:
    """The counts of a space by their rows, so that one row too many is one difference."""
    mine, its = ({repr(values): (values, count) for values, count in rows} for rows in (one, other))
    for key in dict.fromkeys([*mine, *its]):
        values = (mine.get(key) or its[key])[0]
        first, second = (rows[key][1] if key in rows else "0" for rows in (mine, its))
        if first != second:
            yield at, f"{name} {values}", first, second


def _have_ids(items: Any) -> bool:
    return isinstance(items, list) and all(isinstance(item, Mapping) and "id" in item for item in items)


def _are_counts(rows: Any) -> bool:
    return isinstance(rows, list) and all(isinstance(row, list) for row in rows)


def _equal(one: Any, other: Any) -> bool:
    """Whether two values are the same; of figures, whether they are equal however they are written."""
    if type(one) is not type(other):
        return False
    if one == other or not isinstance(one, str):
        return bool(one == other)
    try:
        return polynomial.parse(one) == polynomial.parse(other)
    except ValueError:
        return False
