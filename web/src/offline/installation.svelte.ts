/**
 * The state of Rival in this browser: whether it is ready, whether games are safe, and whether there is an update.
 */
import type { EngineStatus } from "./worker-engine";

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

class Installation {
  status: EngineStatus = $state.raw({ phase: "coming", progress: 0 });
  /** A new version that waits to be used. */
  waitingUpdate: ServiceWorker | null = $state.raw(null);
  /** Whether the browser protects the storage; null while unknown. */
  isPersisted: boolean | null = $state(null);
  hasAskedToPersist = $state(false);
  /** Whether the page is cached and opens without a connection. */
  worksOffline = $state(false);
  installPrompt: InstallEvent | null = $state.raw(null);
  isInstalled = $state(matchMedia("(display-mode: standalone)").matches);
  /** The times of the last backup, the first game and the last played game, in milliseconds. */
  savedAt: number | null = $state(null);
  firstCreatedAt: number | null = $state(null);
  lastPlayedAt: number | null = $state(null);

  start(): void {
    void navigator.storage?.persisted?.().then((isPersisted) => (this.isPersisted = isPersisted));
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // the button on the page offers it
      this.installPrompt = event as InstallEvent;
    });
    addEventListener("appinstalled", () => {
      this.installPrompt = null;
      this.isInstalled = true;
      void this.requestPersistence();
    });
    if ("serviceWorker" in navigator) void this.#registerServiceWorker();
  }

  /** Ask the browser to protect the storage; some browsers ask the user. */
  async requestPersistence(): Promise<void> {
    this.isPersisted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    this.hasAskedToPersist = true;
  }

  async #registerServiceWorker(): Promise<void> {
    const registration = await navigator.serviceWorker.register("./service.js").catch(() => null);
    if (!registration) return;
    const updateStatus = () => {
      if (registration.waiting && registration.active) this.waitingUpdate = registration.waiting;
      this.worksOffline = registration.active !== null;
    };
    updateStatus();
    registration.addEventListener("updatefound", () =>
      registration.installing?.addEventListener("statechange", updateStatus),
    );
    void navigator.serviceWorker.ready.then(() => (this.worksOffline = true));
    let isUpdating = false;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.waitingUpdate && isUpdating) location.reload();
    });
    this.applyUpdate = () => {
      isUpdating = true;
      this.waitingUpdate?.postMessage("take over");
    };
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
    });
  }

  applyUpdate: () => void = () => undefined;
}

export const installation = new Installation();
