"""What a seat may know, in games with secrets: determinizations are exact, observations hold
nothing else."""

import sys
from collections.abc import Iterator
from itertools import islice
from time import monotonic

import pytest

from siegeworks.core.contract import CHANCE, REFEREE, SPECTATOR, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.proofs.possible_states import TooMany, possible_states
from siegeworks.testing.beliefs import (
    Belief,
    believed_on_the_way,
    drawn,
    every_belief,
    first_belief,
)
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Cases, Laws, law
from siegeworks.testing.laws.rules import assert_equal_bytes
from siegeworks.testing.walks import law_sets, loaded, random_walk, steps_of_set_up

SEEDS = 2
SILENT_SECONDS = 10  # between two lines about exact beliefs
MOST_GAMES = 200  # in which a position is looked for
POSITIONS = 6  # of a game, in which it is counted what a seat can imagine
FEW_STATES = 20  # that are counted one by one
MANY_DRAWS = 400  # of which more than the few must differ where there are more
DRAWS_OF_EACH = 100  # so many times the number of states: each is then among those drawn
STEPS = 40  # of a walk where every step costs milliseconds

every_seat = pytest.mark.parametrize("seat", [0, 1, SPECTATOR], ids=["first", "second", "nobody"])


def check_beliefs(
    beliefs: Iterator[Belief], fact: str, capture: pytest.CaptureFixture[str], cases: Cases
) -> None:
    """Assert that what is imagined is what is believed. There may be many beliefs: from time to
    time a line says how far this is. `fact`: what in facts.py says how small the game is."""
    begun = last_report = monotonic()
    for number, belief in enumerate(beliefs):
        now = monotonic()
        if now - last_report > SILENT_SECONDS:
            last_report = now
            with capture.disabled():
                sys.stderr.write(
                    f"{belief.game.title}: {number:,} observations compared with Bayes' rule in "
                    f"{now - begun:.0f} s. `{fact}` in facts.py says how small the game is.\n"
                )
        assert_imagined_as_believed(belief)
        cases.add(len(belief.worlds) > 1)


def in_random_games(game: Game, seat: int) -> Iterator[Belief]:
    """What a seat believes in the course of some random games."""
    for seed in range(SEEDS):
        yield from believed_on_the_way(first_belief(game, seat), new_rng(seed))


def count_of_states(game: Game, seen: Observation) -> int | None:
    """How many states look like this observation, if they are few."""
    try:
        return len(possible_states(game, seen, FEW_STATES))
    except TooMany:
        return None


def assert_imagined_as_believed(belief: Belief) -> None:
    """All worlds look the same, and `determinize` draws each as often as it should."""
    game, seat = belief.game, belief.seat
    looks = {game.observe(world, seat).tobytes() for world, _ in belief.worlds}
    assert len(looks) == 1, "a seat knows less, or more, than what it was told"
    seen = game.observe(belief.worlds[0][0], seat)
    assert drawn(game, seen) == belief.distribution()


