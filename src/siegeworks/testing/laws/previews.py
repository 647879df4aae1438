"""What a move is said to do before it is made: nothing but what the seat may know, and the truth"""

import pytest

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import SPECTATOR, TERMINAL, Action, State
from siegeworks.core.effects import Effects, SeenStep
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.core.scene import Cell, Piece
from siegeworks.play.preview import preview, previews
from siegeworks.play.table import TABLE
from siegeworks.testing.law import Cases, Laws, law
from siegeworks.testing.laws.history import NOT_SAID, played
from siegeworks.testing.walks import random_walk

# A fault in what is said of one kind of move is found where such a move is tried. With 100 steps
# and 3 moves each, every kind of every game is; with 60 and 2, no battle of Siege by Number is won.
TRIED = 3  # moves of each position, besides the one that is made
STEPS = 100


class PreviewLaws(Laws):
    """What moves would do is told exactly, from what the seat sees."""

    @law
    def test_a_preview_depends_only_on_what_the_seat_sees(
        self, secret_game: Game, cases: Cases
    ) -> None:
        """Whatever is hidden from it may be anything else."""
        game, rng = secret_game, new_rng(41)
        for state, _ in random_walk(game, seed=41, steps=STEPS):
            if state.to_act < 0:
                continue
            seat = int(state.to_act)
            seen = game.observe(state, seat)
            imagined = game.observe(game.determinize(seen, rng), seat)
            assert previews(game, seen) == previews(game, imagined)
            cases.add()

    @law
    def test_how_far_pieces_reach_depends_only_on_what_a_seat_sees(
        self, game: Game, cases: Cases
    ) -> None:
        """And it names places of the board, each once."""
        if game.reaches is None:
            pytest.skip("the game says nothing of how far pieces reach")
        rng, seats = new_rng(43), [SPECTATOR, *range(len(game.seats))]
        for number, (state, _) in enumerate(random_walk(game, seed=43, steps=STEPS)):
            seen = game.observe(state, seats[number % len(seats)])
            reaches, before = game.reach(seen), seen.tobytes()
            if game.has_secrets and seen.viewer >= 0:
                assert reaches == game.reach(game.observe(game.determinize(seen, rng), seen.viewer))
            assert seen.tobytes() == before
            names = {cell.name for cell in game.scene(game.params, seen).cells}
            assert len({reach.place for reach in reaches}) == len(reaches)
            for reach in reaches:
                assert {reach.place, *reach.places} <= names
                assert len(set(reach.places)) == len(reach.places)
            cases.add(len(reaches))

    @law
    def test_what_a_preview_says_happens(self, game: Game, cases: Cases) -> None:
        if game.preview is None and game.has_secrets:
            pytest.skip("a game with secrets says itself what its moves would do, or nothing does")
        rng = new_rng(42)
        for state, made in random_walk(game, seed=42, steps=STEPS):
            if state.to_act < 0 or made < 0:
                continue
            legal = game.legal_actions(state)
            some = {made, *(legal[random_below(rng, len(legal))] for _ in range(TRIED))}
            for action in some:
                effects = preview(game, game.observe(state, int(state.to_act)), action)
                cases.add(check_said(effects) + check_true(game, state, action, effects))

    @law
    def test_what_a_step_has_done_is_what_it_was_said_to_do(self, game: Game, cases: Cases) -> None:
        """Unless a battle was open: then only what came of it is told."""
        narration = game.narration
        if narration is None or narration.effects is None:
            pytest.skip("nothing is drawn of past turns")
        table = played(game, new_rng(44), game.max_steps)
        for index, (actor, _) in enumerate(table.steps):
            if actor == TABLE:
                continue
            # The rest of the audience in turn: what it sees depends on who it is, not on the step.
            seats = [SPECTATOR, *range(len(game.seats))]
            own = [game.seats.index(actor)] if actor in game.seats else []
            for audience in {*own, seats[index % len(seats)]}:
                step = SeenStep(
                    actor,
                    table.token_seen_by(audience, index),
                    table.shown_by(index),
                    table.view(audience, index),
                    table.view(audience, index + 1),
                )
                effects = narration.effects(game.params, step)
                after = {cell.name: cell for cell in game.scene(game.params, step.after).cells}
                assert not effects.sentence
                assert all(after[c.place].seat == c.seat for c in effects.captures), effects
                if audience in own:
                    cases.add(check_as_said(game, step, table.choices[index], effects))

    @law
    def test_every_legal_move_is_in_exactly_one_preview(self, game: Game, cases: Cases) -> None:
        for state, _ in random_walk(game, seed=43, steps=STEPS):
            if state.to_act >= 0:
                entries = previews(game, game.observe(state, int(state.to_act)))
                tokens = [token for tokens in entries.values() for token in tokens]
                assert sorted(tokens) == sorted(game.legal_texts(state))
                cases.add(len(entries))


