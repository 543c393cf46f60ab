/* Made by tools/openapi.py from the API of the server; not to be edited. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A part of a turn in the transcript. ``title`` names the target, ``cause`` is the reason for the act, ``result`` is the change, and ``idle`` is the reason why nothing moved. ``banner`` marks an announcement. ``heading`` and ``figure`` are the status line and the headline score at the start of the act, and ``highlight`` contains the act's places. The act consists of ``count`` entries from number ``first`` on. */
export interface ActEntry {
  number: number;
  title: string;
  who: "opponent" | "player" | "rules";
  cites: string[];
  cause: CauseView | null;
  step: StepNumber | null;
  banner: boolean;
  result: string | null;
  idle: string | null;
  heading: string[];
  figure: SpotView | null;
  highlight: HighlightView | null;
  first: number;
  count: number;
}

/** The state after a change to an earlier answer or to a value. ``text`` describes the effect on later answers. ``dropped`` is the number of answers that no longer fit. If answers would be dropped and the request did not allow this, ``done`` is false and nothing was changed. ``saved`` names the parts that were also corrected in the owner's box. */
export interface AmendedGame {
  state: State;
  repairs: TableCorrection[];
  text: string;
  dropped: number;
  done: boolean;
  saved: string[];
}

/** A new answer at a position. If ``drop`` is false and later answers would be dropped, nothing changes. */
export interface Amendment {
  at: number;
  position: number;
  value: Json;
  since?: number | null;
  drop?: boolean;
}

/** An answer to the open question. */
export interface Answer {
  at: number;
  value: Json;
  since?: number | null;
}

/** A border between two places, with the cost of crossing it. */
export interface BorderView {
  one: string;
  other: string;
  price: number;
}

/** A change to a box: its date, its kind, and the labels of the changed parts. */
export interface BoxChange {
  on: string;
  did: "told" | "checked" | "unchecked" | "forgot" | "took" | "learned" | "corrected" | "kept" | "described";
  parts: string[];
}

/** The owner's box of a game: its parts, the missing parts (``lacking``), and the ``next`` part to describe. ``history`` lists the last changes, newest first. Only the newest change can be undone. */
export interface BoxState {
  game: string;
  title: string;
  head: PackMetadata;
  parts: PartState[];
  progress: Progress[];
  lacking: string[];
  notes: string[];
  next: string;
  history: BoxChange[];
}

/** The effect of a change on a box: the changed ``parts``, and the counts of all parts. If ``is_relisted`` is true, parts were added, removed or moved, so the page reloads the whole box. A part that was just described has no picture, because the page has already drawn that part. */
export interface BoxUpdate {
  game: string;
  head: PackMetadata;
  parts: PartState[];
  progress: Progress[];
  lacking: string[];
  notes: string[];
  next: string;
  history: BoxChange[];
  is_relisted: boolean;
}

/** The number of answers to copy into a new game. */
export interface Branch {
  position: number;
}

/** The appearance of one character in a drawing; with ``most``, a number follows the character. */
export interface BrushView {
  sign: string;
  words: string;
  ground: string;
  piece: PieceView | null;
  note: string;
  group: string;
  most: number | null;
  fixed: boolean;
  fills: FillView[];
}

/** A row of a comparison in one language; a value is None if the candidate had already been eliminated. ``excluded`` is the reason why the candidate could not be chosen, and ``cites`` names the rules behind this reason. */
export interface CandidateView {
  label: string;
  values: (string | null)[];
  excluded: string | null;
  cites: string[];
  winner: boolean;
}

/** This device's rights and this installation's features. The owner also gets the link, the key and the QR code by which other devices connect; ``code`` is a picture. */
export interface Capabilities {
  everything: boolean;
  games: { [name in string]: "watch" | "play" | "name" };
  link: string | null;
  key: string | null;
  code: string | null;
  home: "server" | "browser";
  can: ("links" | "open" | "carry" | "keep")[];
}

/** Cards in one row, or in rows of ``across`` cards; if the cards are named, their notes are shown below them. */
export interface CardsView {
  id: string;
  title: string;
  spots: SpotView[];
  across: number | null;
  shape: "tile" | "card" | "slot";
  named: boolean;
  note: string;
  corrects: string;
  group: string;
  kind: "cards";
}

/** The cause of an act: a text and the dice that were rolled. */
export interface CauseView {
  text: string;
  dice: DieView[];
}

/** A change to a game. ``at`` is the log length that the change is based on; ``since`` is the number of known entries. With ``since``, even if 0, the response contains only changed views; without ``since``, the full state. */
export interface Change {
  at: number;
  since?: number | null;
}

