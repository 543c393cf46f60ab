/** One turn as a person meets it: what happened, the open question, and what stands in its controls. */
import { beginning } from "./answers";
import type { Entry, Json, State } from "./engine";
import { onScreen } from "./screen";

/** Which entries were answers of the person (or the table): the position moves on with each of them. */
function isSaid(entries: readonly Entry[], i: number, position: number): boolean {
  const entry = entries[i]!;
  return entry.kind === "answer" && (entries[i + 1]?.at ?? position) > entry.at;
}

/** The number of the first entry after the last answer: from there on it is news. */
export function firstNews(entries: readonly Entry[], position: number): number {
  for (let i = entries.length - 1; i >= 0; i--) if (isSaid(entries, i, position)) return i + 1;
  return 0;
}

/** The entries without the sentence on how the game ended, which the scoring sheet says already. */
export function withoutResult(state: State, entries: Entry[]): Entry[] {
  return entries.filter((one) => one.text !== state.result?.text);
}

/** The answer that was given at a position, if one was. */
export function givenAt(entries: readonly Entry[], position: number, end: number): Entry | null {
  const i = entries.findIndex((one, n) => one.at === position && isSaid(entries, n, end));
  return i < 0 ? null : entries[i]!;
}

export class Turn {
  /** The same turn may be told again: in another language, or under a new name of the game. */
  state: State;
  /** What stands in the controls. */
  value: Json;
  /** Whether all explanations are open. */
  opened = $state(false);
  /** Whether the question has been on the screen. */
  seen = $state(false);

  readonly #start = $derived.by(() => firstNews(this.state.entries, this.state.position));
  readonly news = $derived.by(() => withoutResult(this.state, this.state.entries.slice(this.#start)));
  /** The answer that led here. */
  readonly said = $derived.by(() => (this.#start > 0 ? this.state.entries[this.#start - 1]! : null));
  /** Whether what follows the cards begins below the screen. */
  readonly below = $derived.by(() => onScreen(this.news) <= this.news.length);

  constructor(state: State) {
    this.state = $state.raw(state);
    this.value = $state.raw(state.question && beginning(state.question, state.before));
  }
}
