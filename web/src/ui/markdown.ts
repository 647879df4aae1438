// The part of Markdown that rulebooks use: headings, paragraphs, flat lists, tables, fenced code, and
// **strong**, *emphasis* and `code` inside of them. Anything else, HTML too, is text.

export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "strong"; readonly content: readonly Inline[] }
  | { readonly type: "em"; readonly content: readonly Inline[] };

export type Block =
  | { readonly type: "heading"; readonly depth: number; readonly text: string; readonly content: readonly Inline[] }
  | { readonly type: "paragraph"; readonly content: readonly Inline[] }
  | { readonly type: "list"; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly type: "table"; readonly rows: readonly (readonly (readonly Inline[])[])[] } // the first is the header
  | { readonly type: "code"; readonly text: string };

const HEADING = /^(#{1,6}) +(.*)/;
const FENCE = /^```/;
const ITEM = /^(?:[-*]|\d+\.) +/;
const ROW = /^\|/;
const INLINE = /`([^`]+)`|\*\*(?=\S)(.+?)\*\*|\*(?=\S)([^*]*[^\s*])\*|\\([!-/:-@[-`{-~])/gs;

/** The blocks of a Markdown text. */
export function parseMarkdown(markdown: string): Block[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: Block[] = [];
  const takeWhile = (test: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line) => !test(line));
    return lines.splice(0, end < 0 ? lines.length : end);
  };
  const startsBlock = (line: string): boolean =>
    [HEADING, FENCE, ITEM, ROW].some((pattern) => pattern.test(line));
  for (let line = lines[0]; line !== undefined; line = lines[0]) {
    const [, hashes = "", title = ""] = HEADING.exec(line) ?? [];
    if (hashes) {
      lines.shift();
      blocks.push({ type: "heading", depth: hashes.length, text: title, content: parseInline(title) });
    } else if (FENCE.test(line)) {
      lines.shift();
      blocks.push({ type: "code", text: takeWhile((one) => !FENCE.test(one)).join("\n") });
      lines.shift();
    } else if (ITEM.test(line)) {
      const items = takeWhile((one) => ITEM.test(one) || /^ +\S/.test(one)).join("\n");
      blocks.push({ type: "list", ordered: /^\d/.test(line), items: items.split(/\n(?! )/).map(parseItem) });
    } else if (ROW.test(line)) {
      const rows = takeWhile((one) => ROW.test(one)).filter((one) => !/^[\s|:-]+$/.test(one));
      blocks.push({ type: "table", rows: rows.map(parseRow) });
    } else if (line.trim() === "") {
      lines.shift();
    } else {
      const text = [lines.shift() ?? "", ...takeWhile((one) => one.trim() !== "" && !startsBlock(one))];
      blocks.push({ type: "paragraph", content: parseInline(text.join("\n")) });
    }
  }
  return blocks;
}

const parseItem = (item: string): Inline[] => parseInline(item.replace(ITEM, "").replace(/\n +/g, "\n"));

const parseRow = (row: string): Inline[][] =>
  row.replace(/^\||\|\s*$/g, "").split("|").map((cell) => parseInline(cell.trim()));

function parseInline(text: string): Inline[] {
  const found: Inline[] = [];
  const add = (plain: string): void => {
    if (plain) found.push({ type: "text", text: plain });
  };
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, strong, em, escaped] = match;
    add(text.slice(end, match.index));
    end = match.index + all.length;
    if (code) found.push({ type: "code", text: code });
    else if (strong) found.push({ type: "strong", content: parseInline(strong) });
    else if (em) found.push({ type: "em", content: parseInline(em) });
    else add(escaped ?? "");
  }
  add(text.slice(end));
  return found;
}

/** The text of inline content without its formatting. */
export const plainText = (content: readonly Inline[]): string =>
  content.map((one) => ("text" in one ? one.text : plainText(one.content))).join("");
