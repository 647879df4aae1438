// Lands that people drew, kept in this browser, and the names that they may have.

export interface KeptLand {
  readonly name: string;
  readonly rows: readonly string[];
  readonly changed: number; // milliseconds since 1970
}

const KEY = "siegeworks.lands";

/** The kept lands, the newest first; none where the browser stores nothing. */
export function keptLands(): KeptLand[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const lands = Array.isArray(stored) ? stored.filter(isKept) : [];
    return lands.sort((a, b) => b.changed - a.changed);
  } catch {
    return []; // not ours, or storage is disabled
  }
}

/** Keep a land under its name, instead of the one kept there; whether the browser could store it. */
export function keep(name: string, rows: readonly string[]): boolean {
  return store([{ name, rows, changed: Date.now() }, ...others(name)]);
}

/** Forget the land of this name; whether it is gone. */
export function forget(name: string): boolean {
  return store(others(name));
}

/** This name, or one with a number behind it if it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/-\d+$/, "");
  let free = name;
  for (let i = 2; taken.includes(free); i++) free = `${stem}-${i}`;
  return free;
}

const others = (name: string): KeptLand[] => keptLands().filter((land) => land.name !== name);

function store(lands: readonly KeptLand[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(lands));
    return true;
  } catch {
    return false; // full or disabled
  }
}

function isKept(land: unknown): land is KeptLand {
  const { name, rows, changed } = (land ?? {}) as Partial<KeptLand>;
  return typeof name === "string" && typeof changed === "number" && Array.isArray(rows) && rows.every((row) => typeof row === "string");
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;
const MAX_NAME = 64;

export const isLandName = (name: string): boolean => NAME.test(name) && name.length <= MAX_NAME;
