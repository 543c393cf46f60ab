/** Where to draw the regions: as the pack says, else spread out by springs along their borders. */
import { regions, type Land } from "./board";

export type Point = [number, number];
export type Places = Record<string, Point>;

let last: { land: string; places: Places } | null = null;

export function layout(land: Land): Places {
  const names = regions(land);
  if (names.every((name) => land.places[name])) return land.places;
  const key = JSON.stringify(land.borders);
  if (last?.land !== key) last = { land: key, places: spread(names, land) };
  return last.places;
}

/** A plain spring layout: the same map always comes out the same. */
function spread(names: readonly string[], land: Land): Places {
  const at = new Map<string, Point>(
    names.map((name, i) => {
      const turn = (2 * Math.PI * i) / names.length;
      return [name, [500 + 380 * Math.cos(turn), 300 + 220 * Math.sin(turn)]];
    }),
  );
  const reach = Math.sqrt((1000 * 600) / Math.max(1, names.length));
  for (let round = 0; round < 160; round++) {
    const heat = 40 * (1 - round / 160);
    for (const one of names) {
      const [x, y] = at.get(one)!;
      let [dx, dy] = [(500 - x) * 0.02, (300 - y) * 0.02];
      for (const other of names) {
        if (other === one) continue;
        const [ox, oy] = at.get(other)!;
        const distance = Math.max(1, Math.hypot(x - ox, y - oy));
        const push = (reach * reach) / distance / distance;
        const pull = land.borders[one]?.[other] ? distance / reach : 0;
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

/** The place of a company's base: beside its gates, outwards from the middle of the map until it covers no region. */
export function basePlace(gates: readonly string[], places: Places): Point | null {
  const known = gates.map((name) => places[name]).filter((one) => one !== undefined);
  if (!known.length) return null;
  const [x, y] = middle(known);
  const [cx, cy] = middle(Object.values(places));
  const distance = Math.max(1, Math.hypot(x - cx, y - cy));
  for (let out = 60; ; out += 15) {
    const place: Point = [x + ((x - cx) / distance) * out, y + ((y - cy) / distance) * out];
    if (
      out > 400 ||
      Object.values(places).every(([px, py]) => Math.abs(px - place[0]) > 85 || Math.abs(py - place[1]) > 52)
    )
      return place;
  }
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], one) => [x + one[0], y + one[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** The part of the map to show: all of it, or what lies around some regions. */
export function frame(places: Places, bases: readonly Point[], around: readonly string[], margin: number): string {
  const chosen = around.map((name) => places[name]).filter((one) => one !== undefined);
  const points = chosen.length ? chosen : [...Object.values(places), ...bases];
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].map(Math.round).join(" ");
}
