"""The HTTP API of people: accounts, and whose a request is"""
