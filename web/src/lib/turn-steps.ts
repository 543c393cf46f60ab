/** A turn in beats: one thing to do at the table, with where it came from and what moves with it. */
import type { Entry, Picture, Question, Shows, State } from "./engine";
import { restoreSpots, findView, getPresentation } from "../views/view";

export interface TurnStep {
  /** What to move: the act itself first, then what goes with it. Empty where there is only something to read. */
  readonly moves: readonly Entry[];
  /** Where it came from, a die or a card, and what is said of it. */
  readonly captions: readonly Entry[];
}

/** So many lines are read at once. */
const MAX_MOVES = 4;

const findViewKind = (state: State, { shows }: Entry) =>
  shows && !shows.quiet ? findView(state, shows.view)?.kind : undefined;

/** A marker on a track, or what has no picture. */
function isMinorMove(state: State, entry: Entry): boolean {
  const kind = findViewKind(state, entry);
  return kind === undefined || kind === "scale" || kind === "facts";
}

/** What isn't done on the board itself: a marker, a card, a tile of a row. The same hand does it with an act there. */
const isOffBoard = (state: State, entry: Entry) => isMinorMove(state, entry) || findViewKind(state, entry) === "cards";

function isSamePlace(shows: Shows | null | undefined, other: Shows | null): boolean {
  return !!shows && !!other && shows.view === other.view && shows.lit.some((spot) => other.lit.includes(spot));
}

/** What is only said: without reasons and pictures it belongs to what was done before, else to what is done next. */
export const isAside = (entry: Entry) => entry.kind === "say" && !entry.because.length && !entry.shows;

interface OpenStep {
  moves: Entry[];
  captions: Entry[];
}

/** Where one thing after the other goes, and only chance says where: two of them are put there by the same hand. */
function continuesMove({ moves }: OpenStep, entry: Entry, pending: readonly Entry[]): boolean {
  const [last, ...more] = moves.map(({ shows }) => shows);
  const isSame = !!last && !!entry.shows && last.view === entry.shows.view && !last.quiet;
  return isSame && !more.length && pending.every(({ kind, who }) => kind === "answer" && who === "chance");
}

function belongsToStep(state: State, step: OpenStep, entry: Entry, pending: readonly Entry[]): boolean {
  if (step.moves.length >= MAX_MOVES) return false;
  if (step.moves.every((entry) => isMinorMove(state, entry))) return true;
  if (pending.length) return continuesMove(step, entry, pending);
  const isWithOffBoard = isOffBoard(state, entry) || step.moves.every((entry) => isOffBoard(state, entry));
  return isWithOffBoard || step.moves.some((logEntry) => isSamePlace(logEntry.shows, entry.shows));
}

/** How a turn is divided: what the question just answered has told already comes first, and for itself. */
export function buildTurnSteps(state: State, entries: readonly Entry[], isCovered = isCoveredByQuestion): TurnStep[] {
  const covered = entries.filter(isCovered);
  return [covered, entries.filter((entry) => !covered.includes(entry))].flatMap((group) => groupEntries(state, group));
}

const isCoveredByQuestion = ({ told }: Entry) => told;

/** So many beats at the beginning have been told already. */
export function countCoveredSteps(steps: readonly TurnStep[], isCovered = isCoveredByQuestion): number {
  const first = steps.findIndex(({ moves, captions }) => ![...moves, ...captions].every(isCovered));
  return first < 0 ? steps.length : first;
}

/** Entries in beats; what is said last without anything to do is read for itself. */
function groupEntries(state: State, entries: readonly Entry[]): TurnStep[] {
  const steps: OpenStep[] = [];
  let pending: Entry[] = [];
  for (const entry of entries) {
    const last = steps.at(-1);
    if (entry.kind !== "do") {
      if (last && isAside(entry) && !pending.length) last.captions.push(entry);
      else pending.push(entry);
    } else if (last && belongsToStep(state, last, entry, pending)) {
      last.moves.push(entry);
      last.captions.push(...pending.splice(0));
    } else {
      steps.push({ moves: [entry], captions: pending });
      pending = [];
    }
  }
  if (pending.length) steps.push({ moves: [], captions: pending });
  return steps.map(({ moves, captions }) => ({ moves: putMainFirst(state, moves), captions }));
}

function putMainFirst(state: State, moves: readonly Entry[]): Entry[] {
  const main = moves.find((entry) => !isOffBoard(state, entry)) ?? moves.find((entry) => !isMinorMove(state, entry));
  return main ? [main, ...moves.filter((entry) => entry !== main)] : [...moves];
}

/** So many letters of what was done are read along with a question. */
const BRIEF_LETTERS = 160;

