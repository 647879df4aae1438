// Parts of the page that are loaded when they are needed. Loading fails without a connection, and after a
// new version was installed on the server, which no longer has the files of this one.

import { text } from "../text";
import { backoffDelay } from "./socket";
import { readStored, writeStored } from "./storage";

const RELOADED = "siegeworks.reloaded"; // when the page was last reloaded because the server has another version
const RELOAD_AFTER = 60_000; // milliseconds
const NEVER = { at: 0 };
const ATTEMPTS = 8; // about half a minute

const ADDRESS = /https?:\/\/\S+\.js/; // as Chromium and Firefox name it when a module was not loaded

type Load<Part> = () => Promise<Part>;
type Import = (address: string) => Promise<object>;

let again = 0; // how often a module was loaded from another address
const importFrom: Import = (address) => import(/* @vite-ignore */ address);
const isModule = (value: unknown) => Object.prototype.toString.call(value) === "[object Module]";

/** Load an addition that nobody has asked for: it may come later, and the page goes on meanwhile. */
export async function loadAddition<Part>(load: Load<Part>): Promise<Part> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await (attempt ? loadAnew(load) : load());
    } catch {
      await new Promise((resolve) => setTimeout(resolve, backoffDelay(attempt, Math.random())));
    }
  }
  throw new Error(text.part.failed);
}

/** Load an addition and let it run until the returned function is called; not at all, if that comes first. */
export function runAddition<Part>(load: Load<Part>, run: (part: Part) => () => void): () => void {
  let isOver = false;
  let stop = (): void => undefined;
  void loadAddition(load).then((part) => {
    if (!isOver) stop = run(part);
  });
  return () => {
    isOver = true;
    stop();
  };
}

/** Load a part. If the server has no such file, the page is of another version and is reloaded, though not again and again:
 *  what is on it follows from its address. */
export async function loadPart<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load();
  } catch (problem) {
    const address = ADDRESS.exec(String(problem))?.[0];
    if (address && (await isGone(address)) && mayReload()) location.reload();
    throw problem;
  }
}

async function isGone(address: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch(address, { method: "HEAD", cache: "no-store" }).then(({ status }) => status === 404, () => false);
}

/** Whether the page was not reloaded just before; where the browser stores nothing, it stays as it is. */
function mayReload(): boolean {
  const last = readStored(RELOADED, NEVER);
  writeStored(RELOADED, { at: Date.now() });
  return readStored(RELOADED, NEVER).at > last.at + RELOAD_AFTER;
}

/** Load a part that could not be loaded before. If that fails although the server answers, the page is reloaded:
 *  it is of another version, or the browser remembers the failure. */
export async function loadAgain<Part>(load: Load<Part>): Promise<Part> {
  for (const style of document.querySelectorAll<HTMLLinkElement>("[rel=stylesheet]")) {
    if (isLost(style)) style.replaceWith(style.cloneNode()); // Vite asks for each once
  }
  try {
    return await loadAnew(load);
  } catch (problem) {
    if ((await fetch("/", { method: "HEAD", cache: "no-store" })).ok) location.reload();
    throw problem;
  }
}

/** Load a module that could not be loaded before. Chromium remembers the failure as long as the page is open, so the
 *  module is asked for under another address. */
export async function loadAnew<Part>(load: Load<Part>, from: Import = importFrom): Promise<Part> {
  try {
    return await load();
  } catch (problem) {
    const address = ADDRESS.exec(String(problem))?.[0];
    if (!address) throw problem;
    const loaded = await from(`${address}?again=${++again}`);
    return (Object.values(loaded).find(isModule) ?? loaded) as Part; // a file of several modules exports each
  }
}

/** Whether a style was not loaded: browsers say so in different ways. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules;
  } catch {
    return true;
  }
}
