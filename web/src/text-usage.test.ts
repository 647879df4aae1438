// All text is in text.ts: no component has words of its own, and none shows what the server says
// without asking there how it is said.

import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const READ_OUT = new Set(["alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title"]);
const NO_WORDS = new Set(["StyleDirective", "ClassDirective"]);
const OF_THE_SERVER = /(?<!text\S*)\.(sentence|ending|trouble|meaning|description|note|shown_values)\b(?! \?)/;
const unasked = (expression: string): boolean => OF_THE_SERVER.test(expression) && !/\bsaid\(/.test(expression);

/** What a component shows or reads out: words of its own, and expressions as they are written. */
function shown(source: string): { words: string[]; expressions: string[] } {
  const words: string[] = [];
  const expressions: string[] = [];
  const look = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(look);
    if (typeof part !== "object" || part === null || !("type" in part)) return;
    const node = part as { type: string; name?: string; data?: string; start: number; end: number };
    if (NO_WORDS.has(node.type)) return;
    if (node.type === "Attribute" && !READ_OUT.has(node.name ?? "")) return;
    if (node.type === "Text") words.push(...((node.data ?? "").match(/.*\p{L}{2}.*/gu) ?? []));
    if (node.type === "ExpressionTag") {
      const expression = source.slice(node.start, node.end);
      expressions.push(expression);
      words.push(...(expression.match(/(["'`])(?:(?!\1).)*\p{L} \p{L}.*?\1/gu) ?? []));
    }
    Object.values(node).forEach(look);
  };
  look(parse(source, { modern: true }).fragment);
  return { words, expressions };
}

const components = Object.entries(
  import.meta.glob<string>("./**/*.svelte", { query: "?raw", import: "default", eager: true }),
);

test.each(components)("%s has no words of its own", (_, source) => {
  expect(shown(source).words).toEqual([]);
});

test.each(components)("%s asks how the server's words are said", (_, source) => {
  expect(shown(source).expressions.filter(unasked)).toEqual([]);
});

test("words and what is not asked for are found", () => {
  const found = shown('<p title="Hear!">{b.sentence}{serverText(c.note)}</p>{#if a}<b class="not words">{`it is ${a} now`}</b>{/if}');
  expect(found.words).toEqual(["Hear!", "`it is ${a} now`"]);
  expect(found.expressions.filter(unasked)).toEqual(["{b.sentence}"]);
});
