// A land that can be played on, one of the server's or one that the browser has, and the hexes of its drawing.

import type { MapInfo } from "../wire";
import { encodeMap } from "./map-code";

export interface Hex {
  readonly x: number; // column of the text
  readonly y: number; // row of the text
  readonly fortress: boolean;
}

const AROUND = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]] as const;

/** All hexes, row by row. */
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

export interface LandChoice {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly string[];
  readonly onServer: boolean; // found there by its name; others are sent with the table
}

export const fromServer = ({ name, title, rows }: MapInfo): LandChoice => ({ name, title, rows, onServer: true });

export const ownLand = (name: string, rows: readonly string[]): LandChoice => ({
  name, title: titleOf(name), rows, onServer: false,
});

/** A name as a title, as the server writes it: "north-wold" is "North Wold". */
function titleOf(name: string): string {
  return name.split(/[-_ ]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}

/** The land as text: the content of a map's file. */
export const textOf = ({ rows }: LandChoice): string => rows.map((row) => `${row}\n`).join("");

/** What a new table is told of the land. */
export function tableFields(land: LandChoice): { options: { map: string }; land?: string } {
  return { options: { map: land.name }, ...(land.onServer ? {} : { land: textOf(land) }) };
}

/** Whether these are the same drawing under the same name. */
export const isSameLand = (a: LandChoice, b: LandChoice): boolean =>
  a.name === b.name && a.rows.join("\n") === b.rows.join("\n");

const path = ({ name, rows }: LandChoice): string => `${encodeURIComponent(name)}/${encodeMap(rows)}`;

/** The address of the editor with this land. */
export const editAddress = (land: LandChoice): string => `#/land/${path(land)}`;

/** The address of the new-table page with this land chosen. */
export const tableAddress = (game: string, land: LandChoice): string => `#/new/${game}/land/${path(land)}`;

/** How many fortresses are drawn on the land. */
export const fortressesOn = ({ rows }: LandChoice): number => hexesIn(rows).filter((hex) => hex.fortress).length;
