"""Puzzles: every position can be reached, every solution and line played, a sample proven again."""

import re
from contextlib import suppress

from siegeworks.core.advice import Judges
from siegeworks.lab.puzzles.check import flaw_of_claim, flaw_of_line
from siegeworks.lab.puzzles.second_proof import TooLong
from siegeworks.play.teaching.puzzles import FILE, GRADES, puzzle_of, puzzles, setting, where
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Laws
from siegeworks.testing.laws.teaching import PARAGRAPH

EASY_SHARE = 0.6  # of the puzzles, at most, are of grade 1 where those are more than FEW
FEW = 100
SAMPLE = 3  # puzzles of a game that are proven again here; `siegeworks puzzles check` takes all
SAMPLE_STEPS = 4_000  # each; those that need more are left to that command
TRIED = r"(every (hidden value|outcome of chance|reply)( and every outcome of chance)? tried, )"
DEEP = "every deal and every reply tried, [0-9]+ moves? deep"
PROOF = re.compile(rf"{TRIED}?solved to the end|{TRIED}forced within [0-9]+ (ply|plies)|{DEEP}")


class PuzzleLaws(Laws):
    """What `puzzles.toml` says, held against the engine. A game without puzzles has none."""

    def test_puzzles_have_names_and_positions_of_their_own(self, facts: Facts) -> None:
        """Progress is kept under the names."""
        positions = set()
        for puzzle in puzzles(facts.game):  # which refuses a name that is there twice
            assert puzzle_of(facts.game, puzzle.name) is puzzle
            position = str(puzzle.options), puzzle.start
            assert position not in positions, f"{where(facts.game, puzzle)}: the start is known."
            positions.add(position)

    def test_every_puzzle_leaves_a_choice_and_its_solution_and_line_can_be_played(
        self, facts: Facts
    ) -> None:
        """The line of a win ends it within the plies that are said, and the learner wins alone."""
        for puzzle in puzzles(facts.game):
            flaw = flaw_of_line(setting(facts.game, puzzle))
            assert not flaw, f"{where(facts.game, puzzle)}: {flaw}."

    def test_what_is_said_of_a_puzzle_is_complete(self, facts: Facts) -> None:
        """Its theme, why it works, how that is known and how hard it is; no number of a rule."""
        for puzzle in puzzles(facts.game):
            at = where(facts.game, puzzle)
            assert puzzle.theme.strip() and puzzle.text.strip(), f"{at}: theme or text is empty."
            numbers = PARAGRAPH.findall(f"{puzzle.theme} {puzzle.text}")
            assert not numbers, f"{at}: its text names {', '.join(numbers)}."
            assert PROOF.fullmatch(puzzle.proof), f"{at}: no proof is called {puzzle.proof!r}."
            assert puzzle.grade in GRADES, f"{at}: there is no grade {puzzle.grade}."
            shares = puzzle.found_by
            is_complete = set(shares) == set(Judges._fields)
            assert is_complete and all(0 <= share <= 1 for share in shares.values()), (
                f"{at}: found_by is wrong."
            )
            is_hard = shares["weak"] < 1 / 3 and shares["strong"] > 0.9
            assert puzzle.grade == 1 or is_hard, f"{at}: by found_by its grade is 1."

    def test_most_puzzles_are_not_all_easy(self, facts: Facts) -> None:
        """A few may be."""
        known = puzzles(facts.game)
        easy = sum(puzzle.grade == 1 for puzzle in known)
        most = max(FEW, int(EASY_SHARE * len(known)))
        assert easy <= most, (
            f"{FILE} of {facts.game}: {easy} of {len(known)} puzzles are of grade 1; {most} may be."
        )

    def test_a_sample_of_puzzles_is_proven_again_another_way(self, facts: Facts) -> None:
        """Not by the search that found them."""
        left = SAMPLE
        for puzzle in sorted(puzzles(facts.game), key=lambda each: (each.plies, len(each.start))):
            with suppress(TooLong):
                flaw = flaw_of_claim(setting(facts.game, puzzle), SAMPLE_STEPS)
                assert not flaw, f"{where(facts.game, puzzle)}: {flaw}."
                left -= 1
            if not left:
                return
