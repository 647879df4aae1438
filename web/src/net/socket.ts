// Connections to the server, and when to try again. The first one may be opened before the page is rendered.

let early: WebSocket | null = null;

/** Open a connection to a table now, for the first one that needs it. */
export function connectEarly(table: string): void {
  early = open(table);
}

/** A new connection to a table, or the early one if nobody has taken it yet: any can go to any table. */
export function openSocket(table: string): WebSocket {
  const socket = early ?? open(table);
  early = null;
  return socket;
}

// The table in the address is for load balancers, which can then send its clients to one machine.
function open(table: string): WebSocket {
  return new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/${table}`);
}

export const MIN_DELAY = 250; // milliseconds
export const MAX_DELAY = 8000;

/** Milliseconds to wait before attempt number `attempt` (from 0); `random` from 0 to 1. */
export function backoffDelay(attempt: number, random: number): number {
  const full = Math.min(MAX_DELAY, MIN_DELAY * 2 ** attempt);
  return full * (0.5 + random / 2);
}
