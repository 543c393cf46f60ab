/** One game in play: its state, and everything that can be said to it. */
import {
  Refused,
  Stale,
  Unreachable,
  type Change,
  type Dice,
  type Json,
  type Lang,
  type Moved,
  type Repair,
  type State,
  type AmendedGame,
} from "./engine";
import { engine } from "./engine-in-use";
import { afterPaint } from "./after-paint.svelte";
import { Foresight, joined } from "./answer-prefetch.svelte";
import { leftAt } from "./resume-point";
import { settings } from "./settings.svelte";
import { Turn, type From } from "./turn.svelte";
import { Waiting } from "./pending.svelte";
import { t } from "./texts";

/** What went wrong, in a sentence. */
export function sentence(error: unknown): string {
  if (error instanceof Unreachable) return t().unreachable;
  if (error instanceof Refused) return error.message;
  throw error;
}

/** How long to wait before what could not be loaded is asked for again, in milliseconds. */
export const PATIENCE = 3000;

/** How the path of what a step took for granted begins: who objects there has seen the steps before it, not those after. */
export const STEP = "step.";

/** A change that waits for a decision: ``dropped`` later answers would go, and ``text`` says why. */
export interface Dropping {
  dropped: number;
  text: string;
  decide: (drops: boolean) => void;
}

/** What became of a change: in words, the parts of the box that it changed, and whether a course was left. */
export interface Outcome {
  text: string;
  saved: readonly string[];
  left: boolean;
}

type Amend = (change: Change, drop: boolean, lang: Lang) => Promise<AmendedGame>;

/** The first entry of the act that a change tells in another way; null where everything is told as before. */
export function firstRetold(now: State, next: State): number | null {
  const [old, told] = [now, next].map(({ entries }) => entries.filter((one) => one.kind !== "correct"));
  const same = told!.findIndex((one, i) => one.text !== old![i]?.text);
  if (same < 0 && told!.length === old!.length) return null;
  const first = same < 0 ? told!.at(-1) : told![same];
  if (!first) return null;
  const act = next.acts.find((one) => one.number === first.act);
  return act?.first ?? next.entries.indexOf(first);
}

export class Game {
  /** What is shown. */
  turn: Turn | null = $state.raw(null);
  /** What the engine has: the shown state, but for the moment in which an answer is shown already and still on its way. */
  kept: State | null = $state.raw(null);
  problem = $state("");
  /** What was probably meant by an answer that was refused: a yes is enough then. */
  proposal: Json = $state.raw(null);
  notice = $state("");
  readonly waiting = new Waiting();
  /** What to put right on the table after a step back or a change; null when there is nothing to show. */
  repairs: Repair[] | null = $state.raw(null);
  /** The position at which the person began to undo, while the list of what to put right is open. */
  #start: number | null = $state(null);
  /** A change that would drop later answers, while the person has not decided yet. */
  dropping: Dropping | null = $state.raw(null);
  /** What became of a changed answer or value, until something else is said. */
  outcome: Outcome | null = $state.raw(null);

  /** Whether changes of other devices are heard of. */
  connected = $state(true);

  readonly #foresight = new Foresight();
  /** The answer on its way. */
  #coming: Promise<unknown> = Promise.resolve();

