/** The engine of the page without a server. */
import type { Engine } from "../lib/engine";
import { EngineWorker, createWorkerEngine, type PreparedSite } from "./worker-engine";
import { installation } from "./installation.svelte";
import { openDatabase, GameStore } from "./game-store";
import { getTexts } from "./texts";

declare const PREPARED: string;

const preparedSite: Promise<PreparedSite> = fetch(new URL(PREPARED, document.baseURI)).then(async (response) => {
  const site = (await response.json()) as PreparedSite;
  site.python.folder = new URL(`assets/${site.python.folder}/`, document.baseURI).href;
  return site;
});

export const gameStore: Promise<GameStore> = openDatabase().then((database) => new GameStore(database));
gameStore.catch(() => undefined); // the worker reports the error

export const engineWorker = new EngineWorker(
  preparedSite.then((site) => site.python),
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "rival" }),
  (status) => (installation.status = status),
  (why) => getTexts()[why],
);

export const engine: Engine = createWorkerEngine(engineWorker, preparedSite, gameStore);
