// What the server says about a land while it is drawn. The rules of maps are there, not here.

import { api } from "../net/api";
import type * as wire from "../wire";
import { LANDS_GAME, mapsApi } from "./maps-api";
import { cornerOf, type Land, rowsOf, type Spot, spotNamed } from "./sea";

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
