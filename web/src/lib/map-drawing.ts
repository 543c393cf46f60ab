/** A map as somebody draws it: places, borders between them, gates into it. Each change makes a new one. */
import { isForm } from "./answers";
import type { Json } from "./engine";

type Prices = Readonly<Record<string, number>>;
export interface Chart {
  readonly places: Readonly<Record<string, readonly [number, number]>>;
  readonly borders: Readonly<Record<string, Prices>>;
  readonly gates: Readonly<Record<string, Prices>>;
  readonly whole: boolean;
}

export interface Line {
  one: string;
  other: string;
  price: number;
}

const EMPTY: Chart = { places: {}, borders: {}, gates: {}, whole: false };

export const read = (value: Json): Chart => (isForm(value) ? { ...EMPTY, ...(value as unknown as Chart) } : EMPTY);
export const written = (chart: Chart): Json => chart as unknown as Json;

/** Every place that is named, whether anybody has said where it lies or not. */
export function names({ places, borders, gates }: Chart): string[] {
  const near = [...Object.entries(borders).flatMap(([one, others]) => [one, ...Object.keys(others)])];
  return [...new Set([...Object.keys(places), ...near, ...Object.values(gates).flatMap((one) => Object.keys(one))])];
}

export const lines = ({ borders }: Chart): Line[] =>
  Object.entries(borders).flatMap(([one, near]) =>
    Object.entries(near).map(([other, price]) => ({ one, other, price })),
  );

/** The border between two places; undefined if there is none. */
export const between = (chart: Chart, one: string, other: string): Line | undefined =>
  lines(chart).find((line) => (line.one === one && line.other === other) || (line.one === other && line.other === one));

export function withPlace(chart: Chart, name: string, at: readonly [number, number]): Chart {
  return { ...chart, places: { ...chart.places, [name]: [Math.round(at[0]), Math.round(at[1])] } };
}

/** The next number that is no name yet. */
export function nextName(chart: Chart): string {
  const taken = new Set(names(chart));
  let n = taken.size + 1;
  while (taken.has(String(n))) n += 1;
  return String(n);
}

/** A border with a price; with none it is taken away. */
export function withBorder(chart: Chart, one: string, other: string, price: number | null): Chart {
  const borders: Record<string, Prices> = {};
  for (const [name, near] of Object.entries(chart.borders)) {
    const left = Object.entries(near).filter(
      ([to]) => !((name === one && to === other) || (name === other && to === one)),
    );
    if (left.length) borders[name] = Object.fromEntries(left);
  }
  if (price !== null) {
    const [first, second] = [one, other].sort() as [string, string];
    borders[first] = { ...borders[first], [second]: price };
  }
  return { ...chart, borders };
}

export function withGate(chart: Chart, entrance: string, name: string, price: number | null): Chart {
  const rest = Object.fromEntries(Object.entries(chart.gates[entrance] ?? {}).filter(([one]) => one !== name));
  const gates = Object.fromEntries(Object.entries(chart.gates).filter(([one]) => one !== entrance));
  const now = price === null ? rest : { ...rest, [name]: price };
  return { ...chart, gates: Object.keys(now).length ? { ...gates, [entrance]: now } : gates };
}

export function without(chart: Chart, name: string): Chart {
  const places = Object.fromEntries(Object.entries(chart.places).filter(([one]) => one !== name));
  const cut = lines(chart).filter(({ one, other }) => one === name || other === name);
  let left: Chart = { ...chart, places };
  for (const { one, other } of cut) left = withBorder(left, one, other, null);
  for (const entrance of Object.keys(left.gates)) left = withGate(left, entrance, name, null);
  return left;
}

/** The same place under another name; a name that is taken, or none, changes nothing. */
export function renamed(chart: Chart, old: string, wanted: string): Chart {
  const name = wanted.trim().replace(/\s+/g, " ");
  if (!name || name.length > 60 || names(chart).includes(name)) return chart;
  const cut = lines(chart).filter(({ one, other }) => one === old || other === old);
  const gates = Object.entries(chart.gates).filter(([, near]) => old in near);
  const at = chart.places[old];
  let next = without(chart, old);
  if (at) next = withPlace(next, name, at);
  for (const { one, other, price } of cut) next = withBorder(next, name, one === old ? other : one, price);
  for (const [entrance, near] of gates) next = withGate(next, entrance, name, near[old]!);
  return next;
}

/** The other price, from the least to the most and round again. */
export const nextPrice = (price: number, least: number, most: number): number => (price >= most ? least : price + 1);
