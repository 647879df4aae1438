"""`python -m siegeworks` is the command line.

Nothing is collected while it is imported, and what is imported stays: looking for cycles in it
takes a tenth of the time that a command takes to start. Ctrl-C meanwhile ends it silently: nothing
has begun yet, and there is nothing that could print a sentence.
"""

import gc
import signal

gc.disable()
heard = signal.getsignal(signal.SIGINT)
if heard is signal.default_int_handler:  # who runs it in the background ignores Ctrl-C
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from siegeworks.cli import main  # noqa: E402

if heard is signal.default_int_handler:
    signal.signal(signal.SIGINT, heard)
gc.freeze()
gc.enable()

if __name__ == "__main__":
    main()
