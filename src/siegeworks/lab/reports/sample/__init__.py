"""What a report plays: games, what is kept of them, and their sums. Knows no question."""
