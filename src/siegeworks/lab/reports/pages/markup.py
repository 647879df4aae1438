"""Elements of HTML from Python: what they hold is always text, never markup by accident"""

from __future__ import annotations

import xml.etree.ElementTree as ET

Child = ET.Element | str


def tag(name: str, /, *children: Child, **attributes: str) -> ET.Element:
    """An element with its children. Attributes that are Python's words end with `_`; other `_`
    stand for `-`: `tag("p", "Hello", class_="big", aria_label="…")`."""
    names = {key.removesuffix("_").replace("_", "-"): value for key, value in attributes.items()}
    element = ET.Element(name, names)
    last: ET.Element | None = None
    for child in children:
        if isinstance(child, ET.Element):
            element.append(child)
            last = child
        elif last is None:
            element.text = (element.text or "") + child
        else:
            last.tail = (last.tail or "") + child
    return element


def page(title: str, style: str, *body: Child) -> str:
    """A whole page that loads nothing: its policy forbids it."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", **{"http-equiv": "Content-Security-Policy", "content": POLICY}),
        tag("title", title),
        tag("style", style),
    )
    root = tag("html", head, tag("body", *body), lang="en")
    return f"<!DOCTYPE html>\n{ET.tostring(root, 'unicode', method='html')}\n"


POLICY = "default-src 'none'; style-src 'unsafe-inline'"
