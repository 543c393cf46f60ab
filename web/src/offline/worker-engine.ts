/**
 * The engine in the browser: Python in a worker, games in the browser's database. The same interface as the server's.
 */
import {
  RefusedError,
  StaleStateError,
  type Engine,
  type GameListener,
  type Capabilities,
  type Lang,
  type Opponent,
  type State,
  type Summary,
} from "../lib/engine";
import { createClient } from "../lib/client";
import {
  CHANNEL,
  type CallMessage,
  type WorkerMessage,
  type ReplyKind,
  type GameMoved,
  type TabMessage,
} from "./messages";
import type { PythonFiles } from "./pyodide";
import type { GameRow, GameStore } from "./game-store";

/** The status of the engine, for the banner. */
export type EngineStatus =
  { phase: "coming"; progress: number } | { phase: "ready" } | { phase: "dead"; why: FailureReason };

/** The reason why Python does not run: forbidden by the browser, no storage, no space, or a crash. */
export type FailureReason = "forbidden" | "storage" | "full" | "broken" | "silent";

/** Data from the site build, used to draw the start page before Python runs. */
export interface PreparedSite {
  python: PythonFiles;
  opponents: Record<Lang, Opponent[]>;
  art: Record<string, string>;
  here: Capabilities;
}

interface PendingCall {
  call: CallMessage;
  resolve: (text: string, file?: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** The number of milliseconds without a message after which the worker is stopped. */
const SILENCE_LIMIT = { start: 90_000, work: 45_000 };

export class EngineWorker {
  #worker: Worker | null = null;
  #lastNumber = 0;
  #pendingCalls = new Map<number, PendingCall>();
  #isReady = false;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #startCount = 0;

  constructor(
    private readonly files: Promise<PythonFiles>,
    private readonly createWorker: () => Worker,
    private readonly reportStatus: (status: EngineStatus) => void,
    private readonly describeFailure: (why: "stopped" | FailureReason) => string,
  ) {}

  start(): void {
    if (this.#worker) return;
    this.#worker = this.createWorker();
    this.#isReady = false;
    this.#startCount += 1;
    this.reportStatus({ phase: "coming", progress: 0 });
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#handleMessage(data);
    this.#worker.onerror = () => this.#fail("broken");
    const worker = this.#worker;
    void this.files.then(
      (files) => worker.postMessage({ start: files }),
      () => this.#fail("broken"),
    );
    this.#restartSilenceTimer();
  }

  call(
    name: string,
    parameters: Record<string, unknown>,
    file?: Uint8Array,
  ): Promise<{ text: string; file?: Uint8Array }> {
    this.start();
    return new Promise((resolve, reject) => {
      const call: CallMessage = { number: (this.#lastNumber += 1), name, parameters, file };
      this.#pendingCalls.set(call.number, {
        call,
        resolve: (text, replyFile) => resolve({ text, file: replyFile }),
        reject,
      });
      this.#worker?.postMessage(call);
      this.#restartSilenceTimer();
    });
  }

  /** Restart the timer that stops a silent worker. */
  #restartSilenceTimer(): void {
    clearTimeout(this.#silenceTimer);
    if (!this.#isReady || this.#pendingCalls.size) {
      this.#silenceTimer = setTimeout(
        () => this.#fail("silent"),
        this.#isReady ? SILENCE_LIMIT.work : SILENCE_LIMIT.start,
      );
    }
  }

  #handleMessage(message: WorkerMessage): void {
    if ("progress" in message) {
      this.reportStatus({ phase: "coming", progress: message.progress });
    } else if ("ready" in message) {
      this.#isReady = true;
      this.reportStatus({ phase: "ready" });
    } else if ("dead" in message) {
      console.error(message.why);
      return this.#fail(message.dead);
    } else {
      const pendingCall = this.#pendingCalls.get(message.number);
      this.#pendingCalls.delete(message.number);
      this.#startCount = 1;
      if (pendingCall) settleCall(pendingCall, message.kind, message.text, message.file);
    }
    this.#restartSilenceTimer();
  }

  /** Stop the worker, and start another one if the worker was ready. Pending calls fail with a message. */
  #fail(why: FailureReason): void {
    clearTimeout(this.#silenceTimer);
    this.#worker?.terminate();
    this.#worker = null;
    const canRestart = this.#isReady && this.#startCount < 3 && why !== "full"; // without free space a new worker would fail as well
    const waitingCalls = [...this.#pendingCalls.values()];
    this.#pendingCalls.clear();
    for (const call of waitingCalls) call.reject(new RefusedError(this.describeFailure(canRestart ? "stopped" : why)));
    if (canRestart) this.start();
    else this.reportStatus({ phase: "dead", why });
  }
}

function settleCall({ resolve, reject }: PendingCall, kind: ReplyKind, text: string, file?: Uint8Array): void {
  if (kind === "given") return resolve(text, file);
  const details = JSON.parse(text) as { message?: string; proposal?: State["options"][string] } & State;
  if (kind === "stale") reject(new StaleStateError(details));
  else reject(new RefusedError(details?.message ?? "", details?.proposal ?? null));
}

/** Create the page's engine from calls by name. Data that the site build prepared needs no Python. */
export function createWorkerEngine(
  worker: EngineWorker,
  prepared: Promise<PreparedSite>,
  store: Promise<GameStore>,
): Engine {
  const client = createClient(async (call, parameters) => {
    const name = call.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { file: sent, ...others } = parameters;
    const bytes = sent instanceof Blob ? new Uint8Array(await sent.arrayBuffer()) : undefined;
    const { text, file } = await worker.call(name, others, bytes);
    const result: unknown = JSON.parse(text);
    if (call.result !== "zip") return result;
    const { more } = result as { more: boolean };
    if (!more) await (await store).saveNote("saved", Date.now()).catch(() => null);
    return { file: new Blob([(file ?? new Uint8Array()) as BlobPart], { type: "application/zip" }), more };
  });
  return {
    ...client,
    opponents: async (lang) => (await prepared).opponents[lang] ?? client.opponents(lang),
    art: async (game) => (await prepared).art[game] ?? client.art(game),
    games: (lang) => listGames(lang, store, () => client.games(lang)),
    here: async () => (await prepared).here,
    follow: (id, listener) => followTabs(id, listener, store),
  };
}

// --- the list of games before there is any Python ----------------------------------------------------------

/** Return a fingerprint of the stored games, to tell whether a cached list is still valid. */
const computeFingerprint = (rows: GameRow[]): string =>
  rows.map((row) => [row.id, row.length, row.edition, row.deleted].join()).join(";");

async function listGames(
  lang: Lang,
  store: Promise<GameStore>,
  loadGames: () => Promise<Summary[]>,
): Promise<Summary[]> {
  const gameStore = await store.catch(() => null);
  if (!gameStore) return loadGames();
  const [rows, cached] = await Promise.all([
    gameStore.loadRows(),
    gameStore.loadNote<{ fingerprint: string; games: Summary[] }>(`games.${lang}`),
  ]);
  if (!rows.length) return [];
  if (cached && cached.fingerprint === `${VERSION} ${computeFingerprint(rows)}`) return cached.games;
  const games = await loadGames();
  const fingerprint = `${VERSION} ${computeFingerprint(rows)}`;
  if (computeFingerprint(await gameStore.loadRows()) === computeFingerprint(rows))
    await gameStore.saveNote(`games.${lang}`, { fingerprint, games }).catch(() => null);
  return games;
}

declare const VERSION: string;

// --- what other tabs do ------------------------------------------------------------------------------------

function followTabs(id: string, { onMoved, onGone, onConnected }: GameListener, store: Promise<GameStore>): () => void {
  const tabs = new BroadcastChannel(CHANNEL);
  const handler = ({ at, edition }: Omit<GameMoved, "id">) => (at === null ? onGone() : onMoved(at, edition));
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ("id" in data && data.id === id) handler(data);
  };
  void store
    .then((gameStore) => gameStore.loadRow(id))
    .then((row) => {
      onConnected(true);
      if (row) handler({ at: row.deleted === null ? row.length - 1 : null, edition: row.edition });
    })
    .catch(() => undefined); // without storage the page reports it elsewhere
  return () => tabs.close();
}
