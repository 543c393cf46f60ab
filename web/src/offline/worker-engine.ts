/** The engine beside the page: Python in a worker, games in the browser's own storage. The same interface as a server's. */
import {
  Refused,
  Stale,
  type Engine,
  type Hearing,
  type Here,
  type Lang,
  type Opponent,
  type State,
  type Summary,
} from "../lib/engine";
import { CHANNEL, type Call, type FromWorker, type Kind, type Moved, type News } from "./messages";
import type { PythonFiles } from "./pyodide";
import type { Row, Store } from "./game-store";

/** How the engine gets on, for the page to show. */
export type Standing = { is: "coming"; part: number } | { is: "ready" } | { is: "dead"; why: Reason };

/** Why there is no Python: the host or the browser does not allow it, or it came to an end. */
export type Reason = "forbidden" | "storage" | "full" | "broken" | "silent";

/** What was made when the site was built, so that a start page is drawn before there is any Python. */
export interface Prepared {
  python: PythonFiles;
  opponents: Record<Lang, Opponent[]>;
  art: Record<string, string>;
  here: Here;
}

interface Awaited {
  call: Call;
  given: (text: string, file?: Uint8Array) => void;
  refused: (error: Error) => void;
}

/** A worker that says nothing for so long, in milliseconds, while it starts or while it works, is given up. */
const SILENCE = { start: 90_000, work: 45_000 };

export class Worked {
  #worker: Worker | null = null;
  #number = 0;
  #awaited = new Map<number, Awaited>();
  #ready = false;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #starts = 0;

  constructor(
    private readonly files: Promise<PythonFiles>,
    private readonly make: () => Worker,
    private readonly standing: (now: Standing) => void,
    private readonly sentence: (why: "stopped" | Reason) => string,
  ) {}

