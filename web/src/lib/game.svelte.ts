/** A game in play: its state and all actions on it. */
import {
  RefusedError,
  StaleStateError,
  UnreachableError,
  type Change,
  type Dice,
  type Json,
  type Lang,
  type RewoundGame,
  type UndoInstruction,
  type State,
  type AmendedGame,
} from "./engine";
import { engine } from "./engine-in-use";
import { runAfterPaint } from "./after-paint.svelte";
import { AnswerPrefetch, mergeState } from "./answer-prefetch.svelte";
import { loadResumePoint } from "./resume-point";
import { settings } from "./settings.svelte";
import { Turn, type TurnOrigin } from "./turn.svelte";
import { PendingWork } from "./pending.svelte";
import { t } from "./texts";

/** Return the message of an error. */
export function describeError(error: unknown): string {
  if (error instanceof UnreachableError) return t().unreachable;
  if (error instanceof RefusedError) return error.message;
  throw error;
}

/** Milliseconds before a failed request is repeated. */
export const RETRY_DELAY = 3000;

/** The path prefix of assumptions. After the correction of an assumption only the later steps are shown again. */
export const STEP_PREFIX = "step.";

/**
 * A change that waits for confirmation: ``dropped`` is the number of later answers that would be removed, ``text`` the
 * reason.
 */
export interface PendingDrop {
  dropped: number;
  text: string;
  decide: (isConfirmed: boolean) => void;
}

/**
 * A choice of how far to go back: the proposed position, and a function that takes the decision; null changes nothing.
 */
export interface UndoChoice {
  position: number;
  decide: (position: number | null) => void;
}

/** The result of a change: a text, the saved parts of the box, and whether dropped answers can be restored. */
export interface ChangeResult {
  text: string;
  savedParts: readonly string[];
  canRestore: boolean;
}

type ChangeCall = (change: Change, drop: boolean, lang: Lang) => Promise<AmendedGame>;

/** Return the index of the first entry of the act that a change has altered, or null if nothing changed. */
export function findFirstChangedEntry(before: State, after: State): number | null {
  const [oldEntries, newEntries] = [before, after].map(({ entries }) =>
    entries.filter((entry) => entry.kind !== "correct"),
  );
  const index = newEntries!.findIndex((entry, i) => entry.text !== oldEntries![i]?.text);
  if (index < 0 && newEntries!.length === oldEntries!.length) return null;
  const entry = index < 0 ? newEntries!.at(-1) : newEntries![index];
  if (!entry) return null;
  const act = after.acts.find((act) => act.number === entry.act);
  return act?.first ?? after.entries.indexOf(entry);
}

export class Game {
  /** The shown turn. */
  turn: Turn | null = $state.raw(null);
  /** The state of the engine. It differs from the shown state while a previewed answer is being sent. */
  confirmedState: State | null = $state.raw(null);
  problem = $state("");
  /** The likely correction of a refused answer, which a tap on "Yes" sends. */
  proposal: Json = $state.raw(null);
  notice = $state("");
  readonly pending = new PendingWork();
  /** The changes to make on the table after a redo or a correction; null if there are none to show. */
  repairs: UndoInstruction[] | null = $state.raw(null);
  /** The open choice of how far to go back. */
  undoChoice: UndoChoice | null = $state.raw(null);
  /** A change that would drop later answers and waits for confirmation. */
  pendingDrop: PendingDrop | null = $state.raw(null);
  /** The result of the last change, until the next action. */
  changeResult: ChangeResult | null = $state.raw(null);

  /** Whether the connection for changes of other devices is open. */
  connected = $state(true);

  readonly #prefetch = new AnswerPrefetch();
  /** The answer that is being sent. */
  #pendingAnswer: Promise<unknown> = Promise.resolve();

