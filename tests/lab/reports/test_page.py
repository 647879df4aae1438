"""The page of a report: whole in itself, the same for the same report, readable by everybody."""

import re
import urllib.parse
from html.parser import HTMLParser

import pytest

from siegeworks.lab.reports.pages import figures
from siegeworks.lab.reports.pages.comparison_html import comparison_page
from siegeworks.lab.reports.pages.html import report_page, stylesheet
from siegeworks.play.record import parse_record
from tests.lab.reports.sample import FAIR, RECORD, comparison, report

LOADED = {"src", "srcset", "poster", "data", "action", "xlink:href", "background"}
MOST_BYTES = 400_000


class Parsed(HTMLParser):
    """What a page holds: its tags with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {key: value or "" for key, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module", params=["report", "comparison"])
def page(request: pytest.FixtureRequest) -> str:
    return report_page(report()) if request.param == "report" else comparison_page(comparison())


def assert_no_request(page: str) -> None:
    """A browser that shows this page asks nobody for anything."""
    tags = Parsed(page).tags
    assert not {"script", "link", "img", "iframe", "object", "embed"} & {tag for tag, _ in tags}
    for tag, attributes in tags:
        assert not LOADED & set(attributes), tag
        assert re.match(r"(#|data:text/plain)|^$", attributes.get("href", "")), attributes
    assert not re.search(r"@import|@font-face|url\((?!#)", page)
    policy = next(each for tag, each in tags if "http-equiv" in each)
    assert policy["content"].startswith("default-src 'none'")


def test_no_request_leaves_the_page(page: str) -> None:
    assert_no_request(page)


def test_ids_are_unique_and_what_refers_to_them_finds_them(page: str) -> None:
    tags = Parsed(page).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in tags:
        for value in attributes.values():
            for name in re.findall(r"^#([\w.-]+)|url\(#([\w.-]+)\)", value):
                assert "".join(name) in ids
        for name in attributes.get("aria-labelledby", "").split():
            assert name in ids


def test_the_page_is_the_same_for_the_same_report() -> None:
    assert report_page(report()) == report_page(report())
    assert comparison_page(comparison()) == comparison_page(comparison())


def test_the_page_begins_with_the_sentences_and_ends_with_the_command() -> None:
    text = Parsed(report_page(report())).text
    places = [text.index(sentence) for sentence in (*report().sentences, FAIR.verdicts[0].question)]
    assert places == sorted(places)
    command, seed = text.rindex(report().command), text.rindex("Seed")
    assert text.index(FAIR.title) < command < seed
    assert "statsmodels" in text[seed:]


def test_answers_differ_by_word_and_mark() -> None:
    text = Parsed(report_page(report())).text
    for marked in ("● Yes", "○ No", "◐ Unclear"):
        assert marked.replace(" ", "") in text.replace(" ", "")
    assert "400 games; about 2,600 would settle it" in text


def test_text_of_a_report_is_never_markup() -> None:
    page = report_page(report())
    assert "<which>" not in page and "&lt;which&gt; corner &amp; why" in page


def test_records_of_dramatic_games_can_be_saved_and_read() -> None:
    links = [each for tag, each in Parsed(report_page(report())).tags if "download" in each]
    assert len(links) == len(report().dramatic)
    text = urllib.parse.unquote(links[0]["href"].partition(",")[2])
    assert text == RECORD and parse_record(text).game == report().game
    assert links[0]["download"] == "01-expansion-game-1-of-deal-1.siege"


def test_a_page_is_small_enough_for_the_repository(page: str) -> None:
    assert len(page.encode()) < MOST_BYTES / 2  # a real report has more, but not twice as much


@pytest.mark.parametrize("section", report().sections, ids=lambda section: section.key)
def test_charts_have_the_colours_of_the_page_and_text_for_screen_readers(section) -> None:
    for chart in section.charts:
        drawn = figures.svg(chart)
        text = "".join(drawn.itertext())
        assert drawn.get("role") == "img" and chart.description in text and chart.title in text
        attributes = str({key: value for element in drawn.iter() for key, value in element.items()})
        values = " ".join(value for element in drawn.iter() for value in element.attrib.values())
        assert not re.search(r"#[0-9a-f]{6}\b", values.lower()), attributes
        for name in set(re.findall(r"var\((--[\w-]+)\)", values)):
            assert f"{name}:" in stylesheet()
        sizes = [float(size) for size in re.findall(r"font(?:-size)?: ?(\d+)px", stylesheet())]
        assert min(sizes) >= figures.TEXT


def test_the_figures_of_a_chart_can_be_read_as_a_table() -> None:
    rows = figures.text_of(FAIR.charts[0])
    assert rows[0] == ("wins", "the seat that begins", "56.0%", "51.1% to 60.8%")


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_colours_of_series_contrast_with_the_page(scheme: int) -> None:
    def luminance(color: str) -> float:
        channels = (value / 255 for value in bytes.fromhex(color[1:]))
        linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels]
        return sum(part * v for part, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    declarations = re.findall(
        r"--(paper|card|ink|quiet|accent|series-\d): (#[0-9a-f]{6})", stylesheet()
    )
    colors = dict(declarations[scheme * 10 : scheme * 10 + 10])
    assert len(colors) == 10
    for ground in ("paper", "card"):
        for name in set(colors) - {"paper", "card"}:
            low, high = sorted(map(luminance, (colors[ground], colors[name])))
            least = 3 if name.startswith("series") else 4.5
            assert (high + 0.05) / (low + 0.05) >= least, (ground, name)
