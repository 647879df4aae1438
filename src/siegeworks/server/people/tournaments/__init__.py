"""Tournaments: who plays whom, and who is ahead"""
