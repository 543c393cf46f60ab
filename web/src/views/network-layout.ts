/** The positions of the places of a network: given ones, else computed from the borders. */
import type { Views } from "../lib/engine";

export type Point = readonly [number, number];
export type Positions = Readonly<Record<string, Point>>;
type NetworkGraph = Pick<Views["network"], "spots" | "borders" | "at" | "beside">;

/** The average distance of places; a place is 34 wide, with its name below. */
const PLACE_DISTANCE = 122;
const ITERATIONS = 160;

let cached: { key: string; places: Positions } | null = null;

/** Return the positions; the same network always has the same ones. */
export function layOutNetwork(network: NetworkGraph): Positions {
  const key = JSON.stringify([network.spots.map((spot) => spot.id), network.borders, network.at]);
  if (cached?.key !== key) cached = { key, places: computePositions(network) };
  return cached.places;
}

function computePositions({ spots, borders, at, beside }: NetworkGraph): Positions {
  const innerIds = spots.map((spot) => spot.id).filter((id) => !beside.includes(id));
  const given = Object.fromEntries(innerIds.flatMap((id) => (at[id] ? [[id, at[id]]] : [])));
  const places: Record<string, Point> = scalePositions(
    Object.keys(given).length === innerIds.length ? given : spreadPlaces(innerIds, borders),
  );
  for (const id of beside) {
    const near = borders.flatMap(({ one: from, other: to }) => (from === id ? [to] : to === id ? [from] : []));
    const place = findOuterPosition(near, places);
    if (place) places[id] = place;
  }
  return places;
}

/** Scale positions of any unit to the size of the drawing. */
function scalePositions(positions: Record<string, Point>): Record<string, Point> {
  const { wide, high } = measureExtent(Object.values(positions));
  const area = Math.max(wide, high / 3, 1e-9) * Math.max(high, wide / 3, 1e-9);
  const factor = PLACE_DISTANCE * Math.sqrt(Object.keys(positions).length / area);
  return Object.fromEntries(Object.entries(positions).map(([id, [x, y]]) => [id, [x * factor, y * factor]]));
}

function spreadPlaces(names: readonly string[], borders: NetworkGraph["borders"]): Record<string, Point> {
  const linked = new Set(borders.flatMap(({ one: from, other: to }) => [`${from}\n${to}`, `${to}\n${from}`]));
  const positions = new Map<string, Point>(
    names.map((name, i) => {
      const turn = (2 * Math.PI * i) / names.length;
      return [name, [500 + 380 * Math.cos(turn), 300 + 220 * Math.sin(turn)]];
    }),
  );
  const reach = Math.sqrt((1000 * 600) / Math.max(1, names.length));
  for (let round = 0; round < ITERATIONS; round++) {
    const heat = 40 * (1 - round / ITERATIONS);
    for (const name of names) {
      const [x, y] = positions.get(name)!;
      let [dx, dy] = [(500 - x) * 0.02, (300 - y) * 0.02];
      for (const other of names) {
        if (other === name) continue;
        const [ox, oy] = positions.get(other)!;
        const distance = Math.max(1, Math.hypot(x - ox, y - oy));
        const push = (reach * reach) / distance / distance;
        const pull = linked.has(`${name}\n${other}`) ? distance / reach : 0;
        dx += ((x - ox) / distance) * (push - pull) * 12;
        dy += ((y - oy) / distance) * (push - pull) * 12;
      }
      const step = Math.max(1, Math.hypot(dx, dy));
      const move = Math.min(step, heat) / step;
      positions.set(name, [x + dx * move, y + dy * move]);
    }
  }
  return Object.fromEntries(positions);
}

/** Return a free position outside the map near some places. */
function findOuterPosition(near: readonly string[], places: Positions): Point | null {
  const nearby = near.map((name) => places[name]).filter((point) => point !== undefined);
  if (!nearby.length) return null;
  const [x, y] = findCentre(nearby);
  const [cx, cy] = findCentre(Object.values(places));
  const distance = Math.max(1, Math.hypot(x - cx, y - cy));
  for (let offset = 60; ; offset += 15) {
    const place: Point = [x + ((x - cx) / distance) * offset, y + ((y - cy) / distance) * offset];
    const isFree = ([px, py]: Point) => Math.abs(px - place[0]) > 85 || Math.abs(py - place[1]) > 52;
    if (offset > 400 || Object.values(places).every(isFree)) return place;
  }
}

function findCentre(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function measureExtent(points: readonly Point[]): { left: number; top: number; wide: number; high: number } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, wide: Math.max(...xs) - left, high: Math.max(...ys) - top };
}

/** Return the view box: the whole map, or the surroundings of some places in the given ratio. */
export function computeViewBox(places: Positions, focus: readonly string[], ratio = 1.5): string {
  const all = measureExtent(Object.values(places));
  const near = focus.map((name) => places[name]).filter((point) => point !== undefined);
  const part = near.length ? measureExtent(near) : all;
  const margin = near.length ? FOCUS_MARGIN : EDGE;
  const limitWidth = (n: number) => Math.min(n, all.wide + 2 * EDGE);
  const limitHeight = (n: number) => Math.min(n, all.high + 2 * EDGE);
  const wide = limitWidth(Math.max(part.wide + 2 * margin, near.length ? ratio * (part.high + 2 * margin) : 0));
  const high = limitHeight(Math.max(part.high + 2 * margin, near.length ? wide / ratio : 0));
  const left = clamp(part.left + part.wide / 2 - wide / 2, all.left - EDGE, all.left + all.wide + EDGE - wide);
  const top = clamp(part.top + part.high / 2 - high / 2, all.top - EDGE, all.top + all.high + EDGE - high);
  return [left, top, wide, high].map(Math.round).join(" ");
}

const EDGE = 60;
const FOCUS_MARGIN = 120;
const clamp = (n: number, lowest: number, highest: number) => Math.max(lowest, Math.min(n, highest));
