"""The command line. ``main`` is what the command ``sikwu`` runs; ``run`` is the same for callers in Python."""

from sikwu.cli.app import main, run

__all__ = ["main", "run"]
