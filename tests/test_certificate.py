"""Certificates: the fingerprint is the same everywhere and kept in the repository."""

import hashlib
import json
import tomllib

import pytest

import everydeal
from everydeal.sheet.load import bundled, load
from tests.conftest import DATA

FINGERPRINTS = tomllib.loads((DATA / "fingerprints.toml").read_text(encoding="utf-8"))


def test_every_bundled_sheet_has_a_fingerprint() -> None:
    assert list(FINGERPRINTS) == list(bundled())


def counts_pairs(name: str) -> bool:
    return load(name).game.name == "pai-gow"


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.exhaustive] * counts_pairs(name)) for name in FINGERPRINTS],
)
def test_figures_are_those_of_the_repository(name: str) -> None:
    assert everydeal.certify(name).figures_digest == FINGERPRINTS[name]


def test_the_fingerprint_covers_sheet_and_figures_alone() -> None:
    data = json.loads(everydeal.certify("ez-baccarat").to_json())
    part = {key: data[key] for key in ("schema", "sheet", "configurations")}
    canonical = json.dumps(part, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(canonical.encode()).hexdigest() == data["figures_digest"]