/** A round of a game's history, with its heading. */
export interface Chapter {
  round: number;
  heading: string;
}

/** One game on the chart of scores over time. */
export interface ChartPoint {
  ended: number;
  game: string;
  scores: { [name in string]: number };
  winner: string | null;
  level: string | null;
  sample: boolean;
}

/** Slots from top to bottom, with a sign above and a note below them. */
export interface ColumnView {
  words: string;
  spots: SpotView[];
  note: string;
  sign: string;
}

/** A view with columns of slots side by side. The view is empty until the owner has described the columns. */
export interface ColumnsView {
  id: string;
  title: string;
  columns: ColumnView[];
  note: string;
  corrects: string;
  group: string;
  kind: "columns";
}

/** A comparison in one language: the criteria in the order of the rule, and the candidates, excluded ones first. ``tie`` says who chose among tied candidates: "chance", "player", "table", or None. */
export interface ComparisonView {
  criteria: CriterionView[];
  candidates: CandidateView[];
  tie: "chance" | "table" | "player" | null;
}

/** A corrected value. If ``drop`` is false and later answers would be dropped, nothing changes. */
export interface Correction {
  at: number;
  path: string;
  value: Json;
  since?: number | null;
  drop?: boolean;
}

/** A column of a comparison in one language; ``decides`` marks the criterion that left only one candidate. */
export interface CriterionView {
  text: string;
  cites: string[];
  decides: boolean;
}

/** A curve on a chart: a (position, value) pair for each change during the game. */
export interface Curve {
  path: string;
  label: string;
  points: [number, number][];
}

/** New details of a game; omitted fields stay unchanged. */
export interface Description {
  name?: string | null;
  note?: string | null;
  own_colour?: string | null;
  their_colour?: string | null;
  archived?: boolean | null;
}

/** A new way to roll dice and draw cards. */
export interface DiceChange {
  at: number;
  dice: "program" | "mine";
  since?: number | null;
}

/** A die that caused an act: its number of sides, its face, and the name of the thing that it decides. */
export interface DieView {
  sides: number;
  value: number;
  label: string;
}

/** An entry of the transcript with its index, its position in the game, and its round. ``unless`` is the correction for an assumption of this step: a path and a label. ``shows`` has the spots and the moved pieces of the step. ``told`` is true if the previous question already described this step. ``act`` is the index of the entry's act. */
export interface EntryView {
  index: number;
  kind: "because" | "do" | "say" | "answer" | "correct" | "dice";
  text: string;
  cites: string[];
  because: ReasonLine[];
  who: string;
  at: number;
  round: number;
  about: { [name: string]: Json };
  unless: OptionText | null;
  shows: HighlightView | null;
  told: boolean;
  act: number | null;
}

/** A list of facts. Each fact is a spot whose note is the value. */
export interface FactsView {
  id: string;
  title: string;
  spots: SpotView[];
  group: string;
  kind: "facts";
}

/** The condition under which a field matters: the key of another field, and the required values of that field. */
export interface FieldCondition {
  field: string;
  values: Json[];
}

/** A character that a brush replaces everywhere at once, and the label of the button for it. */
export interface FillView {
  sign: string;
  words: string;
}

/** The result of a game. ``answers`` counts the answers; ``difficulty`` has the options that make the opponent harder. For a game that can't be read, only ``problem`` is set: the reason. */
export interface FinishedGame {
  game: string;
  name: string;
  opponent: string;
  rules: number;
  options: { [name: string]: Json };
  difficulty: { [name: string]: Json };
  scores: { [name in string]: number };
  winner: string | null;
  level: string | null;
  answers: number;
  sample: boolean;
  ended: number;
  problem: string | null;
}

/** The standings, and the games that are missing from them because they can't be read. */
export interface GameStatistics {
  standings: Standing[];
  unread: UnreadableGame[];
}

/** A grid of squares in rows. The grid is empty until the owner has described it. */
export interface GridView {
  id: string;
  title: string;
  rows: SpotView[][];
  sign: string;
  note: string;
  corrects: string;
  group: string;
  kind: "grid";
}

/** A group of fields of a form: its label, whether it is collapsed, and the expected sum of its numbers. With ``once``, an option that is chosen for one field can't be chosen for another. */
export interface GroupView {
  words: string;
  folded: boolean;
  adds: boolean;
  total: number | null;
  note: string;
  once: boolean;
}

/** Additional permissions for players who use a link. */
export interface GuestPermissions {
  rename: boolean;
}

