/** One turn as a person meets it: what happened, the open question, and what stands in its controls. */
import { beginning } from "./answers";
import { YOUR_TURN, beatsOf, isAskedWith, tableAt, toldIn, type Beat } from "./turn-steps";
import type { Entry, Json, Question, State } from "./engine";

/** Which entries were answers of the person (or the table): the position moves on with each of them. */
export function isSaid(entries: readonly Entry[], i: number, position: number): boolean {
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

/** The answer that led to what happened at a position: the last one before it. */
export function answerBefore(entries: readonly Entry[], position: number, end: number): Entry | null {
  return entries.filter((one, n) => one.at < position && isSaid(entries, n, end)).at(-1) ?? null;
}

export interface From {
  /** The state at the question before, as far as it is known. */
  before?: State | null;
  /** The number of the first entry that is news, where it isn't what came after the last answer. */
  news?: number;
  /** What is asked, where it isn't the open question of the game. */
  question?: Question | null;
  /** Whether it begins at its end: what happened has been seen. */
  seen?: boolean;
  /** Whether it was answered here: what the question has told is not told again. */
  answered?: boolean;
  /** What stood on the screen already when something was told along with a step. */
  read?: readonly string[];
  /** Whether it is told again after a correction, from its first entry on. */
  again?: boolean;
}

export class Turn {
  /** The same turn may be told again: in another language, or under a new name of the game. */
  state: State;
  /** What stands in the controls. */
  value: Json;
  /** Whether the person wants all explanations open; null while nothing was said about it. */
  opened: boolean | null = $state(null);
  /** Which screen is shown: a beat, then the question. */
  at = $state(0);

  readonly #from: From;
  readonly #isTold = (one: Entry) => !this.#from.again && (one.told || (this.#from.read?.includes(one.text) ?? false));
  readonly #start = $derived.by(() => this.#from.news ?? firstNews(this.state.entries, this.state.position));
  readonly news = $derived.by(() => withoutResult(this.state, this.state.entries.slice(this.#start)));
  /** The answer that led here. */
  readonly said = $derived.by(() => (this.#start > 0 ? this.state.entries[this.#start - 1]! : null));
  readonly question = $derived.by(() =>
    this.#from.question === undefined ? this.state.question : this.#from.question,
  );
  readonly beats = $derived.by(() => beatsOf(this.state, this.news, this.#isTold));
  /** The last beat stands on the screen of the question, where the question is about it. */
  readonly last = $derived.by(
    () => this.beats.length - (isAskedWith(this.state, this.beats.at(-1), this.question) ? 1 : 0),
  );
  readonly beat: Beat | null = $derived.by(() => this.beats[this.at] ?? null);
  /** Whether the question is on the screen, or the end. */
  readonly asks = $derived.by(() => this.at === this.last);
  readonly yours = $derived.by(() => this.asks && this.question?.key === YOUR_TURN);
  /** The table as it stands at this beat. */
  readonly views = $derived.by(() => tableAt(this.state, this.#from.before ?? null, this.beats, this.at));

  constructor(state: State, from: From = {}) {
    this.#from = from;
    this.state = $state.raw(state);
    const before = this.question === state.question ? state.before : null;
    this.value = $state.raw(this.question && beginning(this.question, before));
    if (from.seen) this.at = this.last;
    else if (from.answered) this.at = Math.min(this.last, toldIn(this.beats, this.#isTold));
  }

  /** Where one was when one left, with what stood in the controls. */
  resume(left: { beat: number; value: Json } | null): void {
    if (!left) return;
    this.at = Math.max(0, Math.min(this.last, left.beat));
    if (this.question) this.value = beginning(this.question, left.value);
  }

  /** What stands on the screen. */
  get read(): readonly string[] {
    return this.beat ? [...this.beat.captions, ...this.beat.moves].map(({ text }) => text) : [];
  }

  /** To another beat; says whether there is one. */
  go(to: number): boolean {
    const at = Math.max(0, Math.min(this.last, to));
    const moves = at !== this.at;
    if (moves) this.opened = null; // why was asked of the beat before
    this.at = at;
    return moves;
  }
}
