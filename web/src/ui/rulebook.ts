// A rulebook in markdown, parted at its headings. Nothing of it is ever inserted as markup:
// Markdown.svelte makes elements of the tokens that it knows, and text of all others.

import { Lexer, type Token, type Tokens } from "marked";

export interface Part {
  readonly id: string;
  readonly title: string; // of a second-level heading; empty before the first
  readonly paragraph: string; // "R4", where the heading begins so
  readonly tokens: readonly Token[];
}

/** The parts of a rulebook, each with its heading. */
export function parted(markdown: string): Part[] {
  const parts: { title: string; tokens: Token[] }[] = [{ title: "", tokens: [] }];
  for (const token of new Lexer().lex(markdown)) {
    if (token.type === "heading" && (token as Tokens.Heading).depth === 2) {
      parts.push({ title: (token as Tokens.Heading).text, tokens: [] });
    }
    parts.at(-1)?.tokens.push(token);
  }
  return parts.map(({ title, tokens }, i) => ({
    id: `part-${i}`,
    title,
    paragraph: /^R\d+/.exec(title)?.[0] ?? "",
    tokens,
  }));
}
