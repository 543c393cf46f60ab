/** Milliseconds before pending work is shown. */
const SHOW_DELAY = 200;

/** Work in progress, one task at a time. It is shown only if it takes long, to avoid flicker. */
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
