"""A folder of files that are written together: each whole or not at all, and nothing else left behind."""

import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from everydeal.errors import InputError, shown
from everydeal.whole_files import mode_of


def check(directory: str, names: Mapping[str, object]) -> Path:
    """Where a folder is or will be. Raises InputError if it cannot be made, or a file there replaced."""
    try:
        if not directory:
            raise ValueError("allowed: the name of a folder")
        path = Path(directory).resolve()
        there = next(each for each in (path, *path.parents) if each.exists())
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"cannot write to {shown(directory)}: {error}") from None
    if not there.is_dir():
        raise InputError(f"cannot write to {shown(directory)}: {shown(str(there))} is no folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise InputError(f"cannot write to {shown(directory)}: no permission in {shown(str(there))}")
    for name in names:
        if (path / name).exists() and not (path / name).is_file():
            raise InputError(f"cannot write {shown(str(path / name))}: it is no file")
    return path


def write(path: Path, contents: Mapping[str, bytes]) -> None:
    """Write the files by way of a hidden folder beside them. Raises OSError."""
    made = [each for each in (path, *path.parents) if not each.exists()]
    staged: Path | None = None
    done = False
    try:
        with _held():
            (path if path.exists() else path.parent).mkdir(parents=True, exist_ok=True)
            staged = Path(tempfile.mkdtemp(prefix=".everydeal-", dir=path if path.exists() else path.parent))
        for name, content in contents.items():
            (staged / name).write_bytes(content)
            (staged / name).chmod(mode_of(path / name))
        with _held():
            if path.exists():
                for name in contents:
                    (staged / name).replace(path / name)
            else:
                staged.chmod(mode_of(path, 0o777))
                staged.rename(path)
            done = True
    finally:
        with _held():
            if staged is not None:
                shutil.rmtree(staged, ignore_errors=True)
            for each in [] if done else made:  # from the innermost outwards
                if each.is_dir() and not any(each.iterdir()):
                    each.rmdir()


@contextmanager
def _held() -> Iterator[None]:
    """Meanwhile signals that end the process wait, whichever thread they reach; then they are handled."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python handles signals in the main thread alone
        return
    came: list[int] = []
    before = {}
    try:
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and callable(signal.getsignal(number)):  # neither ignored nor fatal
                before[number] = signal.signal(number, lambda number, _: came.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
