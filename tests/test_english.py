"""What people read is in plain English, and names are the usual ones (tests/english.py)."""

import pytest

from tests.english import every_hit, hits_in


@pytest.mark.long  # `make check` does the same
def test_no_phrase_and_no_name_is_one_that_we_no_longer_use() -> None:
    hits = [str(hit) for hit in every_hit()]
    assert not hits, "\n".join(hits)


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("a.py", '"""One.\n\nThis is no message\nof ours."""\n', 3, "is no message"),
        ("a.py", "# ten messages a\n# second\n", 1, "messages a second"),
        ("a.py", 'say("Whoever " "looks on")\n', 1, "Whoever"),
        ("a.py", 'say(f"who looks at {place} ")\n', 1, "who looks"),
        ("a.py", "whim = 3\n", 1, "whim"),
        ("a.py", "class Spread:\n    pass\n", 1, "class Spread"),
        ("a.ts", "// that is not so\n", 1, "that is not so"),
        ("a.ts", "let a = 1\nexport const early = 2\n", 2, "export const early"),
        ("a.svelte", "<p>\n  The disk takes\n  nothing\n</p>\n", 2, "takes nothing"),
        ("a.md", "Read\n\nthe door\n", 3, "door"),
        ("src/a.py", "def a(b):\n    return [c for found in b]\n", 2, "found"),
        ("src/a.py", "def a(b, one):\n    return b\n", 1, "one"),
        ("tests/a.py", "with a() as told:\n    pass\n", 1, "told"),
        ("web/src/a.ts", "const a = 1\nb.find((one) => a)\n", 2, "one"),
        ("web/src/a.ts", "const { b: found } = a\n", 1, "found"),
        ("web/src/a.ts", "const a = (b: B, told: C): D => b\n", 1, "told"),
        ("web/src/a.svelte", "{#if a}\n  {#each b as one (c)}\n", 2, "one"),
        ("src/view/a.svelte", "<script>\n  const taken: A[] = []\n", 2, "taken"),
    ],
)
def test_hits_are_found_where_they_are(name: str, text: str, line: int, words: str) -> None:
    hits = [(hit.line, hit.found) for hit in hits_in(name, text)]
    assert (line, words) in hits


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "spread = spread_of(whimsical)  # there is no map, and no indeed\n"),
        ("src/a.py", "class A:\n    found: int  # a field, which others read\n"),
        ("a.ts", "const here = '/'\nconst outdoors = 'a second time'\n"),
        ("web/src/a.ts", "a.found = { one: b.told, taken: c } // one\n"),
        ("web/src/a.ts", "class A {\n  said = ''\n  readonly told: string\n}\n"),
        ("web/src/a.svelte", "<style>\n  ::highlight(found) {}\n</style>\n"),
        ("a.md", "It is no longer so. She takes a second card.\n"),
    ],
)
def test_good_english_is_left_alone(name: str, text: str) -> None:
    assert list(hits_in(name, text)) == []
