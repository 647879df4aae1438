// The same game again: the same options, map and players, one seat further. Loaded when a game is over.

import type * as wire from "../wire";
import { accountName } from "./account-name.svelte";
import { api, post } from "./api";
import { myTables } from "./my-tables.svelte";
import { chanceOf, newRequestId, rememberAccountSeats, rememberSeats } from "./open-table";
import { preferences } from "./preferences.svelte";
import type { Session } from "./session.svelte";

/** Whose player gets the seat of this number in the rematch: everybody moves on by one, the last takes the first seat. */
const playerOf = (seats: readonly wire.SeatInfo[], i: number): wire.SeatInfo | undefined => seats.at(i - 1);

export function rotated(
  seats: readonly wire.SeatInfo[], mine: readonly string[], level: number | null,
): wire.SeatPlan[] {
  return seats.map(({ seat }, i): wire.SeatPlan => {
    const player = playerOf(seats, i);
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
  const { taken: mySeats } = await post<wire.ChallengeAnswer>(`/api/tables/${table}/rematch`, {});
  return mySeats ? rememberAccountSeats(mySeats, game, title) : null;
}

/** Challenge somebody to the same game, with their seat; the table, if they have challenged me too. */
export async function challengeAgain(
  { game, title, options, seats, clock }: wire.Welcome, { name, seat }: wire.SeatPerson, rated: boolean,
): Promise<string | null> {
  const terms: wire.NewChallenge = { game, options, ...(clock ? { clock } : {}), rated, seat: seats[seat] ?? "" };
  const { taken: mySeats } = await post<wire.ChallengeAnswer>(`/api/people/${encodeURIComponent(name)}/challenge`, terms);
  return mySeats ? rememberAccountSeats(mySeats, game, title) : null;
}

/** Open the rematch, with bots of this level (null: as before), rated if that was, and offer it to the others here; returns
 *  the table's id. */
export async function openRematch(
  session: Session, { game, title, options, map_rows, yours, clock }: wire.Welcome, seats: readonly wire.SeatInfo[], level: number | null, isRated: boolean,
): Promise<string> {
  const open = isRated ? (table: wire.NewTable) => post<wire.TableOpened>("/api/tables/rated", table) : api.open;
  const opened = await open({
    game, options, seats: rotated(seats, yours, level), color: preferences.color, ...(map_rows ? { map_rows } : {}), ...(clock ? { clock } : {}),
  });
  const { invitations = [] } = opened;
  if (invitations.length === 0) return rememberSeats(opened, game, title);
  const answer = await session.ask({
    type: "rematch", table: opened.table, seat: yours[0] ?? null,
    invitations: invitations.map(({ seat, code }) => ({ to: playerOf(seats, seats.findIndex((info) => info.seat === seat))?.seat ?? "", code })),
  });
  if (answer.type === "refused") throw new Error(answer.sentence);
  return rememberSeats(opened, game, title, { isRematch: true });
}

/** Take one's seats in a rematch that somebody has offered; returns the table's id. A repeated request is answered as the first. */
export async function acceptRematch({ table: before, game, title }: wire.Welcome, { table, invited }: wire.Rematch, requests: readonly string[]): Promise<string> {
  const after: wire.MyTable = { table: before, keys: [...(myTables.all[before]?.keys ?? [])] };
  const answers: wire.SeatTaken[] = [];
  for (const [i, seat] of invited.entries()) {
    answers.push(await api.takeSeat({ request: requests[i] ?? newRequestId(), name: preferences.name, color: preferences.color, after, seat }));
  }
  const seats = { table, yours: answers.flatMap(({ yours }) => yours), commitment: answers[0]?.commitment ?? "" };
  return rememberSeats(seats, game, title, chanceOf(seats));
}
