"""Accounts without passwords: passkeys, recovery codes, sessions, and what belongs to an account"""
