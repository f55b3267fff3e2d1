"""``python -m sikwu`` is the command ``sikwu``."""

from sikwu.cli import main

main()
