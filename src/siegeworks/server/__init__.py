"""Tables on the network: rooms, seats and spectators, and a page to play on."""
