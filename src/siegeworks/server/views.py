"""What a table shows to one audience: a seat, the spectators or, once it is over, everybody.

Whatever is sent about a position or a step is made here, and only from `Table.view`,
`Table.token_seen_by` and `Table.shown_by`, which reveal nothing that the audience may not know.
"""

from __future__ import annotations

from siegeworks.core.contract import REFEREE, SPECTATOR, Observation, Seat
from siegeworks.play import summary
from siegeworks.play.table import HIDDEN, NO_CHOICE, Table
from siegeworks.server.messages import LastTurn, Scene, Step, StepUpdate, TurnSummary
from siegeworks.server.scenes import SceneEncoder

MAX_CACHED_SCENES = 12  # the least recently used goes first


class AudienceViews:
    """A table as its audiences see it. An audience is a seat, SPECTATOR or REFEREE."""

    def __init__(self, table: Table, encoder: SceneEncoder) -> None:
        self.table, self.game, self.encoder = table, table.game, encoder
        self._scenes: dict[tuple[Seat, int], Scene] = {}
        self._steps: dict[Seat, list[Step]] = {}  # by audience, as far as they were asked for
        self._unique_steps: dict[tuple[str, str, str], Step] = {}

    def resolve(self, audience: Seat) -> Seat:
        """Whose knowledge an audience gets: after the end everybody knows everything, and without
        secrets all see the same."""
        if self.table.over:
            return REFEREE
        return audience if self.game.has_secrets else SPECTATOR

    def scene(self, audience: Seat, index: int) -> Scene:
        """The position after `index` steps."""
        key = self.resolve(audience), index
        scene = self._scenes.pop(key, None)
        if scene is None:
            while len(self._scenes) >= MAX_CACHED_SCENES:
                del self._scenes[next(iter(self._scenes))]
            scene = self.encoder.draw(self.observation(*key))
        self._scenes[key] = scene  # the one used last comes last
        return scene

    def observation(self, audience: Seat, index: int) -> Observation:
        """What a resolved audience may know of the position after `index` steps."""
        return self.table.view(audience, index)

    def forget_undone(self) -> None:
        """Steps were undone: drop what was made of them."""
        self._scenes.clear()
        for steps in self._steps.values():
            del steps[len(self.table.steps) :]

    def steps(self, audience: Seat, start: int) -> list[Step]:
        """The steps from number `start` on."""
        table, audience = self.table, self.resolve(audience)
        steps, last_turn = self._all_steps(audience), self._turn_start(len(table.steps))
        return [
            steps[at] if at >= last_turn else self._later_step(audience, at)
            for at in range(start, len(table.steps))
        ]

    def step_updates(self, before: Seat, after: Seat, end: int) -> list[StepUpdate]:
        """Which of the first `end` steps read differently for one resolved audience than for
        another."""
        if before == after:
            return []
        pairs = ((self._later_step(before, at), self._later_step(after, at)) for at in range(end))
        return [StepUpdate(at, new) for at, (old, new) in enumerate(pairs) if old is not new]

    def resend_from(self, kept: int) -> int:
        """The first step to send to a client that has `kept` valid ones: the start of its last
        turn, if the game shows things only for a moment."""
        return kept if self.game.momentary is None else self._turn_start(kept)

    def _all_steps(self, audience: Seat) -> list[Step]:
        """All steps as an audience saw them. Cached, since each is expensive and never changes."""
        table, steps = self.table, self._steps.setdefault(audience, [])
        for at in range(len(steps), len(table.steps)):
            token = table.token_seen_by(audience, at)
            steps.append(self._step(table.steps[at].actor, token, table.shown_by(at)))
        return steps

    def _later_step(self, audience: Seat, index: int) -> Step:
        """A step as an audience sees it after its turn: without what it revealed for a moment."""
        step = self._all_steps(audience)[index]
        if audience == REFEREE or not self._is_momentary(index):
            return step
        return self._step(step.actor, HIDDEN if step.actor == "chance" else step.token, "")

    def _step(self, actor: str, token: str, shown: str) -> Step:
        """A step; equal ones are the same object."""
        return self._unique_steps.setdefault((actor, token, shown), Step(actor, token, shown))

    def _is_momentary(self, index: int) -> bool:
        """Did a step reveal something that has been hidden again since?"""
        momentary, choice = self.game.momentary, self.table.choices[index]
        if momentary is None or choice == NO_CHOICE:
            return False
        return momentary(self.game.params, self.table.states[index], choice)

    def last_turn(self, audience: Seat, index: int) -> LastTurn:
        """What led to the position after `index` steps."""
        start = self._turn_start(index)
        summaries = summary.between(self.table, self.resolve(audience), start, index)
        before, after = self.scene(audience, start), self.scene(audience, index)
        return LastTurn(
            [TurnSummary(turn.actor, turn.words) for turn in summaries],
            self.encoder.changed(before, after),
        )

    def _turn_start(self, index: int) -> int:
        """How many steps there were before the last actor's turn; chance answers other actors."""
        steps = self.table.steps
        end = index
        while end and steps[end - 1].actor == "chance":
            end -= 1
        start = end
        while start and steps[start - 1].actor == steps[end - 1].actor:
            start -= 1
        return start if end else index

    def legal(self, seat: Seat) -> list[str]:
        """The legal tokens of the seat to act, from what it may know."""
        return self.game.legal_texts(self.table.view(seat))

    def may_agree(self, audience: Seat) -> bool:
        """Do the rules let the seats stop and count now?"""
        may = self.game.engine.may_agree
        return (
            may is not None
            and not self.table.over
            and bool(may(self.game.params, self.table.view(audience)))
        )
