"""What many games say of a game's balance, under its rules."""

import msgspec
import pytest
from playwright.sync_api import expect

from siegeworks.lab.reports.balance import summary
from siegeworks.server.http import game_routes
from tests.lab.reports.sample import ALIVE, report
from tests.web.conftest import Users
from tests.web.test_for_everybody import SMALL, overflow, violations

MEASURED = "expansion"


@pytest.fixture(autouse=True)
def one_game_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one game has a summary, with a chart of every kind."""
    charts = [*summary(report()).charts, ALIVE.charts[1]]
    measured = msgspec.structs.replace(summary(report()), charts=charts)
    monkeypatch.setattr(
        game_routes, "balance_of", lambda game: measured if game == MEASURED else None
    )


def test_the_balance_of_a_game_is_loaded_when_it_is_asked_for(users: Users) -> None:
    user = users.add()
    asked: list[str] = []
    user.page.on("request", lambda request: asked.append(request.url))
    user.open(f"#/rules/{MEASURED}")
    expect(user.page.locator("#balance summary")).to_be_visible()
    assert not any("balance" in url.lower() for url in asked)
    user.button("Balance").click()
    balance = user.page.locator("#balance")
    expect(balance).to_contain_text("Is it as good to begin? No")
    expect(balance).to_contain_text("56.0% (51.1% to 60.8%) of 400 games: it is favoured")
    expect(balance).to_contain_text("Measured with 400 games of bot 4 against itself")
    expect(balance).to_contain_text("siegeworks report expansion -n 400 --seed 7")


@pytest.mark.long
def test_every_chart_is_described_and_has_its_figures_in_a_table(users: Users) -> None:
    user = users.add()
    user.open(f"#/rules/{MEASURED}")
    user.page.locator("#balance > summary").click()
    charts = user.page.locator("#balance figure")
    expect(charts.first).to_be_visible()
    for number, chart in enumerate([*summary(report()).charts, ALIVE.charts[1]]):
        figure = charts.nth(number)
        description = chart.description.replace("'", "’")  # as the page writes it
        expect(figure.get_by_role("img", name=description)).to_be_visible()
        figure.locator("summary").click()
        rows = figure.locator("tbody tr")
        assert rows.count() == sum(len(series.x) for series in chart.series)
    assert "2×\t60%\t50% to 70%" in charts.first.locator("tbody").inner_text()


@pytest.mark.long
def test_the_balance_is_accessible_and_fits_on_a_phone(users: Users) -> None:
    user = users.add(width=390, height=844)
    user.open(f"#/rules/{MEASURED}")
    user.page.locator("#balance > summary").click()
    expect(user.page.locator("#balance figure").first).to_be_visible()
    user.page.locator("#balance").scroll_into_view_if_needed()
    user.screenshot("balance-390")
    user.page.locator("#balance figure summary").last.click()
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    user.page.set_viewport_size({"width": 1280, "height": 800})
    user.page.emulate_media(color_scheme="dark")
    assert violations(user) == []
    user.page.locator("#balance").screenshot(path=user.pictures / "balance-1280-dark.png")


@pytest.mark.long
def test_a_game_that_nobody_measured_has_no_balance(users: Users) -> None:
    user = users.add()
    user.open("#/rules/siege-master")
    expect(user.page.locator("article section").nth(2)).to_be_visible()
    assert user.page.get_by_text("Balance", exact=True).count() == 0
