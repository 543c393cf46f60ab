/** What the page and its worker say to each other. */
import type { PythonFiles } from "./pyodide";

export interface Start {
  start: PythonFiles;
}

export interface Call {
  number: number;
  name: string;
  said: Record<string, unknown>;
  file?: Uint8Array;
}

export type Kind = "given" | "refused" | "stale" | "not there" | "not kept" | "failed" | "superseded";

export type FromWorker =
  | { progress: number }
  | { ready: true }
  /** Why there is no Python, or none any more. */
  | { dead: "forbidden" | "storage" | "full" | "broken"; why: string }
  | { number: number; kind: Kind; text: string; file?: Uint8Array };

/** What tabs tell each other: of a game, whose ``at`` is null when it is gone, or that a pack was changed. */
export interface Moved {
  id: string;
  at: number | null;
  edition: number;
}
export type News = Moved | { pack: string };

export const CHANNEL = "rival";
