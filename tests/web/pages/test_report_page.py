"""The page of a laboratory report in a browser: for everybody, on any screen, without requests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from siegeworks.lab.reports.files import page_of
from tests.lab.reports.sample import comparison, report
from tests.web.test_for_everybody import violations_of

LEAST_TEXT = 14  # pixels
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIZES = """() => [...document.querySelectorAll('p, li, td, th, dt, dd, code, summary, svg text')]
  .filter((one) => one.getClientRects().length > 0 && one.textContent.trim())
  .map((one) => {
    const size = parseFloat(getComputedStyle(one).fontSize);
    const svg = one.closest('svg');
    return svg ? (size * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width : size;
  })"""


@pytest.fixture(params=["report", "comparison"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    made = report() if request.param == "report" else comparison()
    path.write_text(page_of(made), encoding="utf-8")
    return path


@pytest.fixture(params=[(1280, "light"), (390, "dark")], ids=["desktop", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, file: Path) -> Iterator[Page]:
    width, scheme = request.param
    page = browser.new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    requests: list[str] = []
    messages: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: messages.append(message.text))
    page.goto(file.as_uri())
    yield page
    page.close()
    assert requests == [file.as_uri()] and messages == []


@pytest.mark.long
def test_a_report_is_for_everybody(page: Page) -> None:
    assert violations_of(page) == []
    assert page.evaluate(WIDER) == 0
    assert min(page.evaluate(SIZES)) >= LEAST_TEXT
    page.emulate_media(media="print")
    assert violations_of(page) == []
    assert "rgb(0, 0, 0)" in page.evaluate("getComputedStyle(document.body).color")
