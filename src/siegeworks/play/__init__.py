"""One play of a game: the referee at its table and the record that it leaves."""