  start(): void {
    if (this.#worker) return;
    this.#worker = this.make();
    this.#ready = false;
    this.#starts += 1;
    this.standing({ is: "coming", part: 0 });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    this.#worker.onerror = () => this.#dead("broken");
    const worker = this.#worker;
    void this.files.then(
      (files) => worker.postMessage({ start: files }),
      () => this.#dead("broken"),
    );
    this.#listen();
  }

  call(name: string, said: Record<string, unknown>, file?: Uint8Array): Promise<{ text: string; file?: Uint8Array }> {
    this.start();
    return new Promise((resolve, reject) => {
      const call: Call = { number: (this.#number += 1), name, said, file };
      this.#awaited.set(call.number, { call, given: (text, got) => resolve({ text, file: got }), refused: reject });
      this.#worker?.postMessage(call);
      this.#listen();
    });
  }

  /** Somebody is waiting, so something should be heard. */
  #listen(): void {
    clearTimeout(this.#patience);
    if (!this.#ready || this.#awaited.size) {
      this.#patience = setTimeout(() => this.#dead("silent"), this.#ready ? SILENCE.work : SILENCE.start);
    }
  }

  #hear(message: FromWorker): void {
    if ("progress" in message) {
      this.standing({ is: "coming", part: message.progress });
    } else if ("ready" in message) {
      this.#ready = true;
      this.standing({ is: "ready" });
    } else if ("dead" in message) {
      console.error(message.why);
      return this.#dead(message.dead);
    } else {
      const awaited = this.#awaited.get(message.number);
      this.#awaited.delete(message.number);
      this.#starts = 1;
      if (awaited) settle(awaited, message.kind, message.text, message.file);
    }
    this.#listen();
  }

  /** The worker is at its end. One that had begun is started anew, and what was only looked at is asked again. */
  #dead(why: Reason): void {
    clearTimeout(this.#patience);
    this.#worker?.terminate();
    this.#worker = null;
    const again = this.#ready && this.#starts < 3 && why !== "full"; // without room a new one dies as well
    const left = [...this.#awaited.values()];
    this.#awaited.clear();
    for (const one of left) one.refused(new Refused(this.sentence(again ? "stopped" : why)));
    if (again) this.start();
    else this.standing({ is: "dead", why });
  }
}

function settle({ given, refused }: Awaited, kind: Kind, text: string, file?: Uint8Array): void {
  if (kind === "given") return given(text, file);
  const told = JSON.parse(text) as { message?: string; proposal?: State["options"][string] } & State;
  if (kind === "stale") refused(new Stale(told));
  else refused(new Refused(told?.message ?? "", told?.proposal ?? null));
}

/** The page's interface over calls by name. */
export function workerEngine(worked: Worked, prepared: Promise<Prepared>, store: Promise<Store>): Engine {
  const call = async <T>(name: string, said: Record<string, unknown>): Promise<T> =>
    JSON.parse((await worked.call(name, said)).text) as T;
  const of =
    (name: string) =>
    <T>(id: string, said: unknown, lang: Lang): Promise<T> =>
      call<T>(name, { id, said, lang });
  const looked =
    (name: string) =>
    <T>(id: string, lang: Lang): Promise<T> =>
      call<T>(name, { id, lang });
  const nobody = (): Promise<never> => Promise.reject(new Error("there are no links in the browser"));

  return {
    opponents: async (lang) => (await prepared).opponents[lang] ?? call("opponents", { lang }),
    rules: (game) => call("rules", { game }),
    art: async (game) => (await prepared).art[game] ?? (await call<{ svg: string }>("art", { game })).svg,
    games: (lang) => listed(lang, store, () => call("games", { lang })),
    begin: (said, lang) => call("begin", { said, lang }),
    sample: (game, lang, seed) => call("sample", { said: { game, lang, ...(seed === undefined ? {} : { seed }) } }),
    state: looked("state"),
    past: (id, position, lang, since = 0) => call("past", { id, position, lang, since }),
    chapters: looked("chapters"),
    tracked: looked("tracked"),
    inquiries: looked("inquiries"),
    inquire: of("inquire"),
    course: looked("course"),
    play: looked("play"),
    par: looked("par"),
    practice: (said, lang) => call("practice", { said, lang }),
    foresee: of("foresee"),
    answer: of("answer"),
    correct: of("correct"),
    dice: of("dice"),
    undo: of("undo"),
    redo: of("redo"),
    rewind: of("rewind"),
    amend: of("amend"),
    former: of("former"),
    follow: (id, hear) => follow(id, hear, store),
    journal: (id) => call("journal", { id }),
    load: (text, lang) => call("load", { said: { text }, lang }),
    take: (text, lang) => call("take", { said: { text }, lang }),
    describe: of("describe"),
    duplicate: looked("duplicate"),
    branch: (id, position, lang) => call("branch", { id, said: { position }, lang }),
    remove: (id) => call("remove", { id }),
    deleted: (lang) => call("deleted", { lang }),
    restore: looked("restore"),
    purge: (id) => call("purge", { id }),
    exported: async (part) => {
      const { text, file } = await worked.call("exported", { part });
      const { more } = JSON.parse(text) as { more: boolean };
      if (!more) await (await store).setNote("saved", Date.now()).catch(() => null);
      return { file: new Blob([(file ?? new Uint8Array()) as BlobPart], { type: "application/zip" }), more };
    },
    takeIn: async (file, lang) =>
      JSON.parse((await worked.call("take_in", { lang }, new Uint8Array(await file.arrayBuffer()))).text),
    pack: (game, lang) => call("pack", { game, lang }),
    packFile: (game, lang) => call("pack_file", { game, lang }),
    takePack: (game, text, lang) => call("take_pack", { game, said: { text }, lang }),
    forgetPack: (game) => call("forget_pack", { game }),
    box: (game, lang) => call("box", { game, lang }),
    boxPart: (game, said, lang) => call("box_part", { game, said, lang }),
    tellPart: (game, said, lang) => call("tell_part", { game, said, lang }),
    checkPart: (game, part, checked, lang) => call("check_part", { game, said: { part, checked }, lang }),
    forgetPart: (game, part, lang) => call("forget_part", { game, said: { part }, lang }),
    describePack: (game, said, lang) => call("describe_pack", { game, said, lang }),
    undoBox: (game, lang) => call("undo_box", { game, lang }),
    shareParts: (game, parts, lang) => call("share_parts", { game, said: { parts }, lang }),
    offeredPack: (text, lang) => call("offered_pack", { said: { text }, lang }),
    takeParts: (said, lang) => call("take_parts", { said, lang }),
    takeOver: of("take_over"),
    here: async () => (await prepared).here,
    network: nobody,
    links: nobody,
    renewLinks: nobody,
    letGuestsRename: nobody,
    records: (samples, lang) => call("records", { samples, lang }),
    recordsFile: async (kind, samples) => new Blob([await call<string>("records_file", { kind, samples })]),
  };
}

// --- the list of games before there is any Python ----------------------------------------------------------

/** What the games were when the list was made: where nothing is different, it still holds. */
const print = (rows: Row[]): string =>
  rows.map((one) => [one.id, one.length, one.edition, one.deleted].join()).join(";");

async function listed(lang: Lang, store: Promise<Store>, ask: () => Promise<Summary[]>): Promise<Summary[]> {
  const kept = await store.catch(() => null);
  if (!kept) return ask();
  const [before, last] = await Promise.all([
    kept.rows(),
    kept.note<{ print: string; games: Summary[] }>(`games.${lang}`),
  ]);
  if (!before.length) return [];
  if (last && last.print === `${VERSION} ${print(before)}`) return last.games;
  const games = await ask();
  const now = `${VERSION} ${print(before)}`;
  if (print(await kept.rows()) === print(before))
    await kept.setNote(`games.${lang}`, { print: now, games }).catch(() => null);
  return games;
}

declare const VERSION: string;

// --- what other tabs do ------------------------------------------------------------------------------------

function follow(id: string, { moved, gone, connected }: Hearing, store: Promise<Store>): () => void {
  const tabs = new BroadcastChannel(CHANNEL);
  const hear = ({ at, edition }: Omit<Moved, "id">) => (at === null ? gone() : moved(at, edition));
  tabs.onmessage = ({ data }: MessageEvent<News>) => {
    if ("id" in data && data.id === id) hear(data);
  };
  void store
    .then((kept) => kept.row(id))
    .then((row) => {
      connected(true);
      if (row) hear({ at: row.deleted === null ? row.length - 1 : null, edition: row.edition });
    })
    .catch(() => undefined); // a browser that keeps nothing says so itself
  return () => tabs.close();
}
