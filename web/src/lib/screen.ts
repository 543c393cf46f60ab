/** What of a turn is on the screen at first, by an estimate from its words: the rest is made when that is painted. */
import { art } from "../games/art";
import type { Entry } from "./engine";

/** In pixels. */
const EDGES = 70;
const LINE = 26;
const DRAWING = 224;
const MARKER = 50;
const LETTERS = 38;

function drawing(entry: Entry, game: string): number {
  if (entry.shows) return entry.shows.spots.length ? DRAWING : MARKER;
  return art(game).draws(entry) ? DRAWING : 0;
}

function height(entry: Entry, game: string): number {
  return EDGES + LINE * Math.ceil(entry.text.length / LETTERS) + drawing(entry, game);
}

/** How many of the cards begin on the screen; one more than there are, if what follows them does so, too. */
export function onScreen(entries: readonly Entry[], game: string): number {
  let free = innerHeight;
  return 1 + entries.filter((entry) => (free -= height(entry, game)) > 0).length;
}
