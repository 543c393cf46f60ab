/** What this device may do: everything, or what a link allows in one game. */
import type { Here, Lang } from "./engine";
import { engine } from "./engine-in-use";

class Place {
  #known: Here | null = $state.raw(null);

  load(): void {
    engine.here().then(
      (found) => (this.#known = found),
      () => undefined, // whatever is not allowed is refused anyway, with a sentence
    );
  }

  /** Opens Rival to the network, or closes it. */
  async open(is: boolean, lang: Lang): Promise<void> {
    this.#known = await engine.network(is, lang);
  }

  get now(): Here | null {
    return this.#known;
  }

  get everything(): boolean {
    return this.#known?.everything ?? true;
  }

  /** Whether a game may be looked at only. */
  watches(id: string): boolean {
    return this.#known !== null && !this.#known.everything && !["play", "name"].includes(this.#known.games[id] ?? "");
  }

  /** Whether this device may say what a game is called. */
  names(id: string): boolean {
    return this.everything || this.#known?.games[id] === "name";
  }
}

export const here = new Place();
