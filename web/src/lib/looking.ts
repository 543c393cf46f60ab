/** Where a person looks: at the new cards from their beginning, then at the question below them. */
import { tick } from "svelte";
import { afterPaint } from "./following.svelte";

/**
 * After a step the new cards are read from their beginning, by eye and by screen reader; unless a quick hand has
 * moved the focus meanwhile.
 */
export async function fromTheTop(): Promise<void> {
  await tick();
  const steps = document.getElementById("steps");
  steps?.scrollTo({ top: 0 });
  scrollTo({ top: 0 });
  const focused = document.activeElement;
  afterPaint(() => {
    if (document.activeElement === focused) steps?.focus({ preventScroll: true });
  });
}

/** Brings the question into view. */
export function toQuestion(): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.getElementById("question")?.scrollIntoView({ behavior: calm ? "instant" : "smooth", block: "start" });
}
