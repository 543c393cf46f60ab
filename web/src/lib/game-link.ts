/** A game inside a link: the part after "#" is not sent to any server. */
import { compress, decompress } from "./compression";

/** The longest game that fits into a link; longer ones are sent as files. */
export const MAX_LINK_LENGTH = 30_000;

export async function encodeJournal(journal: string): Promise<string> {
  const bytes = await compress(journal, "deflate-raw");
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the journal of a link, or null if there is none. */
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

/** Return the address of the other installation. A server also serves the page that works without a server. */
export function getOtherHomeUrl(home: "server" | "browser", address: string): string | null {
  if (home === "server") return new URL("offline/", address).href;
  return address.endsWith("/offline/") ? new URL("../", address).href : null;
}

/** Return the address of the folder that contains an address. */
export function getFolderUrl(address: string): string {
  return address.slice(0, address.lastIndexOf("/") + 1);
}
