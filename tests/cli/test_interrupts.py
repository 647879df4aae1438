"""Ctrl-C is never lost."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from siegeworks.cli.console.interrupts import deferred_interrupts, run_interruptible
from tests.present import present


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Tests that a shell runs in the background ignore Ctrl-C by default."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_deferred_until_the_end_of_the_block():
    done = []
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done == ["all of it"]


def test_after_the_block_ctrl_c_works_as_before():
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_errors_pass_through_a_deferring_block():
    with pytest.raises(ZeroDivisionError), deferred_interrupts():
        raise ZeroDivisionError


def test_other_threads_do_not_change_the_signal_handler():
    before = signal.getsignal(signal.SIGINT)
    handlers = []

    def work():
        with deferred_interrupts():
            handlers.append(signal.getsignal(signal.SIGINT))

    run_interruptible(work)
    assert handlers == [before]


def test_endless_work_can_be_interrupted():
    never = threading.Event()

    def work():
        signal.pthread_kill(present(threading.main_thread().ident), signal.SIGINT)
        never.wait()

    with pytest.raises(KeyboardInterrupt):
        run_interruptible(work)
    never.set()


def test_errors_pass_through_interruptible_work():
    def work():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_interruptible(work)


INTERRUPTED_WHILE_LOADING = """
import os, runpy, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == "siegeworks.cli.app":
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupting())
runpy.run_module("siegeworks", run_name="__main__")
"""


def test_ctrl_c_while_the_program_loads_ends_it_without_a_traceback():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_LOADING, "games"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")