/** The part of a view that a step is about: its spots at that time, the moving pieces, and the important spots. The ``passed`` spots were checked without a result. A ``quiet`` highlight is only marked on the table. ``also`` is the highlight of another view. */
export interface HighlightView {
  view: string;
  spots: SpotView[];
  motions: MotionView[];
  lit: string[];
  passed: string[];
  quiet: boolean;
  also: HighlightView | null;
}

/** The result of an import. ``how`` says whether the game is new, was already here, was continued, or had been continued differently in both copies ("forked"). For a forked game both copies are kept, and ``fork`` is the number of lines that they share. */
export interface ImportedGame {
  state: State;
  how: "new" | "same" | "longer" | "forked";
  fork: number | null;
}

/** The imported games, and the files that were not imported. */
export interface ImportedGames {
  games: State[];
  problems: RejectedFile[];
}

/** An inquiry: its name and its answer. */
export interface InquiryRequest {
  name: string;
  value: Json;
}

/** The text of a journal. */
export interface JournalText {
  text: string;
}

/** An address to share, and its QR code as an image. */
export interface Link {
  link: string;
  code: string;
}

/** A game's two links: one to play, one only to watch. ``rename`` is true if players with the link may rename the game. */
export interface Links {
  play: Link;
  watch: Link;
  rename: boolean;
}

/** A piece on a scale and the number that it marks. */
export interface MarkerView {
  piece: PieceView;
  at: number;
  corrects: string;
}

/** A piece that moves from one spot to another, enters the view, or leaves it. */
export interface MotionView {
  piece: PieceView;
  start: string;
  end: string;
}

/** Whether other devices in the network can connect. */
export interface NetworkSwitch {
  open: boolean;
}

/** Places and the borders between them; ``at`` contains the known coordinates. Places in ``beside`` are drawn next to their neighbours rather than among them, or in a corner of the map: 0 (left) or 1 (right), and 0 (top) or 1 (bottom). */
export interface NetworkView {
  id: string;
  title: string;
  spots: SpotView[];
  borders: BorderView[];
  at: { [name in string]: [number, number] };
  beside: string[];
  note: string;
  corrects: string;
  group: string;
  corners: { [name in string]: [number, number] };
  kind: "network";
}

/** A game to begin: the opponent's id, and the settings that differ from the defaults. */
export interface NewGame {
  game: string;
  seed?: number | null;
  options?: { [name: string]: Json } | null;
  lang?: string | null;
  dice?: "program" | "mine";
  pack?: { [name: string]: Json } | null;
  own_pack?: boolean;
  name?: string;
}

/** A sample game to watch. */
export interface NewSample {
  game: string;
  seed?: number | null;
  lang?: string | null;
}

/** Another person's pack, shown before it is imported. */
export interface OfferedPack {
  game: string;
  title: string;
  head: PackMetadata;
  parts: OfferedPart[];
  notes: string[];
}

/** A part of another person's pack next to the owner's part; ``differs`` is true if the two contradict. */
export interface OfferedPart {
  id: string;
  agreement: "new" | "same" | "more" | "differs";
  mine: PartState | null;
  theirs: PartState;
  differences: [string, string, string][];
}

/** An opponent's labels in one language. */
export interface OpponentLabel {
  id: string;
  name: string;
  game: string;
}

/** An opponent that can be played. */
export interface OpponentOffer {
  id: string;
  name: string;
  game: string;
  settings: SettingOffer[];
  levels: { [name in string]: string };
  practice: boolean;
  rolls: boolean;
  problem: string | null;
}

/** An option with its label. */
export interface OptionText {
  id: string | number;
  label: string;
}

/** The result of a game, with the reached level and its label if the opponent has levels. ``sources`` breaks the scores down, for the same sides. */
export interface Outcome {
  text: string;
  scores: { [name in string]: number };
  winner: string | null;
  level: string | null;
  level_words: string;
  cites: string[];
  sources: ScoreSourceView[];
}

/** Information about the owner's pack: whether there is one, remarks, and contradictions with an imported pack. */
export interface OwnPack {
  there: boolean;
  notes: string[];
  differs: PackDifference[];
}

/** New general data of a pack; omitted fields stay unchanged. */
export interface PackDescription {
  name?: string | null;
  edition?: string | null;
  author?: string | null;
  source?: string | null;
  licence?: string | null;
}

/** A part that the owner's pack and another pack describe differently, as text. */
export interface PackDifference {
  where: string;
  mine: string;
  theirs: string;
}

/** A pack to import. In the ``chosen`` parts its description replaces the owner's. */
export interface PackImport {
  text: string;
  name?: string;
  chosen?: string[];
}

/** General data of a pack that the owner can edit. */
export interface PackMetadata {
  name: string;
  edition: string;
  author: string;
  source: string;
  licence: string;
  sample: boolean;
}

