/** The layout of a network: the positions of its places and labels. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import type { Views } from "../lib/engine";

export type Point = readonly [number, number];
export type Positions = Readonly<Record<string, Point>>;
export type NetworkGraph = Pick<Views["network"], "spots" | "borders" | "at" | "beside" | "corners">;

/** The sheet on which places without a position are laid out. */
export const SHEET_WIDTH = 1000;
export const SHEET_HEIGHT = 800;
const SHEET_MARGIN = 70;
/** The distance between neighbours on the sheet, and the minimum distance between other places. */
const BORDER_LENGTH = 135;
const PLACE_RADIUS = 48;
const ITERATIONS = 300;

/**
 * A computed position, and whether the place had borders at that time. The position of a place without borders is
 * arbitrary.
 */
type RememberedPlace = readonly [x: number, y: number, isJoined: 0 | 1];
export type RememberedPlaces = Record<string, RememberedPlace>;
interface Node extends SimulationNodeDatum {
  id: string;
}

const loaded = new Map<string, RememberedPlaces>();
const getStorageKey = (key: string) => `rival.map.${key}`;

/** Return the positions that were computed for this map before, so that the layout stays the same from game to game. */
function loadRemembered(key: string): RememberedPlaces {
  if (!loaded.has(key)) {
    let stored: RememberedPlaces = {};
    try {
      stored = (JSON.parse(localStorage.getItem(getStorageKey(key)) ?? "{}") as RememberedPlaces | null) ?? {};
    } catch {
      // a browser without storage remembers nothing
    }
    loaded.set(key, stored);
  }
  return loaded.get(key)!;
}

function saveRemembered(key: string, places: RememberedPlaces): void {
  loaded.set(key, places);
  try {
    localStorage.setItem(getStorageKey(key), JSON.stringify(places));
  } catch {
    // a browser without storage remembers nothing
  }
}

/**
 * Return the position of each place other than entrances. Given and previously computed positions are kept; the other
 * places are laid out around them, with the entrances in the corners.
 */
export function layOutNetwork(network: NetworkGraph, key = ""): Positions {
  const innerIds = network.spots.map((spot) => spot.id).filter((id) => !network.beside.includes(id));
  const given = Object.fromEntries(innerIds.flatMap((id) => (network.at[id] ? [[id, network.at[id]]] : [])));
  const isGiven = innerIds.every((id) => id in given);
  if (isGiven) return given;
  const joined = new Set(network.borders.flatMap(({ one, other }) => [one, other]));
  const remembered = key ? loadRemembered(key) : {};
  const isFinal = (id: string) => remembered[id] !== undefined && !(joined.has(id) && !remembered[id]![2]);
  const fixed: Record<string, Point> = { ...given };
  for (const id of innerIds) if (!(id in given) && isFinal(id)) fixed[id] = [remembered[id]![0], remembered[id]![1]];
  if (innerIds.every((id) => id in fixed)) return fixed;
  const places = spreadPlaces(innerIds, network, fixed);
  if (key) {
    const computed = innerIds.filter((id) => !(id in given));
    const entries = computed.map((id) => [id, [...places[id]!, joined.has(id) ? 1 : 0]] as const);
    saveRemembered(key, { ...remembered, ...(Object.fromEntries(entries) as unknown as RememberedPlaces) });
  }
  return places;
}

/** Lay out the places that have no fixed position. */
function spreadPlaces(ids: readonly string[], { borders, corners }: NetworkGraph, fixed: Positions): Positions {
  const sheet = measureSheet(Object.values(fixed));
  const nodes = new Map<string, Node>(
    Object.entries(corners).map(([id, [right, bottom]]) => {
      const [x, y] = [sheet.left + right * sheet.width, sheet.top + bottom * sheet.height];
      return [id, { id, x, y, fx: x, fy: y }];
    }),
  );
  for (const id of ids)
    if (fixed[id]) nodes.set(id, { id, x: fixed[id][0], y: fixed[id][1], fx: fixed[id][0], fy: fixed[id][1] });
  const links = borders.map(({ one: source, other: target }) => ({ source, target }));
  let rest = ids.filter((id) => !nodes.has(id));
  const middle: Point = [sheet.left + sheet.width / 2, sheet.top + sheet.height / 2];
  for (const [n, id] of sortByDistance(rest, links, nodes).entries()) {
    const near = links.flatMap(({ source, target }) => (source === id ? [target] : target === id ? [source] : []));
    const known = near.flatMap((other) => nodes.get(other) ?? []);
    const [x, y] = known.length
      ? findCentre([...known.map((node): Point => [node.x!, node.y!]), ...(known.length < 2 ? [middle] : [])])
      : middle;
    const turn = n * 2.4; // places that begin at the same position leave it in different directions
    nodes.set(id, { id, x: x + 40 * Math.cos(turn), y: y + 40 * Math.sin(turn) });
  }
  const all = [...nodes.values()];
  const simulation = forceSimulation(all)
    .force(
      "link",
      forceLink<Node, { source: string | Node; target: string | Node }>(
        links.filter(({ source, target }) => nodes.has(source) && nodes.has(target)).map((link) => ({ ...link })),
      )
        .id((node) => node.id)
        .distance(BORDER_LENGTH)
        .strength(0.5),
    )
    .force("charge", forceManyBody().strength(-1400).distanceMax(420))
    .force("collide", forceCollide(PLACE_RADIUS))
    .force("x", forceX(middle[0]).strength(0.02))
    .force("y", forceY(middle[1]).strength(0.03))
    .stop();
  rest = rest.filter((id) => nodes.has(id));
  for (let n = 0; n < ITERATIONS; n++) {
    simulation.tick();
    for (const id of rest) keepOnSheet(nodes.get(id)!, sheet);
  }
  return Object.fromEntries(ids.map((id) => [id, [Math.round(nodes.get(id)!.x!), Math.round(nodes.get(id)!.y!)]]));
}

