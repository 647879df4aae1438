"""Puzzles from games between bots: mined, proven, graded, put into words"""
