"""The published JSON Schema of certificates, and a small checker of the keywords that it uses.

`verify` must run where no schema library is; the tests compare the two.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from everydeal.errors import shown

FILE = "certificate-1.schema.json"

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
_KEYWORDS = {
    "type", "const", "enum", "pattern", "maxLength", "minimum", "maximum", "required", "properties",
    "additionalProperties", "items", "prefixItems", "minItems", "maxItems", "$ref", "allOf", "if", "then",
}  # fmt: skip
_NOTES = {"$schema", "$id", "$defs", "$comment", "title", "description"}


def text() -> str:
    """The schema as it is published."""
    return (files("everydeal") / FILE).read_text(encoding="utf-8")


@cache
def schema() -> Mapping[str, Any]:
    """The schema as data."""
    found: Mapping[str, Any] = json.loads(text())
    return found


def known_keys(definition: str) -> list[str]:
    """The keys that the schema knows of one of its definitions."""
    return sorted(schema()["$defs"][definition]["properties"])


class Checker:
    """Checks data against the schema; collects the keys that the schema does not know in `unknown`."""

    def __init__(self) -> None:
        self.unknown: list[str] = []

    def fault(self, data: Any) -> str | None:
        """The first fault, as its place and what is allowed; None if there is none."""
        return next(self._faults(data, schema(), ""), None)

    def _faults(self, value: Any, rule: Mapping[str, Any], place: str) -> Iterator[str]:
        while "$ref" in rule:
            rule = schema()["$defs"][rule["$ref"].removeprefix("#/$defs/")]
        here = place or "the certificate"
        if unknown := rule.keys() - _KEYWORDS - _NOTES:
            raise NotImplementedError(f"the schema uses {unknown}")
        types = rule.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(_TYPES[name](value) for name in types):
            yield f"{here}: {shown(value)}; allowed: {' or '.join(types)}"
            return
        for inner in rule.get("allOf", []):
            yield from self._faults(value, inner, place)
        if "if" in rule and next(Checker()._faults(value, rule["if"], place), None) is None:
            yield from self._faults(value, rule["then"], place)
        if "const" in rule and not _same(value, rule["const"]):
            yield f"{here}: {shown(value)}; allowed: {shown(rule['const'])}"
        if "enum" in rule and not any(_same(value, allowed) for allowed in rule["enum"]):
            yield f"{here}: {shown(value)}; allowed: {', '.join(map(shown, rule['enum']))}"
        if isinstance(value, str):
            yield from self._of_text(value, rule, here)
        elif type(value) is int:
            if not rule.get("minimum", value) <= value <= rule.get("maximum", value):
                yield f"{here}: {value}; allowed: {rule.get('minimum')} to {rule.get('maximum')}"
        elif isinstance(value, list):
            yield from self._of_array(value, rule, place)
        elif isinstance(value, dict):
            yield from self._of_object(value, rule, place)

    def _of_text(self, value: str, rule: Mapping[str, Any], here: str) -> Iterator[str]:
        if len(value) > rule.get("maxLength", len(value)):
            yield f"{here}: {len(value)} characters; allowed: at most {rule['maxLength']}"
        elif "pattern" in rule and not _pattern(rule["pattern"]).search(value):
            yield f"{here}: {shown(value)}; allowed: text that matches {rule['pattern']}"

    def _of_array(self, value: Sequence[Any], rule: Mapping[str, Any], place: str) -> Iterator[str]:
        least, most = rule.get("minItems", 0), rule.get("maxItems", len(value))
        if not least <= len(value) <= most:
            yield f"{place}: {len(value)} items; allowed: {least} to {rule.get('maxItems', 'any number')}"
        first = rule.get("prefixItems", [])
        for number, item in enumerate(value):
            of_item = first[number] if number < len(first) else rule.get("items", {})
            if of_item:
                yield from self._faults(item, of_item, f"{place}[{number + 1}]")

    def _of_object(self, value: Mapping[str, Any], rule: Mapping[str, Any], place: str) -> Iterator[str]:
        properties = rule.get("properties", {})
        for key in rule.get("required", []):
            if key not in value:
                yield f"{place or 'the certificate'}: {shown(key)} is missing"
        for key, inner in value.items():
            inside = f"{place}.{key}" if place else key
            if key in properties:
                yield from self._faults(inner, properties[key], inside)
            elif not key.isprintable() or len(key) > 200:
                yield f"{place or 'the certificate'}: {shown(key)} is no key; allowed: printable text"
            elif "additionalProperties" in rule:
                yield from self._faults(inner, rule["additionalProperties"], inside)
            elif properties and "required" in rule:
                self.unknown.append(inside)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.removesuffix("$") + r"\Z" if text.endswith("$") else text)
