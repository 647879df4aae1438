"""The JSON schema of reports and comparisons: docs/reference/report.schema.json

python -m siegeworks.lab.reports.schema > docs/reference/report.schema.json
"""

import json
from typing import Any

import msgspec

from siegeworks.lab.reports.model import FORMAT, Comparison, Report


def schema() -> dict[str, Any]:
    """What the JSON of a report or of a comparison looks like, in JSON Schema 2020-12."""
    kinds, definitions = msgspec.json.schema_components(
        (Report, Comparison), ref_template="#/$defs/{name}"
    )
    for name in ("Report", "Comparison"):
        definitions[name]["properties"]["format"]["const"] = FORMAT
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Reports of Siegeworks, format {FORMAT}",
        "anyOf": list(kinds),
        "$defs": definitions,
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2, ensure_ascii=False))
