"""The only code that touches the compiled module: checked calls, Python types in and out."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from everydeal import _core
from everydeal.errors import InputError

__all__ = ["BuildInfo", "build_info", "c_deck", "ensure"]


@dataclass(frozen=True)
class BuildInfo:
    """What the compiled module was built from and with."""

    compiler: str
    flags: str
    source_digest: str


def build_info() -> BuildInfo:
    """Compiler, flags, and the SHA-256 of the C sources of the module in use."""
    info = _core.lib.ed_build_info()
    words = (_core.ffi.string(text).decode() for text in (info.compiler, info.flags, info.source_digest))
    return BuildInfo(*words)


def ensure(status: int) -> None:
    """Raise an InputError with the core's own words unless the status is ok."""
    if status != _core.lib.ED_OK:
        raise InputError(_core.ffi.string(_core.lib.ed_strerror(status)).decode())


def c_deck(ranks: Iterable[int], suits: int, *, joker: bool) -> Any:
    """A deck for the core, which checks it. Raises InputError for ranks that no mask can hold."""
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    if not 0 <= mask < 1 << 16:
        ensure(_core.lib.ED_E_DECK)
    return _core.ffi.new("struct ed_deck *", {"ranks": mask, "suits": suits, "joker": joker})
