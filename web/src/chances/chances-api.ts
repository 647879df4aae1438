// The server's analyses of finished games. They are not in net/api.ts, which every page loads.

import { get, post } from "../net/api";
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
