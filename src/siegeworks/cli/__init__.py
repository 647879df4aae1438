"""The command line, one file per command. Errors become one sentence and an exit status here."""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path

import typer

from siegeworks.cli.app import app
from siegeworks.cli.console.interrupts import INTERRUPTED
from siegeworks.cli.console.output import print_error
from siegeworks.cli.menu import run_menu
from siegeworks.cli.usage import usage_sentence
from siegeworks.core.errors import SiegeworksError
from siegeworks.tui.terminal import is_terminal, use_ascii_fallback

OK, FAILED, REFUSED, PIPE_CLOSED = 0, 1, 2, 141


def main() -> None:
    """Run one command and exit; no traceback reaches a user.

    Exit status: 0 done, 1 the system failed (disk full, no permission) or there is a bug, 2 the
    request is wrong (bad option, unknown game, broken file), 130 interrupted, 141 the reader of the
    output has closed the pipe.
    """
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command with these arguments and return its exit status."""
    use_ascii_fallback()
    try:
        if not arguments and is_terminal(sys.stdin) and is_terminal(sys.stdout):
            run_menu(run)
            return OK
        status = _program()(arguments, prog_name="siegeworks", standalone_mode=False)
        if sys.stdout is not None:  # it is None where standard output was closed
            sys.stdout.flush()
        return status if isinstance(status, int) else OK
    except typer.TyperException as error:
        print_error(usage_sentence(error, arguments))
        return error.exit_code
    except SiegeworksError as error:
        print_error(str(error))
        return REFUSED
    except (BrokenPipeError, SystemExit):  # Typer exits on its own when a pipe is closed
        _write_nothing_more()  # nobody reads the output any longer: exit silently
        return PIPE_CLOSED
    except (KeyboardInterrupt, typer.Abort, EOFError):
        print_error("interrupted.")
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print_error(f"{where}{error.strerror or error}.")
        _drop_unwritten_output()
        return FAILED
    except Exception as error:
        print_error(
            f"you have found a bug ({type(error).__name__}). Please report it together with the "
            f"file {_saved_traceback(error)}."
        )
        return FAILED


@cache
def _program() -> Callable[..., object]:
    """All commands; `app` itself would work out their options again in each call."""
    return typer.main.get_command(app)


def _drop_unwritten_output() -> None:
    """Give up what a full disk does not take: Python would try it once more and exit with 120."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _write_nothing_more()


def _write_nothing_more() -> None:
    """Standard output leads nowhere from here on, so that no later flush fails."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _saved_traceback(error: Exception) -> str:
    """Write the traceback of a bug to a new file and return its path."""
    trace = "".join(traceback.format_exception(error))
    handle, path = tempfile.mkstemp(prefix="siegeworks-bug-", suffix=".txt")
    os.close(handle)
    Path(path).write_text(trace, encoding="utf-8", errors="replace")
    return path
