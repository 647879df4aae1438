"""What teaches a game: lessons, puzzles, the coach, examples of rules. Knows tables and proofs."""
