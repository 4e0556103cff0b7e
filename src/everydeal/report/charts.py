"""Charts by matplotlib, an optional extra: the same SVG on every run, legible without colour.

Positions are floats, as everywhere on paper; what is read is text that was made from exact figures.
"""

import io
import re
import warnings
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import floor, log10
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from everydeal.extras import needed
from everydeal.report.document import Chart, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.6  # inches: the text of a page
ROW = 0.27  # inches for a labelled row
KEY = 0.16  # inches for a name in the legend
LABEL = 54  # signs of a label or a name in a line; of a label there are two, and what is longer is cut
_INK, _GREY = "#111111", "#8a8a8a"
_MARKERS = "osD^vPX*<>d"
_SETTINGS: Any = {
    "svg.hashsalt": "everydeal",
    "svg.fonttype": "path",
    "text.parse_math": False,
    "axes.unicode_minus": False,
    "axes.edgecolor": _INK,
    "axes.linewidth": 0.7,
    "hatch.linewidth": 0.6,
    "font.size": 8.0,
    "path.simplify": False,
}


def svg(chart: Chart) -> bytes:
    """Draw it. Raises InputError if matplotlib is not there."""
    needed("matplotlib", "pdf")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mpl.rcdefaults()  # whatever a matplotlibrc says
        mpl.rcParams.update(_SETTINGS)
        rows = 9 if chart.kind in ("columns", "scatter") else max(len(chart.labels), 2)
        height = max(0.9 + ROW * rows, 0.5 + KEY * len(chart.series))
        figure = Figure(figsize=(WIDTH, height))
        axes = figure.add_subplot()
        _DRAWN[chart.kind](axes, chart)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlabel(chart.axis)
        if chart.other_axis:
            axes.set_ylabel(chart.other_axis)
        _set_fonts(figure)
        figure.tight_layout(pad=0.4)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def short(text: str) -> str:
    """A label that fits, of signs that the font has."""
    text = re.sub(r"[^\x20-\x7e\u00a0-\u024f\u0370-\u04ff]", "\N{REPLACEMENT CHARACTER}", text)
    text = text.replace("\N{REPLACEMENT CHARACTER}", "?")
    return text if len(text) <= LABEL else text[: LABEL - 3].rstrip() + "..."


