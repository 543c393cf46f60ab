/** One game in play: its state, and everything that can be said to it. */
import {
  RefusedError,
  StaleStateError,
  UnreachableError,
  type Change,
  type Dice,
  type Json,
  type Lang,
  type Moved,
  type UndoInstruction,
  type State,
  type AmendedGame,
} from "./engine";
import { engine } from "./engine-in-use";
import { afterPaint } from "./after-paint.svelte";
import { AnswerPrefetch, mergeState } from "./answer-prefetch.svelte";
import { loadResumePoint } from "./resume-point";
import { settings } from "./settings.svelte";
import { Turn, type TurnOrigin } from "./turn.svelte";
import { PendingWork } from "./pending.svelte";
import { t } from "./texts";

/** What went wrong, in a sentence. */
export function describeError(error: unknown): string {
  if (error instanceof UnreachableError) return t().unreachable;
  if (error instanceof RefusedError) return error.message;
  throw error;
}

/** How long to wait before what could not be loaded is asked for again, in milliseconds. */
export const RETRY_DELAY = 3000;

/** How the path of what a step took for granted begins: who objects there has seen the steps before it, not those after. */
export const STEP_PREFIX = "step.";

/** A change that waits for a decision: ``dropped`` later answers would go, and ``text`` says why. */
export interface PendingDrop {
  dropped: number;
  text: string;
  decide: (isConfirmed: boolean) => void;
}

/** What became of a change: in words, the parts of the box that it changed, and whether a course was left. */
export interface ChangeResult {
  text: string;
  savedParts: readonly string[];
  canRestore: boolean;
}

type ChangeCall = (change: Change, drop: boolean, lang: Lang) => Promise<AmendedGame>;

