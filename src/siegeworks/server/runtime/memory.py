"""How this process gives memory back to the system"""

import ctypes
import sys
from contextlib import suppress

M_MMAP_THRESHOLD, BIG_BLOCK = -3, 1 << 20  # glibc's name of the setting; bytes


def return_memory_early() -> None:
    """Let glibc return blocks of a megabyte and more as soon as they are free. By default it keeps
    ever larger ones once some were freed, and memory used by bots would never be returned."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, BIG_BLOCK)
