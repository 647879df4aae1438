// The winning chances in a recorded game: the server computes them, and we ask how far it is.

import { get, post } from "../net/api";
import { BackgroundJob } from "../net/background-job.svelte";
import type * as wire from "../wire";

const ANALYSES = "/api/analyses";

export class WinningChances extends BackgroundJob<wire.AnalysisProgress> {
  positions = $state.raw<readonly wire.AnalysedPosition[]>([]);
  points = $state.raw<readonly wire.TurningPoint[]>([]); // in the order of the game

  constructor() {
    super(ANALYSES);
  }

  protected override async ask(analysis: string): Promise<wire.AnalysisProgress> {
    const progress = await get<wire.AnalysisProgress>(`${ANALYSES}/${analysis}?known=${this.positions.length}`);
    this.positions = [...this.positions, ...progress.positions];
    this.points = (progress.turning_points ?? []).toSorted((a, b) => a.turn - b.turn);
    return progress;
  }

  async analyse(record: string): Promise<void> {
    this.positions = [];
    this.points = [];
    await this.start(async () => (await post<wire.AnalysisStarted>(ANALYSES, { record })).analysis);
  }
}
