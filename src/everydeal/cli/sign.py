"""`everydeal sign`: a detached signature of a certificate."""

import argparse
import sys

from everydeal.cli import common
from everydeal.errors import InputError

DESCRIPTION = """\
Signs a certificate with a private key (Ed25519) and writes the signature beside it, as FILE.sig.
Signed are the canonical bytes that `certify --json` writes.

  everydeal keys new lab                          lab.key, to keep secret, and lab.pub, to hand out
  everydeal certify ez-baccarat --json -o certificate.json
  everydeal sign certificate.json --key lab.key
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    parser = common.command(commands, "sign", "sign a certificate", DESCRIPTION)
    parser.add_argument("file", metavar="FILE", help="the certificate's JSON, or - for standard input")
    parser.add_argument("--key", metavar="KEY", required=True, help="the private key's file")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE.sig",
        help="write the signature there, - for standard output; default: beside FILE",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Sign, and say with which key on stderr."""
    from everydeal import signing
    from everydeal.read_certificate import content_of

    if options.output is None:
        if options.file == "-":
            raise InputError("a certificate from standard input has no name; allowed: -o FILE.sig")
        options.output = f"{options.file}.sig"
        common.check_files(options)
    key = signing.read_private_key(options.key)
    content, file = content_of(options.file)
    common.emit(signing.sign(content, file, key), options.output)
    print(f"everydeal: signed with the key {signing.fingerprint(key.public_key())}", file=sys.stderr)
    return 0
