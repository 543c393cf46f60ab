/** A turn on the screen: the entries, the open question, and the value of its controls. */
import { getInitialValue } from "./answers";
import {
  YOUR_TURN,
  buildTurnSteps,
  isShownWithQuestion,
  restoreViews,
  countCoveredSteps,
  type TurnStep,
} from "./turn-steps";
import type { Entry, Json, Question, State } from "./engine";

/** Return whether an entry is an answer that moved the position on. */
export function isPersonsAnswer(entries: readonly Entry[], i: number, position: number): boolean {
  const entry = entries[i]!;
  return entry.kind === "answer" && (entries[i + 1]?.at ?? position) > entry.at;
}

/** Return the index of the first entry after the last answer. */
export function findFirstNewEntry(entries: readonly Entry[], position: number): number {
  for (let i = entries.length - 1; i >= 0; i--) if (isPersonsAnswer(entries, i, position)) return i + 1;
  return 0;
}

/** Return the entries without the result, which the scoring already shows. */
export function dropResultEntry(state: State, entries: Entry[]): Entry[] {
  return entries.filter((entry) => entry.text !== state.result?.text);
}

/** Return the answer at a position, if there is one. */
export function findAnswerAt(entries: readonly Entry[], position: number, end: number): Entry | null {
  const i = entries.findIndex((entry, n) => entry.at === position && isPersonsAnswer(entries, n, end));
  return i < 0 ? null : entries[i]!;
}

/** Return the last answer before a position. */
export function findAnswerBefore(entries: readonly Entry[], position: number, end: number): Entry | null {
  return entries.filter((entry, n) => entry.at < position && isPersonsAnswer(entries, n, end)).at(-1) ?? null;
}

export interface TurnOrigin {
  /** The state at the previous question, if it is known. */
  before?: State | null;
  /** The index of the first new entry, if it is not the one after the last answer. */
  news?: number;
  /** The question, if it is not the open question of the game. */
  question?: Question | null;
  /** Whether the turn starts at its end, because it has been seen. */
  isSeen?: boolean;
  /** Whether it was answered here, so that steps described by the question are skipped. */
  isAnswered?: boolean;
  /** The texts on the screen before an inline question was answered. */
  readTexts?: readonly string[];
  /** Whether it is shown again after a correction, from its first entry on. */
  isRetold?: boolean;
}

export class Turn {
  /** The state may be replaced by one in another language or with another name of the game. */
  state: State;
  /** The value of the controls. */
  value: Json;
  /** Whether the player opened or closed the reasons; null if neither. */
  areReasonsOpen: boolean | null = $state(null);
  /** The index of the shown screen: a step, or the question at the end. */
  stepIndex = $state(0);

  readonly #origin: TurnOrigin;
  readonly #isCovered = (entry: Entry) =>
    !this.#origin.isRetold && (entry.told || (this.#origin.readTexts?.includes(entry.text) ?? false));
  readonly #newsStart = $derived.by(
    () => this.#origin.news ?? findFirstNewEntry(this.state.entries, this.state.position),
  );
  readonly news = $derived.by(() => dropResultEntry(this.state, this.state.entries.slice(this.#newsStart)));
  /** The answer that led to this turn. */
  readonly leadingAnswer = $derived.by(() => (this.#newsStart > 0 ? this.state.entries[this.#newsStart - 1]! : null));
  readonly question = $derived.by(() =>
    this.#origin.question === undefined ? this.state.question : this.#origin.question,
  );
  readonly steps = $derived.by(() => buildTurnSteps(this.state, this.news, this.#isCovered));
  /** The last index. The last step may share the screen of the question. */
  readonly lastIndex = $derived.by(
    () => this.steps.length - (isShownWithQuestion(this.state, this.steps.at(-1), this.question) ? 1 : 0),
  );
  readonly step: TurnStep | null = $derived.by(() => this.steps[this.stepIndex] ?? null);
  /** Whether the question or the end of the game is on the screen. */
  readonly isAtQuestion = $derived.by(() => this.stepIndex === this.lastIndex);
  readonly isPlayersTurn = $derived.by(() => this.isAtQuestion && this.question?.key === YOUR_TURN);
  /** The views at this step. */
  readonly views = $derived.by(() => restoreViews(this.state, this.#origin.before ?? null, this.steps, this.stepIndex));

  constructor(state: State, origin: TurnOrigin = {}) {
    this.#origin = origin;
    this.state = $state.raw(state);
    const before = this.question === state.question ? state.before : null;
    this.value = $state.raw(this.question && getInitialValue(this.question, before));
    if (origin.isSeen) this.stepIndex = this.lastIndex;
    else if (origin.isAnswered)
      this.stepIndex = Math.min(this.lastIndex, countCoveredSteps(this.steps, this.#isCovered));
  }

  /** Continue at the stored step with the stored value. */
  resume(point: { beat: number; value: Json } | null): void {
    if (!point) return;
    this.stepIndex = Math.max(0, Math.min(this.lastIndex, point.beat));
    if (this.question) this.value = getInitialValue(this.question, point.value);
  }

  /** The texts on the screen. */
  get visibleTexts(): readonly string[] {
    return this.step ? [...this.step.captions, ...this.step.moves].map(({ text }) => text) : [];
  }

  /** Go to another step. Return whether it differs from the current one. */
  goTo(index: number): boolean {
    const target = Math.max(0, Math.min(this.lastIndex, index));
    const hasMoved = target !== this.stepIndex;
    if (hasMoved) this.areReasonsOpen = null; // the reasons belong to the step before
    this.stepIndex = target;
    return hasMoved;
  }
}
