"""Rulebooks as HTML: what Markdown becomes, and that HTML in it stays text."""

import re
from html.parser import HTMLParser

import pytest

from siegeworks.games import game_names
from siegeworks.server.http.rulebook_html import rulebook_sections, sections_of


def html(markdown: str) -> str:
    """The HTML of one section, without line breaks."""
    [section] = [part for part in sections_of(markdown) if part.html]
    return section.html.replace("\n", " ").strip()


def test_a_rulebook_is_split_at_its_headings() -> None:
    text = "# Game\n\nIntro.\n\n## R1 The `board`\n\nNine.\n\n### Small\n\n## Knowledge\n\nAll."
    sections = sections_of(text)
    assert [(section.title, section.paragraph) for section in sections] == [
        ("", ""),
        ("R1 The board", "R1"),
        ("Knowledge", ""),
    ]
    assert sections[1].html.startswith("<h2>R1 The <code>board</code></h2>")


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("One\ntwo.\n\nThree.", "<p>One two.</p> <p>Three.</p>"),
        (
            "**Strong *and* `code`**. 2 * 3 * 4 \\*",
            "<p><strong>Strong <em>and</em> <code>code</code></strong>. 2 * 3 * 4 *</p>",
        ),
        (
            "Text:\n- one\n  more\n- two\n\nAfter.",
            "<p>Text:</p> <ul> <li>one more</li> <li>two</li> </ul> <p>After.</p>",
        ),
        ("1. one\n2. two", "<ol> <li>one</li> <li>two</li> </ol>"),
        (
            "```text\na  b\n# c <d>\n```\nEnd.",
            '<pre tabindex="0">a  b # c &lt;d&gt; </pre> <p>End.</p>',
        ),
        ("##### Deep", "<h3>Deep</h3>"),
    ],
)
def test_markdown_becomes_elements(markdown: str, expected: str) -> None:
    assert html(markdown) == expected


def test_a_table_has_a_header_is_named_after_it_and_has_no_inline_styles() -> None:
    table = html('| Kind | "Pips" & more |\n|---|--:|\n| `spy` | 1 |')
    assert 'aria-label="Kind, “Pips” &amp; more"' in table
    assert '<th scope="col">Kind</th> <th scope="col">“Pips” &amp; more</th>' in table
    assert "<td><code>spy</code></td> <td>1</td>" in table
    assert "style" not in table


@pytest.mark.parametrize(
    "attack",
    [
        'Hi <img src=x onerror="alert(1)"> and <script>alert(1)</script>',
        "<script>\nalert(1)\n</script>",
        '<div onclick="alert(1)">\n\n| <b>a</b> | b |\n|---|---|\n| <i>c</i> | d |\n\n</div>',
        "[x](javascript:alert(1)) [x](https://example.org) <https://example.org>",
        "![x](https://example.org/x.png)\n\n[x]\n\n[x]: https://example.org",
        '## R1 "><script>alert(1)</script>',
        '| "onfocus=alert(1) autofocus=" | <script> |\n|---|---|\n| c | d |',
        '```"><script>\n</pre><script>alert(1)</script>\n```',
        "`</code><script>`",
    ],
)
def test_html_and_links_in_a_rulebook_stay_text(attack: str) -> None:
    page = " ".join(section.html for section in sections_of(attack))
    assert elements_of(page) <= ALLOWED
    assert "&lt;" in page or "[" in page


@pytest.mark.parametrize("game", game_names())
def test_every_rulebook_has_its_paragraphs_and_only_the_elements_of_text(game: str) -> None:
    sections = rulebook_sections(game)
    numbered = [section.paragraph for section in sections if section.paragraph]
    assert numbered == [f"R{n}" for n in range(1, len(numbered) + 1)] and len(numbered) > 4
    assert elements_of(" ".join(section.html for section in sections)) <= ALLOWED
    assert not re.search(
        r"[|]---|\*\*|^#", "".join(section.html for section in sections), re.MULTILINE
    )


WIDE = 'div class="wide" tabindex="0" role="group" aria-label'
ALLOWED = {
    *("h1", "h2", "h3", "p", "ul", "ol", "li", "strong", "em", "code", "blockquote", "hr", "br"),
    *("table", "thead", "tbody", "tr", 'th scope="col"', "td", 'pre tabindex="0"', WIDE),
}


def elements_of(html: str) -> set[str]:
    """The elements of a page with their attributes; of a label, only that there is one."""
    elements = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            shown = [f'{key}="{value}"' if key != "aria-label" else key for key, value in attrs]
            elements.add(" ".join([tag, *shown]))

    Reader().feed(html)
    return elements
