/* Made by tools/openapi.py from the API of the server; not to be edited. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** One act of the transcript: its title and result, whose it is, and which entries belong to it. */
export interface ActEntry {
  number: number;
  title: string;
  who: "opponent" | "player" | "rules";
  cites: string[];
  result: string | null;
  first: number;
  count: number;
}

/** After an old answer or a value was changed: ``text`` says what became of the answers that followed. ``dropped`` is how many of them do not fit any more. ``done`` is false where they would be dropped and the request did not allow it: then nothing was changed. ``saved`` names the parts of the owner's box that were corrected, too. */
export interface AmendedGame {
  state: State;
  repairs: ToRepair[];
  text: string;
  dropped: number;
  done: boolean;
  saved: string[];
}

/** Another answer at a position; without ``drop`` nothing is changed where later answers would be dropped. */
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

/** What lies between two places, and what it costs to cross it. */
export interface BorderView {
  one: string;
  other: string;
  price: number;
}

/** A change of a box: its date, its kind, and the labels of the parts that it changed. */
export interface BoxChange {
  on: string;
  did: "told" | "checked" | "unchecked" | "forgot" | "took" | "learned" | "corrected" | "kept" | "described";
  parts: string[];
}

/** The box of a game. ``lacking`` lists what a game will have to ask for; ``next`` is the part to describe next. ``history`` has the last changes, the newest first; that one can be undone. */
export interface BoxState {
  game: string;
  title: string;
  head: PackHead;
  parts: PartState[];
  progress: Progress[];
  lacking: string[];
  notes: string[];
  next: string;
  history: BoxChange[];
}

/** Where a new game leaves the old one: after so many answers. */
export interface Branch {
  position: number;
}

/** What a sign of a drawing looks like; with ``most`` a number follows it. */
export interface BrushView {
  sign: string;
  words: string;
  ground: string;
  piece: PieceView | null;
  note: string;
  group: string;
  most: number | null;
  fixed: boolean;
}

/** Cards in a row, or in rows of so many across; where they are named, their notes stand below them. */
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

/** A change of a game: ``at`` is the length of the log it was made for, ``since`` the entries already known. Whoever says ``since``, be it 0, has the table as it was; whoever does not gets all of it. */
export interface Change {
  at: number;
  since?: number | null;
}

/** A part of the history: a round, and what it is called. */
export interface Chapter {
  round: number;
  heading: string;
}

/** Slots from top to bottom, and what stands above and below them. */
export interface ColumnView {
  words: string;
  spots: SpotView[];
  note: string;
  sign: string;
}

/** Columns of slots side by side; one that nobody has told has none, and a note. */
export interface ColumnsView {
  id: string;
  title: string;
  columns: ColumnView[];
  note: string;
  corrects: string;
  group: string;
  kind: "columns";
}

/** A tracked value to correct; without ``drop`` nothing is changed where answers would be dropped. */
export interface Correction {
  at: number;
  path: string;
  value: Json;
  since?: number | null;
  drop?: boolean;
}

/** How a tracked number went through the game: (position, value) wherever it changed. */
export interface Curve {
  path: string;
  label: string;
  points: [number, number][];
}

/** A field matters only where another one, by its key, has one of these values. */
export interface Depends {
  field: string;
  values: Json[];
}

/** What is to be said of a game from now on; what is left out stays. */
export interface Description {
  name?: string | null;
  note?: string | null;
  own_colour?: string | null;
  their_colour?: string | null;
  archived?: boolean | null;
}

/** Who rolls and draws from now on. */
export interface DiceChange {
  at: number;
  dice: "program" | "mine";
  since?: number | null;
}

/** A part that the owner's pack and another tell differently, in words. */
export interface Difference {
  where: string;
  mine: string;
  theirs: string;
}

/** An entry of the transcript with its place in it; ``at`` is the position it happened at, in this ``round``. ``unless``: what can be objected to this step now, as the path of a correction and in words. ``shows``: the spots that it touches and what moves there. ``told``: the question answered before it has told it already. ``act`` is the number of its act. */
export interface EntryView {
  index: number;
  kind: "because" | "do" | "say" | "answer" | "correct" | "dice";
  text: string;
  cites: string[];
  because: Line[];
  who: string;
  at: number;
  round: number;
  about: { [name: string]: Json };
  unless: Offer | null;
  shows: ShowsView | null;
  told: boolean;
  act: number | null;
}

/** What is known in words; the value of a fact is its note. */
export interface FactsView {
  id: string;
  title: string;
  spots: SpotView[];
  group: string;
  kind: "facts";
}

/** How a game ended; ``answers`` is its length, ``difficulty`` those options that make the opponent harder. Of a game that can't be read only ``problem`` is known: why. */
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

