// The winning chances in a recorded game: the server computes them, and we ask how far it is.

import { get, post } from "../net/api";
import { BackgroundJob } from "../net/background-job.svelte";
import type * as wire from "../wire";

const ANALYSES = "/api/analyses";

export const chancesApi = {
  start: (record: string): Promise<wire.AnalysisStarted> => post(ANALYSES, { record }),
  /** How far it is; `known`: how many positions are here already. */
  progress: (analysis: string, known: number): Promise<wire.AnalysisProgress> => get(`${ANALYSES}/${analysis}?known=${known}`),
  /** Stop an analysis; also while the page is being left. If it fails, it ends by itself. */
  stop(analysis: string): void {
    void fetch(`${ANALYSES}/${analysis}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
  },
};

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
