"""Charts of a report as SVG, drawn by matplotlib

A chart is drawn once for light, dark and print: its colours are the page's CSS variables, its text
has the page's font and colour. It is as wide as a phone, so that its text is never too small.
Series differ in marker and in dashes as well as in colour. The same chart gives the same bytes.
"""

import io
import re
import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from siegeworks.lab.reports.formatting import number
from siegeworks.lab.reports.model import Chart, Series

WIDTH, HEIGHT = 320, 240  # in pixels of CSS, as 72 to an inch
ROW, FRAME = 26, 64  # of a chart with a row for each category
TEXT = 14  # pixels: less cannot be read on a phone
WRAP = 16  # characters of a category's name in a line
TICKS = 5
INCH = 72
STANDS_FOR = {  # what matplotlib draws with, and what the SVG has instead
    "#000001": "currentColor",
    "#000002": "var(--line)",
    "#000003": "var(--quiet)",
    **{f"#00001{index}": f"var(--series-{index})" for index in range(5)},
}
AXIS, GRID, QUIET, *SERIES = STANDS_FOR
MARKERS = "os^Dv"
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.size": TEXT,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.edgecolor": AXIS,
    "axes.labelcolor": AXIS,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "text.color": AXIS,
    "xtick.color": AXIS,
    "ytick.color": AXIS,
    "legend.frameon": False,
}
SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
UNUSED = (f"{SVG}metadata", f"{SVG}style")


def svg(chart: Chart) -> ET.Element:
    """A chart as an `svg` element for a page of HTML, named and described for screen readers.

    The page must define the CSS variables that `STANDS_FOR` names.
    """
    rows = len(_categories(chart)) if chart.kind == "intervals" else 0
    height = FRAME + ROW * rows * max(1, len(chart.series)) if rows else HEIGHT
    with rc_context({**SETTINGS, "svg.hashsalt": chart.key}):
        figure = Figure(figsize=(WIDTH / INCH, height / INCH), layout="constrained")
        axes = figure.add_subplot()
        DRAWN[chart.kind](axes, chart)
        if len(chart.series) > 1:
            figure.legend(loc="outside upper left", ncols=2, handlelength=2.4)
        written = io.BytesIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return _for_page(ET.fromstring(written.getvalue()), chart)


# Drawing -----------------------------------------------------------------------------------------


def _is_named(chart: Chart) -> bool:
    return any(isinstance(x, str) for series in chart.series for x in series.x)


def _categories(chart: Chart) -> list[str]:
    return list(dict.fromkeys(str(x) for series in chart.series for x in series.x))


def _intervals(axes: Axes, chart: Chart) -> None:
    """Values with their intervals, a row for each category."""
    names, several = _categories(chart), len(chart.series)
    for index, series in enumerate(chart.series):
        places = [
            names.index(str(x)) + (0.6 * (index / (several - 1)) - 0.3 if several > 1 else 0)
            for x in series.x
        ]
        look = {**_look(index, series), "linestyle": "none"}
        axes.errorbar(series.y, places, xerr=_errors(series), capsize=4, **look)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks(range(len(names)), [textwrap.fill(name, WRAP) for name in names])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    _format(axes.xaxis, chart)
    axes.set_xlabel(chart.y_label)
    if chart.reference is not None:
        axes.axvline(chart.reference, color=QUIET, linestyle="--", linewidth=1.5)


