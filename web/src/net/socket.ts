// Connections to the server. The first one may be opened before the page is rendered.

let early: WebSocket | null = null;

/** Open a connection now, for whoever needs one first. */
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
