/** Where the focus goes: to the top of a step, or to the next action. */
import { tick } from "svelte";
import { runAfterPaint } from "./after-paint.svelte";

/** Move focus and scroll position to the top of the new step, unless the player has moved the focus meanwhile. */
export async function focusStepTop(): Promise<void> {
  await tick();
  const steps = document.getElementById("steps");
  steps?.scrollTo({ top: 0 });
  scrollTo({ top: 0 });
  const focused = document.activeElement;
  runAfterPaint(() => {
    if (document.activeElement === focused) steps?.focus({ preventScroll: true });
  });
}

/** The next action: the main button, or the first control that must be used before it. */
const ACTIONS = [
  "footer .primary:not(:disabled)",
  ".board [aria-pressed]",
  "#question :is(button, input, select, summary):not(:disabled)",
];

/** Focus the next action. */
export function focusMainAction(): void {
  for (const selector of ACTIONS) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) return element.focus();
  }
}
