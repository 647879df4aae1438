"""The databases of the server's tests, and its compiled games, for the tests of its clients."""

from tests.server.conftest import (
    clean_databases,
    database,
    postgresql,
    postgresql_server,
    prepared_rules,
)

__all__ = ["clean_databases", "database", "postgresql", "postgresql_server", "prepared_rules"]
