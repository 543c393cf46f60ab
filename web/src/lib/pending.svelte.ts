/** How long a person waits without wondering, in milliseconds. */
const QUICK = 200;

/** Work under way, one at a time. It is shown only when it takes long: what is quick need not flicker. */
export class Waiting {
  shows = $state(false);
  under = false;
  #late: ReturnType<typeof setTimeout> | undefined;

  begin(): void {
    this.under = true;
    this.#late = setTimeout(() => (this.shows = true), QUICK);
  }

  end(): void {
    clearTimeout(this.#late);
    this.under = this.shows = false;
  }
}