def label(text: str) -> str:
    """A label of a row: what does not fit in a line is on two, cut only beyond that."""
    if len(text) <= LABEL:
        return short(text)
    about_half = min(LABEL, len(text) // 2 + 8)
    first, *rest = wrap(text, about_half, break_on_hyphens=False) or [""]
    return "\n".join(map(short, [first, " ".join(rest)] if rest else [first]))


def _set_fonts(figure: "Figure") -> None:
    """The font that comes with matplotlib, whatever else is installed."""
    import matplotlib as mpl
    from matplotlib.font_manager import FontProperties
    from matplotlib.text import Text

    file = f"{mpl.get_data_path()}/fonts/ttf/DejaVuSans.ttf"
    for found in figure.findobj(Text):
        assert isinstance(found, Text)
        found.set_fontproperties(FontProperties(fname=file, size=found.get_fontsize()))


def _bars(axes: "Axes", chart: Chart) -> None:
    """Labelled rows from the top; what is below nothing is hatched."""
    (series,) = chart.series
    values = [float(value or 0) for value in series.values]
    places = range(len(values))
    bars = axes.barh(places, values, height=0.66, color="#c9c9c9", edgecolor=_INK, linewidth=0.6)
    for bar, value in zip(bars, values, strict=True):
        if value < 0:
            bar.set(hatch="////", facecolor="white")
    span = max(max(values), 0) - min(min(values), 0) or 1
    for at, (value, words) in enumerate(zip(values, series.words, strict=True)):
        axes.annotate(
            words, (max(value, 0), at), xytext=(3, 0), textcoords="offset points", va="center", fontsize=7.0
        )
    axes.set_xlim(min(min(values), 0) - span * 0.02, max(max(values), 0) + span * 0.24)
    axes.axvline(0, color=_INK, linewidth=0.7)
    _rows(axes, chart)


def _dots(axes: "Axes", chart: Chart) -> None:
    """Labelled rows from the top, a marker for each series."""
    for number, series in enumerate(chart.series):
        found = [(float(value), at) for at, value in enumerate(series.values) if value is not None]
        if found:
            across, up = zip(*found, strict=True)
            beside = (number - (len(chart.series) - 1) / 2) * min(0.7 / len(chart.series), 0.2)
            axes.plot(
                across,
                [at + beside for at in up],
                linestyle="none",
                label=short(series.name),
                **_marker(number),
            )
    axes.axvline(0, color=_INK, linewidth=0.7)
    _rows(axes, chart)
    axes.grid(axis="y", color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    _legend(axes, chart.series)


def _rows(axes: "Axes", chart: Chart) -> None:
    axes.set_yticks(range(len(chart.labels)), [label(text) for text in chart.labels], linespacing=1.0)
    axes.set_ylim(len(chart.labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _columns(axes: "Axes", chart: Chart) -> None:
    """Values over a range, with a line where it is nothing."""
    (series,) = chart.series
    across = [float(value) for value in series.across]
    width = min((b - a for a, b in pairwise(across)), default=1.0)
    values = [float(value or 0) for value in series.values]
    axes.bar(across, values, width * 0.92, color="#c9c9c9", edgecolor=_INK, linewidth=0.4)
    axes.axvline(0, color=_INK, linewidth=0.9, linestyle="--")
    axes.set_ylim(bottom=0)


def _scatter(axes: "Axes", chart: Chart) -> None:
    """Both coordinates on a log scale, and the line on which a pay to 1 is fair."""
    lowest = min(float(at) for series in chart.series for at in series.across)
    line = [10 ** (at / 20) for at in range(-20 * 12, 1) if lowest / 2 <= 10 ** (at / 20) < 0.7]
    axes.plot(line, [1 / at - 1 for at in line], color=_GREY, linewidth=0.8, label="a fair pay")
    for number, series in enumerate(chart.series):
        across = [float(at) for at in series.across]
        up = [float(value or 0) for value in series.values]
        axes.plot(across, up, linestyle="none", label=short(series.name), **_marker(number))
    axes.set_xscale("log")
    axes.set_xlim(10.0 ** floor(log10(lowest)) / 1.3, 1.3)
    axes.set_yscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: _power(value))
    axes.yaxis.set_major_formatter(lambda value, _: _power(value))
    for each in (axes.xaxis, axes.yaxis):
        each.set_minor_formatter(lambda _, __: "")
    if lowest < 1e-5:
        axes.tick_params(axis="x", rotation=30)
    axes.grid(color="#dddddd", linewidth=0.5)
    axes.set_axisbelow(True)
    _legend(axes, chart.series)


def _power(value: float) -> str:
    """A power of ten in words."""
    if value < 1:
        return f"1/{_power(1 / value)}"
    return f"{value:,.0f}" if value < 1e8 else f"1e{round(log10(value))}"


def _marker(number: int) -> dict[str, Any]:
    again = number // len(_MARKERS) % 3
    return {
        "marker": _MARKERS[number % len(_MARKERS)],
        "markersize": 5.0,
        "markerfacecolor": _GREY if again == 2 else ("white", _INK)[(number + again) % 2],
        "markeredgecolor": _INK,
        "markeredgewidth": 0.8,
    }


def _legend(axes: "Axes", series: Sequence[Series]) -> None:
    if len(series) > 1 or axes.get_xscale() == "log":
        axes.legend(frameon=False, fontsize=7.0, loc="upper left", bbox_to_anchor=(1.0, 1.0))


_DRAWN: dict[str, "Callable[[Axes, Chart], None]"] = {
    "bars": _bars,
    "dots": _dots,
    "columns": _columns,
    "scatter": _scatter,
}
