// Maps that people drew, kept in this browser, and the names that they may have.

export interface KeptMap {
  readonly name: string;
  readonly rows: readonly string[];
  readonly changed: number; // milliseconds since 1970
}

const KEY = "siegeworks.maps";

/** The kept maps, the newest first; none where the browser stores nothing. */
export function keptMaps(): KeptMap[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const maps = Array.isArray(stored) ? stored.filter(isKept) : [];
    return maps.sort((a, b) => b.changed - a.changed);
  } catch {
    return []; // not ours, or storage is disabled
  }
}

/** Keep a map under its name, instead of the one kept there; whether the browser could store it. */
export function keep(name: string, rows: readonly string[]): boolean {
  return replaceMaps([{ name, rows, changed: Date.now() }, ...others(name)]);
}

/** Keep a map under another name, at once so that it never has both; whether the browser could store it. */
export function rename(name: string, to: string): boolean {
  const renamed = keptMaps().filter((map) => map.name === name).map((map) => ({ ...map, name: to, changed: Date.now() }));
  return replaceMaps([...renamed, ...others(name).filter((map) => map.name !== to)]);
}

/** Forget the map of this name; whether it is gone. */
export function forget(name: string): boolean {
  return replaceMaps(others(name));
}

/** Keep these maps instead of all; whether the browser could store them. */
export function replaceMaps(maps: readonly KeptMap[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(maps));
    return true;
  } catch {
    return false; // full or disabled
  }
}

/** This name, or one with a number behind it if it is taken. */
export function freeName(name: string, takenNames: readonly string[]): string {
  const stem = name.replace(/-\d+$/, "");
  let free = name;
  for (let i = 2; takenNames.includes(free); i++) free = `${stem}-${i}`;
  return free;
}

const others = (name: string): KeptMap[] => keptMaps().filter((map) => map.name !== name);

function isKept(map: unknown): map is KeptMap {
  const { name, rows, changed } = (map ?? {}) as Partial<KeptMap>;
  return typeof name === "string" && typeof changed === "number" && Array.isArray(rows) && rows.every((row) => typeof row === "string");
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;
const MAX_NAME = 64;

export const isMapName = (name: string): boolean => NAME.test(name) && name.length <= MAX_NAME;
