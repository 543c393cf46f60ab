/**
 * The engine as the page sees it. Over HTTP today, inside the browser another day: the page knows this
 * interface and nothing else. What goes to and fro has the types of the API's own description.
 */
import type {
  AmendedGame,
  Amendment,
  Answer,
  BoxState,
  CardsView,
  Chapter,
  Change,
  ColumnsView,
  Correction,
  Curve,
  Description,
  DiceChange,
  FactsView,
  GridView,
  InBetween,
  Json,
  Line,
  Here,
  Links,
  LoggedPlay,
  Moved,
  NetworkView,
  NewGame,
  OfferedPack,
  OpponentOffer,
  OwnPack,
  PackSaid,
  PackTaken,
  PartAnswer,
  PartDraft,
  ParView,
  Practice,
  PracticeState,
  Question,
  Rewind,
  RuleBook,
  Records,
  ScaleView,
  SharedPack,
  SheetView,
  State,
  Summary,
  Taken,
  TakenIn,
  ToRepair,
  TrackedValue,
} from "./api";

export type { Curve, Json, Line, Moved, Offer, Question, State, Summary } from "./api";
export type {
  BrushView as Brush,
  EntryView as Entry,
  GroupView as Group,
  Look,
  MetView as Met,
  MotionView as Motion,
  OnView as On,
  PartView as Part,
  PieceView as Piece,
  ShowsView as Shows,
  SpotView as Spot,
} from "./api";
export type {
  Description,
  Here,
  Link,
  Links,
  ParView,
  Point,
  Practice,
  PracticeState,
  Records,
  Standing,
  Taken,
  TakenIn,
} from "./api";
export type { OpponentOffer as Opponent, RuleBook as Catalogue, RuleText as Rule } from "./api";
export type { BoxChange, BoxState, OfferedPack, OfferedPart, PartDraft, PartState, SharedPack } from "./api";
export type { AmendedGame, Chapter, Change, LoggedPlay, NewGame, OwnPack };
export interface Views {
  facts: FactsView;
  grid: GridView;
  cards: CardsView;
  scale: ScaleView;
  network: NetworkView;
  columns: ColumnsView;
  sheet: SheetView;
}
export type Picture = Views[keyof Views];
export type UndoInstruction = ToRepair;
export type TrackedItem = TrackedValue;
export type Lang = State["lang"];
export type Dice = State["dice"];
export type Id = Question["options"][number]["id"];

