"""An executor of campaigns: units run on Ray, on this machine or on a cluster; extra `cluster`

Ray places the work, repeats what dies with its process or its machine, and notices machines that
come and go. All machines must have the same Siegeworks, Numba and Python: that is checked.
"""

import hashlib
import os
import re
import socket
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import Thread
from typing import Any
from uuid import uuid4

from siegeworks.core.compiler.kernel_key import OURS, compiler_key
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.extras import how_to_install
from siegeworks.lab.campaign import Campaign, R, Unit
from siegeworks.lab.process_pool import MOST_DEATHS, Batches, Finished, run_batch

HERE = "ray"  # the address for a Ray that is started here
ADDRESS = re.compile(r"(ray://)?(?P<host>[^\s/:]+|\[[0-9a-fA-F:]+\]):(?P<port>[0-9]{1,5})")
ANSWER_SECONDS = 5.0  # in which an address must accept a connection
JOIN_SECONDS = 15.0  # in which the Ray behind it must let us in
STORE_BYTES = 128 << 20  # of a Ray that is started here; results are small
DECIDING = ("core", "games", "bots")  # folders whose sources decide how games go
AHEAD = 2  # batches under way for each core
QUIET = {  # settings of Ray that are only read while it is loaded
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is sent anywhere
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": "3",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "3",
}


@dataclass(frozen=True)
class RayCluster:
    """Runs units on the Ray that this process is connected to (`ray_cluster`)."""

    jobs: int | None = None  # batches at a time; None: as many as the cluster has room for

    def run(self, campaign: Campaign[R], units: Iterable[int]) -> Generator[tuple[int, bytes]]:
        """As `Executor.run`.

        Raises:
            UnitFailed: a unit raised an error.
            SiegeworksError: a machine has another version of Siegeworks.
            ChildProcessError: process after process died in the same batch.
        """
        ray = _imported()
        under_way: dict[Any, tuple[int, ...]] = {}
        try:
            shared = [uuid4().hex, [ray.put(campaign)]]  # in a list: fetched once a process
            _prepare_machines(ray, shared)
            task = ray.remote(num_cpus=1, max_retries=MOST_DEATHS - 1)(_run_units)
            batches = Batches(units, self.jobs or _cores(ray))
            while True:
                room = self.jobs or AHEAD * _cores(ray)
                while len(under_way) < room and (batch := batches.following()):
                    under_way[task.remote(*shared, batch)] = batch
                if not under_way:
                    return
                done, _ = ray.wait(list(under_way), num_returns=1)
                finished: Finished = ray.get(done[0])
                del under_way[done[0]]
                batches.learn(finished)
                yield from finished.results
                if finished.failure is not None:
                    raise finished.failure
        except ray.exceptions.RayError as error:
            raise _as_ours(ray, error) from error
        finally:
            for reference in under_way:
                ray.cancel(reference, force=True)


# In the processes of the cluster -----------------------------------------------------------------


_prepared: dict[str, tuple[Campaign[Any], Callable[[Unit], Any]]] = {}  # one, by its token


def _runner(token: str, shared: list[Any]) -> tuple[Campaign[Any], Callable[[Unit], Any]]:
    """The campaign of this token and what runs a unit of it; prepared once in each process."""
    if token not in _prepared:
        campaign: Campaign[Any] = _imported().get(shared[0])
        _prepared.clear()
        _prepared[token] = campaign, campaign.work.prepare()
    return _prepared[token]


def _run_units(token: str, shared: list[Any], units: tuple[int, ...]) -> Finished:
    return run_batch(*_runner(token, shared), units)


