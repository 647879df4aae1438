"""A game at one terminal: one person against bots, several people in turn, or only bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from siegeworks.bots import Bot, SearchBot
from siegeworks.bots.review import review
from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import Rng
from siegeworks.core.scene import Scene
from siegeworks.play import summary
from siegeworks.play.autosave import Autosave
from siegeworks.play.history import History, Turn, Turns, is_momentary
from siegeworks.play.precompile import SearchCompilation
from siegeworks.play.summary import TurnSummary
from siegeworks.play.table import Table
from siegeworks.play.teaching.coach import advice_on, decisions
from siegeworks.tui.listing import legal_tokens, what_to_type
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal import Terminal

SAVE_INTERVAL = 1.0  # seconds between saves while only bots play


class TerminalGame:
    """The people and bots at one table, and what is shown to whom."""

    def __init__(
        self,
        table: Table,
        bots: Mapping[Seat, Bot],
        *,
        names: Sequence[str],
        chance: Rng,
        user_rng: Rng,
        terminal: Terminal,
        autosave: Autosave,
        search: SearchCompilation,
        coach: Coach | None = None,
    ) -> None:
        """A game that has not begun, or one to be continued: people play the seats without a bot.

        `chance` is used for nothing else than the game's chance; `user_rng` is for what people
        leave to the program. Hints wait for the `search`.
        """
        self.table, self.game = table, table.game
        self.bots, self.names = dict(bots), list(names)
        self.chance, self.user_rng, self.coach = chance, user_rng, coach
        self.terminal, self.autosave, self.search = terminal, autosave, search
        self.people = [seat for seat in range(len(self.game.seats)) if seat not in bots]
        self.at_screen: Seat | None = None  # the seat whose secrets may be on the screen
        self.turns = Turns(table)
        self.histories: dict[Seat, History] = {}  # by audience
        self.reported = len(table.steps)  # steps that people or spectators have been shown
        self.notices: dict[Seat, list[str]] = {}  # sentences for a seat's next screen
        self.last_saved = 0.0

    # The course of the game ----------------------------------------------------------------------

    def begin_turn(self, seat: Seat) -> None:
        """Show a person the table at the beginning of their turn."""
        self.change_seats(seat)
        self.reported = len(self.table.steps)
        self.show_table(seat)
        if self.coach and (sentence := self.coach.before_move()):
            self.terminal.say(sentence)

    def take(self, seat: Seat, token: str) -> None:
        """Play a move.

        Raises:
            IllegalStep: it is illegal; the message says why.
        """
        self.table.play(self.game.seats[seat], token)
        if self.coach and seat in self.people and (sentence := self.coach.after_move()):
            self.add_notice(seat, sentence)

    def save(self) -> None:
        """Write the record; less often while only bots play."""
        if self.only_bots_play():
            if self.game.actor(self.table.state) == self.table.steps[-1].actor:
                return  # all that one bot does in a row is shown together
            self._show_finished_turns()
            if time.monotonic() - self.last_saved < SAVE_INTERVAL:
                return
        self.autosave.save(self.table)
        self.last_saved = time.monotonic()

    def only_bots_play(self) -> bool:
        """Whether no person plays, or every person has left the game."""
        return not set(self.people) & set(self.table.remaining)

    # What happened -------------------------------------------------------------------------------

    def history(self, audience: Seat, fresh: int) -> list[Turn]:
        """All turns as a seat, SPECTATOR or REFEREE may know them; `fresh`: the first step of which
        nothing is forgotten yet."""
        if audience not in self.histories:
            forgets = partial(is_momentary, self.table)
            self.histories[audience] = History(self.turns, audience, self.table.view, forgets)
        return self.histories[audience].since(0, fresh)

    def happened(self, audience: Seat, start: int) -> list[TurnSummary]:
        """The turns that go on after the first `start` steps, in sentences."""
        turns = self.history(audience, start)
        return [TurnSummary(turn.seat or "", turn.sentence) for turn in turns if turn.end > start]

    def forget_undone(self) -> None:
        """Steps were undone."""
        self.turns.forget(len(self.table.steps))
        for history in self.histories.values():
            history.forget(len(self.table.steps))

    def _show_finished_turns(self) -> None:
        """Print the turns of bots, each when it is over: one that goes on is still growing."""
        turns = self.history(SPECTATOR, self.reported)
        done = turns if self.table.over else turns[:-1]
        self.terminal.show_summary(
            [TurnSummary(t.seat or "", t.sentence) for t in done if t.end > self.reported]
        )
        self.reported = max([self.reported, *(turn.end for turn in done)])

    # What is shown -------------------------------------------------------------------------------

    def change_seats(self, seat: Seat) -> None:
        """Hand the screen over to this seat; if there are secrets, hide them and wait first."""
        if self.at_screen != seat and self.game.has_secrets and len(self.people) > 1:
            if self.at_screen is not None:
                self._end_turn(self.at_screen)
            self.terminal.hide_screen()
            name = self.game.seats[seat]
            self.terminal.say(f"It is the turn of {name}. Everyone else, please look away.")
            self.terminal.ask(f"{name}, press Enter to see your table. ", name)
        self.at_screen = seat

    def _end_turn(self, seat: Seat) -> None:
        """Show a person the result of their turn before the screen is hidden."""
        turns = self.happened(seat, self.reported)
        if turns:
            name = self.game.seats[seat]
            self.terminal.show_summary(turns)
            self.terminal.ask(f"{name}, press Enter to end your turn. ", name)

    def show_table(self, seat: Seat, status: str = "") -> None:
        """Show the table to this seat, with its notices; `status`: what it is asked."""
        self.terminal.show(self.screen(seat, status))
        if not status:
            self.notices.pop(seat, None)

    def screen(self, seat: Seat, status: str = "") -> TurnScreen:
        """The screen of this seat when it is to act, or is asked what `status` says."""
        start, steps = summary.last_own_step(self.table, seat), len(self.table.steps)
        turns = self.happened(seat, start)
        before = max(start, self._first_moves()) if turns else steps - 1
        return TurnScreen(
            self.title(),
            self.scene(seat),
            self.scene(seat, before) if steps else None,
            turns,
            self.notices.get(seat, ()),
            self.game.seats[seat],
            status or what_to_type(legal_tokens(self.table)),
        )

    def show_earlier(self, seat: Seat, at: int) -> None:
        """Show the position after so many turns, as this seat saw it."""
        turns = self.history(seat, summary.last_own_step(self.table, seat))
        scene = self.scene(seat, turns[at - 1].end if at else 0)
        last = turns[at - 1] if at else None
        screen = TurnScreen(
            self.title(),
            scene._replace(task="", notes=()),
            self.scene(seat, last.start) if last else None,
            [TurnSummary(last.seat or "", last.sentence)] if last else [],
            status=f"Turn {at} of {len(turns)}. Type board to go back to now.",
        )
        self.terminal.show(screen)

    def _first_moves(self) -> int:
        """The number of steps that chance took before anyone else acted."""
        steps = enumerate(self.table.steps)
        return next((i for i, step in steps if step.actor != "chance"), len(self.table.steps))

    def scene(self, seat: Seat, index: int = -1) -> Scene:
        """What this seat sees now, or saw after `index` steps."""
        return self.game.scene(self.game.params, self.table.view(seat, index))

    def title(self) -> str:
        """The game, its options, and who plays which seat."""
        seats = ", ".join(f"{s} {who}" for s, who in zip(self.game.seats, self.names, strict=True))
        return f"{summary.title_with_options(self.game)}: {seats}"

    def announce(self, sentence: str) -> None:
        """Show every person this sentence on their next screen."""
        for person in self.people:
            self.add_notice(person, sentence)

    def add_notice(self, seat: Seat, sentence: str) -> None:
        """Show this seat the sentence on its next screen."""
        self.notices.setdefault(seat, []).append(sentence)


# Thinking that takes long, and the coach ----------------------------------------------------------

PATIENCE = 2.0  # seconds between two sentences
REVIEW_SECONDS = 0.5  # before the bots answer
NEEDS_BOTS = (
    "--coach is for one person against bots; let bots play the other seats, or leave it out."
)


@contextmanager
def reported_search(bot: Bot, say: Callable[[str], None]) -> Iterator[None]:
    """Say every few seconds of the `with` block how much of its budget this bot has spent."""
    if not isinstance(bot, SearchBot):
        yield
        return
    last = time.monotonic()

    def tell(spent: float) -> None:
        nonlocal last
        if time.monotonic() - last >= PATIENCE:
            last = time.monotonic()
            say(f"Thinking … {spent:.0%}")

    bot.on_progress = tell
    try:
        yield
    finally:
        bot.on_progress = None


class Coach:
    """The coach of the only person at a table."""

    def __init__(self, table: Table, people: list[Seat], rng: Rng, search: SearchCompilation):
        """A coach whose search for better moves has an `rng` of its own. While the search is being
        compiled, moves are not reviewed: nobody waits for a coach.

        Raises:
            SiegeworksError: several people play, or none.
        """
        if len(people) != 1:
            raise SiegeworksError(NEEDS_BOTS)
        (self._seat,) = people
        self._table, self._rng, self._search = table, rng, search

    def before_move(self) -> str:
        """What matters in the move that is due; empty if there is nothing new to say."""
        sentence = advice_on(self._table.game, decisions(self._table, self._seat))
        return f"Coach: {sentence.text}" if sentence else ""

    def after_move(self) -> str:
        """What was better than the last step, if it is the person's and was poor; else empty."""
        table, last = self._table, len(self._table.steps) - 1
        if table.over or not self._search.is_ready:
            return ""
        if last < 0 or table.steps[last].actor != table.game.seats[self._seat]:
            return ""
        seen = table.view(self._seat, last)
        verdict = review(table.game, seen, table.choices[last], self._rng, REVIEW_SECONDS)
        if verdict is None:
            return ""
        return f"Coach: Better than {verdict.played} was {verdict.better}. {verdict.why}"
