// What the server says about a map: what is wrong with it, where more fortresses can stand, and what a pasted text holds.

import { serverText } from "../game-api/wording";
import { decodeMap, MAX_HEXES, MAX_ROWS } from "../maps/map-code";
import { MAPS_GAME, mapsApi } from "../maps/maps-api";
import { api } from "../net/api";
import { failureOf } from "../net/attempt.svelte";
import type * as wire from "../wire";
import { cornerOf, type DrawnMap, type Ground, keyOf, rowsOf, type Spot, spotNamed } from "./sea";
import { editorWords as words } from "./words";

const DEBOUNCE = 250; // milliseconds without a change
const RETRY = 3000; // milliseconds after the server did not answer

export interface Problem {
  readonly sentence: string;
  readonly spots: readonly Spot[];
  readonly preventsPlay: boolean;
}

export interface Findings {
  readonly map: DrawnMap;
  readonly options: Options; // with which it is to be played
  readonly report: wire.MapInspection;
  readonly problems: readonly Problem[];
}

export type Options = Readonly<Record<string, string>>;

/** Ask about a map. With options, the fortresses of the drawing do not count. */
export async function inspect(name: string, map: DrawnMap, options: Options = {}): Promise<Findings> {
  const report = await mapsApi.inspect(name, textOf(map));
  const corner = cornerOf(map);
  const problems = report.problems.map(({ sentence, places, prevents_play }) => ({
    sentence,
    spots: places.flatMap((place) => spotNamed(place, corner) ?? []),
    preventsPlay: prevents_play,
  }));
  if (Object.keys(options).length === 0) return { map, options, report, problems };
  const sentence = await failureOf(() => api.shape(MAPS_GAME, { map: name, ...options }, textOf(map)));
  const refusal = sentence ? [{ sentence, spots: [], preventsPlay: true }] : [];
  return { map, options, report, problems: [...refusal, ...problems.filter((problem) => !problem.preventsPlay)] };
}

/** The text of a map's file. */
export const textOf = (map: DrawnMap): string => rowsOf(map).map((row) => `${row}\n`).join("");

export class Inspection {
  findings = $state.raw<Findings | null>(null); // in the newest map that was answered
  error = $state(""); // why there is no newer answer
  #wanted: { map: DrawnMap; options: Options } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look at this map as soon as it rests. The newest answer counts; older ones are dropped. */
  look(name: string, map: DrawnMap, options: Options = {}, wait = DEBOUNCE): void {
    clearTimeout(this.#timer);
    this.#wanted = { map, options };
    if (map.size === 0) {
      this.findings = null;
      this.error = "";
      return;
    }
    this.#timer = setTimeout(() => void this.#ask(name, map, options), wait);
  }

  /** Whether the findings are about this map, played with these options. */
  isAbout(map: DrawnMap, options: Options): boolean {
    return this.findings?.map === map && this.findings.options === options;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  async #ask(name: string, map: DrawnMap, options: Options): Promise<void> {
    const isOld = (): boolean => this.#wanted?.map !== map || this.#wanted.options !== options;
    try {
      const findings = await inspect(name, map, options);
      if (isOld()) return;
      this.findings = findings;
      this.error = "";
    } catch (problem) {
      if (isOld()) return;
      this.error = (problem as Error).message;
      this.look(name, map, options, RETRY);
    }
  }
}

export const FORTRESS_KINDS = ["map", "placed", "scattered"] as const;

export type FortressKind = (typeof FORTRESS_KINDS)[number];

export const USUAL_FORTRESSES = 15;

/** The options of a game with these fortresses. */
export function fortressOptions(kind: FortressKind, count: number): Options {
  return kind === "map" ? {} : { fortresses: kind, count: String(count) };
}

/** The map with this many fortresses in random places instead of its own; fewer, but an odd number, where
 *  no more fit. */
export async function scattered(name: string, map: DrawnMap, count: number): Promise<DrawnMap> {
  const corner = cornerOf(map);
  const added: string[] = [];
  const withFortresses = (keys: readonly string[]): DrawnMap =>
    new Map([...map.keys()].map((key): [string, Ground] => [key, keys.includes(key) ? "fortress" : "land"]));
  while (added.length < count) {
    const { report } = await inspect(name, withFortresses(added));
    const place = report.free[Math.floor(Math.random() * report.free.length)];
    const spot = place === undefined ? null : spotNamed(place, corner);
    if (!spot) break;
    added.push(keyOf(spot));
  }
  return withFortresses(added.length % 2 === 0 ? added.slice(0, -1) : added);
}

const LINK = /#\/map\/([^/\s]*)\/(\S*)/;

/** The map of a text or a link; an error with a sentence if it holds none. */
export async function mapFrom(pasted: string): Promise<{ name: string; rows: readonly string[] }> {
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
