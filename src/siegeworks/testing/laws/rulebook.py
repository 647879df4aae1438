"""A RULES.md is complete, and what is said in a game can be found in it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.contract import SPECTATOR, TERMINAL, State
from siegeworks.core.errors import IllegalStep
from siegeworks.core.game import Game
from siegeworks.core.scene import Cell
from siegeworks.play.rulebook import paragraphs as texts_of_paragraphs
from siegeworks.play.rulebook import rules_text
from siegeworks.server.messages.scenes import fields
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Cases, Laws, law
from siegeworks.testing.rulebook import REQUIREMENTS, package
from siegeworks.testing.walks import random_walk

# "1 stones", and the space that is left where a word is missing.
SLIPS = re.compile(
    r"\b1 (coins|dice|fortresses|games|hexes|minions|moves|pieces|pips|places|points|ranks|steps|"
    r"stones|tiles|turns)\b|\S  +\S"
)
WRONG_TOKENS = {"", "pass", "L>99", "a1", "first=", "roll=", "@"}

DRAWN = 60  # positions of a game whose pictures are compared
EVERY = 3  # position of a game is searched for slips: those that follow say nearly the same
TO_DO = "TODO(new-game):"  # marks what the skeleton leaves to do
SPACE_AND_QUOTES = ' "'
IN_ORDER = ("RULES.md", "params.py", "rules.py", "knowledge.py", "notation.py", "scene.py")


@cache
def positions(game: Game) -> list[State]:
    """Those of a random game."""
    return [state for state, _ in random_walk(game, seed=23)]


def files_of(facts: Facts) -> list[Path]:
    """The files of a game and of its tests, in the order in which they are written."""
    package_files = [*package(facts).glob("*.md"), *package(facts).glob("*.py")]
    order = {name: place for place, name in enumerate(IN_ORDER)}
    package_files.sort(key=lambda path: (order.get(path.name, len(order)), path.name))
    return [*package_files, *sorted(facts.folder.glob("*.py"))]


def place(cell: Cell) -> tuple[object, ...]:
    """What never changes of a place of the board."""
    return cell.name, cell.x, cell.y, cell.border


class RulebookLaws(Laws):
    """What RULES.md contains, and what the game says of it."""

    @pytest.mark.parametrize("requirement", REQUIREMENTS)
    def test_the_rulebook_has_what_is_required(self, facts: Facts, requirement: str) -> None:
        complaints = list(REQUIREMENTS[requirement].complaints(facts))
        if complaints:
            pytest.fail("\n".join([REQUIREMENTS[requirement].sentence, *complaints]), False)

    def test_nothing_of_the_skeleton_is_left(self, facts: Facts) -> None:
        """What `siegeworks new-game` wrote and somebody is to write: in the order to do it."""
        missing = [
            f"{path}, line {number}: {line.partition(TO_DO)[2].strip(SPACE_AND_QUOTES)}"
            for path in files_of(facts)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if TO_DO in line
        ]
        if missing:
            pytest.fail("\n".join(["What is still to do:", *missing]), False)

    @law
    def test_a_paragraph_says_who_acts_in_every_position(self, game: Game, cases: Cases) -> None:
        rules = texts_of_paragraphs(rules_text(game.name))
        for state in positions(game):
            if state.to_act != TERMINAL:
                open_to_all: Any = state
                number = game.turn_rule(game.params, open_to_all)
                assert number in rules, f"turn_rule says {number!r}; RULES.md has no such paragraph"
                cases.add()

    @law
    def test_no_sentence_has_a_wrong_number_or_a_hole(self, game: Game, cases: Cases) -> None:
        params = fields(game.params)
        for state in positions(game)[::EVERY]:
            scene = game.scene(params, fields(state))
            sentences = [*scene.notes, scene.goal, scene.task, *(tray.note for tray in scene.trays)]
            if state.to_act != TERMINAL:
                for token in WRONG_TOKENS.difference(game.legal_texts(state)):
                    with pytest.raises(IllegalStep) as refused:
                        game.text_to_choice(state, token)
                    sentences.append(str(refused.value))
            assert not [sentence for sentence in sentences if SLIPS.search(sentence)]
            cases.add(len(sentences))

    @law
    def test_a_board_has_the_same_places_in_every_position(self, game: Game, cases: Cases) -> None:
        """Pages are told once where the places are, and then only what is on them."""
        params, first = fields(game.params), None
        walk = list(enumerate(positions(game)))
        for number, state in walk[:: 1 + len(walk) // DRAWN]:
            for seat in (SPECTATOR, 0):
                scene = game.scene(params, fields(game.observe(state, seat)))
                drawn = scene.shape, *map(place, scene.cells)
                first = first or drawn
                assert drawn == first, (
                    f"after {number} steps scene() draws other places than in the beginning. "
                    "siegeworks.core.scene.Scene.cells says which ones it must draw."
                )
                cases.add()

    @law
    def test_the_server_draws_what_the_terminal_draws(self, game: Game, cases: Cases) -> None:
        """It reads fields as attributes of a plain copy, where `seen["board"]` and methods of NumPy
        do not work: write `seen.board[0]` or `np.ravel(seen.board)`."""
        for state in positions(game)[:DRAWN]:
            for seat in (SPECTATOR, *range(len(game.seats))):
                seen = game.observe(state, seat)
                copied = game.scene(fields(game.params), fields(seen))
                assert copied == game.scene(game.params, seen)
                cases.add()
