"""The company at a table: what is said there, and what spectators see"""
