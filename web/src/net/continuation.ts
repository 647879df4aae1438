// A game to be played on from one of its positions: handed from the replay to the new-table page.

export interface Continuation {
  readonly record: string;
  readonly step: number;
  readonly options: Readonly<Record<string, string>>;
}

let kept: Continuation | null = null;

export function playOn(from: Continuation): void {
  kept = from;
}

/** What was handed over, once. */
export function takeContinuation(): Continuation | null {
  const from = kept;
  kept = null;
  return from;
}
