/** Parts of a box are found again by a few letters of what they are called or show, and by their signs. */
import { expect, test } from "vitest";
import type { PartState } from "../src/lib/engine";
import { findParts, getPieceKey, matchesQuery, listDistinguishingSigns } from "../src/lib/box-search";

const plan = (words: string, ...glyphs: string[]) =>
  ({
    words,
    picture: {
      kind: "cards",
      spots: glyphs.map((glyph) => ({ id: glyph, words: glyph, pieces: [{ glyph, colour: "", words: glyph }] })),
    },
  }) as unknown as PartState;
const PLANS = [
  plan("park: 2 wood", "park", "wood"),
  plan("shop: 1 steel", "shop", "steel"),
  plan("shop: 3 wood", "shop", "wood"),
];

test("a few letters of each word are enough, in any case, with е for ё", () => {
  expect(matchesQuery("Зелёная роща: 2 дерева", "ЗЕЛЕН дер")).toBe(true);
  expect(matchesQuery("park: 2 wood", "par ste")).toBe(false);
  expect(matchesQuery("park", "")).toBe(true);
});

test("what a part shows finds it as well as what it is called", () => {
  expect(findParts(PLANS, "sho woo", []).map((part) => part.words)).toEqual(["shop: 3 wood"]);
  expect(findParts(PLANS, "", ["wood "]).map((part) => part.words)).toEqual(["park: 2 wood", "shop: 3 wood"]);
  expect(findParts(PLANS, "shop", ["wood "])).toHaveLength(1);
});

test("only signs that tell some parts from others are offered", () => {
  expect(listDistinguishingSigns(PLANS, 9).map(getPieceKey)).toEqual(["wood ", "shop "]);
  expect(listDistinguishingSigns([plan("a", "shop"), plan("b", "shop")], 9)).toEqual([]);
});