/** The text of a pack file. */
export interface PackText {
  text: string;
}

/** A part of a box and its new description, if there is one. */
export interface PartAnswer {
  part: string;
  value?: Json;
}

/** A part, and whether the part has been compared with the printed original. */
export interface PartCheck {
  part: string;
  checked?: boolean;
}

/** A preview of a part's description: the question, the answer so far, and remarks. For a map, ``costs`` has the cost from each entrance to each place. ``problem`` says why the answer can't be saved; for a valid answer ``problem`` is empty. */
export interface PartDraft {
  part: PartState;
  question: Question;
  value: Json;
  remarks: RemarkView[];
  costs: { [name in string]: { [name in string]: number } };
  problem: string;
}

/** A part of a box. */
export interface PartReference {
  part: string;
}

/** Parts of a box; an empty list means all parts. */
export interface PartSelection {
  parts?: string[];
}

/** A component in the owner's box: its label, its origin, its picture, and the completeness of its description. */
export interface PartState {
  id: string;
  words: string;
  group: string;
  known: "unknown" | "assumed" | "told" | "checked";
  told: number;
  of: number;
  needed: boolean;
  adds: boolean;
  note: string;
  origin: string;
  picture: FactsView | GridView | CardsView | ScaleView | NetworkView | ColumnsView | SheetView | null;
}

/** Score thresholds after a round. The k-th threshold is the lowest score that beats k out of 10 sample games. */
export interface PercentileBand {
  round: number;
  scores: number[];
}

/** A part of a phrase that the player builds by tapping; a ``tight`` part has no space before it. */
export interface PhrasePartView {
  words: string;
  options: OptionText[];
  least: number;
  most: number;
  tight: boolean;
}

/** A game piece: its symbol, colour, label, count and letter. */
export interface PieceView {
  glyph: string;
  words: string;
  colour: string;
  count: number | null;
  of: number | null;
  sign: string;
}

/** A play log entry for a finished game: a text, and a link to BG Stats with the same data. */
export interface PlayLogEntry {
  text: string;
  link: string;
}

/** A practice game: the opponent, its options, and all moves made so far, in order. */
export interface PracticeRequest {
  game: string;
  seed?: number | null;
  options?: { [name: string]: Json } | null;
  moves?: string[];
  since?: number;
}

/** The state of a practice game and the available moves. ``news`` is the index of the first entry after the last move. ``course`` and ``compared`` (the result of the opponent's own policy) exist when the game is over. */
export interface PracticeState {
  state: State;
  news: number;
  choice: Question | null;
  choices: number;
  points: number | null;
  how_to_play: string[];
  par: SampleComparison | null;
  course: Curve[];
  compared: string | null;
}

/** The presentation of a question: everything except its text. ``on`` lists the views that show the options as spots, ``slots`` is the view whose spots are filled, and ``pictures`` is the common prefix of the ids of views that show the options. A ``piece`` is shown next to the label of a field, and ``pieces`` are shown next to the labels of options. ``shows`` is the subject of the question. ``picture`` is a view that is not one of the table's views. A phrase is composed of ``parts``. With ``upright``, a drawing has columns of different lengths. ``spot`` is the place of a field on the picture of its form. ``links`` are words with which a phrase can continue, and ``ends`` are phrases that end the list. ``cell`` is the row and column of a field in a table, and ``depends`` is the condition under which the field is shown. ``read_off`` marks an order that the player reads off the table. ``summed`` marks a number that can be entered as several amounts. ``corners`` are the corners of a map that contain its entrances. */
export interface Presentation {
  on: TapTargetView[];
  shows: HighlightView | null;
  group: GroupView | null;
  piece: PieceView | null;
  pieces: { [name in string]: PieceView };
  slots: string;
  pictures: string;
  picture: FactsView | GridView | CardsView | ScaleView | NetworkView | ColumnsView | SheetView | null;
  brushes: BrushView[];
  parts: PhrasePartView[];
  upright: boolean;
  spot: string;
  links: string[];
  ends: string[];
  cell: [string, string] | null;
  depends: FieldCondition | null;
  read_off: boolean;
  summed: boolean;
  corners: { [name in string]: [number, number] };
}

/** An error for the user: ``message`` says what is wrong, where, and how to correct it. ``proposal`` is the answer that was probably meant. */
export interface Problem {
  message: string;
  proposal: Json;
}

/** The number of described parts in a group, and the number of all its parts. */
export interface Progress {
  words: string;
  told: number;
  of: number;
}

