/** What of the table is on the stage: the parts that matter, beside what lies next to them. */
import type { Picture, Shows } from "./engine";
import { across, hasSomething, type Marks } from "../views/view";

export interface Part {
  readonly view: Picture;
  readonly marks: Marks;
  /** Whether the lamp is on it. */
  readonly lit: boolean;
}

/** Parts that lie side by side, so many in a row. */
export interface Row {
  readonly across: number;
  readonly parts: readonly Part[];
}

/** Boards of which several lie together keep their neighbours; all else stands for itself. */
function neighbours(views: readonly Picture[], view: Picture): readonly Picture[] {
  if (view.kind !== "grid" && view.kind !== "columns" && !isRow(view)) return [view];
  const at = views.indexOf(view);
  const fits = (one: Picture) => one.kind === view.kind && one.group === view.group && isRow(one) === isRow(view);
  let [from, to] = [at, at];
  while (from > 0 && fits(views[from - 1]!)) from--;
  while (to < views.length - 1 && fits(views[to + 1]!)) to++;
  return views.slice(from, to + 1);
}

/** Tiles in one row. */
export const isRow = (view: Picture) => view.kind === "cards" && view.shape === "tile" && !view.across;
const isBoard = (view: Picture) => view.kind === "grid" || view.kind === "network";
const isMinor = (view: Picture) => view.kind === "scale" || view.kind === "facts";

/** The board that a game is played on: a map, or boards of squares; else the largest thing there is. */
function home(views: readonly Picture[]): Picture | undefined {
  return (
    views.find((one) => isBoard(one) && (one.kind === "grid" || hasSomething(one))) ??
    views.find((one) => one.kind === "sheet" && one.heads.length > 0) ??
    views.find(hasSomething)
  );
}

function rowsOf(views: readonly Picture[], wanted: readonly string[], marks: (view: Picture) => Marks): Row[] {
  const rows: Row[] = [];
  for (const id of wanted) {
    const view = views.find((one) => one.id === id);
    if (!view || rows.some(({ parts }) => parts.some((one) => one.view === view))) continue;
    const together = neighbours(views, view);
    rows.push({
      across: isRow(view) ? 1 : across(together.length),
      parts: together.map((one) => ({ view: one, marks: marks(one), lit: wanted.includes(one.id) })),
    });
  }
  return rows;
}

/** What led to something is looked at for itself: its neighbours would take the room. */
function alone({ parts }: Row): Row {
  const lit = parts.filter((one) => one.lit);
  return { across: across(lit.length), parts: lit };
}

/** So many tracks are looked at together. */
const TRACKS = 3;

/** What steps show: the last things they touch, markers on tracks only where nothing else is touched. */
export function sceneOf(views: readonly Picture[], shown: readonly Shows[], together = false): Row[] {
  const ids = [...new Set(shown.map(({ view }) => view))].filter((id) => views.some((one) => one.id === id));
  const large = ids.filter((id) => !isMinor(views.find((one) => one.id === id)!));
  const tracks = ids.slice(-TRACKS);
  const wanted = large.length
    ? large.slice(together ? -2 : -1)
    : views.flatMap(({ id }) => (tracks.includes(id) ? id : []));
  /** What lay there before the boards came is seen on them, and not on a track beside them. */
  const isGone = shown.some(({ view }) => !views.some((one) => one.id === view));
  if (!wanted.length || (isGone && !large.length)) return homeScene(views);
  const rows = rowsOf(views, wanted, (view) => {
    const here = shown.filter((one) => one.view === view.id);
    return {
      lit: here.flatMap((one) => one.lit),
      passed: here.flatMap((one) => one.passed),
      motions: here.flatMap((one) => one.motions),
    };
  });
  return rows.map((row, i) => (i < rows.length - 1 ? alone(row) : row));
}

/** The whole board, with nothing that matters more than the rest. */
export function homeScene(views: readonly Picture[]): Row[] {
  const view = home(views);
  return view ? rowsOf(views, [view.id], () => ({})).map(evenly) : [];
}

const evenly = (row: Row): Row => ({ ...row, parts: row.parts.map((one) => ({ ...one, lit: false })) });

/** What a question lends to the stage: the views on which it is answered, each with what can be tapped there. */
export interface Lent {
  readonly view: Picture;
  readonly marks: Marks;
}

/** The views that a question is answered on, among their neighbours; several candidates are looked at alike. */
export function lentScene(views: readonly Picture[], lent: readonly Lent[]): Row[] {
  const all = [...views.map((one) => lent.find(({ view }) => view.id === one.id)?.view ?? one)];
  for (const { view } of lent) if (!all.includes(view)) all.push(view);
  const ids = lent.filter(({ marks }) => marks.open?.length).map(({ view }) => view.id);
  const rows = rowsOf(all, ids, (view) => lent.find((one) => one.view.id === view.id)?.marks ?? {});
  return ids.length > 1 ? rows.map(evenly) : rows;
}
