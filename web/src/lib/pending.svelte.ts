/** How long a person waits without wondering, in milliseconds. */
const SHOW_DELAY = 200;

/** Work under way, one at a time. It is shown only when it takes long: what is quick need not flicker. */
export class PendingWork {
  isVisible = $state(false);
  isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    this.isRunning = true;
    this.#timer = setTimeout(() => (this.isVisible = true), SHOW_DELAY);
  }

  finish(): void {
    clearTimeout(this.#timer);
    this.isRunning = this.isVisible = false;
  }
}
