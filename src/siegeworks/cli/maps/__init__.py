"""Commands for maps. May know the console, and where a server is."""
