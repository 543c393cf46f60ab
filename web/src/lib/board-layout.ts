/** The rows of views on the board: the relevant parts and their neighbours. */
import type { Picture, Highlight } from "./engine";
import { countColumns, hasContent, type ViewMarks } from "../views/view";

export interface BoardPart {
  readonly view: Picture;
  readonly marks: ViewMarks;
  /** Whether the part is highlighted. */
  readonly lit: boolean;
}

/** Parts that are shown side by side in a number of columns. */
export interface BoardRow {
  readonly columns: number;
  readonly parts: readonly BoardPart[];
}

/** Return a view with the boards that belong to the same group; other views have no neighbours. */
function findNeighbours(views: readonly Picture[], view: Picture): readonly Picture[] {
  if (view.kind !== "grid" && view.kind !== "columns" && !isTileRow(view)) return [view];
  const at = views.indexOf(view);
  const isNeighbour = (picture: Picture) =>
    picture.kind === view.kind && picture.group === view.group && isTileRow(picture) === isTileRow(view);
  let [from, to] = [at, at];
  while (from > 0 && isNeighbour(views[from - 1]!)) from--;
  while (to < views.length - 1 && isNeighbour(views[to + 1]!)) to++;
  return views.slice(from, to + 1);
}

/** Return whether a view is one row of tiles. */
export const isTileRow = (view: Picture) => view.kind === "cards" && view.shape === "tile" && !view.across;
const isBoard = (view: Picture) => view.kind === "grid" || view.kind === "network";
const isMinor = (view: Picture) => view.kind === "scale" || view.kind === "facts";

/** Return the main board: a map or boards of squares, else the first view with content. */
function findMainBoard(views: readonly Picture[]): Picture | undefined {
  return (
    views.find((view) => isBoard(view) && (view.kind === "grid" || hasContent(view))) ??
    views.find((view) => view.kind === "sheet" && view.heads.length > 0) ??
    views.find(hasContent)
  );
}

function buildRows(
  views: readonly Picture[],
  viewIds: readonly string[],
  marks: (view: Picture) => ViewMarks,
): BoardRow[] {
  const rows: BoardRow[] = [];
  for (const id of viewIds) {
    const view = views.find((view) => view.id === id);
    if (!view || rows.some(({ parts }) => parts.some((part) => part.view === view))) continue;
    const group = findNeighbours(views, view);
    rows.push({
      columns: isTileRow(view) ? 1 : countColumns(group.length),
      parts: group.map((view) => ({ view: view, marks: marks(view), lit: viewIds.includes(view.id) })),
    });
  }
  return rows;
}

/** Keep only the highlighted parts, because their neighbours would take up space. */
function keepLitParts({ parts }: BoardRow): BoardRow {
  const lit = parts.filter((part) => part.lit);
  return { columns: countColumns(lit.length), parts: lit };
}

/** The largest number of tracks that are shown together. */
const MAX_TRACKS = 3;

/** Arrange the views that an act has changed: the boards mentioned last, or tracks if nothing else changed. */
export function arrangeSteps(
  views: readonly Picture[],
  shown: readonly Highlight[],
  showsTwo = false,
  getNumbers: (view: string) => Readonly<Record<string, number>> = () => ({}),
): BoardRow[] {
  const ids = [...new Set(shown.map(({ view }) => view).reverse())]
    .reverse()
    .filter((id) => views.some((view) => view.id === id));
  const large = ids.filter((id) => !isMinor(views.find((view) => view.id === id)!));
  const tracks = ids.slice(-MAX_TRACKS);
  const viewIds = large.length
    ? large.slice(showsTwo ? -2 : -1)
    : views.flatMap(({ id }) => (tracks.includes(id) ? id : []));
  /** Changes to removed views are visible on the boards that replaced them, not on a track. */
  const isRemoved = shown.some(({ view }) => !views.some((picture) => picture.id === view));
  if (!viewIds.length || (isRemoved && !large.length)) return arrangeMainBoard(views);
  const rows = buildRows(views, viewIds, (view) => {
    const highlights = shown.filter((shows) => shows.view === view.id);
    return {
      lit: highlights.flatMap((shows) => shows.lit),
      passed: highlights.flatMap((shows) => shows.passed),
      motions: highlights.flatMap((shows) => shows.motions),
      numbers: getNumbers(view.id),
    };
  });
  return rows.map((row, i) => (i < rows.length - 1 ? keepLitParts(row) : row));
}

/** Arrange the main board without highlights. */
export function arrangeMainBoard(views: readonly Picture[]): BoardRow[] {
  const view = findMainBoard(views);
  return view ? buildRows(views, [view.id], () => ({})).map(clearLit) : [];
}

const clearLit = (row: BoardRow): BoardRow => ({ ...row, parts: row.parts.map((part) => ({ ...part, lit: false })) });

/** A view on which a question is answered, with the spots that can be tapped. */
export interface InteractiveView {
  readonly view: Picture;
  readonly marks: ViewMarks;
}

/**
 * Arrange the views on which a question is answered among their neighbours; several candidates are not highlighted.
 */
export function arrangeInteractiveViews(
  views: readonly Picture[],
  interactiveViews: readonly InteractiveView[],
): BoardRow[] {
  const all = [...views.map((picture) => interactiveViews.find(({ view }) => view.id === picture.id)?.view ?? picture)];
  for (const { view } of interactiveViews) if (!all.includes(view)) all.push(view);
  const ids = interactiveViews.filter(({ marks }) => marks.open?.length).map(({ view }) => view.id);
  const rows = buildRows(
    all,
    ids,
    (view) => interactiveViews.find((interactive) => interactive.view.id === view.id)?.marks ?? {},
  );
  return ids.length > 1 ? rows.map(clearLit) : rows;
}
