// The same game again: the same options, map and players, one seat further. Loaded when a game is over.

import type * as wire from "../wire";
import { api } from "./api";
import { rememberSeats } from "./open-table";
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

/** Open the rematch, with bots of this level (null: as before); returns the table's id. */
export async function openRematch(
  { game, title, options, map_rows, yours, clock }: wire.Welcome, seats: readonly wire.SeatInfo[], level: number | null,
): Promise<string> {
  const opened = await api.open({
    game, options, seats: rotated(seats, yours, level), color: preferences.color, ...(map_rows ? { map_rows } : {}), ...(clock ? { clock } : {}),
  });
  return rememberSeats(opened, game, title);
}
