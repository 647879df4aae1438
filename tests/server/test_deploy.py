"""What hosts start from, in `deploy/`: its programs take it, and it fits the server."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from siegeworks.cli.app import app as command_line
from siegeworks.core.compiler.kernel_cache import cache_folder
from siegeworks.server.http.app import make_app
from siegeworks.server.storage.sqlite_store import SqliteStore
from siegeworks.server.tables.table_server import TableServer

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
INSTRUCTIONS = {
    *("ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "RUN"),
    *("STOPSIGNAL", "USER", "VOLUME", "WORKDIR"),
}


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


@pytest.fixture
def routes(tmp_path: Path) -> Iterator[list[Any]]:
    """All paths that a server answers."""
    store = SqliteStore(tmp_path)
    made: Any = make_app(TableServer(store), prepares=False)
    while hasattr(made, "app"):  # what is around it
        made = made.app
    yield [route for route in made.routes if ":path}" not in route.path]  # those that take any
    store.close()


def is_answered(routes: list[Any], path: str) -> bool:
    return any(route.path_regex.match(path) for route in routes)


def serve_options() -> set[str]:
    """All options of `siegeworks serve`."""
    command: Any = get_command(command_line)
    return {name for parameter in command.commands["serve"].params for name in parameter.opts}


def lines(text: str) -> list[list[str]]:
    """The words of each line, without comments."""
    words = [line.partition("#")[0].split() for line in text.splitlines()]
    return [line for line in words if line]


# HAProxy ------------------------------------------------------------------------------------------


def test_haproxy_takes_its_configuration() -> None:
    """Where it is installed; what we can tell without it is tested below."""
    program = shutil.which("haproxy") or "/usr/sbin/haproxy"
    if not Path(program).exists():
        pytest.skip("haproxy is not installed")
    done = subprocess.run(
        [program, "-c", "-f", DEPLOY / "haproxy.cfg"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_balancer_asks_for_what_a_server_answers(routes: list[Any]) -> None:
    words = lines(read("haproxy.cfg"))
    (check,) = [line for line in words if line[:2] == ["option", "httpchk"]]
    assert check[2:] == ["GET", "/readyz"] and is_answered(routes, "/readyz")
    assert ["http-check", "expect", "status", "200"] in words
    (tables,) = re.findall(r"path_beg (\S+)", read("haproxy.cfg"))
    assert tables == "/ws/" and is_answered(routes, f"{tables}{'t' * 16}")


def test_the_balancer_sends_clients_to_machines_that_it_has_and_by_a_key_that_it_sets() -> None:
    words = lines(read("haproxy.cfg"))
    sections = [line for line in words if line[0] in ("frontend", "backend", "global", "defaults")]
    backends = {line[1] for line in sections if line[0] == "backend"}
    (used,) = [line[1] for line in words if line[0] == "default_backend"]
    assert used in backends
    (key,) = [line[2] for line in words if line[:2] == ["balance", "hash"]]
    name = re.fullmatch(r"var\((\S+)\)", key)
    assert name is not None
    set_first = [line for line in words if line[1:2] == [f"set-var({name[1]})"]]
    assert set_first and "if" not in set_first[0]  # every request has one
    servers = [line for line in words if line[0] == "server"]
    assert len(servers) > 1 and all(line[3:] == ["check"] for line in servers)


# nginx --------------------------------------------------------------------------------------------


def test_nginx_takes_the_configuration_of_the_tutorial(tmp_path: Path) -> None:
    """Where it is installed, the block is one of its sites; a certificate is made for it."""
    block = nginx_block()
    program, openssl = shutil.which("nginx") or "/usr/sbin/nginx", shutil.which("openssl")
    if not Path(program).exists() or openssl is None:
        pytest.skip("nginx is not installed")
    made = "-x509 -newkey rsa:2048 -nodes -subj /CN=play.example.org -keyout key.pem -out cert.pem"
    subprocess.run([openssl, "req", *made.split()], cwd=tmp_path, check=True, capture_output=True)
    block = re.sub(r"/etc/ssl/\S+\.pem", f"{tmp_path}/cert.pem", block)
    block = re.sub(r"/etc/ssl/\S+\.key", f"{tmp_path}/key.pem", block)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)
    site = f"http {{\naccess_log off;\n{folders}{block}}}\n"
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\n{site}", "utf-8")
    command = [program, "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_proxy_of_the_tutorial_has_a_certificate_and_says_whose_requests_these_are() -> None:
    words = [line.rstrip(";").split() for line in nginx_block().splitlines()]
    names = {line[0] for line in words}
    assert ["listen", "443", "ssl"] in words and {"ssl_certificate", "ssl_certificate_key"} <= names
    assert not [name for name in names if name.endswith("_zone")]  # those stand outside of servers
    headers = {line[1] for line in words if line[0] == "proxy_set_header"}
    assert headers >= {"Host", "Upgrade", "Connection", "X-Forwarded-For"}


def nginx_block() -> str:
    """The configuration of nginx in the tutorial."""
    text = (ROOT / "docs" / "tutorials" / "host.md").read_text(encoding="utf-8")
    return text.partition("```nginx\n")[2].partition("```")[0]


# systemd ------------------------------------------------------------------------------------------


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """Where it is installed; what we can tell without it is tested below."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = re.sub(r"/opt/\S+", "/bin/true", read("siegeworks.service"))  # it must be there
    (tmp_path / "siegeworks.service").write_text(unit, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "siegeworks.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "siegeworks.service" in line]
    assert not complaints and done.returncode == 0, done.stderr


def test_the_unit_starts_a_server_with_options_that_it_has() -> None:
    unit = read("siegeworks.service").replace("\\\n", " ")
    keys = dict(line.split("=", 1) for line in unit.splitlines() if re.match(r"\w+=", line))
    assert set(re.findall(r" (--[a-z-]+)", keys["ExecStart"])) <= serve_options()
    assert keys["ExecReload"].endswith("kill -HUP $MAINPID") and keys["KillMode"] == "mixed"


def test_the_unit_keeps_compiled_games_where_it_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = read("siegeworks.service")
    (folder,) = re.findall(r"^CacheDirectory=(\S+)$", unit, re.MULTILINE)
    ((name, value),) = re.findall(r"^Environment=(\w+)=(\S+)$", unit, re.MULTILINE)
    assert value == f"/var/cache/{folder}"
    monkeypatch.setenv(name, str(tmp_path))
    assert tmp_path in cache_folder().parents and "ProtectSystem=strict" in unit


# The image ----------------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each in one line."""
    text = read("Containerfile").replace("\\\n", " ")
    parts = [line.partition(" ") for line in text.splitlines() if line and line[0] != "#"]
    return [(name, value.strip()) for name, _, value in parts]


def test_the_containerfile_says_what_it_builds_from_and_runs_for_nobody_in_particular() -> None:
    names = [name for name, _ in instructions()]
    assert set(names) <= INSTRUCTIONS and names[0] == "FROM"
    images = [value for name, value in instructions() if name == "FROM"]
    assert all(re.match(r"[\w.]+\.\w+/\S+:[\w.-]+", image) for image in images)
    assert not any(":latest" in image for image in images)
    stages = {image.split(" AS ")[1] for image in images if " AS " in image}
    copied = re.findall(r"--from=(\S+)", read("Containerfile"))
    assert copied and set(copied) <= stages
    (user,) = [value for name, value in instructions() if name == "USER"]
    assert user not in ("root", "0")
    last = {name: names[::-1].index(name) for name in ("USER", "ENTRYPOINT")}
    assert last["ENTRYPOINT"] < last["USER"], "it must not run as root"


def test_the_image_starts_a_server_and_asks_whether_it_lives(routes: list[Any]) -> None:
    by_name = dict(instructions())
    command = json.loads(by_name["ENTRYPOINT"])
    assert command[1] == "serve"
    assert {word for word in command if word.startswith("--")} <= serve_options()
    (health,) = re.findall(r"http://localhost:(\d+)(/\w+)", by_name["HEALTHCHECK"])
    assert health == (by_name["EXPOSE"], "/healthz") and is_answered(routes, "/healthz")
    json.loads(by_name["HEALTHCHECK"].partition("CMD ")[2])
    assert by_name["STOPSIGNAL"] == "SIGTERM"
    assert "podman build --format docker" in read("Containerfile")  # else without HEALTHCHECK


def test_what_git_ignores_is_not_copied_into_the_image() -> None:
    left_out = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", ".venv", "build", "dist", "web/node_modules"} <= set(left_out)
    needed = {"src", "web", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"}
    assert not needed & {line.rstrip("/") for line in left_out}


# What hosts watch ---------------------------------------------------------------------------------


def test_the_dashboard_shows_every_metric_that_is_documented() -> None:
    document = (ROOT / "docs" / "start" / "many-players.md").read_text(encoding="utf-8")
    panels = read("grafana.json")
    for metric in re.findall(r"^\| `(siegeworks_\w+)`", document, re.MULTILINE):
        assert metric in panels, metric
    places = [tuple(panel["gridPos"].values()) for panel in json.loads(panels)["panels"]]
    assert len(set(places)) == len(places)