/**
 * One thing was done, or a few that are said in few words, and something is asked, or something was only said before:
 * that is one screen. But the board can't show both what was moved on it and where to tap, and the player's own turn has
 * a screen of its own: no more than a marker or two are moved before it, where it is short itself.
 */
export function isShownWithQuestion(state: State, step: TurnStep | undefined, question: Question | null): boolean {
  if (!step || !question) return false;
  const { moves, captions } = step;
  if (state.along.some(({ key }) => moves.some(({ unless }) => unless?.id === key))) return false; // it is told there
  if (!moves.length) return question.who === "table" || captions.every(({ shows }) => !shows);
  if (question.key === YOUR_TURN)
    return isShortForm(question) && moves.every((entry) => isMarkerMove(state, entry)) && isBriefMoves(moves);
  if (countLetters(moves) > BRIEF_LETTERS * (hasSums(question) ? 0.75 : 1) && (moves.length > 1 || hasSums(question)))
    return false;
  return question.who === "table" || !isTappedOnBoard(question) || !moves.some((entry) => touchesBoard(state, entry));
}

/** Amounts to be added up leave little room. */
const hasSums = ({ fields }: Question) => fields.some((field) => getPresentation(field).summed);

/** A form of so few fields leaves room on its screen. */
const isShortForm = ({ fields }: Question) => fields.length <= MAX_MOVES;

const isMarkerMove = (state: State, entry: Entry) => findViewKind(state, entry) === "scale" && !entry.unless;

const isBriefMoves = (moves: readonly Entry[]) => moves.length <= 2 && countLetters(moves) <= BRIEF_LETTERS;

const countLetters = (entries: readonly Entry[]) => entries.reduce((n, entry) => n + entry.text.length, 0);

const isTappedOnBoard = (question: Question) =>
  [question, ...question.fields].some((field) => getPresentation(field).on.length > 0);

function touchesBoard(state: State, { shows }: Entry): boolean {
  const kind = shows && findView(state, shows.view)?.kind;
  return kind === "grid" || kind === "network" || kind === "columns" || kind === "sheet";
}

/** The question with which a turn of the player is told, in every game that has one. */
export const YOUR_TURN = "your-turn";

/** So many letters need most of a small screen. */
const WORDY_LETTERS = 200;

/** Whether there is so much to read, a question with it, or something to tell along, that the board may shrink. */
export function isWordy({ moves, captions }: TurnStep, questions: readonly Question[] = [], question = ""): boolean {
  const entries = [...moves, ...captions];
  return (
    countLetters(entries) + question.length > WORDY_LETTERS ||
    questions.some(({ key }) => entries.some(({ unless }) => unless?.id === key))
  );
}

/** What else a step shows comes before what it is about. */
const listHighlights = (shows: Shows) => (shows.also ? [shows.also, shows] : [shows]);

/** What a beat shows, the act itself last: that is what one looks at. */
export function listShown({ moves: [main, ...others], captions }: TurnStep): Shows[] {
  return [...captions, ...others, ...(main ? [main] : [])].flatMap(({ shows }) =>
    shows && !shows.quiet ? listHighlights(shows) : [],
  );
}

/** What a beat changes on the table, be it drawn or only marked there. */
const listTouched = ({ moves }: TurnStep) => moves.flatMap(({ shows }) => (shows ? listHighlights(shows) : []));

/**
 * The table as it stands at a beat: what later ones touch is as it was at the question before, with what has been done
 * since. Who doesn't know that sees it as it is now.
 */
export function restoreViews(
  state: State,
  before: State | null,
  steps: readonly TurnStep[],
  index: number,
): readonly Picture[] {
  const later = new Set(
    steps
      .slice(index + 1)
      .flatMap(listTouched)
      .map(({ view }) => view),
  );
  if (!before || !later.size) return state.views;
  const doneHighlights = steps.slice(0, index + 1).flatMap(listTouched);
  return state.views.map((newView) => {
    const oldView = later.has(newView.id) ? before.views.find(({ id }) => id === newView.id) : undefined;
    if (!oldView || oldView.kind !== newView.kind) return newView;
    return doneHighlights.filter(({ view }) => view === newView.id).reduce(applyHighlight, oldView);
  });
}

function applyHighlight(view: Picture, shows: Shows): Picture {
  if (view.kind !== "scale") return restoreSpots(view, shows);
  const findEnd = (words: string) => shows.motions.find(({ piece }) => piece.words === words)?.end;
  const newPosition = (words: string, was: number) => Number(findEnd(words) || was); // where a marker leaves, it has no end
  return {
    ...view,
    markers: view.markers.map((marker) => ({ ...marker, at: newPosition(marker.piece.words, marker.at) })),
  };
}
