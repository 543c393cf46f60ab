/** What the browser keeps: games as rows with their lines, packs, and what the page notes for itself. */

export interface Row {
  id: string;
  length: number;
  edition: number;
  deleted: number | null;
  /** When it was begun and last played, in seconds. */
  created: number;
  played: number;
}

interface Seen {
  length: number;
  edition: number;
}

/** What a call changes, as Python puts it into its outbox. */
export type Change =
  | { row: Row; before: Seen | null; lines: string[]; note: boolean }
  | { purge: string; before: Seen }
  | { pack: string; before: string | null; text: string | null };

/** Another tab was quicker: nothing was kept. */
export class Overtaken extends Error {}

/** Bytes; where the browser has less room left, it is taken to be full. */
const ROOM = 1024 * 1024;

/**
 * Return whether the browser refused something for lack of room. A really full disk is often reported as another error of the
 * storage, so the room that is left is looked at, too.
 */
export async function isFull(
  error: unknown,
  storage: Pick<StorageManager, "estimate"> = navigator.storage,
): Promise<boolean> {
  if (!(error instanceof DOMException)) return false;
  if (error.name === "QuotaExceededError") return true;
  try {
    const { quota, usage } = await storage.estimate();
    return quota !== undefined && quota - (usage ?? 0) < ROOM;
  } catch {
    return false;
  }
}

const NAME = "rival";
const STORES = ["games", "lines", "packs", "notes"] as const;

export function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const wish = indexedDB.open(NAME, 1);
    wish.onupgradeneeded = () => {
      wish.result.createObjectStore("games", { keyPath: "id" });
      wish.result.createObjectStore("lines"); // by [game, number]
      wish.result.createObjectStore("packs"); // by opponent
      wish.result.createObjectStore("notes"); // by name
    };
    wish.onsuccess = () => {
      wish.result.onversionchange = () => wish.result.close(); // a newer Rival in another tab goes first
      resolve(wish.result);
    };
    wish.onerror = () => reject(wish.error);
    wish.onblocked = () => reject(new DOMException("another tab holds an older version", "InvalidStateError"));
  });
}

const result = <T>(wish: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    wish.onsuccess = () => resolve(wish.result);
    wish.onerror = () => reject(wish.error);
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });

const linesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

export class Store {
  constructor(private readonly database: IDBDatabase) {}

  rows(): Promise<Row[]> {
    return result(this.database.transaction("games").objectStore("games").getAll());
  }

  row(id: string): Promise<Row | undefined> {
    return result(this.database.transaction("games").objectStore("games").get(id));
  }

  /** The lines of games, and their rows as they are at the same moment. */
  async lines(ids: string[]): Promise<{ rows: Row[]; texts: Record<string, string[]> }> {
    const reading = this.database.transaction(["games", "lines"]);
    const found = await Promise.all(
      ids.map(async (id) => ({
        row: (await result(reading.objectStore("games").get(id))) as Row | undefined,
        lines: (await result(reading.objectStore("lines").getAll(linesOf(id)))) as string[],
      })),
    );
    const there = found.flatMap(({ row, lines }) => (row ? [{ row, lines }] : []));
    return {
      rows: there.map(({ row }) => row),
      texts: Object.fromEntries(there.map((one) => [one.row.id, one.lines])),
    };
  }

  async packs(): Promise<Record<string, string>> {
    const store = this.database.transaction("packs").objectStore("packs");
    const [keys, texts] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    return Object.fromEntries(keys.map((key, i) => [String(key), texts[i] as string]));
  }

  note<T>(name: string): Promise<T | undefined> {
    return result(this.database.transaction("notes").objectStore("notes").get(name));
  }

  async setNote(name: string, value: unknown): Promise<void> {
    const writing = this.database.transaction("notes", "readwrite");
    writing.objectStore("notes").put(value, name);
    await ended(writing);
  }

  /** Keep all of it, or nothing. When this is done it is on the disk, as far as a browser can promise that. */
  async keep(changes: Change[]): Promise<void> {
    const writing = this.database.transaction([...STORES], "readwrite", { durability: "strict" });
    const done = ended(writing);
    done.catch(() => undefined); // whoever waits for it below hears of it
    try {
      for (const change of changes) await this.#put(writing, change);
      writing.commit();
    } catch (error) {
      try {
        writing.abort();
      } catch {
        // it has ended already, by the error that is thrown on
      }
      throw error;
    }
    await done;
  }

  async #put(writing: IDBTransaction, change: Change): Promise<void> {
    if ("pack" in change) {
      const packs = writing.objectStore("packs");
      if (((await result(packs.get(change.pack))) ?? null) !== change.before) throw new Overtaken();
      if (change.text === null) packs.delete(change.pack);
      else packs.put(change.text, change.pack);
      return;
    }
    const id = "purge" in change ? change.purge : change.row.id;
    const now = (await result(writing.objectStore("games").get(id))) as Row | undefined;
    if (now?.length !== change.before?.length || now?.edition !== change.before?.edition) throw new Overtaken();
    if ("purge" in change) {
      writing.objectStore("games").delete(id);
      writing.objectStore("lines").delete(linesOf(id));
      return;
    }
    const first = change.before?.length ?? 0;
    change.lines.forEach((line, i) => writing.objectStore("lines").add(line, [id, first + i]));
    writing.objectStore("games").put(change.row);
  }
}
