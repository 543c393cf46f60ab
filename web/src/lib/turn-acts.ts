/** The acts of a turn, with the order and the entries that the script declares. */
import type { Act, Entry, Highlight, Picture, State } from "./engine";
import { findView, restoreSpots } from "../views/view";

/** The key of the question about the player's turn, in every game. */
export const YOUR_TURN = "your-turn";

export interface TurnAct {
  /** The act; null for entries before the first act of the script. */
  readonly act: Act | null;
  readonly entries: readonly Entry[];
}

/** Return the acts from an entry on, in the order of the script, including acts without entries. */
export function listTurnActs(state: State, from: number): TurnAct[] {
  const takeEntries = (first: number, end: number) =>
    state.entries.slice(Math.max(from, first), end).filter((entry) => entry.text !== state.result?.text);
  const acts = state.acts.filter(({ first, count }) => first >= from || first + count > from);
  const before = takeEntries(from, acts[0]?.first ?? state.entries.length);
  return [
    ...(before.length || !acts.length ? [{ act: null, entries: before }] : []),
    ...acts.map((act) => ({ act, entries: takeEntries(act.first, act.first + act.count) })),
  ];
}

const isReport = ({ kind, about }: Entry) => kind === "answer" && about.key === YOUR_TURN;

/** Return the index of the turn's first entry, in the act that contains the player's last report. */
export function findTurnStart(state: State, newsStart: number): number {
  let report = newsStart - 1;
  while (report >= 0 && !isReport(state.entries[report]!)) report--;
  if (report < 0) return 0;
  const act = state.acts.find(({ first, count }) => first <= report && report < first + count);
  return act?.first ?? report;
}

/** Return the value of a rolled die, else 0. */
export const getDieValue = ({ about }: Entry): number =>
  about.kind === "die" && typeof about.answer === "number" ? about.answer : 0;

/** Return the entries that are lines of an act. Dice are excluded, because the act's cause already shows them. */
export function listLines({ act, entries }: TurnAct): readonly Entry[] {
  if (!act?.cause?.dice.length) return entries;
  return entries.filter((entry) => entry.who !== "chance" || !getDieValue(entry));
}

/** Return the line below the title of a completed act: the changes, or the reason why nothing changed. */
export function formatOutcome({ act, entries }: TurnAct): string {
  return act?.result ?? act?.idle ?? entries.at(-1)?.text ?? "";
}

/** Return the pictures of an entry, with additional pictures first. */
const listHighlights = (shows: Highlight | null | undefined): Highlight[] =>
  !shows ? [] : shows.also ? [shows.also, shows] : [shows];

/**
 * Return the pictures of an act, the most important one last: the act's own place, else the place of its first new
 * move.
 */
export function listShownHighlights({ act, entries }: TurnAct, newsStart = 0): Highlight[] {
  const list = (some: readonly Entry[]) =>
    some.flatMap(({ shows }) => listHighlights(shows)).filter(({ quiet }) => !quiet);
  const isNewMove = ({ kind, index }: Entry) => kind === "do" && index >= newsStart;
  const newMoves = list(entries.filter(isNewMove).reverse());
  return [
    ...list(entries.filter((entry) => !isNewMove(entry))),
    ...newMoves,
    ...(act?.highlight ? [act.highlight] : []),
  ];
}

/** Return the list numbers of an act's moves by spot of a view, if there are several moves. */
export function numberSpots(moves: readonly Entry[], view: string): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = {};
  for (const [i, { shows }] of moves.entries())
    if (shows?.view === view && !shows.quiet) for (const spot of shows.lit) numbers[spot] ??= i + 1;
  return new Set(Object.values(numbers)).size > 1 ? numbers : {};
}

/** Return all changed views of entries, including hidden ones. */
const listTouched = (entries: readonly Entry[]) =>
  entries.flatMap(({ kind, shows }) => (kind === "do" ? listHighlights(shows) : []));

/**
 * Return the views at an act. Later changes are undone with the state at the previous question; without that state,
 * return the current views.
 */
export function restoreViews(
  state: State,
  before: State | null,
  done: readonly Entry[],
  later: readonly Entry[],
): readonly Picture[] {
  const laterViews = new Set(listTouched(later).map(({ view }) => view));
  if (!before || !laterViews.size) return state.views;
  const doneHighlights = listTouched(done);
  return state.views.map((newView) => {
    const oldView = laterViews.has(newView.id) ? findView(before, newView.id) : undefined;
    if (!oldView || oldView.kind !== newView.kind) return newView;
    return doneHighlights.filter(({ view }) => view === newView.id).reduce(applyHighlight, oldView);
  });
}

function applyHighlight(view: Picture, shows: Highlight): Picture {
  if (view.kind !== "scale") return restoreSpots(view, shows);
  const findEnd = (words: string) => shows.motions.find(({ piece }) => piece.words === words)?.end;
  const newPosition = (words: string, was: number) => Number(findEnd(words) || was); // a leaving marker has no end
  return {
    ...view,
    markers: view.markers.map((marker) => ({ ...marker, at: newPosition(marker.piece.words, marker.at) })),
  };
}
