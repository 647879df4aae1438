"""How much clients may ask for, how long the server waits and how often it looks: one object."""

import os
from typing import NamedTuple

from msgspec import Struct

from siegeworks.bots.levels import SECONDS


class Rate(NamedTuple):
    """A limit: how much at once, and how much per second in the long run."""

    burst: float
    per_second: float


class JobLimits(Struct, frozen=True, kw_only=True):
    """How much bots, hints, replays, analyses and checks of maps may take."""

    # That search at once; each may take 100 MB. With two, no address has all of them.
    processes: int = max(2, min(8, (os.cpu_count() or 1) - 1))
    bot_seconds: float = SECONDS  # that a bot thinks about a move
    kept_bytes: int = 64 << 20  # of search trees that a process keeps between turns
    seconds: float = 120.0  # for one job, or one part of a job that has many
    simulations: int = 1_000  # for each position of an analysis, and for a branch
    waiting_per_address: int = 300
    waiting_per_table: int = 10


class StoreLimits(Struct, frozen=True, kw_only=True):
    """How long the stored tables may take."""

    reader_seconds: float = 3.0  # without a connection that reads, after which it counts as away
    answer_seconds: float = 10.0  # after which people are told that a database does not answer
    retry_seconds: float = 1.0  # between two tries to write while writing fails


class ServerSettings(Struct, frozen=True, kw_only=True):
    """The limits of one server. The defaults are far above what people do, even a school class
    behind one address."""

    # Rates of one address, unless it says otherwise.
    websocket_rate: Rate = Rate(100, 5)  # new WebSockets
    message_rate: Rate = Rate(100, 20)  # messages on one WebSocket
    frame_rate: Rate = Rate(100, 20)  # frames on one WebSocket that are not messages: pings, …
    request_rate: Rate = Rate(300, 20)  # HTTP requests
    post_rate: Rate = Rate(60, 1)  # tables, seats and replays
    board_rate: Rate = Rate(60, 2)  # games with options, whose boards are made
    map_rate: Rate = Rate(200, 8)  # maps listed, made or inspected, also while one draws
    lesson_rate: Rate = Rate(100, 4)  # steps of lessons shown, and tries answered
    puzzle_rate: Rate = Rate(60, 2)  # puzzles shown, and tries answered
    offline_rate: Rate = Rate(100, 0.5)  # games copied for when there is no connection
    branch_rate: Rate = Rate(100, 4)  # steps of branches tried
    status_rate: Rate = Rate(100, 5)  # lists of one's tables, which pages ask for again and again
    line_rate: Rate = Rate(6, 0.2)  # lines of the chat, and reports, on one WebSocket
    chat_rate: Rate = Rate(60, 1)  # the same from one address
    challenge_rate: Rate = Rate(20, 0.05)  # challenges sent
    mail_rate: Rate = Rate(10, 0.01)  # mail addresses given
    sign_up_rate: Rate = Rate(40, 0.01)  # accounts made
    sign_in_rate: Rate = Rate(100, 0.5)  # passkeys and links tried
    recovery_rate: Rate = Rate(10, 0.02)  # recovery codes tried
    storage_rate: Rate = Rate(100_000, 5)  # events stored: about 80 MB per day
    traffic_rate: Rate = Rate(2e6, 5e5)  # bytes to and from it, with what they cost to make

    # How many at once.
    max_websockets: int = 10_000
    max_websockets_per_address: int = 500
    max_connections: int = 12_000  # TCP connections that speak HTTP; a WebSocket until it is open
    max_connections_per_address: int = 500
    max_streams: int = 2_000  # of server-sent events
    max_streams_per_address: int = 50
    max_spectators: int = 100  # at one table
    max_in_lobby: int = 50  # tables
    max_lines: int = 300  # of seats, and as many of spectators, in the chat of one table

    # By so many turns spectators of a running game with a clock are behind; 0: not at all.
    watch_delay: int = 3

    jobs: JobLimits = JobLimits()
    store: StoreLimits = StoreLimits()

    # Rooms in memory.
    idle_seconds: float = 60.0  # after which an empty room is unloaded
    max_idle_bytes: float = 32 << 20  # of such rooms that stay in memory until then
    max_bytes_per_address: float = 64 << 20  # of the rooms that clients from one address are in

    # How long a client may take.
    head_seconds: float = 20.0  # to send a request, without its body
    body_seconds: float = 30.0  # to send the body
    keep_alive_seconds: float = 5.0  # until the next request on an HTTP connection
    hello_seconds: float = 30.0  # to say hello on a WebSocket
    closing_seconds: float = 5.0  # to read the last message
    linger_seconds: float = 1.0  # for which what a refused client still sends is read and dropped

    # How long bots wait.
    search_wait_seconds: float = 0.5  # for a search to be compiled, before a bot plays without it
    retry_seconds: float = 1.0  # until this worker looks whether another has played a bot
    bot_lease_seconds: float = 30.0  # in which the worker that plays it must have stored its move

    # How often the server looks.
    garbage_seconds: float = 0.3  # from a message until garbage is looked for among what is new
    rating_seconds: float = 5.0  # between two looks for rated games that are over
    tournament_seconds: float = 2.0  # between two looks for what tournaments need
    event_seconds: float = 2.0  # between two looks for what programs are told of their tables

    # How long a worker may be silent.
    silent_seconds: float = 1.0  # without a sign of life, after which it gets no more clients
    hung_seconds: float = 60.0  # without an answer to its parent, after which it is replaced


DEFAULTS = ServerSettings()
