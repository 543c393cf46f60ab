/** Where the focus goes: to the open act, or to the next action. */
import { tick } from "svelte";
import { runAfterPaint } from "./after-paint.svelte";

/** The share of the room that the acts above the open one may take. */
const MAX_ABOVE = 0.45;
/** Pixels of a question or a move that are shown at least. */
const SHOWN_HEIGHT = 160;

/**
 * Scroll to the open act. If its question would be out of sight, scroll further: to its end if the moves before it stay
 * in view, else to its beginning. Without a question its first move is in view.
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
  const shown = question ? SHOWN_HEIGHT : (target?.height ?? 0);
  if (!target || (!question && target.bottom <= room.bottom)) return;
  const head = act.querySelector("header")?.clientHeight ?? 0;
  const toMove = (move?.getBoundingClientRect().top ?? target.top) - room.top - head;
  const toEnd = (question ?? act).getBoundingClientRect().bottom - room.bottom;
  const toTarget = Math.min(target.top + shown - room.bottom, target.top - room.top - head);
  steps.scrollBy({ top: Math.max(0, Math.min(toEnd, toMove), toTarget) });
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
