/** The stage: the one board of the screen. What is answered on the table is answered there. */
import { getContext, setContext, untrack } from "svelte";
import type { Lent } from "./board-layout";

const WHOLE = Symbol("whole");
const KEY = Symbol("stage");

class Board {
  /**
   * Who lends what; a form may be answered on several views. Not a signal itself: whoever goes would see it as it was
   * before the next one came.
   */
  #lenders: readonly { who: symbol; views: readonly Lent[] }[] = [];
  lent: readonly Lent[] = $state.raw([]);
  /** Sends what stands in the controls: for one tap that says all of it. */
  onwhole: () => void = () => undefined;

  take(who: symbol, views: readonly Lent[] | null): void {
    const known = this.#lenders.some((one) => one.who === who);
    if (!views) this.#lenders = this.#lenders.filter((one) => one.who !== who);
    else if (known) this.#lenders = this.#lenders.map((one) => (one.who === who ? { who, views } : one));
    else this.#lenders = [...this.#lenders, { who, views }];
    this.lent = this.#lenders.flatMap((one) => one.views);
  }
}

export type { Board };

/** A component that has the board for all controls in it. */
export function provideBoard(): Board {
  return setContext(KEY, new Board());
}

/**
 * A control that is answered on views lends them to the stage, if it stands on one: then it need not draw them itself.
 * Says whether it does.
 */
export function lend(views: () => readonly Lent[]): boolean {
  const board = getContext<Board | undefined>(KEY);
  if (!board) return false;
  const who = Symbol("lender");
  $effect.pre(() => {
    const now = views();
    untrack(() => board.take(who, now));
  });
  $effect.pre(() => () => board.take(who, null));
  return true;
}

/** What a control calls whose one tap has said the whole answer. */
export function whole(): () => void {
  const board = getContext<Board | undefined>(KEY);
  const send = getContext<(() => void) | undefined>(WHOLE);
  return () => (send ?? board?.onwhole)?.();
}

/** What controls call in here whose one tap has said the whole answer. */
export function provideWhole(send: () => void): void {
  setContext(WHOLE, send);
}

/** Whether there is a board beside the controls, so that they need not show what they are about. */
export function isOnStage(): boolean {
  return getContext(KEY) !== undefined;
}

/** Controls in here draw their views themselves: a sheet over the stage, what is only looked at. */
export function withoutBoard(): void {
  setContext(KEY, undefined);
}
