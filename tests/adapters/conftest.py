"""What the tests of the adapters share."""

from __future__ import annotations

import pytest
import torch


@pytest.fixture(scope="session", autouse=True)
def _one_thread_of_torch() -> None:
    """The networks are tiny: with several threads PyTorch spends nearly all its time in waiting."""
    torch.set_num_threads(1)
