/** How Rival gets on in this browser: whether it is ready, whether its games are safe, whether there is a new version. */
import type { EngineStatus } from "./worker-engine";

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

class Installation {
  status: EngineStatus = $state.raw({ phase: "coming", progress: 0 });
  /** A new version that waits to be used. */
  waitingUpdate: ServiceWorker | null = $state.raw(null);
  /** Whether the browser has promised to keep what it has; null while nobody knows. */
  isPersisted: boolean | null = $state(null);
  hasAskedToPersist = $state(false);
  /** Whether the page itself is kept, so that it opens without a connection. */
  worksOffline = $state(false);
  installPrompt: InstallEvent | null = $state.raw(null);
  isInstalled = $state(matchMedia("(display-mode: standalone)").matches);
  /** When all games were last saved as a file, the first one was begun and the last one played, in milliseconds. */
  savedAt: number | null = $state(null);
  firstCreatedAt: number | null = $state(null);
  lastPlayedAt: number | null = $state(null);

  start(): void {
    void navigator.storage?.persisted?.().then((isPersisted) => (this.isPersisted = isPersisted));
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // it is offered where the person looks for it
      this.installPrompt = event as InstallEvent;
    });
    addEventListener("appinstalled", () => {
      this.installPrompt = null;
      this.isInstalled = true;
      void this.requestPersistence();
    });
    if ("serviceWorker" in navigator) void this.#registerServiceWorker();
  }

  /** The browser's own answer; some ask the person first. */
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
