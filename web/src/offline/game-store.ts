/** The browser's database: games with their lines, packs, and notes of the page. */

export interface GameRow {
  id: string;
  length: number;
  edition: number;
  deleted: number | null;
  /** The times at which the game was created and last played, in seconds. */
  created: number;
  played: number;
}

interface GameVersion {
  length: number;
  edition: number;
}

/** A change that a call makes, as Python reports it. */
export type StoredChange =
  | { row: GameRow; before: GameVersion | null; lines: string[]; note: boolean }
  | { purge: string; before: GameVersion }
  | { pack: string; before: string | null; text: string | null };

/** Thrown if another tab has changed the same data. Nothing was stored. */
export class ConflictError extends Error {}

/** The number of free bytes below which storage counts as full. */
const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Return whether the browser refused to store data for lack of space. A full disk is often reported as another error,
 * so the free space is also checked.
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
      request.result.onversionchange = () => request.result.close(); // make way for a newer version in another tab
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

  /** Load the lines of games together with their rows, in one transaction. */
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

  /** Store all changes or none. When the promise resolves, the browser reports the changes as written to disk. */
  async saveChanges(changes: StoredChange[]): Promise<void> {
    const transaction = this.database.transaction([...STORES], "readwrite", { durability: "strict" });
    const completion = waitForTransaction(transaction);
    completion.catch(() => undefined); // the error is thrown below
    try {
      for (const change of changes) await this.#applyChange(transaction, change);
      transaction.commit();
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // the transaction has already ended with the error that is thrown below
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
