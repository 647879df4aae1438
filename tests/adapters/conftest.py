"""What the tests of the adapters share."""

import os

# The networks are tiny: with several threads PyTorch spends nearly all its time in waiting. It is
# imported in tests alone, since it takes seconds and one worker of three needs it.
os.environ.setdefault("OMP_NUM_THREADS", "1")
