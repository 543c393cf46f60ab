/** Drawings in signs: a sign is a brush, or brushes with a number each (r2c1). */
import type { Brush, Question, Spot } from "./engine";

export interface SquareLook extends Pick<Spot, "ground" | "pieces" | "note" | "sign"> {
  words: string;
  fixed: boolean;
}

/** The brushes of a drawing; where nobody says how they look, the signs of the legend. */
export function listBrushes({ look, legend }: Question): Brush[] {
  if (look?.brushes.length) return look.brushes;
  return legend.map(([sign, words]) => ({
    ...{ sign, words, ground: "land", piece: null, note: sign, group: "", most: null, fixed: false },
  }));
}

export function parseRows(rows: readonly string[]): string[][] {
  return rows.map((row) => row.trim().split(/\s+/));
}

export function createGrid(width: number, height: number, sign: string): string[][] {
  return Array.from({ length: height }, () => Array<string>(width).fill(sign));
}

/** How a square with a sign looks. */
export function describeSquare(sign: string, brushes: readonly Brush[]): SquareLook {
  const wholeBrush = brushes.find((brush) => brush.sign === sign && brush.most === null);
  const parts = wholeBrush ? [] : parseNumberedSign(sign, brushes);
  const brush = wholeBrush ?? parts[0]?.brush;
  if (!brush) return { ground: "", pieces: [], note: sign, sign, words: sign, fixed: false };
  const pieces = wholeBrush
    ? wholeBrush.piece
      ? [wholeBrush.piece]
      : []
    : parts.flatMap(({ brush, n }) => (brush.piece ? [{ ...brush.piece, count: n }] : []));
  const words = wholeBrush ? wholeBrush.words : parts.map(({ brush, n }) => `${brush.words} ${n}`).join(", ");
  return { ground: brush.ground, pieces, note: brush.note, sign, words, fixed: brush.fixed };
}

function parseNumberedSign(sign: string, brushes: readonly Brush[]): { brush: Brush; n: number }[] {
  const parts = sign.match(/\D+|\d+/g) ?? []; // letters and numbers by turns, found without going back
  return parts.flatMap((letter, index) => {
    const n = parts[index + 1];
    if (n === undefined || !/^\d/.test(n)) return [];
    const brush = brushes.find((brush) => brush.sign === letter && brush.most !== null);
    return brush ? [{ brush, n: Number(n) }] : [];
  });
}

/** What a square becomes when it is painted; the same paint twice takes it off again. What is fixed stays. */
export function paintSquare(old: string, paint: string, plain: string, brushes: readonly Brush[]): string {
  if (describeSquare(old, brushes).fixed) return old;
  return old === paint ? plain : paint;
}

/** What a tap leads through: the sign of a square that nobody has painted, then the plain brushes in their order. */
export function listCycle(plain: string, brushes: readonly Brush[]): string[] {
  const single = brushes
    .filter((brush) => !brush.fixed && !brush.group && brush.most === null)
    .map((brush) => brush.sign);
  return [plain, ...single.filter((sign) => sign !== plain)];
}

/** What a square becomes by a tap; one that has something else begins anew. */
export function advanceSquare(old: string, cycle: readonly string[], brushes: readonly Brush[]): string {
  if (describeSquare(old, brushes).fixed) return old;
  return cycle[(cycle.indexOf(old) + 1) % cycle.length]!;
}

/** How many squares are still as nobody has painted them. */
export const countUnpainted = (rows: readonly (readonly string[])[], plain: string): number =>
  rows.flat().filter((sign) => sign === plain).length;
