/** What this device may do: everything, or what a link allows in one game. */
import type { Here, Lang } from "./engine";
import { engine } from "./engine-in-use";

class DeviceCapabilities {
  #capabilities: Here | null = $state.raw(null);

  load(): void {
    engine.here().then(
      (found) => (this.#capabilities = found),
      () => undefined, // whatever is not allowed is refused anyway, with a sentence
    );
  }

  /** Opens Rival to the network, or closes it. */
  async setNetworkOpen(isOpen: boolean, lang: Lang): Promise<void> {
    this.#capabilities = await engine.network(isOpen, lang);
  }

  get current(): Here | null {
    return this.#capabilities;
  }

  get hasFullAccess(): boolean {
    return this.#capabilities?.everything ?? true;
  }

  /** Whether a game may be looked at only. */
  isWatchOnly(id: string): boolean {
    return (
      this.#capabilities !== null &&
      !this.#capabilities.everything &&
      !["play", "name"].includes(this.#capabilities.games[id] ?? "")
    );
  }

  /** Whether this device may say what a game is called. */
  canRename(id: string): boolean {
    return this.hasFullAccess || this.#capabilities?.games[id] === "name";
  }
}

export const capabilities = new DeviceCapabilities();
