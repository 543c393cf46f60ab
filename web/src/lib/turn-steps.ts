/** A turn in beats: one thing to do at the table, with where it came from and what moves with it. */
import type { Entry, Picture, Question, Shows, State } from "./engine";
import { asItWas, find, look } from "../views/view";

export interface Beat {
  /** What to move: the act itself first, then what goes with it. Empty where there is only something to read. */
  readonly moves: readonly Entry[];
  /** Where it came from, a die or a card, and what is said of it. */
  readonly captions: readonly Entry[];
}

/** So many lines are read at once. */
const MOST = 4;

const kindOf = (state: State, { shows }: Entry) => (shows && !shows.quiet ? find(state, shows.view)?.kind : undefined);

/** A marker on a track, or what has no picture. */
function isSmall(state: State, entry: Entry): boolean {
  const kind = kindOf(state, entry);
  return kind === undefined || kind === "scale" || kind === "facts";
}

/** What isn't done on the board itself: a marker, a card, a tile of a row. The same hand does it with an act there. */
const isBeside = (state: State, entry: Entry) => isSmall(state, entry) || kindOf(state, entry) === "cards";

function isSamePlace(one: Shows | null | undefined, other: Shows | null): boolean {
  return !!one && !!other && one.view === other.view && one.lit.some((spot) => other.lit.includes(spot));
}

/** What is only said: without reasons and pictures it belongs to what was done before, else to what is done next. */
export const isAside = (entry: Entry) => entry.kind === "say" && !entry.because.length && !entry.shows;

interface Open {
  moves: Entry[];
  captions: Entry[];
}

/** Where one thing after the other goes, and only chance says where: two of them are put there by the same hand. */
function isNextThere({ moves }: Open, entry: Entry, said: readonly Entry[]): boolean {
  const [last, ...more] = moves.map(({ shows }) => shows);
  const isSame = !!last && !!entry.shows && last.view === entry.shows.view && !last.quiet;
  return isSame && !more.length && said.every(({ kind, who }) => kind === "answer" && who === "chance");
}

function goesWith(state: State, beat: Open, entry: Entry, said: readonly Entry[]): boolean {
  if (beat.moves.length >= MOST) return false;
  if (beat.moves.every((one) => isSmall(state, one))) return true;
  if (said.length) return isNextThere(beat, entry, said);
  const isAlong = isBeside(state, entry) || beat.moves.every((one) => isBeside(state, one));
  return isAlong || beat.moves.some((one) => isSamePlace(one.shows, entry.shows));
}

/** How a turn is divided: what the question just answered has told already comes first, and for itself. */
export function beatsOf(state: State, entries: readonly Entry[], isTold = saysSo): Beat[] {
  const told = entries.filter(isTold);
  return [told, entries.filter((one) => !told.includes(one))].flatMap((some) => divided(state, some));
}

const saysSo = ({ told }: Entry) => told;

/** So many beats at the beginning have been told already. */
export function toldIn(beats: readonly Beat[], isTold = saysSo): number {
  const first = beats.findIndex(({ moves, captions }) => ![...moves, ...captions].every(isTold));
  return first < 0 ? beats.length : first;
}

/** Entries in beats; what is said last without anything to do is read for itself. */
function divided(state: State, entries: readonly Entry[]): Beat[] {
  const found: Open[] = [];
  let waiting: Entry[] = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (entry.kind !== "do") {
      if (last && isAside(entry) && !waiting.length) last.captions.push(entry);
      else waiting.push(entry);
    } else if (last && goesWith(state, last, entry, waiting)) {
      last.moves.push(entry);
      last.captions.push(...waiting.splice(0));
    } else {
      found.push({ moves: [entry], captions: waiting });
      waiting = [];
    }
  }
  if (waiting.length) found.push({ moves: [], captions: waiting });
  return found.map(({ moves, captions }) => ({ moves: mainFirst(state, moves), captions }));
}

function mainFirst(state: State, moves: readonly Entry[]): Entry[] {
  const main = moves.find((one) => !isBeside(state, one)) ?? moves.find((one) => !isSmall(state, one));
  return main ? [main, ...moves.filter((one) => one !== main)] : [...moves];
}

/** So many letters of what was done are read along with a question. */
const BRIEF = 160;

