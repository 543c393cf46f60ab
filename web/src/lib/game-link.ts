/** A game as a part of an address: what is behind the “#” of a link stays in the browser that opens it. */
import { folded, unfolded } from "./compression";

/** Longer than any game that a link carries well; what is longer goes as a file. */
export const LONGEST_LINK = 30_000;

export async function packed(journal: string): Promise<string> {
  const bytes = await folded(journal, "deflate-raw");
  const signs = Array.from(bytes, (one) => String.fromCharCode(one)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The journal in a link; null if there is none. */
export async function unpacked(text: string): Promise<string | null> {
  if (text.length > LONGEST_LINK) return null;
  try {
    const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(signs, (one) => one.charCodeAt(0));
    return await unfolded([bytes], "deflate-raw");
  } catch {
    return null;
  }
}

/** Where the other home is, seen from this one: a server has the page without one in a folder of its own. */
export function otherHome(home: "server" | "browser", at: string): string | null {
  if (home === "server") return new URL("offline/", at).href;
  return at.endsWith("/offline/") ? new URL("../", at).href : null;
}

/** The address of the folder that an address lies in. */
export function folderOf(address: string): string {
  return address.slice(0, address.lastIndexOf("/") + 1);
}
