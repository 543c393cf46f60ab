/** A drawing of a map: places, borders, and entries from bases. Each change returns a new map. */
import { isForm } from "./answers";
import type { Json } from "./engine";

type Prices = Readonly<Record<string, number>>;
export interface MapDrawing {
  readonly places: Readonly<Record<string, readonly [number, number]>>;
  readonly borders: Readonly<Record<string, Prices>>;
  readonly gates: Readonly<Record<string, Prices>>;
  readonly whole: boolean;
}

export interface Border {
  from: string;
  to: string;
  price: number;
}

const EMPTY_MAP: MapDrawing = { places: {}, borders: {}, gates: {}, whole: false };

export const readMap = (value: Json): MapDrawing =>
  isForm(value) ? { ...EMPTY_MAP, ...(value as unknown as MapDrawing) } : EMPTY_MAP;
export const toJson = (map: MapDrawing): Json => map as unknown as Json;

/** Return the names of all places, with or without a position. */
export function listPlaces({ places, borders, gates }: MapDrawing): string[] {
  const near = [...Object.entries(borders).flatMap(([from, others]) => [from, ...Object.keys(others)])];
  return [...new Set([...Object.keys(places), ...near, ...Object.values(gates).flatMap((from) => Object.keys(from))])];
}

export const listBorders = ({ borders }: MapDrawing): Border[] =>
  Object.entries(borders).flatMap(([from, near]) => Object.entries(near).map(([to, price]) => ({ from, to, price })));

/** Return the border between two places, or undefined. */
export const findBorder = (map: MapDrawing, from: string, to: string): Border | undefined =>
  listBorders(map).find((line) => (line.from === from && line.to === to) || (line.from === to && line.to === from));

export function addPlace(map: MapDrawing, name: string, position: readonly [number, number]): MapDrawing {
  return { ...map, places: { ...map.places, [name]: [Math.round(position[0]), Math.round(position[1])] } };
}

/** Return the next number that is not yet used as a name. */
export function findFreeName(map: MapDrawing): string {
  const usedNames = new Set(listPlaces(map));
  let n = usedNames.size + 1;
  while (usedNames.has(String(n))) n += 1;
  return String(n);
}

/** Set the price of a border, or remove it if the price is null. */
export function setBorder(map: MapDrawing, from: string, to: string, price: number | null): MapDrawing {
  const borders: Record<string, Prices> = {};
  for (const [name, near] of Object.entries(map.borders)) {
    const remaining = Object.entries(near).filter(
      ([end]) => !((name === from && end === to) || (name === to && end === from)),
    );
    if (remaining.length) borders[name] = Object.fromEntries(remaining);
  }
  if (price !== null) {
    const [first, second] = [from, to].sort() as [string, string];
    borders[first] = { ...borders[first], [second]: price };
  }
  return { ...map, borders };
}

export function setGate(map: MapDrawing, entrance: string, name: string, price: number | null): MapDrawing {
  const rest = Object.fromEntries(Object.entries(map.gates[entrance] ?? {}).filter(([gate]) => gate !== name));
  const gates = Object.fromEntries(Object.entries(map.gates).filter(([gate]) => gate !== entrance));
  const prices = price === null ? rest : { ...rest, [name]: price };
  return { ...map, gates: Object.keys(prices).length ? { ...gates, [entrance]: prices } : gates };
}

export function removePlace(map: MapDrawing, name: string): MapDrawing {
  const places = Object.fromEntries(Object.entries(map.places).filter(([from]) => from !== name));
  const removed = listBorders(map).filter(({ from, to }) => from === name || to === name);
  let remaining: MapDrawing = { ...map, places };
  for (const { from, to } of removed) remaining = setBorder(remaining, from, to, null);
  for (const entrance of Object.keys(remaining.gates)) remaining = setGate(remaining, entrance, name, null);
  return remaining;
}

/** Rename a place, unless the new name is empty, too long or in use. */
export function renamePlace(map: MapDrawing, old: string, newName: string): MapDrawing {
  const name = newName.trim().replace(/\s+/g, " ");
  if (!name || name.length > 60 || listPlaces(map).includes(name)) return map;
  const removed = listBorders(map).filter(({ from, to }) => from === old || to === old);
  const gates = Object.entries(map.gates).filter(([, near]) => old in near);
  const position = map.places[old];
  let next = removePlace(map, old);
  if (position) next = addPlace(next, name, position);
  for (const { from, to, price } of removed) next = setBorder(next, name, from === old ? to : from, price);
  for (const [entrance, near] of gates) next = setGate(next, entrance, name, near[old]!);
  return next;
}

/** Return the shortest prefixes of at least two letters that distinguish these labels, such as Cai and Cap. */
export const abbreviate = (labels: readonly string[]): string[] =>
  labels.map((label) => {
    let length = 2;
    while (length < label.length && labels.filter((other) => other.startsWith(label.slice(0, length))).length > 1)
      length += 1;
    return label.slice(0, length);
  });

/** Return the next price; the lowest follows the highest. */
export const cyclePrice = (price: number, lowest: number, highest: number): number =>
  price >= highest ? lowest : price + 1;
