/**
 * The engine as the page sees it. Over HTTP today, inside the browser another day: the page
 * knows this interface and nothing else.
 */

export type Lang = "en" | "ru";
export type Dice = "program" | "mine";
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Id = string | number;

/** An opponent in words. */
export interface Side {
  id: string;
  name: string;
  game: string;
}

export interface Line {
  text: string;
  cites: string[];
}

export interface Offer {
  id: Id;
  label: string;
}

export interface Square {
  sign: string;
  words: string;
  mark: string;
}

export interface Picture {
  title: string;
  rows: Square[][];
}

export type Kind =
  | "checklist"
  | "choice"
  | "several"
  | "number"
  | "form"
  | "die"
  | "order"
  | "drawing"
  | "words";

/** A question, or one field of a form. */
export interface Question {
  key: string;
  kind: Kind;
  who: string;
  text: string;
  cites: string[];
  because: Line[];
  options: Offer[];
  fields: Question[];
  items: Line[];
  instead: Offer[];
  legend: [string, string][];
  least: number | null;
  most: number | null;
  default: Json;
  required: boolean;
  picture: Picture | null;
  about: Record<string, Json>;
}

export interface Entry {
  index: number;
  kind: "do" | "say" | "answer" | "correct" | "dice";
  text: string;
  cites: string[];
  because: Line[];
  who: string;
  at: number;
  about: Record<string, Json>;
}

export interface Facts {
  kind: "facts";
  title: string;
  rows: [string, string][];
}

export interface Grid extends Picture {
  kind: "grid";
}

export type View = Facts | Grid;

/** A value that can be set right at any time; ``field`` says what may be entered for it. */
export interface Tracked {
  path: string;
  label: string;
  value: Json;
  field: Question;
}

export interface Result {
  text: string;
  scores: Record<string, number>;
  winner: string | null;
  level: string | null;
  cites: string[];
}

/** A table is the game's own; only that game's drawings know what is in it. */
export type Table = any;

/** A game as it stands, or as it stood (then it is not live). Its entries are those from a wanted one on. */
export interface State {
  id: string;
  game: string;
  name: string;
  opponent: Side;
  lang: Lang;
  dice: Dice;
  options: Record<string, Json>;
  sample: boolean;
  live: boolean;
  at: number;
  position: number;
  can_undo: boolean;
  can_redo: boolean;
  over: boolean;
  result: Result | null;
  question: Question | null;
  length: number;
  entries: Entry[];
  table: Table;
  views: View[];
  tracked: Tracked[];
}

export interface Repair {
  path: string;
  text: string;
}

export interface Moved {
  state: State;
  repairs: Repair[];
}

export interface Setting {
  name: string;
  label: string;
  cites: string[];
  values: { value: Json; label: string }[];
}

export interface Opponent {
  id: string;
  name: string;
  game: string;
  settings: Setting[];
}

export interface Summary {
  id: string;
  played: number;
  name: string;
  opponent: Side | null;
  sample: boolean;
  position: number;
  over: boolean;
  result: string | null;
  next: string | null;
  problem: string | null;
}

/** How a tracked number went through a game: position and value wherever it changed. */
export interface Curve {
  path: string;
  label: string;
  points: [number, number][];
}

export interface Rule {
  id: string;
  kind: "rule" | "ruling" | "example" | "derived";
  section: string;
  where: string;
  text: Record<Lang, string>;
  option: string | null;
}

export interface Catalogue {
  sections: Record<string, Record<Lang, string>>;
  rules: Rule[];
}

export interface NewGame {
  game: string;
  lang: Lang;
  name?: string;
  dice?: Dice;
  options?: Record<string, Json>;
  seed?: number;
}

export interface Engine {
  opponents(lang: Lang): Promise<Opponent[]>;
  rules(game: string): Promise<Catalogue>;
  games(lang: Lang): Promise<Summary[]>;
  begin(wish: NewGame): Promise<State>;
  sample(game: string, lang: Lang, seed?: number): Promise<State>;
  state(id: string, lang: Lang): Promise<State>;
  /** The game as it stood after that many answers, read only. */
  past(id: string, position: number, lang: Lang): Promise<State>;
  course(id: string, lang: Lang): Promise<Curve[]>;
  /** Changes name the length of the log they were made for; ``since`` are the entries the page already has. */
  answer(id: string, change: Change & { value: Json }, lang: Lang): Promise<State>;
  correct(id: string, change: Change & { path: string; value: Json }, lang: Lang): Promise<State>;
  dice(id: string, change: Change & { dice: Dice }, lang: Lang): Promise<State>;
  undo(id: string, change: Change, lang: Lang): Promise<Moved>;
  redo(id: string, change: Change, lang: Lang): Promise<Moved>;
  rewind(id: string, change: Change & { position: number }, lang: Lang): Promise<Moved>;
  journal(id: string): Promise<string>;
  load(text: string, lang: Lang): Promise<State>;
  remove(id: string): Promise<void>;
}

export interface Change {
  at: number;
  since?: number;
}

/** The engine refused, with a sentence for the person. */
export class Refused extends Error {}

/** Somebody else was quicker: this is how the game stands now. */
export class Stale extends Error {
  constructor(readonly state: State) {
    super("stale");
  }
}

/** The engine could not be reached; nothing was lost. */
export class Unreachable extends Error {}
