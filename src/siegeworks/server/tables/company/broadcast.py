"""The game as spectators see it while a clock runs: some turns behind.

So nobody who watches can help a player of a running game. Spectators get what is made from a copy
of the game that ends some turns earlier: what it does not contain cannot be sent to them.
"""

from collections.abc import Collection

from siegeworks.core.contract import SPECTATOR
from siegeworks.server import messages as m
from siegeworks.server.messages.views import AudienceViews
from siegeworks.server.storage.event_log import EventLog
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable
from siegeworks.server.tables.table_messages import OwnPart, text_of, view


class Broadcast:
    """A copy of one table, for its spectators."""

    def __init__(self, live: LiveTable, views: AudienceViews, behind: int) -> None:
        """A copy without any steps. It leaves out the last `behind` turns."""
        self._live, self._views, self.behind = live, views, behind
        self._begin()

    def _begin(self) -> None:
        self._copy = LiveTable(self._live.row, EventLog(self._live.game))
        self.views = AudienceViews(self._copy.table, self._views.encoder)
        self._shown: tuple[int, bool] | None = None  # the version, and whether all seats are taken

    @property
    def is_needed(self) -> bool:
        """Is the game still going on?"""
        return self.behind > 0 and not self._live.table.over

    def follow(self) -> None:
        """Bring the copy up to what spectators may see now. It begins again if a step that they
        have seen was undone."""
        table, copy, turns = self._live.table, self._copy.table, self._views.turns
        turns.update()
        last = len(turns.starts) - self.behind
        steps = turns.end(last - 1) if last > 0 else 0
        known = len(copy.steps)
        if table.steps[:known] != copy.steps or known > steps:
            self._begin()
            copy, known = self._copy.table, 0
        copy.states += table.states[known + 1 : steps + 1]
        copy.choices += table.choices[known:steps]
        copy.steps += table.steps[known:steps]
        self._copy.log.counts += range(known + 1, steps + 1)

    def show(self, connections: Collection[Connection], trouble: str) -> None:
        """Send spectators what is new to them, and why the game does not go on, if it does not."""
        self.follow()
        log, version = self._copy.log, self._copy.log.version
        now = version, self._live.is_ready
        is_new = now != self._shown
        self._shown = now
        texts: dict[int, str] = {}
        for connection in connections:
            if connection.shown_log is not log:
                connection.shown_log, connection.version = log, 0
            elif not is_new and connection.version == version:
                continue
            known = connection.version
            connection.shown_to = self.views.resolve(SPECTATOR)
            if known not in texts:
                own = OwnPart(SPECTATOR)
                texts[known] = text_of(view(self._copy, self.views, connection, own, trouble))
            if (clocks := self._clocks()) is not None:
                connection.send(text_of(clocks))
            connection.send(texts[known])
            connection.version = version

    def _clocks(self) -> m.Clocks | None:
        """What everybody had left in the position that is shown."""
        clock = self._live.log.clock
        if clock is None:
            return None
        settings, steps = clock.settings, len(self._copy.table.steps)
        left = [settings.reserve + settings.per_move] * len(self._live.game.seats)
        for step, time in self._live.log.times.items():
            if step < steps:
                left[time.seat] = time.left
        return m.Clocks(left, is_started=clock.since is not None)
