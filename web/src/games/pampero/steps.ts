/** Which drawing goes with a step, read from what it speaks of. */
import type { Entry } from "../../lib/engine";
import { announced } from "./pampa";

export type StepDrawing = "card" | "sector" | "energy" | "scale";

export function drawingOf(entry: Entry): StepDrawing | null {
  const { kind, about, text } = entry;
  if (announced(entry)) return "card";
  if (kind !== "do") return null;
  if (("yours" in about && "vjs" in about) || ("value" in about && "n" in about)) return "scale";
  if ("amount" in about && "total" in about) return text.includes("$") ? null : "energy"; // money shows its sign everywhere
  return typeof about.name === "string" && /^[A-C]\d?$/.test(about.name) ? "sector" : null;
}
