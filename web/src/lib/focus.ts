/** Where the focus goes: to the open act, or to the next action. */
import { tick } from "svelte";
import { runAfterPaint } from "./after-paint.svelte";

/** Pixels of a question that are shown at least. */
const SHOWN_HEIGHT = 160;

/** Scroll an act to its top, and further down if its question would be out of sight. */
export function scrollToAct(): void {
  const [steps, question] = [document.getElementById("steps"), document.querySelector("main .act #question")];
  if (!steps) return;
  steps.scrollTo({ top: 0 });
  if (!question) return;
  const [{ top, bottom }, room] = [question.getBoundingClientRect(), steps.getBoundingClientRect()];
  const hidden = Math.min(bottom, top + Math.max(SHOWN_HEIGHT, room.height)) - room.bottom;
  if (top + SHOWN_HEIGHT > room.bottom) steps.scrollTo({ top: Math.min(hidden, top - room.top) });
}

/** Move focus and scroll position to the new act, unless the player has moved the focus meanwhile. */
export async function focusStepTop(): Promise<void> {
  await tick();
  const steps = document.getElementById("steps");
  scrollToAct();
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
