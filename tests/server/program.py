"""`siegeworks` whose server prepares a game when somebody asks for it, and none before: of all five
that takes a second of a processor."""

import siegeworks.__main__  # noqa: F401  (how it hears Ctrl-C while it starts)
from siegeworks.cli import main
from siegeworks.server.jobs.preparation import Preparation


def nothing_beforehand(self: Preparation) -> None:
    """Prepare nothing."""


Preparation.start = nothing_beforehand  # type: ignore[method-assign]  # in its workers, too

if __name__ == "__main__":
    main()
