// A check of a land: the server's bots play on it, and we ask how far they are.

import type * as wire from "../wire";
import { ApiError } from "../net/api";
import { mapsApi } from "./maps-api";
import type { Land } from "./sea";
import { textOf } from "./inspection.svelte";

const POLL = 700; // milliseconds
const PATIENCE = 20; // polls without an answer, while the network may be gone

export class Checking {
  progress = $state.raw<wire.CheckProgress | null>(null);
  land = $state.raw<Land | null>(null); // that is or was checked
  error = $state("");
  #check = $state(""); // on the server; empty: none
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isRunning(): boolean {
    return this.#check !== "";
  }

  async start(name: string, land: Land): Promise<void> {
    this.stop();
    this.error = "";
    this.progress = null;
    this.land = land;
    this.#check = "starting";
    try {
      const { check } = await mapsApi.check(name, textOf(land));
      if (this.#check === "starting" && this.land === land) {
        this.#check = check;
        this.#ask(check, PATIENCE);
      } else {
        mapsApi.stopCheck(check);
      }
    } catch (problem) {
      this.#check = "";
      this.error = (problem as Error).message;
    }
  }

  /** Stop it here and on the server; what was found stays. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#check && this.#check !== "starting") mapsApi.stopCheck(this.#check);
    this.#check = "";
  }

  #ask(check: string, patience: number): void {
    this.#timer = setTimeout(async () => {
      let left = PATIENCE;
      try {
        const progress = await mapsApi.checkProgress(check);
        if (this.#check !== check) return;
        this.progress = progress;
        this.error = "";
        if (progress.state === "done" || progress.state === "failed") {
          this.#check = "";
          return;
        }
      } catch (problem) {
        if (this.#check !== check) return;
        this.error = (problem as ApiError).message;
        left = patience - 1;
        if (left === 0) return this.stop();
      }
      this.#ask(check, left);
    }, POLL);
  }
}
