"""Maps made, named, coded and inspected. May know the rules, which do not know it."""
