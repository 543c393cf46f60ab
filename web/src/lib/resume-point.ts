/** Where a person left a game: at which beat, and what stood in the controls. Who comes back goes on there. */
import type { Json } from "./engine";

const STORAGE_KEY = "rival.resume";

interface ResumePoint {
  readonly id: string;
  /** The state that it was left in: once something was said, it is another. */
  readonly at: number;
  readonly beat: number;
  readonly value: Json;
}

/** Of one game only: the last one that was on the table. */
export function saveResumePoint(point: ResumePoint): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(point));
  } catch {
    // A browser that keeps nothing, or a full one: then one comes back to the question, as ever.
  }
}

export function loadResumePoint(id: string, at: number): ResumePoint | null {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") as ResumePoint | null;
    return stored?.id === id && stored.at === at ? stored : null;
  } catch {
    return null;
  }
}
