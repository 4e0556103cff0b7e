"""Signatures: what fits, and what does not is told apart; keys that are kept safe."""

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

import everydeal
from everydeal import signing
from everydeal.errors import InputError
from everydeal.signing import check_signature, read_public_key
from tests.conftest import DATA, Command

MINIMAL = (DATA / "minimal.toml").read_text(encoding="utf-8")
# RFC 8032, section 7.1, test 2: secret key, public key, message, signature.
SECRET = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
PUBLIC = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
MESSAGE = "72"
SIGNED = (
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)


@pytest.fixture(scope="module")
def certificate() -> bytes:
    """A certificate's file."""
    from everydeal.sheet.load import read

    return everydeal.certify(read(MINIMAL.encode(), "minimal.toml")).to_json() + b"\n"


@pytest.fixture
def signed(tmp_path: Path, certificate: bytes, run: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a certificate, the keys `lab` and `other`, and a signature by `lab`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.json").write_bytes(certificate)
    assert run("keys", "new", "lab").status == run("keys", "new", "other").status == 0
    done = run("sign", "c.json", "--key", "lab.key")
    assert (done.status, done.out) == (0, "")
    assert done.err == f"everydeal: signed with the key {run('keys', 'show', 'lab.pub').out}"
    return tmp_path


def checked(content: bytes, signature: bytes, key: str = "lab.pub") -> str | None:
    return check_signature(content, signature, read_public_key(key), "c.json.sig")


def altered(content: bytes, **changes: object) -> bytes:
    return json.dumps({**json.loads(content), **changes}).encode()


# ---- signing and checking ------------------------------------------------------------------------------


def test_the_known_answer_of_rfc_8032() -> None:
    """By way of a signature's file: the signature there is the raw one of the standard."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SECRET))
    assert key.sign(bytes.fromhex(MESSAGE)).hex() == SIGNED
    digest = "454349e422f05297191ead13e21d3db520e5abef52055e4964b82fb213f593a1"
    record = {
        "schema": "everydeal/signature/1",
        "algorithm": "Ed25519",
        "public_key": PUBLIC,
        "sha256": digest,  # of the byte 72, as `printf r | sha256sum` says
        "signature": SIGNED,
    }
    content = json.dumps(record).encode()
    assert check_signature(bytes.fromhex(MESSAGE), content, key.public_key()) is None
    assert check_signature(b"s", content, key.public_key()) is not None


def test_a_signature_fits_its_certificate_and_key(signed: Path, certificate: bytes) -> None:
    signature = (signed / "c.json.sig").read_bytes()
    assert checked(certificate, signature) is None
    assert checked(certificate.removesuffix(b"\n"), signature) is None
    assert checked(certificate, altered(signature)) is None  # its own file need not be canonical


def test_every_other_key_is_another_key(signed: Path, certificate: bytes, run: Command) -> None:
    signature = (signed / "c.json.sig").read_bytes()
    words = checked(certificate, signature, "other.pub")
    lab, other = (run("keys", "show", f"{name}.pub").out.strip() for name in ("lab", "other"))
    assert words == f"the signature was made with another key, {lab}; this one is {other}"


def test_any_changed_byte_is_a_changed_certificate(signed: Path, certificate: bytes) -> None:
    signature = (signed / "c.json.sig").read_bytes()
    key = read_public_key("lab.pub")
    for at in range(0, len(certificate) - 1, 97):
        changed = bytearray(certificate)
        changed[at] ^= 1
        words = check_signature(bytes(changed), signature, key)
        assert words is not None
        assert words.startswith("the certificate is not the one that was signed")
    for content in (certificate + b"\n", certificate + b" ", b" " + certificate, certificate[:-2], b""):
        words = check_signature(content, signature, key)
        assert words is not None
        assert "not the one that was signed" in words


@pytest.mark.parametrize("claims", [{}, {"public_key": None}, {"sha256": None}])
def test_a_forged_signature_is_never_right_whatever_it_names(
    signed: Path, certificate: bytes, claims: dict[str, None]
) -> None:
    """Another's signature with the names of the right key and certificate, or of others."""
    forged = json.loads(signing.sign(certificate, "c.json", signing.read_private_key("other.key")))
    right = json.loads((signed / "c.json.sig").read_bytes())
    forged["public_key"] = PUBLIC if "public_key" in claims else right["public_key"]
    forged["sha256"] = "0" * 64 if "sha256" in claims else right["sha256"]
    words = checked(certificate, json.dumps(forged).encode())
    assert words is not None
    assert ("damaged or forged" in words) == (not claims)


def test_a_damaged_name_in_a_signature_that_fits_is_told(signed: Path, certificate: bytes) -> None:
    signature = (signed / "c.json.sig").read_bytes()
    for change in ({"public_key": PUBLIC}, {"sha256": "0" * 64}):
        assert "fits, but its file is damaged" in str(checked(certificate, altered(signature, **change)))


def test_each_changed_digit_of_a_signature_is_noticed(signed: Path, certificate: bytes) -> None:
    signature = (signed / "c.json.sig").read_bytes()
    key = read_public_key("lab.pub")
    for at in range(len(signature) - 1):
        changed = bytearray(signature)
        changed[at] = ord("0") if changed[at] != ord("0") else ord("1")
        try:
            assert check_signature(certificate, bytes(changed), key) is not None
        except InputError as error:
            assert str(error).startswith("the signature: ")  # noqa: PT017


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "byte 1 is not UTF-8 text"),
        (b"[]", r"allowed: a signature, which is an object"),
        (b"{}", "schema: None; allowed: everydeal/signature/1"),
        (b"[" * 9_000, "nested too deep; allowed: a signature"),
        (b"[" * 200_000, "larger than 10000 bytes; allowed: a signature"),
        (b'{"schema": 1, "schema": 1}', "the key 'schema' stands there twice"),
        (b"-----BEGIN PUBLIC KEY-----", "not JSON"),
    ],
)
@pytest.mark.usefixtures("signed")
def test_what_is_no_signature(certificate: bytes, content: bytes, words: str) -> None:
    with pytest.raises(InputError, match=r"^c\.json\.sig: ") as caught:
        checked(certificate, content)
    assert words in str(caught.value)


