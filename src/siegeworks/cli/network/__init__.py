"""Commands that play at the tables of a server"""
