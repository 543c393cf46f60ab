/** The history in rounds, the newest first; in each round the turns in order, and in those what one look shows. */
import type { Entry } from "./engine";
import { isSaid } from "./turn.svelte";

/** What one look shows: an answer of the person, or what happened before the next one. */
export interface Moment {
  readonly at: number;
  readonly answer: boolean;
  readonly entries: Entry[];
}

export interface Turn {
  /** What the player told of a turn, or what the opponent did. */
  readonly yours: boolean;
  readonly moments: Moment[];
}

export interface Round {
  readonly round: number;
  readonly turns: Turn[];
}

/** The question with which a turn of the player is told, in every game that has one. */
const YOUR_TURN = "your-turn";

/** The rounds of a game that stands at a position. */
export function rounds(entries: readonly Entry[], position = Infinity): Round[] {
  const found: Round[] = [];
  for (const [i, entry] of entries.entries()) {
    if (found.at(-1)?.round !== entry.round) found.push({ round: entry.round, turns: [] });
    const { turns } = found.at(-1)!;
    const yours = entry.about.key === YOUR_TURN;
    if (turns.at(-1)?.yours !== yours) turns.push({ yours, moments: [] });
    const { moments } = turns.at(-1)!;
    const last = moments.at(-1);
    const answer = isSaid(entries, i, position);
    if (last?.at === entry.at && !last.answer && !answer) last.entries.push(entry);
    else moments.push({ at: entry.at, answer, entries: [entry] });
  }
  return found.reverse();
}
