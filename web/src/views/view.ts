/** The props of all views, and functions that find and describe spots. */
import type {
  Id,
  Json,
  Presentation,
  Motion,
  BoardTarget,
  Picture,
  Question,
  Highlight,
  Spot,
  State,
} from "../lib/engine";
import { isForm } from "../lib/answers";
import { t } from "../lib/texts";

export interface ViewMarks {
  /** The spots that can be chosen. */
  open?: readonly string[];
  chosen?: readonly string[];
  /** The highlighted spots, and the spots without effect. */
  lit?: readonly string[];
  passed?: readonly string[];
  /** The list numbers of the moves, by spot. */
  numbers?: Readonly<Record<string, number>>;
  /** The latest moves of pieces. */
  motions?: readonly Motion[];
  /** Whether only the surroundings of the highlighted spots are shown. */
  near?: boolean;
  onpick?: (spot: string) => void;
  /** Called on a long press on a spot that can be chosen. */
  onhold?: (spot: string) => void;
  /** Open the correction of a value. */
  oncorrect?: (path: string) => void;
}

export interface ViewProps<V extends Picture = Picture> extends ViewMarks {
  game: string;
  view: V;
}

const DEFAULT_PRESENTATION: Presentation = {
  ...{
    cell: null,
    depends: null,
    on: [],
    shows: null,
    group: null,
    piece: null,
    pieces: {},
    slots: "",
    pictures: "",
    picture: null,
    brushes: [],
  },
  ...{ parts: [], upright: false, spot: "", links: [], ends: [], read_off: false, summed: false, corners: {} },
};

/** Return the presentation of a question, which is usually the default. */
export const getPresentation = (question: Question): Presentation => question.look ?? DEFAULT_PRESENTATION;

export function findView(state: State, id: string): Picture | undefined {
  return state.views.find((view) => view.id === id);
}

/** Return a view with some spots replaced by an earlier or later version. In a row, all cards may be replaced. */
export function restoreSpots<V extends Picture>(view: V, { spots }: Pick<Highlight, "spots">): V {
  if (!spots.length) return view;
  const ids = view.kind === "cards" ? listSpotIds(view) : [];
  if (view.kind === "cards" && !spots.some((spot) => ids.includes(spot.id))) return { ...view, spots };
  return mapSpots(view, (square) => spots.find((spot) => spot.id === square.id) ?? square) as V;
}

/** Return a view with each of its spots changed. */
export function mapSpots(view: Picture, change: (spot: Spot) => Spot): Picture {
  switch (view.kind) {
    case "scale":
      return view;
    case "grid":
      return { ...view, rows: view.rows.map((row) => row.map(change)) };
    case "columns":
      return { ...view, columns: view.columns.map((column) => ({ ...column, spots: column.spots.map(change) })) };
    case "sheet":
      return {
        ...view,
        sections: view.sections.map((section) => ({ ...section, rows: section.rows.map(mapRowSpots) })),
      };
    default:
      return { ...view, spots: view.spots.map(change) };
  }
  function mapRowSpots<R extends { spots: readonly Spot[] }>(row: R): R {
    return { ...row, spots: row.spots.map(change) };
  }
}

/** Return the spot of an option on a view, or an empty string. */
export function findSpotId({ prefix, suffix }: Pick<BoardTarget, "prefix" | "suffix">, option: Id): string {
  const id = String(option);
  const inside = id.slice(prefix.length, id.length - suffix.length);
  return prefix + inside + suffix === id ? inside : "";
}

/** Return all spots of a view that are drawn individually. */
export function listSpots(view: Picture): readonly Spot[] {
  switch (view.kind) {
    case "scale":
      return [];
    case "grid":
      return view.rows.flat();
    case "columns":
      return view.columns.flatMap((column) => column.spots);
    case "sheet":
      return view.sections.flatMap((section) => section.rows.flatMap((row) => row.spots));
    default:
      return view.spots;
  }
}

/** Return the ids of all spots of a view that can be highlighted. */
export function listSpotIds(view: Picture): string[] {
  if (view.kind === "sheet")
    return view.sections.flatMap((section) => [
      section.id,
      ...section.rows.flatMap((row) => row.spots.map(({ id }) => id)),
    ]);
  if (view.kind !== "scale") return listSpots(view).map((spot) => spot.id);
  return Array.from({ length: view.most - view.least + 1 }, (_, i) => String(view.least + i));
}

/** Return the options of a question on a view, by spot. */
export function mapSpotsToOptions(question: Question, view: string): Map<string, Id> {
  const place = getPresentation(question).on.find((target) => target.view === view);
  return place ? findTappable(question, place) : new Map();
}

/** Return the options that can be tapped on a view, by spot. */
export function findTappable(question: Question, place: BoardTarget, view?: Picture): Map<string, Id> {
  const spotIdsOnView = view && new Set(listSpotIds(view));
  const all = question.options.map(({ id }): [string, Id] => [findSpotId(place, id), id]);
  return new Map(all.filter(([spot]) => spot && (!spotIdsOnView || spotIdsOnView.has(spot))));
}

/** Return the choice that is made on the board: the question itself, or a field of its form. */
export function findBoardChoice(question: Question | null, value: Json): { field: Question; given: Json } | null {
  if (!question) return null;
  if (question.kind === "choice" && getPresentation(question).on.length) return { field: question, given: value };
  const field = question.fields.find(
    (field) => field.kind === "choice" && getPresentation(field).on.length && !getPresentation(field).group?.folded,
  );
  return field ? { field, given: isForm(value) ? (value[field.key] ?? null) : null } : null;
}

/** Describe a spot with its current marks as a text. */
export function describeSpot({ id, words }: Spot, { open = [], chosen = [], lit = [] }: ViewMarks): string {
  const choice = chosen.includes(id) ? t().isChosen : open.includes(id) ? t().canBeChosen : "";
  return [words, choice, lit.includes(id) ? t().isNew : ""].filter(Boolean).join(", ");
}

/** Return "3/5", "5" or an empty string. */
export function formatCount(count: number | null, of: number | null): string {
  if (count === null) return "";
  return of === null || count >= of ? String(count) : `${count}/${of}`;
}

/** The largest number of fields in a row on the smallest screen. */
const MAX_SHORT_FIELDS = 16;

/** Return whether a view is a track with a field for each number. */
export function isShortTrack(view: Picture): boolean {
  return view.kind === "scale" && view.most - view.least < MAX_SHORT_FIELDS;
}

/** Return whether the picture of a step takes only one line: moved markers or a row of cards. */
export function isOneLinePicture(state: State, { view, spots }: Pick<Highlight, "view" | "spots">): boolean {
  return !spots.length && findView(state, view)?.kind !== "sheet";
}

/** Return whether a view shows anything other than text. */
export function hasContent(view: Picture): boolean {
  return view.kind !== "facts" && view.kind !== "scale" && listSpotIds(view).length > 0;
}

/** Return the number of columns for boards of a kind, in at most two rows. */
export const countColumns = (count: number): number => (count > 3 ? Math.ceil(count / 2) : count);
