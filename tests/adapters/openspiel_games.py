"""The games that OpenSpiel judges, as it loads them."""

import siegeworks.adapters.openspiel  # noqa: F401  (registers them)

GAMES = [
    "siegeworks_siege_by_number",
    "siegeworks_siege_by_number(seats=3)",
    "siegeworks_siege_by_number(seats=4)",
    "siegeworks_nobles_and_peasants",
    "siegeworks_nobles_and_peasants(seats=3,stones=8)",
    "siegeworks_nobles_and_peasants(seats=4,insert=any)",
    "siegeworks_siege_master",
    "siegeworks_siege_master(fortresses=scattered,count=9)",
    "siegeworks_siege_master(fortresses=placed,free=True)",
    "siegeworks_kings_ransom",
    "siegeworks_kings_ransom(setup=secret)",
    "siegeworks_expansion",
    "siegeworks_expansion(setup=random)",
]

# Small enough to walk through all of their tree: how many chance nodes, decisions and ends there
# are, and how many information sets.
SHRUNK = {
    "siegeworks_kings_ransom(setup=secret,columns=3,tiles=KES)": (36, 2128, 3230, 1390),
    "siegeworks_kings_ransom(columns=3,tiles=KAI)": (106, 1038, 1414, 618),
    "siegeworks_expansion(board=3x1,values='50',quiet=4)": (4, 2595, 7806, 2288),
    "siegeworks_expansion(setup=random,board=2x2,values=A0,quiet=3)": (13, 128, 584, 64),
}

WITH_SECRETS = [
    "siegeworks_kings_ransom",
    "siegeworks_kings_ransom(setup=secret)",
    "siegeworks_expansion(quiet=20)",
    "siegeworks_expansion(setup=random,quiet=20)",
    *SHRUNK,
]
