"""Puzzles in the page: found, tried, solved and explained, by mouse, by keyboard and on a phone"""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.games import NAMES, load
from siegeworks.play.teaching.lessons import position
from siegeworks.play.teaching.puzzles import Puzzle, puzzles
from siegeworks.server.http.teaching import puzzle_routes
from tests.web.conftest import Users
from tests.web.test_for_everybody import violations
from tests.web.user import Clickable, User

MOST_ATTEMPTS = 150
MOST_PICKS = 4  # for one move
MOST_MOVES = 40  # of a puzzle that is solved by picking at random


def legal(game: str, puzzle: Puzzle) -> list[str]:
    """The moves that can be tried."""
    table = position(load(game, puzzle.options), puzzle.start, puzzle.name)
    return table.game.legal_texts(table.state)


def short_puzzle(game: str) -> Puzzle | None:
    """A puzzle of a game with few moves, of which two are made on the board, the solution too."""
    for puzzle in puzzles(game)[:8]:
        moves = legal(game, puzzle)
        on_board = [move for move in moves if not re.fullmatch("[a-z]+", move)]
        if puzzle.solution in on_board and 1 < len(on_board) <= len(moves) <= MOST_MOVES:
            return puzzle
    return None


GAMES = [game for game in NAMES if puzzles(game)]
ALL = [pytest.param(game, puzzles(game)[0], id=game) for game in GAMES]
ODDS = [
    pytest.param(game, puzzle, id=game)
    for game in GAMES
    for puzzle in puzzles(game)
    if puzzle.kind == "odds"
][:1]


@pytest.fixture(scope="module")
def short() -> tuple[str, Puzzle]:
    """A game and its short puzzle, of which there is none with fewer moves."""
    candidates = [(game, puzzle) for game in GAMES if (puzzle := short_puzzle(game)) is not None]
    return min(candidates, key=lambda candidate: len(legal(*candidate)))


class Solver:
    """Solves one puzzle by what the page shows: it picks at random, and reads what each pick would
    play. Its user confirms moves and sees their tokens."""

    def __init__(self, user: User, game: str, puzzle: Puzzle) -> None:
        self.user, self.puzzle = user, puzzle
        self.rng = random.Random(1)
        user.open(f"#/puzzles/{game}/{puzzle.name}")
        self.show.wait_for()

    @property
    def show(self) -> Locator:
        """The button that gives up."""
        return self.user.button("Show me the solution")

    @property
    def next(self) -> Locator:
        """The link that goes on."""
        return self.user.page.get_by_role("link", name="Next puzzle")

    @property
    def confirm(self) -> Locator:
        """The button that plays the move that is picked."""
        return self.user.page.locator(".actions .confirming > .primary")

    def play(self, pick: Callable[[], None], wanted: Callable[[str], bool]) -> None:
        """Pick until a wanted move can be confirmed, and play it."""
        for _ in range(MOST_ATTEMPTS):
            for _ in range(MOST_PICKS):
                pick()
                if self.confirm.is_visible():
                    break
            if self.confirm.is_visible() and wanted(self.confirm.inner_text()):
                self.confirm.press("Enter")
                return
            self.user.page.keyboard.press("Escape")
        raise AssertionError("no such move was found")

    def is_right(self, label: str) -> bool:
        """Would this play the solution?"""
        return self.puzzle.solution == label or f"({self.puzzle.solution})" in label

    def is_wrong(self, label: str) -> bool:
        """Would this play another move?"""
        return not self.is_right(label)

    def pick_by_mouse(self) -> None:
        """Click on something that can be picked."""
        self.user.click_possible(self._choose)

    def _choose(self, possible: list[Clickable]) -> Clickable:
        return self.rng.choice(
            [clickable for clickable in possible if clickable.name != "Rotate"] or possible
        )

    def pick_by_keys(self) -> None:
        """Press Enter on a place that can be picked, or on a button that a move needs."""
        page = self.user.page
        marked = page.locator(".board-area [data-mark]").evaluate_all(
            "marks => marks.map((one) => one.dataset.cell)"
        )
        places = [page.locator(f"[data-place='{name}']") for name in marked if name]
        buttons = page.locator(".actions .row:not(.confirming) > button").all()
        choices = [*places, *buttons] or page.locator("[data-place]").all()
        self.rng.choice(choices).press("Enter")

    def expect_wrong(self) -> None:
        """Wait until the page has said that a try was wrong."""
        expect(self.user.page.get_by_role("status")).to_contain_text("Not that one.")

    def expect_solved(self) -> None:
        """Wait until the page has said why the solution works, and how that was proven."""
        page = self.user.page
        expect(page.get_by_role("status")).to_contain_text("Right!")
        expect(page.locator(".facts")).to_contain_text("Proof: ")
        expect(self.next).to_be_focused()


def test_a_puzzle_is_solved_by_mouse_after_a_wrong_try(
    users: Users, short: tuple[str, Puzzle]
) -> None:
    solver = Solver(users.add(confirm_moves=True, tokens=True), *short)
    user = solver.user
    solver.play(solver.pick_by_mouse, solver.is_wrong)
    solver.expect_wrong()
    user.button("Try again").click()
    solver.play(solver.pick_by_mouse, solver.is_right)
    solver.expect_solved()
    assert violations(user) == []
    user.page.locator("ol .line").first.click()
    expect(user.page.locator("ol .line").first).to_have_attribute("aria-current", "step")
    user.open(f"#/puzzles/{short[0]}")
    expect(user.page.get_by_role("group", name="How hard")).to_contain_text("1 of")
    expect(user.page.get_by_text("0 in a row")).to_have_count(0)  # it was not the first try


