/** The stage: the one board of the screen. What is answered on the table is answered there. */
import { getContext, setContext, untrack } from "svelte";
import type { InteractiveView } from "./board-layout";

const SEND_KEY = Symbol("whole");
const BOARD_KEY = Symbol("stage");

class BoardContext {
  /**
   * Who lends what; a form may be answered on several views. Not a signal itself: whoever goes would see it as it was
   * before the next one came.
   */
  #sources: readonly { owner: symbol; views: readonly InteractiveView[] }[] = [];
  interactiveViews: readonly InteractiveView[] = $state.raw([]);
  /** Sends what stands in the controls: for one tap that says all of it. */
  sendAnswer: () => void = () => undefined;

  setViews(owner: symbol, views: readonly InteractiveView[] | null): void {
    const isKnown = this.#sources.some((source) => source.owner === owner);
    if (!views) this.#sources = this.#sources.filter((source) => source.owner !== owner);
    else if (isKnown)
      this.#sources = this.#sources.map((source) => (source.owner === owner ? { owner, views } : source));
    else this.#sources = [...this.#sources, { owner, views }];
    this.interactiveViews = this.#sources.flatMap((source) => source.views);
  }
}

export type { BoardContext as Board };

/** A component that has the board for all controls in it. */
export function provideBoard(): BoardContext {
  return setContext(BOARD_KEY, new BoardContext());
}

/**
 * A control that is answered on views lends them to the stage, if it stands on one: then it need not draw them itself.
 * Says whether it does.
 */
export function showOnBoard(views: () => readonly InteractiveView[]): boolean {
  const board = getContext<BoardContext | undefined>(BOARD_KEY);
  if (!board) return false;
  const owner = Symbol("lender");
  $effect.pre(() => {
    const now = views();
    untrack(() => board.setViews(owner, now));
  });
  $effect.pre(() => () => board.setViews(owner, null));
  return true;
}

/** What a control calls whose one tap has said the whole answer. */
export function getSendAnswer(): () => void {
  const board = getContext<BoardContext | undefined>(BOARD_KEY);
  const send = getContext<(() => void) | undefined>(SEND_KEY);
  return () => (send ?? board?.sendAnswer)?.();
}

/** What controls call in here whose one tap has said the whole answer. */
export function provideSendAnswer(send: () => void): void {
  setContext(SEND_KEY, send);
}

/** Whether there is a board beside the controls, so that they need not show what they are about. */
export function hasBoard(): boolean {
  return getContext(BOARD_KEY) !== undefined;
}

/** Controls in here draw their views themselves: a sheet over the stage, what is only looked at. */
export function detachBoard(): void {
  setContext(BOARD_KEY, undefined);
}
