"""The package's version, in a module of its own so that building need not import the package."""

VERSION = "0.1.0"
