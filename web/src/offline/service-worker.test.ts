// What service workers of two versions keep, in caches and behind a network that are simulated here.

import { expect, test } from "vitest";
import SOURCE from "../../service-worker.js?raw";

const HOST = "https://siegeworks.test";

type Listener = (event: { request?: Request; waitUntil?: (work: Promise<unknown>) => void; respondWith?: (work: Promise<Response>) => void }) => void;

/** A browser's caches. */
class Caches {
  private readonly named = new Map<string, Map<string, Response>>();

  keys = async () => [...this.named.keys()];
  has = async (name: string) => this.named.has(name);
  delete = async (name: string) => this.named.delete(name);
  match = async (asked: Request | string, { cacheName }: { cacheName: string }) => this.named.get(cacheName)?.get(address(asked));

  open = async (name: string) => {
    const entries = this.named.get(name) ?? new Map<string, Response>();
    this.named.set(name, entries);
    return {
      match: async (asked: Request | string) => entries.get(address(asked)),
      put: async (asked: Request | string, answer: Response) => void entries.set(address(asked), answer),
      addAll: async (asked: string[]) => asked.forEach((path) => entries.set(address(path), new Response(`kept ${path}`))),
    };
  };
}

const address = (asked: Request | string) => new URL(typeof asked === "string" ? asked : asked.url, HOST).href;

/** A worker of this version. */
class Worker {
  private readonly listeners = new Map<string, Listener>();

  constructor(version: string, caches: Caches, fetch: () => Promise<Response>) {
    const scope = {
      addEventListener: (kind: string, listener: Listener) => this.listeners.set(kind, listener),
      clients: { claim: async () => undefined },
      skipWaiting: async () => undefined,
      location: { origin: HOST },
    };
    const source = SOURCE.replace("__VERSION__", version).replace("__SHELL__", '["/assets/start.js"]');
    new Function("self", "caches", "fetch", source)(scope, caches, fetch);
  }

  /** It is installed, and from then on the one that is asked. */
  async starts(): Promise<void> {
    for (const kind of ["install", "activate"]) {
      const work: Promise<unknown>[] = [];
      this.listeners.get(kind)?.({ waitUntil: (promise) => work.push(promise) });
      await Promise.all(work);
    }
  }

  /** Its answer to a request. */
  async asked(path: string): Promise<string> {
    let answer: Promise<Response> | undefined;
    this.listeners.get("fetch")?.({ request: new Request(HOST + path), respondWith: (work) => (answer = work) });
    return (await answer)!.text();
  }
}

const online = () => Promise.resolve(new Response("from the network"));
const offline = () => Promise.reject(new TypeError("offline"));

test("what was read with a connection is read without one", async () => {
  const caches = new Caches();
  const worker = new Worker("1", caches, online);
  await worker.starts();
  await worker.asked("/assets/board.js");
  await worker.asked("/api/games/expansion/rules");
  const later = new Worker("1", caches, offline);
  expect(await later.asked("/assets/start.js")).toBe("kept /assets/start.js");
  expect(await later.asked("/assets/board.js")).toBe("from the network");
  expect(await later.asked("/api/games/expansion/rules")).toBe("from the network");
});

test("a worker that has been replaced answers, and leaves no files behind", async () => {
  const caches = new Caches();
  const old = new Worker("1", caches, online);
  await old.starts();
  await new Worker("2", caches, online).starts();
  expect(await old.asked("/assets/board.js")).toBe("from the network"); // asked for by a page that was still loading
  expect(await caches.keys()).toEqual(["files 2"]);
});
