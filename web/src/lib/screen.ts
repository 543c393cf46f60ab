/** What of a turn is on the screen at first, by an estimate from its words: the rest is made when that is painted. */
import type { Entry } from "./engine";

/** In pixels. */
const EDGES = 70;
const LINE = 26;
const DRAWING = 224;
const MARKER = 50;
const LETTERS = 38;

function drawing({ shows }: Entry): number {
  if (!shows || shows.quiet) return 0;
  return shows.spots.length ? DRAWING : MARKER;
}

function height(entry: Entry): number {
  return EDGES + LINE * Math.ceil(entry.text.length / LETTERS) + drawing(entry);
}

/** How many of the cards begin on the screen; one more than there are, if what follows them does so, too. */
export function onScreen(entries: readonly Entry[]): number {
  let free = innerHeight;
  return 1 + entries.filter((entry) => (free -= height(entry)) > 0).length;
}
