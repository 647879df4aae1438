// The ratings that the server has.

import { get } from "../net/api";
import type { Pace } from "../ui/clock-choice";
import type * as wire from "../wire";

export const ratingsApi = {
  /** The strongest accounts in a game, and the levels of bots. */
  best: (game: string, pace: Pace): Promise<wire.RatingList> => get(`/api/ratings/${game}/${pace}`),
  /** The ratings of an account. */
  of: (name: string): Promise<wire.PlayerRatings> => get(`/api/people/${encodeURIComponent(name)}/ratings`),
};
