// The army that the pointer aims at: of all armies on its hex, the one with the nearest middle.

import type { Layout, Point } from "game-api/layout";
import type { Scene } from "game-api/scene";
import { hexesOf } from "./land";

/** Armies by how well they fit the pointer, best first. */
export function orderByPointer(
  tokens: readonly string[],
  at: Point,
  scene: Scene,
  layout: Layout,
): readonly string[] {
  const distance = (token: string): number => {
    const spots = hexesOf(token, scene).map((hex) => layout.at(hex));
    const [first, last] = [spots[0], spots.at(-1)];
    if (!first || !last) return Infinity;
    return Math.hypot((first.x + last.x) / 2 - at.x, (first.y + last.y) / 2 - at.y);
  };
  return tokens
    .map((token) => ({ token, distance: distance(token) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ token }) => token);
}
