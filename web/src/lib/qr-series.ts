/**
 * A text as a series of QR codes that can be scanned in any order. Each code is `RIVAL1:KIND:SUM:NUMBER/OF:DATA`:
 * KIND is the kind of text, SUM is the checksum of the whole text, and DATA is a part of the compressed text in base
 * 45 (RFC 9285).
 */
import { compress, decompress } from "./compression";

/** The content of a series: the journal of a game, or a pack. */
export type SeriesKind = "game" | "pack";

const KIND_LETTERS: Record<SeriesKind, string> = { game: "G", pack: "P" };
const BASE45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const CODE_PATTERN = /^RIVAL1:([A-Z]):([0-9A-F]{8}):([0-9]{1,3})\/([0-9]{1,3}):(.+)$/s;
/** The number of bytes per code, low enough for a hand-held camera. */
const BYTES_PER_CODE = 400;
/** The largest number of codes in a series. */
export const MAX_CODES = 250;

export async function encodeSeries(kind: SeriesKind, text: string): Promise<string[]> {
  const bytes = await compress(text, "gzip");
  const checksum = readChecksum(bytes);
  const count = Math.ceil(bytes.length / BYTES_PER_CODE);
  return Array.from(
    { length: count },
    (_, i) =>
      `RIVAL1:${KIND_LETTERS[kind]}:${checksum}:${i + 1}/${count}:${encodeBase45(bytes.subarray(i * BYTES_PER_CODE, (i + 1) * BYTES_PER_CODE))}`,
  );
}

/** Return the checksum at the end of gzip data. */
function readChecksum(bytes: Uint8Array): string {
  const last = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8);
  return last.getUint32(0, true).toString(16).toUpperCase().padStart(8, "0");
}

/** Encode bytes in base 45: two bytes become three letters, and a final single byte becomes two. */
export function encodeBase45(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 2) {
    const isPair = index + 1 < bytes.length;
    let value = isPair ? bytes[index]! * 256 + bytes[index + 1]! : bytes[index]!;
    for (let remaining = isPair ? 3 : 2; remaining; remaining -= 1) {
      text += BASE45[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

/** Decode base 45, or return null if the text is invalid. */
export function decodeBase45(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index += 3) {
    const values = [...text.slice(index, index + 3)].map((letter) => BASE45.indexOf(letter));
    const value = values.reduceRight((sum, digit) => sum * 45 + digit, 0);
    if (values.includes(-1) || values.length === 1 || value > (values.length === 3 ? 0xffff : 0xff)) return null;
    if (values.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return Uint8Array.from(bytes);
}

/** The progress of a scan. */
export interface ScanProgress {
  kind: SeriesKind;
  scanned: number;
  total: number;
}

/** Collects the codes of a series in any order. A code from another series restarts the collection. */
export class CodeCollector {
  #seriesId = "";
  #parts = new Map<number, Uint8Array>();

  /** Add a code. Return null if the code does not belong to a series. */
  addCode(code: string): ScanProgress | null {
    const [, kindLetter = "", checksum = "", number = "", total = "", data = ""] = CODE_PATTERN.exec(code) ?? [];
    const kind = (Object.keys(KIND_LETTERS) as SeriesKind[]).find((kind) => KIND_LETTERS[kind] === kindLetter);
    const bytes = decodeBase45(data);
    if (!kind || !bytes?.length || +number < 1 || +number > +total || +total > MAX_CODES) return null;
    const seriesId = `${kindLetter}${checksum}${total}`;
    if (seriesId !== this.#seriesId) this.#parts.clear();
    this.#seriesId = seriesId;
    this.#parts.set(+number, bytes);
    return { kind, scanned: this.#parts.size, total: +total };
  }

  /** Return the whole text once all codes are scanned, or null if the codes don't match and must be scanned again. */
  async decode(): Promise<string | null> {
    const parts = [...this.#parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    try {
      return await decompress(parts, "gzip");
    } catch {
      this.#parts.clear();
      return null;
    }
  }
}

// --- drawn and looked at -----------------------------------------------------------------------------------

export interface QrDrawing {
  /** The width in squares, including the margin. */
  size: number;
  /** The dark squares as an SVG path. */
  path: string;
}

/** Return the drawing of a code. The library is loaded on demand. */
export async function drawQrCode(text: string): Promise<QrDrawing> {
  const { encodeQR } = await import("qr");
  const rows = encodeQR(text, "raw", { ecc: "low", border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size: rows.length, path };
}

interface Detector {
  detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: "qr_code"[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Return the browser's detector if it supports QR codes, else a detector from a library that is loaded on demand. */
export async function createDetector(): Promise<Detector> {
  const BrowserDetector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = await BrowserDetector?.getSupportedFormats().catch((): string[] => []);
  const AnyDetector =
    BrowserDetector && formats?.includes("qr_code") ? BrowserDetector : (await import("qr/decode.js")).BarcodeDetector;
  return new AnyDetector({ formats: ["qr_code"] });
}
