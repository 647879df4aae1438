// A game to be played on from one of its positions: handed from the replay to the new-table page, and
// kept until this page of the browser is closed, so that it can be loaded again and come back to.

export interface Continuation {
  readonly game: string;
  readonly record: string;
  readonly step: number;
  readonly options: Readonly<Record<string, string>>;
}

const KEY = "siegeworks.continuation";
let newest: Continuation | null = null;

export function playOn(from: Continuation): void {
  newest = from;
  try {
    sessionStorage.removeItem(KEY); // an older one is not to be taken for this one
    sessionStorage.setItem(KEY, JSON.stringify(from));
  } catch {
    // Too long, or this browser keeps nothing: it is known until the page is loaded again.
  }
}

/** What was handed over for this step of this game, where it is still known. */
export function continuation(game: string, step: number): Continuation | null {
  try {
    newest ??= JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Continuation | null;
  } catch {
    // Nothing is kept.
  }
  return newest?.game === game && newest.step === step ? newest : null;
}
