"""The examples in docstrings run, and every public function and class has one."""

import ast
import doctest
import inspect
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import siegeworks

STUB = ast.parse(Path(siegeworks.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
MODULES = {
    alias.name: f"siegeworks.{node.module}"
    for node in STUB.body
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
}
Definition = ast.FunctionDef | ast.ClassDef


@cache
def definitions(module: str) -> dict[str, Definition]:
    """The functions and classes of a module, those that only type checkers see included."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, Definition)}


def is_exception(name: str) -> bool:
    value = getattr(siegeworks, name)
    return inspect.isclass(value) and issubclass(value, Exception)


NAMES = [
    name
    for name in siegeworks.__all__
    if name in definitions(MODULES[name]) and not is_exception(name)
]


def test_every_public_function_and_class_is_looked_at() -> None:
    for name in {*siegeworks.__all__} - {*NAMES}:
        place = getattr(getattr(siegeworks, name), "__module__", "")
        assert is_exception(name) or not place.startswith("siegeworks"), name


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_every_public_function_and_class_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module = import_module(MODULES[name])
    definition = definitions(MODULES[name])[name]
    text, line = ast.get_docstring(definition) or "", definition.lineno
    examples = doctest.DocTestParser().get_doctest(text, vars(module), name, module.__file__, line)
    assert examples.examples, f"{name} has no example in its docstring"
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    assert not doctest.DocTestRunner(optionflags=options).run(examples).failed
