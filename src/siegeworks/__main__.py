"""`python -m siegeworks` is the command line.

Nothing is collected while it is imported, and what is imported stays: looking for cycles in it
takes a tenth of the time that a command takes to start.
"""

import gc

gc.disable()

from siegeworks.cli import main  # noqa: E402

gc.freeze()
gc.enable()

if __name__ == "__main__":
    main()
