"""A game at a server's table, as the terminal shows it"""

import time
from collections.abc import Sequence

from siegeworks.cli.network.arriving import player
from siegeworks.client import Client, Session
from siegeworks.client.scenes import drawn_scene
from siegeworks.core.scene import Scene
from siegeworks.play.summary import TurnSummary
from siegeworks.server import messages as m
from siegeworks.tui.listing import natural_key, what_to_type
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal import PlainTerminal, Terminal

OFFERS = {
    "draw": "offers a draw",
    "agree": "proposes to end the game now and count the score",
    "takeback": "asks to take the last move back",
}


class RemoteGame:
    """What a person at this terminal sees of a table elsewhere."""

    def __init__(self, client: Client, session: Session, terminal: Terminal) -> None:
        self.client, self.session, self.terminal = client, session, terminal
        self.notices: list[str] = []  # for the next screen
        self._told_turns, self._told_seats = 0, ""
        self._told_offers: list[str] = []
        self._is_first, self._is_end_told = True, False

    @property
    def welcome(self) -> m.Welcome:
        """What no longer changes."""
        assert self.session.welcome is not None
        return self.session.welcome

    @property
    def view(self) -> m.View:
        """The newest view."""
        assert self.session.view is not None
        return self.session.view

    @property
    def is_asked(self) -> bool:
        """Does an offer wait for this person's answer?"""
        offer = self.view.offer
        return offer is not None and not set(self.session.seats).isdisjoint(offer.waiting_for)

    def legal_tokens(self) -> list[str]:
        """The legal moves, in natural order."""
        return sorted(self.view.legal, key=natural_key)

    def show_news(self) -> None:
        """Show what has changed: the whole table, or in plain lines only what happened, until one
        is to act or the game is over."""
        is_plain = isinstance(self.terminal, PlainTerminal)
        is_end = self.session.is_over and not self._is_end_told
        matters = self._is_first or self.session.is_my_turn or is_end
        if is_plain and not matters:
            self._tell_in_lines()
        else:
            self.show()
        self._told_turns, self._is_first = len(self.session.history), False
        self._is_end_told = self.session.is_over

    def show(self) -> None:
        """Show the whole table, with its notices."""
        self.terminal.show(self.screen())
        self.notices.clear()

    def _tell_in_lines(self) -> None:
        self.terminal.show_summary(_summaries(self.session.history[self._told_turns :]))
        offers = self._offers()
        for sentence in [*self.notices, *(offers if offers != self._told_offers else [])]:
            self.terminal.say(sentence)
        self._told_offers = offers
        self.notices.clear()

    def say_who_is_there(self) -> None:
        """Say who has which seat, if that is new; on a drawn screen the title says it."""
        who = self.players()
        if who != self._told_seats:
            if self._told_seats and isinstance(self.terminal, PlainTerminal):
                self.terminal.say(f"Seats: {who}.")
            self._told_seats = who

    # What is shown -------------------------------------------------------------------------------

    def screen(self) -> TurnScreen:
        """The screen now."""
        view = self.view
        return TurnScreen(
            self.title(),
            self.scene(view.scene),
            None,
            _summaries(self._since_own_move()),
            [*self.notices, *self._offers()],
            view.to_act,
            self._status(),
            marked=frozenset(view.changed),
        )

    def earlier_screen(self, position: m.EarlierPosition) -> TurnScreen:
        """The screen after an earlier turn."""
        at, turns = position.turns, self.session.history
        return TurnScreen(
            self.title(),
            self.scene(position.scene)._replace(task="", notes=()),
            summary=_summaries(turns[at - 1 : at] if at else []),
            status=f"Turn {at} of {len(turns)}. Type board to go back to now.",
        )

    def scene(self, sent: m.Scene) -> Scene:
        """A scene of this table as the terminal draws it."""
        return drawn_scene(self.welcome.board, sent)

    def title(self) -> str:
        """The game, its options, and who plays which seat."""
        options = (f"{key}={value}" for key, value in self.welcome.options.items())
        return f"{' '.join([self.welcome.title, *options])}: {self.players()}"

    def players(self) -> str:
        """Who plays which seat, and how many watch."""
        presence = self.session.presence
        if presence is None:
            return ""
        mine = self.session.seats
        seats = [f"{row.seat} you" if row.seat in mine else player(row) for row in presence.seats]
        if presence.spectators:
            seats.append(f"{presence.spectators} watching")
        return ", ".join(seats)

    def toolbar(self) -> str:
        """The line below the prompt: clocks, and whether the connection works."""
        if not self.session.is_connected:
            return "The connection was lost; trying again …"
        return self.clock_text() or "help says what you can type"

    def clock_text(self) -> str:
        """What each seat has left; empty without a clock."""
        clocks = self.session.clocks
        if clocks is None:
            return ""
        gone = round(1000 * (time.monotonic() - self.session.clocks_came))
        times = [
            f"{seat} {duration(left - (gone if seat == clocks.running else 0))}"
            for seat, left in zip(self.welcome.seats, clocks.left, strict=True)
        ]
        return " · ".join(times)

    def _since_own_move(self) -> Sequence[m.Turn]:
        mine, turns = self.session.seats, self.session.history
        own = [number for number, turn in enumerate(turns, 1) if turn.seat in mine]
        return turns[own[-1] :] if own else turns[-len(self.welcome.seats) :]

    def _offers(self) -> list[str]:
        view = self.view
        sentences = []
        if view.offer is not None:
            asks = " Type yes or no." if self.is_asked else ""
            sentences.append(f"{view.offer.by} {OFFERS[view.offer.what]}.{asks}")
        if view.rematch is not None:
            sentences.append(f"{view.rematch.by} offers a rematch. Type rematch to play it.")
        if view.declined_by is not None:
            sentences.append(f"{view.declined_by} says no.")
        if view.taken_back is not None:
            sentences.append(f"{view.taken_back.by} took back {view.taken_back.token}.")
        return [*sentences, view.trouble] if view.trouble else sentences

    def _status(self) -> str:
        view, clock = self.view, self.clock_text()
        if self.session.is_over:
            return f"{view.ending}{self._what_next()}"
        if view.to_act is None:
            if view.missing:
                come = "has come" if len(view.missing) == 1 else "have come"
                return f"The game begins when {' and '.join(view.missing)} {come}."
            return "The game begins when every seat is taken."
        if not self.session.is_my_turn:
            watching = "" if self.session.seats else " You are watching."
            return f"to move.{watching}{f' {clock}' if clock else ''}"
        return what_to_type(self.legal_tokens())

    def _what_next(self) -> str:
        """What a player can do once the game is over."""
        if not self.session.seats:
            return ""
        if self.welcome.rated or self.view.rematch is not None:
            return " Type quit to leave."
        return " Type rematch to play again, or quit."


def duration(milliseconds: float) -> str:
    """A time that is left: 4:05, 0:09, 2 d 03:15."""
    seconds = max(0, int(milliseconds // 1000))
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3600)
    if days:
        return f"{days} d {hours:02}:{rest // 60:02}"
    minutes = f"{rest // 60:02}" if hours else f"{rest // 60}"
    return f"{f'{hours}:' if hours else ''}{minutes}:{rest % 60:02}"


def _summaries(turns: Sequence[m.Turn]) -> list[TurnSummary]:
    return [TurnSummary(turn.seat or "", turn.sentence) for turn in turns]
