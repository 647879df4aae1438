// The camps of the two armies, and the strip between them, where the board tells what happened and what would happen.

import { type Box, type Layout, type Point, UNIT } from "game-api/layout";
import type { Scene } from "game-api/scene";

const PAD = UNIT * 0.56; // how far a camp reaches beyond the centres of its outer tiles

interface Camp extends Box {
  readonly seat: string;
  readonly places: readonly (Point & { readonly name: string })[];
}

export function campsOf(scene: Scene, layout: Layout): Camp[] {
  return ["south", "north"].map((seat) => {
    const places = scene.cells.filter((cell) => cell.seat === seat).map((cell) => ({ name: cell.name, ...layout.at(cell) }));
    const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
    const [x, y] = [Math.min(...xs) - PAD, Math.min(...ys) - PAD];
    return { seat, places, x, y, width: Math.max(...xs) + PAD - x, height: Math.max(...ys) + PAD - y };
  });
}

export function stripOf(scene: Scene, layout: Layout): Box {
  const camps = campsOf(scene, layout);
  const [x, y] = [Math.min(...camps.map((camp) => camp.x)), Math.min(...camps.map((camp) => camp.y + camp.height))];
  return { x, y, width: Math.max(...camps.map((camp) => camp.x + camp.width)) - x, height: Math.max(...camps.map((camp) => camp.y)) - y };
}
