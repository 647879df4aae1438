"""Tables as they are stored: their events, rows and check values. Knows messages; no game."""
