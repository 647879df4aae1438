// The winning chances of a finished game, which the server works out position by position.

import { BackgroundJob } from "../net/background-job.svelte";
import type * as wire from "../wire";
import { chancesApi } from "./chances-api";

export class WinningChances extends BackgroundJob<wire.AnalysisProgress> {
  positions = $state.raw<readonly wire.AnalysedPosition[]>([]);

  constructor() {
    super({
      progress: async (analysis) => {
        const progress = await chancesApi.progress(analysis, this.positions.length);
        this.positions = [...this.positions, ...progress.positions];
        return progress;
      },
      stop: chancesApi.stop,
    });
  }

  async analyse(record: string): Promise<void> {
    this.positions = [];
    await this.start(async () => (await chancesApi.start(record)).analysis);
  }
}
