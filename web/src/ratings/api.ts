// The ratings that the server has.

import { get, post } from "../net/api";
import type { Pace } from "../ui/clock-choice";
import type * as wire from "../wire";

export const ratingsApi = {
  /** The strongest accounts in a game, and the levels of bots. */
  best: (game: string, pace: Pace): Promise<wire.RatingList> => get(`/api/ratings/${game}/${pace}`),
  of: (name: string): Promise<wire.PlayerRatings> => get(`/api/people/${encodeURIComponent(name)}/ratings`),
  history: (name: string, game: string, pace: Pace): Promise<wire.RatingHistory> => get(`/api/people/${encodeURIComponent(name)}/ratings/${game}/${pace}`),
  running: (): Promise<wire.RunningGames> => get("/api/tables/rated"),
  /** Does the game of a table count? */
  ofTable: (table: string): Promise<wire.TableRating> => get(`/api/tables/${table}/rating`),
  /** Open a table whose game counts. */
  open: (table: wire.NewTable): Promise<wire.TableOpened> => post("/api/tables/rated", table),
};
