"""The sample records of the games, tests/games/*/records/."""

from pathlib import Path

GAMES = Path(__file__).parent / "games"


def sample(name: str) -> Path:
    """One of them, by its game and number: `sample("siege-master-0")`."""
    game = name.rpartition("-")[0].replace("-", "_")
    return GAMES / game / "records" / f"{name}.siege"


def samples(pattern: str = "*") -> list[Path]:
    """Those whose names match, in order: `samples("*-1")`."""
    return sorted(GAMES.glob(f"*/records/{pattern}.siege"), key=lambda path: path.stem)
