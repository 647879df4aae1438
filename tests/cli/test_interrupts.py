"""Ctrl-C is never lost."""

import signal
import threading
from collections.abc import Iterator

import pytest

from siegeworks.cli.interrupts import deferred_interrupts, run_interruptible


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """A shell that runs the tests in the background has them ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_heard_when_what_must_not_be_disturbed_is_done():
    done = []
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done == ["all of it"]


def test_afterwards_ctrl_c_is_heard_at_once_again():
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_an_error_comes_through_as_it_is():
    with pytest.raises(ZeroDivisionError), deferred_interrupts():
        raise ZeroDivisionError


def test_in_another_thread_nothing_needs_to_be_held():
    before = signal.getsignal(signal.SIGINT)
    found = []

    def work():
        with deferred_interrupts():
            found.append(signal.getsignal(signal.SIGINT))

    run_interruptible(work)
    assert found == [before]


def test_work_that_never_ends_can_be_interrupted():
    never = threading.Event()

    def work():
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        never.wait()

    with pytest.raises(KeyboardInterrupt):
        run_interruptible(work)
    never.set()


def test_an_error_in_interruptible_work_comes_through_too():
    def work():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_interruptible(work)
