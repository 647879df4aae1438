"""The command line: one file a verb. Errors become one sentence and an exit status here."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from pathlib import Path

import typer

from siegeworks.cli.app import app
from siegeworks.cli.complain import complain
from siegeworks.cli.menu import offer_menu
from siegeworks.cli.usage import usage_sentence
from siegeworks.core.game import SiegeworksError
from siegeworks.tui.terminal import is_screen
from siegeworks.tui.typewriter import use_typewriter_signs

OK, FAILED, REFUSED, INTERRUPTED, READER_GONE = 0, 1, 2, 130, 141


def main() -> None:
    """Run one command; no traceback reaches a user.

    Exit status: 0 done, 1 the machine failed us (disk full, no permission), 2 refused (bad option,
    unknown game, broken file), 130 interrupted, 141 the reader of our output has gone.
    """
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command with these arguments; its exit status."""
    use_typewriter_signs()
    try:
        if not arguments and is_screen(sys.stdin) and is_screen(sys.stdout):
            offer_menu(run)
            return OK
        status = app(arguments, prog_name="siegeworks", standalone_mode=False)
        if sys.stdout is not None:  # it is None where standard output was closed
            sys.stdout.flush()
        return status if isinstance(status, int) else OK
    except typer.TyperException as error:
        complain(usage_sentence(error, arguments))
        return error.exit_code
    except SiegeworksError as error:
        complain(str(error))
        return REFUSED
    except (BrokenPipeError, SystemExit):  # Typer exits by itself when a pipe is closed
        # Whoever read our output has gone: say nothing, and let no later flush complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return READER_GONE
    except (KeyboardInterrupt, typer.Abort, EOFError):
        complain("interrupted.")
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        complain(f"{where}{error.strerror or error}.")
        return FAILED
    except Exception as error:
        complain(
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
