/** Functions that move the focus to the open act or to the next action. */
import { tick } from "svelte";
import { runAfterPaint } from "./after-paint.svelte";

/** The largest fraction of the height that acts above the open one may take up. */
const MAX_ABOVE = 0.5;
/** The minimum visible height of a question or a move, in pixels. */
const SHOWN_HEIGHT = 160;

/**
 * Scroll just far enough to show the beginning of the open act's question, else its first move. Completed acts stay in
 * view if there is room.
 */
export function scrollToAct(): void {
  const steps = document.getElementById("steps");
  if (!steps) return;
  steps.scrollTo({ top: 0 });
  const act = steps.querySelector(".story:not(.own) .act");
  if (!act) return;
  const room = steps.getBoundingClientRect();
  const above = act.getBoundingClientRect().top - room.top;
  if (above > MAX_ABOVE * room.height) steps.scrollTo({ top: above });
  const [move, question] = [act.querySelector("li.do:not(.done)"), act.querySelector("#question")];
  const target = (question ?? move)?.getBoundingClientRect();
  if (!target) return;
  const head = act.querySelector("header")?.clientHeight ?? 0;
  const shown = Math.min(SHOWN_HEIGHT, target.height);
  steps.scrollBy({ top: Math.max(0, Math.min(target.top + shown - room.bottom, target.top - room.top - head)) });
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
