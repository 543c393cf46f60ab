/**
 * A text as a series of codes that one device shows and another one's camera reads, in any order.
 *
 * Each code is `RIVAL1:KIND:SUM:NUMBER/OF:DATA` in the letters that codes hold most tightly: KIND says what the text is, SUM, over
 * the whole of it, which codes belong together, and DATA is a part of it, compressed, as in RFC 9285.
 */
import { folded, unfolded } from "./compression";

/** What a series carries: a game's journal, or a pack. */
export type Kind = "game" | "pack";

const SIGNS: Record<Kind, string> = { game: "G", pack: "P" };
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const SHAPE = /^RIVAL1:([A-Z]):([0-9A-F]{8}):([0-9]{1,3})\/([0-9]{1,3}):(.+)$/s;
/** Bytes in one code: squares large enough for a camera that is held by hand. */
const PART = 400;
/** Codes that anybody would wait for. */
export const MOST_CODES = 250;

export async function series(kind: Kind, text: string): Promise<string[]> {
  const bytes = await folded(text, "gzip");
  const sum = sumOf(bytes);
  const of = Math.ceil(bytes.length / PART);
  return Array.from(
    { length: of },
    (_, i) => `RIVAL1:${SIGNS[kind]}:${sum}:${i + 1}/${of}:${written(bytes.subarray(i * PART, (i + 1) * PART))}`,
  );
}

/** The sum over the plain text, with which such compressed bytes end. */
function sumOf(bytes: Uint8Array): string {
  const last = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8);
  return last.getUint32(0, true).toString(16).toUpperCase().padStart(8, "0");
}

/** Two bytes are three letters, a last one alone is two. */
export function written(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length;
    let value = pair ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!;
    for (let left = pair ? 3 : 2; left; left -= 1) {
      text += LETTERS[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

/** Null for what nobody wrote this way. */
export function readBack(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const values = [...text.slice(at, at + 3)].map((one) => LETTERS.indexOf(one));
    const value = values.reduceRight((sum, one) => sum * 45 + one, 0);
    if (values.includes(-1) || values.length === 1 || value > (values.length === 3 ? 0xffff : 0xff)) return null;
    if (values.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return Uint8Array.from(bytes);
}

/** What a camera has read so far. */
export interface Gathered {
  kind: Kind;
  have: number;
  of: number;
}

/** The codes of one series as they come, in any order and as often as they like; another series begins anew. */
export class Gathering {
  #name = "";
  #parts = new Map<number, Uint8Array>();

  /** Null if this is no code of a series. */
  add(code: string): Gathered | null {
    const [, sign = "", sum = "", number = "", of = "", data = ""] = SHAPE.exec(code) ?? [];
    const kind = (Object.keys(SIGNS) as Kind[]).find((one) => SIGNS[one] === sign);
    const bytes = readBack(data);
    if (!kind || !bytes?.length || +number < 1 || +number > +of || +of > MOST_CODES) return null;
    const name = `${sign}${sum}${of}`;
    if (name !== this.#name) this.#parts.clear();
    this.#name = name;
    this.#parts.set(+number, bytes);
    return { kind, have: this.#parts.size, of: +of };
  }

  /** The whole text, once every part is there; null if they don't fit together, and then they have to be read anew. */
  async text(): Promise<string | null> {
    const parts = [...this.#parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    try {
      return await unfolded(parts, "gzip");
    } catch {
      this.#parts.clear();
      return null;
    }
  }
}

// --- drawn and looked at -----------------------------------------------------------------------------------

export interface Drawn {
  /** Squares across, with the empty ones around. */
  size: number;
  /** The dark squares, as a path. */
  path: string;
}

/** Whoever draws codes comes into the page only now. */
export async function drawn(text: string): Promise<Drawn> {
  const { encodeQR } = await import("qr");
  const rows = encodeQR(text, "raw", { ecc: "low", border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size: rows.length, path };
}

interface Detector {
  detect(picture: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
interface Detectors {
  new (how: { formats: "qr_code"[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's own, where it has one for such codes; else ours, which comes into the page only now. */
export async function detector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: Detectors }).BarcodeDetector;
  const can = await own?.getSupportedFormats().catch((): string[] => []);
  const Chosen = own && can?.includes("qr_code") ? own : (await import("qr/decode.js")).BarcodeDetector;
  return new Chosen({ formats: ["qr_code"] });
}
