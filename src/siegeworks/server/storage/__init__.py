"""Tables as they are stored: events, rows and check values. Knows games and messages; no job."""
