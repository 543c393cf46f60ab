/** The engine as the page sees it, over HTTP or in the browser. The types come from the description of the API. */
import type {
  AmendedGame,
  Amendment,
  Answer,
  BoxState,
  Capabilities,
  CardsView,
  Change,
  Chapter,
  ColumnsView,
  Correction,
  Curve,
  Description,
  DiceChange,
  FactsView,
  GameStatistics,
  GridView,
  ImportedGame,
  ImportedGames,
  InquiryRequest,
  Json,
  ReasonLine,
  Links,
  NetworkView,
  NewGame,
  OfferedPack,
  OpponentOffer,
  OwnPack,
  PackDescription,
  PackImport,
  PartAnswer,
  PartDraft,
  PlayLogEntry,
  PracticeRequest,
  PracticeState,
  Question,
  Rewind,
  RewoundGame,
  RuleBook,
  SampleComparison,
  ScaleView,
  SharedPack,
  SheetView,
  State,
  Summary,
  TableCorrection,
  TrackedValue,
} from "./api";

export type { Curve, Json, ReasonLine, RewoundGame, OptionText, Question, State, Summary } from "./api";
export type {
  ActEntry as Act,
  BrushView as Brush,
  EntryView as Entry,
  GroupView as Group,
  HighlightView as Highlight,
  MotionView as Motion,
  PhrasePartView as PhrasePart,
  PieceView as Piece,
  Presentation,
  SpotView as Spot,
  SuggestionView as Suggestion,
  TapTargetView as BoardTarget,
} from "./api";
export type {
  Capabilities,
  ChartPoint,
  Description,
  GameStatistics,
  ImportedGame,
  ImportedGames,
  Link,
  Links,
  PracticeRequest,
  PracticeState,
  SampleComparison,
  Standing,
} from "./api";
export type { OpponentOffer as Opponent, RuleBook as Catalogue, RuleText as Rule } from "./api";
export type { BoxChange, BoxState, OfferedPack, OfferedPart, PartDraft, PartState, SharedPack } from "./api";
export type { AmendedGame, Chapter, Change, PlayLogEntry, NewGame, OwnPack };
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
export type UndoInstruction = TableCorrection;
export type TrackedItem = TrackedValue;
export type Lang = State["lang"];
export type Dice = State["dice"];
export type Id = Question["options"][number]["id"];

