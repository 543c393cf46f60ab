/**
 * Previews of an answer's result, loaded before the answer is given. This works because the seed and the answers
 * determine the whole game.
 */
import type { Json, Picture, State } from "./engine";
import { engine } from "./engine-in-use";
import { restoreSpots } from "../views/view";
import { Turn } from "./turn.svelte";

/** Return a view with some spots and its texts replaced. */
function applyViewChange(view: Picture, { title, note, spots }: State["changes"][number]): Picture {
  const texts = view.kind === "facts" ? { title } : { title, note };
  return { ...restoreSpots(view, { spots }), ...texts } as Picture;
}

/** Merge new entries and their acts into those of the current state. */
export function mergeEntries(now: State, next: State): State {
  const entries = [...now.entries.slice(0, next.length - next.entries.length), ...next.entries];
  const earlierActs = now.acts.filter(({ number }) => number < (next.acts[0]?.number ?? 0));
  return { ...next, entries, acts: [...earlierActs, ...next.acts] };
}

/** Merge a response that contains only new entries and changed views into the current state. */
export function mergeState(now: State, next: State): State {
  const views = next.laid.flatMap((id) => {
    const oldView = now.views.find((view) => view.id === id);
    const change = next.changes.find((change) => change.view === id);
    const merged =
      next.views.find((view) => view.id === id) ?? (oldView && change ? applyViewChange(oldView, change) : oldView);
    return merged ? [merged] : [];
  });
  return { ...mergeEntries(now, next), views };
}

export class AnswerPrefetch {
  #fromState: State | null = null;
  #answerKey = "";
  #preview: Turn | null = $state.raw(null);

  /** Request a preview. Errors are ignored here; they are shown when the answer is given. */
  async prefetch(state: State, value: Json): Promise<void> {
    const answerKey = JSON.stringify(value);
    if (this.#matches(state, answerKey)) return;
    this.#fromState = state;
    this.#answerKey = answerKey;
    this.#preview = null;
    const next = await engine
      .foresee(state.id, { at: state.at, since: state.entries.length, value }, state.lang)
      .catch(() => null);
    if (next && this.#matches(state, answerKey)) this.#preview = new Turn(mergeState(state, next), { before: state });
  }

  /** Return the latest preview of a state. */
  latestPreview(state: State): Turn | null {
    const preview = this.#preview;
    return state === this.#fromState ? preview : null;
  }

  /** Return the preview of an answer, if it has been loaded. */
  findPreview(state: State, value: Json): Turn | null {
    return this.#matches(state, JSON.stringify(value)) ? this.#preview : null;
  }

  #matches(state: State, answerKey: string): boolean {
    return state === this.#fromState && answerKey === this.#answerKey;
  }
}
