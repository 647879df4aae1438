// node picture.mjs FOLDER [NAME...]: draws each finished map beside its coastline, FOLDER/NAME.svg.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coastOf } from "./coast.mjs";
import { CONTINENTS } from "./continents.mjs";
import { drawn } from "./draw.mjs";
import { hex, key, readDrawing } from "./hexes.mjs";

const MAPS = new URL("../../src/siegeworks/games/siege_master/maps/", import.meta.url);
const HEIGHT = 480; // pixels
const MARGIN = 0.6; // sides of a hex
const FINEST = 2; // pixels between points of the coast, at least

function picture(continent, text) {
  const raw = drawn(continent);
  const { keys, fortresses } = readDrawing(text);
  const [dr, dc] = shift(keys, raw.keys);
  const middles = [...keys].map(hex).map(([r, c]) => [key([r, c]), raw.grid.middle([r + dr, c + dc])]);
  const side = raw.grid.side;
  const xs = middles.map(([, [x]]) => x);
  const ys = middles.map(([, [, y]]) => y);
  const pad = side * (1 + MARGIN);
  const [left, right] = [Math.min(...xs) - pad, Math.max(...xs) + pad];
  const [top, bottom] = [Math.min(...ys) - pad, Math.max(...ys) + pad];
  const scale = HEIGHT / (bottom - top);
  const width = Math.round((right - left) * scale);
  const px = ([x, y]) => [(x - left) * scale, (y - top) * scale];
  const line = (points) => `M${points.map((p) => p.map((v) => +v.toFixed(1)).join(" ")).join("L")}Z`;
  const coast = coastOf(continent)
    .map((ring) => thinned(ring.map(px)))
    .filter((ring) => ring.length > 3 && ring.some(([x, y]) => x > 0 && y > 0 && x < width && y < HEIGHT))
    .map((ring) => line(clipped(ring, width)))
    .join("");
  const spot = (at) => px(at).map((v) => +v.toFixed(1));
  const corner = (angle) => [Math.cos(angle), Math.sin(angle)].map((v) => v * side * scale * 0.94);
  const hexagon = line([30, 90, 150, 210, 270, 330].map((angle) => corner((angle * Math.PI) / 180)));
  const land = middles
    .map(([, at]) => spot(at))
    .map(([x, y]) => `<use href="#hex" x="${x}" y="${y}"/>`)
    .join("");
  const r = +(side * scale * 0.38).toFixed(1);
  const forts = middles
    .filter(([k]) => fortresses.has(k))
    .map(([, at]) => spot(at))
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * width}" height="${HEIGHT}" viewBox="0 0 ${2 * width} ${HEIGHT}">
<style>rect{fill:#dbe7ee}#coast{fill:#b9b08f}.hexes{fill:#c8bd95;stroke:#8d8364}.shore{fill:none;stroke:#41606f;stroke-width:.8;opacity:.55}circle{fill:#5b3a29}</style>
<defs><path id="hex" d="${hexagon}"/></defs>
<rect width="100%" height="100%"/>
<svg width="${width}" height="${HEIGHT}"><path id="coast" fill-rule="evenodd" d="${coast}"/></svg>
<svg x="${width}" width="${width}" height="${HEIGHT}"><g class="hexes">${land}</g><use href="#coast" class="shore"/>${forts}</svg>
</svg>
`;
}

/** By how much a finished map is shifted against the raw drawing: where most hexes agree. */
function shift(keys, raw) {
  let best = null;
  for (let dr = -30; dr <= 30; dr++) {
    for (let dc = -80; dc <= 80; dc++) {
      let agree = 0;
      for (const k of keys) {
        const [r, c] = hex(k);
        if (raw.has(key([r + dr, c + dc]))) agree++;
      }
      if (best === null || agree > best.agree) best = { agree, dr, dc };
    }
  }
  return [best.dr, best.dc];
}

/** A ring without points that lie too close to the one before. */
function thinned(ring) {
  const kept = [];
  for (const [x, y] of ring) {
    const last = kept.at(-1);
    if (!last || Math.hypot(x - last[0], y - last[1]) >= FINEST) kept.push([x, y]);
  }
  return kept;
}

/** A ring drawn in to a little beyond the picture, so that far coasts take few points. */
function clipped(ring, width) {
  const inside = ring.map(([x, y]) => [Math.min(Math.max(x, -9), width + 9), Math.min(Math.max(y, -9), HEIGHT + 9)]);
  return inside.filter(([x, y], i) => i === 0 || x !== inside[i - 1][0] || y !== inside[i - 1][1]);
}

const [folder, ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const name of names.length ? names : Object.keys(CONTINENTS)) {
  const text = readFileSync(new URL(`${name}.txt`, process.env.RAW ? new URL("raw/", import.meta.url) : MAPS), "utf8");
  writeFileSync(join(folder, `${name}.svg`), picture(CONTINENTS[name], text));
}
