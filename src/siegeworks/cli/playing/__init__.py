"""Commands for players: play, learn, solve puzzles, look at games. May know the console."""
