"""Siegeworks: five siege games, exact and fast.

    import siegeworks as sw

    game = sw.load("expansion")
    state, rng = game.new_state(), sw.new_rng(seed=1)
    bots = [sw.make_bot("level:3", game, rng) for _ in game.seats]
    game.settle(state, rng)  # chance acts until a seat is to act
    while state.to_act != sw.TERMINAL:
        seen = game.observe(state, state.to_act)  # what this seat may know
        game.apply(state, bots[state.to_act].choose(seen))
        game.settle(state, rng)
    print(game.returns(state))

Everything a user needs is here: the names in `__init__.pyi`, each imported from its module when it
is first used, so that `import siegeworks` is quick.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
