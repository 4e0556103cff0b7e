"""Examples in docstrings and in the documents run as written."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import everydeal

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(everydeal.__path__, "everydeal.")
    if not module.name.endswith(("__main__", "_core"))
)
ROOT = Path(__file__).parent.parent
DOCUMENTS = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md"))]


@pytest.mark.parametrize("name", ["everydeal", *MODULES])
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents(name: str) -> None:
    assert doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8").failed == 0


def test_some_examples_are_there() -> None:
    finder = doctest.DocTestFinder()
    examples = [
        test
        for name in ["everydeal", *MODULES]
        for test in finder.find(importlib.import_module(name))
        if test.examples
    ]
    assert len(examples) >= 10
