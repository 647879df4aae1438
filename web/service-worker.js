// @ts-check
/// <reference lib="webworker" />
// The service worker: what the page can do without a connection, and notifications for those whose page is closed. The build
// writes the version and the files of the page into it (vite.config.ts).
//
// The page itself comes from the network whenever that answers: nobody gets an old one after an update. Files whose
// names have a digest of their contents never change. Of the API only what teaches is kept: never a table.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const VERSION = "__VERSION__";
const SHELL = /** @type {readonly string[]} */ (JSON.parse('__SHELL__')); // what the page needs to start, and what teaches
const FILES = `files ${VERSION}`; // of this version
const LESSONS = "lessons"; // of any version: what was read stays readable

const KEPT = /^\/api\/(games|puzzles|games\/[\w-]+\/(lessons|puzzles|rules)(\/.*)?)$/;
const STATIC = /^\/(assets|pictures|icons|games)\/|^\/favicon\.svg$|^\/manifest\.webmanifest$/;

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(FILES);
    await cache.addAll(["/", ...SHELL]);
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await worker.clients.claim(); // first: the old worker is asked nothing more
    for (const name of await caches.keys()) if (name !== FILES && name !== LESSONS) await caches.delete(name);
  })());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.mode === "navigate" && pathname === "/") event.respondWith(page(request));
  else if (request.method === "GET" && pathname.startsWith("/assets/")) event.respondWith(fromCacheFirst(request));
  else if (request.method === "GET" && STATIC.test(pathname)) event.respondWith(fromNetworkFirst(request, request, FILES));
  else if (KEPT.test(pathname) && (request.method === "GET" || request.method === "POST")) event.respondWith(lesson(request));
});

/** The page: from the network, or as it was kept.
 *  @param {Request} request
 *  @returns {Promise<Response>} */
const page = (request) => fromNetworkFirst(request, "/", FILES);

/** A file that never changes.
 *  @param {Request} request
 *  @returns {Promise<Response>} */
async function fromCacheFirst(request) {
  const kept = await caches.match(request, { cacheName: FILES });
  if (kept) return kept;
  const answer = await fetch(request);
  await keep(request, answer, FILES);
  return answer;
}

/** An answer of the network, or one that was kept under this name.
 *  @param {Request} request
 *  @param {Request | string} name
 *  @param {string} where
 *  @returns {Promise<Response>} */
async function fromNetworkFirst(request, name, where) {
  try {
    const answer = await fetch(request);
    await keep(name, answer, where);
    return answer;
  } catch (problem) {
    const kept = await caches.match(name, { cacheName: where });
    if (kept) return kept;
    throw problem;
  }
}

/** Keep an answer under this name, unless a newer version has forgotten the files of this one: to open their cache would make it
 *  again, for ever.
 *  @param {Request | string} name
 *  @param {Response} answer
 *  @param {string} where */
async function keep(name, answer, where) {
  if (!answer.ok || (where === FILES && !(await caches.has(FILES)))) return;
  await (await caches.open(where)).put(name, answer.clone());
}

/** What teaches. A step of a lesson and an answer to a try follow from what was sent, so they are kept by it; the page keeps
 *  others under such names by itself (src/offline/keep.ts).
 *  @param {Request} request
 *  @returns {Promise<Response>} */
async function lesson(request) {
  if (request.method === "GET") return fromNetworkFirst(request, request, LESSONS);
  const sent = await request.clone().text();
  return fromNetworkFirst(request, `${request.url}?sent=${encodeURIComponent(sent)}`, LESSONS);
}

// Notifications -------------------------------------------------------------------------------------

/** @typedef {{ title: string, body: string, off: string, tables: string[] }} Pushed */

worker.addEventListener("push", (event) => {
  /** @type {Pushed | null} */
  let notification = null;
  try {
    notification = event.data?.json() ?? null;
  } catch {
    // Nothing that this server has sent.
  }
  const { title = "Siegeworks", body = "", off = "", tables = [] } = notification ?? {};
  const [table = ""] = tables.length === 1 ? tables : [];
  const options = {
    body,
    tag: table ? `turn-${table}` : "turns",
    icon: "/icons/icon-192.png",
    data: { table },
    actions: off ? [{ action: "off", title: off }] : [],
  };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action === "off" ? stopNotifying() : open(notification.data?.table ?? ""));
});

/** Stop notifying this browser. */
async function stopNotifying() {
  const subscription = await worker.registration.pushManager.getSubscription();
  if (!subscription) return;
  const body = JSON.stringify({ endpoint: subscription.endpoint });
  await fetch("/api/notifications/push/off", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  await subscription.unsubscribe();
}

/** Show a table, or one's tables: in a window that was opened there, or in another one. Such a window may show another page by now,
 *  which the worker cannot know, so it is sent there again.
 *  @param {string} table */
async function open(table) {
  const address = table ? `/#/table/${table}` : "/#/";
  const windows = await worker.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => url.endsWith(address));
  if (there) await (await there.navigate(address) ?? there).focus();
  else await worker.clients.openWindow(address);
}
