"""`make pythons`: play and test on every supported Python, each in a fresh Debian system of its own

debootstrap makes a root directory for each Python; a clone of the last commit goes into it; there
`make play` runs to the first answered move of a bot, then `make test`. Needs Debian or Ubuntu, root
rights and debootstrap. What this machine says about package registries, proxies and certificates is
taken over.

    python tools/pythons.py                    # all of it
    python tools/pythons.py 3.14 --only-play   # one Python, without the tests
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[1]
INSIDE = "/root/siegeworks"  # where the clone lies in a root directory
NEEDED = ("make", "ca-certificates", "git")
SCRIPTS = Path("/usr/share/debootstrap/scripts")
SETTINGS = (
    "/etc/pip.conf",
    "/etc/apt/apt.conf.d",
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/resolv.conf",
)
OF_THE_USER = (".npmrc", ".config/pip")
PASSED_ON = re.compile("PIP_|NPM_|NODE_EXTRA|SSL_CERT|REQUESTS_CA|https?_proxy|no_proxy", re.I)
MOUNTS = (  # in the folder $0, before the command that follows
    'cd "$0" && mkdir -p dev/pts dev/shm && mount -t proc proc proc && mount -t tmpfs tmpfs dev/shm'
    ' && mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts && exec "$@"'
)


class CannotRun(Exception):
    """A sentence about what is missing."""


@dataclass(frozen=True)
class System:
    """The Debian release in which a Python is found."""

    python: str  # "3.14"
    release: str
    is_default: bool = True  # of its release; otherwise installed beside the default one

    @property
    def program(self) -> str:
        """The program that makes the virtual environment."""
        return "python3" if self.is_default else f"python{self.python}"


SYSTEMS = (
    System("3.11", "bookworm"),
    System("3.13", "trixie"),
    System("3.14", "testing"),
    System("3.15", "testing", is_default=False),
)


def mirror() -> list[str]:
    """The Debian mirror of this machine, as an argument; empty: debootstrap's own."""
    folder = Path("/etc/apt")
    for path in (folder / "sources.list", *sorted(folder.glob("sources.list.d/*"))):
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        for line in lines:
            match = re.match(r"(?:deb|URIs:)\s+(?:\[.*?\]\s+)?(\S+/debian)/?(?:\s|$)", line)
            if match:
                return [match[1]]
    return []


def run(command: list[str], log: Path, what: str) -> None:
    """Run a command; what it prints goes to the log.

    Raises:
        CannotRun: it failed.
    """
    with log.open("a", encoding="utf-8") as out:
        out.write(f"$ {' '.join(command)}\n")
        out.flush()
        failed = subprocess.run(command, stdout=out, stderr=out, check=False).returncode
    if failed:
        raise CannotRun(f"{what} failed with exit status {failed}; {log} says why.")


def make_root(system: System, root: Path, log: Path) -> None:
    """A fresh system with this Python and what the README asks for.

    Raises:
        CannotRun: it could not be made.
    """
    shutil.rmtree(root, ignore_errors=True)
    root.parent.mkdir(parents=True, exist_ok=True)
    wanted = ",".join((*NEEDED, "python3", "python3-venv"))
    script = SCRIPTS / (system.release if (SCRIPTS / system.release).exists() else "sid")
    command = ["debootstrap", "--variant=minbase", f"--include={wanted}", system.release, str(root)]
    if given := mirror():
        command += [*given, str(script)]
    run(command, log, f"debootstrap for Python {system.python}")
    home = Path.home()
    copied = {Path(path): root / path.lstrip("/") for path in SETTINGS}
    copied |= {home / name: root / "root" / name for name in OF_THE_USER}
    for path, target in copied.items():
        if path.is_dir():
            shutil.copytree(path, target, dirs_exist_ok=True, ignore_dangling_symlinks=True)
        elif path.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    if not system.is_default:
        packages = [system.program, f"{system.program}-venv"]
        apt = ["chroot", str(root), "apt-get", "-qq"]
        run([*apt, "update"], log, "apt-get update")
        run([*apt, "install", "-y", *packages], log, "apt-get install")
    run(["git", "clone", "--quiet", str(PROJECT), f"{root}{INSIDE}"], log, "git clone")


