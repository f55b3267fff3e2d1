"""Running totals as a line chart: SVG and PNG through matplotlib, and in plain characters for a terminal."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sikwu.session import State
from sikwu.table.views import SessionView
from sikwu.words import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Series = dict[str, list[int | None]]
_FONTS = (
    "DejaVu Sans",
    "Noto Sans CJK TC",
    "Noto Sans CJK HK",
    "Noto Sans CJK KR",
    "Noto Sans CJK JP",
    "WenQuanYi Zen Hei",
)
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#8c6d31")
_MARKS = "●▲■◆○△□◇abcdefgh"


def running_totals(states: Sequence[State]) -> Series:
    """Everybody's total before the first line and after each; None before they sat down.

    >>> before = State(("Ann", "Bo", "Chi", "Dee"), 0, 0, 0, None, {"Ann": 0, "Bo": 0})
    >>> running_totals([before, before._replace(totals={"Ann": 5, "Bo": -5, "Eve": 0})])
    {'Ann': [0, 5], 'Bo': [0, -5], 'Eve': [None, 0]}
    """
    return {player: [state.totals.get(player) for state in states] for player in states[-1].totals}


def draw(view: SessionView, form: str, lang: str = "en") -> bytes:
    """The chart as an ``svg`` or ``png`` file; the same session gives the same bytes."""
    import matplotlib as mpl  # here, since nothing else needs what takes so long to load
    from matplotlib import font_manager

    fonts = [font for font in _FONTS if font in font_manager.get_font_names()]
    settings: Any = {"font.family": fonts or "sans-serif", "svg.fonttype": "none", "svg.hashsalt": "sikwu"}
    with mpl.rc_context(settings):
        figure = _figure(view, lang)
        file = io.BytesIO()
        metadata = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(file, format=form, metadata=metadata)
    return file.getvalue()


def _figure(view: SessionView, lang: str) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    series = running_totals(view.states)
    figure = Figure(figsize=(9, 5), dpi=120, layout="constrained")
    axes = figure.subplots()
    axes.axhline(0, color="#888888", linewidth=1)
    for index, totals in enumerate(series.values()):
        colour, dashes = _COLOURS[index % len(_COLOURS)], ("-", "--")[index // len(_COLOURS)]
        reached = [float("nan") if total is None else float(total) for total in totals]
        axes.plot(range(len(reached)), reached, color=colour, linestyle=dashes, linewidth=2, marker=".", markersize=5)
    _label_ends(axes, series)
    axes.set_title(view.name, loc="left", parse_math=False)
    axes.set_xlabel(say(lang, "table", "deal"))
    axes.set_ylabel(say(lang, "headings", "points"))
    axes.set_xlim(0, max(len(view.lines), 1))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def _label_ends(axes: Any, series: Series) -> None:
    """Every player's name and total at the end of the line, moved apart where they would lie on each other."""
    low, high = axes.get_ylim()
    gap = (high - low) / 18
    place = float("inf")
    order = sorted(enumerate(series.items()), key=lambda entry: -(entry[1][1][-1] or 0))
    for index, (player, totals) in order:
        place = min(float(totals[-1] or 0), place - gap)
        axes.annotate(
            f"{player} {totals[-1] or 0:+d}",
            (1, place),
            xycoords=("axes fraction", "data"),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=_COLOURS[index % len(_COLOURS)],
            parse_math=False,
            annotation_clip=False,
        )


def text_chart(series: Mapping[str, Sequence[int | None]], width: int = 60, height: int = 12) -> list[str]:
    """The chart in plain characters, a mark for each player; where two meet, the first player's mark stands.

    >>> print("\\n".join(text_chart({"Ann": [0, 8, 16], "Bo": [0, -8, -16]}, width=9, height=5)))
     +16 │        ●
      +8 │    ●
       0 │●
      -8 │    ▲
     -16 │        ▲
         └─────────
          0       2
    ● Ann +16   ▲ Bo -16
    """
    reached = [total for totals in series.values() for total in totals if total is not None]
    top, bottom = max(reached, default=0), min(reached, default=0)
    deals = max((len(totals) for totals in series.values()), default=1) - 1
    height = min(height, top - bottom + 1)

    def row(total: int) -> int:
        return 0 if top == bottom else round((top - total) * (height - 1) / (top - bottom))

    def column(deal: int) -> int:
        return round(deal * (width - 1) / deals) if deals else 0

    cells = [[" "] * width for _ in range(height)]
    for mark, totals in reversed(list(zip(_MARKS, series.values(), strict=False))):
        for deal, total in enumerate(totals):
            if total is not None:
                cells[row(total)][column(deal)] = mark
    values = [top - round(index * (top - bottom) / (height - 1)) if height > 1 else top for index in range(height)]
    names = [f"{value:+d}" if value else "0" for value in values]
    edge = max(map(len, names)) + 1
    lines = [f"{name:>{edge}} │{''.join(line)}".rstrip() for name, line in zip(names, cells, strict=True)]
    lines.append(f"{'':{edge}} └{'─' * width}")
    lines.append(f"{'':{edge}}  0{deals:>{width - 1}}" if deals else f"{'':{edge}}  0")
    ends = [
        f"{mark} {player} {totals[-1] or 0:+d}" for mark, (player, totals) in zip(_MARKS, series.items(), strict=False)
    ]
    return [*lines, "   ".join(ends)]