@pytest.mark.parametrize("value", ["", "zz" * 64, "AB" * 64, "0" * 126, 7, None, ["0" * 128]])
def test_a_field_of_a_signature_is_hexadecimal(signed: Path, certificate: bytes, value: object) -> None:
    signature = (signed / "c.json.sig").read_bytes()
    with pytest.raises(InputError, match=r"signature: .*; allowed: 128 lower-case hexadecimal digits"):
        checked(certificate, altered(signature, signature=value))
    with pytest.raises(InputError, match="unknown key 'more'"):
        checked(certificate, altered(signature, more=value))


def test_openssl_is_of_the_same_mind(signed: Path, certificate: bytes) -> None:
    if not shutil.which("openssl"):
        pytest.skip("no openssl")
    (signed / "bytes").write_bytes(certificate.removesuffix(b"\n"))
    raw = bytes.fromhex(json.loads((signed / "c.json.sig").read_bytes())["signature"])
    (signed / "raw").write_bytes(raw)
    files = ["-in", "bytes", "-inkey", "lab.pub", "-sigfile", "raw"]
    command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", *files]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    (signed / "bytes").write_bytes(certificate)
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


# ---- what is signed ------------------------------------------------------------------------------------


def test_signing_twice_gives_the_same_bytes_from_a_file_and_from_a_pipe(
    signed: Path, certificate: bytes, run: Command
) -> None:
    first = (signed / "c.json.sig").read_bytes()
    assert run("sign", "c.json", "--key", "lab.key", "-o", "again").status == 0
    assert (signed / "again").read_bytes() == first
    command = [sys.executable, "-m", "everydeal", "sign", "-", "--key", "lab.key", "-o", "-"]
    done = subprocess.run(command, input=certificate, capture_output=True, check=True)
    assert done.stdout == first


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{}", "schema: None; allowed: a certificate"),
        (b'{"schema": 1}', "schema: 1; allowed: a certificate"),
        (b'{"schema":"everydeal/solve/1"}', "schema: 'everydeal/solve/1'; allowed: a certificate"),
        (b"words", "not JSON"),
        (b'{"schema":"everydeal/certificate/1","a":NaN}', "the number 'NaN': allowed"),
        (b'{"schema":"everydeal/certificate/1","a":"\\ud800"}', "not canonical JSON"),
        (b'{"schema": "everydeal/certificate/1"}', "not canonical JSON"),
        (b'{"schema":"everydeal/certificate/1"}\n\n', "not canonical JSON"),
        (b'{"schema":"everydeal/certificate/1","a":[' + b"[" * 100_000, "nested too deep"),
    ],
)
def test_only_canonical_certificates_are_signed(
    signed: Path, run: Command, content: bytes, words: str
) -> None:
    (signed / "d.json").write_bytes(content)
    done = run("sign", "d.json", "--key", "lab.key")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("everydeal: d.json: ")
    assert words in done.err
    assert not (signed / "d.json.sig").exists()


