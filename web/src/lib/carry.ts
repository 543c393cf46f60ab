/** A game as a part of an address: what is behind the “#” of a link stays in the browser that opens it. */

async function through(bytes: BlobPart, way: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer();
}

/** Longer than any game that a link carries well; what is longer goes as a file. */
export const LONGEST_LINK = 30_000;

export async function packed(journal: string): Promise<string> {
  const bytes = new Uint8Array(await through(journal, new CompressionStream("deflate-raw")));
  const signs = Array.from(bytes, (one) => String.fromCharCode(one)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The journal in a link; null if there is none. A link that we made is short enough to unfold to some megabytes only. */
export async function unpacked(text: string): Promise<string | null> {
  if (text.length > LONGEST_LINK) return null;
  try {
    const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(signs, (one) => one.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

/** Where the other home is, seen from this one: a server has the page without one in a folder of its own. */
export function otherHome(home: "server" | "browser", at: string): string | null {
  if (home === "server") return new URL("offline/", at).href;
  return at.endsWith("/offline/") ? new URL("../", at).href : null;
}
