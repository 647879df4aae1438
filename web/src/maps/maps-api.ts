// The server's answers about maps. They are not in net/api.ts, which every page loads.

import { get, post } from "../net/api";
import type * as wire from "../wire";

/** The game that is played on maps. */
export const MAPS_GAME = "siege-master";

const mapsOf = (game: string): string => `/api/games/${game}/maps`;
export const CHECKS = `${mapsOf(MAPS_GAME)}/check`;

export const mapsApi = {
  list: (game = MAPS_GAME): Promise<wire.MapList> => get(mapsOf(game)),
  random: (size: number, shape: string, game = MAPS_GAME): Promise<wire.MapDrawing> =>
    post(`${mapsOf(game)}/random`, { size, shape, seed: null }),
  inspect: (name: string, text: string): Promise<wire.MapInspection> => post(`${mapsOf(MAPS_GAME)}/inspect`, { name, text }),
  check: (name: string, text: string): Promise<wire.CheckStarted> => post(CHECKS, { name, text }),
};
