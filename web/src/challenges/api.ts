// Challenges, and what waits for one's answer, as the server has them.

import { get, post } from "../net/api";
import { myTables } from "../net/my-tables.svelte";
import { rememberAccountSeats } from "../net/open-table";
import type * as wire from "../wire";

export const challengesApi = {
  notices: (): Promise<wire.Notices> => get("/api/account/notices"),
  challenge: (name: string, terms: wire.NewChallenge): Promise<wire.ChallengeAnswer> =>
    post(`/api/people/${encodeURIComponent(name)}/challenge`, terms),
  /** Accept or decline a challenge, or cancel one's own. */
  answer: (id: string, accepts: boolean): Promise<wire.ChallengeAnswer> => post("/api/account/challenges/answer", { id, accepts }),
  /** Get the keys of one's seat at a table, unless they are here. */
  async sit({ table, game, title }: wire.WaitingGame): Promise<void> {
    if (myTables.all[table]?.keys.length) return;
    rememberAccountSeats(await post<wire.SeatTaken>(`/api/account/tables/${table}/key`, {}), game, title);
  },
};
