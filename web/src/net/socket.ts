// Connections to the server, and when to try again. The first one may be opened before the page is rendered.

let early: WebSocket | null = null;

/** Open a connection now, for the first one that needs it. */
export function connectEarly(): void {
  early = open();
}

/** A new connection to the server, or the early one if nobody has taken it yet. */
export function openSocket(): WebSocket {
  const socket = early ?? open();
  early = null;
  return socket;
}

function open(): WebSocket {
  return new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
}

export const MIN_DELAY = 250; // milliseconds
export const MAX_DELAY = 8000;

/** Milliseconds to wait before attempt number `attempt` (from 0); `random` from 0 to 1. */
export function backoffDelay(attempt: number, random: number): number {
  const full = Math.min(MAX_DELAY, MIN_DELAY * 2 ** attempt);
  return full * (0.5 + random / 2);
}