  /** The newest reported log length, and whether the metadata has changed since the game was opened. */
  #newestLength = 0;
  #metadataVersion: number | null = null;
  #isRenamed = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  get state(): State | null {
    return this.turn?.state ?? null;
  }

  /** The preview of the answer in the controls, if it is loaded. */
  get preview(): Turn | null {
    return this.state && this.#prefetch.latestPreview(this.state);
  }

  /** Listen to changes from other devices; the returned function stops listening. */
  followChanges(): () => void {
    const stop = engine.follow(this.id, {
      onMoved: (at, version) => {
        this.#newestLength = at;
        this.#isRenamed ||= version !== (this.#metadataVersion ?? version);
        this.#metadataVersion = version;
        this.#refreshIfOutdated();
      },
      onGone: () => {
        this.#setTurn(null);
        this.problem = t().gameWasDeleted;
      },
      onConnected: (isConnected) => (this.connected = isConnected),
    });
    return () => {
      clearTimeout(this.#retryTimer);
      stop();
    };
  }

  get #isOutdated(): boolean {
    return this.state !== null && (this.#isRenamed || this.#newestLength > this.state.at);
  }

  #refreshIfOutdated(): void {
    if (this.#isOutdated && !this.pending.isRunning) void this.load(settings.lang);
  }

  #setTurn(turn: Turn | null): void {
    this.turn = turn;
    this.confirmedState = this.state;
  }

  /** Show a state. If the position is unchanged, keep the values of the controls. */
  #showState(state: State, from: TurnOrigin): void {
    const shownTurn = this.turn?.state.at === state.at ? this.turn : null;
    if (shownTurn) shownTurn.state = state;
    this.#setTurn(shownTurn ?? new Turn(state, from));
  }

  async load(lang: Lang): Promise<void> {
    await this.#runExclusive(async () => {
      const wasRenamed = this.#isRenamed;
      this.#isRenamed = false;
      try {
        const before = this.state;
        // Steps from before the page was opened count as done, except after leaving in the middle. Changes from other
        // devices are new.
        this.#showState(await engine.state(this.id, lang), { before, isSeen: before === null });
        if (before === null && this.state) this.turn?.resume(loadResumePoint(this.id, this.state.at));
      } catch (error) {
        this.#isRenamed ||= wasRenamed;
        throw error;
      }
    });
  }

  /** Load the preview of an answer, so that it can be shown at once. */
  prefetchAnswer(value: Json): void {
    if (this.confirmedState && this.confirmedState === this.state)
      void this.#prefetch.prefetch(this.confirmedState, value);
  }

  /**
   * Send an answer and resolve when the next question is shown. A preview is shown at once and withdrawn if the
   * answer is refused.
   */
  async sendAnswer(value: Json): Promise<boolean> {
    if (!(await this.#waitForAnswer())) return false;
    const preview = this.state && this.#prefetch.findPreview(this.state, value);
    const sending = preview
      ? this.#confirm(preview, value)
      : this.#submit((change, lang) => engine.answer(this.id, { ...change, value }, lang));
    this.#pendingAnswer = sending;
    return this.turn === preview || sending;
  }

  /**
   * Wait for the answer that is being sent. Return false if the answer changed the state, because the next action was
   * meant for the old state.
   */
  async #waitForAnswer(): Promise<boolean> {
    const length = this.state?.at;
    await this.#pendingAnswer;
    return this.state?.at === length;
  }

  /** Correct a value; the current act is replayed if it changes. */
  async correctValue(path: string, value: Json): Promise<boolean> {
    const readTexts = this.turn?.visibleTexts;
    let dropped = 0;
    const isDone = await this.#applyChange(
      async (change, drop, lang) => {
        const answered = await engine.correct(this.id, { ...change, path, value, drop }, lang);
        ({ dropped } = answered);
        return answered;
      },
      (now, next) => {
        if (path.startsWith(STEP_PREFIX)) return { before: now, readTexts };
        const firstChanged = findFirstChangedEntry(now, next);
        return firstChanged === null ? { before: now, isSeen: true } : { news: firstChanged, isRetold: true };
      },
    );
    const { savedParts: saved } = this.changeResult ?? { savedParts: [] };
    if (isDone && !dropped)
      this.changeResult = saved.length ? { text: "", savedParts: saved, canRestore: false } : null;
    return isDone;
  }

  /** Replace the answer at a position. */
  replaceAnswer(position: number, value: Json): Promise<boolean> {
    return this.#applyChange(({ at }, drop, lang) => engine.amend(this.id, { at, position, value, drop }, lang));
  }

  /** Restore the answers that the last change has dropped. */
  restoreDroppedAnswers(): Promise<boolean> {
    return this.#applyChange(({ at }, _drop, lang) => engine.former(this.id, { at }, lang));
  }

  /** Change an answer or a value. If later answers would be dropped, ask for confirmation first. */
  async #applyChange(
    callEngine: ChangeCall,
    from: (before: State, after: State) => TurnOrigin = () => ({ isSeen: true }),
  ): Promise<boolean> {
    if (!(await this.#waitForAnswer())) return false;
    const before = this.state;
    if (!before) return false;
    const change = { at: before.at, since: before.entries.length };
    for (const drop of [false, true]) {
      let reply: AmendedGame | undefined;
      await this.#runExclusive(async () => {
        reply = await callEngine(change, drop, settings.lang);
        if (!reply.done) return;
        const after = mergeState(before, reply.state);
        this.#showState(after, from(before, after));
        this.#setRepairs(reply.repairs);
        this.changeResult = { text: reply.text, savedParts: reply.saved, canRestore: after.former > 0 };
      });
      if (!reply || reply.done) return reply !== undefined;
      if (!(await this.#confirmDrop(reply))) return false;
    }
    return false;
  }

  #confirmDrop({ dropped, text }: AmendedGame): Promise<boolean> {
    return new Promise((resolve) => {
      const onDecide = (isConfirmed: boolean) => {
        this.pendingDrop = null;
        resolve(isConfirmed);
      };
      this.pendingDrop = { dropped, text, decide: onDecide };
    });
  }

  /** Undo the change that a correction has made to the box. */
  undoBoxChange(): Promise<boolean> {
    const { changeResult: result, state } = this;
    return this.#runExclusive(async () => {
      this.changeResult = result;
      if (state) await engine.undoBox(state.game, settings.lang);
      this.changeResult = { text: t().boxChangeUndone, savedParts: [], canRestore: false };
    });
  }

  async setDice(dice: Dice): Promise<boolean> {
    if (!(await this.#waitForAnswer())) return false;
    return this.#submit((change, lang) => engine.dice(this.id, { ...change, dice }, lang), { isSeen: true });
  }

  /** Ask the player how far to go back, then go there. Return false if the player cancels. */
  async undo(position = (this.state?.position ?? 0) - 1): Promise<boolean> {
    if (!(await this.#waitForAnswer()) || this.undoChoice) return false;
    let isDone = false;
    for (let chosen: number | null = position; chosen !== null && !isDone && this.state?.can_undo;) {
      const proposed: number = chosen;
      chosen = await new Promise((decide) => (this.undoChoice = { position: proposed, decide }));
      isDone = chosen !== null && (await this.#rewind(chosen));
    }
    this.undoChoice = null;
    return isDone;
  }

  /** Go to a position, after the list of changes was shown. */
  #rewind(position: number): Promise<boolean> {
    return this.#navigate((change, lang) => engine.rewind(this.id, { ...change, position }, lang), false);
  }

  redo(): Promise<boolean> {
    return this.#navigate((change, lang) => engine.redo(this.id, change, lang));
  }

  /** Close the list of changes. */
  confirmRepairs(): void {
    this.repairs = null;
  }

  /** Show the changes to make on the table, if pieces must be moved. */
  #setRepairs(repairs: UndoInstruction[]): void {
    this.repairs = repairs.some((instruction) => !instruction.reported) ? repairs : null;
  }

  async #submit(callEngine: (change: Change, lang: Lang) => Promise<State>, from: TurnOrigin = {}): Promise<boolean> {
    const before = this.state;
    if (!before) return false;
    return this.#runExclusive(async () => {
      const after = await callEngine({ at: before.at, since: before.entries.length }, settings.lang);
      this.#showState(mergeState(before, after), { before, ...from });
    });
  }

  /** Show a preview and send its answer. The reply contains only the length of the log. */
  async #confirm(preview: Turn, value: Json): Promise<boolean> {
    const turn = this.turn;
    if (!turn) return false;
    return this.#runExclusive(async () => {
      this.turn = preview;
      await new Promise<void>(runAfterPaint);
      try {
        const at = await engine.confirm(this.id, { at: turn.state.at, value }, settings.lang);
        if (at === preview.state.at) this.#setTurn(preview);
        else this.#showState(await engine.state(this.id, settings.lang), { before: turn.state });
      } catch (error) {
        this.#setTurn(turn);
        throw error;
      }
    });
  }

  async #navigate(
    callEngine: (change: Change, lang: Lang) => Promise<RewoundGame>,
    showsRepairs = true,
  ): Promise<boolean> {
    if (!(await this.#waitForAnswer())) return false;
    const before = this.state;
    if (!before) return false;
    return this.#runExclusive(async () => {
      const { state, repairs } = await callEngine({ at: before.at }, settings.lang);
      this.#showState(state, { isSeen: true });
      if (!showsRepairs) return;
      this.#setRepairs(repairs);
      if (repairs.length && !this.repairs) this.notice = t().reportedStays;
    });
  }

  async #runExclusive(work: () => Promise<void>): Promise<boolean> {
    if (this.pending.isRunning) return false;
    this.pending.start();
    this.problem = "";
    this.proposal = null;
    this.notice = "";
    this.changeResult = null;
    clearTimeout(this.#retryTimer);
    let delay = 0;
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof StaleStateError) {
        this.#showState(error.state, { before: this.state });
        this.notice = t().continuedElsewhere;
      } else {
        // Retry only after a delay: an unreachable server would cause an endless loop.
        delay = RETRY_DELAY;
        this.problem = describeError(error);
        this.proposal = error instanceof RefusedError ? error.proposal : null;
      }
      return false;
    } finally {
      this.pending.finish();
      if (this.#isOutdated) this.#retryTimer = setTimeout(() => this.#refreshIfOutdated(), delay);
    }
  }
}
