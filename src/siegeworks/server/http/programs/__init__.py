"""What only programs ask: descriptions of the API, events, personal tokens"""
