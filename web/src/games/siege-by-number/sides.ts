// The four sides of the pinwheel.

import type { Scene } from "game-api/scene";

const MIDDLE = 6.5; // of the pinwheel

/** The quarter turns that bring a seat's arm to the lower edge, by where its Home Base lies (R1). */
export function turnsFor(seat: string, { cells }: Scene): number {
  const home = cells.find((cell) => cell.ground === "home" && cell.seat === seat);
  if (!home) return 0;
  const [x, y] = [home.x - MIDDLE, home.y - MIDDLE];
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 1 : 3;
  return y < 0 ? 2 : 0;
}
