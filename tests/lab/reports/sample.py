"""A report made by hand, with something of everything that a report can hold."""

from siegeworks.lab.reports.model import (
    FORMAT,
    Chart,
    Comparison,
    Difference,
    DramaticGame,
    Estimate,
    GameRow,
    Metric,
    Report,
    Section,
    Series,
    Table,
    Verdict,
)
from tests.samples import sample

ROUNDS = tuple(range(0, 101, 4))
RECORD = sample("expansion-0").read_text(encoding="utf-8")


def share(value: float, games: int = 400, half: float = 0.05) -> Estimate:
    return Estimate(value, value - half, value + half, games)


FAIR = Section(
    "fair",
    "Is it fair?",
    verdicts=(
        Verdict(
            "fair.first",
            "Is it as good to begin?",
            "no",
            "The seat that begins wins 56.0% (51.1% to 60.8%) of 400 games: it is favoured by 1 to "
            "11 points.",
            400,
        ),
        Verdict(
            "fair.seats",
            "Are the seats equally good?",
            "yes",
            "Red wins 50.5% (46.0% to 55.0%): within 5 points of an even game.",
            400,
        ),
        Verdict(
            "fair.corner",
            "Are the corners equally good?",
            "unclear",
            "400 games are not enough to say <which> corner & why.",
            400,
            2600,
        ),
    ),
    metrics=(
        Metric("wins.first", "The seat that begins wins", "share", share(0.56)),
        Metric("wins.red", "Red wins", "share", share(0.505)),
        Metric("draws", "Draws", "share", Estimate(0.0, 0.0, 0.009, 400)),
    ),
    charts=(
        Chart(
            "fair.wins",
            "Who wins",
            "intervals",
            "seat",
            "share of wins",
            (
                Series(
                    "wins",
                    ("the seat that begins", "Red", "Blue"),
                    (0.56, 0.505, 0.495),
                    (0.511, 0.46, 0.45),
                    (0.608, 0.55, 0.54),
                ),
            ),
            "The seat that begins wins 56%, red 50.5%, blue 49.5%.",
            0.5,
            "share",
        ),
    ),
)
SKILL = Section(
    "skill",
    "Does skill win?",
    metrics=(
        Metric("elo", "Elo for twice the simulations", "elo", Estimate(71.0, 38.0, 105.0, 200)),
    ),
    charts=(
        Chart(
            "skill.ladder",
            "What more simulations win",
            "intervals",
            "times the simulations",
            "share of wins",
            (
                Series(
                    "wins", ("2×", "4×", "16×"), (0.6, 0.7, 0.85), (0.5, 0.6, 0.8), (0.7, 0.8, 0.9)
                ),
            ),
            "With twice, four and sixteen times the simulations: 60%, 70% and 85%.",
            0.5,
            "share",
        ),
    ),
)
ALIVE = Section(
    "alive",
    "How does a game go?",
    metrics=(
        Metric("length.plies", "Median length", "plies", Estimate(38.0, 36.0, 40.5, 400)),
        Metric("drama", "Drama", "number", Estimate(0.12, 0.1, 0.14, 400)),
    ),
    tables=(
        Table(
            "endings",
            "How games end",
            ("ending", "games", "share"),
            (None, "number", "share"),
            (("nine tiles", 380, share(0.95, half=0.02)), ("the limit of 200 turns", 20, None)),
            "Nobody resigns.",
        ),
    ),
    charts=(
        Chart(
            "alive.curve",
            "The winner's chance during the game",
            "line",
            "part of the game, in %",
            "chance to win",
            tuple(
                Series(
                    name,
                    tuple(float(x) for x in ROUNDS),
                    tuple(0.5 + bend * x / 100 for x in ROUNDS),
                    tuple(0.47 + bend * x / 100 for x in ROUNDS),
                    tuple(0.53 + bend * x / 100 for x in ROUNDS),
                )
                for name, bend in (("the winner", 0.45), ("comebacks", 0.2), ("close games", 0.1))
            ),
            "The winner's chance rises evenly from 50% to 95%.",
            0.8,
            "share",
        ),
        Chart(
            "alive.length",
            "How long games are",
            "histogram",
            "plies",
            "games",
            (
                Series(
                    "games",
                    tuple(map(float, range(20, 60, 5))),
                    tuple(map(float, (4, 30, 80, 120, 90, 40, 20, 16))),
                ),
            ),
            "Most games last 30 to 45 plies.",
        ),
    ),
)
USED = Section(
    "used",
    "What is used?",
    tables=(
        Table(
            "columns",
            "Columns of the first move",
            ("column", "how often", "the games that it wins"),
            (None, "share", "share"),
            tuple((f"column {name}", share(0.1), share(0.5)) for name in "abcdefghi"),
        ),
    ),
    charts=(
        Chart(
            "used.kinds",
            "What kinds of move win",
            "intervals",
            "kind of move",
            "share of wins",
            tuple(
                Series(
                    seat,
                    ("a jump over a minion of the opponent's", "step", "put"),
                    (0.5 + shift, 0.55 + shift, 0.45 + shift),
                    (0.45 + shift, 0.5 + shift, 0.4 + shift),
                    (0.55 + shift, 0.6 + shift, 0.5 + shift),
                )
                for seat, shift in (("red", 0.02), ("blue", -0.02))
            ),
            "Steps win most.",
            0.5,
            "share",
        ),
    ),
)


def report(**options: str) -> Report:
    """A whole report of Expansion."""
    return Report(
        FORMAT,
        "expansion",
        "Expansion",
        options,
        "level:4",
        7,
        1,
        {"siegeworks": "0.1.0", "scipy": "1.17.1", "statsmodels": "0.15.0"},
        "siegeworks report expansion -n 400 --seed 7",
        400,
        (
            "The seat that begins wins 56.0% (51.1% to 60.8%) of 400 games.",
            "Red and blue are equally good.",
            "Twice the simulations are worth 71 Elo (38 to 105).",
            "A game lasts 38 plies (median).",
            "Of the games, 5.0% end by the limit of 200 turns.",
        ),
        (FAIR, SKILL, ALIVE, USED),
        tuple(
            DramaticGame(0.31 - number / 100, f"Game {number} of deal 1", RECORD)
            for number in range(1, 11)
        ),
        tuple(
            GameRow(1, game, ("level:4", "level:4"), "red", ("red",), "tiles", 40, 38, 0.1, 2, 0.7)
            for game in range(3)
        ),
    )


def comparison() -> Comparison:
    """Two reports of Expansion side by side."""
    return Comparison(
        FORMAT,
        "siegeworks report expansion --sweep setup=secret,random -n 400 --seed 7",
        (report(), report(setup="random")),
        (
            Difference(
                "wins.first",
                "The seat that begins wins",
                "share",
                "setup=random",
                "default",
                Estimate(-0.06, -0.11, -0.01, 400),
                0.012,
                True,
            ),
            Difference(
                "draws",
                "Draws",
                "share",
                "setup=random",
                "default",
                Estimate(0.0, -0.01, 0.01, 400),
                0.8,
                False,
            ),
        ),
        ("With setup=random the seat that begins wins 6.0 points less (1.0 to 11.0).",),
    )
