"""PettingZoo's suites, imported without the warnings that its own example games give off."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test.api_test import api_test
    from pettingzoo.test.parallel_test import parallel_api_test
    from pettingzoo.test.render_test import render_test
    from pettingzoo.test.seed_test import seed_test
    from pettingzoo.test.state_test import state_test

__all__ = ["api_test", "parallel_api_test", "render_test", "seed_test", "state_test"]
