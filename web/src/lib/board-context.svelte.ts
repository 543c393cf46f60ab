/** The board of the screen, shared with the controls that use it for their answers. */
import { getContext, setContext, untrack } from "svelte";
import type { InteractiveView } from "./board-layout";

const SEND_KEY = Symbol("whole");
const BOARD_KEY = Symbol("stage");

class BoardContext {
  /**
   * The views of each control; a form may have several. The list is not a signal, because a removed control would see
   * an old value.
   */
  #sources: readonly { owner: symbol; views: readonly InteractiveView[] }[] = [];
  interactiveViews: readonly InteractiveView[] = $state.raw([]);
  /** Send the value of the controls after a tap that completes an answer. */
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

/** Create the board for all controls inside a component. */
export function provideBoard(): BoardContext {
  return setContext(BOARD_KEY, new BoardContext());
}

/**
 * Show a control's views on the board. Return false if there is no board, so that the control must draw the views
 * itself.
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

/** Return the function to call when a tap has completed the answer. */
export function getSendAnswer(): () => void {
  const board = getContext<BoardContext | undefined>(BOARD_KEY);
  const send = getContext<(() => void) | undefined>(SEND_KEY);
  return () => (send ?? board?.sendAnswer)?.();
}

/** Set the function that controls inside call when a tap has completed the answer. */
export function provideSendAnswer(send: () => void): void {
  setContext(SEND_KEY, send);
}

/** Return whether a board is shown next to the controls. */
export function hasBoard(): boolean {
  return getContext(BOARD_KEY) !== undefined;
}

/** Make the controls inside draw their views themselves, as in a dialog or a read-only view. */
export function detachBoard(): void {
  setContext(BOARD_KEY, undefined);
}
