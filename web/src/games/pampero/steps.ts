/** Which drawing goes with a step, read from the rules it cites and from what it speaks of. */
import type { Entry } from "../../lib/engine";
import { usedPart } from "./table";

export type StepDrawing = "card" | "sector" | "column" | "energy" | "place" | "market" | "scale";

export function drawingOf(entry: Entry): StepDrawing | null {
  const { kind, about, text } = entry;
  if (usedPart(entry)) return "card";
  if (kind !== "do") return null;
  if ("column" in about) return "column";
  if ("place" in about) return "place";
  if ("market" in about) return "market";
  if (("yours" in about && "vjs" in about) || "value" in about) return "scale";
  if ("amount" in about && "total" in about) return text.includes("$") ? null : "energy";
  return typeof about.name === "string" ? "sector" : null;
}
