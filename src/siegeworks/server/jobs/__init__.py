"""Work that takes long, in threads and processes. Knows games, bots and messages; no table."""
