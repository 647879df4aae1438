"""What `siegeworks serve` was told: enough for each worker to make its own server."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from siegeworks.server.people.settings import NotificationSettings
from siegeworks.server.runtime.logs import LogFormat, LogLevel
from siegeworks.server.runtime.settings import DEFAULTS, JobLimits, ServerSettings
from siegeworks.server.storage.opening import open_store
from siegeworks.server.tables.maintenance import KEEP_DAYS
from siegeworks.server.tables.seat_keys import SEAT_DAYS
from siegeworks.server.tables.table_server import TableServer


class ServeOptions(Struct, frozen=True, kw_only=True):
    """The options of one server."""

    data: Path  # the folder of the tables, or of what a worker keeps beside the database
    database: str | None = None  # the URL of a PostgreSQL; None: SQLite in that folder
    hosts: tuple[str, ...] = ()  # names that the server listens on
    origins: tuple[str, ...] = ()  # other addresses of its page, behind a proxy
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For header is trusted
    seat_days: float = SEAT_DAYS
    keep_days: float = KEEP_DAYS
    maps_folder: Path | None = None
    workers: int = 1  # that serve these tables on this machine
    jobs: JobLimits = DEFAULTS.jobs  # of all these workers together
    notifications: NotificationSettings = NotificationSettings()
    watch_delay: int = DEFAULTS.watch_delay  # turns by which spectators of a clock game are behind
    drain_seconds: float = 0.0  # from SIGTERM until the last client has been sent away
    log_format: LogFormat = "text"
    log_level: LogLevel | None = None  # None: what `set_up_logs` takes

    @property
    def settings(self) -> ServerSettings:
        """The limits of one of the workers."""
        share = replace(self.jobs, processes=max(1, self.jobs.processes // self.workers))
        return ServerSettings(jobs=share, watch_delay=self.watch_delay)

    def table_server(self) -> TableServer:
        """A server for the tables of this store.

        Raises:
            SiegeworksError: the store cannot be used.
        """
        settings = self.settings
        return TableServer(
            open_store(self.data, self.database, settings.store),
            seat_days=self.seat_days,
            maps_folder=self.maps_folder,
            settings=settings,
        )
