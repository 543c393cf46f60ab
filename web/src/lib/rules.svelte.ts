/** The rules catalogues, each loaded when a rule of it is first opened. */
import type { Catalogue, Rule } from "./engine";
import { engine } from "./engine-in-use";

class Rules {
  #known: Record<string, Catalogue | "loading" | "failed"> = $state({});

  load(game: string): void {
    const now = this.#known[game];
    if (now && now !== "failed") return;
    this.#known[game] = "loading";
    engine.rules(game).then(
      (catalogue) => (this.#known[game] = catalogue),
      () => (this.#known[game] = "failed"),
    );
  }

  catalogue(game: string): Catalogue | null {
    const found = this.#known[game];
    return found && typeof found === "object" ? found : null;
  }

  /** True when the catalogue is there (or can't be had), so a rule that was not found does not exist. */
  missing(game: string): boolean {
    return this.#known[game] !== undefined && this.#known[game] !== "loading";
  }

  find(game: string, id: string): Rule | undefined {
    return this.catalogue(game)?.rules.find((one) => one.id === id);
  }
}

export const rules = new Rules();
