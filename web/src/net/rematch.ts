// The same game again: the same options, map and players, one seat further. Loaded when a game is over.

import type * as wire from "../wire";
import { accountName } from "./account-name.svelte";
import { api, post } from "./api";
import { rememberAccountSeats, rememberSeats } from "./open-table";
import { preferences } from "./preferences.svelte";

/** Whether others must be invited with a link. */
export const needsInvitation = (seats: readonly wire.SeatInfo[], mine: readonly string[]): boolean =>
  seats.some(({ seat, who }) => who !== "bot" && !mine.includes(seat));

/** The seats of the rematch: everybody moves on by one, the last takes the first seat. */
export function rotated(
  seats: readonly wire.SeatInfo[], mine: readonly string[], level: number | null,
): wire.SeatPlan[] {
  return seats.map(({ seat }, i): wire.SeatPlan => {
    const player = seats.at(i - 1);
    if (player?.who === "bot") return { seat, who: "bot", level: level ?? player.level ?? preferences.level };
    if (!player || !mine.includes(player.seat)) return { seat, who: "friend" };
    return { seat, who: player.seat === mine[0] ? "me" : "hot-seat", name: player.name ?? "" };
  });
}

/** Whom to challenge for a rematch at a table of two accounts, of which one is mine; null: it is another table. */
export function opponent({ map_rows = "", yours, seats }: wire.Welcome, people: readonly wire.SeatPerson[]): wire.SeatPerson | null {
  const accounts = people.filter(({ name }) => name);
  if (map_rows || seats.length !== 2 || accounts.length !== 2 || yours.length !== 1) return null;
  const [mine, theirs] = accounts.toSorted((a) => (seats[a.seat] === yours[0] ? -1 : 1));
  return mine?.name === accountName() && theirs ? theirs : null;
}

/** Whom to ask for a rematch at a table of more than two, all of them accounts or bots: the other people; else nobody. */
export function rivals({ map_rows = "", yours, seats }: wire.Welcome, infos: readonly wire.SeatInfo[], people: readonly wire.SeatPerson[]): readonly string[] {
  const names = new Set(people.filter(({ name }) => name).map(({ name }) => name));
  const mine = people.find(({ seat }) => seats[seat] === yours[0])?.name;
  const bots = infos.filter(({ who }) => who === "bot").length;
  if (map_rows || seats.length < 3 || yours.length !== 1 || names.size + bots !== seats.length || mine !== accountName()) return [];
  return [...names].filter((name) => name !== mine);
}

/** Ask all others at a table for a rematch; its table, if all of them have asked me too. */
export async function askAgain({ table, game, title }: wire.Welcome): Promise<string | null> {
  const { taken } = await post<wire.ChallengeAnswer>(`/api/tables/${table}/rematch`, {});
  return taken ? rememberAccountSeats(taken, game, title) : null;
}

/** Challenge somebody to the same game, with their seat; the table, if they have challenged me too. */
export async function challengeAgain(
  { game, title, options, seats, clock }: wire.Welcome, { name, seat }: wire.SeatPerson, rated: boolean,
): Promise<string | null> {
  const terms: wire.NewChallenge = { game, options, ...(clock ? { clock } : {}), rated, seat: seats[seat] ?? "" };
  const { taken } = await post<wire.ChallengeAnswer>(`/api/people/${encodeURIComponent(name)}/challenge`, terms);
  return taken ? rememberAccountSeats(taken, game, title) : null;
}

/** Open the rematch, with bots of this level (null: as before), rated if that was; returns the table's id. */
export async function openRematch(
  { game, title, options, map_rows, yours, clock }: wire.Welcome, seats: readonly wire.SeatInfo[], level: number | null, isRated: boolean,
): Promise<string> {
  const open = isRated ? (table: wire.NewTable) => post<wire.TableOpened>("/api/tables/rated", table) : api.open;
  const opened = await open({
    game, options, seats: rotated(seats, yours, level), color: preferences.color, ...(map_rows ? { map_rows } : {}), ...(clock ? { clock } : {}),
  });
  return rememberSeats(opened, game, title);
}
