// Which army the pointer means: of all that cover its hex, the one whose middle is nearest to it.

import type { Layout, Point } from "../../board/layout";
import type { Scene } from "../../scene/scene";
import { hexesOf } from "./land";

/** Armies from the one that the pointer means to the one that it means least. */
export function orderByPointer(
  tokens: readonly string[],
  at: Point,
  scene: Scene,
  layout: Layout,
): readonly string[] {
  const far = (token: string): number => {
    const spots = hexesOf(token, scene).map((hex) => layout.at(hex));
    const [first, last] = [spots[0], spots.at(-1)];
    if (!first || !last) return Infinity;
    return Math.hypot((first.x + last.x) / 2 - at.x, (first.y + last.y) / 2 - at.y);
  };
  return tokens
    .map((token) => ({ token, far: far(token) }))
    .sort((a, b) => a.far - b.far)
    .map(({ token }) => token);
}
