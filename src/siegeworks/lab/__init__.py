"""Many games and what they tell: `report` and `compare` answer a designer's questions

    from siegeworks import lab

    result = lab.report("expansion", {"setup": "random"}, games=200, seed=1)
    print(*result.sentences, sep="\n")

Both need the extra `lab`. They are imported when they are first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
