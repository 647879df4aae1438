"""Mixed play: games with secrets that are so small that regret minimization walks all through them.

Where something is hidden, good play is mixed: bluffs, and tiles laid where nobody expects them,
with the right probabilities. A tree search cannot find these from an observation alone. How likely
each hidden state is depends on how the others play, which depends in turn on what the seat would
do in its other situations. So the whole game is listed once, from its start, and CFR+ finds a
policy for every information set (Tammelin, "Solving large imperfect information games using CFR+",
2014). Its average comes as near to an equilibrium as it is given iterations: nobody who knew it
could win more against it than the value of the game. What else was tried: docs/ledger.md.
"""