export interface Engine {
  opponents(lang: Lang): Promise<OpponentOffer[]>;
  rules(game: string): Promise<RuleBook>;
  /** The opponent's own drawings, as one SVG. */
  art(game: string): Promise<string>;
  games(lang: Lang): Promise<Summary[]>;
  begin(body: NewGame, lang: Lang): Promise<State>;
  sample(game: string, lang: Lang, seed?: number): Promise<State>;
  state(id: string, lang: Lang): Promise<State>;
  /** The game as it stood after that many answers, read only; its entries from a number on. */
  past(id: string, position: number, lang: Lang, since?: number): Promise<State>;
  /** Every value that can be corrected. */
  tracked(id: string, lang: Lang): Promise<TrackedValue[]>;
  /** What may be asked in between, and the answer; neither changes anything. */
  inquiries(id: string, lang: Lang): Promise<Question[]>;
  inquire(id: string, inquiry: InBetween, lang: Lang): Promise<Line>;
  course(id: string, lang: Lang): Promise<Curve[]>;
  /** The rounds of a game, and what each is called. */
  chapters(id: string, lang: Lang): Promise<Chapter[]>;
  /** A finished game for a play log; null while it goes on, and for a made-up table. */
  play(id: string, lang: Lang): Promise<LoggedPlay | null>;
  /** Where the opponent stands beside sample games; null where there are none. */
  par(id: string, lang: Lang): Promise<ParView | null>;
  /** The player's side of a sample table after some choices; it is kept nowhere. */
  practice(body: Practice, lang: Lang): Promise<PracticeState>;
  /** What an answer would lead to; it is not given by this. */
  foresee(id: string, body: Answer, lang: Lang): Promise<State>;
  answer(id: string, body: Answer, lang: Lang): Promise<State>;
  correct(id: string, body: Correction, lang: Lang): Promise<AmendedGame>;
  dice(id: string, body: DiceChange, lang: Lang): Promise<State>;
  undo(id: string, body: Change, lang: Lang): Promise<Moved>;
  redo(id: string, body: Change, lang: Lang): Promise<Moved>;
  rewind(id: string, body: Rewind, lang: Lang): Promise<Moved>;
  /** Another answer in place of an old one; what followed is said again as far as it still fits. */
  amend(id: string, body: Amendment, lang: Lang): Promise<AmendedGame>;
  /** Go back to the course of the game that was left last. */
  former(id: string, body: Change, lang: Lang): Promise<AmendedGame>;
  /** Hear of every change of a game, wherever it was made; the answer ends it. */
  follow(id: string, listener: GameListener): () => void;
  journal(id: string): Promise<string>;
  load(text: string, lang: Lang): Promise<State>;
  /** A game from another home; nothing is doubled. */
  take(text: string, lang: Lang): Promise<Taken>;
  /** Change what is said of a game: name, note, colours, archive. */
  describe(id: string, body: Description, lang: Lang): Promise<Summary>;
  duplicate(id: string, lang: Lang): Promise<State>;
  /** A game of its own that begins with the first answers of this one. */
  branch(id: string, position: number, lang: Lang): Promise<State>;
  remove(id: string): Promise<void>;
  deleted(lang: Lang): Promise<Summary[]>;
  restore(id: string, lang: Lang): Promise<Summary>;
  /** Forget a deleted game for good. */
  purge(id: string): Promise<void>;
  /** All games in one file, and such a file taken in again. */
  /** All games as a file, or as several that can each be taken in again: the parts count from 1. */
  exported(part: number): Promise<{ file: Blob; more: boolean }>;
  takeIn(file: Blob, lang: Lang): Promise<TakenIn>;
  /** The owner's pack of a game: whether there is one, its file, one brought in, forgotten. */
  pack(game: string, lang: Lang): Promise<OwnPack>;
  packFile(game: string, lang: Lang): Promise<string>;
  takePack(game: string, text: string, lang: Lang): Promise<OwnPack>;
  forgetPack(game: string): Promise<void>;
  /** The owner's box: its parts, one of them with an answer that is not kept, and what can be done with them. */
  box(game: string, lang: Lang): Promise<BoxState>;
  boxPart(game: string, body: PartAnswer, lang: Lang): Promise<PartDraft>;
  tellPart(game: string, body: PartAnswer, lang: Lang): Promise<BoxState>;
  checkPart(game: string, part: string, checked: boolean, lang: Lang): Promise<BoxState>;
  forgetPart(game: string, part: string, lang: Lang): Promise<BoxState>;
  describePack(game: string, body: PackSaid, lang: Lang): Promise<BoxState>;
  undoBox(game: string, lang: Lang): Promise<BoxState>;
  /** Parts of a box, or all of it, to be given away. */
  shareParts(game: string, parts: string[], lang: Lang): Promise<SharedPack>;
  /** Somebody else's pack beside one's own, and the same taken in. */
  offeredPack(text: string, lang: Lang): Promise<OfferedPack>;
  takeParts(body: PackTaken, lang: Lang): Promise<BoxState>;
  /** Bring what was told of the box since to a game under way. */
  takeOver(id: string, body: Change, lang: Lang): Promise<State>;
  /** What this device may do, and how others come in. */
  here(): Promise<Here>;
  /** Lets other devices of the network in, or shuts them out. */
  network(open: boolean, lang: Lang): Promise<Here>;
  links(id: string, lang: Lang): Promise<Links>;
  /** New links of a game; those that were handed out open nothing any more. */
  renewLinks(id: string, lang: Lang): Promise<Links>;
  letGuestsRename(id: string, rename: boolean, lang: Lang): Promise<Links>;
  records(samples: boolean, lang: Lang): Promise<Records>;
  recordsFile(kind: "csv" | "json", samples: boolean): Promise<Blob>;
}

/** What is heard of a game while it is open. */
export interface GameListener {
  /** How long the log is, and how often the name and the like were changed: at first, and whenever that is news. */
  onMoved: (at: number, edition: number) => void;
  onGone: () => void;
  /** The connection was lost, or is there again. */
  onConnected: (is: boolean) => void;
}

/** The engine refused, with a sentence for the person and, if it is clear, the answer that was meant. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly proposal: Json = null,
  ) {
    super(message);
  }
}

/** Somebody else was quicker: this is how the game stands now. */
export class StaleStateError extends Error {
  constructor(readonly state: State) {
    super("stale");
  }
}

/** The engine could not be reached; nothing was lost. */
export class UnreachableError extends Error {}
