import { expect, test } from "vitest";
import { render } from "svelte/server";
import Markdown from "./Markdown.svelte";
import { splitRulebook } from "./rulebook";

test("a rulebook is split at its headings", () => {
  const parts = splitRulebook("# Game\n\nIntro.\n\n## R1 Board\n\nNine.\n\n### Small\n\n## Knowledge\n\nAll.");
  expect(parts.map(({ title, paragraph }) => [title, paragraph])).toEqual([
    ["", ""], ["R1 Board", "R1"], ["Knowledge", ""],
  ]);
});

test("HTML in a rulebook is shown as text and never becomes an element", () => {
  const [part] = splitRulebook('Hi <img src=x onerror="alert(1)"> and <script>alert(1)</script> [x](javascript:alert(1))');
  const { body } = render(Markdown, { props: { tokens: part?.tokens ?? [] } });
  expect(body).toContain("&lt;img");
  expect(body).not.toMatch(/<(img|script|a)\b/);
});
