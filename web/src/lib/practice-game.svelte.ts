/** A game on the player's side of a sample table. The choices are the whole game; the browser keeps them. */
import type { Json, Lang, PracticeState } from "./engine";
import { engine } from "./engine-in-use";
import { sentence } from "./game.svelte";
import { settings } from "./settings.svelte";
import { Turn } from "./turn.svelte";
import { Waiting } from "./pending.svelte";

const KEPT = "rival.practice.";

export class PracticeGame {
  now: PracticeState | null = $state.raw(null);
  /** What is shown of it. */
  turn: Turn | null = $state.raw(null);
  problem = $state("");
  readonly waiting = new Waiting();
  options: Options = $state.raw({});
  moves: readonly string[] = $state.raw([]);
  /** Choices that were taken back, the next one first. */
  future: readonly string[] = $state.raw([]);

  constructor(
    readonly game: string,
    readonly seed: number,
  ) {
    ({ moves: this.moves, options: this.options } = kept(this.#name));
  }

  get #name(): string {
    return `${KEPT}${this.game}.${this.seed}`;
  }

  open(lang: Lang): Promise<boolean> {
    return this.#go(this.moves, this.future, 0, lang);
  }

  choose(move: string): Promise<boolean> {
    return this.#go([...this.moves, move], [], this.now?.state.entries.length ?? 0);
  }

  undo(): Promise<boolean> {
    if (!this.moves.length) return Promise.resolve(false);
    return this.#go(this.moves.slice(0, -1), [this.moves.at(-1)!, ...this.future]);
  }

  redo(): Promise<boolean> {
    if (!this.future.length) return Promise.resolve(false);
    return this.#go([...this.moves, this.future[0]!], this.future.slice(1));
  }

  restart(): Promise<boolean> {
    return this.#go([], []);
  }

  /** Begin anew with other options. */
  under(options: Options): Promise<boolean> {
    this.options = options;
    return this.restart();
  }

  /** Stand where these choices lead; ``since`` says how many entries are here already. */
  async #go(moves: readonly string[], future: readonly string[], since = 0, lang = settings.lang): Promise<boolean> {
    if (this.waiting.under) return false;
    this.waiting.begin();
    this.problem = "";
    try {
      const { game, seed, options } = this;
      const next = await engine.practice({ game, seed, options, moves: [...moves], since }, lang);
      const known = this.now?.state.entries.slice(0, next.state.length - next.state.entries.length) ?? [];
      const state = { ...next.state, entries: [...known, ...next.state.entries] };
      const goesOn = moves.length === this.moves.length + 1 && this.now !== null;
      const before = goesOn ? this.now!.state : null;
      this.turn = new Turn(state, { before, news: next.news, question: next.choice, seen: !goesOn });
      this.now = { ...next, state };
      this.moves = moves;
      this.future = future;
      keep(this.#name, { moves, options });
      return true;
    } catch (error) {
      this.problem = sentence(error);
      return false;
    } finally {
      this.waiting.end();
    }
  }
}

type Options = { [name: string]: Json };

interface Kept {
  moves: readonly string[];
  options: Options;
}

function kept(name: string): Kept {
  try {
    return { moves: [], options: {}, ...JSON.parse(sessionStorage.getItem(name) ?? "{}") };
  } catch {
    return { moves: [], options: {} };
  }
}

function keep(name: string, game: Kept): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(game));
  } catch {
    // A browser that keeps nothing: the game lasts as long as the page.
  }
}
