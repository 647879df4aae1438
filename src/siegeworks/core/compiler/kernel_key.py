"""The key of a kernel: a digest of all that is compiled into it, and of nothing else.

That is the bytecode of the kernel and of every function that it calls, with their constants, and
the values of the globals, closures and defaults that they read. Comments, line numbers and other
files have no part in it, so changing them compiles nothing again
(docs/decisions/engine/0003-digest-cache.md).

A kernel that is used although it is out of date plays by old rules. So whatever is not known
exactly has no key, and a kernel without a key is compiled in every process.
"""

import dis
import enum
import hashlib
import platform
import sys
from collections.abc import Callable, Iterator
from functools import cache
from operator import is_
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.extending import is_jitted

# Known by their names: the compiler brings its own code for them, and its version is in the key.
BY_NAME = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"} - {"__main__"}
FILES = 2  # raised when kernel_cache.py keeps kernels in other files than before
# Our modules that teach the compiler something, or set how it compiles. Their source is in the key.
TEACHING = (
    "core/bits.py",
    "core/counting.py",
    "core/jit.py",
    "core/compiler/kernel_key.py",
    "core/compiler/kernel_parts.py",
    "core/random.py",
)
OURS = Path(__file__).parents[2]
SIMPLE = (type(None), bool, int, float, complex, str, bytes, type(...))


class Unknown(Exception):
    """What this value does to a kernel is not known."""


