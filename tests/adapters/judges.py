"""PettingZoo's suites, imported without the warnings that its own example games give off."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test, state_test

__all__ = ["api_test", "parallel_api_test", "render_test", "seed_test", "state_test"]
