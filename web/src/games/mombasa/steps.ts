/** Which drawing goes with a step, read from the rules it cites and from what it speaks of. */
import type { Entry } from "../../lib/engine";

export type StepDrawing = "cards" | "display" | "bonus" | "post" | "base";

export function drawingOf({ kind, about, cites }: Entry): StepDrawing | null {
  if (kind !== "do") return null;
  if (Array.isArray(about.cards)) return "cards";
  if (cites.includes("MO-16")) return "display";
  if (cites.includes("MO-20")) return "bonus";
  if ("region" in about) return "post";
  return "row" in about ? "base" : null;
}
