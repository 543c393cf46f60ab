/** The engine as the page sees it, over HTTP or in the browser. The types come from the description of the API. */
import type {
  AmendedGame,
  Calls,
  CardsView,
  Change,
  Chapter,
  ColumnsView,
  FactsView,
  GridView,
  Json,
  NetworkView,
  NewGame,
  OwnPack,
  PlayLogEntry,
  Question,
  ScaleView,
  SheetView,
  State,
  TableCorrection,
  TrackedValue,
} from "./api";

export type {
  ComparisonView as Comparison,
  Curve,
  Json,
  ReasonLine,
  RewoundGame,
  OptionText,
  Question,
  State,
  Summary,
} from "./api";
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
export type { BoxChange, BoxState, BoxUpdate, OfferedPack, OfferedPart, PartDraft, PartState, SharedPack } from "./api";
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

/** The calls of the API, and the changes of a game. */
export interface Engine extends Calls {
  /** Listen to every change to a game, from any device; the returned function stops listening. */
  follow(id: string, listener: GameListener): () => void;
}

/** The events of an open game. */
export interface GameListener {
  /**
   * Called with the length of the log and the version of the metadata, first at the start and then after each change.
   */
  onMoved: (at: number, edition: number) => void;
  onGone: () => void;
  /** Called when the connection is lost or restored. */
  onConnected: (is: boolean) => void;
}

/** Thrown if the engine refuses a request; contains a message and, if known, the likely correction. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly proposal: Json = null,
  ) {
    super(message);
  }
}

/** Thrown if somebody else has changed the game; contains the current state. */
export class StaleStateError extends Error {
  constructor(readonly state: State) {
    super("stale");
  }
}

/** Thrown if the engine can't be reached. Nothing is lost. */
export class UnreachableError extends Error {}
