/** The engine of the page that needs no server. */
import type { Engine } from "../lib/engine";
import { Worked, workerEngine, type Prepared } from "./worker-engine";
import { home } from "./installation.svelte";
import { open, Store } from "./game-store";
import { o } from "./texts";

declare const PREPARED: string;

const prepared: Promise<Prepared> = fetch(new URL(PREPARED, document.baseURI)).then(async (answer) => {
  const found = (await answer.json()) as Prepared;
  found.python.folder = new URL(`assets/${found.python.folder}/`, document.baseURI).href;
  return found;
});

export const store: Promise<Store> = open().then((database) => new Store(database));
store.catch(() => undefined); // the worker tells of it

export const worked = new Worked(
  prepared.then((found) => found.python),
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "rival" }),
  (now) => (home.standing = now),
  (why) => o()[why],
);

export const engine: Engine = workerEngine(worked, prepared, store);
