"""`everydeal keys`: keys to sign certificates with."""

import argparse

from everydeal.cli import common

DESCRIPTION = """\
Makes and shows the keys that `everydeal sign` signs with and that signatures are checked against.

  everydeal keys new lab        makes lab.key, to keep secret, and lab.pub, to hand out
  everydeal keys show lab.pub   its fingerprint, to compare over another way
"""


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its actions and their arguments."""
    parser = common.command(commands, "keys", "make and show keys to sign with", DESCRIPTION)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    parser = common.command(
        actions,
        "new",
        "make a pair of keys",
        "Makes NAME.key, which only its owner may read, and NAME.pub; never over files that are there.\n"
        "The private key has no passphrase: whoever reads the file can sign.",
    )
    parser.add_argument("name", metavar="NAME", help="what the files are named, such as lab or keys/lab")
    parser.set_defaults(run=run_new)

    parser = common.command(
        actions, "show", "a public key's fingerprint", "Prints the SHA-256 of a public key's 32 bytes."
    )
    parser.add_argument("file", metavar="PUB", help="the public key's file")
    parser.set_defaults(run=run_show)


def run_new(options: argparse.Namespace) -> int:
    """Make the files and say which."""
    from everydeal.signing import new_keys

    private, public, fingerprint = new_keys(options.name)
    names = [common.inert(path) for path in (private, public)]
    common.emit(f"private key  {names[0]}\npublic key   {names[1]}\nfingerprint  {fingerprint}\n", None)
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Print the fingerprint."""
    from everydeal.signing import fingerprint, read_public_key

    common.emit(f"{fingerprint(read_public_key(options.file))}\n", None)
    return 0
