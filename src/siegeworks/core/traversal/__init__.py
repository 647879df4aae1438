"""Ways through a whole game: batches, playouts, perft. Knows games by the contract alone."""
