// node draw.mjs [NAME...]: draws the continents as hexes into raw/NAME.txt. See README.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { CONTINENTS } from "./continents.mjs";
import { landOf, projectionOf } from "./coast.mjs";
import { drawing, fitsArmy, hex, key, lattice, neighbours, parts, rowsFrom } from "./hexes.mjs";

const MOST_ROWS = 26;
const HALF = 0.5; // a hex is land if this much of it is
const OFFSETS = 6; // positions of the lattice that are tried each way

/** The hexes of a continent, as keys, on the lattice on which its coast shows best. */
export function drawn(continent) {
  const land = landOf(continent);
  const total = areaOf(land);
  let side = Math.sqrt(total / continent.hexes / 2.598);
  for (;;) {
    const found = bestLattice(continent, land, side);
    const keys = finished(continent, found.grid, found.share);
    const rows = drawing(keys).length;
    if (rows <= MOST_ROWS) return { keys, grid: found.grid };
    side *= 1.02;
  }
}

function areaOf(land) {
  let points = 0;
  for (let x = -7000; x < 7000; x += 40) for (let y = -7000; y < 7000; y += 40) points += land(x, y);
  return points * 1600;
}

/** The lattice on which hexes are most clearly land or sea. */
function bestLattice(continent, land, side) {
  let best = null;
  for (let i = 0; i < OFFSETS; i++) {
    for (let j = 0; j < OFFSETS; j++) {
      const at = [(i / OFFSETS) * side * Math.sqrt(3), (j / OFFSETS) * side * 1.5];
      const grid = lattice(side, at);
      const share = shares(land, grid);
      let clear = 0;
      for (const s of share.values()) clear -= Math.min(s, 1 - s);
      if (best === null || clear > best.clear) best = { clear, grid, share };
    }
  }
  return best;
}

/** How much of each hex is land, by key; hexes that are all sea are left out. */
function shares(land, grid) {
  const [step, reach] = [grid.side / 6, 6800];
  const [points, onLand] = [new Map(), new Map()];
  for (let y = -reach; y < reach; y += step) {
    for (let x = -reach; x < reach; x += step) {
      if (!land(x, y)) continue;
      const k = key(grid.hexAt([x, y]));
      onLand.set(k, (onLand.get(k) ?? 0) + 1);
    }
  }
  const whole = (2.598 * grid.side ** 2) / step ** 2;
  for (const [k, n] of onLand) points.set(k, Math.min(n / whole, 1));
  return points;
}

/** Land by its share, then with the necks, straits and islands that the continent asks for. */
function finished(continent, grid, share) {
  const projection = projectionOf(continent);
  const at = (place) => grid.hexAt(projection(place));
  const keys = new Set([...share].filter(([, s]) => s >= HALF).map(([k]) => k));
  for (const line of continent.necks) for (const h of along(line, at)) keys.add(key(h));
  for (const line of continent.straits) for (const h of along(line, at)) keys.delete(key(h));
  for (const place of continent.islands) raise(keys, share, at(place));
  const [main, ...islands] = parts(keys);
  const kept = islands.filter(fitsArmy);
  return new Set([main, ...kept].flatMap((part) => [...part]));
}

/** The hexes on the way from place to place. */
function along(line, at) {
  const found = [];
  for (let i = 0; i < line.length; i++) {
    const [from, to] = [line[i], line[i + 1] ?? line[i]];
    for (let t = 0; t <= 1; t += 0.05) {
      found.push(at([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]));
    }
  }
  return found;
}

/** Add the row of four near a hex that holds most land, if no army fits on its island yet. */
function raise(keys, share, near) {
  const part = parts(keys).find((p) => p.has(key(near)));
  if (part && fitsArmy(part)) return;
  const others = new Set([...keys].filter((k) => !part?.has(k)));
  let best = null;
  for (const [r, c] of [near, ...neighbours(near)]) {
    for (const [dr, dc] of [[0, 2], [1, 1], [1, -1]]) {
      for (let back = 0; back < 4; back++) {
        const row = rowsFrom([r - dr * back, c - dc * back]).find(
          (row) => row[1][0] - row[0][0] === dr && row[1][1] - row[0][1] === dc,
        );
        if (row.some((h) => [h, ...neighbours(h)].some((n) => others.has(key(n))))) continue;
        const land = row.reduce((sum, h) => sum + (share.get(key(h)) ?? 0), 0);
        if (best === null || land > best.land) best = { land, row };
      }
    }
  }
  for (const h of best?.row ?? []) keys.add(key(h));
}

if (process.argv[1] === import.meta.filename) {
  const folder = new URL("raw/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(CONTINENTS);
  for (const name of names) {
    const { keys, grid } = drawn(CONTINENTS[name]);
    const rows = drawing(keys);
    writeFileSync(new URL(`${name}.txt`, folder), `${rows.join("\n")}\n`);
    const sizes = parts(keys).map((part) => part.size);
    console.log(`${name}: ${keys.size} hexes of side ${Math.round(grid.side)} km in ${rows.length} rows; parts ${sizes.join(", ")}`);
  }
}