/** A question or a field of a form; with ``closed``, only the offered answers are valid. */
export interface Question {
  key: string;
  kind: "choice" | "several" | "number" | "die" | "order" | "pairs" | "phrases" | "checklist" | "words" | "drawing" | "chart" | "form";
  who: string;
  text: string;
  cites: string[];
  because: ReasonLine[];
  notes: ReasonLine[];
  options: OptionText[];
  fields: Question[];
  items: ReasonLine[];
  instead: OptionText[];
  met: SuggestionView[];
  legend: [string, string][];
  names: string[];
  least: number | null;
  most: number | null;
  default: Json;
  required: boolean;
  closed: boolean;
  look: Presentation | null;
  about: { [name: string]: Json };
}

/** One line of an explanation with the ids of its rules. ``table`` compares the candidates of a decision. With ``in_table``, the table already contains the information of this line. */
export interface ReasonLine {
  text: string;
  cites: string[];
  table: ComparisonView | null;
  in_table: boolean;
}

/** Another person's pack: the text of its file, or the code of a link. */
export interface ReceivedPack {
  text: string;
}

/** A file that was not imported, and the reason. */
export interface RejectedFile {
  file: string;
  message: string;
}

/** A remark about a possible error in a part, and the affected spot; the spot is empty for the whole part. */
export interface RemarkView {
  text: string;
  spot: string;
}

/** A position to go to; ``start`` is the position that the table still shows, if different. */
export interface Rewind {
  at: number;
  position: number;
  since?: number | null;
  start?: number | null;
}

/** The state after undo, redo or rewind, and the corrections to make on the physical table. */
export interface RewoundGame {
  state: State;
  repairs: TableCorrection[];
}

/** Cells side by side after a label and a piece; with ``steps``, the cells form a sequence. */
export interface RowView {
  words: string;
  spots: SpotView[];
  piece: PieceView | null;
  steps: boolean;
}

/** The rules catalogue of an opponent, in the order of the rulebook. */
export interface RuleBook {
  sections: { [name in string]: { [name in string]: string } };
  rules: RuleText[];
}

/** One rule, in every language. */
export interface RuleText {
  id: string;
  kind: "rule" | "ruling" | "example" | "derived";
  section: string;
  where: { [name in string]: string };
  text: { [name in string]: string };
  option: string | null;
}

/** The opponent's score compared with sample games: as text, and round by round. ``course`` has the opponent's score after each round of this game; ``score`` is the final score. */
export interface SampleComparison {
  text: string | null;
  ahead: number | null;
  games: number;
  bands: PercentileBand[];
  final: number[];
  course: [number, number][];
  score: number | null;
  by_turns: boolean;
}

/** A numbered track with markers. The numbers serve as its spots. */
export interface ScaleView {
  id: string;
  title: string;
  least: number;
  most: number;
  markers: MarkerView[];
  note: string;
  group: string;
  kind: "scale";
}

/** A source of points in the final scores: its label, and each side's points, where known. */
export interface ScoreSourceView {
  label: string;
  scores: { [name in string]: number };
}

/** A section of a sheet. */
export interface SectionView {
  id: string;
  words: string;
  rows: RowView[];
  note: string;
}

/** An option of a game: a difficulty if ``difficulty`` is true, otherwise a ruling. The first value is the default. */
export interface SettingOffer {
  name: string;
  label: string;
  cites: string[];
  values: SettingValue[];
  difficulty: boolean;
}

/** One value of a setting. */
export interface SettingValue {
  value: Json;
  label: string;
}

/** A pack to share, both as the text of a file and as a code for a link. */
export interface SharedPack {
  text: string;
  code: string;
}

/** A printed card or table. A face-down card has a note instead of sections. */
export interface SheetView {
  id: string;
  title: string;
  sections: SectionView[];
  sign: string;
  note: string;
  corrects: string;
  heads: string[];
  group: string;
  kind: "sheet";
}

/** A place in a view: ``words`` is its label, ``note`` the text on it, and ``corrects`` the path to correct it. */
export interface SpotView {
  id: string;
  words: string;
  sign: string;
  ground: string;
  pieces: PieceView[];
  note: string;
  corrects: string;
}

/** Statistics of all games against one opponent at one difficulty. ``decided`` counts the games that had or could have had a winner; other games end with a level instead. */
export interface Standing {
  opponent: string;
  difficulty: { [name: string]: Json };
  games: number;
  decided: number;
  wins: number;
  averages: { [name in string]: number };
  best: number | null;
  best_level: string | null;
  levels: { [name in string]: number };
  average_answers: number;
  curve: ChartPoint[];
}

