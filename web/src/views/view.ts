/** What every kind of view gets, and how spots are found and marked. */
import type { Id, Json, Look, Motion, On, Picture, Question, Shows, Spot, State } from "../lib/engine";
import { isForm } from "../lib/answers";
import { t } from "../lib/texts";

export interface ViewMarks {
  /** The spots that can be chosen. */
  open?: readonly string[];
  chosen?: readonly string[];
  /** The spots that matter now, and those that came to nothing. */
  lit?: readonly string[];
  passed?: readonly string[];
  /** What has just moved. */
  motions?: readonly Motion[];
  /** Only what lies around the spots that matter, where the view is large. */
  near?: boolean;
  /** How wide the room for it is, measured by its height. */
  shape?: number;
  onpick?: (spot: string) => void;
  /** What a long press on a spot that can be chosen does. */
  onhold?: (spot: string) => void;
  /** Opens the correction of a tracked value. */
  oncorrect?: (path: string) => void;
}

export interface ViewProps<V extends Picture = Picture> extends ViewMarks {
  game: string;
  view: V;
}

const DEFAULT_LOOK: Look = {
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
  ...{ parts: [], upright: false, spot: "", links: [], ends: [], read_off: false, summed: false },
};

/** How a question looks beside its words; most look like nothing. */
export const getPresentation = (question: Question): Look => question.look ?? DEFAULT_LOOK;

export function findView(state: State, id: string): Picture | undefined {
  return state.views.find((view) => view.id === id);
}

/** A view with some of its spots as they were when a step touched them, or as they are now; cards may all have gone. */
export function restoreSpots<V extends Picture>(view: V, { spots }: Pick<Shows, "spots">): V {
  if (!spots.length) return view;
  const ids = view.kind === "cards" ? listSpotIds(view) : [];
  if (view.kind === "cards" && !spots.some((spot) => ids.includes(spot.id))) return { ...view, spots };
  return mapSpots(view, (square) => spots.find((spot) => spot.id === square.id) ?? square) as V;
}

/** A view with each of its spots changed. */
export function mapSpots(view: Picture, change: (spot: Spot) => Spot): Picture {
  switch (view.kind) {
    case "scale":
      return view;
    case "grid":
      return { ...view, rows: view.rows.map((row) => row.map(change)) };
    case "columns":
      return { ...view, columns: view.columns.map((column) => ({ ...column, spots: column.spots.map(change) })) };
    case "sheet":
      return { ...view, sections: view.sections.map((section) => ({ ...section, rows: section.rows.map(mapRow) })) };
    default:
      return { ...view, spots: view.spots.map(change) };
  }
  function mapRow<R extends { spots: readonly Spot[] }>(row: R): R {
    return { ...row, spots: row.spots.map(change) };
  }
}

/** The spot that an option means on a view; empty if it means none there. */
export function findSpotId({ prefix, suffix }: Pick<On, "prefix" | "suffix">, option: Id): string {
  const id = String(option);
  const inside = id.slice(prefix.length, id.length - suffix.length);
  return prefix + inside + suffix === id ? inside : "";
}

/** Every spot of a view that is drawn for itself. */
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

/** Every spot of a view that can be pointed at. */
export function listSpotIds(view: Picture): string[] {
  if (view.kind === "sheet")
    return view.sections.flatMap((section) => [
      section.id,
      ...section.rows.flatMap((row) => row.spots.map(({ id }) => id)),
    ]);
  if (view.kind !== "scale") return listSpots(view).map((spot) => spot.id);
  return Array.from({ length: view.most - view.least + 1 }, (_, i) => String(view.least + i));
}

/** The options of a question that are spots of a view, by their spots. */
export function mapSpotsToOptions(question: Question, view: string): Map<string, Id> {
  const place = getPresentation(question).on.find((target) => target.view === view);
  return place ? findTappable(question, place) : new Map();
}

/** The options that can be tapped at a place, by their spots; of a view that has some of them only, those. */
export function findTappable(question: Question, place: On, view?: Picture): Map<string, Id> {
  const spotIdsOnView = view && new Set(listSpotIds(view));
  const all = question.options.map(({ id }): [string, Id] => [findSpotId(place, id), id]);
  return new Map(all.filter(([spot]) => spot && (!spotIdsOnView || spotIdsOnView.has(spot))));
}

/** The one choice of a question that is made on a view: the question itself, or a field of its form. */
export function findBoardChoice(question: Question | null, value: Json): { field: Question; given: Json } | null {
  if (!question) return null;
  if (question.kind === "choice" && getPresentation(question).on.length) return { field: question, given: value };
  const field = question.fields.find(
    (field) => field.kind === "choice" && getPresentation(field).on.length && !getPresentation(field).group?.folded,
  );
  return field ? { field, given: isForm(value) ? (value[field.key] ?? null) : null } : null;
}

/** A spot in words, with what is to be said of it now. */
export function describeSpot({ id, words }: Spot, { open = [], chosen = [], lit = [] }: ViewMarks): string {
  const choice = chosen.includes(id) ? t().isChosen : open.includes(id) ? t().canBeChosen : "";
  return [words, choice, lit.includes(id) ? t().isNew : ""].filter(Boolean).join(", ");
}

/** "3 of 5", "5", or nothing. */
export function formatCount(count: number | null, of: number | null): string {
  if (count === null) return "";
  return of === null || count >= of ? String(count) : `${count}/${of}`;
}

/** Fields that stand side by side on the smallest screen. */
const MAX_SHORT_FIELDS = 16;

/** Whether a view is a track that is drawn field by field. */
export function isShortTrack(view: Picture): boolean {
  return view.kind === "scale" && view.most - view.least < MAX_SHORT_FIELDS;
}

/** Whether the picture of a step is a line only: markers that move, cards in a row. */
export function isLowPicture(state: State, { view, spots }: Pick<Shows, "view" | "spots">): boolean {
  return !spots.length && findView(state, view)?.kind !== "sheet";
}

/** Whether there is anything to be seen in a view that is more than words. */
export function hasContent(view: Picture): boolean {
  return view.kind !== "facts" && view.kind !== "scale" && listSpotIds(view).length > 0;
}

/** How many boards of one kind lie side by side: in two rows at most, in the order in which they are told. */
export const countColumns = (count: number): number => (count > 3 ? Math.ceil(count / 2) : count);
