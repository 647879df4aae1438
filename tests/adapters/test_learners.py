"""The examples for Gymnasium and PyTorch beat random play, at a size for tests.

They are named here: gymnasium_policy.py, batch_torch.py.
"""

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    """An example as a module that can be found by its name, as kernels in the cache need it."""
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def low_end(capsys: pytest.CaptureFixture[str]) -> int:
    """The lower end of the interval that an example prints, in percent."""
    match = re.search(r"95% interval (\d+)% to", capsys.readouterr().out)
    assert match
    return int(match[1])


@pytest.mark.long
def test_a_trained_policy_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    example("gymnasium_policy").main(training=600, games=200)
    assert low_end(capsys) > 50


@pytest.mark.long
def test_a_network_trained_on_batches_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    example("batch_torch").main(rounds=8)
    assert low_end(capsys) > 50
