// All text is in text.ts and the folders' words.ts: no component contains text, and text from the server is
// shown through `serverText` only.

import { parse } from "svelte/compiler";
import { expect, test } from "vitest";

const TEXT_ATTRIBUTES = new Set(["alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title"]);
const NOT_TEXT = new Set(["StyleDirective", "ClassDirective"]);
const FROM_SERVER = /(?<!text\S*)\.(sentence|ending|trouble|meaning|description|note|shown_values)\b(?! \?)/;
const isRaw = (expression: string): boolean => FROM_SERVER.test(expression) && !/\bserverText\(/.test(expression);

/** What a component shows or announces: its own text, and its expressions. */
function shown(source: string): { words: string[]; expressions: string[] } {
  const words: string[] = [];
  const expressions: string[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    if (typeof part !== "object" || part === null || !("type" in part)) return;
    const node = part as { type: string; name?: string; data?: string; start: number; end: number };
    if (NOT_TEXT.has(node.type)) return;
    if (node.type === "Attribute" && !TEXT_ATTRIBUTES.has(node.name ?? "")) return;
    if (node.type === "Text") words.push(...((node.data ?? "").match(/.*\p{L}{2}.*/gu) ?? []));
    if (node.type === "ExpressionTag") {
      const expression = source.slice(node.start, node.end);
      expressions.push(expression);
      words.push(...(expression.match(/(["'`])(?:(?!\1).)*\p{L} \p{L}.*?\1/gu) ?? []));
    }
    Object.values(node).forEach(visit);
  };
  visit(parse(source, { modern: true }).fragment);
  return { words, expressions };
}

const components = Object.entries(
  import.meta.glob<string>(["./**/*.svelte", "../../src/siegeworks/games/*/view/**/*.svelte"], { query: "?raw", import: "default", eager: true }),
);

test.each(components)("%s contains no text", (_, source) => {
  expect(shown(source).words).toEqual([]);
});

test.each(components)("%s shows text from the server through serverText", (_, source) => {
  expect(shown(source).expressions.filter(isRaw)).toEqual([]);
});

test("text and raw server text are found", () => {
  const usage = shown('<p title="Hear!">{b.sentence}{serverText(c.note)}</p>{#if a}<b class="not words">{`it is ${a} now`}</b>{/if}');
  expect(usage.words).toEqual(["Hear!", "`it is ${a} now`"]);
  expect(usage.expressions.filter(isRaw)).toEqual(["{b.sentence}"]);
});
