/** Texts made short for a link or a code, and long again: never longer than any game is. */

/** In bytes. */
const LONGEST = 16 * 1024 * 1024;

export async function folded(text: string, way: CompressionFormat): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(way));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What is damaged or too long is an error. */
export async function unfolded(parts: Uint8Array[], way: CompressionFormat): Promise<string> {
  const stream = new Blob(parts as BlobPart[]).stream().pipeThrough(new DecompressionStream(way));
  const reader = stream.getReader();
  const found: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > LONGEST) throw new RangeError("too long");
    found.push(next.value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(found as BlobPart[]).arrayBuffer());
}
