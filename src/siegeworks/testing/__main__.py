"""`python -m siegeworks.testing tests/facts.py` writes the golden files of a game again; without a
file it lists what a RULES.md must contain."""

import sys
from runpy import run_path

from siegeworks.testing.golden import write_golden_files
from siegeworks.testing.rulebook import REQUIREMENTS


def main(files: list[str]) -> None:
    """Write the golden files of the games whose facts.py are given; read the diff."""
    for path in files:
        sys.path.insert(0, str(path.rpartition("/")[0]))
        write_golden_files(run_path(path)["FACTS"])
    if not files:
        print("What a RULES.md must contain:\n")
        for requirement in REQUIREMENTS.values():
            print(f"- {requirement.sentence}")


if __name__ == "__main__":
    main(sys.argv[1:])
