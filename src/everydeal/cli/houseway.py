"""`everydeal houseway`: house ways in words, checked on every hand, compared."""

import argparse
import sys

from everydeal.cli import common

DESCRIPTION = """\
A house way says how a hand of seven cards is set. It is a TOML file that reads like the printed
document (docs/house-way.md).

  everydeal houseway list
  everydeal houseway show dealer-open
  everydeal houseway check dealer-open               on all 154,143,080 hands
  everydeal houseway diff foxwoods trump-plaza
  everydeal houseway new -o ours.toml
"""
CHECK = """\
Sets every hand there is: hands per clause, and what a reviewer should see. Errors (status 1) are hands
that no clause covers, targets that cannot be met, fouls. Findings (status 1 with --strict) are clauses and
targets that never decide, and dominated settings: another legal setting is at least as good in both hands
and better in one.
"""
WAY_HELP = "the id of a bundled house way, the path of a TOML file, or - for standard input"


def add(commands: "common.Commands[argparse.ArgumentParser]") -> None:
    """Its arguments."""
    top = common.command(commands, "houseway", "house ways: show, check, compare", DESCRIPTION)
    actions = top.add_subparsers(title="actions", metavar="ACTION", required=True)

    parser = common.command(actions, "list", "the bundled house ways", "Lists the bundled house ways.")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run_list)

    parser = common.command(actions, "show", "one in words, clause by clause", "A house way in words.")
    parser.add_argument("way", metavar="WAY", help=WAY_HELP)
    parser.add_argument("--format", choices=common.PROSE, default="text", help="default: text")
    common.add_output(parser)
    parser.set_defaults(run=run_show)

    parser = common.command(actions, "check", "on every hand there is", CHECK)
    parser.add_argument("way", metavar="WAY", help=WAY_HELP)
    parser.add_argument("--directly", action="store_true", help="set every hand by itself, not by classes")
    parser.add_argument("--strict", action="store_true", help="status 1 if there are findings")
    _add_hands(parser)
    parser.set_defaults(run=run_check)

    parser = common.command(
        actions,
        "diff",
        "where two differ",
        "How many hands two house ways set differently, by pair of clauses.",
    )
    parser.add_argument("one", metavar="A", help=WAY_HELP)
    parser.add_argument("other", metavar="B", help="likewise")
    _add_hands(parser)
    parser.set_defaults(run=run_diff)

    parser = common.command(
        actions, "new", "a commented file to start from", "Prints a small, commented house way."
    )
    common.add_output(parser)
    parser.set_defaults(run=run_new)


def _add_hands(parser: argparse.ArgumentParser) -> None:
    """Which hands are set, how they compare, and the report of it."""
    parser.add_argument("--no-joker", action="store_true", help="52 cards: 133,784,560 hands")
    common.add_ranking(parser, equal_front=True)
    common.add_format(parser)
    common.add_output(parser)


def run_list(options: argparse.Namespace) -> int:
    """Print one row a house way."""
    from everydeal.houseway.load import bundled, load

    ways = [load(name) for name in bundled()]
    if options.json:
        data = [{"id": w.id, "title": w.title, "clauses": [c.name for c in w.clauses]} for w in ways]
        common.emit_json(data)
        return 0
    width = max(len(way.id) for way in ways)
    common.emit("".join(f"{way.id:{width}}  {way.title}, {len(way.clauses)} clauses\n" for way in ways), None)
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Print the house way as a document."""
    from everydeal.houseway.load import load
    from everydeal.report.houseways import described

    common.emit(common.rendered(described(load(options.way)), options.format), options.output)
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Print what it does; errors and, if strict, findings make status 1."""
    from everydeal.houseway.check import check
    from everydeal.houseway.load import load
    from everydeal.report.houseways import checked

    found = check(load(options.way), common.ranking(options), not options.no_joker, directly=options.directly)
    common.emit_report(found.as_data(), lambda: checked(found), options)
    for error in found.errors:
        print(f"everydeal: {error}", file=sys.stderr)
    if options.strict and found.findings:
        print(f"everydeal: findings under --strict: {len(found.findings)}", file=sys.stderr)
        return 1
    return 1 if found.errors else 0


def run_diff(options: argparse.Namespace) -> int:
    """Print where two differ."""
    from everydeal.houseway.check import diff
    from everydeal.houseway.load import load
    from everydeal.report.houseways import difference

    found = diff(load(options.one), load(options.other), common.ranking(options), not options.no_joker)
    common.emit_report(found.as_data(), lambda: difference(found), options)
    return 0


def run_new(options: argparse.Namespace) -> int:
    """Print the starter; a file that is there is never overwritten."""
    from importlib.resources import files

    starter = (files("everydeal.houseway") / "starter.toml").read_text(encoding="utf-8")
    common.emit_new(starter, options.output, "houseway new")
    return 0
