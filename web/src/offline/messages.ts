/** What the page and its worker say to each other. */
import type { PythonFiles } from "./pyodide";

export interface StartMessage {
  start: PythonFiles;
}

export interface CallMessage {
  number: number;
  name: string;
  parameters: Record<string, unknown>;
  file?: Uint8Array;
}

export type ReplyKind = "given" | "refused" | "stale" | "not there" | "not kept" | "failed" | "superseded";

export type WorkerMessage =
  | { progress: number }
  | { ready: true }
  /** Why there is no Python, or none any more. */
  | { dead: "forbidden" | "storage" | "full" | "broken"; why: string }
  | { number: number; kind: ReplyKind; text: string; file?: Uint8Array };

/** What tabs tell each other: of a game, whose ``at`` is null when it is gone, or that a pack was changed. */
export interface GameMoved {
  id: string;
  at: number | null;
  edition: number;
}
export type TabMessage = GameMoved | { pack: string };

export const CHANNEL = "rival";
