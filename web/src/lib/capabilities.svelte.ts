/** The rights of this device: everything, or what a link allows in one game. */
import type { Capabilities, Lang } from "./engine";
import { engine } from "./engine-in-use";

class DeviceCapabilities {
  #capabilities: Capabilities | null = $state.raw(null);

  load(): void {
    engine.here().then(
      (loaded) => (this.#capabilities = loaded),
      () => undefined, // forbidden actions are refused by the engine anyway
    );
  }

  /** Open or close access from the network. */
  async setNetworkOpen(isOpen: boolean, lang: Lang): Promise<void> {
    this.#capabilities = await engine.network({ open: isOpen }, lang);
  }

  get current(): Capabilities | null {
    return this.#capabilities;
  }

  get hasFullAccess(): boolean {
    return this.#capabilities?.everything ?? true;
  }

  /** Return whether a game is read-only on this device. */
  isWatchOnly(id: string): boolean {
    return (
      this.#capabilities !== null &&
      !this.#capabilities.everything &&
      !["play", "name"].includes(this.#capabilities.games[id] ?? "")
    );
  }

  /** Return whether this device may rename a game. */
  canRename(id: string): boolean {
    return this.hasFullAccess || this.#capabilities?.games[id] === "name";
  }
}

export const capabilities = new DeviceCapabilities();