/**
 * One thing was done, or a few that are said in few words, and something is asked, or something was only said before:
 * that is one screen. But the board can't show both what was moved on it and where to tap, and the player's own turn has
 * a screen of its own: no more than a marker or two are moved before it, where it is short itself.
 */
export function isAskedWith(state: State, beat: Beat | undefined, question: Question | null): boolean {
  if (!beat || !question) return false;
  const { moves, captions } = beat;
  if (state.along.some(({ key }) => moves.some(({ unless }) => unless?.id === key))) return false; // it is told there
  if (!moves.length) return question.who === "table" || captions.every(({ shows }) => !shows);
  if (question.key === YOUR_TURN)
    return isBrief(question) && moves.every((one) => isMarker(state, one)) && isFew(moves);
  if (lettersOf(moves) > BRIEF * (isFull(question) ? 0.75 : 1) && (moves.length > 1 || isFull(question))) return false;
  return question.who === "table" || !isTapped(question) || !moves.some((one) => isOnBoard(state, one));
}

/** Amounts to be added up leave little room. */
const isFull = ({ fields }: Question) => fields.some((one) => look(one).summed);

/** A form of so few fields leaves room on its screen. */
const isBrief = ({ fields }: Question) => fields.length <= MOST;

const isMarker = (state: State, entry: Entry) => kindOf(state, entry) === "scale" && !entry.unless;

const isFew = (moves: readonly Entry[]) => moves.length <= 2 && lettersOf(moves) <= BRIEF;

const lettersOf = (entries: readonly Entry[]) => entries.reduce((n, one) => n + one.text.length, 0);

const isTapped = (question: Question) => [question, ...question.fields].some((one) => look(one).on.length > 0);

function isOnBoard(state: State, { shows }: Entry): boolean {
  const kind = shows && find(state, shows.view)?.kind;
  return kind === "grid" || kind === "network" || kind === "columns" || kind === "sheet";
}

/** The question with which a turn of the player is told, in every game that has one. */
export const YOUR_TURN = "your-turn";

/** So many letters need most of a small screen. */
const LETTERS = 200;

/** Whether there is so much to read, a question with it, or something to tell along, that the board may shrink. */
export function isWordy({ moves, captions }: Beat, along: readonly Question[] = [], question = ""): boolean {
  const entries = [...moves, ...captions];
  return (
    lettersOf(entries) + question.length > LETTERS ||
    along.some(({ key }) => entries.some(({ unless }) => unless?.id === key))
  );
}

/** What else a step shows comes before what it is about. */
const both = (shows: Shows) => (shows.also ? [shows.also, shows] : [shows]);

/** What a beat shows, the act itself last: that is what one looks at. */
export function shownIn({ moves: [main, ...along], captions }: Beat): Shows[] {
  return [...captions, ...along, ...(main ? [main] : [])].flatMap(({ shows }) =>
    shows && !shows.quiet ? both(shows) : [],
  );
}

/** What a beat changes on the table, be it drawn or only marked there. */
const touchedIn = ({ moves }: Beat) => moves.flatMap(({ shows }) => (shows ? both(shows) : []));

/**
 * The table as it stands at a beat: what later ones touch is as it was at the question before, with what has been done
 * since. Who doesn't know that sees it as it is now.
 */
export function tableAt(state: State, before: State | null, beats: readonly Beat[], k: number): readonly Picture[] {
  const later = new Set(
    beats
      .slice(k + 1)
      .flatMap(touchedIn)
      .map(({ view }) => view),
  );
  if (!before || !later.size) return state.views;
  const done = beats.slice(0, k + 1).flatMap(touchedIn);
  return state.views.map((now) => {
    const old = later.has(now.id) ? before.views.find(({ id }) => id === now.id) : undefined;
    if (!old || old.kind !== now.kind) return now;
    return done.filter(({ view }) => view === now.id).reduce(after, old);
  });
}

function after(view: Picture, shows: Shows): Picture {
  if (view.kind !== "scale") return asItWas(view, shows);
  const end = (words: string) => shows.motions.find(({ piece }) => piece.words === words)?.end;
  const at = (words: string, was: number) => Number(end(words) || was); // where a marker leaves, it has no end
  return { ...view, markers: view.markers.map((one) => ({ ...one, at: at(one.piece.words, one.at) })) };
}