class KnowledgeLaws(Laws):
    """A seat is told what it may know, and imagines the rest as often as it can be."""

    @law
    def test_a_determinization_looks_the_same_to_the_seat_that_imagined_it(
        self, secret_game: Game, cases: Cases
    ) -> None:
        game, rng = secret_game, new_rng(13)
        for state, _ in random_walk(game, seed=13):
            for seat in (*range(len(game.seats)), SPECTATOR):
                seen = game.observe(state, seat)
                imagined = game.determinize(seen, rng)
                assert imagined.viewer == REFEREE
                assert_equal_bytes(game, game.observe(imagined, seat), seen)
                cases.add(imagined.tobytes() != state.tobytes())

    @law
    def test_a_determinization_could_really_arise(self, secret_game: Game, cases: Cases) -> None:
        game, rng = secret_game, new_rng(14)
        is_sound = game.engine.is_sound
        assert is_sound is not None, "rules.py: a game with secrets needs `is_sound` in its Rules."
        for state, _ in random_walk(game, seed=14):
            assert is_sound(game.params, state)
            for seat in (*range(len(game.seats)), SPECTATOR):
                imagined = game.determinize(game.observe(state, seat), rng)
                assert is_sound(game.params, imagined)
                cases.add(imagined.tobytes() != state.tobytes())

    @law
    def test_legal_actions_follow_from_the_observation(
        self, secret_game: Game, cases: Cases
    ) -> None:
        game, rng = secret_game, new_rng(15)
        for state, _ in random_walk(game, seed=15):
            if state.to_act < 0:
                continue
            seen = game.observe(state, int(state.to_act))
            imagined = game.determinize(seen, rng)
            assert game.legal_actions(seen) == game.legal_actions(state)
            assert game.legal_actions(imagined) == game.legal_actions(state)
            cases.add(imagined.tobytes() != state.tobytes())

    @law
    def test_what_is_secret_varies_under_determinization(
        self, secret_game: Game, cases: Cases
    ) -> None:
        """Every state that a seat can imagine is drawn sooner or later; where there are too many
        to count, nearly every draw is another one. A seat that has not seen a step has several."""
        game, rng = secret_game, new_rng(16)
        walk = list(random_walk(game, seed=16))
        begun = steps_of_set_up(game, (state for state, _ in walk))
        for seat in (*range(len(game.seats)), SPECTATOR):
            hidden = [c >= 0 and game.hides(state, c, seat) for state, c in walk[:begun]]
            several = False
            for state, _ in islice(walk, begun, None, 1 + (len(walk) - begun) // POSITIONS):
                seen = game.observe(state, seat)
                known = count_of_states(game, seen)
                draws = MANY_DRAWS if known is None else DRAWS_OF_EACH * known
                imagined = {game.determinize(seen, rng).tobytes() for _ in range(draws)}
                assert len(imagined) == known if known else len(imagined) > FEW_STATES
                several |= len(imagined) > 1
            assert several or not any(hidden), f"seat {seat} imagines nothing but the truth"
            cases.add(several)

    @law
    def test_an_observation_holds_nothing_that_resampling_would_change(
        self, secret_game: Game, cases: Cases
    ) -> None:
        """Whatever is played from two states that look alike, what the seat sees stays alike until
        something is shown to it."""
        game, rng = secret_game, new_rng(17)
        for state, choice in random_walk(game, seed=17):
            if choice < 0 or state.to_act == CHANCE or game.reveals(state, choice):
                continue
            for seat in (*range(len(game.seats)), SPECTATOR):
                if game.hides(state, choice, seat):
                    continue
                imagined = game.determinize(game.observe(state, seat), rng)
                if choice not in game.legal_actions(imagined):
                    continue
                seen = game.observe(game.child(state, choice), seat)
                assert_equal_bytes(game, game.observe(game.child(imagined, choice), seat), seen)
                cases.add(imagined.tobytes() != state.tobytes())

    @law
    def test_a_hidden_step_looks_the_same_whatever_was_chosen(
        self, secret_game: Game, cases: Cases
    ) -> None:
        game = secret_game
        for state, choice in random_walk(game, seed=18):
            for seat in (*range(len(game.seats)), SPECTATOR):
                if choice < 0 or not game.hides(state, choice, seat):
                    continue
                others = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
                seen = {game.observe(game.child(state, o), seat).tobytes() for o in others}
                assert len(seen) == 1
                cases.add(len(others) > 1)

    @law
    def test_what_the_viewer_sees_is_marked_with_its_seat(
        self, secret_game: Game, cases: Cases
    ) -> None:
        state = secret_game.new_state()
        assert state.viewer == REFEREE
        for seat in (*range(len(secret_game.seats)), SPECTATOR):
            assert secret_game.observe(state, seat).viewer == seat
            cases.add()

    @law
    def test_everyone_told_what_a_seat_may_do_could_work_it_out(
        self, open_choices_game: Game, cases: Cases
    ) -> None:
        """Such positions may be rare: games are played until there was one."""
        game, rng = open_choices_game, new_rng(21)
        for seed in range(21, 21 + MOST_GAMES):
            for state, _ in random_walk(game, seed):
                if state.to_act < 0 or not game.open_choices(state):
                    continue
                legal = game.legal_actions(state)
                for seat in (*range(len(game.seats)), SPECTATOR):
                    seen = game.observe(state, seat)
                    assert game.legal_actions(seen) == legal
                    assert game.legal_actions(game.determinize(seen, rng)) == legal
                    cases.add()
            if cases.number:
                break

    @law
    def test_compiled_rules_imagine_what_the_plain_ones_imagine(
        self, secret_game: Game, cases: Cases
    ) -> None:
        game, plain = secret_game, secret_game.plain()
        rng, same = new_rng(1), new_rng(1)
        for state, _ in random_walk(game, seed=21, steps=STEPS):
            for seat in (0, 1, SPECTATOR):
                seen = game.observe(state, seat)
                imagined = game.determinize(seen, rng)
                assert imagined.tobytes() == plain.determinize(seen, same).tobytes()
                assert rng == same
                cases.add(imagined.tobytes() != state.tobytes())

    # By Bayes' rule, from everything that could have happened ------------------------------------

    @law
    def test_exact_beliefs_are_checked_in_small_games(self, facts: Facts, cases: Cases) -> None:
        has_secrets = any(loaded(facts.game, options).has_secrets for options in law_sets(facts))
        assert bool(facts.beliefs) == has_secrets, (
            f"{facts.folder}/facts.py: `beliefs` lists options that make a game with secrets so "
            "small that all its games can be gone through."
        )
        cases.add()

    @every_seat
    @law
    def test_a_seat_imagines_what_bayes_rule_says_in_every_game_there_is(
        self, small_game: Game, seat: int, cases: Cases, capfd: pytest.CaptureFixture[str]
    ) -> None:
        beliefs = every_belief(first_belief(small_game, seat))
        check_beliefs(beliefs, "beliefs", capfd, cases)

    @every_seat
    @law
    def test_a_seat_imagines_what_bayes_rule_says_all_through_a_random_game(
        self, walked_game: Game, seat: int, cases: Cases, capfd: pytest.CaptureFixture[str]
    ) -> None:
        check_beliefs(in_random_games(walked_game, seat), "beliefs_walked", capfd, cases)

    @pytest.mark.parametrize("seat", [0, 1])
    @law
    def test_a_seat_imagines_larger_games_as_bayes_rule_says(
        self, game_of_seats: Game, seat: int, cases: Cases, capfd: pytest.CaptureFixture[str]
    ) -> None:
        check_beliefs(in_random_games(game_of_seats, seat), "beliefs_of_seats", capfd, cases)
