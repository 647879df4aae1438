// The accounts at a table and their ratings: asked for when somebody takes a seat, and after the end until a rated game
// has counted.

import type { TableState } from "../table/table-state.svelte";

const COUNTING = 2000; // milliseconds between two questions whether the game has counted
const MOST = 30; // of them

/** Ask now, and whenever another answer is expected, until the returned function is called. */
export function follow(table: TableState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(left: number): Promise<void> {
    clearTimeout(timer);
    await load(table);
    const { rated = false, counted = false } = table.people ?? {};
    if (rated && !counted && table.isOver && left > 0) timer = setTimeout(() => void ask(left - 1), COUNTING);
  }

  const stop = $effect.root(() => {
    $effect(() => {
      void [table.seatInfos.map(({ who, name }) => `${who} ${name}`).join(), table.isOver];
      void ask(MOST);
    });
  });
  return () => (stop(), clearTimeout(timer));
}

/** Ask once; where nobody answers, what is known stays. */
export async function load(table: TableState): Promise<void> {
  await table.refreshPeople().catch(() => undefined);
}
