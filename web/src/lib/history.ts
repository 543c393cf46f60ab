/** The history by rounds, the newest first; each round has turns, and each turn has moments. */
import type { Entry } from "./engine";
import { isPersonsAnswer } from "./turn.svelte";

/** An answer of the player, or the entries up to the next answer. */
export interface Moment {
  readonly at: number;
  readonly isAnswer: boolean;
  readonly entries: Entry[];
}

export interface HistoryTurn {
  /** Whether it is the player's turn, or else the opponent's. */
  readonly isPlayers: boolean;
  readonly moments: Moment[];
}

export interface HistoryRound {
  readonly round: number;
  readonly turns: HistoryTurn[];
}

/** The key of the question about the player's turn, in every game. */
const YOUR_TURN = "your-turn";

/** Group the entries by rounds. */
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