def source_digest() -> str:
    """Sixteen hex digits that change with what decides results: our sources, Numba, Python."""
    digest = hashlib.sha256(compiler_key().encode())
    for path in sorted(path for folder in DECIDING for path in (OURS / folder).rglob("*.py")):
        digest.update(path.relative_to(OURS).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _prepare(token: str, shared: list[Any]) -> tuple[str, str]:
    """Compile what the units need; the name of this machine, and what decides its results."""
    _runner(token, shared)
    return socket.gethostname(), source_digest()


def _prepare_machines(ray: Any, shared: list[Any]) -> None:
    """Let one process on each machine compile, before the others load what it compiled."""
    affinity = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    prepare = ray.remote(num_cpus=0, max_retries=MOST_DEATHS - 1)(_prepare)
    machines = [
        node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")
    ]
    ours = source_digest()
    for name, theirs in ray.get(
        [
            prepare.options(scheduling_strategy=affinity(machine, soft=True)).remote(*shared)
            for machine in machines
        ]
    ):
        if theirs != ours:
            raise SiegeworksError(
                f"The machine {quote(name)} of the cluster has another version of Siegeworks, "
                "Numba or Python than this one, and could find other results. Install the same "
                "versions there."
            )


def _cores(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _as_ours(ray: Any, error: Exception) -> Exception:
    """What the user is told of an error of Ray."""
    if isinstance(error, ray.exceptions.RayTaskError):
        cause = getattr(error, "cause", error)
        reason = " ".join(str(cause).split()).rstrip(".")
        return SiegeworksError(
            f"A machine of the cluster cannot run this: {type(cause).__name__}: {reason}. Install "
            "the same siegeworks and the same games there."
        )
    return ChildProcessError(
        f"processes of the Ray cluster died {MOST_DEATHS} times in the same games, or the cluster "
        f"was lost ({type(error).__name__}; memory may have run out)"
    )


# Connecting --------------------------------------------------------------------------------------


@contextmanager
def ray_cluster(address: str = HERE, jobs: int | None = None) -> Iterator[RayCluster]:
    """An executor on Ray for the `with` block.

    Args:
        address: "ray" starts a Ray here; ray://HOST:PORT or HOST:PORT joins one. A process that is
            connected to a Ray keeps that one.
        jobs: how many cores to use; None: all.

    Raises:
        SiegeworksError: Ray is not installed, the address is malformed, or no Ray answers there.
    """
    if address != HERE:
        _check_answers(address)
    ray = _imported()
    if ray.is_initialized():
        yield RayCluster(jobs)
        return
    if address == HERE:
        _start(ray, jobs)
    else:
        _join(ray, address)
    try:
        yield RayCluster(None if address == HERE else jobs)
    finally:
        ray.shutdown()


def _imported() -> Any:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415  (an extra; heavy)
    except ImportError:
        raise SiegeworksError(
            f"Ray is not installed: {how_to_install('ray', 'cluster')}."
        ) from None
    return ray


def _check_answers(address: str) -> None:
    match = ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match["port"]) < 1 << 16:
        raise SiegeworksError(
            f"{quote(address)} is not the address of a Ray cluster: write ray, ray://HOST:PORT or "
            "HOST:PORT."
        )
    try:
        socket.create_connection(
            (match["host"].strip("[]"), int(match["port"])), ANSWER_SECONDS
        ).close()
    except OSError as error:
        raise _no_answer(address, error.strerror or str(error)) from None


def _start(ray: Any, jobs: int | None) -> None:
    try:
        ray.init(
            "local",
            num_cpus=jobs,
            object_store_memory=STORE_BYTES,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="CRITICAL",
        )
    except Exception as error:
        why = " ".join(str(error).split()).rstrip(".")
        raise SiegeworksError(f"Ray could not be started here: {why}.") from error


def _join(ray: Any, address: str) -> None:
    """Join a Ray. What is behind an address may keep us waiting for minutes, and writes to standard
    error from C++: so it is asked in another thread, with nobody listening."""
    failures: list[BaseException] = []

    def join() -> None:
        try:
            ray.init(address, log_to_driver=False, logging_level="CRITICAL")
        except BaseException as error:
            failures.append(error)

    thread = Thread(target=join, daemon=True)
    with _deaf_to_standard_error():
        thread.start()
        thread.join(JOIN_SECONDS)
    if thread.is_alive():
        raise _no_answer(
            address,
            "what is there is not Ray, wants a token (set RAY_AUTH_MODE=token), or takes more than "
            f"{JOIN_SECONDS:.0f} seconds",
        )
    if failures:
        raise _no_answer(address, " ".join(str(failures[0]).split()) or repr(failures[0]))


@contextmanager
def _deaf_to_standard_error() -> Iterator[None]:
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _no_answer(address: str, why: str) -> SiegeworksError:
    return SiegeworksError(
        f"No Ray answers at {quote(address)}: {why[:200].rstrip('.')}. Start one there with "
        "`ray start --head`, or correct the address."
    )