@pytest.mark.parametrize(("game", "puzzle"), ODDS)
@pytest.mark.long
def test_a_move_that_wins_less_often_is_answered_by_how_often(
    users: Users, game: str, puzzle: Puzzle
) -> None:
    solver = Solver(users.add(confirm_moves=True, tokens=True), game, puzzle)
    page = solver.user.page
    expect(page.locator(".text")).to_have_text("Which move wins most often?")
    expect(page.locator(".facts")).to_contain_text(f"within {puzzle.plies} moves")
    solver.play(solver.pick_by_mouse, solver.is_wrong)
    solver.expect_wrong()
    expect(page.get_by_role("status")).to_contain_text(f"of {puzzle.deals} deals")
    solver.user.button("Try again").click()
    solver.play(solver.pick_by_mouse, solver.is_right)
    solver.expect_solved()
    expect(page.get_by_role("status")).to_contain_text("the next best")


@pytest.mark.long
def test_a_puzzle_is_solved_by_keyboard_alone(users: Users, short: tuple[str, Puzzle]) -> None:
    solver = Solver(users.add(confirm_moves=True, tokens=True), *short)
    page = solver.user.page
    solver.play(solver.pick_by_keys, solver.is_wrong)
    solver.expect_wrong()
    expect(solver.user.button("Try again")).to_be_focused()
    page.keyboard.press("Enter")
    solver.play(solver.pick_by_keys, solver.is_right)
    solver.expect_solved()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("ol [aria-current]")).to_have_count(0)  # the position of the puzzle
    page.keyboard.press("ArrowRight")
    expect(page.locator("ol .line").first).to_have_attribute("aria-current", "step")


@pytest.mark.long
def test_a_puzzle_solved_by_the_first_try_counts_in_the_row(
    users: Users, short: tuple[str, Puzzle]
) -> None:
    solver = Solver(users.add(width=390, height=844, confirm_moves=True, tokens=True), *short)
    page = solver.user.page
    expect(page.get_by_text("it is your turn")).to_be_in_viewport()
    solver.play(solver.pick_by_mouse, solver.is_right)
    solver.expect_solved()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    solver.user.open("#/puzzles")
    expect(page.get_by_text("1 in a row without a mistake")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(solver.user) == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "puzzle"), ALL)
def test_the_solution_is_shown_to_those_who_ask_and_the_line_can_be_stepped_through(
    users: Users, game: str, puzzle: Puzzle
) -> None:
    solver = Solver(users.add(), game, puzzle)
    page = solver.user.page
    solver.show.click()
    expect(page.get_by_role("status")).to_contain_text("The solution")
    turns = page.locator("ol .line")
    for number in range(1, turns.count() + 1):
        expect(page.get_by_text(f"Position {number} of")).to_be_visible()
        if number < turns.count():
            page.get_by_role("button", name="One turn forward").click()
    solver.user.open(f"#/puzzles/{game}")
    expect(page.get_by_role("group", name="How hard")).to_contain_text("0 of")
    assert solver.user.missing_spaces() == []


@pytest.mark.parametrize("game", GAMES[:1])
@pytest.mark.long
def test_the_next_puzzle_is_one_of_the_chosen_grade_and_theme(users: Users, game: str) -> None:
    user = users.add()
    known = puzzles(game)
    hardest = known[-1]
    user.open(f"#/puzzles/{game}")
    grades = user.page.get_by_role("group", name="How hard").get_by_role("button")
    grades.last.click()
    theme = user.page.get_by_label("Theme")
    if theme.is_visible():
        theme.select_option(hardest.theme)
    first = next(
        candidate
        for candidate in known
        if (candidate.grade, candidate.theme) == (hardest.grade, hardest.theme)
    )
    user.page.get_by_role("link", name="Solve it").click()
    expect(user.page).to_have_url(re.compile(f"#/puzzles/{game}/{first.name}$"))
    user.open(f"#/puzzles/{game}")
    expect(grades.last).to_have_attribute("aria-pressed", "true")  # it is kept


@pytest.mark.long
def test_puzzles_are_offered_where_games_are_chosen_learned_and_explained(users: Users) -> None:
    user = users.add()
    game = GAMES[0]
    for address in ("", f"#/learn/{game}", f"#/rules/{game}"):
        user.open(address)
        expect(user.page.locator(f"a[href='#/puzzles/{game}']").first).to_be_visible()
    user.open()
    user.page.get_by_role("link", name="Puzzle of the day").click()
    user.page.get_by_role("link", name="Solve it").click()
    expect(user.page.get_by_text("it is your turn")).to_be_visible()


@pytest.mark.long
def test_a_game_without_puzzles_says_what_to_do_instead(
    users: Users, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_routes, "puzzles", lambda game: ())
    monkeypatch.setattr(puzzle_routes, "has_puzzles", lambda game: False)
    user = users.add()
    game = GAMES[0]
    user.open(f"#/puzzles/{game}")
    expect(user.page.get_by_text("Take a lesson or play a bot")).to_be_visible()
    expect(user.page.locator(f"a.primary[href='#/learn/{game}']")).to_be_visible()
    assert violations(user) == []
    user.open("#/puzzles")
    expect(user.page.get_by_text("There are no puzzles on this server yet")).to_be_visible()


@pytest.mark.long
def test_an_unknown_puzzle_says_so(users: Users) -> None:
    user = users.add()
    user.open(f"#/puzzles/{GAMES[0]}/nonsense")
    expect(user.page.get_by_role("alert")).to_contain_text("no puzzle")
