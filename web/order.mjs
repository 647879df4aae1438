// The order of the folders of the page, held by `npm run check`: a file may import its own folder and those on the
// floors above it, and files never import each other in a circle. Tests may import everything.

import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";

// From what knows nothing to what knows all. Folders on one floor do not know each other.
const FLOORS = [
  ["wire.ts", "look"],
  ["game-api"],
  ["text.ts", "generic", "games/*"],
  ["net"],
  ["games"],
  ["ui", "board"],
  ["pictures", "chances", "balance", "maps", "legend", "share", "history", "moves", "fairness"],
  ["table"],
  ["notifications", "ratings"],
  ["company", "exercise", "map-editor", "rules", "settings", "tournaments"],
  ["branches", "challenges", "learn", "puzzles"],
  ["account", "coach", "offline"],
  ["home"],
  ["replay"],
  ["pages"],
  ["App.svelte", "preload.ts"],
  ["main.ts"],
];
/** What draws a game knows nothing else: so it can lie anywhere, in a package too. */
const ONLY_GAME_API = ["generic", "games/*"];

const IMPORT = /\b(?:from|import)\s*\(?\s*"((?:\.{1,2}|game-api)\/[^"]+)"/g;

/** The floor's entry that a file belongs to, and the folder itself: `games/*` of `games/expansion/words.ts`. */
function placeOf(file) {
  const [folder, inner, ...rest] = file.split("/");
  return folder === "games" && rest.length > 0 ? ["games/*", `games/${inner}`] : [folder, folder];
}

/** The files that each file imports; `sources`: their text by path below src. */
function importsOf(sources) {
  const resolved = (file, name) => {
    const path = name.startsWith(".") ? normalize(join(dirname(file), name)) : name;
    return [path, `${path}.ts`].find((candidate) => candidate in sources);
  };
  return new Map(Object.entries(sources).map(([file, source]) =>
    [file, [...source.matchAll(IMPORT)].map(([, name]) => resolved(file, name)).filter(Boolean)]));
}

/** A circle of files, if there is one. */
function circleIn(imports) {
  const done = new Set();
  const visit = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

/** What breaks the order, in sentences. */
export function faultsOf(sources) {
  const imports = importsOf(sources);
  const floorOf = (entry) => FLOORS.findIndex((floor) => floor.includes(entry));
  const faults = [];
  for (const [file, imported] of imports) {
    const [entry, folder] = placeOf(file);
    if (file.includes(".test.")) continue;
    if (floorOf(entry) < 0) faults.push(`${file}: ${folder} is on no floor; give it one in order.mjs.`);
    for (const other of imported) {
      const [otherEntry, otherFolder] = placeOf(other);
      if (otherFolder === folder) continue;
      if (floorOf(otherEntry) >= floorOf(entry)) faults.push(`${file} imports ${other}, which is not above it.`);
      else if (ONLY_GAME_API.includes(entry) && otherEntry !== "game-api") faults.push(`${file} imports ${other}, and may import game-api only.`);
    }
  }
  const circle = circleIn(imports);
  return circle ? [...faults, `A circle: ${circle.join(" → ")}.`] : faults;
}

/** The text of all files in a folder, by their paths in the page's own folder. */
function sourcesIn(folder, pattern = "", placed = (file) => file) {
  const root = join(import.meta.dirname, folder);
  const files = globSync(`${pattern}**/*.{ts,svelte}`, { cwd: root });
  return Object.fromEntries(files.map((file) => [placed(file.replaceAll("\\", "/")), readFileSync(join(root, file), "utf-8")]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = faultsOf({ ...sourcesIn("src"), ...sourcesIn("../src/siegeworks/games", "*/view/", (file) => `games/${file.replace("/view/", "/")}`) });
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
