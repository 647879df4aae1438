"""What a table shows to one audience: a seat, the spectators or, once it is over, everybody.

Whatever is sent about a position or a step is made here, and only from `Table.view`,
`Table.token_seen_by` and `Table.shown_by`, which let nothing out that the audience may not know.
"""

from __future__ import annotations

from siegeworks.core.game import REFEREE, SPECTATOR, Observation, Seat
from siegeworks.play import story
from siegeworks.play.table import HIDDEN, NO_CHOICE, Table
from siegeworks.server.messages import Deed, Last, Scene, Step
from siegeworks.server.scenes import Draughtsman

MOST_PICTURES = 12  # kept to be compared with what follows; those unused longest go first


class Shown:
    """A table as its audiences see it."""

    def __init__(self, table: Table, draughtsman: Draughtsman) -> None:
        self.table, self.game, self.draughtsman = table, table.game, draughtsman
        self._pictures: dict[tuple[Seat, int], Scene] = {}

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
            picture = self.draughtsman.draw(self.seen(*key))
        self._pictures[key] = picture  # the one used last comes last
        return picture

    def seen(self, audience: Seat, index: int) -> Observation:
        """What the audience may know of the position after `index` steps."""
        return self.table.view(audience, index)

    def forget_pictures(self) -> None:
        """Steps were taken back: what is drawn of them is no longer true."""
        self._pictures.clear()

    def steps(self, seat: Seat, start: int, end: int | None = None) -> list[Step]:
        """The steps from number `start` on."""
        end = len(self.table.steps) if end is None else end
        audience, fresh = self.audience(seat), self._last_turn(len(self.table.steps))
        return [self._step(audience, index, index >= fresh) for index in range(start, end)]

    def _step(self, audience: Seat, index: int, is_fresh: bool) -> Step:
        table = self.table
        actor, token = table.steps[index].actor, table.token_seen_by(audience, index)
        if is_fresh or audience == REFEREE or not self._is_momentary(index):
            return Step(actor, token, table.shown_by(index))
        return Step(actor, HIDDEN if actor == "chance" else token)

    def _is_momentary(self, index: int) -> bool:
        """Did a step turn something up that has been turned down again since?"""
        momentary, choice = self.game.momentary, self.table.choices[index]
        if momentary is None or choice == NO_CHOICE:
            return False
        return momentary(self.game.board, self.table.states[index], choice)

    def resend_from(self, kept: int) -> int:
        """From which step on to send steps to a page of which `kept` were not taken back: from the
        turn that was the last for it, where that has turned up what is turned down again now."""
        return kept if self.game.momentary is None else self._last_turn(kept)

    def last(self, seat: Seat, index: int) -> Last:
        """What led to the position after `index` steps."""
        start = self._last_turn(index)
        deeds = story.between(self.table, self.audience(seat), start, index)
        before, after = self.scene(seat, start), self.scene(seat, index)
        return Last(
            [Deed(deed.actor, deed.words) for deed in deeds],
            self.draughtsman.changed(before, after),
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
            and bool(may(self.game.board, self.table.view(seat)))
        )
