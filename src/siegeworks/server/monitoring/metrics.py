"""The metrics of a server, for Prometheus.

They say how much happens and how fast, never where: no label names a table, a seat, an address or
anything that a client has sent, and nothing in a metric depends on what is hidden in a game.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from siegeworks.core.errors import SiegeworksError

WORKERS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where several workers leave their numbers
BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)  # seconds
gauge = partial(Gauge, multiprocess_mode="livesum")  # of all workers that live

MOVES = Counter("siegeworks_moves", "Moves stored.", ["game"])
ANSWERS = Histogram(
    "siegeworks_answer_seconds",
    "From a message of a client that changes a table to its answer.",
    ["game"],
    buckets=BUCKETS,
)
BOT_MOVES = Histogram(
    "siegeworks_bot_seconds",
    "How long a bot took for its move, including waiting for its turn.",
    ["level"],
    buckets=BUCKETS,
)
COMPILES = Histogram(
    "siegeworks_compile_seconds",
    "How long it took to compile a part of a game: its rules, its search or its proofs.",
    ["game"],
    buckets=(1, 2, 5, 10, 20, 50, 100, 200),
)
JOBS = Histogram(
    "siegeworks_job_seconds",
    "How long a process worked on a job: search, for bots, hints and replays, or background.",
    ["pool"],
    buckets=BUCKETS,
)
WAITING_JOBS = gauge("siegeworks_waiting_jobs", "Jobs that wait for a process.", ["pool"])
CONNECTIONS = gauge("siegeworks_connections", "WebSockets open.")
ROOMS = gauge("siegeworks_rooms", "Tables in memory.")
WAITING = gauge("siegeworks_waiting_writes", "Requests that wait to be stored.")
STORE_FAILURES = Counter("siegeworks_store_failures", "Transactions that could not be stored.")
REFUSALS = Counter("siegeworks_refusals", "Requests refused.", ["reason"])
WORKERS = gauge("siegeworks_workers", "Workers that run.")


@contextmanager
def timed(histogram: Histogram, label: str) -> Iterator[None]:
    """Count how long something takes that succeeds."""
    began = time.perf_counter()
    yield
    histogram.labels(label).observe(time.perf_counter() - began)


@contextmanager
def numbers_of(workers: int) -> Iterator[None]:
    """If there are several workers, they leave their numbers in a folder meanwhile, from which
    `serve_metrics` adds them up."""
    if workers == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="siegeworks-metrics-") as folder:
        os.environ[WORKERS_FOLDER] = folder
        yield


def forget_worker(process: int | None) -> None:
    """A worker has ended: what it had open counts no more. What it has done still counts."""
    if WORKERS_FOLDER in os.environ and process is not None:
        mark_process_dead(process)  # type: ignore[no-untyped-call]


def serve_metrics(address: str) -> None:
    """Answer GET /metrics at this address (HOST:PORT), from a thread, until the process ends.

    Raises:
        SiegeworksError: it is not an address, or it is taken.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise SiegeworksError(f"--metrics {address}: write HOST:PORT, such as 127.0.0.1:9464.")
    registry = REGISTRY
    if WORKERS_FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    try:
        start_http_server(int(port), host.strip("[]"), registry)
    except OSError as error:
        raise SiegeworksError(
            f"--metrics {address}: cannot listen there: {error.strerror or error}. Name another "
            "port, or an address of this machine."
        ) from None
