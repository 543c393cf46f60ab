/** A game as a part of an address: what is behind the “#” of a link stays in the browser that opens it. */
import { compress, decompress } from "./compression";

/** Longer than any game that a link carries well; what is longer goes as a file. */
export const MAX_LINK_LENGTH = 30_000;

export async function encodeJournal(journal: string): Promise<string> {
  const bytes = await compress(journal, "deflate-raw");
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The journal in a link; null if there is none. */
export async function decodeJournal(text: string): Promise<string | null> {
  if (text.length > MAX_LINK_LENGTH) return null;
  try {
    const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    return await decompress([bytes], "deflate-raw");
  } catch {
    return null;
  }
}

/** Where the other home is, seen from this one: a server has the page without one in a folder of its own. */
export function getOtherHomeUrl(home: "server" | "browser", address: string): string | null {
  if (home === "server") return new URL("offline/", address).href;
  return address.endsWith("/offline/") ? new URL("../", address).href : null;
}

/** The address of the folder that an address lies in. */
export function getFolderUrl(address: string): string {
  return address.slice(0, address.lastIndexOf("/") + 1);
}
