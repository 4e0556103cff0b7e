"""Certificates for tests: made once, changed, and given new digests."""

import copy
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import rfc8785

import everydeal
from everydeal.errors import InputError
from everydeal.verification import Disagreement
from everydeal.verify import FIGURES, verify

Path_ = tuple[str | int, ...]


@cache
def made(name: str, *wagers: str, decks: int | None = None) -> bytes:
    """The certificate of a bundled sheet."""
    return everydeal.certify(name, wagers=wagers, decks=() if decks is None else decks).to_json()


def small() -> bytes:
    """Baccarat with 8 decks and three wagers: lines that push, a table without pays."""
    return made("ez-baccarat", "dragon-7", "banker-line-barred", "tie", decks=8)


def data_of(content: bytes) -> Any:
    """A certificate's data, for a test to change."""
    return copy.deepcopy(json.loads(content))


def digested(data: Any) -> bytes:
    """The canonical bytes of changed data, with all digests redone as a forger would."""
    data["sheet"]["sha256"] = hashlib.sha256(data["sheet"]["text"].encode()).hexdigest()
    figures = {key: data[key] for key in FIGURES if key in data}
    data["figures_digest"] = hashlib.sha256(rfc8785.dumps(figures)).hexdigest()
    covered = {key: value for key, value in data.items() if key != "certificate_digest"}
    data["certificate_digest"] = hashlib.sha256(rfc8785.dumps(covered)).hexdigest()
    return rfc8785.dumps(data)


def wrong(content: bytes) -> list[Disagreement]:
    """What `verify` finds wrong."""
    return verify(content, "it").ledger.disagreements


def checks(content: bytes) -> set[str]:
    """The kinds of what `verify` finds wrong; `refused` if it is no certificate."""
    try:
        return {each.check for each in wrong(content)}
    except InputError:
        return {"refused"}


def leaves(data: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value that holds no other, and where it is."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from leaves(value, (*path, at))
    else:
        yield path, data


def inner(data: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The place of every value, of arrays and objects as well."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from inner(value, (*path, key))


def put(data: Any, path: Path_, value: Any) -> None:
    """Set the value at a place."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def get(data: Any, path: Path_) -> Any:
    """The value at a place."""
    for key in path:
        data = data[key]
    return data
