import { expect, test } from "vitest";
import { render } from "svelte/server";
import Markdown from "./Markdown.svelte";
import { parseMarkdown } from "./markdown";
import { splitRulebook } from "./rulebook";

/** The HTML of a Markdown text, without Svelte's comments and class names. */
function html(markdown: string): string {
  const { body } = render(Markdown, { props: { blocks: parseMarkdown(markdown) } });
  return body.replace(/<!--.*?-->| class="[^"]*"/g, "").replace(/\s+/g, " ").trim();
}

test("a rulebook is split at its headings", () => {
  const sections = splitRulebook("# Game\n\nIntro.\n\n## R1 Board\n\nNine.\n\n### Small\n\n## Knowledge\n\nAll.");
  expect(sections.map(({ title, paragraph }) => [title, paragraph])).toEqual([
    ["", ""], ["R1 Board", "R1"], ["Knowledge", ""],
  ]);
});

test.each([
  ["## R1 The `board`", "<h2>R1 The <code>board</code></h2>"],
  ["One\ntwo.\n\nThree.", "<p>One two.</p><p>Three.</p>"],
  ["**Strong *and* `code`**. 2 * 3 * 4 \\*", "<p><strong>Strong <em>and</em> <code>code</code></strong>. 2 * 3 * 4 *</p>"],
  ["Text:\n- one\n  more\n- two\nAfter.", "<p>Text:</p><ul><li>one more</li><li>two</li></ul><p>After.</p>"],
  ["1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"],
  ["```text\na  b\n# c\n```\nEnd.", '<pre tabindex="0">a b # c</pre><p>End.</p>'],
])("%j becomes elements", (markdown, expected) => {
  expect(html(markdown)).toBe(expected);
});

test("a table has a header, and is named after it", () => {
  const table = html("| Kind | Pips |\n|---|--:|\n| `spy` | 1 |");
  expect(table).toContain('aria-label="Kind, Pips"');
  expect(table).toContain('<th scope="col">Kind</th><th scope="col">Pips</th>');
  expect(table).toContain("<td><code>spy</code></td><td>1</td>");
});

test("HTML in a rulebook is shown as text and never becomes an element", () => {
  const page = html('Hi <img src=x onerror="alert(1)"> and <script>alert(1)</script> [x](javascript:alert(1))');
  expect(page).toContain("&lt;img");
  expect(page).not.toMatch(/<(img|script|a)\b/);
});
