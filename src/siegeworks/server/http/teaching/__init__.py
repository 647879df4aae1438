"""The HTTP API of what teaches: lessons, puzzles, examples of rules, and copies for offline"""
