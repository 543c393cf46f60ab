/** Where a person left a game: at which beat, and what stood in the controls. Who comes back goes on there. */
import type { Json } from "./engine";

const KEPT = "rival.left";

interface Left {
  readonly id: string;
  /** The state that it was left in: once something was said, it is another. */
  readonly at: number;
  readonly beat: number;
  readonly value: Json;
}

/** Of one game only: the last one that was on the table. */
export function leave(left: Left): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(left));
  } catch {
    // A browser that keeps nothing, or a full one: then one comes back to the question, as ever.
  }
}

export function leftAt(id: string, at: number): Left | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Left | null;
    return found?.id === id && found.at === at ? found : null;
  } catch {
    return null;
  }
}
