/**
 * The service worker, which caches every file of the site with its checksum and serves the files from the cache. A new
 * version is fetched in the background and waits until the user accepts it. No library is needed, because the build
 * fixes the list of files. Files that both versions share are copied without the network.
 */
interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifetimeEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
/** The parts of the service worker API that are used here; TypeScript knows only pages or workers. */
interface ServiceWorkerScope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LifetimeEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}
const scope = self as unknown as ServiceWorkerScope;

const { version, files } = "THE LIST" as unknown as { version: string; files: Record<string, string> };
const CACHE_NAME = `rival-${version}`;
const toUrl = (file: string) => new URL(file, scope.registration.scope).href;
const expectedSums = new Map(Object.entries(files).map(([file, sum]) => [toUrl(file), sum]));

scope.addEventListener("install", (event) => event.waitUntil(cacheAllFiles()));

scope.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOldCache).map((name) => caches.delete(name))))
      .then(() => scope.clients.claim()),
  ),
);

scope.addEventListener("message", (event) => {
  if (event.data === "take over") void scope.skipWaiting();
});

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.hash = url.search = "";
  const page = event.request.mode === "navigate" && !expectedSums.has(url.href) ? toUrl("index.html") : url.href;
  if (expectedSums.has(page)) event.respondWith(serveFromCache(page));
});

const isOldCache = (name: string) => name.startsWith("rival-") && name !== CACHE_NAME;

async function cacheAllFiles(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  const oldCaches = await Promise.all((await caches.keys()).filter(isOldCache).map((name) => caches.open(name)));
  for (const [file, integrity] of expectedSums) {
    if (await cache.match(file)) continue;
    const matches = await Promise.all(oldCaches.map((cache) => cache.match(file)));
    const unchanged = matches.find((match) => match?.headers.get("rival-sum") === integrity);
    // Files with a checksum in their name never change; others may be in the HTTP cache in an old version.
    const options: RequestInit = { integrity, cache: file.includes("/assets/") ? "default" : "no-cache" };
    await cache.put(file, unchanged ?? addChecksum(await fetch(file, options), integrity));
  }
}

/** Add the checksum as a header, for the next version. */
function addChecksum(response: Response, sum: string): Response {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const headers = new Headers(response.headers);
  headers.set("rival-sum", sum);
  headers.delete("content-encoding"); // the body is already decompressed
  headers.delete("content-length");
  return new Response(response.body, { headers });
}

async function serveFromCache(file: string): Promise<Response> {
  const cached = await (await caches.open(CACHE_NAME)).match(file);
  return cached ?? fetch(file);
}
