// The winning chances of a finished game, which the server works out position by position.

import { BackgroundJob } from "../net/background-job.svelte";
import type * as wire from "../wire";
import { chancesApi } from "./chances-api";

export class WinningChances extends BackgroundJob<wire.AnalysisProgress> {
  positions = $state.raw<readonly wire.AnalysedPosition[]>([]);
  points = $state.raw<readonly wire.TurningPoint[]>([]); // in the order of the game

  constructor() {
    super({
      progress: async (analysis) => {
        const progress = await chancesApi.progress(analysis, this.positions.length);
        this.positions = [...this.positions, ...progress.positions];
        this.points = (progress.turning_points ?? []).toSorted((a, b) => a.turn - b.turn);
        return progress;
      },
      stop: chancesApi.stop,
    });
  }

  async analyse(record: string): Promise<void> {
    this.positions = [];
    this.points = [];
    await this.start(async () => (await chancesApi.start(record)).analysis);
  }
}