/** The first entry of the act that a change tells in another way; null where everything is told as before. */
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
  /** What is shown. */
  turn: Turn | null = $state.raw(null);
  /** What the engine has: the shown state, but for the moment in which an answer is shown already and still on its way. */
  confirmedState: State | null = $state.raw(null);
  problem = $state("");
  /** What was probably meant by an answer that was refused: a yes is enough then. */
  proposal: Json = $state.raw(null);
  notice = $state("");
  readonly pending = new PendingWork();
  /** What to put right on the table after a step back or a change; null when there is nothing to show. */
  repairs: UndoInstruction[] | null = $state.raw(null);
  /** The position at which the person began to undo, while the list of what to put right is open. */
  #undoStart: number | null = $state(null);
  /** A change that would drop later answers, while the person has not decided yet. */
  pendingDrop: PendingDrop | null = $state.raw(null);
  /** What became of a changed answer or value, until something else is said. */
  changeResult: ChangeResult | null = $state.raw(null);

  /** Whether changes of other devices are heard of. */
  connected = $state(true);

  readonly #prefetch = new AnswerPrefetch();
  /** The answer on its way. */
  #pendingAnswer: Promise<unknown> = Promise.resolve();

  /** The newest change anybody told of, and whether its name or the like was changed since it was opened. */
  #newestLength = 0;
  #metadataVersion: number | null = null;
  #isRenamed = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  get state(): State | null {
    return this.turn?.state ?? null;
  }

  /** The turn to which the answer in the controls leads, as far as it is known. */
  get preview(): Turn | null {
    return this.state && this.#prefetch.latestPreview(this.state);
  }

  /** See at once what other devices do; the answer ends it. */
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

  /** Shows a state. A turn that is told again keeps what was put into its controls. */
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
        // What happened before the page was opened has been done, unless one left in the middle of it; what another
        // device did has not been seen here.
        this.#showState(await engine.state(this.id, lang), { before, isSeen: before === null });
        if (before === null && this.state) this.turn?.resume(loadResumePoint(this.id, this.state.at));
      } catch (error) {
        this.#isRenamed ||= wasRenamed;
        throw error;
      }
    });
  }

  /** Look up where an answer leads, so that it can be shown as soon as it is given. */
  prefetchAnswer(value: Json): void {
    if (this.confirmedState && this.confirmedState === this.state)
      void this.#prefetch.prefetch(this.confirmedState, value);
  }

  /** Done as soon as the next question is shown. One that was foreseen is shown at once, and goes if it can't be kept. */
  async sendAnswer(value: Json): Promise<boolean> {
    if (!(await this.#waitForAnswer())) return false;
    const preview = this.state && this.#prefetch.findPreview(this.state, value);
    const sending = this.#submit((change, lang) => engine.answer(this.id, { ...change, value }, lang), preview);
    this.#pendingAnswer = sending;
    return this.turn === preview || sending;
  }

  /** Waits for the answer on its way. Nothing more is said if it took its state with it: it was meant for that. */
  async #waitForAnswer(): Promise<boolean> {
    const length = this.state?.at;
    await this.#pendingAnswer;
    return this.state?.at === length;
  }

  /** Correct a value; the act under way is told again where that changes it. */
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
        if (path.startsWith(STEP_PREFIX)) return { before: now, isAnswered: true, readTexts };
        const firstChanged = findFirstChangedEntry(now, next);
        return firstChanged === null ? { before: now, isSeen: true } : { news: firstChanged, isRetold: true };
      },
    );
    const { savedParts: saved } = this.changeResult ?? { savedParts: [] };
    if (isDone && !dropped)
      this.changeResult = saved.length ? { text: "", savedParts: saved, canRestore: false } : null;
    return isDone;
  }

  /** Give another answer in place of the one at a position. */
  replaceAnswer(position: number, value: Json): Promise<boolean> {
    return this.#applyChange(({ at }, drop, lang) => engine.amend(this.id, { at, position, value, drop }, lang));
  }

  /** Go back to the course of the game that was left last. */
  restoreDroppedAnswers(): Promise<boolean> {
    return this.#applyChange(({ at }, _drop, lang) => engine.former(this.id, { at }, lang));
  }

  /** Change an answer or a value. Where later answers would be dropped, the person decides first. */
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

  /** Take back in the box what a correction has saved there. */
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
    return this.#submit((change, lang) => engine.dice(this.id, { ...change, dice }, lang), null, { isSeen: true });
  }

  /** One step back; while the list of what to put right is open, it is a list of all steps since it was opened. */
  undo(): Promise<boolean> {
    const [start, position] = [this.undoneSteps ? this.#undoStart : null, this.state?.position ?? 0];
    if (start === null) return this.#navigate((change, lang) => engine.undo(this.id, change, lang));
    const request = { position: position - 1, start };
    return this.#navigate((change, lang) => engine.rewind(this.id, { ...change, ...request }, lang), start);
  }

  redo(): Promise<boolean> {
    return this.#navigate((change, lang) => engine.redo(this.id, change, lang));
  }

  rewind(position: number): Promise<boolean> {
    return this.#navigate((change, lang) => engine.rewind(this.id, { ...change, position }, lang));
  }

  /** How many steps the list of what to put right goes back; 0 where it does not come from undoing. */
  get undoneSteps(): number {
    return this.#undoStart === null ? 0 : Math.max(0, this.#undoStart - (this.state?.position ?? 0));
  }

  /** The table is right again. */
  confirmRepairs(): void {
    this.#setRepairs([]);
  }

  /**
   * List what to put right, if anything is to be moved; while steps back are collected, from ``start`` on, the list
   * stays open.
   */
  #setRepairs(repairs: UndoInstruction[], start: number | null = null, staysOpen = false): void {
    this.repairs = repairs.some((instruction) => !instruction.reported) || staysOpen ? repairs : null;
    this.#undoStart = this.repairs && start;
  }

  async #submit(
    callEngine: (change: Change, lang: Lang) => Promise<State>,
    preview: Turn | null = null,
    from: TurnOrigin = { isAnswered: true },
  ): Promise<boolean> {
    const turn = this.turn;
    if (!turn) return false;
    return this.#runExclusive(async () => {
      const before = turn.state;
      if (preview) {
        this.turn = preview;
        await new Promise<void>(afterPaint);
      }
      try {
        const after = await callEngine({ at: before.at, since: before.entries.length }, settings.lang);
        if (preview?.state.at === after.at) this.#setTurn(preview);
        else this.#showState(mergeState(before, after), { before: before, ...from });
      } catch (error) {
        this.#setTurn(turn);
        throw error;
      }
    });
  }

  async #navigate(
    callEngine: (change: Change, lang: Lang) => Promise<Moved>,
    start: number | null = null,
  ): Promise<boolean> {
    if (!(await this.#waitForAnswer())) return false;
    const before = this.state;
    if (!before) return false;
    return this.#runExclusive(async () => {
      const { state, repairs } = await callEngine({ at: before.at }, settings.lang);
      this.#showState(state, { isSeen: true });
      this.#setRepairs(repairs, start ?? before.position, start !== null);
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
        // Nobody is asked again at once: a device that is away would ask without end.
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
