// A land from pasted text: the content of a map's file, or a link.

import { serverText } from "../game-api/wording";
import { editorWords as words } from "./editor-words";
import { decodeMap, MAX_HEXES, MAX_ROWS } from "./map-code";
import { mapsApi } from "./maps-api";

const LINK = /#\/land\/([^/\s]*)\/(\S*)/;

/** The land of a text or a link; an error with a sentence if it holds none. */
export async function landFrom(pasted: string): Promise<{ name: string; rows: readonly string[] }> {
  const [, name, code] = LINK.exec(pasted) ?? [];
  if (name !== undefined && code !== undefined) return { name: decodeURIComponent(name), rows: decodeMap(code) };
  const { rows, problems } = await mapsApi.inspect(words.name.first, pasted).catch((problem: Error) => {
    throw new Error(problem.message.replace(/^map=\S+: /, "")); // it has no name yet
  });
  // Only a drawing within the limits of R1 has a place in the sea.
  const misplaced = problems.filter(({ line }) => line);
  const tooLarge = rows.length > MAX_ROWS || rows.join("").replaceAll(" ", "").length > MAX_HEXES;
  if (misplaced.length > 0 || tooLarge || rows.length === 0) {
    throw new Error(serverText(problems.map(({ sentence }) => sentence).slice(0, 3).join(" ")));
  }
  return { name: "", rows };
}
