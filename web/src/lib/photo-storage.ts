/**
 * Photos of one's own parts, kept in this browser alone. They go nowhere, unless the owner puts them into a file: there
 * they stand below the pack, in lines that are none of it, and whoever opens such a file takes them off before anything
 * of it is sent.
 */
import type { Photo } from "./photo";

/** Pixels along the longer side, and bytes, of a photo that is kept: enough to draw over it once more. */
const LONGEST = 1000;
const HEAVIEST = 300_000;
/** Photos in a file: the sides of a dozen boards, and some. */
const MOST = 24;
const BEGIN = "\n# --- photos ---\n";
const LINE = "# photo ";
const JPEG = "data:image/jpeg;base64,";

export interface KeptPhoto {
  part: string;
  picture: Blob;
}

// --- on this device ------------------------------------------------------------------------------------------------

function wished<T>(wish: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    wish.onsuccess = () => resolve(wish.result);
    wish.onerror = () => reject(wish.error);
  });
}

/** A browser that keeps nothing, as in a private window, has no photos: nobody is bothered with that. */
async function shelf<T>(mode: IDBTransactionMode, work: (on: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const opening = indexedDB.open("rival-photos", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photos");
    const base = await wished(opening);
    try {
      return await wished(work(base.transaction("photos", mode).objectStore("photos")));
    } finally {
      base.close();
    }
  } catch {
    return null;
  }
}

const key = (game: string, part: string) => `${game}\n${part}`;

export async function keepPhoto(game: string, part: string, picture: Blob): Promise<void> {
  await shelf("readwrite", (on) => on.put(picture, key(game, part)));
}

export async function dropPhoto(game: string, part: string): Promise<void> {
  await shelf("readwrite", (on) => on.delete(key(game, part)));
}

export const photoOf = (game: string, part: string): Promise<Blob | null> =>
  shelf<Blob | undefined>("readonly", (on) => on.get(key(game, part))).then((found) => found ?? null);

/** The photos of these parts; of none: of all. */
export async function photosOf(game: string, parts: readonly string[]): Promise<KeptPhoto[]> {
  const keys = (await shelf<IDBValidKey[]>("readonly", (on) => on.getAllKeys())) ?? [];
  const kept = keys.map(String).filter((one) => one.startsWith(key(game, "")));
  const wanted = kept.map((one) => one.slice(key(game, "").length)).filter((id) => !parts.length || parts.includes(id));
  const found = await Promise.all(wanted.map(async (part) => ({ part, picture: await photoOf(game, part) })));
  return found.filter((one): one is KeptPhoto => one.picture !== null).slice(0, MOST);
}

/** A photo as it is kept: small, and without what a camera writes into it besides (where it was taken, and when). */
export async function small({ image, width, height }: Photo): Promise<Blob | null> {
  for (let scale = Math.min(1, LONGEST / Math.max(width, height)); scale > 0.05; scale *= 0.7) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.max(1, width * scale), Math.max(1, height * scale)];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.75));
    if (made && made.size <= HEAVIEST) return made;
  }
  return null;
}

// --- in a file -----------------------------------------------------------------------------------------------------

/** The text of a pack with photos below it. */
export async function withPhotos(text: string, photos: readonly KeptPhoto[]): Promise<string> {
  if (!photos.length) return text;
  const lines = photos.map(async ({ part, picture }) => {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    return `${LINE}${encodeURIComponent(part)} ${JPEG}${btoa(bytes.reduce((all, one) => all + String.fromCharCode(one), ""))}`;
  });
  return `${text}${BEGIN}${(await Promise.all(lines)).join("\n")}\n`;
}

/** A file's pack and its photos; a line that holds none is passed over. */
export function apart(file: string): { text: string; photos: KeptPhoto[] } {
  const at = file.indexOf(BEGIN);
  if (at < 0) return { text: file, photos: [] };
  const lines = file.slice(at + BEGIN.length).split("\n", MOST);
  return { text: file.slice(0, at + 1), photos: lines.map(read).filter((one) => one !== null) };
}

function read(line: string): KeptPhoto | null {
  const [part, data] = line.startsWith(LINE) ? line.slice(LINE.length).split(" ", 2) : [];
  if (!part || !data?.startsWith(JPEG) || data.length > 2 * HEAVIEST) return null;
  try {
    const bytes = Uint8Array.from(atob(data.slice(JPEG.length)), (one) => one.charCodeAt(0));
    return { part: decodeURIComponent(part), picture: new Blob([bytes], { type: "image/jpeg" }) };
  } catch {
    return null;
  }
}
