"""What the compiler says about a rule that it cannot compile, as one sentence.

Numba reports an error level by level, from the kernel down to the line that it could not compile,
over dozens of lines with its own source code in between. Only the innermost line of our own or of
a game's code matters to the author of a rule.
"""

import difflib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, TracebackType
from typing import Any, NamedTuple

import numba
from numba.core.errors import NumbaError
from numba.core.ir import Loc

from siegeworks.core.errors import RuleCompileError

ADVICE = "To debug it as plain Python use game.plain() or NUMBA_DISABLE_JIT=1."
NUMBA = Path(numba.__file__).parent
COLORS = re.compile(r"\x1b\[[0-9;]*m")
PLACES = (re.compile(r'File "([^"]+)", line (\d+)'), re.compile(r" at (\S+\.py) \((\d+)\)"))
BEGINS = re.compile(r"Failed in \w+ mode pipeline")
UNDEFINED = re.compile(r"NameError: (name '(\w+)' is not defined)")
# What Numba says where memory would be allocated, which kernels never do (`core.jit`).
ALLOCATES = re.compile("NRT required but not enabled|_ol_array_allocate|built-in function empty>")
ELEMENTS = "this makes a new array or list; write the elements one by one, in a loop"
CALL = re.compile(r"No implementation of function Function\(<[\w -]*?'?([\w.]+)'?( at \w+)?>\)")
VERSIONED = re.compile(r"'(\w+)\.\d+'")  # how Numba names the second value of a variable


class Place(NamedTuple):
    """A line of a source file."""

    path: Path
    line: int


def compile_error(
    function: Callable[..., Any], arguments: tuple[Any, ...], error: Exception
) -> RuleCompileError:
    """The sentence for an error that Numba raised while it compiled a kernel.

    Args:
        function: the kernel, as plain Python.
        arguments: what it was called with; the fields of its records are named.
        error: what Numba raised.
    """
    functions = list(_functions_of(function))
    if isinstance(error, KeyError):  # Numba looks up the fields of a record like this
        place, reason = _place_of(error.__traceback__), _no_field(str(error.args[0]), arguments)
    else:
        text = COLORS.sub("", str(error))
        place, reason = _innermost(text, functions)
        place = place or _place_of(error.__traceback__)
        reason = ELEMENTS if ALLOCATES.search(text) else reason
    if place is None:
        where = f"{_short(Path(function.__code__.co_filename))}, {function.__qualname__}"
    else:
        inside = _function_at(functions, place)
        where = f"{_short(place.path)}, line {place.line}" + (f", in {inside}" if inside else "")
    if not isinstance(error, NumbaError | KeyError):
        reason = f"{reason} ({type(error).__name__} in the compiler)"
    return RuleCompileError(f"{where}: {reason}. {ADVICE}")


# Where --------------------------------------------------------------------------------------------


def _place_of(traceback: TracebackType | None) -> Place | None:
    """The line of a rule that the compiler was at: its objects know what its message leaves out."""
    place = None
    while traceback is not None:
        for value in traceback.tb_frame.f_locals.values():
            loc = getattr(value, "loc", None)
            if isinstance(loc, Loc) and _is_outside(Path(loc.filename)):
                place = Place(Path(loc.filename), loc.line)
        traceback = traceback.tb_next
    return place


def _is_outside(path: Path) -> bool:
    """Is this file not one of the compiler's?"""
    return path.suffix == ".py" and NUMBA not in path.resolve().parents


def _function_at(functions: list[FunctionType], place: Place) -> str:
    """The name of the function that this line belongs to; empty where that is not known."""
    for function in functions:
        code: CodeType = function.__code__
        lines = {line for *_, line in code.co_lines()}
        if Path(code.co_filename).resolve() == place.path.resolve() and place.line in lines:
            return function.__name__
    return ""


def _functions_of(function: Callable[..., Any]) -> Iterator[FunctionType]:
    """A kernel and all functions that it calls, by its closure and by the names in its code."""
    waiting, seen = [function], set()
    while waiting:
        current = waiting.pop()
        if not isinstance(current, FunctionType) or current in seen:
            continue
        seen.add(current)
        yield current
        cells = [cell.cell_contents for cell in current.__closure__ or ()]
        named = [current.__globals__.get(name) for name in current.__code__.co_names]
        waiting += [value for value in (*cells, *named) if isinstance(value, FunctionType)]


def _short(path: Path) -> str:
    """The path from the current folder, where that is shorter."""
    resolved, here = path.resolve(), Path.cwd()
    return str(resolved.relative_to(here)) if here in resolved.parents else str(resolved)


# Why ----------------------------------------------------------------------------------------------


def _no_field(name: str, arguments: tuple[Any, ...]) -> str:
    """There is no field of this name in any of the records; the one that may have been meant."""
    fields = [
        field
        for argument in arguments
        for field in getattr(getattr(argument, "dtype", None), "names", None) or ()
    ]
    near = difflib.get_close_matches(name, fields, n=1)
    return f"the record has no field '{name}'" + (f"; perhaps '{near[0]}' is meant" if near else "")


def _innermost(text: str, functions: list[FunctionType]) -> tuple[Place | None, str]:
    """The innermost line outside the compiler that the message names, and what is wrong there."""
    lines = text.split("\n")
    undefined = UNDEFINED.search(text)
    if undefined:
        return _use_of(undefined[2], functions), undefined[1]
    deepest, place, at = -1, None, 0
    for number, line in enumerate(lines):
        for match in (match for pattern in PLACES for match in pattern.finditer(line)):
            path = Path(match[1])
            depth = _indent(line)
            if _is_outside(path) and depth > deepest:
                deepest, place, at = depth, Place(path.resolve(), int(match[2])), number
    beginnings = [n + 1 for n in range(at) if BEGINS.search(lines[n])]
    level = next((n for n in reversed(beginnings) if _indent(lines[n]) <= deepest), 0)
    return place, _reason(lines[level:])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _reason(lines: list[str]) -> str:
    """What the compiler says at one level of its message."""
    reason = next((line.strip() for line in lines if line.strip()), "it cannot be compiled")
    call = CALL.match(reason)
    if call:
        return f"Numba cannot compile the call of {call[1]} with these arguments"
    reason = re.sub(r",? defined at \S+ \(\d+\)", "", reason)
    return VERSIONED.sub(r"'\1'", reason).rstrip(".")


def _use_of(name: str, functions: list[FunctionType]) -> Place | None:
    """The function that uses an undefined name."""
    for function in functions:
        if name in function.__code__.co_names and name not in function.__globals__:
            code = function.__code__
            return Place(Path(code.co_filename), code.co_firstlineno)
    return None