def compiler_key() -> str:
    """Sixteen hex digits that change with the compiler, NumPy, Python, what we teach the compiler,
    whether bounds are checked (NUMBA_BOUNDSCHECK) and the files that kernels are kept in."""
    checks_bounds = bool(numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
    versions = FILES, numba.__version__, np.__version__, platform.python_version(), checks_bounds
    digest = hashlib.sha256(repr(versions).encode())
    for name in TEACHING:
        digest.update((OURS / name).read_bytes())
    return digest.hexdigest()[:16]


def kernel_key(*functions: Callable[..., Any]) -> str | None:
    """Sixteen hex digits that change with anything compiled into these kernels or rules.

    Returns:
        None where something in them is not known exactly, or has changed since it was first
        looked at, when it may have been compiled already.
    """
    digest = hashlib.sha256()
    numbers: dict[FunctionType, int] = {}  # in the order in which they are met
    waiting: list[Any] = [getattr(function, "py_func", function) for function in functions]
    numbers.update((function, number) for number, function in enumerate(waiting))
    packages = set()
    try:
        while waiting:
            function = waiting.pop(0)
            own, called = described(function)
            for other in called:
                if other not in numbers:
                    numbers[other] = len(numbers)
                    waiting.append(other)
            if _first_seen.setdefault(function, own) != own:
                return None
            digest.update(own)
            digest.update(repr([numbers[other] for other in called]).encode())
            packages.add(function.__module__.partition(".")[0])
    except Unknown:
        return None
    for name in sorted(packages - {"siegeworks"}):
        digest.update(taught_by(name))
    return digest.hexdigest()[:16]


_first_seen: dict[FunctionType, bytes] = {}


# One function ------------------------------------------------------------------------------------


class Description(NamedTuple):
    """What a function is, and what it was found by."""

    read: list[Any]  # everything that decides it; where none of it can change, it is looked up
    own: bytes  # a digest, without the functions that it calls
    called: list[FunctionType]


_descriptions: dict[FunctionType, Description] = {}


def described(function: FunctionType) -> tuple[bytes, list[FunctionType]]:
    """A digest of one function without those that it calls, and these in order.

    Raises:
        Unknown: it reads something that is not known exactly.
    """
    if not isinstance(function, FunctionType):
        raise Unknown(name_of(type(function)))
    code = function.__code__
    try:
        held = [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:
        raise Unknown("a closure that is still empty") from None
    present = [name for name in names_in(code) if name in function.__globals__]
    values = [function.__globals__[name] for name in present]
    read = [code, function.__defaults__, function.__kwdefaults__, *held, *values]
    known = _descriptions.get(function)
    if known is not None and len(known.read) == len(read) and all(map(is_, known.read, read)):
        return known.own, known.called
    called: list[FunctionType] = []
    names = names_in(code)
    parts: list[Any] = [function.__module__, function.__qualname__, digest_of_code(code)]
    parts += [description(value, called, names) for value in (read[1], read[2], vars(function))]
    parts += [description(value, called, names) for value in held]
    for name, value in zip(present, values, strict=True):
        try:
            parts.append((name, description(value, called, names)))
        except Unknown:
            if name in globals_read(code):  # not only an attribute of that name
                raise
    own = hashlib.sha256(repr(parts).encode()).digest()
    if not vars(function) and all(map(never_changes, read)):
        _descriptions[function] = Description(read, own, called)
    return own, called


def never_changes(value: Any) -> bool:
    """Is this value the same as long as it is the same object?"""
    if type(value) is tuple:
        return all(map(never_changes, value))
    if isinstance(value, ModuleType):
        return is_by_name(value.__name__)
    return isinstance(value, (*SIMPLE, CodeType, FunctionType, BuiltinFunctionType, np.number))


def description(value: Any, called: list[FunctionType], names: tuple[str, ...]) -> Any:
    """A value as nested tuples of plain values, equal only where the compiler makes the same of it.

    Args:
        value: what a function reads.
        called: functions in it are appended, and named by their place.
        names: of the attributes that the function reads, of this value or of others.

    Raises:
        Unknown: this kind of value.
    """

    def each(values: Any) -> tuple[Any, ...]:
        return tuple(description(part, called, names) for part in values)

    kind = type(value)
    if kind in SIMPLE:
        return kind.__name__, repr(value)
    if kind in (tuple, list):
        return kind.__name__, each(value)
    if kind is dict:
        return "dict", each(value.items())
    if kind in (set, frozenset):
        return kind.__name__, tuple(sorted(map(repr, each(value))))
    if isinstance(value, CodeType):
        return "code", digest_of_code(value)
    if isinstance(value, ModuleType):
        if is_by_name(value.__name__):
            return "module", value.__name__
        read = [(name, getattr(value, name)) for name in names if hasattr(value, name)]
        return "module", value.__name__, each(read)
    if isinstance(value, enum.Enum):
        return "member", name_of(kind), value.name, description(value.value, called, names)
    if isinstance(value, np.dtype):
        return "dtype", repr(value), value.itemsize
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.hasobject:
            raise Unknown(name_of(kind))
        order = getattr(value, "strides", ())
        return name_of(kind), repr(value.dtype), value.shape, order, value.tobytes()
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return name_of(kind), value._fields, each(value)
    if isinstance(value, type):
        return described_class(value, called, names)
    if is_jitted(value):
        kernel: Any = value
        called.append(kernel.py_func)
        return "kernel", repr(sorted(kernel.targetoptions.items())), len(called)
    if is_by_name(getattr(value, "__module__", None) or kind.__module__):
        return by_name(value)
    if isinstance(value, FunctionType):
        called.append(value)
        return "function", len(called)
    raise Unknown(name_of(kind))


def described_class(value: Any, called: list[FunctionType], names: tuple[str, ...]) -> Any:
    """A class: by its name, and where its objects or members are made in compiled code by these."""
    if issubclass(value, enum.Enum):
        members = tuple((part.name, description(part.value, called, names)) for part in value)
        return "enumeration", name_of(value), members
    if issubclass(value, tuple) and hasattr(value, "_fields"):
        defaults = description(value._field_defaults, called, names)
        return "tuple", name_of(value), value._fields, defaults
    if issubclass(value, BaseException) or is_by_name(value.__module__):
        return "class", name_of(value)
    raise Unknown(name_of(value))


def by_name(value: Any) -> Any:
    """A thing of Python's, NumPy's or the compiler's."""
    if isinstance(value, FunctionType | BuiltinFunctionType):
        return "by name", value.__module__, value.__qualname__
    text = repr(value)
    if " at 0x" in text or " object at" in text:
        raise Unknown(name_of(type(value)))
    return "by name", name_of(type(value)), text


def name_of(kind: type) -> str:
    """The full name of a class."""
    return f"{kind.__module__}.{kind.__qualname__}"


def is_by_name(module: str) -> bool:
    """Is the name enough for what is defined in this module?"""
    return module.partition(".")[0] in BY_NAME


# Code --------------------------------------------------------------------------------------------


@cache
def digest_of_code(code: CodeType) -> str:
    """A digest of bytecode, with the functions in it and without where it stands."""
    nothing: list[FunctionType] = []
    parts = (
        code.co_code,
        description(code.co_consts, nothing, ()),
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_flags,
        code.co_exceptiontable,
        code.co_name,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@cache
def names_in(code: CodeType) -> tuple[str, ...]:
    """The names of globals and attributes in this code and in the functions in it."""
    inside = [name for each in functions_in(code) for name in names_in(each)]
    return tuple(dict.fromkeys([*code.co_names, *inside]))


@cache
def globals_read(code: CodeType) -> frozenset[str]:
    """The names of globals alone."""
    own = {
        instruction.argval
        for instruction in dis.get_instructions(code)
        if "_GLOBAL" in instruction.opname
    }
    return frozenset(own.union(*(globals_read(each) for each in functions_in(code))))


def functions_in(code: CodeType) -> Iterator[CodeType]:
    """The code of functions and comprehensions in this code."""
    return (each for each in code.co_consts if isinstance(each, CodeType))


# Other packages ----------------------------------------------------------------------------------


@cache
def taught_by(package: str) -> bytes:
    """A digest of those files of a package that may teach the compiler something: all that name it.

    What they teach need not be visible in the functions that a kernel calls.
    """
    digest = hashlib.sha256(package.encode())
    for path in sorted(sources_of(package)):
        source = path.read_bytes()
        if b"numba" in source:
            digest.update(source)
    return digest.digest()


def sources_of(package: str) -> Iterator[Path]:
    """All Python files of a package, or the one file of a module."""
    module = sys.modules.get(package)
    for folder in getattr(module, "__path__", ()):
        yield from Path(folder).rglob("*.py")
    if module is not None and not hasattr(module, "__path__") and getattr(module, "__file__", None):
        yield Path(str(module.__file__))
