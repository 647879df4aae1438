"""`siegeworks serve`: play in the browser, alone or with others in the network."""

import ipaddress
import os
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import typer

from siegeworks.cli.console.arguments import check_folder, check_number, examples, option
from siegeworks.cli.hosting.tables import Database, folder
from siegeworks.core.errors import OptionError, SiegeworksError, quote
from siegeworks.games import game_names, maps_of

EXAMPLES = examples(
    "siegeworks serve --open",
    "siegeworks serve --host 0.0.0.0 --port 8000",
    "siegeworks serve --data /srv/siegeworks --origin https://play.example.org --proxy 127.0.0.1",
    "siegeworks serve --keep 365",
    "siegeworks serve --maps my-maps",
    "siegeworks serve --workers 4 --database postgresql://siegeworks@localhost/siegeworks",
)

PORT = 7373
MOST_DAYS = 100_000
MOST_WORKERS = 256
MOST_DRAIN = 3600
MOST_JOBS = 100_000
LEAST_JOB_SECONDS = 5  # a bot of level 8 may take two, and more on a machine that is busy


def command(
    *,
    host: Annotated[
        str,
        option(
            "--host",
            "ADDRESS",
            "The address to listen on. By default only this machine can connect; with "
            "0.0.0.0, every machine that can reach this one.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, option("--port", "N", "The port to listen on; 0 means any free one.")
    ] = PORT,
    data: Annotated[
        Path | None,
        option("--data", "DIR", "Where to keep the tables.  [default: in your games folder]"),
    ] = None,
    database: Database = None,
    workers: Annotated[
        int,
        option(
            "--workers",
            "N",
            "Serve with N processes behind one port; more than one needs --database.",
        ),
    ] = 1,
    drain: Annotated[
        float,
        option(
            "--drain",
            "SECONDS",
            "After SIGTERM, take this long to send clients to another server before stopping.",
        ),
    ] = 0.0,
    metrics: Annotated[
        str | None,
        option(
            "--metrics",
            "HOST:PORT",
            "Answer GET /metrics there, for Prometheus; keep that address private.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        option(
            "--origin",
            "URL",
            "The address of a reverse proxy that publishes this page. Can be repeated.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        option(
            "--proxy",
            "ADDRESS",
            "The IP address or network from which that proxy connects. Its X-Forwarded-For "
            "header is then trusted; otherwise all its clients share one rate limit. Can be "
            "repeated.",
        ),
    ] = None,
    seat_days: Annotated[
        float,
        option(
            "--seat-days",
            "DAYS",
            "Close a seat whose player has not returned for this many days; 0 means never.",
        ),
    ] = 90.0,
    keep: Annotated[
        float,
        option(
            "--keep",
            "DAYS",
            "Delete tables, finished or not, that have been unused for this many days, or for "
            "7 days if no person has acted at them; 0 keeps all tables.",
        ),
    ] = 90.0,
    maps: Annotated[
        Path | None,
        option(
            "--maps",
            "DIR",
            "A folder with your own maps, NAME.txt, which everybody can then play on.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        option(
            "--jobs",
            "N",
            "How many bots and hints search at once, each in a process of its own; two more "
            "processes do what is quick and what takes minutes. Workers share them out.  "
            "[default: one less than there are cores, from 2 to 8]",
        ),
    ] = None,
    job_seconds: Annotated[
        float,
        option(
            "--job-seconds",
            "SECONDS",
            "Give up a search, a replay or a part of an analysis after this time.",
        ),
    ] = 120.0,
    analysis_simulations: Annotated[
        int,
        option(
            "--analysis-simulations", "N", "How long analyses and branches search each position."
        ),
    ] = 1000,
    waiting_per_address: Annotated[
        int,
        option(
            "--waiting-per-address",
            "N",
            "Refuse hints, replays and analyses of an address for which N jobs wait already.",
        ),
    ] = 300,
    waiting_per_table: Annotated[
        int, option("--waiting-per-table", "N", "The same for the jobs of one table.")
    ] = 10,
    smtp: Annotated[
        str | None,
        typer.Option(
            "--smtp",
            metavar="URL",
            envvar="SIEGEWORKS_SMTP",
            help="The mail server that sends e-mails to people whose turn it is: "
            "smtp://user:password@host:587, or smtps://…. Others on this machine can read it here "
            "but not in the variable.",
        ),
    ] = None,
    mail_from: Annotated[
        str | None, option("--mail-from", "ADDRESS", "The sender of these e-mails.")
    ] = None,
    push_network: Annotated[
        list[str] | None,
        option(
            "--push-network",
            "NETWORK",
            "A private network to which web pushes may go, for your own push service. "
            "Can be repeated.",
        ),
    ] = None,
    watch_delay: Annotated[
        int,
        option(
            "--watch-delay",
            "TURNS",
            "Show a running game with a clock to spectators so many turns late; 0: at once.",
        ),
    ] = 3,
    log_format: Annotated[
        Literal["text", "json"],
        typer.Option("--log-format", help="How the log is written to standard error."),
    ] = "text",
    log_level: Annotated[
        Literal["info", "warning", "error"] | None,
        typer.Option(
            "--log-level",
            help="What the log contains: info adds a line for each request.  "
            "[default: warning; with --log-format json: info]",
        ),
    ] = None,
    opens: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve a web page: play bots, or friends in your network, in the browser."""
    # Importing the server's libraries takes a quarter of a second; no other command needs them.
    from siegeworks.server.http.serving import (  # noqa: PLC0415
        address_for_others,
        address_of,
        bound_socket,
        serve,
    )
    from siegeworks.server.monitoring.metrics import numbers_of, serve_metrics  # noqa: PLC0415
    from siegeworks.server.people.settings import NotificationSettings  # noqa: PLC0415
    from siegeworks.server.runtime.logs import set_up_logs  # noqa: PLC0415
    from siegeworks.server.runtime.settings import JobLimits  # noqa: PLC0415
    from siegeworks.server.storage.opening import open_store  # noqa: PLC0415
    from siegeworks.server.workers.options import ServeOptions  # noqa: PLC0415
    from siegeworks.server.workers.supervisor import serve_workers, worker_app  # noqa: PLC0415

    if not 0 <= keep <= MOST_DAYS:
        raise SiegeworksError(
            f"--keep {keep:g}: give a number of days from 0 to {MOST_DAYS:,}; 0 keeps all tables."
        )
    if not 0 <= port <= 65535:
        raise SiegeworksError(f"--port {port}: give a number from 0 to 65535.")
    check_number("--workers", workers, 1, MOST_WORKERS)
    if data is not None:
        check_folder(data)
    if workers > 1 and database is None:
        raise SiegeworksError(
            f"--workers {workers}: an SQLite file serves one process. Name a PostgreSQL that all "
            "workers share: --database postgresql://user@host/database"
        )
    if not 0 <= drain <= MOST_DRAIN:
        raise SiegeworksError(
            f"--drain {drain:g}: give a number of seconds from 0 to {MOST_DRAIN}."
        )
    for name, value, least in (
        ("--jobs", jobs, 1),
        ("--job-seconds", job_seconds, LEAST_JOB_SECONDS),
        ("--analysis-simulations", analysis_simulations, 1),
        ("--waiting-per-address", waiting_per_address, 0),
        ("--waiting-per-table", waiting_per_table, 0),
        ("--watch-delay", watch_delay, 0),
    ):
        if value is not None and not least <= value <= MOST_JOBS:
            raise SiegeworksError(f"{name} {value:g}: give a number from {least} to {MOST_JOBS:,}.")
    if not seat_days >= 0:
        raise SiegeworksError(f"--seat-days {seat_days:g}: give a number of days; 0 means never.")
    for url in origin or ():
        _check_origin(url)
    named = (("--proxy", proxy), ("--push-network", push_network))
    for name, network in ((name, value) for name, given in named for value in given or ()):
        _check_network(name, network)
    for problem in _maps_left_out(maps) if maps else ():
        print(f"A map in {maps} is left out. {problem}", flush=True)
    listening = bound_socket(host, port)
    os.umask(0o077)  # other users of this machine may not read the tables
    address, others = address_of(listening), address_for_others(listening)
    options = ServeOptions(
        data=data or folder(),
        database=database,
        hosts=(host,),
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        seat_days=seat_days,
        keep_days=keep,
        maps_folder=maps.absolute() if maps else None,
        workers=workers,
        jobs=JobLimits(
            processes=jobs or JobLimits().processes,
            seconds=job_seconds,
            simulations=analysis_simulations,
            waiting_per_address=waiting_per_address,
            waiting_per_table=waiting_per_table,
        ),
        notifications=NotificationSettings(
            smtp=smtp or "",
            mail_from=mail_from or "",
            page=(origin or [""])[0].rstrip("/"),
            push_networks=tuple(push_network or ()),
        ).checked(),
        watch_delay=watch_delay,
        drain_seconds=drain,
        log_format=log_format,
        log_level=log_level,
    )
    set_up_logs(log_format, log_level)

    def on_start() -> None:
        print(f"Play at {address}  (Ctrl-C stops the server; tables are kept)", flush=True)
        if others:
            print(f"On your network: {others}  (for friends)", flush=True)
        if opens:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with suppress(KeyboardInterrupt), listening, numbers_of(workers):
        if metrics is not None:
            serve_metrics(metrics)
        if workers > 1:
            open_store(options.data, database).close()  # created or migrated, or refused, once
            serve_workers(options, workers, listening, on_start)
        else:
            app = worker_app(options.table_server(), options, is_child=False)
            serve(app, listening, on_start, options.proxies)
    print("Stopped. All tables are saved.")


def _check_origin(url: str) -> None:
    scheme, separator, rest = url.partition("://")
    if scheme not in ("http", "https") or not separator or not rest or "/" in rest.rstrip("/"):
        raise SiegeworksError(
            f"--origin {quote(url)}: write an address like https://play.example.org."
        )


def _check_network(option: str, address: str) -> None:
    try:
        ipaddress.ip_network(address)
    except ValueError:
        raise SiegeworksError(
            f"{option} {quote(address)}: write an IP address like 127.0.0.1 or a network "
            "like 10.0.0.0/8."
        ) from None


def _maps_left_out(folder: Path) -> list[str]:
    """A sentence for each map in this folder that cannot be used, sorted."""
    from siegeworks.server.jobs.preparation import check_map_length  # noqa: PLC0415

    if not folder.is_dir():
        raise SiegeworksError(f"There is no folder {folder} to look for maps in.")
    problems = set()
    for game in game_names():
        try:
            maps = maps_of(game)
        except OptionError:  # it has none
            continue
        for name in maps.names(folder):
            try:
                check_map_length("\n".join(maps.read(name, folder).rows), name)
            except SiegeworksError as problem:
                problems.add(str(problem))
    return sorted(problems)
