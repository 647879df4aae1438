"""Tables on the network: rooms, seats and spectators, and a page to play on.

Its folders import downwards only: http, tables, then storage and jobs, messages, runtime.
"""
