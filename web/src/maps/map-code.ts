// The code of a map in a link. Rows are joined by `-`; in a row, `_8` skips eight text columns, `h3` draws
// three hexes and `F` one with a fortress. A hex takes two columns.

import { codeWords } from "./words";

export const MAX_CODE = 4000; // characters
export const MAX_ROWS = 26;
export const MAX_HEXES = 256;
export const MAX_COLUMNS = 1000; // of text, ours: far beyond any map

const HEX_COLUMNS = 2;

/** A code that is not a map; the message is a sentence for people. */
export class MapCodeError extends Error {}

/** The rows without blank lines around them, blank columns on their left, and spaces at their ends. */
export function canonicalRows(rows: readonly string[]): string[] {
  const ended = rows.map((row) => row.trimEnd());
  const top = ended.findIndex((row) => row !== "");
  if (top < 0) return [];
  const drawn = ended.slice(top, ended.findLastIndex((row) => row !== "") + 1);
  const left = Math.min(...drawn.filter((row) => row !== "").map((row) => row.search(/\S/)));
  return drawn.map((row) => row.slice(left));
}

export function encodeMap(rows: readonly string[]): string {
  return canonicalRows(rows).map(encodeRow).join("-");
}

function encodeRow(row: string): string {
  let code = "";
  let next = 0; // the column where the next hex would stand
  for (const hexes of row.matchAll(/F|\.(?: \.)*/g)) {
    const plain = Math.ceil(hexes[0].length / HEX_COLUMNS);
    if (hexes.index > next) code += `_${hexes.index - next}`;
    code += hexes[0] === "F" ? "F" : `h${plain}`;
    next = hexes.index + HEX_COLUMNS * plain;
  }
  return code;
}

/** The rows of a map, from its code.
 *  @throws MapCodeError */
export function decodeMap(code: string): string[] {
  if (code.length > MAX_CODE) throw new MapCodeError(codeWords.long(MAX_CODE));
  let hexes = 0;
  let offset: number | null = null; // whether row and column add up to an even or an odd number
  let row = "";
  const rows: string[] = [];
  for (let at = 0; at < code.length; ) {
    const sign = code[at] ?? "";
    at += 1;
    if (sign === "-") {
      rows.push(row);
      row = "";
      continue;
    }
    if (!"_hF".includes(sign)) throw new MapCodeError(codeWords.character(sign, at));
    const count = sign === "F" ? "1" : (/^\d*/.exec(code.slice(at, at + 4))?.[0] ?? "");
    if (!/^[1-9]\d{0,2}$/.test(count)) {
      throw new MapCodeError(codeWords.number(sign, at));
    }
    if (sign !== "F") at += count.length;
    if (sign === "_") {
      row += " ".repeat(Number(count));
    } else {
      const parity = (rows.length + row.length) % 2;
      if (offset !== null && parity !== offset) throw new MapCodeError(codeWords.step);
      offset = parity;
      hexes += Number(count);
      row += (sign === "F" ? "F " : ". ").repeat(Number(count));
    }
    if (hexes > MAX_HEXES) throw new MapCodeError(codeWords.hexes(MAX_HEXES));
    if (row.length > MAX_COLUMNS) throw new MapCodeError(codeWords.columns(MAX_COLUMNS));
  }
  const drawn = canonicalRows([...rows, row]);
  if (drawn.length === 0) throw new MapCodeError(codeWords.empty);
  if (drawn.length > MAX_ROWS) throw new MapCodeError(codeWords.rows(MAX_ROWS));
  return drawn;
}
