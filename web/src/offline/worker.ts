/** The worker: takes one call after the other to Python, and keeps what it changes before anybody hears of it. */
import { CHANNEL, type Call, type FromWorker, type Kind, type Moved, type News, type Start } from "./messages";
import { mayCompile, start, type Desk } from "./pyodide";
import { isFull, open, Overtaken, Store, type Change, type Row } from "./game-store";

const tabs = new BroadcastChannel(CHANNEL);
const waiting: Call[] = [];
/** Games that another tab changed since they were read here. */
const outdated = new Set<string>();
let otherPacks = false;
let busy = false;
let desk: Desk;
let store: Store;

const tell = (message: FromWorker, files: Transferable[] = []) => self.postMessage(message, { transfer: files });

tabs.onmessage = ({ data }: MessageEvent<News>) => {
  if ("pack" in data) otherPacks = true;
  else outdated.add(data.id);
};

self.onmessage = ({ data }: MessageEvent<Start | Call>) => {
  if ("start" in data) void begin(data);
  else queue(data);
};

async function begin({ start: files }: Start): Promise<void> {
  if (!mayCompile()) return tell({ dead: "forbidden", why: "WebAssembly" });
  try {
    const opened = open();
    opened.catch(() => undefined);
    desk = await start(files, (progress) => tell({ progress }));
    try {
      store = new Store(await opened);
      await reopen();
    } catch (error) {
      return tell({ dead: (await isFull(error)) ? "full" : "storage", why: String(error) });
    }
    tell({ ready: true });
    void work();
  } catch (error) {
    tell({ dead: (await isFull(error)) ? "full" : "broken", why: String(error) });
  }
}

/** Python knows what is kept, and nothing else. */
async function reopen(): Promise<void> {
  const [rows, packs] = await Promise.all([store.rows(), store.packs()]);
  outdated.clear();
  otherPacks = false;
  desk.open(JSON.stringify(rows), JSON.stringify(packs));
}

/** The disk refused something. It may have closed the database as well: then it is opened once more. */
async function readAgain(full: boolean): Promise<void> {
  try {
    await reopen();
  } catch (error) {
    try {
      store = new Store(await open());
      await reopen();
    } catch {
      throw full ? new DOMException(String(error), "QuotaExceededError") : error;
    }
  }
}

// --- one after the other -----------------------------------------------------------------------------------

/** A look ahead that waits is pointless when anything else is wanted of its game. */
function queue(call: Call): void {
  for (const [place, other] of [...waiting.entries()].reverse()) {
    if (other.name !== "foresee" || other.said.id !== call.said.id) continue;
    waiting.splice(place, 1);
    tell({ number: other.number, kind: "superseded", text: "null" });
  }
  waiting.push(call);
  void work();
}

/** The next call. What else was wanted meanwhile is heard before a look ahead is begun, as that may make it pointless. */
async function next(): Promise<Call | undefined> {
  if (waiting[0]?.name === "foresee") await new Promise((go) => setTimeout(go));
  return waiting.shift();
}

async function work(): Promise<void> {
  if (busy || !store) return;
  busy = true;
  for (let call = await next(); call; call = await next()) {
    try {
      await answer(call);
    } catch (error) {
      // Python itself came to an end: the page starts another worker, which goes on from what is kept.
      return tell({ dead: (await isFull(error)) ? "full" : "broken", why: String(error) });
    }
  }
  busy = false;
}

// --- one call ----------------------------------------------------------------------------------------------

interface Reply {
  kind: Kind | "lacking";
  changes: Change[];
  text: string;
}

async function answer(call: Call): Promise<void> {
  const id = typeof call.said.id === "string" ? call.said.id : null;
  await lookAnew(id, call.name);
  let reply = await ask(call);
  for (let again = 0; ; again += 1) {
    if (reply.kind === "failed") await reopen();
    try {
      if (reply.changes.length) await store.keep(reply.changes);
      break;
    } catch (error) {
      if (!(error instanceof Overtaken) && reply.changes.every((one) => "note" in one && one.note)) break;
      if (error instanceof Overtaken && again < 3) {
        await reopen();
        reply = await ask(call);
        continue;
      }
      const full = await isFull(error);
      await readAgain(full);
      reply = parsed(desk.not_kept(full, String(call.said.lang ?? "en")));
      break;
    }
  }
  if (reply.changes.length) announce(reply.changes);
  const file = desk.file?.toJs();
  desk.file?.destroy();
  tell({ number: call.number, kind: reply.kind as Kind, text: reply.text, file }, file ? [file.buffer] : []);
}

/** Ask Python; the lines of games that it lacks are brought, and it is asked again. */
async function ask(call: Call): Promise<Reply> {
  const said = JSON.stringify(call.said);
  for (;;) {
    const reply = parsed(desk.call(call.name, said, call.file));
    if (reply.kind !== "lacking") return reply;
    const { rows, texts } = await store.lines(JSON.parse(reply.text) as string[]);
    desk.know(JSON.stringify(rows), "[]");
    desk.bring(JSON.stringify(texts));
  }
}

function parsed(told: string): Reply {
  const first = told.indexOf("\n");
  const second = told.indexOf("\n", first + 1);
  return {
    kind: told.slice(0, first) as Reply["kind"],
    changes: JSON.parse(told.slice(first + 1, second)) as Change[],
    text: told.slice(second + 1),
  };
}

const LISTS = new Set(["games", "deleted", "records", "records_file", "exported"]);

/** What other tabs did meanwhile. A game that is opened, and lists, are read anew in any case. */
async function lookAnew(id: string | null, name: string): Promise<void> {
  if (otherPacks) {
    otherPacks = false;
    desk.know_packs(JSON.stringify(await store.packs()));
  }
  if (LISTS.has(name)) {
    if (outdated.size) await reopen();
  } else if (id !== null && (outdated.has(id) || name === "state")) {
    const row = await store.row(id);
    outdated.delete(id);
    desk.know(JSON.stringify(row ? [row] : []), JSON.stringify(row ? [] : [id]));
  }
}

function announce(changes: Change[]): void {
  for (const change of changes) {
    if ("pack" in change) tabs.postMessage({ pack: change.pack } satisfies News);
    else if ("purge" in change) tabs.postMessage({ id: change.purge, at: null, edition: 0 } satisfies News);
    else if (!change.note) tabs.postMessage(moved(change.row) satisfies News);
  }
}

function moved(row: Row): Moved {
  return { id: row.id, at: row.deleted === null ? row.length - 1 : null, edition: row.edition };
}
