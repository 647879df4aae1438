"""What a host sees from outside: how much happens and how fast, and nothing of any table."""

import re
from pathlib import Path

from prometheus_client import REGISTRY

from siegeworks.server.storage.sqlite_store import SqliteStore
from tests.server.served import served

DEPLOY = Path(__file__).parents[3] / "deploy"
LABELS = {"game", "level", "reason", "pool", "le"}


def test_every_metric_of_the_alerts_and_of_the_dashboard_exists() -> None:
    known = {sample.name for metric in REGISTRY.collect() for sample in metric.samples}
    known |= {
        f"{metric.name}{end}" for metric in REGISTRY.collect() for end in ("_bucket", "_total")
    }
    known |= {metric.name for metric in REGISTRY.collect() if metric.type == "gauge"}
    for file in ("alerts.yml", "grafana.json"):
        used = set(re.findall(r"siegeworks_\w+", (DEPLOY / file).read_text()))
        assert used and used <= known, file


def test_no_label_names_a_table_a_seat_or_an_address() -> None:
    labels = {
        label
        for metric in REGISTRY.collect()
        if metric.name.startswith("siegeworks")
        for sample in metric.samples
        for label in sample.labels
    }
    assert labels <= LABELS


def value(name: str, **labels: str) -> float:
    """What a metric says now."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_moves_answers_and_connections_are_counted(tmp_path: Path) -> None:
    game = "siege-master"
    before = (
        value("siegeworks_moves_total", game=game),
        value("siegeworks_answer_seconds_count", game=game),
    )
    connections, rooms = value("siegeworks_connections"), value("siegeworks_rooms")
    with served(tmp_path) as client:
        table = client.table(game, "hot-seat", "hot-seat")
        player = client.at(table, 0, 1)
        assert value("siegeworks_connections") == connections + 1
        assert value("siegeworks_rooms") == rooms + 1
        player.act()
        player.wait_for(1)  # with the old view, it would be the same request again
        player.act()
    assert value("siegeworks_moves_total", game=game) == before[0] + 2
    assert value("siegeworks_answer_seconds_count", game=game) == before[1] + 2
    assert value("siegeworks_connections") == connections


def test_a_refusal_is_counted_by_its_reason(tmp_path: Path) -> None:
    before = value("siegeworks_refusals_total", reason="an unknown host name")
    with served(tmp_path) as client:
        assert client.ask("GET", "/api/games", Host="evil.example")[0] != 200
    assert value("siegeworks_refusals_total", reason="an unknown host name") == before + 1


def test_a_worker_that_drains_or_cannot_store_gets_no_new_clients(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with served(tmp_path, store=store) as client:
        assert client.ask("GET", "/readyz")[0] == 200
        store.is_failing = True
        status, _, body = client.ask("GET", "/readyz")
        assert (status, body) == (503, b"Tables cannot be stored. The server keeps trying.\n")
        assert client.get("/healthz")[1]["state"] == "degraded"  # but it lives
