/** One turn as a person meets it: what happened, the open question, and what stands in its controls. */
import { initialValue } from "./answers";
import {
  YOUR_TURN,
  buildTurnSteps,
  isShownWithQuestion,
  restoreViews,
  countCoveredSteps,
  type TurnStep,
} from "./turn-steps";
import type { Entry, Json, Question, State } from "./engine";

/** Which entries were answers of the person (or the table): the position moves on with each of them. */
export function isPersonsAnswer(entries: readonly Entry[], i: number, position: number): boolean {
  const entry = entries[i]!;
  return entry.kind === "answer" && (entries[i + 1]?.at ?? position) > entry.at;
}

/** The number of the first entry after the last answer: from there on it is news. */
export function findFirstNews(entries: readonly Entry[], position: number): number {
  for (let i = entries.length - 1; i >= 0; i--) if (isPersonsAnswer(entries, i, position)) return i + 1;
  return 0;
}

/** The entries without the sentence on how the game ended, which the scoring sheet says already. */
export function dropResultEntry(state: State, entries: Entry[]): Entry[] {
  return entries.filter((entry) => entry.text !== state.result?.text);
}

/** The answer that was given at a position, if one was. */
export function findAnswerAt(entries: readonly Entry[], position: number, end: number): Entry | null {
  const i = entries.findIndex((entry, n) => entry.at === position && isPersonsAnswer(entries, n, end));
  return i < 0 ? null : entries[i]!;
}

/** The answer that led to what happened at a position: the last one before it. */
export function findAnswerBefore(entries: readonly Entry[], position: number, end: number): Entry | null {
  return entries.filter((entry, n) => entry.at < position && isPersonsAnswer(entries, n, end)).at(-1) ?? null;
}

export interface TurnOrigin {
  /** The state at the question before, as far as it is known. */
  before?: State | null;
  /** The number of the first entry that is news, where it isn't what came after the last answer. */
  news?: number;
  /** What is asked, where it isn't the open question of the game. */
  question?: Question | null;
  /** Whether it begins at its end: what happened has been seen. */
  isSeen?: boolean;
  /** Whether it was answered here: what the question has told is not told again. */
  isAnswered?: boolean;
  /** What stood on the screen already when something was told along with a step. */
  readTexts?: readonly string[];
  /** Whether it is told again after a correction, from its first entry on. */
  isRetold?: boolean;
}

export class Turn {
  /** The same turn may be told again: in another language, or under a new name of the game. */
  state: State;
  /** What stands in the controls. */
  value: Json;
  /** Whether the person wants all explanations open; null while nothing was said about it. */
  areReasonsOpen: boolean | null = $state(null);
  /** Which screen is shown: a beat, then the question. */
  stepIndex = $state(0);

  readonly #origin: TurnOrigin;
  readonly #isCovered = (entry: Entry) =>
    !this.#origin.isRetold && (entry.told || (this.#origin.readTexts?.includes(entry.text) ?? false));
  readonly #newsStart = $derived.by(() => this.#origin.news ?? findFirstNews(this.state.entries, this.state.position));
  readonly news = $derived.by(() => dropResultEntry(this.state, this.state.entries.slice(this.#newsStart)));
  /** The answer that led here. */
  readonly leadingAnswer = $derived.by(() => (this.#newsStart > 0 ? this.state.entries[this.#newsStart - 1]! : null));
  readonly question = $derived.by(() =>
    this.#origin.question === undefined ? this.state.question : this.#origin.question,
  );
  readonly steps = $derived.by(() => buildTurnSteps(this.state, this.news, this.#isCovered));
  /** The last beat stands on the screen of the question, where the question is about it. */
  readonly lastIndex = $derived.by(
    () => this.steps.length - (isShownWithQuestion(this.state, this.steps.at(-1), this.question) ? 1 : 0),
  );
  readonly step: TurnStep | null = $derived.by(() => this.steps[this.stepIndex] ?? null);
  /** Whether the question is on the screen, or the end. */
  readonly isAtQuestion = $derived.by(() => this.stepIndex === this.lastIndex);
  readonly isPlayersTurn = $derived.by(() => this.isAtQuestion && this.question?.key === YOUR_TURN);
  /** The table as it stands at this beat. */
  readonly views = $derived.by(() => restoreViews(this.state, this.#origin.before ?? null, this.steps, this.stepIndex));

  constructor(state: State, origin: TurnOrigin = {}) {
    this.#origin = origin;
    this.state = $state.raw(state);
    const before = this.question === state.question ? state.before : null;
    this.value = $state.raw(this.question && initialValue(this.question, before));
    if (origin.isSeen) this.stepIndex = this.lastIndex;
    else if (origin.isAnswered)
      this.stepIndex = Math.min(this.lastIndex, countCoveredSteps(this.steps, this.#isCovered));
  }

  /** Where one was when one left, with what stood in the controls. */
  resume(point: { beat: number; value: Json } | null): void {
    if (!point) return;
    this.stepIndex = Math.max(0, Math.min(this.lastIndex, point.beat));
    if (this.question) this.value = initialValue(this.question, point.value);
  }

  /** What stands on the screen. */
  get visibleTexts(): readonly string[] {
    return this.step ? [...this.step.captions, ...this.step.moves].map(({ text }) => text) : [];
  }

  /** To another beat; says whether there is one. */
  goTo(index: number): boolean {
    const target = Math.max(0, Math.min(this.lastIndex, index));
    const hasMoved = target !== this.stepIndex;
    if (hasMoved) this.areReasonsOpen = null; // why was asked of the beat before
    this.stepIndex = target;
    return hasMoved;
  }
}
