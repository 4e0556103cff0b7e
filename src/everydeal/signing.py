"""Detached Ed25519 signatures of certificates, by the package `cryptography` (an optional extra).

Signed are the canonical bytes of a certificate: its file, without a newline that an editor put there.
Keys are PEM files as other programs read them: PKCS #8 for the private one, SubjectPublicKeyInfo for the
public one. The file of a signature also names the public key and the digest of what was signed. Neither is
trusted: they tell a wrong key from a changed certificate, and only the signature itself says that all is
well.
"""

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from everydeal import read_certificate
from everydeal.errors import InputError, shown
from everydeal.extras import needed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SCHEMA = "everydeal/signature/1"
CERTIFICATES = "everydeal/certificate/"
PRIVATE, PUBLIC = ".key", ".pub"
MAX_KEY_FILE = 10_000
MAX_SIGNATURE_FILE = 10_000
_FIELDS = {"public_key": 32, "sha256": 32, "signature": 64}  # in hexadecimal, and how many bytes


@dataclass(frozen=True)
class Signature:
    """What a signature's file says."""

    public_key: bytes
    sha256: bytes
    signature: bytes


def new_keys(name: str) -> tuple[Path, Path, str]:
    """Make NAME.key, which only its owner can read, and NAME.pub; also the public key's fingerprint.

    Never over a file that is there. Raises InputError.
    """
    needed("cryptography", "sign")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
    )

    if not name or name.endswith(("/", os.sep)):
        raise InputError(f"cannot name keys {shown(name)}; allowed: a name such as lab or keys/lab")
    key = Ed25519PrivateKey.generate()
    public = key.public_key()
    made: list[Path] = []
    try:
        for suffix, mode, content in (
            (PRIVATE, 0o600, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())),
            (PUBLIC, 0o644, public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)),
        ):
            path = Path(name + suffix)
            _write_new(path, mode, content, made)
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise
    return made[0], made[1], fingerprint(public)


def _write_new(path: Path, mode: int, content: bytes, made: list[Path]) -> None:
    """Write a file that is not there yet, with these permissions from its first moment on."""
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        made.append(path)
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(number)
    except FileExistsError:
        raise InputError(f"{shown(str(path))} exists; `everydeal keys new` overwrites nothing") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot write {shown(str(path))}: {reason}") from None


def read_private_key(name: str) -> "Ed25519PrivateKey":
    """The private key in a PEM file. Raises InputError; also if others than its owner may read it."""
    needed("cryptography", "sign")
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    content = _key_file(name, private=True)
    try:
        key = load_pem_private_key(content, None)
    except TypeError:
        raise InputError(f"{shown(name)}: has a passphrase; allowed: a private key without") from None
    except (ValueError, UnsupportedAlgorithm):
        _no_key(name, content, "private")
    if not isinstance(key, Ed25519PrivateKey):
        raise InputError(f"{shown(name)}: a private key of another kind; allowed: Ed25519")
    return key


def read_public_key(name: str) -> "Ed25519PublicKey":
    """The public key in a PEM file. Raises InputError."""
    needed("cryptography", "sign")
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    content = _key_file(name, private=False)
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm):
        _no_key(name, content, "public")
    if not isinstance(key, Ed25519PublicKey):
        raise InputError(f"{shown(name)}: a public key of another kind; allowed: Ed25519")
    return key


def _key_file(name: str, *, private: bool) -> bytes:
    try:
        with Path(name).open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            content = file.read(MAX_KEY_FILE)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read the key {shown(name)}: {reason}") from None
    if private and mode & 0o077 and b"PUBLIC KEY" not in content:
        raise InputError(
            f"{shown(name)}: others than its owner may use it, its permissions are {mode:04o}; "
            f"allowed: 0600 (chmod 600)"
        )
    return content


def _no_key(name: str, content: bytes, wanted: str) -> NoReturn:
    other = "public" if wanted == "private" else "private"
    if f"{other.upper()} KEY".encode() in content:
        suffix = PUBLIC if wanted == "public" else PRIVATE
        raise InputError(
            f"{shown(name)}: a {other} key; allowed: the {wanted} one (its name ends in {suffix})"
        )
    raise InputError(f"{shown(name)}: no key; allowed: a {wanted} Ed25519 key in PEM, as `keys new` makes it")


