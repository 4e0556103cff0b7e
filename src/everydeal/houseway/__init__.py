"""House ways: how seven cards are set, as files that read like the printed document.

`load` reads one, `program` compiles it for the core, `explain` says why a clause did not hold,
`check` and `diff` count what it does on every hand there is.
"""
