"""The examples in docstrings run, and every public function has one."""

from __future__ import annotations

import doctest
import inspect
import sys

import pytest

import siegeworks

PUBLIC = {name: getattr(siegeworks, name) for name in siegeworks.__all__}
FUNCTIONS = sorted(name for name, value in PUBLIC.items() if inspect.isroutine(value))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_examples_of_every_public_function_run(name: str) -> None:
    function = PUBLIC[name]
    module = sys.modules[function.__module__]
    found = doctest.DocTestFinder(recurse=False).find(function, name, module, vars(module))
    assert found and found[0].examples, f"{name} has no example in its docstring"
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    failed = doctest.DocTestRunner(optionflags=options).run(found[0])
    assert not failed.failed
