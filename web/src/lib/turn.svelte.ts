/** A turn on the screen: its acts, the open question, and the value of its controls. */
import { getInitialValue } from "./answers";
import {
  YOUR_TURN,
  findTurnStart,
  formatOutcome,
  listLines,
  listShownHighlights,
  listTurnActs,
  restoreViews,
  type TurnAct,
} from "./turn-acts";
import type { Entry, Highlight, Json, Question, State } from "./engine";

/** Return whether an entry is an answer that advanced the position. */
export function isPersonsAnswer(entries: readonly Entry[], i: number, position: number): boolean {
  const entry = entries[i]!;
  return entry.kind === "answer" && (entries[i + 1]?.at ?? position) > entry.at;
}

/** Return the index of the first entry after the last answer. */
export function findFirstNewEntry(entries: readonly Entry[], position: number): number {
  for (let i = entries.length - 1; i >= 0; i--) if (isPersonsAnswer(entries, i, position)) return i + 1;
  return 0;
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
  /** The index of the first new entry, if different from the entry after the last answer. */
  news?: number;
  /** The question, if different from the open question of the game. */
  question?: Question | null;
  /** Whether the turn starts at its end, because the player has already seen it. */
  isSeen?: boolean;
  /** The texts that were on the screen before an inline question was answered. Their moves count as made. */
  readTexts?: readonly string[];
  /** Whether the turn is shown again after a correction, from its first entry on. */
  isRetold?: boolean;
}

/** A screen of a turn: an act with something to do or, at the end, the question or the result. */
interface Screen {
  /** The index of the open act; the number of acts if none is open. */
  readonly act: number;
}

export class Turn {
  /** The state may be replaced by one in another language or with another name of the game. */
  state: State;
  /** The value of the controls. */
  value: Json;
  /** Whether the player has opened (true) or closed (false) all reasons; null if neither. */
  areReasonsOpen: boolean | null = $state(null);
  /** The line that the player has opened: the board shows its place. */
  openedEntry: Entry | null = $state.raw(null);
  /** The index of the shown screen. */
  stepIndex = $state(0);

  readonly #origin: TurnOrigin;
  readonly newsStart = $derived.by(
    () => this.#origin.news ?? findFirstNewEntry(this.state.entries, this.state.position),
  );
  readonly news = $derived.by(() => this.state.entries.slice(this.newsStart));
  readonly question = $derived.by(() =>
    this.#origin.question === undefined ? this.state.question : this.#origin.question,
  );
  /** All acts of the turn, in the order of the script. */
  readonly acts = $derived.by(() =>
    listTurnActs(this.state, Math.min(this.newsStart, findTurnStart(this.state, this.newsStart))),
  );
  /** The screens: one for each act with something to do or to announce, and one for the question or the result. */
  readonly screens: readonly Screen[] = $derived.by(() => {
    const [all, end] = [this.acts, this.question ? this.acts.length - 1 : this.acts.length];
    const shown = all.flatMap((item, act) => (act !== end && this.#needsScreen(item) ? [{ act }] : []));
    return [...shown, { act: end }];
  });
  readonly lastIndex = $derived.by(() => this.screens.length - 1);
  /** The index of the open act. */
  readonly actIndex = $derived.by(() => this.screens[Math.min(this.stepIndex, this.lastIndex)]!.act);
  readonly act: TurnAct | null = $derived.by(() => this.acts[this.actIndex] ?? null);
  /** Whether the question or the end of the game is on the screen. */
  readonly isAtQuestion = $derived.by(() => this.stepIndex >= this.lastIndex);
  readonly isPlayersTurn = $derived.by(() => this.isAtQuestion && this.question?.key === YOUR_TURN);
  /** The views at this act. */
  readonly views = $derived.by(() => {
    const listNews = (acts: readonly TurnAct[]) =>
      acts.flatMap(({ entries }) => entries.filter(({ index }) => index >= this.newsStart));
    const [done, later] = [this.acts.slice(0, this.actIndex + 1), this.acts.slice(this.actIndex + 1)];
    return restoreViews(this.state, this.#origin.before ?? null, listNews(done), listNews(later));
  });
  /** The pictures of the board: those of the line that the player opened, else those of the act. */
  readonly highlights: readonly Highlight[] = $derived.by(() => {
    const opened = this.act?.entries.includes(this.openedEntry!) && this.openedEntry?.shows;
    if (opened) return [opened];
    return this.act && !this.isPlayersTurn ? listShownHighlights(this.act, this.newsStart) : [];
  });

  constructor(state: State, origin: TurnOrigin = {}) {
    this.#origin = origin;
    this.state = $state.raw(state);
    const before = this.question === state.question ? state.before : null;
    this.value = $state.raw(this.question && getInitialValue(this.question, before));
    if (origin.isSeen) this.stepIndex = this.lastIndex;
  }

  /** Return whether an entry was done or read before, earlier in the turn or with the answer that led here. */
  isDone(entry: Entry): boolean {
    if (entry.index < this.newsStart) return true;
    return !this.#origin.isRetold && (entry.told || (this.#origin.readTexts?.includes(entry.text) ?? false));
  }

  /** Return whether an act has something new to do, or announces something. */
  #needsScreen({ act, entries }: TurnAct): boolean {
    const isNew = act ? act.first + act.count > this.newsStart || act.first >= this.newsStart : entries.length > 0;
    return (isNew && (act?.banner ?? false)) || entries.some((entry) => entry.kind === "do" && !this.isDone(entry));
  }

  /** Continue at the stored step with the stored value. */
  resume(point: { beat: number; value: Json } | null): void {
    if (!point) return;
    this.stepIndex = Math.max(0, Math.min(this.lastIndex, point.beat));
    if (this.question) this.value = getInitialValue(this.question, point.value);
  }

  /** The texts of the open act. */
  get visibleTexts(): readonly string[] {
    return this.act ? listLines(this.act).map(({ text }) => text) : [];
  }

  /** The sentences of the screen in reading order. */
  get spokenTexts(): readonly string[] {
    const { act } = this;
    if (this.isPlayersTurn)
      return [...this.acts.slice(0, this.actIndex).flatMap(listSpoken), this.question?.text ?? ""].filter(Boolean);
    const head = act?.act ? [act.act.cause?.text ?? "", act.act.title] : [];
    const end = this.isAtQuestion
      ? [this.question?.text ?? this.state.result?.text ?? ""]
      : [act?.act?.result ?? act?.act?.idle ?? ""];
    return [...head, ...this.visibleTexts, ...end].filter(Boolean);
  }

  /** Go to another screen. Return whether it differs from the current one. */
  goTo(index: number): boolean {
    const target = Math.max(0, Math.min(this.lastIndex, index));
    const hasMoved = target !== this.stepIndex;
    if (hasMoved) this.areReasonsOpen = this.openedEntry = null; // they belong to the previous act
    this.stepIndex = target;
    return hasMoved;
  }
}

const listSpoken = (item: TurnAct): string[] => [item.act?.title ?? "", formatOutcome(item)];
