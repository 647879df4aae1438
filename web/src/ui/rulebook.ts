// A rulebook in Markdown, split at its headings. None of it is inserted as HTML.

import { type Block, parseMarkdown } from "./markdown";

export interface Section {
  readonly id: string;
  readonly title: string; // the second-level heading; empty before the first
  readonly paragraph: string; // "R4" if the heading begins with it
  readonly blocks: readonly Block[];
}

/** The sections of a rulebook, each with its heading. */
export function splitRulebook(markdown: string): Section[] {
  const sections: { title: string; blocks: Block[] }[] = [{ title: "", blocks: [] }];
  for (const block of parseMarkdown(markdown)) {
    if (block.type === "heading" && block.depth === 2) sections.push({ title: block.text, blocks: [] });
    sections.at(-1)?.blocks.push(block);
  }
  return sections.map(({ title, blocks }, i) => ({
    id: `section-${i}`,
    title,
    paragraph: /^R\d+/.exec(title)?.[0] ?? "",
    blocks,
  }));
}
