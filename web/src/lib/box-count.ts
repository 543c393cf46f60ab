/** The state of the parts of a box, and one count that adds up. */
import type { PartState } from "./engine";

export type Completeness = "complete" | "partly" | "check" | "unknown";
export const COMPLETENESS: readonly Completeness[] = ["complete", "partly", "check", "unknown"];
/** The sign of each state, shown next to the word for the state. */
export const SIGNS: Record<Completeness, string> = { complete: "✓", partly: "✎", check: "!", unknown: "?" };

type CountedPart = Pick<PartState, "known" | "told" | "of" | "needed" | "adds">;

/** Return how completely a part is described. Assumptions count as unchecked. */
export function getCompleteness({ known, told, of }: Pick<PartState, "known" | "told" | "of">): Completeness {
  if (known === "unknown" || (told === 0 && known !== "assumed")) return "unknown";
  if (known === "assumed") return told > 0 && told < of ? "partly" : "check";
  return told < of ? "partly" : "complete";
}

/** Return the parts that a game asks about, without the rows that add a new part. */
export const listCounted = <T extends CountedPart>(parts: readonly T[]): T[] =>
  parts.filter((part) => part.needed && !part.adds);

/** Return the number of parts in each state; together they are all counted parts. */
export function countParts(parts: readonly CountedPart[]): Record<Completeness, number> {
  const counts = { complete: 0, partly: 0, check: 0, unknown: 0 };
  for (const part of listCounted(parts)) counts[getCompleteness(part)] += 1;
  return counts;
}
