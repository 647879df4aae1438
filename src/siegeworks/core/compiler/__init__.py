"""What turns plain rules into machine code and keeps it. Knows Numba and files, no game."""