def test_what_is_read_is_not_written_over(signed: Path, run: Command) -> None:
    before = {path: path.read_bytes() for path in signed.iterdir()}
    (signed / "fortune").write_bytes(before[signed / "lab.key"])  # also the name of a bundled sheet
    (signed / "fortune").chmod(0o600)
    for arguments in (
        ["c.json", "--key", "lab.key", "-o", "c.json"],
        ["c.json", "--key", "lab.key", "-o", "lab.key"],
        ["c.json", "--key", "fortune", "-o", "fortune"],
        ["c.json", "--key", "c.json.sig"],
    ):
        done = run("sign", *arguments)
        assert (done.status, done.out) == (2, "")
        assert "this command reads it" in done.err
    assert run("sign", "-", "--key", "lab.key").err.startswith("everydeal: a certificate from standard input")
    assert run("sign", "nothing.json", "--key", "lab.key").status == 2
    assert {path: path.read_bytes() for path in before} == before


# ---- keys ----------------------------------------------------------------------------------------------


def test_a_private_key_is_its_owners_alone_from_the_start(
    tmp_path: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    opened = os.open

    def watched(path: str | Path, flags: int, mode: int = 0o777) -> int:
        number = opened(path, flags, mode)
        if flags & os.O_CREAT:
            assert flags & os.O_EXCL
            modes.append(stat.S_IMODE(os.fstat(number).st_mode))
        return number

    monkeypatch.setattr(os, "open", watched)
    mask = os.umask(0)
    try:
        done = run("keys", "new", str(tmp_path / "lab"))
    finally:
        os.umask(mask)
    assert done.status == 0
    assert modes == [0o600, 0o644]
    assert stat.S_IMODE((tmp_path / "lab.key").stat().st_mode) == 0o600
    assert (tmp_path / "lab.key").read_text().startswith("-----BEGIN PRIVATE KEY-----\n")
    assert (tmp_path / "lab.pub").read_text().startswith("-----BEGIN PUBLIC KEY-----\n")
    assert "PRIVATE" not in done.out + done.err


@pytest.mark.parametrize("there", ["lab.key", "lab.pub"])
def test_keys_are_never_written_over(
    tmp_path: Path, run: Command, monkeypatch: pytest.MonkeyPatch, there: str
) -> None:
    monkeypatch.chdir(tmp_path)  # a long name would be cut in messages
    (tmp_path / there).write_text("mine")
    done = run("keys", "new", "lab")
    assert (done.status, done.out) == (2, "")
    assert f"{there}' exists; `everydeal keys new` overwrites nothing" in done.err
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(there, "mine")]


