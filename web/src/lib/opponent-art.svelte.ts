/** An opponent's art: symbols that are inserted into the document once, and colours by name. */
import { SvelteMap } from "svelte/reactivity";
import { engine } from "./engine-in-use";

interface OpponentArt {
  glyphs: ReadonlySet<string>;
  colours: Readonly<Record<string, readonly [string, string]>>;
}

const NO_ART: OpponentArt = { glyphs: new Set(), colours: {} };
const artByGame = new SvelteMap<string, OpponentArt>();
const requested: Record<string, boolean> = {};

function getArt(game: string): OpponentArt {
  if (game && !requested[game]) {
    requested[game] = true;
    engine.art(game).then(
      (text) => artByGame.set(game, insertArt(game, text)),
      () => undefined, // the opponent has no symbols, or they are loaded with the next page view
    );
  }
  return artByGame.get(game) ?? NO_ART;
}

/** Insert the symbols into the document and ignore everything else in the SVG. */
function insertArt(game: string, text: string): OpponentArt {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const symbols = [...root.children].filter((element) => element.tagName === "symbol");
  const sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sprite.setAttribute("class", "sprite");
  sprite.append(...symbols.map((element) => document.importNode(element, true)));
  document.body.append(sprite);
  return {
    glyphs: new Set(symbols.map((element) => element.id.slice(game.length + 1))),
    colours: JSON.parse(root.getAttribute("data-colours") ?? "{}"),
  };
}

/** Return the address of a symbol; empty if the opponent has no symbol with this name. */
export function getGlyphHref(game: string, name: string): string {
  return getArt(game).glyphs.has(name) ? `#${game}.${name}` : "";
}

/** Return a colour for light and dark themes; undefined if the opponent has no colour with this name. */
export function getColour(game: string, name: string): string | undefined {
  const pair = getArt(game).colours[name];
  return pair && `light-dark(${pair[0]}, ${pair[1]})`;
}
