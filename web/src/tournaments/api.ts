// What the server does with tournaments.

import { get, post } from "../net/api";
import type * as wire from "../wire";

const path = (id: string): string => `/api/tournaments/${encodeURIComponent(id)}`;

/** What one can do with a tournament. */
export type Doing = "enter" | "leave" | "begin" | "cancel";

export const tournamentsApi = {
  list: (): Promise<wire.TournamentList> => get("/api/tournaments"),
  open: (tournament: wire.NewTournament): Promise<wire.TournamentLine> => post("/api/tournaments", tournament),
  /** How a tournament stands, with the games of a round (0: the newest). */
  details: (id: string, round: number): Promise<wire.TournamentDetails> => get(`${path(id)}${round ? `?round=${round}` : ""}`),
  course: (id: string): Promise<wire.TournamentCourse> => get(`${path(id)}/course`),
  act: (id: string, doing: Doing): Promise<wire.TournamentDetails> => post(`${path(id)}/${doing}`, {}),
  /** A key of my seat at my game. */
  seat: (id: string): Promise<wire.SeatTaken> => post(`${path(id)}/seat`, {}),
};