/** Squares in rows; one that nobody has told has none, and a note. */
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

/** What fields of a form have in common: a line of words, whether it is folded, and what its numbers add up to. ``once``: what is told of one of them can't be told of another. */
export interface GroupView {
  words: string;
  folded: boolean;
  adds: boolean;
  total: number | null;
  note: string;
  once: boolean;
}

/** Permissions of players who use a link, besides playing. */
export interface Guests {
  rename: boolean;
}

/** Rights of this device and features of this installation. The owner also gets the link, the key and the QR code by which other devices connect; ``code`` is a picture. */
export interface Here {
  everything: boolean;
  games: { [name in string]: "watch" | "play" | "name" };
  link: string | null;
  key: string | null;
  code: string | null;
  home: "server" | "browser";
  can: ("links" | "open" | "carry" | "keep")[];
}

/** A question in between, by its name, and what it needs to know. */
export interface InBetween {
  name: string;
  value: Json;
}

/** A journal to go on with. */
export interface JournalText {
  text: string;
}

/** One line of an explanation with the ids of its rules. */
export interface Line {
  text: string;
  cites: string[];
}

/** An address to pass on, and its QR code as an image. */
export interface Link {
  link: string;
  code: string;
}

/** The two links of a game: to play, and to watch only. ``rename``: players with the link may rename the game. */
export interface Links {
  play: Link;
  watch: Link;
  rename: boolean;
}

/** A finished game for a play log: a text, and a link to BG Stats with the same in it. */
export interface LoggedPlay {
  text: string;
  link: string;
}

/** How a question looks beside its words, where it looks like anything. ``on`` are the views where its options are spots, ``slots`` the one whose spots are filled, ``pictures`` how the ids of views begin that show the options; a ``piece`` stands beside its words, ``pieces`` beside those of options. ``shows`` is what it is about; ``picture`` is a view that the table doesn't have; of ``parts`` a phrase is made. ``upright``: what is drawn are columns, each as long as it is. ``spot``: where a field stands on the picture of what its form is about. ``links`` are words behind which a phrase can go on, ``ends`` phrases that nothing follows. ``cell``: the row and the column where a field stands in a table. ``depends``: when it matters at all. ``read_off``: an order that is there to be seen, where nothing is shuffled. ``summed``: amounts are added up. */
export interface Look {
  on: OnView[];
  shows: ShowsView | null;
  group: GroupView | null;
  piece: PieceView | null;
  pieces: { [name in string]: PieceView };
  slots: string;
  pictures: string;
  picture: FactsView | GridView | CardsView | ScaleView | NetworkView | ColumnsView | SheetView | null;
  brushes: BrushView[];
  parts: PartView[];
  upright: boolean;
  spot: string;
  links: string[];
  ends: string[];
  cell: [string, string] | null;
  depends: Depends | null;
  read_off: boolean;
  summed: boolean;
}

/** A piece on a scale. */
export interface MarkerView {
  piece: PieceView;
  at: number;
  corrects: string;
}

/** What was told before and may be told again at once: in words, and as entries of the form. */
export interface MetView {
  words: string;
  entries: { [name: string]: Json };
}

/** A piece that goes from one spot to another, comes from elsewhere, or leaves. */
export interface MotionView {
  piece: PieceView;
  start: string;
  end: string;
}

/** After a step back or forth: the game, and what to put right on the table. */
export interface Moved {
  state: State;
  repairs: ToRepair[];
}

/** Places and what lies between them; ``at`` says where those lie that somebody has placed. Those ``beside`` lie next to their neighbours, not among them. */
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
  kind: "network";
}

/** A game to begin: the opponent's id, and what differs from the usual. */
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

/** A file that was not imported, and the reason. */
export interface NotTaken {
  file: string;
  message: string;
}

/** One option in words. */
export interface Offer {
  id: string | number;
  label: string;
}

/** Another person's pack, before it is imported. */
export interface OfferedPack {
  game: string;
  title: string;
  head: PackHead;
  parts: OfferedPart[];
  notes: string[];
}

/** A part of another person's pack, compared with the owner's; ``differs``: the two descriptions contradict. */
export interface OfferedPart {
  id: string;
  agreement: "new" | "same" | "more" | "differs";
  mine: PartState | null;
  theirs: PartState;
  differences: [string, string, string][];
}

/** Where a question can be answered: an option is the spot whose id stands between prefix and suffix. */
export interface OnView {
  view: string;
  prefix: string;
  suffix: string;
  words: string;
  piece: PieceView | null;
}

/** Whether other devices of the network can connect. */
export interface Opened {
  open: boolean;
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
}

