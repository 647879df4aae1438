// A map that can be played on, one of the server's or one that the browser has, and the hexes of its drawing.

import type { MapInfo } from "../wire";
import { keptMaps } from "./kept";
import { encodeMap } from "./map-code";
import { words } from "./words";

export interface Hex {
  readonly x: number; // column of the text
  readonly y: number; // row of the text
  readonly fortress: boolean;
}

const AROUND = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]] as const;

export function hexesIn(rows: readonly string[]): Hex[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((sign, x) => (sign === "." || sign === "F" ? [{ x, y, fortress: sign === "F" }] : [])),
  );
}

/** The hexes that have water on a side. */
export function coastOf(hexes: readonly Hex[]): Hex[] {
  const land = new Set(hexes.map(({ x, y }) => `${x} ${y}`));
  return hexes.filter(({ x, y }) => AROUND.some(([dx, dy]) => !land.has(`${x + dx} ${y + dy}`)));
}

export interface MapChoice {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly string[];
  readonly onServer: boolean; // found there by its name; others are sent with the table
}

export const fromServer = ({ name, title, rows }: MapInfo): MapChoice => ({ name, title, rows, onServer: true });

export const ownMap = (name: string, rows: readonly string[]): MapChoice => ({
  name, title: titleOf(name), rows, onServer: false,
});

/** The maps that this browser keeps, the newest first. */
export const ownMaps = (): MapChoice[] => keptMaps().map(({ name, rows }) => ownMap(name, rows));

/** A name as a title, as the server writes it: "north-wold" is "North Wold". */
function titleOf(name: string): string {
  return name.split(/[-_ ]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}

/** The map as text: the content of a map's file. */
export const textOf = ({ rows }: MapChoice): string => rows.map((row) => `${row}\n`).join("");

/** What a new table is told of the map. */
export function tableFields(map: MapChoice): { options: { map: string }; map_rows?: string } {
  return { options: { map: map.name }, ...(map.onServer ? {} : { map_rows: textOf(map) }) };
}

/** Whether these are the same drawing under the same name. */
export const isSameMap = (a: MapChoice, b: MapChoice): boolean =>
  a.name === b.name && a.rows.join("\n") === b.rows.join("\n");

const path = ({ name, rows }: MapChoice): string => `${encodeURIComponent(name)}/${encodeMap(rows)}`;

export const editAddress = (map: MapChoice): string => `#/map/${path(map)}`;

/** The address of the new-table page with this map chosen. */
export const tableAddress = (game: string, map: MapChoice): string => `#/new/${game}/map/${path(map)}`;

export const fortressesOn = ({ rows }: Pick<MapChoice, "rows">): number => hexesIn(rows).filter((hex) => hex.fortress).length;

/** Its size in words. */
export function sizeOf({ rows }: Pick<MapChoice, "rows">): string {
  const hexes = hexesIn(rows);
  return words.size(hexes.length, hexes.filter((hex) => hex.fortress).length);
}
