/** Where a person looks: at the beat, from its beginning. */
import { tick } from "svelte";
import { afterPaint } from "./after-paint.svelte";

/**
 * After a step the new beat is read from their beginning, by eye and by screen reader; unless a quick hand has
 * moved the focus meanwhile.
 */
export async function focusStepTop(): Promise<void> {
  await tick();
  const steps = document.getElementById("steps");
  steps?.scrollTo({ top: 0 });
  scrollTo({ top: 0 });
  const focused = document.activeElement;
  afterPaint(() => {
    if (document.activeElement === focused) steps?.focus({ preventScroll: true });
  });
}

/** What a person most likely does next: the main button, or what must be told before it can be pressed. */
const ACTIONS = [
  "footer .primary:not(:disabled)",
  ".board [aria-pressed]",
  "#question :is(button, input, select, summary):not(:disabled)",
];

/** The focus goes there. */
export function focusMainAction(): void {
  for (const selector of ACTIONS) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) return element.focus();
  }
}