export interface Engine {
  opponents(lang: Lang): Promise<OpponentOffer[]>;
  rules(game: string): Promise<RuleBook>;
  /** Return the opponent's drawings as one SVG. */
  art(game: string): Promise<string>;
  games(lang: Lang): Promise<Summary[]>;
  begin(body: NewGame, lang: Lang): Promise<State>;
  sample(game: string, lang: Lang, seed?: number): Promise<State>;
  state(id: string, lang: Lang): Promise<State>;
  /** Return the game after a number of answers, read-only, with its entries from ``since`` on. */
  /** The corrections to make on the table if the game goes back to a position. */
  corrections(id: string, position: number, lang: Lang): Promise<UndoInstruction[]>;
  past(id: string, position: number, lang: Lang, since?: number): Promise<State>;
  /** Return every value that can be corrected. */
  tracked(id: string, lang: Lang): Promise<TrackedValue[]>;
  /** Return the questions that the player can ask Rival. Neither they nor their answers change the game. */
  inquiries(id: string, lang: Lang): Promise<Question[]>;
  inquire(id: string, inquiry: InquiryRequest, lang: Lang): Promise<ReasonLine>;
  course(id: string, lang: Lang): Promise<Curve[]>;
  /** Return the rounds of a game with their titles. */
  chapters(id: string, lang: Lang): Promise<Chapter[]>;
  /** Return a finished game for a play log; null for unfinished games and sample tables. */
  play(id: string, lang: Lang): Promise<PlayLogEntry | null>;
  /** Compare the opponent's score with sample games; null if there are none. */
  par(id: string, lang: Lang): Promise<SampleComparison | null>;
  /** Return a practice game after some choices; it is not stored. */
  practice(body: PracticeRequest, lang: Lang): Promise<PracticeState>;
  /** Preview an answer without applying it. */
  foresee(id: string, body: Answer, lang: Lang): Promise<State>;
  answer(id: string, body: Answer, lang: Lang): Promise<State>;
  correct(id: string, body: Correction, lang: Lang): Promise<AmendedGame>;
  dice(id: string, body: DiceChange, lang: Lang): Promise<State>;
  undo(id: string, body: Change, lang: Lang): Promise<RewoundGame>;
  redo(id: string, body: Change, lang: Lang): Promise<RewoundGame>;
  rewind(id: string, body: Rewind, lang: Lang): Promise<RewoundGame>;
  /** Replace an earlier answer and replay the later ones that still fit. */
  amend(id: string, body: Amendment, lang: Lang): Promise<AmendedGame>;
  /** Restore the answers that the last change has dropped. */
  former(id: string, body: Change, lang: Lang): Promise<AmendedGame>;
  /** Listen to every change of a game, from any device; the returned function stops it. */
  follow(id: string, listener: GameListener): () => void;
  journal(id: string): Promise<string>;
  load(text: string, lang: Lang): Promise<State>;
  /** Import a game from another installation, without duplicating it. */
  take(text: string, lang: Lang): Promise<ImportedGame>;
  /** Change the name, note, colours or archive state of a game. */
  describe(id: string, body: Description, lang: Lang): Promise<Summary>;
  duplicate(id: string, lang: Lang): Promise<State>;
  /** Create a new game from the first answers of this one. */
  branch(id: string, position: number, lang: Lang): Promise<State>;
  remove(id: string): Promise<void>;
  deleted(lang: Lang): Promise<Summary[]>;
  restore(id: string, lang: Lang): Promise<Summary>;
  /** Delete a game permanently. */
  purge(id: string): Promise<void>;
  /** Export all games as one zip file or several; ``part`` counts from 1. Each can be imported. */
  exported(part: number): Promise<{ file: Blob; more: boolean }>;
  takeIn(file: Blob, lang: Lang): Promise<ImportedGames>;
  /** The owner's pack of a game: its state, its file, its import and its deletion. */
  pack(game: string, lang: Lang): Promise<OwnPack>;
  packFile(game: string, lang: Lang): Promise<string>;
  takePack(game: string, text: string, lang: Lang): Promise<OwnPack>;
  forgetPack(game: string): Promise<void>;
  /** The owner's box: its parts, the preview of a changed part, and the actions on parts. */
  box(game: string, lang: Lang): Promise<BoxState>;
  boxPart(game: string, body: PartAnswer, lang: Lang): Promise<PartDraft>;
  tellPart(game: string, body: PartAnswer, lang: Lang): Promise<BoxState>;
  checkPart(game: string, part: string, checked: boolean, lang: Lang): Promise<BoxState>;
  forgetPart(game: string, part: string, lang: Lang): Promise<BoxState>;
  describePack(game: string, body: PackDescription, lang: Lang): Promise<BoxState>;
  undoBox(game: string, lang: Lang): Promise<BoxState>;
  /** Return parts of a box, or all of it, to share. */
  shareParts(game: string, parts: string[], lang: Lang): Promise<SharedPack>;
  /** Compare somebody else's pack with the owner's box, and import the chosen parts. */
  offeredPack(text: string, lang: Lang): Promise<OfferedPack>;
  takeParts(body: PackImport, lang: Lang): Promise<BoxState>;
  /** Update a game from the current box. */
  takeOver(id: string, body: Change, lang: Lang): Promise<State>;
  /** Return the rights of this device and the address for other devices. */
  here(): Promise<Capabilities>;
  /** Allow other devices of the network, or not. */
  network(open: boolean, lang: Lang): Promise<Capabilities>;
  links(id: string, lang: Lang): Promise<Links>;
  /** Replace the links of a game; the old ones stop working. */
  renewLinks(id: string, lang: Lang): Promise<Links>;
  letGuestsRename(id: string, rename: boolean, lang: Lang): Promise<Links>;
  records(samples: boolean, lang: Lang): Promise<GameStatistics>;
  recordsFile(kind: "csv" | "json", samples: boolean): Promise<Blob>;
}

/** The events of an open game. */
export interface GameListener {
  /** The length of the log and the version of the metadata: at first, and after each change. */
  onMoved: (at: number, edition: number) => void;
  onGone: () => void;
  /** The connection was lost or restored. */
  onConnected: (is: boolean) => void;
}

/** The engine refused a request, with a message and, if it is clear, the likely correction. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly proposal: Json = null,
  ) {
    super(message);
  }
}

/** The game was changed by somebody else; this is its current state. */
export class StaleStateError extends Error {
  constructor(readonly state: State) {
    super("stale");
  }
}

/** The engine could not be reached; nothing was lost. */
export class UnreachableError extends Error {}
