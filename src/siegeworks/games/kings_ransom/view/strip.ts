// The strip between the two armies, where the board tells what happened and what would happen.

import { type Box, type Layout, UNIT } from "game-api/layout";
import type { Scene } from "game-api/scene";

const CAMP = UNIT * 0.56; // how far a camp reaches beyond the centres of its outer tiles

export function stripOf(scene: Scene, layout: Layout): Box {
  const spots = scene.cells.map((cell) => ({ ...layout.at(cell), seat: cell.seat }));
  const xs = spots.map(({ x }) => x);
  const ofSeat = (seat: string): number[] => spots.flatMap((spot) => (spot.seat === seat ? spot.y : []));
  const [one, other] = [ofSeat("south"), ofSeat("north")];
  const [above, below] = Math.max(...one) < Math.min(...other) ? [one, other] : [other, one];
  const top = Math.max(...above) + CAMP;
  const left = Math.min(...xs) - CAMP;
  return { x: left, y: top, width: Math.max(...xs) + CAMP - left, height: Math.min(...below) - CAMP - top };
}
