/** What the browser keeps: games as rows with their lines, packs, and what the page notes for itself. */

export interface GameRow {
  id: string;
  length: number;
  edition: number;
  deleted: number | null;
  /** When it was begun and last played, in seconds. */
  created: number;
  played: number;
}

interface GameVersion {
  length: number;
  edition: number;
}

/** What a call changes, as Python puts it into its outbox. */
export type StoredChange =
  | { row: GameRow; before: GameVersion | null; lines: string[]; note: boolean }
  | { purge: string; before: GameVersion }
  | { pack: string; before: string | null; text: string | null };

/** Another tab was quicker: nothing was kept. */
export class ConflictError extends Error {}

/** Bytes; where the browser has less room left, it is taken to be full. */
const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Return whether the browser refused something for lack of room. A really full disk is often reported as another error of the
 * storage, so the room that is left is looked at, too.
 */
export async function isStorageFull(
  error: unknown,
  storage: Pick<StorageManager, "estimate"> = navigator.storage,
): Promise<boolean> {
  if (!(error instanceof DOMException)) return false;
  if (error.name === "QuotaExceededError") return true;
  try {
    const { quota, usage } = await storage.estimate();
    return quota !== undefined && quota - (usage ?? 0) < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

const DATABASE_NAME = "rival";
const STORES = ["games", "lines", "packs", "notes"] as const;

export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "id" });
      request.result.createObjectStore("lines"); // by [game, number]
      request.result.createObjectStore("packs"); // by opponent
      request.result.createObjectStore("notes"); // by name
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // a newer Rival in another tab goes first
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new DOMException("another tab holds an older version", "InvalidStateError"));
  });
}

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const waitForTransaction = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });

const buildLineRange = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

export class GameStore {
  constructor(private readonly database: IDBDatabase) {}

  loadRows(): Promise<GameRow[]> {
    return toPromise(this.database.transaction("games").objectStore("games").getAll());
  }

  loadRow(id: string): Promise<GameRow | undefined> {
    return toPromise(this.database.transaction("games").objectStore("games").get(id));
  }

  /** The lines of games, and their rows as they are at the same moment. */
  async loadLines(ids: string[]): Promise<{ rows: GameRow[]; texts: Record<string, string[]> }> {
    const transaction = this.database.transaction(["games", "lines"]);
    const loaded = await Promise.all(
      ids.map(async (id) => ({
        row: (await toPromise(transaction.objectStore("games").get(id))) as GameRow | undefined,
        lines: (await toPromise(transaction.objectStore("lines").getAll(buildLineRange(id)))) as string[],
      })),
    );
    const present = loaded.flatMap(({ row, lines }) => (row ? [{ row, lines }] : []));
    return {
      rows: present.map(({ row }) => row),
      texts: Object.fromEntries(present.map((game) => [game.row.id, game.lines])),
    };
  }

  async loadPacks(): Promise<Record<string, string>> {
    const store = this.database.transaction("packs").objectStore("packs");
    const [keys, texts] = await Promise.all([toPromise(store.getAllKeys()), toPromise(store.getAll())]);
    return Object.fromEntries(keys.map((key, i) => [String(key), texts[i] as string]));
  }

  loadNote<T>(name: string): Promise<T | undefined> {
    return toPromise(this.database.transaction("notes").objectStore("notes").get(name));
  }

  async saveNote(name: string, value: unknown): Promise<void> {
    const transaction = this.database.transaction("notes", "readwrite");
    transaction.objectStore("notes").put(value, name);
    await waitForTransaction(transaction);
  }

  /** Keep all of it, or nothing. When this is done it is on the disk, as far as a browser can promise that. */
  async saveChanges(changes: StoredChange[]): Promise<void> {
    const transaction = this.database.transaction([...STORES], "readwrite", { durability: "strict" });
    const completion = waitForTransaction(transaction);
    completion.catch(() => undefined); // whoever waits for it below hears of it
    try {
      for (const change of changes) await this.#applyChange(transaction, change);
      transaction.commit();
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // it has ended already, by the error that is thrown on
      }
      throw error;
    }
    await completion;
  }

  async #applyChange(transaction: IDBTransaction, change: StoredChange): Promise<void> {
    if ("pack" in change) {
      const packs = transaction.objectStore("packs");
      if (((await toPromise(packs.get(change.pack))) ?? null) !== change.before) throw new ConflictError();
      if (change.text === null) packs.delete(change.pack);
      else packs.put(change.text, change.pack);
      return;
    }
    const id = "purge" in change ? change.purge : change.row.id;
    const stored = (await toPromise(transaction.objectStore("games").get(id))) as GameRow | undefined;
    if (stored?.length !== change.before?.length || stored?.edition !== change.before?.edition)
      throw new ConflictError();
    if ("purge" in change) {
      transaction.objectStore("games").delete(id);
      transaction.objectStore("lines").delete(buildLineRange(id));
      return;
    }
    const first = change.before?.length ?? 0;
    change.lines.forEach((line, i) => transaction.objectStore("lines").add(line, [id, first + i]));
    transaction.objectStore("games").put(change.row);
  }
}
