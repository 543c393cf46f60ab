/** A practice game on a sample table. The choices determine the whole game; the browser stores them. */
import type { Json, Lang, PracticeState } from "./engine";
import { engine } from "./engine-in-use";
import { describeError } from "./game.svelte";
import { mergeEntries } from "./answer-prefetch.svelte";
import { settings } from "./settings.svelte";
import { Turn } from "./turn.svelte";
import { PendingWork } from "./pending.svelte";

const STORAGE_KEY = "rival.practice.";

export class PracticeGame {
  current: PracticeState | null = $state.raw(null);
  /** The shown turn. */
  turn: Turn | null = $state.raw(null);
  problem = $state("");
  readonly pending = new PendingWork();
  options: PracticeOptions = $state.raw({});
  moves: readonly string[] = $state.raw([]);
  /** Undone choices, the next one first. */
  future: readonly string[] = $state.raw([]);

  constructor(
    readonly game: string,
    readonly seed: number,
  ) {
    ({ moves: this.moves, options: this.options } = loadStored(this.#storageKey));
  }

  get #storageKey(): string {
    return `${STORAGE_KEY}${this.game}.${this.seed}`;
  }

  open(lang: Lang): Promise<boolean> {
    return this.#load(this.moves, this.future, 0, lang);
  }

  choose(move: string): Promise<boolean> {
    return this.#load([...this.moves, move], [], this.current?.state.entries.length ?? 0);
  }

  undo(): Promise<boolean> {
    if (!this.moves.length) return Promise.resolve(false);
    return this.#load(this.moves.slice(0, -1), [this.moves.at(-1)!, ...this.future]);
  }

  redo(): Promise<boolean> {
    if (!this.future.length) return Promise.resolve(false);
    return this.#load([...this.moves, this.future[0]!], this.future.slice(1));
  }

  restart(): Promise<boolean> {
    return this.#load([], []);
  }

  /** Restart with other options. */
  restartWith(options: PracticeOptions): Promise<boolean> {
    this.options = options;
    return this.restart();
  }

  /** Load the game after these choices; ``since`` is the number of entries that are already loaded. */
  async #load(moves: readonly string[], future: readonly string[], since = 0, lang = settings.lang): Promise<boolean> {
    if (this.pending.isRunning) return false;
    this.pending.start();
    this.problem = "";
    try {
      const { game, seed, options } = this;
      const next = await engine.practice({ game, seed, options, moves: [...moves], since }, lang);
      const state = this.current ? mergeEntries(this.current.state, next.state) : next.state;
      const isNextMove = moves.length === this.moves.length + 1 && this.current !== null;
      const before = isNextMove ? this.current!.state : null;
      this.turn = new Turn(state, { before, news: next.news, question: next.choice, isSeen: !isNextMove });
      this.current = { ...next, state };
      this.moves = moves;
      this.future = future;
      saveStored(this.#storageKey, { moves, options });
      return true;
    } catch (error) {
      this.problem = describeError(error);
      return false;
    } finally {
      this.pending.finish();
    }
  }
}

type PracticeOptions = { [name: string]: Json };

interface StoredPractice {
  moves: readonly string[];
  options: PracticeOptions;
}

function loadStored(name: string): StoredPractice {
  try {
    return { moves: [], options: {}, ...JSON.parse(sessionStorage.getItem(name) ?? "{}") };
  } catch {
    return { moves: [], options: {} };
  }
}

function saveStored(name: string, game: StoredPractice): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(game));
  } catch {
    // Without storage, the game is lost when the page is closed.
  }
}