def check_said(effects: Effects) -> int:
    """The sentence is one, if there is any; how many there are."""
    if effects.sentence:
        without_unknown = effects.sentence.replace("against ?", "against 0")
        assert effects.sentence[0].isupper() or effects.sentence[0].isdigit(), effects
        assert effects.sentence[-1] == "." and not NOT_SAID.search(without_unknown), effects
    return bool(effects.sentence)


def check_true(game: Game, state: State, action: Action, effects: Effects) -> int:
    """Everything that is said to be certain is so after the move; how much that is."""
    seat = int(state.to_act)
    before = cells_of(game, state, seat)
    after_state = game.child(state, action)
    after = cells_of(game, after_state, seat)
    is_open = effects.battle is not None and effects.battle.outcome == ""
    checked = 0
    for capture in () if is_open else effects.captures:
        assert before[capture.place].seat is None, effects
        assert after[capture.place].seat == capture.seat, effects
        checked += 1
    for place in () if is_open else effects.closed:
        assert after[place].piece is None, effects
        checked += 1
    for change in effects.changes:
        was, now = before[change.place].piece, after[change.place].piece
        assert was != change.piece == now, effects
        checked += 1
    if effects.lead is not None:
        assert after[effects.lead.place].seat is None, effects
        checked += 1
    if effects.way:
        check_way(effects, before, after)
        checked += 1
    if effects.winners or after_state.to_act == TERMINAL:
        winners = tuple(game.seats[winner] for winner in numbers_in(after_state.winners))
        if effects.winners or not game.has_secrets:
            assert effects.winners == winners, effects
            checked += 1
    return checked


def check_as_said(game: Game, step: SeenStep, action: Action, effects: Effects) -> int:
    """What a step has done is what it was said to do; whether that was certain."""
    prediction = preview(game, step.before, action)
    if prediction.battle is not None and not prediction.battle.outcome:
        return 0
    assert (prediction.captures, prediction.points) == (effects.captures, effects.points)
    return 1


def check_way(effects: Effects, before: dict[str, Cell], after: dict[str, Cell]) -> None:
    """A piece stands at one end of the way, and afterwards at the other, unless it has fought."""
    start, end = effects.way[0], effects.way[-1]
    moved = before[start].piece
    assert moved is not None, effects
    assert len(set(effects.way)) == len(effects.way), effects
    if effects.battle is None:
        arrived = after[end].piece
        assert arrived is not None and (arrived.kind, arrived.seat) == (moved.kind, moved.seat), (
            effects
        )
    else:
        assert effects.battle.attacker.seat == moved.seat, effects
        check_winner(effects, after[end].piece)


def check_winner(effects: Effects, left: Piece | None) -> None:
    """Who is said to win the battle holds the place."""
    battle = effects.battle
    assert battle is not None
    holder = None if left is None else left.seat
    if battle.outcome == "fall":
        assert left is None, effects
    elif battle.outcome == "attacker":
        assert holder == battle.attacker.seat, effects
    elif battle.outcome == "defender":
        assert holder == battle.defender.seat, effects


def cells_of(game: Game, state: State, seat: int) -> dict[str, Cell]:
    """The cells as a seat sees them, by their names."""
    seen = game.observe(state, seat)
    return {cell.name: cell for cell in game.scene(game.params, seen).cells}
