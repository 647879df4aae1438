"""Commands for hosts: the server and its tables. May know the console."""
