// A recorded position to continue from, passed from the replay to the new-table page. It is kept for
// this browser tab, so reloading and going back work.

export interface Continuation {
  readonly game: string;
  readonly record: string;
  readonly step: number;
  readonly options: Readonly<Record<string, string>>;
  readonly map_rows: string; // the rows of its map, one a line; "": a shipped map, or none
}

const KEY = "siegeworks.continuation";
let newest: Continuation | null = null;

export function setContinuation(from: Continuation): void {
  newest = from;
  try {
    sessionStorage.removeItem(KEY); // never mistake an older one for this one
    sessionStorage.setItem(KEY, JSON.stringify(from));
  } catch {
    // Too long, or storage is disabled: it lasts until the page is reloaded.
  }
}

/** The continuation of this game at this step, if there is one. */
export function continuation(game: string, step: number): Continuation | null {
  try {
    newest ??= JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Continuation | null;
  } catch {
    // Storage is disabled.
  }
  return newest?.game === game && newest.step === step ? newest : null;
}
