"""Files that are written whole or not at all, by way of a temporary one beside them."""

import os
import stat
from pathlib import Path


def write(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Write a file; what was there stays if that fails. `durable` outlives a crash of the machine.

    Permissions are those it has, or those of a new file. A device or a pipe is written as it is. Raises
    OSError.
    """
    import tempfile

    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name[:40]}", delete=False) as file:
        try:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
            file.close()
            Path(file.name).chmod(mode_of(path))
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def mode_of(path: Path, new: int = 0o666) -> int:
    """The permissions of a file: those it has, or those of a new one."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return new & ~mask
