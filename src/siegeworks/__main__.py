"""`python -m siegeworks` is the command line."""

from siegeworks.cli import main

if __name__ == "__main__":
    main()
