// The draft of a table and seat is kept until it is laid out or the tab is closed, so that a page that is
// loaded again goes on.

import type { Draft } from "./draft";

const keyOf = (table: string, seat: string): string => `siegeworks.setup.${table}.${seat}`;

export function keptDraft(table: string, seat: string): Draft {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(keyOf(table, seat)) ?? "[]");
    return new Map(Array.isArray(entries) ? (entries as [string, string][]) : []);
  } catch {
    return new Map();
  }
}

export function keep(table: string, seat: string, draft: Draft): void {
  try {
    if (draft.size > 0) sessionStorage.setItem(keyOf(table, seat), JSON.stringify([...draft]));
    else sessionStorage.removeItem(keyOf(table, seat));
  } catch {
    // Storage is full or disabled.
  }
}
