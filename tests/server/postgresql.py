"""A PostgreSQL of the tests' own, in a folder of its own, shared by all workers of one test run.

It is started by the first who asks and ends with the process that runs the tests, however that
ends. Nobody but this user reaches it: it listens on a Unix socket only.

    python -m tests.server.postgresql FOLDER PARENT SETTING...
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from filelock import FileLock

from siegeworks.server.storage.postgresql import store
from siegeworks.server.storage.postgresql.layout import create

store.LISTENING_SECONDS = 0.02  # else every store takes 0.2 seconds to close

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
MISSING = (
    "The tests need PostgreSQL: install Debian's package postgresql, or put initdb and postgres "
    "into PATH."
)
START_SECONDS = 60
TEMPLATE = "siegeworks_template"
SHAPE = """
    SELECT (SELECT count(*) FROM pg_class), (SELECT count(*) FROM pg_attribute),
        (SELECT count(*) FROM pg_constraint), (SELECT count(*) FROM pg_trigger),
        (SELECT count(*) FROM pg_proc), (SELECT number FROM siegeworks_layout),
        (SELECT count(*) FROM pg_db_role_setting JOIN pg_database ON setdatabase = pg_database.oid
            WHERE datname = current_database())
"""
EMPTY = """
    DO $$
    DECLARE name text;
    BEGIN
        SET LOCAL session_replication_role = replica;  -- in any order
        FOR name IN
            SELECT tablename FROM pg_tables
            WHERE schemaname = 'public' AND tablename <> 'siegeworks_layout'
        LOOP
            EXECUTE format('DELETE FROM %I', name);
        END LOOP;
    END $$
"""
_launched: subprocess.Popen[bytes] | None = None  # by this process


def program(name: str) -> str:
    """The path of a program of PostgreSQL; Debian keeps some out of PATH."""
    executable = shutil.which(name) or next(
        (str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None
    )
    assert executable is not None, MISSING
    return executable


def account() -> str | None:
    """The user who runs it: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def run(folder: Path, parent: int, settings: Sequence[str]) -> None:
    """Serve from a new folder until the parent process is gone."""
    user = account()
    data, more = folder / "data", [part for setting in settings for part in ("-c", setting)]
    if user is not None:
        shutil.chown(folder, user)
    quiet = {"stdout": subprocess.DEVNULL, "cwd": folder, "user": user}
    command = [program("initdb"), "-D", str(data), "-U", "siegeworks", "-A", "trust", "-N"]
    subprocess.run([*command, "--encoding=UTF8", "--locale=C.UTF-8"], check=True, **quiet)  # type: ignore[call-overload]
    server = subprocess.Popen(  # type: ignore[call-overload]
        [program("postgres"), "-D", str(data), "-k", str(folder), "-h", "", *more],
        stderr=subprocess.DEVNULL,
        **quiet,
    )
    try:
        while server.poll() is None and _lives(parent):
            time.sleep(0.5)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def shared(folder: Path, parent: int, settings: Sequence[str] = FAST) -> str:
    """The connection string of the PostgreSQL of one test run, started if need be.

    Args:
        folder: of this run, the same for all its workers.
        parent: the process that runs the tests.
        settings: of PostgreSQL; by default a crash may lose everything.
    """
    with FileLock(folder / "postgresql.lock"):
        known = folder / "postgresql.url"
        if not known.exists():
            own = tempfile.mkdtemp(prefix="siegeworks-postgresql-")
            global _launched  # noqa: PLW0603  (Python complains when a running one is forgotten)
            _launched = subprocess.Popen(
                [sys.executable, "-m", "tests.server.postgresql", own, str(parent), *settings],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the tests
            )
            url = f"host={own} user=siegeworks dbname=postgres"
            _wait_for(url)
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {TEMPLATE}")
            create(url.replace("dbname=postgres", f"dbname={TEMPLATE}"))
            known.write_text(url)
        return known.read_text()


def _wait_for(url: str) -> None:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


@contextmanager
def new_database(url: str, name: str, *, empty: bool = False) -> Iterator[str]:
    """A database for one test, with the tables of the newest layout or without any."""
    template = "template1" if empty else TEMPLATE
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield _in_database(url, name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


_numbers = count(1)  # of all in this process: several folders of tests may each have their own


class CleanDatabases:
    """Databases for one test after another: emptied and renamed they cost a tenth of new ones."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection = psycopg.connect(url, autocommit=True)
        self._spare: list[str] = []
        with psycopg.connect(_in_database(url, TEMPLATE)) as connection:
            self._as_made = connection.execute(SHAPE).fetchone()

    @contextmanager
    def borrowed(self) -> Iterator[str]:
        """A database whose tables are empty, under a name that no test before knows: what one
        left running cannot reach it."""
        name = f"test_{os.getpid()}_{next(_numbers)}"
        run = self._connection.execute
        if self._spare:
            run(f"ALTER DATABASE {self._spare.pop()} RENAME TO {name}")
        else:
            run(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        yield _in_database(self._url, name)
        run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        if self._emptied(name):
            self._spare.append(name)
        else:
            run(f"DROP DATABASE {name} WITH (FORCE)")

    def _emptied(self, name: str) -> bool:
        """Empty it, unless a test changed more than the rows of its tables."""
        with psycopg.connect(_in_database(self._url, name)) as connection:
            if connection.execute(SHAPE).fetchone() != self._as_made:
                return False
            connection.execute(EMPTY)
        return True

    def close(self) -> None:
        """Drop them."""
        for name in self._spare:
            self._connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
        self._connection.close()


async def waits_for_a_lock(url: str) -> bool:
    """Does anybody wait for a row of this database?"""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        waiting = await connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
        return waiting.rowcount > 0


def _in_database(url: str, name: str) -> str:
    return url.replace("dbname=postgres", f"dbname={name}")


def main(arguments: Sequence[str]) -> None:
    """Serve."""
    run(Path(arguments[0]), int(arguments[1]), arguments[2:])


if __name__ == "__main__":
    main(sys.argv[1:])
