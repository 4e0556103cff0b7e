"""Sheets: a game's rules and wagers as data. `load` reads them, `model` is what they become."""
