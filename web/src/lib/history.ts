/** The history of a game: rounds, the acts in each round, and the events and answers in each act. */
import type { Act, Entry, State } from "./engine";
import { isPersonsAnswer } from "./turn.svelte";

/** An answer of the player, or the entries up to the next answer. */
export interface Moment {
  readonly at: number;
  readonly isAnswer: boolean;
  readonly entries: Entry[];
}

/** An act with its moments; the act is null before the first act, as in the set-up. */
export interface HistoryAct {
  readonly act: Act | null;
  readonly moments: Moment[];
}

export interface HistoryRound {
  readonly round: number;
  readonly acts: HistoryAct[];
}

/** Group the entries by rounds and acts, in the order in which they happened. */
export function groupByRound({
  entries,
  acts,
  position,
}: Pick<State, "entries" | "acts" | "position">): HistoryRound[] {
  const actsByNumber = new Map(acts.map((act) => [act.number, act]));
  const rounds: HistoryRound[] = [];
  for (const [i, entry] of entries.entries()) {
    if (rounds.at(-1)?.round !== entry.round) rounds.push({ round: entry.round, acts: [] });
    const { acts: shownActs } = rounds.at(-1)!;
    const act = entry.act === null ? null : (actsByNumber.get(entry.act) ?? null);
    if (!shownActs.length || shownActs.at(-1)!.act !== act) shownActs.push({ act, moments: [] });
    const { moments } = shownActs.at(-1)!;
    const last = moments.at(-1);
    const isAnswer = isPersonsAnswer(entries, i, position);
    if (last?.at === entry.at && !last.isAnswer && !isAnswer) last.entries.push(entry);
    else moments.push({ at: entry.at, isAnswer, entries: [entry] });
  }
  return rounds;
}

/** A step that can be undone: the position to go to, the act, and a text that describes the undone step. */
export interface UndoStep {
  readonly position: number;
  readonly title: string;
  readonly text: string;
}

/** Return the steps that can be undone, latest first. A step without a sentence has an empty text. */
export function listUndoSteps({ entries, acts, position }: Pick<State, "entries" | "acts" | "position">): UndoStep[] {
  const titles = new Map(acts.map((act) => [act.number, act.title]));
  const answers = new Map(
    entries.filter(({ kind }) => ["answer", "correct", "dice"].includes(kind)).map((entry) => [entry.at, entry]),
  ); // the last entry at a position ends the step
  return Array.from({ length: position }, (_, i) => {
    const entry = answers.get(position - 1 - i);
    const title = (entry && entry.act !== null && titles.get(entry.act)) || "";
    return { position: position - 1 - i, title, text: entry?.text ?? "" };
  });
}
