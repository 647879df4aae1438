// Hexes with a corner at the top, laid over a plane. A hex is [row, column] with row + column even;
// its neighbours are (row, column ± 2) and (row ± 1, column ± 1), as in a map file.

const DIRECTIONS = [[0, 2], [1, 1], [1, -1]];
export const ARMY = 4;

/** A lattice of hexes with this side, its hex [0, 0] around [x, y]. */
export function lattice(side, [x, y]) {
  const [across, down] = [(side * Math.sqrt(3)) / 2, side * 1.5];
  return {
    side,
    middle: ([row, column]) => [x + column * across, y + row * down],
    hexAt: ([px, py]) => {
      const near = [];
      const row = Math.round((py - y) / down);
      for (const r of [row - 1, row, row + 1]) {
        const c = Math.round(((px - x) / across - r) / 2) * 2 + r;
        near.push([r, c, Math.hypot(px - x - c * across, py - y - r * down)]);
      }
      near.sort((a, b) => a[2] - b[2]);
      return [near[0][0], near[0][1]];
    },
  };
}

export const key = ([row, column]) => `${row},${column}`;
export const hex = (text) => text.split(",").map(Number);

export function neighbours([row, column]) {
  return DIRECTIONS.flatMap(([r, c]) => [
    [row + r, column + c],
    [row - r, column - c],
  ]);
}

/** The straight rows of four that begin in a hex. */
export function rowsFrom([row, column]) {
  return DIRECTIONS.map(([r, c]) =>
    Array.from({ length: ARMY }, (_, i) => [row + r * i, column + c * i]),
  );
}

/** Does an army fit into this set of keys? */
export function fitsArmy(keys) {
  return [...keys].some((k) => rowsFrom(hex(k)).some((row) => row.every((h) => keys.has(key(h)))));
}

/** The connected parts of a set of keys, largest first. */
export function parts(keys) {
  const [left, found] = [new Set(keys), []];
  for (const start of keys) {
    if (!left.delete(start)) continue;
    const part = [start];
    for (const k of part) {
      for (const n of neighbours(hex(k)).map(key)) if (left.delete(n)) part.push(n);
    }
    found.push(new Set(part));
  }
  return found.sort((a, b) => b.size - a.size);
}

/** The rows of a map file. */
export function drawing(keys, fortresses = new Set()) {
  const all = [...keys].map(hex);
  const rows = all.map(([row]) => row);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const left = Math.min(...all.map(([, column]) => column));
  return Array.from({ length: bottom - top + 1 }, (_, i) => {
    const line = [];
    for (const [row, column] of all) {
      if (row === top + i) line[column - left] = fortresses.has(key([row, column])) ? "F" : ".";
    }
    return Array.from(line, (mark) => mark ?? " ").join("");
  });
}

/** The hexes of a map file: all, and those with a fortress. */
export function readDrawing(text) {
  const [keys, fortresses] = [new Set(), new Set()];
  for (const [row, line] of text.split("\n").entries()) {
    for (const [column, mark] of [...line].entries()) {
      if (mark === "." || mark === "F") keys.add(key([row, column]));
      if (mark === "F") fortresses.add(key([row, column]));
    }
  }
  return { keys, fortresses };
}
