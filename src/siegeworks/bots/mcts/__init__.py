"""Monte Carlo tree search for every game, compiled once for each.

Open-loop information-set Monte Carlo tree search with one tree per seat (MO-ISMCTS: Cowling,
Powley, Whitehouse, "Information set Monte Carlo tree search", 2012). Each simulation samples a
state that is consistent with the observation at the root and goes through four phases, each in a
module of its own:

- `selection`: which action to try at a node that is known;
- `expansion`: a node gets an edge for each legal action, with a prior;
- `evaluation`: the value of a leaf, by a playout, by the game's evaluation or by both;
- `backup`: every node on the path learns the result. Each seat maximizes its own share of the win
  (max^n).

`kernel` puts the phases together. Where nothing is hidden, one tree serves all seats, and the
search is UCT (Kocsis, Szepesvári, 2006); proven results are then backed up as well (MCTS-Solver:
Winands, Björnsson, Saito, 2008).
"""
