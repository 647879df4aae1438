"""Rulebooks as HTML, section by section; HTML in a rulebook stays text."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from siegeworks.play.rulebook import rules_text
from siegeworks.server.messages import RulebookSection

DEEPEST = 3  # of the page's headings
PARAGRAPH = re.compile(r"R[0-9]+\b")


@cache
def rulebook_sections(game: str) -> list[RulebookSection]:
    """The rulebook of a game; the first section has what stands before the first heading.

    Raises:
        UnknownGame: there is no such game.
    """
    return sections_of(rules_text(game))


def sections_of(markdown: str) -> list[RulebookSection]:
    """A Markdown text, split at its second-level headings."""
    sections: list[list[Token]] = [[]]
    for token in _PARSER.parse(markdown):
        if token.type == "heading_open" and token.tag == "h2":
            sections.append([])
        sections[-1].append(token)
    return [_section(tokens) for tokens in sections]


def _section(tokens: Sequence[Token]) -> RulebookSection:
    is_chapter = bool(tokens) and tokens[0].tag == "h2"
    title = _plain_text(tokens[1]) if is_chapter else ""
    paragraph = PARAGRAPH.match(title)
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return RulebookSection(title, paragraph[0] if paragraph else "", html)


def _plain_text(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


# How the page wants some elements: no inline styles, which the server forbids, and what is wider
# than a phone can be scrolled, with the keyboard too.


def _heading(_: Any, tokens: Sequence[Token], i: int, *__: Any) -> str:
    depth = min(DEEPEST, int(tokens[i].tag[1:]))
    return f"<h{depth}>" if tokens[i].nesting > 0 else f"</h{depth}>\n"


def _table(_: Any, tokens: Sequence[Token], i: int, *__: Any) -> str:
    name = escapeHtml(", ".join(_header(tokens[i:])))
    return f'<div class="wide" tabindex="0" role="group" aria-label="{name}">\n<table>\n'


def _header(table: Sequence[Token]) -> Iterator[str]:
    header = takewhile(lambda token: token.type != "thead_close", table)
    return (_plain_text(token) for token in header if token.type == "inline")


def _code(_: Any, tokens: Sequence[Token], i: int, *__: Any) -> str:
    return f'<pre tabindex="0">{escapeHtml(tokens[i].content)}</pre>\n'


def _parser() -> MarkdownIt:
    """CommonMark with tables and the quotation marks of print. Links are text: the page's
    addresses are its routes."""
    parser = MarkdownIt("commonmark", {"html": False, "typographer": True})
    parser.enable(["table", "smartquotes"])
    parser.disable(["html_block", "html_inline", "link", "image", "autolink", "reference"])
    for element, render in {
        "heading_open": _heading,
        "heading_close": _heading,
        "table_open": _table,
        "table_close": lambda *_: "</table>\n</div>\n",
        "th_open": lambda *_: '<th scope="col">',
        "td_open": lambda *_: "<td>",
        "fence": _code,
        "code_block": _code,
    }.items():
        parser.add_render_rule(element, render)
    return parser


_PARSER = _parser()
