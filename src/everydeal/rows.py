"""The fields and rows of a space as plain data in a certificate, and back."""

from collections.abc import Mapping, Sequence
from typing import Any

from everydeal.events import Boolean, Choice, Field, Integer, Row, Value
from everydeal.tally import Tally


def fields_data(tally: Tally) -> list[dict[str, Any]]:
    """The fields that the rows stand on, in the order of their values."""
    return [_field_data(tally.space.fields[name]) for name in tally.names]


def rows_data(tally: Tally) -> list[list[Any]]:
    """Pairs of a row's values and its count, as a string, in the order of `order`; none of them 0."""
    fields = [tally.space.fields[name] for name in tally.names]
    counted = sorted(
        (row for row, count in tally.counts.items() if count), key=lambda row: order(fields, row)
    )
    return [[list(row), str(tally.counts[row])] for row in counted]


def order(fields: Sequence[Field], row: Row) -> tuple[int, ...]:
    """Where a row stands: absent first, no before yes, numbers rising, choices in the field's own order."""
    return tuple(
        -1 if value is None else _place(field, value) for field, value in zip(fields, row, strict=True)
    )


def fits(field: Field, value: Value) -> bool:
    """Whether a field can have a value; its type must be the very one."""
    if value is None:
        return field.optional
    if isinstance(field.type, Boolean):
        return type(value) is bool
    if isinstance(field.type, Choice):
        return type(value) is str and value in field.type.names
    return type(value) is int and field.type.low <= value <= field.type.high


def field_of(data: Mapping[str, Any]) -> Field:
    """A field from what `fields_data` says of it."""
    of_type: Integer | Choice | Boolean = Boolean()
    if data["type"] == "integer":
        of_type = Integer(data["low"], data["high"])
    elif data["type"] == "choice":
        of_type = Choice(tuple(data["values"]), data["ordered"])
    return Field(data["name"], of_type, "", data["optional"])


def _place(field: Field, value: Value) -> int:
    if isinstance(field.type, Choice):
        return field.type.names.index(str(value))
    low = field.type.low if isinstance(field.type, Integer) else 0
    return int(value or 0) - low


def _field_data(field: Field) -> dict[str, Any]:
    data: dict[str, Any] = {"name": field.name, "optional": field.optional}
    if isinstance(field.type, Integer):
        return {**data, "type": "integer", "low": field.type.low, "high": field.type.high}
    if isinstance(field.type, Choice):
        return {**data, "type": "choice", "values": list(field.type.names), "ordered": field.type.ordered}
    return {**data, "type": "boolean"}
