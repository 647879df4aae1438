// The land of a continent as a flat picture: projected, filled, and measured hex by hex.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoAzimuthalEqualArea, geoPath } from "d3-geo";
import { feature } from "topojson-client";

const atlas = createRequire(import.meta.url).resolve("world-atlas/land-50m.json");
const topology = JSON.parse(readFileSync(atlas, "utf8"));
const LAND = feature(topology, topology.objects.land);

const EARTH = 6371; // radius in kilometres
export const STEP = 20; // kilometres between the points at which land is looked for

/** The projection of a continent: kilometres to the right of and below its centre. */
export function projectionOf({ centre, turn }) {
  return geoAzimuthalEqualArea()
    .rotate([-centre[0], -centre[1], turn])
    .scale(EARTH)
    .translate([0, 0])
    .precision(5);
}

/** Rings of [x, y] in kilometres: all land in sight of the continent's centre. */
export function coastOf(continent) {
  const projection = projectionOf(continent).clipAngle(80);
  const rings = [];
  const pen = {
    moveTo: (x, y) => rings.push([[x, y]]),
    lineTo: (x, y) => rings.at(-1).push([x, y]),
    closePath: () => {},
    arc: () => {},
  };
  geoPath(projection, pen)(LAND);
  return rings;
}

/** Which points of a grid are land of the continent: a function of x and y in kilometres. */
export function landOf(continent) {
  const projection = projectionOf(continent);
  const reach = 7000;
  const width = Math.ceil((2 * reach) / STEP);
  const grid = new Uint8Array(width * width);
  const rings = coastOf(continent);
  for (let row = 0; row < width; row++) {
    const y = (row + 0.5) * STEP - reach;
    const crossings = [];
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i++) {
        const [[x0, y0], [x1, y1]] = [ring[i], ring[(i + 1) % ring.length]];
        if (y0 <= y !== y1 <= y) crossings.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0));
      }
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.ceil((crossings[i] + reach) / STEP - 0.5);
      const to = Math.floor((crossings[i + 1] + reach) / STEP - 0.5);
      for (let column = Math.max(from, 0); column <= Math.min(to, width - 1); column++) {
        const place = projection.invert([(column + 0.5) * STEP - reach, y]);
        if (isWithin(place, continent.region)) grid[row * width + column] = 1;
      }
    }
  }
  return (x, y) => {
    const [column, row] = [Math.floor((x + reach) / STEP), Math.floor((y + reach) / STEP)];
    if (column < 0 || row < 0 || column >= width || row >= width) return 0;
    return grid[row * width + column];
  };
}

/** Is this place within a ring of places? Longitudes are taken nearest to the ring's first. */
export function isWithin([longitude, latitude], ring) {
  const middle = (Math.min(...ring.map(([x]) => x)) + Math.max(...ring.map(([x]) => x))) / 2;
  const x = longitude + 360 * Math.round((middle - longitude) / 360);
  let inside = false;
  for (let i = 0; i < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i], ring[(i + 1) % ring.length]];
    if (y0 <= latitude !== y1 <= latitude && x < x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0)) {
      inside = !inside;
    }
  }
  return inside;
}