/** How the game ended; where there are levels, with the one reached and its words. */
export interface Outcome {
  text: string;
  scores: { [name in string]: number };
  winner: string | null;
  level: string | null;
  level_words: string;
  cites: string[];
}

/** Whether something is kept of earlier games, what looks odd in it, and where a pack brought in disagreed. */
export interface OwnPack {
  there: boolean;
  notes: string[];
  differs: Difference[];
}

/** General data of a pack that the owner can edit. */
export interface PackHead {
  name: string;
  edition: string;
  author: string;
  source: string;
  licence: string;
  sample: boolean;
}

/** Somebody else's pack: the text of its file, or the code of a link. */
export interface PackReceived {
  text: string;
}

/** What an owner says of a pack; what is not sent stays as it is. */
export interface PackSaid {
  name?: string | null;
  edition?: string | null;
  author?: string | null;
  source?: string | null;
  licence?: string | null;
}

/** The same, to be taken in; ``chosen`` are the parts where theirs counts. */
export interface PackTaken {
  text: string;
  name?: string;
  chosen?: string[];
}

/** The file of a pack. */
export interface PackText {
  text: string;
}

/** The scores that sample games had after a round: the k-th is the least that is above k of 10 of them. */
export interface ParBand {
  round: number;
  scores: number[];
}

/** Where the opponent stands beside the sample games: in words, and round by round. ``course`` has the opponent's score after each round of this game, ``score`` the one at the end of it. */
export interface ParView {
  text: string | null;
  ahead: number | null;
  games: number;
  bands: ParBand[];
  final: number[];
  course: [number, number][];
  score: number | null;
  by_turns: boolean;
}

/** A part of a box, and what is told of it; without an answer, as it is. */
export interface PartAnswer {
  part: string;
  value?: Json;
}

/** Whether a part was compared with the cardboard. */
export interface PartChecked {
  part: string;
  checked?: boolean;
}

/** A part as it would be with an answer: the question that describes it, the answer so far, and remarks. ``costs`` are the costs from each entrance of a map to its places. ``problem`` says why the answer can't be saved; it is empty if the answer is valid. */
export interface PartDraft {
  part: PartState;
  question: Question;
  value: Json;
  remarks: RemarkView[];
  costs: { [name in string]: { [name in string]: number } };
  problem: string;
}

/** A part of a box. */
export interface PartNamed {
  part: string;
}

/** A part of the box: its label, how well it is described, the origin of the description, and its picture. */
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

/** A part of a phrase that is put together by taps; ``tight``: it stands right behind the one before. */
export interface PartView {
  words: string;
  options: Offer[];
  least: number;
  most: number;
  tight: boolean;
}

/** Parts of a box; none: all of them. */
export interface PartsNamed {
  parts?: string[];
}

/** A piece: the names of its glyph and colour in the opponent's art, how many there are, and its sign. */
export interface PieceView {
  glyph: string;
  words: string;
  colour: string;
  count: number | null;
  of: number | null;
  sign: string;
}

/** A game on the curve over time. */
export interface Point {
  ended: number;
  game: string;
  scores: { [name in string]: number };
  winner: string | null;
  level: string | null;
  sample: boolean;
}

/** A game on the player's side of a sample table: what was chosen so far, in order. */
export interface Practice {
  game: string;
  seed?: number | null;
  options?: { [name: string]: Json } | null;
  moves?: string[];
  since?: number;
}

/** The player's side of a sample table: how the game stands, and what can be chosen now. ``news`` is the number of the first entry since the last choice. ``course`` and ``compared``, how the opponent's own policy would have done, are there when the game is over. */
export interface PracticeState {
  state: State;
  news: number;
  choice: Question | null;
  choices: number;
  points: number | null;
  how_to_play: string[];
  par: ParView | null;
  course: Curve[];
  compared: string | null;
}

/** An error for the user: ``message`` says what is wrong, where, and how to correct it. ``proposal`` is the answer that was probably meant. */
export interface Problem {
  message: string;
  proposal: Json;
}

/** Number of described parts in a group, out of all parts of that group. */
export interface Progress {
  words: string;
  told: number;
  of: number;
}

/** A question, or one field of a form; ``closed``: nothing can be said but what is offered. */
export interface Question {
  key: string;
  kind: "choice" | "several" | "number" | "die" | "order" | "pairs" | "phrases" | "checklist" | "words" | "drawing" | "chart" | "form";
  who: string;
  text: string;
  cites: string[];
  because: Line[];
  notes: Line[];
  options: Offer[];
  fields: Question[];
  items: Line[];
  instead: Offer[];
  met: MetView[];
  legend: [string, string][];
  names: string[];
  least: number | null;
  most: number | null;
  default: Json;
  required: boolean;
  closed: boolean;
  look: Look | null;
  about: { [name: string]: Json };
}