/**
 * Sort places by their number of borders to the nearest place with a position, so that each place starts near another
 * one.
 */
function sortByDistance(
  ids: readonly string[],
  links: readonly { source: string; target: string }[],
  placed: ReadonlyMap<string, Node>,
): string[] {
  const reached = new Set(placed.keys());
  const sorted: string[] = [];
  for (let last = -1; last < sorted.length;) {
    last = sorted.length;
    const near = links.flatMap(({ source, target }) => [
      ...(reached.has(source) ? [target] : []),
      ...(reached.has(target) ? [source] : []),
    ]);
    for (const id of ids) {
      if (reached.has(id) || !near.includes(id)) continue;
      sorted.push(id);
      reached.add(id);
    }
    if (last === sorted.length) break;
  }
  return [...sorted, ...ids.filter((id) => !reached.has(id))];
}

interface Extent {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Return the bounds of these positions, with a margin. */
function measureSheet(points: readonly Point[]): Extent {
  const extent = measureExtent([
    ...points.map(([x, y]): Point => [x - SHEET_MARGIN, y - SHEET_MARGIN]),
    ...points.map(([x, y]): Point => [x + SHEET_MARGIN, y + SHEET_MARGIN]),
    [0, 0],
    [SHEET_WIDTH, SHEET_HEIGHT],
  ]);
  return extent;
}

function keepOnSheet(node: Node, { left, top, width, height }: Extent): void {
  node.x = clamp(node.x!, left + SHEET_MARGIN, left + width - SHEET_MARGIN);
  node.y = clamp(node.y!, top + SHEET_MARGIN, top + height - SHEET_MARGIN);
}

export function measureExtent(points: readonly Point[]): Extent {
  if (!points.length) return { left: 0, top: 0, width: 0, height: 0 };
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function findCentre(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

const clamp = (n: number, lowest: number, highest: number) => Math.max(lowest, Math.min(n, highest));

/** The free space at the edges of the screen, in pixels. */
export interface Padding {
  x: number;
  y: number;
  right: number;
}

/** The largest ratio between a network's horizontal and vertical enlargement, which may differ to use the space. */
const MAX_STRETCH = 1.6;

/** Return the positions in pixels at which the whole network fits, with the entrances in the corners. */
export function fitNetwork(places: Positions, network: NetworkGraph, size: Point, padding: Padding): Positions {
  const extent = measureExtent(Object.values(places));
  const [roomX, roomY] = [size[0] - 2 * padding.x - padding.right, size[1] - 2 * padding.y];
  const [fitX, fitY] = [roomX / Math.max(extent.width, 1e-9), roomY / Math.max(extent.height, 1e-9)];
  const scale = Math.max(Math.min(fitX, fitY), 1e-6);
  const limit = (fit: number, length: number) => (length ? Math.min(fit, MAX_STRETCH * scale) : 0);
  const [scaleX, scaleY] = [limit(fitX, extent.width), limit(fitY, extent.height)];
  const left = padding.x + (roomX - extent.width * scaleX) / 2;
  const top = padding.y + (roomY - extent.height * scaleY) / 2;
  const fitted: Record<string, Point> = Object.fromEntries(
    Object.entries(places).map(([id, [x, y]]) => [
      id,
      [left + (x - extent.left) * scaleX, top + (y - extent.top) * scaleY],
    ]),
  );
  const inner = measureExtent(Object.values(fitted));
  for (const id of network.beside) {
    const corner = network.corners[id];
    const near = network.borders.flatMap(({ one, other }) => (one === id ? [other] : other === id ? [one] : []));
    const place = corner ? findCorner(corner, inner, size, padding) : findOuterPosition(near, fitted);
    if (place) fitted[id] = place;
  }
  return fitted;
}

/** Return the position of an entrance in its corner: at the edge of the screen, but not far from the places. */
function findCorner([right, bottom]: Point, inner: Extent, size: Point, padding: Padding): Point {
  const edge = padding.y < MIN_CORNER ? MIN_CORNER / 2 : padding.y / 2;
  const x = right
    ? Math.min(inner.left + inner.width + 40, size[0] - padding.right - 24)
    : Math.max(inner.left - 40, 24);
  return [x, bottom ? size[1] - edge : edge];
}
/** The height of an entrance in pixels. */
const MIN_CORNER = 36;

/** Return a free position outside the network near some places. */
function findOuterPosition(near: readonly string[], places: Positions): Point | null {
  const nearby = near.flatMap((name) => (places[name] ? [places[name]] : []));
  if (!nearby.length) return null;
  const [x, y] = findCentre(nearby);
  const [cx, cy] = findCentre(Object.values(places));
  const distance = Math.max(1, Math.hypot(x - cx, y - cy));
  for (let offset = 40; ; offset += 10) {
    const place: Point = [x + ((x - cx) / distance) * offset, y + ((y - cy) / distance) * offset];
    const isFree = ([px, py]: Point) => Math.abs(px - place[0]) > 60 || Math.abs(py - place[1]) > 36;
    if (offset > 300 || Object.values(places).every(isFree)) return place;
  }
}

/** Return the distance of the two nearest of these points; Infinity if there are fewer than two. */
export function findSmallestDistance(points: readonly Point[]): number {
  let smallest = Infinity;
  for (const [n, [x, y]] of points.entries())
    for (const [ox, oy] of points.slice(n + 1)) smallest = Math.min(smallest, Math.hypot(x - ox, y - oy));
  return smallest;
}

// --- labels ---------------------------------------------------------------------------------------------------

export interface Label {
  readonly id: string;
  readonly text: string;
  readonly at: Point;
  /** The radius of the labelled place. */
  readonly radius: number;
  /** Whether the label is shown even if it covers something. */
  readonly isNeeded: boolean;
}
export interface PlacedLabel {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The average width of a letter for a font of one pixel. */
const LETTER_WIDTH = 0.56;

/** Return the labels that fit below, above or next to their places; needed labels are always included. */
export function placeLabels(labels: readonly Label[], fontSize: number, size: Point, taken: readonly Box[] = []) {
  const placed = new Map<string, PlacedLabel>();
  const boxes: Box[] = [...taken, ...labels.map(({ at: [x, y], radius: r }): Box => [x - r, y - r, x + r, y + r])];
  const isVisible = ({ at: [x, y] }: Label) => x > -20 && y > -20 && x < size[0] + 20 && y < size[1] + 20;
  const sorted = [...labels].filter(isVisible).sort((a, b) => Number(b.isNeeded) - Number(a.isNeeded));
  for (const label of sorted) {
    const own = boxes[taken.length + labels.indexOf(label)]!;
    const candidates = listLabelPositions(label, fontSize, size[0]);
    const isFree = ({ box }: { box: Box }) =>
      box[0] > -LABEL_GAP - 1 &&
      box[2] < size[0] + LABEL_GAP + 1 &&
      box[1] > 0 &&
      box[3] < size[1] &&
      !boxes.some((other) => other !== own && overlaps(box, other));
    const position = candidates.find(isFree) ?? (label.isNeeded ? candidates[0]! : null);
    if (!position) continue;
    placed.set(label.id, position.label);
    boxes.push(position.box);
  }
  return placed;
}

function listLabelPositions({ at: [x, y], radius: r, text }: Label, fontSize: number, screenWidth: number) {
  const width = text.length * fontSize * LETTER_WIDTH;
  const [below, above] = [y + r + fontSize, y - r - 0.35 * fontSize];
  const beside = y + 0.35 * fontSize;
  const centre = clamp(x, width / 2, screenWidth - width / 2);
  const makeBox = (left: number, baseline: number): Box => [
    left - LABEL_GAP,
    baseline - 0.8 * fontSize,
    left + width + LABEL_GAP,
    baseline + 0.2 * fontSize,
  ];
  const place = (at: number, baseline: number, anchor: PlacedLabel["anchor"], left: number) => ({
    label: { x: at, y: baseline, anchor },
    box: makeBox(left, baseline),
  });
  return [
    place(centre, below, "middle", centre - width / 2),
    place(centre, above, "middle", centre - width / 2),
    place(x + r + 4, beside, "start", x + r + 4),
    place(x - r - 4, beside, "end", x - r - 4 - width),
  ];
}

/** The distance between adjacent labels, in pixels. */
const LABEL_GAP = 2;
const overlaps = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
