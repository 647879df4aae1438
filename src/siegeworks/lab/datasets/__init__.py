"""Data sets of games that bots played against themselves, as NumPy files"""
