"""Tables on the network: rooms, seats and spectators, and a page to play on.

Its folders import downwards only: workers, http, people and tables, storage and jobs, messages,
monitoring, runtime.
"""
