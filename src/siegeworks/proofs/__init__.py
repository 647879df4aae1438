"""What a seat can force, by exact searches. Knows games, and no table."""
