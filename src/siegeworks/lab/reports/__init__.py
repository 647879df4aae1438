"""Reports: is a game fair, does skill win, how long does it last, what does an option change?"""