/** The current or a past state of a game, with everything that a page shows; for a past state ``live`` is false. ``entries`` has the entries from index ``since`` on; ``length`` counts all entries. ``views`` has pictures of the table, and ``laid`` the ids of all views in order. A page that has the previous state gets only the changed views, or only the ``changes`` in them. ``heading`` describes the situation in the game; ``figure`` is the number that is always shown. ``before`` is the undone answer to the open question or, in a past state, the answer that was given. ``stopped`` says why a game that was played under earlier rules can be shown only up to this point. Such a game can't be continued, only branched. ``own_pack`` is true if the game began with the owner's pack, ``can_ask`` if there are inquiries. ``along`` has corrections that can be entered together with a step: one question each, whose key is the path of the correction. ``acts`` has the acts that contain the entries. ``pinned`` has the ids of the views that the player needs to see in the player's own turn. ``former`` is the number of answers that can be restored after the last change. */
export interface State {
  id: string;
  game: string;
  name: string;
  note: string;
  own_colour: string;
  their_colour: string;
  archived: boolean;
  stopped: string | null;
  opponent: OpponentLabel;
  lang: string;
  dice: "program" | "mine";
  seed: number;
  options: { [name: string]: Json };
  sample: boolean;
  own_pack: boolean;
  live: boolean;
  at: number;
  position: number;
  round: number;
  can_undo: boolean;
  can_redo: boolean;
  can_ask: boolean;
  over: boolean;
  result: Outcome | null;
  question: Question | null;
  along: Question[];
  before: Json;
  former: number;
  length: number;
  entries: EntryView[];
  acts: ActEntry[];
  heading: string[];
  figure: SpotView | null;
  laid: string[];
  pinned: string[];
  views: (FactsView | GridView | CardsView | ScaleView | NetworkView | ColumnsView | SheetView)[];
  changes: ViewChange[];
}

/** The number of an act among acts of the same kind in the turn, such as the second of three rolls. */
export interface StepNumber {
  n: number;
  of: number;
}

/** An earlier answer that is offered again, in one language: its label, and the form entries it fills in. */
export interface SuggestionView {
  words: string;
  entries: { [name: string]: Json };
}

/** A game's row in the list. ``problem`` says why the game can't be opened, or can be opened only in part. ``heading`` describes the situation in the game; ``figure`` is the most important number, as text. */
export interface Summary {
  id: string;
  played: number;
  name: string;
  note: string;
  own_colour: string;
  their_colour: string;
  archived: boolean;
  opponent: OpponentLabel | null;
  sample: boolean;
  position: number;
  over: boolean;
  result: string | null;
  next: string | null;
  problem: string | null;
  heading: string[];
  figure: string | null;
}

/** A correction to make on the physical table. If ``reported`` is true, the player only reported this value, so nothing needs to be moved. */
export interface TableCorrection {
  path: string;
  text: string;
  reported: boolean;
}

/** A view on which the player can answer a question by tapping a spot; a spot's id contains its option's id. */
export interface TapTargetView {
  view: string;
  prefix: string;
  suffix: string;
  words: string;
  piece: PieceView | null;
}

/** A value that can be corrected; ``field`` is the question for the new value. */
export interface TrackedValue {
  path: string;
  label: string;
  value: Json;
  field: Question;
}

/** A game that can't be read, so its result is unknown. */
export interface UnreadableGame {
  game: string;
  name: string;
  problem: string;
}

/** A change to a view: the changed spots, the title and the note. */
export interface ViewChange {
  view: string;
  title: string;
  note: string;
  spots: SpotView[];
}

