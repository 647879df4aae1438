"""One server in one process or in several behind one port. Knows everything else of the server."""
