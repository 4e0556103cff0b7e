"""`everydeal verify`: redo a certificate that somebody else made."""

import argparse
import sys
from typing import TYPE_CHECKING

from everydeal.cli import common
from everydeal.errors import InputError

if TYPE_CHECKING:
    from everydeal.verify import Verification

DESCRIPTION = """\
Verifies a certificate and believes nothing in it: its form, its digests, that the sheet in it states these
wagers and pays, that the rows close on their totals; every condition is redone on every row, and every
figure from the rows, in plain fractions. With --recount every row is counted again, too.

  everydeal certify ez-baccarat --dir ez
  everydeal verify ez/certificate.json
  everydeal verify ez/certificate.json --recount
  everydeal verify ez/certificate.json --against other.json
  everydeal verify ez/certificate.json --key lab.pub          the signature beside it, too
  everydeal verify --schema > certificate-1.schema.json

Exit status: 0 confirmed; 1 something disagrees, said line by line; 2 not a certificate.
"""
MAX_LISTED = 50


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "verify", "redo a certificate and all its figures", DESCRIPTION)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a certificate.json, or - for standard input")
    parser.add_argument("--recount", action="store_true", help="count everything again from the text in it")
    parser.add_argument("--against", metavar="OTHER", help="another certificate, compared figure by figure")
    parser.add_argument("--key", metavar="KEY", help="the public key that must have signed it")
    parser.add_argument("--signature", metavar="SIG", help="the signature's file; default: FILE.sig")
    parser.add_argument("--json", action="store_true", help="what was found as JSON")
    parser.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of certificates, no more"
    )
    common.add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify, print what was confirmed, say on stderr what was not."""
    from everydeal.read_certificate import content_of
    from everydeal.recount import against, notes, recount
    from everydeal.verify import read, verify

    if options.schema:
        from everydeal.certificate_schema import text

        common.emit(text(), options.output)
        return 0
    if options.file is None:
        raise InputError("FILE is missing; allowed: the path of a certificate.json, or - for standard input")
    content, name = content_of(options.file)
    other = read(*content_of(options.against))[0] if options.against else None
    found = verify(content, name)
    differs: list[str] = []
    if options.key:
        _signature(options, content, found)
    if options.recount:
        recount(found)
    if other is not None:
        against(found, other)
        differs = notes(found.data, other)
    if options.json:
        common.emit_json(_data(found, name, differs), options.output)
    else:
        common.emit(_text(found, name, differs), options.output)
    wrong = found.ledger.disagreements
    for each in wrong[:MAX_LISTED]:
        print(f"everydeal: {each}", file=sys.stderr)
    if len(wrong) > MAX_LISTED:
        print(f"everydeal: and {len(wrong) - MAX_LISTED} more", file=sys.stderr)
    return 1 if wrong else 0


def _signature(options: argparse.Namespace, content: bytes, found: "Verification") -> None:
    """Note whether the detached signature is of these bytes and by this key."""
    from everydeal import signing
    from everydeal.read_certificate import content_of
    from everydeal.verification import At

    if options.signature is None and options.file == "-":
        raise InputError("a certificate from standard input has no name; allowed: --signature SIG")
    signature, name = content_of(options.signature or f"{options.file}.sig")
    reason = signing.check_signature(content, signature, signing.read_public_key(options.key), name)
    found.ledger.done["signature"] += 1
    if reason:
        found.ledger.wrong("signature", At(), name, f"signed by {options.key}", reason)


def _head(found: "Verification", name: str) -> str:
    wrong = len(found.ledger.disagreements)
    sheet = found.data["sheet"]
    verdict = f"DISAGREES in {wrong} place{'s' if wrong > 1 else ''}" if wrong else "confirmed"
    return f"{name}: {sheet['title']} (sheet {sheet['id']}, version {sheet['version']}): {verdict}"


def _text(found: "Verification", name: str, differs: list[str]) -> str:
    lines = [_head(found, name), *(f"- {sentence}" for sentence in found.confirmed)]
    lines += [f"- {sentence}" for sentence in differs]
    if found.unknown:
        keys = ", ".join(found.unknown[:10]) + (" ..." if len(found.unknown) > 10 else "")
        lines.append(f"- not known to this version, not checked: {keys}")
    lines.append(f"- fingerprint of the figures: {found.data['figures_digest']}")
    return "\n".join(lines) + "\n"


def _data(found: "Verification", name: str, differs: list[str]) -> dict[str, object]:
    return {
        "file": name,
        "sheet": found.data["sheet"]["id"],
        "verdict": "disagrees" if found.ledger.disagreements else "confirmed",
        "confirmed": found.confirmed,
        "disagreements": [each.data for each in found.ledger.disagreements],
        "notes": differs,
        "not_checked": found.unknown,
        "figures_digest": found.data["figures_digest"],
        "certificate_digest": found.data["certificate_digest"],
    }
