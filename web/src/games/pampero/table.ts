/** The table of Pampero as the engine tells it. */
import type { Entry, State } from "../../lib/engine";

export interface Pieces {
  farms: number;
  towers: number;
  transformers: number;
  on_farm_sites: number;
  on_tower_sites: number;
}

export interface Section {
  position: number | "unknown";
  condition?: string;
  action?: string;
  order?: string[];
  rows?: Record<string, string[]>;
  bonus?: Record<string, number | { upper?: string; lower?: string }>;
}

export interface Card {
  id: string;
  majority?: string;
  number?: number;
  section: Section[];
}

export interface Contract {
  name: string;
  sector: string;
  energy: number | null;
  batteries: number | null;
  symbols: string[] | null;
}

export interface Table {
  slots: Record<string, { card: string; face_up: boolean; yours: number; vjs: number }>;
  cards: Record<string, Card>;
  sectors: Record<string, { vjs: Pieces; yours: Pieces | null }>;
  vj: {
    energy: number;
    batteries: number;
    money: number;
    chain: number;
    farms_left: number | null;
    towers_left: number | null;
    markers: Record<string, number>;
    contracts: Contract[];
    tiles: string[];
    specialists: string[];
    links: number;
    skip_token: boolean;
  };
  grid: Record<string, { towers: number; transformers: number; places: Record<string, string> }> | null;
  bonus: Record<string, { zone: string; tiles: string[]; printed: string[]; covered: string[] }>;
  contracts: Record<string, Contract> | null;
  links: Record<string, { name: string; sector: string; symbols: string[] | null }> | null;
  foreign: Record<string, string>;
  specialists: Record<string, { name: string; tile: string | null; symbols: string[] | null }> | null;
  your_markers: Record<string, number> | null;
  batteries: number;
  scoring: "1" | "2" | "final";
  turn: number;
  reading: { slot: number | null; part: string };
}

export const table = (state: State): Table => state.table as unknown as Table;

export const ENERGY_CAP = 10;

/** A part of a card: slot, section and what of it. */
export interface Part {
  slot: string;
  section: number;
  what: string;
}

export function readPart(slot: number | null, path: string): Part | null {
  const found = /^section (\d+)(?:, (.*))?$/.exec(path);
  return slot === null || !found ? null : { slot: String(slot), section: Number(found[1]), what: found[2] ?? "" };
}

/** The part of a card that an entry says VJ uses. */
export function usedPart({ kind, about }: Entry): Part | null {
  const part = about.part as { n?: number; part?: { section?: { n?: string | number } } } | undefined;
  if (kind !== "say" || !part?.n || !part.part?.section?.n) return null;
  return { slot: String(part.n), section: Number(part.part.section.n), what: "" };
}

/** What lies on the cards now: the part that is being asked about, else the one that was just carried out. */
export function litPart(state: State, news: readonly Entry[]): Part | null {
  const { slot, part } = table(state).reading;
  return readPart(slot, part) ?? news.map(usedPart).find((one) => one !== null) ?? null;
}

/** What entries speak of, to be shown as new. */
export function fresh(news: readonly Entry[]): { sectors: string[]; columns: string[]; places: string[]; markets: string[]; slots: string[] } {
  const done = news.filter((entry) => entry.kind === "do").map((entry) => entry.about);
  const texts = (key: string) => done.map((about) => about[key]).filter((one) => typeof one === "string");
  return {
    sectors: texts("name"),
    columns: texts("column"),
    places: texts("place"),
    markets: texts("market"),
    slots: done.filter((about) => "yours" in about || "value" in about).map((about) => String(about.n)),
  };
}