/** The standings, and the games that are in none of them because they can't be read. */
export interface Records {
  standings: Standing[];
  unread: Unread[];
}

/** A remark about a part that looks wrong, and the spot it refers to; empty for the whole part. */
export interface RemarkView {
  text: string;
  spot: string;
}

/** The position to go to; what to put back is listed from the position ``start`` on, where that is given. */
export interface Rewind {
  at: number;
  position: number;
  since?: number | null;
  start?: number | null;
}

/** Cells side by side, after words and a piece that say what they are; in ``steps`` one is read after the other. */
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

/** A numbered track; its spots are its numbers. */
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

/** A part of a sheet. */
export interface SectionView {
  id: string;
  words: string;
  rows: RowView[];
  note: string;
}

/** An option of a game: a ``difficulty``, else a ruling; the first value is the default. */
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

/** A pack to share: the text of its file, and the same data as a code for a link. */
export interface SharedPack {
  text: string;
  code: string;
}

/** A printed card or table; one that lies face down has no sections, and a note. */
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

/** What a step touches: spots of a view as they were then, what moved, and which of the spots matter. Those ``passed`` came to nothing; what is ``quiet`` is only marked on the table. ``also``: the same of another view. */
export interface ShowsView {
  view: string;
  spots: SpotView[];
  motions: MotionView[];
  lit: string[];
  passed: string[];
  quiet: boolean;
  also: ShowsView | null;
}

/** An opponent in words. */
export interface Side {
  id: string;
  name: string;
  game: string;
}

/** A place in a view; ``words`` say all of it, ``note`` is written on it, ``corrects`` is what sets it right. */
export interface SpotView {
  id: string;
  words: string;
  sign: string;
  ground: string;
  pieces: PieceView[];
  note: string;
  corrects: string;
}

/** All games against one opponent at one difficulty. ``decided`` are those that had a winner, or might have had one; the others end in a level. */
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
  curve: Point[];
}

/** A game as it stands, or as it stood (``live`` is false then): everything a page shows of it. ``entries`` are those from number ``since`` on, out of ``length``. ``views`` are the table in pictures, and ``laid`` the ids of all of them in their order; who knows the state before gets those that changed, or only the ``changes`` in them. ``heading`` says where the game stands, ``figure`` is the one to be shown always. ``before`` is what was answered to the question here before it was taken back or, in the past, what was answered then. ``stopped`` says why a game made under earlier rules is shown up to here only, if so; nothing can be said in it, but it can be branched. ``own_pack``: it began with what the owner had told before; ``can_ask``: there are questions in between. ``along``: what can be told along with a step, a question each, whose key is the path of the correction. ``acts`` are those that the entries belong to. ``former`` is how many answers the course has that was left last. */
export interface State {
  id: string;
  game: string;
  name: string;
  note: string;
  own_colour: string;
  their_colour: string;
  archived: boolean;
  stopped: string | null;
  opponent: Side;
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
  views: (FactsView | GridView | CardsView | ScaleView | NetworkView | ColumnsView | SheetView)[];
  changes: ViewChange[];
}

/** A kept game in the list; ``problem`` says why it can't be opened, or only in part, if so. ``heading`` says where it stands, ``figure`` is the one that matters, in words. */
export interface Summary {
  id: string;
  played: number;
  name: string;
  note: string;
  own_colour: string;
  their_colour: string;
  archived: boolean;
  opponent: Side | null;
  sample: boolean;
  position: number;
  over: boolean;
  result: string | null;
  next: string | null;
  problem: string | null;
  heading: string[];
  figure: string | null;
}

/** A game that came from another home: a new one here, the same that is here already, one that went on there, or one that went on differently in both (``fork`` says after how many lines), so that both are kept. */
export interface Taken {
  state: State;
  how: "new" | "same" | "longer" | "forked";
  fork: number | null;
}

/** The imported games, and the files that were not imported. */
export interface TakenIn {
  games: State[];
  problems: NotTaken[];
}

/** One thing to put back on the table; ``reported``: the player only reported it, so it stays where it is. */
export interface ToRepair {
  path: string;
  text: string;
  reported: boolean;
}

/** A value that can be corrected; ``field`` says what may be entered for it. */
export interface TrackedValue {
  path: string;
  label: string;
  value: Json;
  field: Question;
}

/** A game that can't be read, so nobody knows whether and how it ended. */
export interface Unread {
  game: string;
  name: string;
  problem: string;
}

/** The spots of a view that are not as they were, with its title and its note; all else of it is. */
export interface ViewChange {
  view: string;
  title: string;
  note: string;
  spots: SpotView[];
}