/** Every call of the API. */
export interface Calls {
  /** Return every opponent that can be played, with its options. */
  opponents(lang: string): Promise<OpponentOffer[]>;
  /** Return the rules catalogue of an opponent. */
  rules(game: string): Promise<RuleBook>;
  /** Return the opponent's own drawings. */
  art(game: string): Promise<string>;
  /** Return every game that the caller may watch, most recently played first. */
  games(lang: string): Promise<Summary[]>;
  /** Begin a new game and return its state. */
  begin(body: NewGame, lang: string): Promise<State>;
  /** Return a finished sample game to watch. */
  sample(body: NewSample, lang: string): Promise<State>;
  /** Return the player's side of a sample table after the moves in the request. */
  practice(body: PracticeRequest, lang: string): Promise<PracticeState>;
  /** Return the current state of a game. */
  state(id: string, lang: string, since?: number): Promise<State>;
  /** Return the state of a game after ``position`` answers. */
  past(id: string, position: number, lang: string, since?: number): Promise<State>;
  /** Return the pieces to move on the table if the game goes back to ``position``. */
  corrections(id: string, position: number, lang: string): Promise<TableCorrection[]>;
  /** Return every value that can be corrected. */
  tracked(id: string, lang: string): Promise<TrackedValue[]>;
  /** Return the questions that a player may ask at any time without changing the game. */
  inquiries(id: string, lang: string): Promise<Question[]>;
  /** Return the reply to an inquiry. */
  inquire(id: string, body: InquiryRequest, lang: string): Promise<ReasonLine>;
  /** Return every number with a chart that changed during the game. */
  course(id: string, lang: string): Promise<Curve[]>;
  /** Return a finished game in the form of a play log entry. */
  play(id: string, lang: string): Promise<PlayLogEntry | null>;
  /** Return the rounds of the game with their headings. */
  chapters(id: string, lang: string): Promise<Chapter[]>;
  /** Compare the opponent's score with many sample games. */
  par(id: string, lang: string): Promise<SampleComparison | null>;
  /** Return the state after an answer, without applying the answer. */
  foresee(id: string, body: Answer, lang: string): Promise<State>;
  /** Answer the open question. */
  answer(id: string, body: Answer, lang: string): Promise<State>;
  /** Apply an answer that the caller has previewed; return the length of the log. */
  confirm(id: string, body: Answer, lang: string): Promise<number>;
  /** Correct a tracked value. */
  correct(id: string, body: Correction, lang: string): Promise<AmendedGame>;
  /** Apply the owner's current box to a game. */
  takeOver(id: string, body: Change, lang: string): Promise<State>;
  /** Choose who rolls dice and draws cards from now on. */
  dice(id: string, body: DiceChange, lang: string): Promise<State>;
  /** Undo the last answer. */
  undo(id: string, body: Change, lang: string): Promise<RewoundGame>;
  /** Redo the most recently undone answer. */
  redo(id: string, body: Change, lang: string): Promise<RewoundGame>;
  /** Go to a position in the game. */
  rewind(id: string, body: Rewind, lang: string): Promise<RewoundGame>;
  /** Replace the answer at a position. */
  amend(id: string, body: Amendment, lang: string): Promise<AmendedGame>;
  /** Restore the answers that the last change replaced. */
  former(id: string, body: Change, lang: string): Promise<AmendedGame>;
  /** Change the name, note, colours or archive mark of a game. */
  describe(id: string, body: Description, lang: string): Promise<Summary>;
  /** Store a copy of a game. */
  duplicate(id: string, lang: string): Promise<State>;
  /** Store a new game that begins with the first entries of this game. */
  branch(id: string, body: Branch, lang: string): Promise<State>;
  /** Mark a game as deleted; a deleted game can be restored. */
  remove(id: string): Promise<void>;
  /** Return every deleted game. */
  deleted(lang: string): Promise<Summary[]>;
  /** Restore a deleted game. */
  restore(id: string, lang: string): Promise<Summary>;
  /** Permanently delete a game that is marked as deleted. */
  purge(id: string): Promise<void>;
  /** Return the journal of a game as text. */
  journal(id: string): Promise<string>;
  /** Store the game in a journal as a new game. */
  load(body: JournalText, lang: string): Promise<State>;
  /** Import a game's journal from another installation without duplicating the game. */
  take(body: JournalText, lang: string): Promise<ImportedGame>;
  /** Return one zip from an export of all games; each zip can be imported separately. */
  exported(part?: number): Promise<{ file: Blob; more: boolean }>;
  /** Import every journal in a zip file. */
  takeIn(file: Blob, lang: string): Promise<ImportedGames>;
  /** Return every finished game. */
  finished(samples: boolean, lang: string): Promise<FinishedGame[]>;
  /** Return statistics of the finished games. */
  records(samples: boolean, lang: string): Promise<GameStatistics>;
  /** Return every finished game as CSV for a spreadsheet. */
  recordsCsv(samples: boolean, lang: string): Promise<string>;
  /** Return whether the owner has a pack for this game, with remarks about the pack. */
  pack(game: string, lang: string): Promise<OwnPack>;
  /** Return the owner's pack as the text of a file. */
  packFile(game: string, lang: string): Promise<string>;
  /** Merge a pack file into the owner's pack. */
  takePack(game: string, body: PackText, lang: string): Promise<OwnPack>;
  /** Delete the owner's pack of a game. */
  forgetPack(game: string): Promise<void>;
  /** Return the owner's box. */
  box(game: string, lang: string): Promise<BoxState>;
  /** Return a part of the box with the question that asks for its description. */
  boxPart(game: string, body: PartAnswer, lang: string): Promise<PartDraft>;
  /** Save the description of a part. */
  tellPart(game: string, body: PartAnswer, lang: string): Promise<BoxUpdate>;
  /** Record whether a part has been compared with the printed original. */
  checkPart(game: string, body: PartCheck, lang: string): Promise<BoxUpdate>;
  /** Remove the description of a part. */
  forgetPart(game: string, body: PartReference, lang: string): Promise<BoxUpdate>;
  /** Change the name, edition, author, source and licence of the owner's pack. */
  describePack(game: string, body: PackDescription, lang: string): Promise<BoxUpdate>;
  /** Undo the last change to a box. */
  undoBox(game: string, lang: string): Promise<BoxUpdate>;
  /** Return the pack, or some of its parts, as a file and as a code for a link. */
  shareParts(game: string, body: PartSelection, lang: string): Promise<SharedPack>;
  /** Compare another person's pack with the owner's pack, without importing anything. */
  offeredPack(body: ReceivedPack, lang: string): Promise<OfferedPack>;
  /** Import another person's pack. */
  takeParts(body: PackImport, lang: string): Promise<BoxUpdate>;
  /** Return this device's rights and this installation's features. */
  here(): Promise<Capabilities>;
  /** Open or close access from the network. Only a browser on the machine that runs Rival may do this. */
  network(body: NetworkSwitch, lang: string): Promise<Capabilities>;
  /** Return the links of a game. */
  links(id: string, lang: string): Promise<Links>;
  /** Replace the links of a game. The old links stop working. */
  renewLinks(id: string, lang: string): Promise<Links>;
  /** Change whether players who use a link may rename the game. */
  letGuestsRename(id: string, body: GuestPermissions, lang: string): Promise<Links>;
}

