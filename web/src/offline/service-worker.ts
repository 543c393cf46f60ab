/**
 * The service worker: every file of the site is kept when it is first seen, each as its sum says, and served from there. A new
 * version is fetched beside the old one and waits until the person wants it.
 *
 * Our own, not a library's: the list is made when the site is built, nothing is ever fetched that isn't on it, and what a
 * version shares with the one before (most of it, Python) is taken over without the network.
 */
interface Held extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Held {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** What is used here of what a service worker has; TypeScript knows either a page or a worker. */
interface Service {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(what: "install" | "activate", hear: (event: Held) => void): void;
  addEventListener(what: "fetch", hear: (event: Asked) => void): void;
  addEventListener(what: "message", hear: (event: MessageEvent) => void): void;
}
const service = self as unknown as Service;

const { version, files } = "THE LIST" as unknown as { version: string; files: Record<string, string> };
const NAME = `rival-${version}`;
const address = (file: string) => new URL(file, service.registration.scope).href;
const wanted = new Map(Object.entries(files).map(([file, sum]) => [address(file), sum]));

service.addEventListener("install", (event) => event.waitUntil(fetchAll()));

service.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => service.clients.claim()),
  ),
);

service.addEventListener("message", (event) => {
  if (event.data === "take over") void service.skipWaiting();
});

service.addEventListener("fetch", (event) => {
  const asked = new URL(event.request.url);
  asked.hash = asked.search = "";
  const page = event.request.mode === "navigate" && !wanted.has(asked.href) ? address("index.html") : asked.href;
  if (wanted.has(page)) event.respondWith(kept(page));
});

const isOld = (name: string) => name.startsWith("rival-") && name !== NAME;

async function fetchAll(): Promise<void> {
  const cache = await caches.open(NAME);
  const before = await Promise.all((await caches.keys()).filter(isOld).map((name) => caches.open(name)));
  for (const [file, integrity] of wanted) {
    if (await cache.match(file)) continue;
    const known = await Promise.all(before.map((one) => one.match(file)));
    const same = known.find((one) => one?.headers.get("rival-sum") === integrity);
    // What has a sum in its name is what it was; the others may be known to the browser from an earlier version.
    const how: RequestInit = { integrity, cache: file.includes("/assets/") ? "default" : "no-cache" };
    await cache.put(file, same ?? marked(await fetch(file, how), integrity));
  }
}

/** With its sum beside it, for the version after this one. */
function marked(answer: Response, sum: string): Response {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const headers = new Headers(answer.headers);
  headers.set("rival-sum", sum);
  headers.delete("content-encoding"); // it is unpacked already
  headers.delete("content-length");
  return new Response(answer.body, { headers });
}

async function kept(file: string): Promise<Response> {
  const found = await (await caches.open(NAME)).match(file);
  return found ?? fetch(file);
}