def inside(root: Path, command: str) -> list[str]:
    """The command line that runs a shell command in the clone, with what this machine says about
    package registries and no other variables. Nobody else sees what is mounted for it, and it is
    gone when the command ends, however that ends."""
    kept = [f"{name}={value}" for name, value in os.environ.items() if PASSED_ON.match(name)]
    kept += ["HOME=/root", "LANG=C.UTF-8", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    entered = ["chroot", str(root), "env", "-i", *kept, "sh", "-c", f"cd {INSIDE} && {command}"]
    return ["unshare", "--mount", "sh", "-c", MOUNTS, str(root), *entered]


def play(system: System, root: Path, log: Path) -> float:
    """`make play` up to the first move that a bot answers; the seconds that took.

    Raises:
        CannotRun: it failed.
    """
    start = time.monotonic()
    command = f"make play PYTHON={system.program}"
    with log.open("a", encoding="utf-8") as out:
        out.write(f"$ {command}\n")
        out.flush()
        server = subprocess.Popen(
            inside(root, command),
            stdout=subprocess.PIPE,
            stderr=out,
            text=True,
            start_new_session=True,
        )
        try:
            assert server.stdout is not None
            for line in server.stdout:
                out.write(line)
                out.flush()
                if match := re.search(r"Play at (\S+)", line):
                    move = f".venv/bin/python -m tests.first_move {match[1]}"
                    run(inside(root, move), log, "the first move")
                    return time.monotonic() - start
        finally:
            os.killpg(server.pid, signal.SIGTERM)  # make and all that it started
            server.wait()
    raise CannotRun(f"make play ended before it served; {log} says why.")


def check(system: System, roots: Path, only_play: bool) -> str:
    """Play and test on one Python; what came of it, as a line.

    Raises:
        CannotRun: something failed.
    """
    root, log = roots / system.python, roots / f"{system.python}.log"
    roots.mkdir(parents=True, exist_ok=True)
    log.write_text("", encoding="utf-8")
    print(f"Python {system.python}: making a Debian {system.release} in {root} …", flush=True)
    make_root(system, root, log)
    print(f"Python {system.python}: make play …", flush=True)
    played = f"the first move was answered after {play(system, root, log):.0f} s"
    if only_play:
        return played
    print(f"Python {system.python}: make test (log: {log}) …", flush=True)
    start = time.monotonic()
    run(inside(root, f"make test PYTHON={system.program}"), log, "make test")
    passed = re.findall(r"^\d+ passed.*", log.read_text(encoding="utf-8"), re.M)
    return f"{played}; make test: {passed[0]}, {time.monotonic() - start:.0f} s in all"


def complain_if_unable() -> None:
    """Say what is missing before anything is made.

    Raises:
        CannotRun: roots cannot be made here.
    """
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        raise CannotRun("Root directories can be made by root on Linux only: run it with sudo.")
    if shutil.which("debootstrap") is None:
        raise CannotRun("debootstrap is missing: apt install debootstrap.")


def main() -> int:
    """Check the Pythons asked for; 0 if all are well, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    known = {system.python: system for system in SYSTEMS}
    parser.add_argument("python", nargs="*", help=f"which ones: {', '.join(known)}; default: all")
    parser.add_argument("--only-play", action="store_true", help="leave the tests out")
    parser.add_argument("--roots", type=Path, default=PROJECT / "build" / "pythons")
    asked = parser.parse_args()
    if unknown := set(asked.python) - known.keys():
        parser.error(f"no such Python here: {', '.join(sorted(unknown))}; {', '.join(known)}")
    results: dict[str, str] = {}
    failed = False
    try:
        complain_if_unable()
    except CannotRun as error:
        print(error, file=sys.stderr)
        return 1
    for python in asked.python or known:
        try:
            results[python] = check(known[python], asked.roots.absolute(), asked.only_play)
        except CannotRun as error:
            failed, results[python] = True, f"FAILED: {error}"
        print(f"Python {python}: {results[python]}", flush=True)
    print("\n".join(("", *(f"Python {python}: {result}" for python, result in results.items()))))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