/**
 * The declaration of every call: its method, its path with the first parameters, the others, and the kind of its result
 * if that is not JSON.
 */
export const CALLS: Record<keyof Calls, string> = {
  opponents: "GET opponents lang",
  rules: "GET rules/{game}",
  art: "GET art/{game} =text",
  games: "GET games lang",
  begin: "POST games body lang",
  sample: "POST demos body lang",
  practice: "POST practice body lang",
  state: "GET games/{id} lang since",
  past: "GET games/{id}/at/{position} lang since",
  corrections: "GET games/{id}/corrections/{position} lang",
  tracked: "GET games/{id}/tracked lang",
  inquiries: "GET games/{id}/inquiries lang",
  inquire: "POST games/{id}/inquire body lang",
  course: "GET games/{id}/course lang",
  play: "GET games/{id}/play lang",
  chapters: "GET games/{id}/chapters lang",
  par: "GET games/{id}/par lang",
  foresee: "POST games/{id}/foresee body lang",
  answer: "POST games/{id}/answer body lang",
  confirm: "POST games/{id}/answer-preview body lang",
  correct: "POST games/{id}/correct body lang",
  takeOver: "POST games/{id}/box body lang",
  dice: "POST games/{id}/dice body lang",
  undo: "POST games/{id}/undo body lang",
  redo: "POST games/{id}/redo body lang",
  rewind: "POST games/{id}/rewind body lang",
  amend: "POST games/{id}/amend body lang",
  former: "POST games/{id}/former body lang",
  describe: "PATCH games/{id} body lang",
  duplicate: "POST games/{id}/duplicate lang",
  branch: "POST games/{id}/branch body lang",
  remove: "DELETE games/{id} =none",
  deleted: "GET deleted lang",
  restore: "POST games/{id}/restore lang",
  purge: "DELETE deleted/{id} =none",
  journal: "GET games/{id}/journal =text",
  load: "POST journals body lang",
  take: "POST journals/take body lang",
  exported: "GET export part =zip",
  takeIn: "POST import file lang",
  finished: "GET records.json samples lang",
  records: "GET records samples lang",
  recordsCsv: "GET records.csv samples lang =text",
  pack: "GET packs/{game} lang",
  packFile: "GET packs/{game}/file lang =text",
  takePack: "PUT packs/{game} body lang",
  forgetPack: "DELETE packs/{game} =none",
  box: "GET box/{game} lang",
  boxPart: "POST box/{game}/part body lang",
  tellPart: "POST box/{game}/tell body lang",
  checkPart: "POST box/{game}/check body lang",
  forgetPart: "POST box/{game}/forget body lang",
  describePack: "POST box/{game}/describe body lang",
  undoBox: "POST box/{game}/undo lang",
  shareParts: "POST box/{game}/share body lang",
  offeredPack: "POST offers body lang",
  takeParts: "POST offers/take body lang",
  here: "GET here",
  network: "PUT network body lang",
  links: "GET games/{id}/links lang",
  renewLinks: "POST games/{id}/links lang",
  letGuestsRename: "PUT games/{id}/guests body lang",
};
