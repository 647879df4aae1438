"""What a table shows to one audience: a seat, the spectators or, once it is over, everybody.

Whatever is sent about a position or a step is made here, and only from `Table.view`,
`Table.token_seen_by` and `Table.shown_by`, which let nothing out that the audience may not know.
"""

from __future__ import annotations

from siegeworks.core.game import REFEREE, SPECTATOR, Observation, Seat
from siegeworks.play import summary
from siegeworks.play.table import HIDDEN, NO_CHOICE, Table
from siegeworks.server.messages import Deed, Last, Retold, Scene, Step
from siegeworks.server.scenes import SceneEncoder

MOST_PICTURES = 12  # kept to be compared with what follows; those unused longest go first


class Shown:
    """A table as its audiences see it."""

    def __init__(self, table: Table, encoder: SceneEncoder) -> None:
        self.table, self.game, self.encoder = table, table.game, encoder
        self._pictures: dict[tuple[Seat, int], Scene] = {}
        self._steps: dict[Seat, list[Step]] = {}  # by audience, as far as they were asked for
        self._alike: dict[tuple[str, str, str], Step] = {}  # of equal steps only one is kept

    def audience(self, seat: Seat) -> Seat:
        """As whom a seat, or SPECTATOR, looks at the table: nothing is secret after the end."""
        if self.table.over:
            return REFEREE
        return seat if self.game.has_secrets else SPECTATOR

    def scene(self, seat: Seat, index: int) -> Scene:
        """The position after `index` steps."""
        key = self.audience(seat), index
        picture = self._pictures.pop(key, None)
        if picture is None:
            while len(self._pictures) >= MOST_PICTURES:
                del self._pictures[next(iter(self._pictures))]
            picture = self.encoder.draw(self.seen(*key))
        self._pictures[key] = picture  # the one used last comes last
        return picture

    def seen(self, audience: Seat, index: int) -> Observation:
        """What the audience may know of the position after `index` steps."""
        return self.table.view(audience, index)

    def forget_pictures(self) -> None:
        """Steps were taken back: what is drawn or was told of them is no longer true."""
        self._pictures.clear()
        for steps in self._steps.values():
            del steps[len(self.table.steps) :]

    def steps(self, seat: Seat, start: int) -> list[Step]:
        """The steps from number `start` on."""
        table, audience = self.table, self.audience(seat)
        told, fresh = self._told(audience), self._last_turn(len(table.steps))
        return [
            told[at] if at >= fresh else self._told_later(audience, at)
            for at in range(start, len(table.steps))
        ]

    def retold(self, before: Seat, after: Seat, end: int) -> list[Retold]:
        """Which of the first `end` steps one audience was told otherwise than another."""
        if before == after:
            return []
        pairs = ((self._told_later(before, i), self._told_later(after, i)) for i in range(end))
        return [Retold(at, new) for at, (old, new) in enumerate(pairs) if old is not new]

    def resend_from(self, kept: int) -> int:
        """From which step on to send steps to a page of which `kept` were not taken back: from the
        turn that was the last for it, where that has turned up what is turned down again now."""
        return kept if self.game.momentary is None else self._last_turn(kept)

    def _told(self, audience: Seat) -> list[Step]:
        """All steps as an audience saw them. To ask for one costs much; nothing ever changes it."""
        table, told = self.table, self._steps.setdefault(audience, [])
        for i in range(len(told), len(table.steps)):
            told.append(
                self._step(
                    table.steps[i].actor, table.token_seen_by(audience, i), table.shown_by(i)
                )
            )
        return told

    def _told_later(self, audience: Seat, index: int) -> Step:
        """A step as it is told to an audience that comes after its turn: without what it turned up
        and has been turned down again since."""
        step = self._told(audience)[index]
        if audience == REFEREE or not self._is_momentary(index):
            return step
        return self._step(step.actor, HIDDEN if step.actor == "chance" else step.token, "")

    def _step(self, actor: str, token: str, shown: str) -> Step:
        """A step; equal ones are the same object."""
        return self._alike.setdefault((actor, token, shown), Step(actor, token, shown))

    def _is_momentary(self, index: int) -> bool:
        """Did a step turn something up that has been turned down again since?"""
        momentary, choice = self.game.momentary, self.table.choices[index]
        if momentary is None or choice == NO_CHOICE:
            return False
        return momentary(self.game.params, self.table.states[index], choice)

    def last(self, seat: Seat, index: int) -> Last:
        """What led to the position after `index` steps."""
        start = self._last_turn(index)
        deeds = summary.between(self.table, self.audience(seat), start, index)
        before, after = self.scene(seat, start), self.scene(seat, index)
        return Last(
            [Deed(deed.actor, deed.words) for deed in deeds],
            self.encoder.changed(before, after),
        )

    def _last_turn(self, index: int) -> int:
        """How many steps there were before the last actor began; chance answers to others."""
        steps = self.table.steps
        end = index
        while end and steps[end - 1].actor == "chance":
            end -= 1
        start = end
        while start and steps[start - 1].actor == steps[end - 1].actor:
            start -= 1
        return start if end else index

    def legal(self, seat: Seat) -> list[str]:
        """What the seat to act may do, from what it may know."""
        return self.game.legal_texts(self.table.view(seat))

    def may_agree(self, seat: Seat) -> bool:
        """Do the rules let the seats stop and count now?"""
        may = self.game.engine.may_agree
        return (
            may is not None
            and not self.table.over
            and bool(may(self.game.params, self.table.view(seat)))
        )
