"""Commands that measure games and bots. May know the console."""
