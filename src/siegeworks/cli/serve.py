"""`siegeworks serve`: tables on the network and a page to play on."""

from __future__ import annotations

import ipaddress
import os
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.arguments import examples
from siegeworks.cli.tables import folder
from siegeworks.core.game import SiegeworksError, quote

EXAMPLES = examples(
    "siegeworks serve --open",
    "siegeworks serve --host 0.0.0.0 --port 8000",
    "siegeworks serve --data /srv/siegeworks --origin https://play.example.org --proxy 127.0.0.1",
    "siegeworks serve --keep 365",
)

PORT = 7373
MOST_DAYS = 100_000


def command(
    *,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Who may come: 0.0.0.0 is everybody."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", help="Where to listen; 0 takes any free one.")
    ] = PORT,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Where tables are kept; else with your games."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="The address under which another server passes this page on; may repeat.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="Where that other server speaks from; who its visitors are is then believed "
            "(X-Forwarded-For), else all share its rates. May repeat.",
        ),
    ] = None,
    seat_days: Annotated[
        float,
        typer.Option(
            "--seat-days",
            metavar="DAYS",
            help="Days after which a seat that nobody came back to is closed; 0: never.",
        ),
    ] = 90.0,
    keep: Annotated[
        float,
        typer.Option(
            "--keep",
            metavar="DAYS",
            help="Delete tables, finished or not, that nobody came to for so many days (those "
            "where no person has acted yet after 7 at most); 0 keeps all.",
        ),
    ] = 90.0,
    opens: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> int:
    """Serve a page on which people play each other and bots."""
    # The server's libraries take a quarter of a second to import; other verbs do without.
    from siegeworks.server.app import make_app  # noqa: PLC0415
    from siegeworks.server.rooms import Rooms  # noqa: PLC0415
    from siegeworks.server.serving import (  # noqa: PLC0415
        address_for_others,
        address_of,
        bound_socket,
        serve,
    )
    from siegeworks.server.store import Store  # noqa: PLC0415

    if not 0 <= keep <= MOST_DAYS:
        raise SiegeworksError(
            f"--keep {keep:g}: give a number of days up to {MOST_DAYS:,}; 0 keeps all."
        )
    if not 0 <= port <= 65535:
        raise SiegeworksError(f"--port {port}: a port is a number from 0 to 65535.")
    if not seat_days >= 0:
        raise SiegeworksError(f"--seat-days {seat_days:g}: give a number of days, or 0 for never.")
    for url in origin or ():
        _check_origin(url)
    for trusted in proxy or ():
        _check_proxy(trusted)
    listening = bound_socket(host, port)
    os.umask(0o077)  # whatever is written from here on is for nobody else on this machine
    address, others = address_of(listening), address_for_others(listening)
    rooms = Rooms(Store(data or folder()), seat_days=seat_days)

    def begun() -> None:
        print(f"Play at {address}  (Ctrl-C stops the server; tables are kept)", flush=True)
        if others:
            print(f"In your network: {others}  (open this yourself to invite friends)", flush=True)
        if opens:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        serve(
            make_app(rooms, origin or (), hosts=(host,), keep_days=keep),
            listening,
            begun,
            proxy or (),
        )
    except KeyboardInterrupt:
        print("Stopped. The tables are kept.")
    return 0


def _check_origin(url: str) -> None:
    scheme, separator, rest = url.partition("://")
    if scheme not in ("http", "https") or not separator or not rest or "/" in rest.rstrip("/"):
        raise SiegeworksError(f"--origin {quote(url)}: write it like https://play.example.org.")


def _check_proxy(address: str) -> None:
    try:
        ipaddress.ip_network(address)
    except ValueError:
        raise SiegeworksError(
            f"--proxy {quote(address)}: write an address like 127.0.0.1 or a network like "
            "10.0.0.0/8."
        ) from None