  /** The newest change anybody told of, and whether its name or the like was changed since it was opened. */
  #heard = 0;
  #edition: number | null = null;
  #renamed = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  get state(): State | null {
    return this.turn?.state ?? null;
  }

  /** The turn to which the answer in the controls leads, as far as it is known. */
  get ahead(): Turn | null {
    return this.state && this.#foresight.after(this.state);
  }

  /** See at once what other devices do; the answer ends it. */
  follow(): () => void {
    const stop = engine.follow(this.id, {
      moved: (at, edition) => {
        this.#heard = at;
        this.#renamed ||= edition !== (this.#edition ?? edition);
        this.#edition = edition;
        this.#catchUp();
      },
      gone: () => {
        this.#show(null);
        this.problem = t().gone;
      },
      connected: (is) => (this.connected = is),
    });
    return () => {
      clearTimeout(this.#again);
      stop();
    };
  }

  get #behind(): boolean {
    return this.state !== null && (this.#renamed || this.#heard > this.state.at);
  }

  #catchUp(): void {
    if (this.#behind && !this.waiting.under) void this.open(settings.lang);
  }

  #show(turn: Turn | null): void {
    this.turn = turn;
    this.kept = this.state;
  }

  /** Shows a state. A turn that is told again keeps what was put into its controls. */
  #tell(state: State, from: From): void {
    const again = this.turn?.state.at === state.at ? this.turn : null;
    if (again) again.state = state;
    this.#show(again ?? new Turn(state, from));
  }

  async open(lang: Lang): Promise<void> {
    await this.#during(async () => {
      const renamed = this.#renamed;
      this.#renamed = false;
      try {
        const before = this.state;
        // What happened before the page was opened has been done, unless one left in the middle of it; what another
        // device did has not been seen here.
        this.#tell(await engine.state(this.id, lang), { before, seen: before === null });
        if (before === null && this.state) this.turn?.resume(leftAt(this.id, this.state.at));
      } catch (error) {
        this.#renamed ||= renamed;
        throw error;
      }
    });
  }

  /** Look up where an answer leads, so that it can be shown as soon as it is given. */
  foresee(value: Json): void {
    if (this.kept && this.kept === this.state) void this.#foresight.look(this.kept, value);
  }

  /** Done as soon as the next question is shown. One that was foreseen is shown at once, and goes if it can't be kept. */
  async answer(value: Json): Promise<boolean> {
    if (!(await this.#settled())) return false;
    const foreseen = this.state && this.#foresight.of(this.state, value);
    const coming = this.#change((change, lang) => engine.answer(this.id, { ...change, value }, lang), foreseen);
    this.#coming = coming;
    return this.turn === foreseen || coming;
  }

  /** Waits for the answer on its way. Nothing more is said if it took its state with it: it was meant for that. */
  async #settled(): Promise<boolean> {
    const shown = this.state?.at;
    await this.#coming;
    return this.state?.at === shown;
  }

  /** Correct a value; the act under way is told again where that changes it. */
  async correct(path: string, value: Json): Promise<boolean> {
    const read = this.turn?.read;
    let dropped = 0;
    const done = await this.#amend(
      async (change, drop, lang) => {
        const made = await engine.correct(this.id, { ...change, path, value, drop }, lang);
        ({ dropped } = made);
        return made;
      },
      (now, next) => {
        if (path.startsWith(STEP)) return { before: now, answered: true, read };
        const news = firstRetold(now, next);
        return news === null ? { before: now, seen: true } : { news, again: true };
      },
    );
    const { saved } = this.outcome ?? { saved: [] };
    if (done && !dropped) this.outcome = saved.length ? { text: "", saved, left: false } : null;
    return done;
  }

  /** Give another answer in place of the one at a position. */
  amend(position: number, value: Json): Promise<boolean> {
    return this.#amend(({ at }, drop, lang) => engine.amend(this.id, { at, position, value, drop }, lang));
  }

  /** Go back to the course of the game that was left last. */
  restoreFormer(): Promise<boolean> {
    return this.#amend(({ at }, _drop, lang) => engine.former(this.id, { at }, lang));
  }

  /** Change an answer or a value. Where later answers would be dropped, the person decides first. */
  async #amend(call: Amend, from: (now: State, next: State) => From = () => ({ seen: true })): Promise<boolean> {
    if (!(await this.#settled())) return false;
    const now = this.state;
    if (!now) return false;
    const change = { at: now.at, since: now.entries.length };
    for (const drop of [false, true]) {
      let made: AmendedGame | undefined;
      await this.#during(async () => {
        made = await call(change, drop, settings.lang);
        if (!made.done) return;
        const next = joined(now, made.state);
        this.#tell(next, from(now, next));
        this.#repair(made.repairs);
        this.outcome = { text: made.text, saved: made.saved, left: next.former > 0 };
      });
      if (!made || made.done) return made !== undefined;
      if (!(await this.#mayDrop(made))) return false;
    }
    return false;
  }

  #mayDrop({ dropped, text }: AmendedGame): Promise<boolean> {
    return new Promise((resolve) => {
      const decide = (drops: boolean) => {
        this.dropping = null;
        resolve(drops);
      };
      this.dropping = { dropped, text, decide };
    });
  }

  /** Take back in the box what a correction has saved there. */
  undoSaved(): Promise<boolean> {
    const { outcome, state } = this;
    return this.#during(async () => {
      this.outcome = outcome;
      if (state) await engine.undoBox(state.game, settings.lang);
      this.outcome = { text: t().boxUndone, saved: [], left: false };
    });
  }

  async dice(dice: Dice): Promise<boolean> {
    if (!(await this.#settled())) return false;
    return this.#change((change, lang) => engine.dice(this.id, { ...change, dice }, lang), null, { seen: true });
  }

  /** One step back; while the list of what to put right is open, it is a list of all steps since it was opened. */
  undo(): Promise<boolean> {
    const [start, position] = [this.undone ? this.#start : null, this.state?.position ?? 0];
    if (start === null) return this.#move((change, lang) => engine.undo(this.id, change, lang));
    const more = { position: position - 1, start };
    return this.#move((change, lang) => engine.rewind(this.id, { ...change, ...more }, lang), start);
  }

  redo(): Promise<boolean> {
    return this.#move((change, lang) => engine.redo(this.id, change, lang));
  }

  rewind(position: number): Promise<boolean> {
    return this.#move((change, lang) => engine.rewind(this.id, { ...change, position }, lang));
  }

  /** How many steps the list of what to put right goes back; 0 where it does not come from undoing. */
  get undone(): number {
    return this.#start === null ? 0 : Math.max(0, this.#start - (this.state?.position ?? 0));
  }

  /** The table is right again. */
  repaired(): void {
    this.#repair([]);
  }

  /**
   * List what to put right, if anything is to be moved; while steps back are collected, from ``start`` on, the list
   * stays open.
   */
  #repair(repairs: Repair[], start: number | null = null, stays = false): void {
    this.repairs = repairs.some((one) => !one.reported) || stays ? repairs : null;
    this.#start = this.repairs && start;
  }

  async #change(
    call: (change: Change, lang: Lang) => Promise<State>,
    foreseen: Turn | null = null,
    from: From = { answered: true },
  ): Promise<boolean> {
    const turn = this.turn;
    if (!turn) return false;
    return this.#during(async () => {
      const now = turn.state;
      if (foreseen) {
        this.turn = foreseen;
        await new Promise<void>(afterPaint);
      }
      try {
        const next = await call({ at: now.at, since: now.entries.length }, settings.lang);
        if (foreseen?.state.at === next.at) this.#show(foreseen);
        else this.#tell(joined(now, next), { before: now, ...from });
      } catch (error) {
        this.#show(turn);
        throw error;
      }
    });
  }

  async #move(call: (change: Change, lang: Lang) => Promise<Moved>, start: number | null = null): Promise<boolean> {
    if (!(await this.#settled())) return false;
    const now = this.state;
    if (!now) return false;
    return this.#during(async () => {
      const { state, repairs } = await call({ at: now.at }, settings.lang);
      this.#tell(state, { seen: true });
      this.#repair(repairs, start ?? now.position, start !== null);
      if (repairs.length && !this.repairs) this.notice = t().reportedStays;
    });
  }

  async #during(work: () => Promise<void>): Promise<boolean> {
    if (this.waiting.under) return false;
    this.waiting.begin();
    this.problem = "";
    this.proposal = null;
    this.notice = "";
    this.outcome = null;
    clearTimeout(this.#again);
    let patience = 0;
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Stale) {
        this.#tell(error.state, { before: this.state });
        this.notice = t().stale;
      } else {
        // Nobody is asked again at once: a device that is away would ask without end.
        patience = PATIENCE;
        this.problem = sentence(error);
        this.proposal = error instanceof Refused ? error.proposal : null;
      }
      return false;
    } finally {
      this.waiting.end();
      if (this.#behind) this.#again = setTimeout(() => this.#catchUp(), patience);
    }
  }
}
