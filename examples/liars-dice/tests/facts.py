"""What the laws must know of liar's dice beside its package."""

from pathlib import Path

from siegeworks.testing import Facts

FACTS = Facts("liars-dice", Path(__file__).parent, beliefs=({"dice": "1", "faces": "4"},))
