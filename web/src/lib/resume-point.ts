/** The point at which the player left a game: the step and the value of the controls. */
import type { Json } from "./engine";

const STORAGE_KEY = "rival.resume";

interface ResumePoint {
  readonly id: string;
  /** The length of the log at that time. If the log has grown, the resume point is ignored. */
  readonly at: number;
  readonly beat: number;
  readonly value: Json;
}

/** Save the resume point. Only the last game has a resume point. */
export function saveResumePoint(point: ResumePoint): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(point));
  } catch {
    // Without storage the game resumes at the question.
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
