"""The words, the compiler and the counting that every game shares. Knows no game."""
