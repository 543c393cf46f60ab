/** The table of Pampero as the engine tells it; null is what nobody counts. */
import type { Entry, Json, State } from "../../lib/engine";

export interface Slot {
  card: string;
  face_up: boolean;
  yours: number;
  vjs: number;
}

export interface Pieces {
  farms: number;
  towers: number;
  transformers: number;
  on_farm_sites: number;
  on_tower_sites: number;
  on_either_sites: number;
}

export interface Contract {
  name: string;
  sector: string;
  energy: number | null;
  batteries: number | null;
  symbols: string[] | null;
}

export interface LinkToken {
  name: string;
  sector: string;
  symbols: string[] | null;
}

export interface GridColumn {
  towers: number;
  transformers: number;
  places: Record<string, string>;
}

export interface BonusColumn {
  zone: string;
  tiles: string[];
  printed: string[];
  under: Record<string, string[]>;
}

export interface TowerBonus {
  upper?: string;
  lower?: string;
}

/** A section of a card; what is missing is not known yet. */
export interface Section {
  position: number | "unknown";
  condition?: string;
  action?: string;
  order?: string[];
  rows?: Record<string, string[]>;
  bonus?: Record<string, number | TowerBonus>;
}

export interface VjCard {
  id: string;
  majority?: string;
  number?: number;
  to_check?: string[];
  section: Section[];
}

export interface Pampa {
  topics: string[];
  slots: Record<string, Slot>;
  cards: Record<string, VjCard>;
  sectors: Record<string, { vjs: Pieces; yours: Pieces | null }>;
  vj: {
    energy: number;
    batteries: number;
    money: number;
    chain: number;
    links: number;
    farms_left: number | null;
    towers_left: number | null;
    bulldozers_left: number | null;
    markers: Record<string, number>;
    contracts: Contract[];
    tiles: string[];
    specialists: string[];
    skip_token: boolean;
  };
  grid: Record<string, GridColumn> | null;
  bonus: Record<string, BonusColumn>;
  contracts: Record<string, Contract> | null;
  links: Record<string, LinkToken> | null;
  foreign: Record<string, string>;
  your_markers: Record<string, number> | null;
  parking: Record<string, string>;
  batteries: number;
  scoring: "1" | "2" | "final";
  turn: number;
  last_turn: boolean;
  reading: { slot: number | null; part: string };
}

export const pampa = (state: State): Pampa => state.table as unknown as Pampa;

export const ZONES = ["A", "B", "C"] as const;
export const ENERGY_CAP = 10;

/** The place on VJ's cards that is in use: a slot, a section of its card, a part of that section. */
export interface InUse {
  slot: string;
  section: string;
  part: string;
  /** The section was chosen: those above it on the card came to nothing. */
  settled: boolean;
}

/** The section that an entry announces as VJ's turn. */
export function announced(entry: Entry): InUse | null {
  const where = within(entry.about.part);
  const section = within(within(where.part).section).n;
  if (entry.kind !== "say" || where.n === undefined || section === undefined) return null;
  return { slot: String(where.n), section: String(section), part: "", settled: true };
}

function within(value: Json | undefined): Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {};
}

/** What VJ is reading now, or the section that the last turn came from. */
export function inUse(state: State, news: readonly Entry[]): InUse | null {
  const { slot, part } = pampa(state).reading ?? { slot: null, part: "" };
  const chosen =
    news
      .map(announced)
      .filter((one) => one !== null)
      .at(-1) ?? null;
  const [where = "", ...what] = part.split(", ");
  const section = where.replace("section ", "");
  if (slot === null) return chosen;
  const settled = chosen?.slot === String(slot) && chosen.section === section;
  return { slot: String(slot), section, part: what.join(", "), settled };
}

/** The three sections of a card, and those whose place on it is unknown. */
export function sectionsOf(card: VjCard): Section[] {
  const placed = [1, 2, 3].map((n) => card.section.find((one) => one.position === n) ?? { position: n });
  const unplaced = card.section.filter((one) => one.position === "unknown");
  return unplaced.length > 0 ? [...placed.filter((one) => Object.keys(one).length > 1), ...unplaced] : placed;
}

/** The rows of icons of a section, in the order of the card; null: the row is not known. */
export function rowsOf({ action, order, rows }: Section): [string, string[] | null][] {
  if (action === undefined) return [];
  const known = Object.keys(rows ?? {});
  const places = order ?? (known.length > 0 ? known : action === "farm" || action === "foreign sale" ? ["map"] : ["?"]);
  return places.map((place) => [place, rows?.[place] ?? null]);
}
