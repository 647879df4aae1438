// What the server says about a land: what is wrong with it, how bots play on it, and what a pasted text holds.

import { serverText } from "../game-api/wording";
import { decodeMap, MAX_HEXES, MAX_ROWS } from "../lands/map-code";
import { LANDS_GAME, mapsApi } from "../lands/maps-api";
import { api } from "../net/api";
import { BackgroundJob } from "../net/background-job.svelte";
import type * as wire from "../wire";
import { cornerOf, type Land, rowsOf, type Spot, spotNamed } from "./sea";
import { editorWords as words } from "./words";

const DEBOUNCE = 250; // milliseconds without a change
const RETRY = 3000; // milliseconds after the server did not answer

export interface Problem {
  readonly sentence: string;
  readonly spots: readonly Spot[];
  readonly preventsPlay: boolean;
}

/** What was found in a land. */
export interface Findings {
  readonly land: Land;
  readonly options: Options; // with which it is to be played
  readonly report: wire.MapInspection;
  readonly problems: readonly Problem[];
}

export type Options = Readonly<Record<string, string>>;

/** Ask about a land. With options, the fortresses of the drawing do not count. */
export async function inspect(name: string, land: Land, options: Options = {}): Promise<Findings> {
  const report = await mapsApi.inspect(name, textOf(land));
  const corner = cornerOf(land);
  const problems = report.problems.map(({ sentence, places, prevents_play }) => ({
    sentence,
    spots: places.flatMap((place) => spotNamed(place, corner) ?? []),
    preventsPlay: prevents_play,
  }));
  if (Object.keys(options).length === 0) return { land, options, report, problems };
  const sentence = await refusalOf(name, land, options);
  const refusal = sentence ? [{ sentence, spots: [], preventsPlay: true }] : [];
  return { land, options, report, problems: [...refusal, ...problems.filter((one) => !one.preventsPlay)] };
}

/** Why it cannot be played with these options; empty if it can. */
const refusalOf = (name: string, land: Land, options: Options): Promise<string> =>
  api.shape(LANDS_GAME, { map: name, ...options }, textOf(land)).then(() => "", (problem: Error) => problem.message);

/** The text of a map's file. */
export const textOf = (land: Land): string => rowsOf(land).map((row) => `${row}\n`).join("");

export class Inspection {
  findings = $state.raw<Findings | null>(null); // in the newest land that was answered
  error = $state(""); // why there is no newer answer
  #wanted: { land: Land; options: Options } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look at this land as soon as it rests. The newest answer counts; older ones are dropped. */
  look(name: string, land: Land, options: Options = {}, wait = DEBOUNCE): void {
    clearTimeout(this.#timer);
    this.#wanted = { land, options };
    if (land.size === 0) {
      this.findings = null;
      this.error = "";
      return;
    }
    this.#timer = setTimeout(() => void this.#ask(name, land, options), wait);
  }

  /** Whether the findings are about this land, played with these options. */
  isAbout(land: Land, options: Options): boolean {
    return this.findings?.land === land && this.findings.options === options;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  async #ask(name: string, land: Land, options: Options): Promise<void> {
    const isOld = (): boolean => this.#wanted?.land !== land || this.#wanted.options !== options;
    try {
      const findings = await inspect(name, land, options);
      if (isOld()) return;
      this.findings = findings;
      this.error = "";
    } catch (problem) {
      if (isOld()) return;
      this.error = (problem as Error).message;
      this.look(name, land, options, RETRY);
    }
  }
}

export class Checking extends BackgroundJob<wire.CheckProgress> {
  land = $state.raw<Land | null>(null); // that is or was checked

  constructor() {
    super({ progress: mapsApi.checkProgress, stop: mapsApi.stopCheck });
  }

  async check(name: string, land: Land): Promise<void> {
    this.land = land;
    await this.start(async () => (await mapsApi.check(name, textOf(land))).check);
  }
}

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
