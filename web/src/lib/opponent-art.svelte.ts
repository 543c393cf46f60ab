/** An opponent's own drawings: its symbols, put into the page's document once, and its colours by name. */
import { SvelteMap } from "svelte/reactivity";
import { engine } from "./engine-in-use";

interface Drawings {
  glyphs: ReadonlySet<string>;
  colours: Readonly<Record<string, readonly [string, string]>>;
}

const NONE: Drawings = { glyphs: new Set(), colours: {} };
const known = new SvelteMap<string, Drawings>();
const asked: Record<string, boolean> = {};

function drawings(game: string): Drawings {
  if (game && !asked[game]) {
    asked[game] = true;
    engine.art(game).then(
      (text) => known.set(game, taken(game, text)),
      () => undefined, // it has none, or they come with the next look at the page
    );
  }
  return known.get(game) ?? NONE;
}

/** The engine gives shapes only; whatever isn't a symbol stays outside all the same. */
function taken(game: string, text: string): Drawings {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const symbols = [...root.children].filter((one) => one.tagName === "symbol");
  const sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sprite.setAttribute("class", "sprite");
  sprite.append(...symbols.map((one) => document.importNode(one, true)));
  document.body.append(sprite);
  return {
    glyphs: new Set(symbols.map((one) => one.id.slice(game.length + 1))),
    colours: JSON.parse(root.getAttribute("data-colours") ?? "{}"),
  };
}

/** The address of a glyph in the document; empty if the opponent has none of this name. */
export function glyph(game: string, name: string): string {
  return drawings(game).glyphs.has(name) ? `#${game}.${name}` : "";
}

/** A colour for day and night; undefined if the opponent has none of this name. */
export function colour(game: string, name: string): string | undefined {
  const pair = drawings(game).colours[name];
  return pair && `light-dark(${pair[0]}, ${pair[1]})`;
}
