/** Milliseconds before pending work is shown. */
const SHOW_DELAY = 200;

/** Work in progress, one task at a time. To avoid flicker, only long tasks are shown. */
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
