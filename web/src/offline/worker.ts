/** The worker: passes calls to Python one after another, and stores the changes before it replies. */
import {
  CHANNEL,
  type CallMessage,
  type WorkerMessage,
  type ReplyKind,
  type GameMoved,
  type TabMessage,
  type StartMessage,
} from "./messages";
import { canCompile, startPython, type PyodideBridge } from "./pyodide";
import { isStorageFull, openDatabase, ConflictError, GameStore, type StoredChange, type GameRow } from "./game-store";

const tabs = new BroadcastChannel(CHANNEL);
const queuedCalls: CallMessage[] = [];
/** Games that another tab has changed since this tab read them. */
const outdatedGames = new Set<string>();
let hasPackChanges = false;
let isBusy = false;
let bridge: PyodideBridge;
let store: GameStore;

const postToPage = (message: WorkerMessage, files: Transferable[] = []) =>
  self.postMessage(message, { transfer: files });

tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  if ("pack" in data) hasPackChanges = true;
  else outdatedGames.add(data.id);
};

self.onmessage = ({ data }: MessageEvent<StartMessage | CallMessage>) => {
  if ("start" in data) void startWorker(data);
  else enqueueCall(data);
};

async function startWorker({ start: files }: StartMessage): Promise<void> {
  if (!canCompile()) return postToPage({ dead: "forbidden", why: "WebAssembly" });
  try {
    const opening = openDatabase();
    opening.catch(() => undefined);
    bridge = await startPython(files, (progress) => postToPage({ progress }));
    try {
      store = new GameStore(await opening);
      await loadGamesAndPacks();
    } catch (error) {
      return postToPage({ dead: (await isStorageFull(error)) ? "full" : "storage", why: String(error) });
    }
    postToPage({ ready: true });
    void processCalls();
  } catch (error) {
    postToPage({ dead: (await isStorageFull(error)) ? "full" : "broken", why: String(error) });
  }
}

/** Load all games and packs into Python. */
async function loadGamesAndPacks(): Promise<void> {
  const [rows, packs] = await Promise.all([store.loadRows(), store.loadPacks()]);
  outdatedGames.clear();
  hasPackChanges = false;
  bridge.open(JSON.stringify(rows), JSON.stringify(packs));
}

/** Reload after a storage error, reopening the database if it was closed. */
async function recoverStorage(hasNoRoom: boolean): Promise<void> {
  try {
    await loadGamesAndPacks();
  } catch (error) {
    try {
      store = new GameStore(await openDatabase());
      await loadGamesAndPacks();
    } catch {
      throw hasNoRoom ? new DOMException(String(error), "QuotaExceededError") : error;
    }
  }
}

// --- one after the other -----------------------------------------------------------------------------------

/** Queue a call. Pending previews of the same game are dropped. */
function enqueueCall(call: CallMessage): void {
  for (const [index, other] of [...queuedCalls.entries()].reverse()) {
    if (other.name !== "foresee" || other.parameters.id !== call.parameters.id) continue;
    queuedCalls.splice(index, 1);
    postToPage({ number: other.number, kind: "superseded", text: "null" });
  }
  queuedCalls.push(call);
  void processCalls();
}

/** Take the next call. Before a preview, wait for other messages, which may make the preview unnecessary. */
async function takeNextCall(): Promise<CallMessage | undefined> {
  if (queuedCalls[0]?.name === "foresee") await new Promise((go) => setTimeout(go));
  return queuedCalls.shift();
}

async function processCalls(): Promise<void> {
  if (isBusy || !store) return;
  isBusy = true;
  for (let call = await takeNextCall(); call; call = await takeNextCall()) {
    try {
      await handleCall(call);
    } catch (error) {
      // Python has crashed: the page starts another worker from the stored games.
      return postToPage({ dead: (await isStorageFull(error)) ? "full" : "broken", why: String(error) });
    }
  }
  isBusy = false;
}

// --- one call ----------------------------------------------------------------------------------------------

interface Reply {
  kind: ReplyKind | "lacking";
  changes: StoredChange[];
  text: string;
}

async function handleCall(call: CallMessage): Promise<void> {
  const id = typeof call.parameters.id === "string" ? call.parameters.id : null;
  await refreshFromStorage(id, call.name);
  let reply = await callPython(call);
  for (let attempt = 0; ; attempt += 1) {
    if (reply.kind === "failed") await loadGamesAndPacks();
    try {
      if (reply.changes.length) await store.saveChanges(reply.changes);
      break;
    } catch (error) {
      if (!(error instanceof ConflictError) && reply.changes.every((change) => "note" in change && change.note)) break;
      if (error instanceof ConflictError && attempt < 3) {
        await loadGamesAndPacks();
        reply = await callPython(call);
        continue;
      }
      const hasNoRoom = await isStorageFull(error);
      await recoverStorage(hasNoRoom);
      reply = parseReply(bridge.format_storage_failure(hasNoRoom, String(call.parameters.lang ?? "en")));
      break;
    }
  }
  if (reply.changes.length) notifyTabs(reply.changes);
  const file = bridge.file?.toJs();
  bridge.file?.destroy();
  postToPage({ number: call.number, kind: reply.kind as ReplyKind, text: reply.text, file }, file ? [file.buffer] : []);
}

/** Call Python. If it lacks lines of games, load them and call it again. */
async function callPython(call: CallMessage): Promise<Reply> {
  const parameters = JSON.stringify(call.parameters);
  for (;;) {
    const reply = parseReply(bridge.call(call.name, parameters, call.file));
    if (reply.kind !== "lacking") return reply;
    const { rows, texts } = await store.loadLines(JSON.parse(reply.text) as string[]);
    bridge.update_games(JSON.stringify(rows), "[]");
    bridge.add_journal_lines(JSON.stringify(texts));
  }
}

function parseReply(reply: string): Reply {
  const first = reply.indexOf("\n");
  const second = reply.indexOf("\n", first + 1);
  return {
    kind: reply.slice(0, first) as Reply["kind"],
    changes: JSON.parse(reply.slice(first + 1, second)) as StoredChange[],
    text: reply.slice(second + 1),
  };
}

const LIST_CALLS = new Set(["games", "deleted", "finished", "records", "records_csv", "exported"]);

/** Load changes from other tabs. Opened games and lists are always refreshed. */
async function refreshFromStorage(id: string | null, name: string): Promise<void> {
  if (hasPackChanges) {
    hasPackChanges = false;
    bridge.replace_packs(JSON.stringify(await store.loadPacks()));
  }
  if (LIST_CALLS.has(name)) {
    if (outdatedGames.size) await loadGamesAndPacks();
  } else if (id !== null && (outdatedGames.has(id) || name === "state")) {
    const row = await store.loadRow(id);
    outdatedGames.delete(id);
    bridge.update_games(JSON.stringify(row ? [row] : []), JSON.stringify(row ? [] : [id]));
  }
}

function notifyTabs(changes: StoredChange[]): void {
  for (const change of changes) {
    if ("pack" in change) tabs.postMessage({ pack: change.pack } satisfies TabMessage);
    else if ("purge" in change) tabs.postMessage({ id: change.purge, at: null, edition: 0 } satisfies TabMessage);
    else if (!change.note) tabs.postMessage(toGameMoved(change.row) satisfies TabMessage);
  }
}

function toGameMoved(row: GameRow): GameMoved {
  return { id: row.id, at: row.deleted === null ? row.length - 1 : null, edition: row.edition };
}
