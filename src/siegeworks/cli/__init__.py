"""The command line: one file a verb. Errors become one sentence and an exit status here."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from pathlib import Path

import typer

from siegeworks.cli.app import app
from siegeworks.cli.errors import print_error
from siegeworks.cli.menu import run_menu
from siegeworks.cli.usage import usage_sentence
from siegeworks.core.game import SiegeworksError
from siegeworks.tui.ascii_fallback import use_ascii_fallback
from siegeworks.tui.terminal import is_terminal

OK, FAILED, REFUSED, INTERRUPTED, READER_GONE = 0, 1, 2, 130, 141


def main() -> None:
    """Run one command; no traceback reaches a user.

    Exit status: 0 done, 1 the machine failed us (disk full, no permission), 2 refused (bad option,
    unknown game, broken file), 130 interrupted, 141 the reader of our output has gone.
    """
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command with these arguments; its exit status."""
    use_ascii_fallback()
    try:
        if not arguments and is_terminal(sys.stdin) and is_terminal(sys.stdout):
            run_menu(run)
            return OK
        status = app(arguments, prog_name="siegeworks", standalone_mode=False)
        if sys.stdout is not None:  # it is None where standard output was closed
            sys.stdout.flush()
        return status if isinstance(status, int) else OK
    except typer.TyperException as error:
        print_error(usage_sentence(error, arguments))
        return error.exit_code
    except SiegeworksError as error:
        print_error(str(error))
        return REFUSED
    except (BrokenPipeError, SystemExit):  # Typer exits by itself when a pipe is closed
        # Whoever read our output has gone: say nothing, and let no later flush print_error either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return READER_GONE
    except (KeyboardInterrupt, typer.Abort, EOFError):
        print_error("interrupted.")
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print_error(f"{where}{error.strerror or error}.")
        return FAILED
    except Exception as error:
        print_error(
            f"this is a fault of the program itself ({type(error).__name__}). What happened stands "
            f"in {_kept_trace(error)}; please report it."
        )
        return FAILED


def _kept_trace(error: Exception) -> str:
    """Where the trace of a fault of ours is kept."""
    trace = "".join(traceback.format_exception(error))
    handle, path = tempfile.mkstemp(prefix="siegeworks-fault-", suffix=".txt")
    os.close(handle)
    Path(path).write_text(trace, encoding="utf-8", errors="replace")
    return path
