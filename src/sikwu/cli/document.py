"""What a command shows to people: lines and tables, drawn plainly or, when a terminal looks, by rich."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple
from unicodedata import category, east_asian_width

from sikwu.cli.app import for_a_terminal

Style = Literal["", "title", "heading", "good", "bad", "quiet", "tiles"]
_RICH: dict[Style, str] = {
    "": "",
    "title": "bold",
    "heading": "bold cyan",
    "good": "green",
    "bad": "red",
    "quiet": "dim",
    "tiles": "bold yellow",
}
_INDENT = "  "
_NO_WIDTH = ("Mn", "Me", "Cf")
"""Unicode's categories of characters that stand on another: accents, variation selectors."""


class Line(NamedTuple):
    """A line of text in one style; an empty one is a gap."""

    text: str = ""
    style: Style = ""
    indent: int = 0


class Column(NamedTuple):
    """A column of a table: its heading, whether it holds numbers, its style."""

    heading: str
    number: bool = False
    style: Style = ""


class Table(NamedTuple):
    """Rows of text under headings; without any heading the heading line is left out."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    indent: int = 1


Block = Line | Table


def show(blocks: Iterable[Block]) -> None:
    """Prints the blocks to standard output."""
    if for_a_terminal(sys.stdout):
        _show_rich(blocks)
    else:
        for block in blocks:
            sys.stdout.writelines(f"{line}\n" for line in plain(block))


def plain(block: Block) -> list[str]:
    """The block as lines of text.

    >>> plain(Table([Column("row"), Column("points", number=True)], [["字一色", "10"], ["x", "1"]], indent=0))
    ['row     points', '字一色      10', 'x            1']
    """
    if isinstance(block, Line):
        return [(_INDENT * block.indent + block.text).rstrip()]
    lines = [list(row) for row in block.rows]
    if any(column.heading for column in block.columns):
        lines.insert(0, [column.heading for column in block.columns])
    widths = [max((width(line[i]) for line in lines), default=0) for i in range(len(block.columns))]
    return [(_INDENT * block.indent + "  ".join(map(_cell, line, widths, block.columns))).rstrip() for line in lines]


def _cell(text: str, wide: int, column: Column) -> str:
    gap = " " * (wide - width(text))
    return gap + text if column.number else text + gap


def width(text: str) -> int:
    """How many columns of a terminal the text takes: a Chinese or Korean character takes two.

    >>> width("門風 1"), width("東\N{VARIATION SELECTOR-15}")
    (6, 2)
    """
    return sum(0 if category(char) in _NO_WIDTH else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _show_rich(blocks: Iterable[Block]) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console(highlight=False, emoji=False, markup=False)
    for block in blocks:
        if isinstance(block, Line):
            console.print(
                Padding(Text(block.text or " ", _RICH[block.style]), (0, 0, 0, 2 * block.indent), expand=False)
            )
            continue
        headed = any(column.heading for column in block.columns)
        table = RichTable(box=None, show_header=headed, padding=(0, 2, 0, 0), header_style="dim")
        for column in block.columns:
            justify: Literal["left", "right"] = "right" if column.number else "left"
            table.add_column(Text(column.heading), justify=justify, style=_RICH[column.style], overflow="fold")
        for row in block.rows:
            table.add_row(*map(Text, row))
        console.print(Padding(table, (0, 0, 0, 2 * block.indent), expand=False))
