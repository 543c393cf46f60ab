/** The signs of a district's drawing: . land, ~ water, x yours, - no bonus, r2 a bonus, M and m the Mayor's. */
import { squareName } from "../../lib/grid";
import type { PlotView } from "./town";

const LETTERS: Record<string, string> = {
  p: "park",
  v: "civic",
  r: "residential",
  c: "commercial",
  i: "industrial",
};

export function emptyBoard(width: number, height: number): string[][] {
  return Array.from({ length: height }, () => Array<string>(width).fill("."));
}

export function read(rows: readonly string[]): string[][] {
  return rows.map((row) => row.trim().split(/\s+/));
}

export function view(sign: string, x: number, y: number): PlotView {
  const marks = [...sign.matchAll(/([pvrci])(\d{1,2})/g)];
  const bonus = marks.map(([, letter, n]): [string, number] => [LETTERS[letter!]!, Number(n)]);
  const his = sign === "M" || sign === "m";
  return {
    name: squareName(x, y),
    kind: sign === "~" ? "water" : sign === "x" ? "yours" : his ? "his" : "land",
    bonus,
    building: his ? { level: 1, type: "", needs: {}, cubes: {}, complete: sign === "M" } : null,
  };
}

/** What a plot becomes when it is painted; the same paint twice takes it off again. His buildings stay. */
export function nextSign(old: string, painted: string): string {
  if (old === "M" || old === "m") return old;
  return old === painted ? "." : painted;
}
