"""Puzzles: every position can be reached, every solution and line played, a sample proven again."""

from __future__ import annotations

import re
from contextlib import suppress

from siegeworks.lab.puzzles.second_proof import TooLong, second_proof
from siegeworks.play.puzzles import GRADES, Puzzle, puzzle_of, puzzles, setting
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Laws

EASY_SHARE = 0.6  # of the puzzles, at most, are of grade 1 where there are more than FEW
FEW = 10
SAMPLE = 3  # puzzles of a game that are proven again here; `siegeworks puzzles check` takes all
SAMPLE_STEPS = 4_000  # each; those that need more are left to that command
TRIED = r"(every (hidden value|outcome of chance|reply)( and every outcome of chance)? tried, )"
PROOF = re.compile(rf"{TRIED}?solved to the end|{TRIED}forced within [0-9]+ (ply|plies)")


class PuzzleLaws(Laws):
    """What `puzzles.toml` says, held against the engine. A game without puzzles has none."""

    def test_puzzles_have_names_of_their_own(self, facts: Facts) -> None:
        """Progress is kept under them."""
        known = puzzles(facts.game)
        assert len({puzzle.name for puzzle in known}) == len(known)
        assert all(puzzle_of(facts.game, puzzle.name) is puzzle for puzzle in known)
        assert len({(str(puzzle.options), puzzle.start) for puzzle in known}) == len(known)

    def test_every_puzzle_leaves_a_choice_and_its_solution_and_line_can_be_played(
        self, facts: Facts
    ) -> None:
        """The line of a win goes to its end, if there is one, and the learner wins alone."""
        for puzzle in puzzles(facts.game):
            at = setting(facts.game, puzzle)
            legal = at.game.legal_texts(at.table.state)
            assert at.game.actor(at.table.state) == puzzle.seat, puzzle.name
            assert len(legal) > 1 and puzzle.solution in legal, puzzle.name
            after = at.solved()
            assert not after.over or puzzle.seat in after.winners, puzzle.name
            if puzzle.kind == "win" and (puzzle.line or puzzle.plies == 1):
                assert after.winners == [puzzle.seat], puzzle.name

    def test_what_is_said_of_a_puzzle_is_complete(self, facts: Facts) -> None:
        """Its theme, why it works, how that is known and how hard it is."""
        for puzzle in puzzles(facts.game):
            assert puzzle.theme and puzzle.text, puzzle.name
            assert PROOF.fullmatch(puzzle.proof), f"{puzzle.name}: {puzzle.proof}"
            assert puzzle.grade in GRADES, puzzle.name
            assert puzzle.found_by and all(0 <= one <= 1 for one in puzzle.found_by.values())
            if puzzle.grade > 1:
                levels = sorted(puzzle.found_by)
                assert puzzle.found_by[levels[0]] < 1 / 3, puzzle.name
                assert puzzle.found_by[levels[-1]] > 0.9, puzzle.name

    def test_most_puzzles_are_not_all_easy(self, facts: Facts) -> None:
        """A few may be."""
        known = puzzles(facts.game)
        if len(known) > FEW:
            assert sum(puzzle.grade == 1 for puzzle in known) <= EASY_SHARE * len(known)

    def test_a_sample_of_puzzles_is_proven_again_another_way(self, facts: Facts) -> None:
        """Not by the search that found them."""
        left = SAMPLE
        for puzzle in sorted(puzzles(facts.game), key=_by_length):
            with suppress(TooLong):
                assert not second_proof(setting(facts.game, puzzle), SAMPLE_STEPS), puzzle.name
                left -= 1
            if not left:
                return


def _by_length(puzzle: Puzzle) -> tuple[int, int]:
    return puzzle.plies, len(puzzle.start)
