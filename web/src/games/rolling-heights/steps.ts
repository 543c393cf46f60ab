/** Which drawing goes with a step, read from the rules it cites and from what it speaks of. */
import type { Entry } from "../../lib/engine";

export type StepDrawing = "tokens" | "plan" | "sweetened" | "place" | "cubes" | "score";

export function drawingOf({ kind, about, cites }: Entry): StepDrawing | null {
  if (kind !== "do") return null;
  if (Array.isArray(about.numbers)) return "tokens";
  if ("k" in about) return "plan";
  if (cites.includes("RH-26")) return "sweetened";
  if ("total" in about) return "score";
  if ("cubes" in about) return "cubes";
  return "plot" in about ? "place" : null;
}
