/** Compression of texts for links and codes, with a limit on the size of the result. */

/** The largest size of a decompressed text, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

export async function compress(text: string, format: CompressionFormat): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Decompress a text. Throw an error if it is damaged or too long. */
export async function decompress(parts: Uint8Array[], format: CompressionFormat): Promise<string> {
  const stream = new Blob(parts as BlobPart[]).stream().pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MAX_BYTES) throw new RangeError("too long");
    chunks.push(next.value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
