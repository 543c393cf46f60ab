/** How Rival gets on in this browser: whether it is ready, whether its games are safe, whether there is a new version. */
import type { Standing } from "./worker-engine";

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

class Home {
  standing: Standing = $state.raw({ is: "coming", part: 0 });
  /** A new version that waits to be used. */
  update: ServiceWorker | null = $state.raw(null);
  /** Whether the browser has promised to keep what it has; null while nobody knows. */
  persisted: boolean | null = $state(null);
  asked = $state(false);
  /** Whether the page itself is kept, so that it opens without a connection. */
  offline = $state(false);
  install: InstallEvent | null = $state.raw(null);
  installed = $state(matchMedia("(display-mode: standalone)").matches);
  /** When all games were last saved as a file, the first one was begun and the last one played, in milliseconds. */
  saved: number | null = $state(null);
  first: number | null = $state(null);
  played: number | null = $state(null);

  begin(): void {
    void navigator.storage?.persisted?.().then((is) => (this.persisted = is));
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // it is offered where the person looks for it
      this.install = event as InstallEvent;
    });
    addEventListener("appinstalled", () => {
      this.install = null;
      this.installed = true;
      void this.askToKeep();
    });
    if ("serviceWorker" in navigator) void this.#serve();
  }

  /** The browser's own answer; some ask the person first. */
  async askToKeep(): Promise<void> {
    this.persisted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    this.asked = true;
  }

  async #serve(): Promise<void> {
    const served = await navigator.serviceWorker.register("./service.js").catch(() => null);
    if (!served) return;
    const waits = () => {
      if (served.waiting && served.active) this.update = served.waiting;
      this.offline = served.active !== null;
    };
    waits();
    served.addEventListener("updatefound", () => served.installing?.addEventListener("statechange", waits));
    void navigator.serviceWorker.ready.then(() => (this.offline = true));
    let asked = false;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.update && asked) location.reload();
    });
    this.useUpdate = () => {
      asked = true;
      this.update?.postMessage("take over");
    };
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void served.update().catch(() => undefined);
    });
  }

  useUpdate: () => void = () => undefined;
}

export const home = new Home();
