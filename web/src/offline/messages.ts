/** The messages between the page and its worker. */
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
  /** The reason why Python does not run. */
  | { dead: "forbidden" | "storage" | "full" | "broken"; why: string }
  | { number: number; kind: ReplyKind; text: string; file?: Uint8Array };

/** A message between tabs: a game was changed (``at`` is null if it was deleted), or a pack was changed. */
export interface GameMoved {
  id: string;
  at: number | null;
  edition: number;
}
export type TabMessage = GameMoved | { pack: string };

export const CHANNEL = "rival";
