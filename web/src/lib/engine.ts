/**
 * The engine as the page sees it. Over HTTP today, inside the browser another day: the page knows this
 * interface and nothing else. What goes to and fro has the types of the API's own description.
 */
import type {
  Answer,
  Change,
  Correction,
  Curve,
  DiceChange,
  Moved,
  NewGame,
  OpponentOffer,
  Question,
  Rewind,
  RuleBook,
  State,
  Summary,
  Told,
  ToRepair,
  TrackedValue,
} from "./api";

export type { Curve, Json, Line, Moved, Offer, Picture, Question, State, Summary } from "./api";
export type { OpponentOffer as Opponent, RuleBook as Catalogue, RuleText as Rule } from "./api";
export type { Change, NewGame };
export type Entry = Told;
export type Repair = ToRepair;
export type Tracked = TrackedValue;
export type Lang = State["lang"];
export type Dice = State["dice"];
export type Id = Question["options"][number]["id"];

export interface Engine {
  opponents(lang: Lang): Promise<OpponentOffer[]>;
  rules(game: string): Promise<RuleBook>;
  games(lang: Lang): Promise<Summary[]>;
  begin(wish: NewGame, lang: Lang): Promise<State>;
  sample(game: string, lang: Lang, seed?: number): Promise<State>;
  state(id: string, lang: Lang): Promise<State>;
  /** The game as it stood after that many answers, read only. */
  past(id: string, position: number, lang: Lang): Promise<State>;
  /** Every value that can be corrected. */
  tracked(id: string, lang: Lang): Promise<TrackedValue[]>;
  course(id: string, lang: Lang): Promise<Curve[]>;
  answer(id: string, said: Answer, lang: Lang): Promise<State>;
  correct(id: string, said: Correction, lang: Lang): Promise<State>;
  dice(id: string, said: DiceChange, lang: Lang): Promise<State>;
  undo(id: string, said: Change, lang: Lang): Promise<Moved>;
  redo(id: string, said: Change, lang: Lang): Promise<Moved>;
  rewind(id: string, said: Rewind, lang: Lang): Promise<Moved>;
  /** Hear of every change of a game, wherever it was made; the answer ends it. */
  follow(id: string, at: number, moved: (at: number) => void, gone: () => void): () => void;
  journal(id: string): Promise<string>;
  load(text: string, lang: Lang): Promise<State>;
  remove(id: string): Promise<void>;
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
