"""How strong people and the levels of bots are, by game and pace"""
