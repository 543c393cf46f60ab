/** The table of Rolling Heights as the engine tells it. */
import type { Entry, State } from "../../lib/engine";
import { squareName } from "../../lib/grid";
import { words } from "./words";

export interface Building {
  level: number;
  type: string;
  needs: Record<string, number>;
  cubes: Record<string, number>;
  complete: boolean;
}

export interface District {
  width: number;
  height: number;
  land: string[];
  bonuses: Record<string, Record<string, number>>;
  yours: string[];
  buildings: Record<string, Building>;
  board: string;
}

export interface Town {
  districts: Record<string, District | null>;
  rows: Record<string, number[]>;
  mayor: { vp: number; wild: number };
  round: number;
  numbers: number[];
  out: string[];
  boards: Record<string, string[]>;
  plans: Record<string, number>;
  last_round: number | null;
}

export const town = (state: State): Town => state.table as unknown as Town;

export const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

export const MATERIAL_COLOURS: Record<string, string> = {
  wood: "#a5743f",
  glass: "#8fc7d9",
  concrete: "#8d929a",
  steel: "#3d6fb0",
  orange: "#e08a2c",
};

export const TYPES = ["park", "civic", "residential", "commercial", "industrial"];

/** What one plot shows. */
export interface PlotView {
  name: string;
  kind: "water" | "land" | "yours" | "his";
  bonus: [string, number][];
  building: Building | null;
}

export function plotView(district: District, x: number, y: number): PlotView {
  const name = squareName(x, y);
  const building = district.buildings[name] ?? null;
  const kind = !district.land.includes(name)
    ? "water"
    : district.yours.includes(name)
      ? "yours"
      : building
        ? "his"
        : "land";
  return { name, kind, building, bonus: Object.entries(district.bonuses[name] ?? {}) };
}

export function plotWords({ kind, building, bonus }: PlotView): string {
  const w = words();
  if (kind === "water") return w.water;
  if (kind === "yours") return w.yours;
  if (building) {
    const state = building.complete ? w.complete : w.cubesOf(total(building.cubes), total(building.needs));
    return [w.his, w.types[building.type] ?? building.type, state].join(", ");
  }
  const shown = bonus.map(([type, n]) => w.bonus(`${w.types[type] ?? type} ${n}`));
  return [w.empty, ...shown].join(", ");
}

/** The districts in the order in which they lie on the table, as far as it is known. */
export function laidOut({ numbers, districts }: Town): string[] {
  return numbers.length === Object.keys(districts).length ? numbers.map(String) : Object.keys(districts);
}

/** The district that an entry belongs to: the one the last roll before it named. */
export function districtOf(entries: readonly Entry[], index: number): string | null {
  for (const entry of entries.slice(0, index + 1).reverse()) {
    if (entry.about.key === "mayor-die") return String(entry.about.answer);
  }
  return null;
}

/** The plots that entries speak of, as "district/plot". */
export function freshPlots(state: State, news: readonly Entry[]): string[] {
  return news
    .filter((entry) => typeof entry.about.plot === "string")
    .map((entry) => `${districtOf(state.entries, entry.index)}/${entry.about.plot}`);
}
