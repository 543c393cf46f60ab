/** Where the places of a network are drawn: as somebody has told, else spread out by springs along their borders. */
import type { Views } from "../lib/engine";

export type Point = readonly [number, number];
export type Places = Readonly<Record<string, Point>>;
type Network = Pick<Views["network"], "spots" | "borders" | "at" | "beside">;

/** How far apart places lie, on the whole; a place is drawn as wide as 34, and its name below it. */
const APART = 122;
const ROUNDS = 160;

let last: { key: string; places: Places } | null = null;

/** The same network always comes out the same. */
export function layout(network: Network): Places {
  const key = JSON.stringify([network.spots.map((one) => one.id), network.borders, network.at]);
  if (last?.key !== key) last = { key, places: laidOut(network) };
  return last.places;
}

function laidOut({ spots, borders, at, beside }: Network): Places {
  const inside = spots.map((one) => one.id).filter((id) => !beside.includes(id));
  const told = Object.fromEntries(inside.flatMap((id) => (at[id] ? [[id, at[id]]] : [])));
  const places: Record<string, Point> = scaled(
    Object.keys(told).length === inside.length ? told : spread(inside, borders),
  );
  for (const id of beside) {
    const near = borders.flatMap(({ one, other }) => (one === id ? [other] : other === id ? [one] : []));
    const place = nextTo(near, places);
    if (place) places[id] = place;
  }
  return places;
}

/** Places in units of any size, brought to ours. */
function scaled(told: Record<string, Point>): Record<string, Point> {
  const { wide, high } = extent(Object.values(told));
  const area = Math.max(wide, high / 3, 1e-9) * Math.max(high, wide / 3, 1e-9);
  const by = APART * Math.sqrt(Object.keys(told).length / area);
  return Object.fromEntries(Object.entries(told).map(([id, [x, y]]) => [id, [x * by, y * by]]));
}

function spread(names: readonly string[], borders: Network["borders"]): Record<string, Point> {
  const tied = new Set(borders.flatMap(({ one, other }) => [`${one}\n${other}`, `${other}\n${one}`]));
  const at = new Map<string, Point>(
    names.map((name, i) => {
      const turn = (2 * Math.PI * i) / names.length;
      return [name, [500 + 380 * Math.cos(turn), 300 + 220 * Math.sin(turn)]];
    }),
  );
  const reach = Math.sqrt((1000 * 600) / Math.max(1, names.length));
  for (let round = 0; round < ROUNDS; round++) {
    const heat = 40 * (1 - round / ROUNDS);
    for (const one of names) {
      const [x, y] = at.get(one)!;
      let [dx, dy] = [(500 - x) * 0.02, (300 - y) * 0.02];
      for (const other of names) {
        if (other === one) continue;
        const [ox, oy] = at.get(other)!;
        const distance = Math.max(1, Math.hypot(x - ox, y - oy));
        const push = (reach * reach) / distance / distance;
        const pull = tied.has(`${one}\n${other}`) ? distance / reach : 0;
        dx += ((x - ox) / distance) * (push - pull) * 12;
        dy += ((y - oy) / distance) * (push - pull) * 12;
      }
      const step = Math.max(1, Math.hypot(dx, dy));
      const move = Math.min(step, heat) / step;
      at.set(one, [x + dx * move, y + dy * move]);
    }
  }
  return Object.fromEntries(at);
}

/** A place beside some others: outwards from the middle until it covers none. */
function nextTo(near: readonly string[], places: Places): Point | null {
  const known = near.map((name) => places[name]).filter((one) => one !== undefined);
  if (!known.length) return null;
  const [x, y] = middle(known);
  const [cx, cy] = middle(Object.values(places));
  const distance = Math.max(1, Math.hypot(x - cx, y - cy));
  for (let out = 60; ; out += 15) {
    const place: Point = [x + ((x - cx) / distance) * out, y + ((y - cy) / distance) * out];
    const free = ([px, py]: Point) => Math.abs(px - place[0]) > 85 || Math.abs(py - place[1]) > 52;
    if (out > 400 || Object.values(places).every(free)) return place;
  }
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], one) => [x + one[0], y + one[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function extent(points: readonly Point[]): { left: number; top: number; wide: number; high: number } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, wide: Math.max(...xs) - left, high: Math.max(...ys) - top };
}

/**
 * The part to show: all of it, or what lies around some places, as wide for its height as the room for it and not beyond
 * the whole.
 */
export function frame(places: Places, around: readonly string[], shape = 1.5): string {
  const all = extent(Object.values(places));
  const near = around.map((name) => places[name]).filter((one) => one !== undefined);
  const part = near.length ? extent(near) : all;
  const margin = near.length ? AROUND : EDGE;
  const asWide = (n: number) => Math.min(n, all.wide + 2 * EDGE);
  const asHigh = (n: number) => Math.min(n, all.high + 2 * EDGE);
  const wide = asWide(Math.max(part.wide + 2 * margin, near.length ? shape * (part.high + 2 * margin) : 0));
  const high = asHigh(Math.max(part.high + 2 * margin, near.length ? wide / shape : 0));
  const left = within(part.left + part.wide / 2 - wide / 2, all.left - EDGE, all.left + all.wide + EDGE - wide);
  const top = within(part.top + part.high / 2 - high / 2, all.top - EDGE, all.top + all.high + EDGE - high);
  return [left, top, wide, high].map(Math.round).join(" ");
}

const EDGE = 60;
const AROUND = 120;
const within = (n: number, least: number, most: number) => Math.max(least, Math.min(n, most));
