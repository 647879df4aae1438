"""The journals of a report in a folder, so that nothing is lost when it is interrupted

A report runs several campaigns, a comparison runs those of several reports. Each campaign has a
journal of its own. One more file says which report it is, so that another one with the same folder
is refused.
"""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

from siegeworks.core.errors import SiegeworksError
from siegeworks.lab.campaign import Campaign, Results
from siegeworks.lab.campaign_journal import CampaignJournal, shown
from siegeworks.play.files import write_whole

FOLDER = "journal"  # in the folder of the report
SETTINGS = "settings.json"
DIGITS = 12  # of the digest that names a journal


class Journals(ExitStack):
    """The journals of one report. Nobody else can use them until they are closed."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        """Start the journals of a report in its folder, or continue those that are there;
        `settings`: what must be equal for it to be the same report, as JSON.

        Raises:
            SiegeworksError: the folder is another report's, or is a file.
            OSError: it cannot be written.
        """
        super().__init__()
        self.folder = folder / FOLDER
        if folder.exists() and not folder.is_dir():
            raise SiegeworksError(f"{folder}: this is a file. Name a folder; it need not exist.")
        self.folder.mkdir(parents=True, exist_ok=True)
        there, here = stored(folder), json.loads(json.dumps(settings))
        if there is None:
            write_whole(self.folder / SETTINGS, json.dumps(here, ensure_ascii=False) + "\n")
        elif there != here:
            raise _another(folder, there, here)

    def __call__(self, campaign: Campaign[Any]) -> Results:
        """Open the journal of a campaign.

        Raises:
            SiegeworksError: it is open elsewhere, damaged, or of another version of Siegeworks.
            OSError: it cannot be written.
        """
        written = json.dumps(campaign.work.configuration(), sort_keys=True)
        name = sha256(written.encode()).hexdigest()[:DIGITS]
        return self.enter_context(CampaignJournal(self.folder / f"{name}.jsonl", campaign))


def stored(folder: Path) -> dict[str, Any] | None:
    """The settings of the report in a folder; None: there is none.

    Raises:
        SiegeworksError: the file of the settings is damaged.
        OSError: it cannot be read.
    """
    path = folder / FOLDER / SETTINGS
    if not path.is_file():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        content = None
    if not isinstance(content, dict):
        raise SiegeworksError(f"{path}: this file is damaged. Name another folder.")
    return content


def _another(folder: Path, there: dict[str, Any], here: dict[str, Any]) -> SiegeworksError:
    differences = ", ".join(
        f"{key} is {shown(there.get(key))} there and {shown(here.get(key))} here"
        for key in dict.fromkeys([*here, *there])
        if there.get(key) != here.get(key)
    )
    return SiegeworksError(
        f"{folder}: this is the folder of another report: {differences}. Name another folder, or "
        "use the same settings."
    )
