/** The rule catalogues, each loaded when one of its rules is first opened. */
import type { Catalogue, Rule } from "./engine";
import { engine } from "./engine-in-use";

class RuleCatalogues {
  #loaded: Record<string, Catalogue | "loading" | "failed"> = $state({});

  load(game: string): void {
    const status = this.#loaded[game];
    if (status && status !== "failed") return;
    this.#loaded[game] = "loading";
    engine.rules(game).then(
      (catalogue) => (this.#loaded[game] = catalogue),
      () => (this.#loaded[game] = "failed"),
    );
  }

  getCatalogue(game: string): Catalogue | null {
    const entry = this.#loaded[game];
    return entry && typeof entry === "object" ? entry : null;
  }

  /** Return whether loading has ended, so that a missing rule does not exist. */
  isSettled(game: string): boolean {
    return this.#loaded[game] !== undefined && this.#loaded[game] !== "loading";
  }

  findRule(game: string, id: string): Rule | undefined {
    return this.getCatalogue(game)?.rules.find((rule) => rule.id === id);
  }
}

export const rules = new RuleCatalogues();
