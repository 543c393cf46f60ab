/** Steps of a turn: one thing to do at the table each, with captions and related moves. */
import type { Entry, Picture, Question, Highlight, State } from "./engine";
import { restoreSpots, findView, getPresentation } from "../views/view";

export interface TurnStep {
  /** The moves, the main one first. Empty if there is only something to read. */
  readonly moves: readonly Entry[];
  /** The captions: a die, a card, or a remark. */
  readonly captions: readonly Entry[];
}

/** The largest number of moves in a step. */
const MAX_MOVES = 4;

const findViewKind = (state: State, { shows }: Entry) =>
  shows && !shows.quiet ? findView(state, shows.view)?.kind : undefined;

/** Return whether a move concerns a marker on a track, or has no picture. */
function isMinorMove(state: State, entry: Entry): boolean {
  const kind = findViewKind(state, entry);
  return kind === undefined || kind === "scale" || kind === "facts";
}

/** Return whether a move is not on the board itself: a marker, a card, or a tile of a row. */
const isOffBoard = (state: State, entry: Entry) => isMinorMove(state, entry) || findViewKind(state, entry) === "cards";

function isSamePlace(shows: Highlight | null | undefined, other: Highlight | null): boolean {
  return !!shows && !!other && shows.view === other.view && shows.lit.some((spot) => other.lit.includes(spot));
}

/** Return whether an entry is a remark without reasons and pictures; it belongs to the move before it. */
export const isRemark = (entry: Entry) => entry.kind === "say" && !entry.because.length && !entry.shows;

interface OpenStep {
  moves: Entry[];
  captions: Entry[];
}

/** Return whether a move continues a single move on the same view with only chance between them. */
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

/** Build the steps of a turn; those that the last question already described come first. */
export function buildTurnSteps(state: State, entries: readonly Entry[], isCovered = isCoveredByQuestion): TurnStep[] {
  const covered = entries.filter(isCovered);
  return [covered, entries.filter((entry) => !covered.includes(entry))].flatMap((group) => groupEntries(state, group));
}

const isCoveredByQuestion = ({ told }: Entry) => told;

/** Return the number of leading steps that the last question already described. */
export function countCoveredSteps(steps: readonly TurnStep[], isCovered = isCoveredByQuestion): number {
  const first = steps.findIndex(({ moves, captions }) => ![...moves, ...captions].every(isCovered));
  return first < 0 ? steps.length : first;
}

/** Group entries into steps; captions at the end form a step of their own. */
function groupEntries(state: State, entries: readonly Entry[]): TurnStep[] {
  const steps: OpenStep[] = [];
  let pending: Entry[] = [];
  for (const entry of entries) {
    const last = steps.at(-1);
    if (entry.kind !== "do") {
      if (last && isRemark(entry) && !pending.length) last.captions.push(entry);
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

/** The number of letters of moves that fit above a question. */
const BRIEF_LETTERS = 160;

/**
 * Return whether the last step is shown together with the question. It is if it is short, unless both need the board.
 * The player's own turn has its own screen, except after one or two markers.
 */
export function isShownWithQuestion(state: State, step: TurnStep | undefined, question: Question | null): boolean {
  if (!step || !question) return false;
  const { moves, captions } = step;
  if (state.along.some(({ key }) => moves.some(({ unless }) => unless?.id === key))) return false; // it is answered in the step
  if (!moves.length) return question.who === "table" || captions.every(({ shows }) => !shows);
  if (question.key === YOUR_TURN)
    return isShortForm(question) && moves.every((entry) => isMarkerMove(state, entry)) && isBriefMoves(moves);
  if (countLetters(moves) > BRIEF_LETTERS * (hasSums(question) ? 0.75 : 1) && (moves.length > 1 || hasSums(question)))
    return false;
  return question.who === "table" || !isTappedOnBoard(question) || !moves.some((entry) => touchesBoard(state, entry));
}

/** Return whether a question adds up amounts, which needs space. */
const hasSums = ({ fields }: Question) => fields.some((field) => getPresentation(field).summed);

/** Return whether a form is short enough to share its screen. */
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

/** The key of the question about the player's turn, in every game. */
export const YOUR_TURN = "your-turn";

/** The number of letters that need most of a small screen. */
const WORDY_LETTERS = 200;

/** Return whether a step has so much text or an inline question that the board may shrink. */
export function hasMuchText(
  { moves, captions }: TurnStep,
  questions: readonly Question[] = [],
  question = "",
): boolean {
  const entries = [...moves, ...captions];
  return (
    countLetters(entries) + question.length > WORDY_LETTERS ||
    questions.some(({ key }) => entries.some(({ unless }) => unless?.id === key))
  );
}

/** Return the pictures of a step, additional ones first. */
const listHighlights = (shows: Highlight) => (shows.also ? [shows.also, shows] : [shows]);

/** Return the pictures of a step, the main move last. */
export function listShownHighlights({ moves: [main, ...others], captions }: TurnStep): Highlight[] {
  return [...captions, ...others, ...(main ? [main] : [])].flatMap(({ shows }) =>
    shows && !shows.quiet ? listHighlights(shows) : [],
  );
}

/** Return all changed views of a step, including hidden ones. */
const listTouched = ({ moves }: TurnStep) => moves.flatMap(({ shows }) => (shows ? listHighlights(shows) : []));

/**
 * Return the views at a step: later changes are undone by using the state at the previous question. Without it the
 * current views are returned.
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

function applyHighlight(view: Picture, shows: Highlight): Picture {
  if (view.kind !== "scale") return restoreSpots(view, shows);
  const findEnd = (words: string) => shows.motions.find(({ piece }) => piece.words === words)?.end;
  const newPosition = (words: string, was: number) => Number(findEnd(words) || was); // a marker that leaves has no end
  return {
    ...view,
    markers: view.markers.map((marker) => ({ ...marker, at: newPosition(marker.piece.words, marker.at) })),
  };
}
