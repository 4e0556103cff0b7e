"""Packages that only some commands need: installed as extras, asked for when one is used."""

from importlib import import_module

from everydeal.errors import InputError

PACKAGES = {
    "xlsxwriter": "XlsxWriter",
    "cryptography": "cryptography",
    "typst": "typst",
    "matplotlib": "matplotlib",
}


def needed(module: str, extra: str) -> None:
    """Raise InputError, saying how to get it, if an optional package is not there."""
    if module == "matplotlib":
        import logging

        logging.getLogger(module).setLevel(logging.ERROR)  # as it is imported it speaks of its caches
    try:
        import_module(module)
    except ImportError:
        raise InputError(
            f"this needs the package {PACKAGES[module]}, which is not installed: "
            f"pip install 'everydeal[{extra}]'"
        ) from None
