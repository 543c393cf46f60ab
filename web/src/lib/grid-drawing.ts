/** Drawings as signs. A sign is a brush, or several brushes with a number each (r2c1). */
import type { Brush, Question, Spot } from "./engine";

export interface SquareLook extends Pick<Spot, "ground" | "pieces" | "note" | "sign"> {
  words: string;
  fixed: boolean;
}

/** Return the brushes of a drawing, from its presentation or from the signs in its legend. */
export function listBrushes({ look, legend }: Question): Brush[] {
  if (look?.brushes.length) return look.brushes;
  return legend.map(([sign, words]) => ({
    ...{ sign, words, ground: "land", piece: null, note: sign, group: "", most: null, fixed: false, fills: [] },
  }));
}

export function parseRows(rows: readonly string[]): string[][] {
  return rows.map((row) => row.trim().split(/\s+/));
}

export function createGrid(width: number, height: number, sign: string): string[][] {
  return Array.from({ length: height }, () => Array<string>(width).fill(sign));
}

/** Return how a square with a sign looks. */
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
  const parts = sign.match(/\D+|\d+/g) ?? []; // alternate letters and numbers, matched without backtracking
  return parts.flatMap((letter, index) => {
    const n = parts[index + 1];
    if (n === undefined || !/^\d/.test(n)) return [];
    const brush = brushes.find((brush) => brush.sign === letter && brush.most !== null);
    return brush ? [{ brush, n: Number(n) }] : [];
  });
}

/** Paint a square. Painting with the same sign clears the square; fixed squares don't change. */
export function paintSquare(old: string, paint: string, plain: string, brushes: readonly Brush[]): string {
  if (describeSquare(old, brushes).fixed) return old;
  return old === paint ? plain : paint;
}

/** Return the signs through which taps cycle: the plain sign, then the plain brushes in order. */
export function listCycle(plain: string, brushes: readonly Brush[]): string[] {
  const single = brushes
    .filter((brush) => !brush.fixed && !brush.group && brush.most === null)
    .map((brush) => brush.sign);
  return [plain, ...single.filter((sign) => sign !== plain)];
}

/** Return the next sign of a square. A sign outside the cycle restarts the cycle. */
export function advanceSquare(old: string, cycle: readonly string[], brushes: readonly Brush[]): string {
  if (describeSquare(old, brushes).fixed) return old;
  return cycle[(cycle.indexOf(old) + 1) % cycle.length]!;
}

/** A button that replaces a sign in all squares at once. */
export interface Fill {
  sign: string;
  paint: string;
  words: string;
  count: number;
}

/** Return the buttons that have something to fill. */
export function listFills(rows: readonly (readonly string[])[], brushes: readonly Brush[]): Fill[] {
  const count = (sign: string) => rows.flat().filter((other) => other === sign).length;
  return brushes
    .flatMap((brush) => brush.fills.map(({ sign, words }) => ({ sign, words, paint: brush.sign, count: count(sign) })))
    .filter(({ count }) => count > 0);
}

export const fillSquares = (rows: readonly (readonly string[])[], { sign, paint }: Fill): string[][] =>
  rows.map((row) => row.map((old) => (old === sign ? paint : old)));
