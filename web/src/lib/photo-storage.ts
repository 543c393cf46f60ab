/**
 * Photos of the owner's parts, stored only in this browser and never uploaded. The owner can add photos to a pack file,
 * below the pack; the photos are removed before the contents of such a file are sent.
 */
import type { Photo } from "./photo";

/** The limits of a stored photo: its longer side in pixels, and its size in bytes. */
const MAX_SIDE = 1000;
const MAX_BYTES = 300_000;
/** The largest number of photos in a file. */
const MAX_PHOTOS = 24;
const SECTION_START = "\n# --- photos ---\n";
const LINE_START = "# photo ";
const JPEG_PREFIX = "data:image/jpeg;base64,";

export interface StoredPhoto {
  part: string;
  picture: Blob;
}

// --- on this device ------------------------------------------------------------------------------------------------

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Run a request on the photo store. Return null if the browser stores nothing, as in a private window. */
async function usePhotoStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const request = indexedDB.open("rival-photos", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("photos");
    const database = await toPromise(request);
    try {
      return await toPromise(run(database.transaction("photos", mode).objectStore("photos")));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

const buildKey = (game: string, part: string) => `${game}\n${part}`;

export async function savePhoto(game: string, part: string, picture: Blob): Promise<void> {
  await usePhotoStore("readwrite", (store) => store.put(picture, buildKey(game, part)));
}

export async function deletePhoto(game: string, part: string): Promise<void> {
  await usePhotoStore("readwrite", (store) => store.delete(buildKey(game, part)));
}

export const loadPhoto = (game: string, part: string): Promise<Blob | null> =>
  usePhotoStore<Blob | undefined>("readonly", (store) => store.get(buildKey(game, part))).then(
    (photo) => photo ?? null,
  );

/** Return the photos of parts, or of all parts if the list is empty. */
export async function loadPhotos(game: string, parts: readonly string[]): Promise<StoredPhoto[]> {
  const keys = (await usePhotoStore<IDBValidKey[]>("readonly", (store) => store.getAllKeys())) ?? [];
  const gameKeys = keys.map(String).filter((storedKey) => storedKey.startsWith(buildKey(game, "")));
  const partIds = gameKeys
    .map((storedKey) => storedKey.slice(buildKey(game, "").length))
    .filter((id) => !parts.length || parts.includes(id));
  const loaded = await Promise.all(partIds.map(async (part) => ({ part, picture: await loadPhoto(game, part) })));
  return loaded.filter((storedKey): storedKey is StoredPhoto => storedKey.picture !== null).slice(0, MAX_PHOTOS);
}

/** Return a small copy of a photo, without the camera's metadata such as place and time. */
export async function shrinkPhoto({ image, width, height }: Photo): Promise<Blob | null> {
  for (let scale = Math.min(1, MAX_SIDE / Math.max(width, height)); scale > 0.05; scale *= 0.7) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.max(1, width * scale), Math.max(1, height * scale)];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.75));
    if (blob && blob.size <= MAX_BYTES) return blob;
  }
  return null;
}

// --- in a file -----------------------------------------------------------------------------------------------------

/** Return the text of a pack with photos below it. */
export async function appendPhotos(text: string, photos: readonly StoredPhoto[]): Promise<string> {
  if (!photos.length) return text;
  const lines = photos.map(async ({ part, picture }) => {
    const bytes = new Uint8Array(await picture.arrayBuffer());
    return `${LINE_START}${encodeURIComponent(part)} ${JPEG_PREFIX}${btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ""))}`;
  });
  return `${text}${SECTION_START}${(await Promise.all(lines)).join("\n")}\n`;
}

/** Split a file into its pack and its photos; invalid lines are skipped. */
export function splitPhotos(file: string): { text: string; photos: StoredPhoto[] } {
  const start = file.indexOf(SECTION_START);
  if (start < 0) return { text: file, photos: [] };
  const lines = file.slice(start + SECTION_START.length).split("\n", MAX_PHOTOS);
  return { text: file.slice(0, start + 1), photos: lines.map(parsePhotoLine).filter((photo) => photo !== null) };
}

function parsePhotoLine(line: string): StoredPhoto | null {
  const [part, data] = line.startsWith(LINE_START) ? line.slice(LINE_START.length).split(" ", 2) : [];
  if (!part || !data?.startsWith(JPEG_PREFIX) || data.length > 2 * MAX_BYTES) return null;
  try {
    const bytes = Uint8Array.from(atob(data.slice(JPEG_PREFIX.length)), (character) => character.charCodeAt(0));
    return { part: decodeURIComponent(part), picture: new Blob([bytes], { type: "image/jpeg" }) };
  } catch {
    return null;
  }
}