def test_a_link_is_not_followed_and_a_folder_must_be_there(tmp_path: Path, run: Command) -> None:
    (tmp_path / "lab.key").symlink_to(tmp_path / "elsewhere")
    assert "exists" in run("keys", "new", str(tmp_path / "lab")).err
    assert not (tmp_path / "elsewhere").exists()
    assert run("keys", "new", str(tmp_path / "no" / "lab")).status == 2
    assert run("keys", "new", "a\0b").status == 2
    for name in ("", f"{tmp_path}/"):  # which would be hidden files, .key and .pub
        assert "allowed: a name such as lab" in run("keys", "new", name).err
    assert {path.name for path in tmp_path.iterdir()} == {"lab.key"}


def test_names_of_keys_are_shown_inert(tmp_path: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("keys", "new", "\x1b[31mlab")
    assert done.status == 0
    assert "\x1b" not in done.out
    assert "\\x1b[31mlab.key" in done.out


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610])
def test_a_private_key_that_others_may_use_is_refused(signed: Path, run: Command, mode: int) -> None:
    (signed / "lab.key").chmod(mode)
    done = run("sign", "c.json", "--key", "lab.key")
    assert (done.status, done.out) == (2, "")
    assert f"its permissions are {mode:04o}; allowed: 0600 (chmod 600)" in done.err
    (signed / "lab.key").chmod(0o400)
    assert run("sign", "c.json", "--key", "lab.key").status == 0


def test_keys_of_other_kinds_are_told_apart(signed: Path, run: Command) -> None:
    other = generate_private_key(SECP256R1())
    secret = Ed25519PrivateKey.generate()
    pem, pkcs8, plain = Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    files = {
        "curve.key": other.private_bytes(pem, pkcs8, plain),
        "curve.pub": other.public_key().public_bytes(pem, PublicFormat.SubjectPublicKeyInfo),
        "locked.key": secret.private_bytes(pem, pkcs8, BestAvailableEncryption(b"secret")),
        "torn.key": secret.private_bytes(pem, pkcs8, plain)[:60],
        "none.key": b"",
        "noise.key": bytes(range(256)) * 100,
    }
    for name, content in files.items():
        (signed / name).write_bytes(content)
        (signed / name).chmod(0o600)
    for name, words in (
        ("curve.key", "a private key of another kind; allowed: Ed25519"),
        ("locked.key", "has a passphrase; allowed: a private key without"),
        ("torn.key", "no key; allowed: a private Ed25519 key in PEM"),
        ("none.key", "no key; allowed: a private Ed25519 key in PEM"),
        ("noise.key", "no key; allowed: a private Ed25519 key in PEM"),
        ("lab.pub", "a public key; allowed: the private one"),
        ("c.json", "others than its owner may use it"),
        (".", "Is a directory"),
        ("missing", "No such file or directory"),
    ):
        done = run("sign", "c.json", "--key", name)
        assert (done.status, done.out) == (2, "")
        assert words in done.err
    for name, words in (
        ("curve.pub", "a public key of another kind; allowed: Ed25519"),
        ("lab.key", "a private key; allowed: the public one"),
        ("locked.key", "a private key; allowed: the public one"),
        ("noise.key", "no key; allowed: a public Ed25519 key in PEM"),
    ):
        done = run("keys", "show", name)
        assert (done.status, done.out) == (2, "")
        assert words in done.err


def test_without_the_package_the_way_to_get_it_is_said(
    signed: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for arguments in (
        ["keys", "new", "third"],
        ["keys", "show", "lab.pub"],
        ["sign", "c.json", "--key", "lab.key"],
    ):
        done = run(*arguments)
        assert (done.status, done.out) == (2, "")
        assert (
            "needs the package cryptography, which is not installed: pip install 'everydeal[sign]'"
            in done.err
        )
    assert not (signed / "third.key").exists()
