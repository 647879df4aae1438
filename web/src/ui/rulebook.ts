// A rulebook in markdown, splitRulebook at its headings. Nothing of it is ever inserted as markup:
// Markdown.svelte makes elements of the tokens that it knows, and text of all others.

import { Lexer, type Token, type Tokens } from "marked";

export interface Section {
  readonly id: string;
  readonly title: string; // the second-level heading; empty before the first
  readonly paragraph: string; // "R4" if the heading begins with it
  readonly tokens: readonly Token[];
}

/** The sections of a rulebook, each with its heading. */
export function splitRulebook(markdown: string): Section[] {
  const sections: { title: string; tokens: Token[] }[] = [{ title: "", tokens: [] }];
  for (const token of new Lexer().lex(markdown)) {
    if (token.type === "heading" && (token as Tokens.Heading).depth === 2) {
      sections.push({ title: (token as Tokens.Heading).text, tokens: [] });
    }
    sections.at(-1)?.tokens.push(token);
  }
  return sections.map(({ title, tokens }, i) => ({
    id: `section-${i}`,
    title,
    paragraph: /^R\d+/.exec(title)?.[0] ?? "",
    tokens,
  }));
}