def fingerprint(public_key: "Ed25519PublicKey") -> str:
    """SHA-256 of the 32 bytes of a public key: what two people compare."""
    return sha256(public_key.public_bytes_raw()).hexdigest()


def signed_part(content: bytes) -> bytes:
    """The canonical bytes in a certificate's file: all but one newline at its end."""
    return content.removesuffix(b"\n")


def sign(content: bytes, file: str, key: "Ed25519PrivateKey") -> bytes:
    """The content of a signature's file for a certificate's bytes.

    Raises InputError unless they are a certificate as canonical JSON: only that one form is ever signed.
    """
    import rfc8785

    data = read_certificate.parsed(content, file)
    schema = data.get("schema")
    if not (isinstance(schema, str) and schema.startswith(CERTIFICATES)):
        raise InputError(f"{file}: schema: {shown(schema)}; allowed: a certificate, {CERTIFICATES}1")
    part = signed_part(content)
    try:
        canonical = rfc8785.dumps(data)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError, RecursionError):
        canonical = b""
    if canonical != part:
        raise InputError(f"{file}: not canonical JSON; allowed: the bytes as `certify --json` writes them")
    record = {
        "schema": SCHEMA,
        "algorithm": "Ed25519",
        "public_key": key.public_key().public_bytes_raw().hex(),
        "sha256": sha256(part).hexdigest(),
        "signature": key.sign(part).hex(),
    }
    return rfc8785.dumps(record) + b"\n"


def read_signature(content: bytes, file: str = "the signature") -> Signature:
    """What a signature's file says. Raises InputError if it is damaged or none."""
    if len(content) > MAX_SIGNATURE_FILE:
        raise InputError(f"{file}: larger than {MAX_SIGNATURE_FILE} bytes; allowed: a signature")
    try:
        data = read_certificate.parsed(content, file, "a signature")
    except InputError as error:
        raise InputError(
            f"{error}; the file is damaged, or no signature as `everydeal sign` writes it"
        ) from None
    for key, value in (("schema", SCHEMA), ("algorithm", "Ed25519")):
        if data.get(key) != value:
            raise InputError(f"{file}: {key}: {shown(data.get(key))}; allowed: {value}")
    if extra := set(data) - {"schema", "algorithm", *_FIELDS}:
        raise InputError(f"{file}: unknown key {shown(min(extra))}")
    return Signature(**{key: _hexadecimal(data.get(key), size, key, file) for key, size in _FIELDS.items()})


def _hexadecimal(value: object, size: int, key: str, file: str) -> bytes:
    if isinstance(value, str) and len(value) == 2 * size and not set(value) - set("0123456789abcdef"):
        return bytes.fromhex(value)
    raise InputError(f"{file}: {key}: {shown(value)}; allowed: {2 * size} lower-case hexadecimal digits")


def check_signature(
    content: bytes, signature: bytes, public_key: "Ed25519PublicKey", file: str = "the signature"
) -> str | None:
    """None if a signature's file fits a certificate's bytes and this key, or else why not, in a sentence.

    `file` is how messages name the signature's file. Raises InputError if that is damaged.
    """
    from cryptography.exceptions import InvalidSignature

    said = read_signature(signature, file)
    part = signed_part(content)
    try:
        public_key.verify(said.signature, part)
    except InvalidSignature:
        if said.public_key != public_key.public_bytes_raw():
            return (
                f"the signature was made with another key, {sha256(said.public_key).hexdigest()}; "
                f"this one is {fingerprint(public_key)}"
            )
        if said.sha256 != sha256(part).digest():
            return (
                f"the certificate is not the one that was signed: its SHA-256 is {sha256(part).hexdigest()}, "
                f"that of the signed one {said.sha256.hex()}"
            )
        return "the signature is wrong, though it names this certificate and this key: damaged or forged"
    if said.public_key != public_key.public_bytes_raw() or said.sha256 != sha256(part).digest():
        return "the signature fits, but its file is damaged: it names another key or another certificate"
    return None