def _line(axes: Axes, chart: Chart) -> None:
    """Curves, each in the band of its intervals."""
    for index, series in enumerate(chart.series):
        x, look = _numbers(series.x), _look(index, series)
        if series.low and series.high:
            axes.fill_between(x, series.low, series.high, color=SERIES[index % 5], alpha=0.2, lw=0)
        every = max(1, len(x) // 8)
        axes.plot(x, series.y, markevery=every, **look)
    _finish(axes, chart)


def _histogram(axes: Axes, chart: Chart) -> None:
    """Bars of one series along an axis of numbers."""
    (series,) = chart.series
    x = _numbers(series.x)
    step = float(np.diff(x).min()) if len(x) > 1 else 1.0
    axes.bar(x, series.y, 0.86 * step, color=SERIES[0])
    _finish(axes, chart)


DRAWN = {"intervals": _intervals, "line": _line, "histogram": _histogram}


def _look(index: int, series: Series) -> dict[str, Any]:
    """Name, colour, marker and dashes of a series."""
    return {
        "label": series.name,
        "color": SERIES[index % 5],
        "marker": MARKERS[index % 5],
        "linestyle": DASHES[index % 5],
        "markersize": 7,
        "linewidth": 2,
    }


def _numbers(x: Sequence[float | str]) -> Any:
    """The places of a series on an axis of numbers; names count from 0."""
    if any(isinstance(each, str) for each in x):
        return np.arange(len(x), dtype=float)
    return np.array(x, dtype=float)


def _errors(series: Series) -> Any:
    """How far the interval reaches to both sides, as matplotlib takes it."""
    y = np.array(series.y)
    return np.clip([y - series.low, np.array(series.high) - y], 0, None)


def _finish(axes: Axes, chart: Chart) -> None:
    """Axes of a chart whose y is upright."""
    axes.grid(axis="y")
    axes.set_xlabel(chart.x_label)
    axes.set_ylabel(chart.y_label)
    _format(axes.yaxis, chart)
    if not _is_named(chart):
        axes.xaxis.set_major_locator(MaxNLocator(TICKS))
    if chart.reference is not None:
        axes.axhline(chart.reference, color=QUIET, linestyle="--", linewidth=1.5)


def _format(axis: Any, chart: Chart) -> None:
    axis.set_major_locator(MaxNLocator(TICKS))
    if chart.unit == "share":
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.3g}%"))


# As a part of a page -----------------------------------------------------------------------------


def _for_page(root: ET.Element, chart: Chart) -> ET.Element:
    """The figure without what belongs to files, with ids of its own and the page's colours."""
    prefix = re.sub(r"\W+", "-", chart.key)
    used = set(re.findall(r"#([\w-]+)", ET.tostring(root, "unicode")))
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in UNUSED or child.get("style") == "fill: none":
                parent.remove(child)
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
        href = element.attrib.pop(f"{XLINK}href", None)
        if href is not None:
            element.set("href", f"#{prefix}-{href[1:]}")
        name = element.attrib.pop("id", None)
        if name in used:
            element.set("id", f"{prefix}-{name}")
        for key, value in element.items():
            element.set(key, _shorter(_recolored(value)).replace("url(#", f"url(#{prefix}-"))
        if element.tag == "text":
            if element.get("transform", "").startswith("rotate(-0 "):
                del element.attrib["transform"]
            element.set("style", _without_font(element.get("style", "")))
        element.text, element.tail = _kept(element.text), None
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.set("role", "img")
    root.set("aria-labelledby", f"{prefix}-title {prefix}-desc")
    for place, (tag, text) in enumerate({"title": chart.title, "desc": chart.description}.items()):
        element = ET.Element(tag, {"id": f"{prefix}-{tag}"})
        element.text = text
        root.insert(place, element)
    return root


def _recolored(value: str) -> str:
    return re.sub(r"#0000[01]\d\b", lambda match: STANDS_FOR[match[0]], value)


def _shorter(value: str) -> str:
    """Lengths to a tenth of a pixel, without spaces that say nothing."""
    rounded = re.sub(r"-?\d+\.\d+", lambda match: f"{float(match[0]):.1f}", value)
    return re.sub(r"\s+", " ", rounded.replace(".0 ", " ")).strip()


def _without_font(style: str) -> str:
    """A style without the font, which is the page's."""
    kept = [part.strip() for part in style.split(";") if not part.strip().startswith("font")]
    return "; ".join(part for part in kept if part)


def _kept(text: str | None) -> str | None:
    """Text that says something; matplotlib's line breaks do not."""
    return text if text and text.strip() else None


def text_of(chart: Chart) -> list[tuple[str, ...]]:
    """The figures of a chart as rows of a table: series, place, value and interval."""
    return [
        (
            series.name,
            x if isinstance(x, str) else f"{x:g}",
            number(series.y[index], chart.unit),
            f"{number(series.low[index], chart.unit)} to {number(series.high[index], chart.unit)}"
            if series.low and series.high
            else "",
        )
        for series in chart.series
        for index, x in enumerate(series.x)
    ]
