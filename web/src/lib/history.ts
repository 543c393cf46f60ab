/** The history in rounds, the newest first; in each round the turns in order, and in those what one look shows. */
import type { Entry } from "./engine";
import { isPersonsAnswer } from "./turn.svelte";

/** What one look shows: an answer of the person, or what happened before the next one. */
export interface Moment {
  readonly at: number;
  readonly isAnswer: boolean;
  readonly entries: Entry[];
}

export interface HistoryTurn {
  /** What the player told of a turn, or what the opponent did. */
  readonly isPlayers: boolean;
  readonly moments: Moment[];
}

export interface HistoryRound {
  readonly round: number;
  readonly turns: HistoryTurn[];
}

/** The question with which a turn of the player is told, in every game that has one. */
const YOUR_TURN = "your-turn";

/** The rounds of a game that stands at a position. */
export function groupByRound(entries: readonly Entry[], position = Infinity): HistoryRound[] {
  const rounds: HistoryRound[] = [];
  for (const [i, entry] of entries.entries()) {
    if (rounds.at(-1)?.round !== entry.round) rounds.push({ round: entry.round, turns: [] });
    const { turns } = rounds.at(-1)!;
    const isPlayers = entry.about.key === YOUR_TURN;
    if (turns.at(-1)?.isPlayers !== isPlayers) turns.push({ isPlayers, moments: [] });
    const { moments } = turns.at(-1)!;
    const last = moments.at(-1);
    const isAnswer = isPersonsAnswer(entries, i, position);
    if (last?.at === entry.at && !last.isAnswer && !isAnswer) last.entries.push(entry);
    else moments.push({ at: entry.at, isAnswer, entries: [entry] });
  }
  return rounds.reverse();
}
