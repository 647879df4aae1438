// What a name's picture shows.

interface Hex {
  readonly ground: number;
  readonly piece: "" | "disc" | "tower";
  readonly color: number;
}

/** The hexes of a name's picture; the first has a piece always. */
export function drawnFrom(name: string, hexes: number, grounds: number, colors: number): readonly Hex[] {
  let seed = [...name.toLowerCase()].reduce((sum, sign) => Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5);
  const next = (below: number): number => {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
    seed = Math.imul(seed ^ (seed >>> 12), 0x297a2d39);
    seed ^= seed >>> 15;
    return (seed >>> 0) % below;
  };
  const own = [next(colors), next(colors)]; // two colours make a picture quieter than ten
  const pieces = ["disc", "tower", "", ""] as const;
  return Array.from({ length: hexes }, (_, i) => ({
    ground: next(grounds), piece: pieces[next(i === 0 ? 2 : pieces.length)] ?? "", color: own[next(2)] ?? 0,
  }));
}
