"""Commands for authors: new games, and puzzles for games. May know the console."""
