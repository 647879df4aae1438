// A check of a land: the server's bots play on it, and we ask how far they are.

import { BackgroundJob } from "../net/background-job.svelte";
import type * as wire from "../wire";
import { mapsApi } from "./maps-api";
import type { Land } from "./sea";
import { textOf } from "./inspection.svelte";

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
