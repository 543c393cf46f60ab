/** The table of Mombasa as the engine tells it. */
import type { Entry, State } from "../../lib/engine";

export interface Card {
  type: string;
  value: number;
}

export interface BaseColumn {
  coins: number[];
  posts: boolean[];
}

export interface Land {
  borders: Record<string, Record<string, number>>;
  gates: Record<string, Record<string, number>>;
  known: string[];
  whole: boolean;
  places: Record<string, [number, number]>;
}

export interface Board {
  options: { max_at_zero: "one_card" | "free" };
  round: number;
  first_player: "you" | "ivp";
  cards: Record<string, Card>;
  deck: string[];
  discard: string[];
  active: string[];
  thresholds: Record<string, number>;
  display: boolean[];
  stack: number;
  bonus: { name: string; holder: "" | "you" | "ivp" }[];
  first_space: number;
  max_types: string[];
  /** Your markers, once they were told. */
  tracks: Partial<Record<string, number>>;
  /** The round in which you last told them and the posts. */
  reported: number;
  land: Land;
  posts: Record<string, string>;
  bases: Record<string, BaseColumn[]>;
  stale: string[];
  expansion: { company: string; targets: string[]; points: number; placed: number } | null;
}

export const board = (state: State): Board => state.table as unknown as Board;

export const COMPANIES = ["mombasa", "cape-town", "saint-louis", "cairo"];
export const TYPES = ["bananas", "coffee", "cotton", "expansion", "bookkeeper", "diamonds", "share"];
export const MARKERS = 3;

/** The coins in sight on a base: the value of one share. */
export function shareValue(base: readonly BaseColumn[]): number {
  return base.reduce((all, column) => all + column.coins.reduce((sum, n, i) => sum + (column.posts[i] ? 0 : n), 0), 0);
}

export function postsLeft(base: readonly BaseColumn[]): number {
  return base.reduce((all, column) => all + column.posts.filter(Boolean).length, 0);
}

export function regions({ borders, gates, places, known }: Land): string[] {
  const named = [
    ...Object.keys(borders),
    ...Object.keys(places),
    ...known,
    ...Object.values(gates).flatMap((one) => Object.keys(one)),
  ];
  return [...new Set(named)].sort();
}

/** The company that the English words of an entry name. */
export function companyOf(name: unknown): string {
  return String(name).toLowerCase().replace(" ", "-");
}

/** The card type that the English words of an entry name. */
export function typeOf(name: unknown): string {
  return name === "diamond merchant" ? "diamonds" : String(name);
}

/** A card by its kind, such as coffee-2. */
export function cardOf(kind: string): Card {
  const [type = "", value = "0"] = kind.split("-");
  return { type, value: Number(value) };
}

/** What entries speak of, to be shown as new. */
export function fresh(news: readonly Entry[]): { spaces: number[]; bonus: number[]; regions: string[] } {
  const done = news.filter((entry) => entry.kind === "do");
  const space = ({ about }: Entry) => Number((about.space as { n?: number })?.n ?? about.space);
  return {
    spaces: done.filter((one) => one.cites.includes("MO-16")).map(({ about }) => Number(about.n)),
    bonus: done.filter((one) => one.cites.includes("MO-20")).map(space),
    regions: done.flatMap((one) => (typeof one.about.region === "string" ? [one.about.region] : [])),
  };
}
