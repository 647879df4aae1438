"""What a table shows to one audience: a seat, the spectators or, once it is over, everybody.

Whatever is sent about a position or a step is made here, and only from `Table.view`,
`Table.token_seen_by` and `Table.shown_by`, which reveal nothing that the audience may not know.
"""

from functools import lru_cache, partial
from typing import Any

from siegeworks.core.contract import REFEREE, SPECTATOR, Observation, Seat
from siegeworks.core.effects import HIDDEN, NOTHING, Effects, SeenStep
from siegeworks.play.history import History, Turns, is_momentary
from siegeworks.play.table import TABLE, Table
from siegeworks.server.messages.drawing import Scene, Step, StepUpdate, Turn
from siegeworks.server.messages.scenes import SceneEncoder

MAX_CACHED_SCENES = 12  # the least recently used goes first
MAX_CACHED_OBSERVATIONS, MAX_CACHED_ANSWERS = 24, 12  # the same; answers of each kind


class AudienceViews:
    """A table as its audiences see it. An audience is a seat, SPECTATOR or REFEREE."""

    draws_all_turns = False  # or only the last ones: pages look at earlier ones one by one
    tells_reaches = False  # of every position, or only of those that pages ask for

    def __init__(self, table: Table, encoder: SceneEncoder) -> None:
        self.table, self.game, self.encoder = table, table.game, encoder
        # Worked out once for all who may know the same: by resolved audience and numbers of steps.
        self._observed = lru_cache(MAX_CACHED_OBSERVATIONS)(table.view)
        self._drawn = lru_cache(MAX_CACHED_SCENES)(self._draw)
        self._compared = lru_cache(MAX_CACHED_ANSWERS)(self._compare)
        self._told_steps = lru_cache(MAX_CACHED_ANSWERS)(self._steps_from)
        self._told_turns = lru_cache(MAX_CACHED_ANSWERS)(self._turns_from)
        self._asked = lru_cache(MAX_CACHED_ANSWERS)(self._may_agree)
        self._newest_state: Any = None  # the last position that was looked at …
        self._is_over = False  # … and whether the game is over in it
        self._steps: dict[Seat, list[Step]] = {}  # by audience, as far as they were asked for
        self._shown: list[str] = []  # by step, what it showed to everybody
        self._unique_steps: dict[tuple[str, str, str], Step] = {}
        self._effects: dict[tuple[Seat, int, bool], Effects | None] = {}  # of steps, when forgotten
        self.turns = Turns(table, self.observation)
        self._histories: dict[Seat, History] = {}  # by audience

    def resolve(self, audience: Seat) -> Seat:
        """Whose knowledge an audience gets: after the end everybody knows everything, and without
        secrets all see the same."""
        newest = self.table.states[-1]
        if self._newest_state is not newest:  # asked often
            self._newest_state, self._is_over = newest, self.table.over
        if self._is_over:
            return REFEREE
        return audience if self.game.has_secrets else SPECTATOR

    def scene(self, audience: Seat, index: int) -> Scene:
        """The position after `index` steps."""
        return self._drawn(self.resolve(audience), index)

    def _draw(self, audience: Seat, index: int) -> Scene:
        draw = self.encoder.draw_with_reaches if self.tells_reaches else self.encoder.draw
        return draw(self.observation(audience, index))

    def observation(self, audience: Seat, index: int) -> Observation:
        """What a resolved audience may know of the position after `index` steps. All that is made
        of it shares it: nobody may write into it."""
        return self._observed(audience, index)

    def forget_undone(self) -> None:
        """Steps were undone: drop what was made of them."""
        for made in (self._observed, self._drawn, self._compared):
            made.cache_clear()
        for cached in (self._told_steps, self._told_turns, self._asked):
            cached.cache_clear()
        self._effects.clear()
        del self._shown[len(self.table.steps) :]
        for steps in self._steps.values():
            del steps[len(self.table.steps) :]
        self.turns.forget(len(self.table.steps))
        for history in self._histories.values():
            history.forget(len(self.table.steps))

    def steps(self, audience: Seat, start: int) -> list[Step]:
        """The steps from number `start` on."""
        return self._told_steps(self.resolve(audience), start, len(self.table.steps))

    def _steps_from(self, audience: Seat, start: int, end: int) -> list[Step]:
        self.turns.update()
        drawn = 0 if self.draws_all_turns else self._first_drawn()
        fresh = self._turn_start(end)
        return [
            (self._drawn_step if at >= drawn else self._seen_step)(audience, at, fresh)
            for at in range(start, end)
        ]

    def steps_of_turn(self, audience: Seat, number: int) -> list[Step]:
        """The steps of a turn, with what they have done."""
        audience = self.resolve(audience)
        self.turns.update()
        steps = range(self.turns.starts[number], self.turns.end(number))
        fresh = self._turn_start(len(self.table.steps))
        return [self._drawn_step(audience, at, fresh) for at in steps]

    def _first_drawn(self) -> int:
        """The first step of the last turns, of which pages draw what they have done."""
        starts = self.turns.starts
        return starts[-min(len(starts), len(self.game.seats) + 1)] if starts else 0

    def _seen_step(self, audience: Seat, index: int, fresh: int) -> Step:
        """A step; from number `fresh` on nothing is forgotten."""
        if index >= fresh:
            return self._all_steps(audience)[index]
        return self._later_step(audience, index)

    def _drawn_step(self, audience: Seat, index: int, fresh: int) -> Step:
        """A step with what it has done."""
        step, narration = self._seen_step(audience, index, fresh), self.game.narration
        if narration is None or narration.effects is None or step.actor == TABLE:
            return step
        key = audience, index, step is self._all_steps(audience)[index]
        if key not in self._effects:
            seen = SeenStep(
                step.actor,
                step.token,
                step.shown,
                self.observation(audience, index),
                self.observation(audience, index + 1),
            )
            outcome = narration.effects(self.game.params, seen)
            self._effects[key] = None if outcome == NOTHING else outcome
        effects = self._effects[key]
        return step if effects is None else Step(step.actor, step.token, step.shown, effects)

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
            if at == len(self._shown):
                self._shown.append(table.shown_by(at))
            token = table.token_seen_by(audience, at)
            steps.append(self._step(table.steps[at].actor, token, self._shown[at]))
        return steps

    def _token_of(self, audience: Seat, index: int) -> tuple[str, str]:
        """The token of a step as an audience saw it, and what it showed."""
        step = self._all_steps(audience)[index]
        return step.token, step.shown

    def _later_step(self, audience: Seat, index: int) -> Step:
        """A step as an audience sees it after its turn: without what it revealed for a moment."""
        step = self._all_steps(audience)[index]
        if audience == REFEREE or not is_momentary(self.table, index):
            return step
        return self._step(step.actor, HIDDEN if step.actor == "chance" else step.token, "")

    def _step(self, actor: str, token: str, shown: str) -> Step:
        """A step; equal ones are the same object."""
        return self._unique_steps.setdefault((actor, token, shown), Step(actor, token, shown))

    # What happened ------------------------------------------------------------------------------

    def history(self, audience: Seat, start: int) -> list[Turn]:
        """The turns from number `start` on, as an audience may know them."""
        audience = self.resolve(audience)
        if self.game.momentary is None and not self.game.has_secrets:
            audience = SPECTATOR  # the end reveals nothing: what was told stays as it is
        return self._told_turns(audience, start, len(self.table.steps))

    def _turns_from(self, audience: Seat, start: int, end: int) -> list[Turn]:
        is_open = self.game.momentary is None or audience == REFEREE
        history = self._histories.get(audience)
        if history is None:
            is_forgotten = partial(is_momentary, self.table)
            history = History(self.turns, audience, self.observation, is_forgotten, self._token_of)
            self._histories[audience] = history
        fresh = None if is_open else self._turn_start(end)
        return [Turn(seat, end, words) for seat, _, end, words in history.since(start, fresh)]

    def turn_to_resend(self, kept: int) -> int:
        """The first turn to send to a client that has `kept` valid steps: the one that may have
        grown or shrunk since."""
        self.turns.update()
        return self.turns.at(max(0, self.resend_from(kept) - 1))

    def position(self, audience: Seat, number: int) -> Observation | None:
        """The position after so many turns; None: there are not so many."""
        self.turns.update()
        if number > len(self.turns.starts):
            return None
        index = self.turns.end(number - 1) if number else 0
        return self.observation(self.resolve(audience), index)

    def changed(self, audience: Seat) -> list[str]:
        """The names of the places that look different since the seat's last turn, or, to those who
        have just moved and to spectators, since the last turn began."""
        self.turns.update()
        own = self.game.seats[audience] if audience >= 0 else None
        return self.changed_since(audience, self._last_seen(own), len(self.table.steps))

    def changed_since(self, audience: Seat, start: int, end: int) -> list[str]:
        """The names of the places that look different after `end` steps than after `start`."""
        return self._compared(self.resolve(audience), start, end)

    def _compare(self, audience: Seat, start: int, end: int) -> list[str]:
        return self.encoder.changed(self._drawn(audience, start), self._drawn(audience, end))

    def _last_seen(self, seat: str | None) -> int:
        """How many steps there were when this seat's last turn was over, or when it began if it is
        the last turn of all."""
        turns, steps = self.turns, self.table.steps
        if not steps:
            return 0
        last = len(turns.starts) - 1
        acted = (i for i in reversed(range(len(steps))) if steps[i].actor == seat)
        step = len(steps) - 1 if seat is None else next(acted, None)
        if step is None:  # it has not moved: everything but the set-up is new
            return turns.end(0) if turns.seats[0] is None else 0
        own = turns.at(step)
        return turns.starts[own] if own == last else turns.end(own)

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
        return self.game.legal_texts(self.observation(self.resolve(seat), len(self.table.steps)))

    def may_agree(self, audience: Seat) -> bool:
        """Do the rules let the seats stop and count now?"""
        return self._asked(self.resolve(audience), len(self.table.steps))

    def _may_agree(self, audience: Seat, index: int) -> bool:
        may = self.game.engine.may_agree
        return (
            may is not None
            and not self.table.over
            and bool(may(self.game.params, self.observation(audience, index)))
        )
