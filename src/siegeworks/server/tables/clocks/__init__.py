"""Clocks of tables: what time it is, what each seat has left, and whose flag falls"""
