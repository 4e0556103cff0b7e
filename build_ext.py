"""Describes the compiled module `everydeal._core`: the C sources in `csrc/`, bound with cffi.

setuptools reads `ffibuilder` from here (see `setup.py`). Building has no side effects on the
source tree. The declarations are read from `csrc/everydeal.h` itself, so the compiler and cffi
cannot disagree.
"""

import hashlib
import os
import re
import sysconfig
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent
HEADER = Path("csrc/everydeal.h")
FLAGS = ["-std=c11", "-O3", "-fvisibility=hidden"]


def sources() -> list[str]:
    """The C files, relative to the project's root, in a fixed order."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "csrc").glob("*.c"))


def headers() -> list[str]:
    """The headers, relative to the project's root: a change in any of them rebuilds the module."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "csrc").glob("*.h"))


def source_digest() -> str:
    """SHA-256 over the names and bytes of every file in `csrc/`, in order of name."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "csrc").glob("*.[ch]")):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def declarations() -> str:
    """The public header without what only the preprocessor understands."""
    text = (ROOT / HEADER).read_text(encoding="utf-8")
    kept = re.sub(r"^#(include|ifndef|endif|define EVERYDEAL_H).*$", "", text, flags=re.MULTILINE)
    return re.sub(r"/\*.*?\*/", "", kept, flags=re.DOTALL)


def stated_flags() -> str:
    """The flags that shape the code: CFLAGS from the environment without paths, then ours."""
    extra = [flag for flag in os.environ.get("CFLAGS", "").split() if "/" not in flag]
    return " ".join(flag for flag in [*extra, *FLAGS] if re.fullmatch(r"[-+=,.\w]+", flag))


ffibuilder = FFI()
ffibuilder.cdef(declarations())
ffibuilder.set_source(
    "everydeal._core",
    f'#include "{HEADER.name}"',
    sources=sources(),
    include_dirs=["csrc"],
    depends=[*headers(), "build_ext.py"],
    define_macros=[("ED_SOURCE_DIGEST", f'"{source_digest()}"'), ("ED_FLAGS", f'"{stated_flags()}"')],
    extra_compile_args=list(FLAGS),
    py_limited_api=not sysconfig.get_config_var("Py_GIL_DISABLED"),
)
