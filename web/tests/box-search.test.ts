/** Parts of a box are found again by a few letters of what they are called or show, and by their signs. */
import { expect, test } from "vitest";
import type { PartState } from "../src/lib/engine";
import { found, nameOf, reads, signsOf } from "../src/lib/box-search";

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
  expect(reads("Зелёная роща: 2 дерева", "ЗЕЛЕН дер")).toBe(true);
  expect(reads("park: 2 wood", "par ste")).toBe(false);
  expect(reads("park", "")).toBe(true);
});

test("what a part shows finds it as well as what it is called", () => {
  expect(found(PLANS, "sho woo", []).map((one) => one.words)).toEqual(["shop: 3 wood"]);
  expect(found(PLANS, "", ["wood "]).map((one) => one.words)).toEqual(["park: 2 wood", "shop: 3 wood"]);
  expect(found(PLANS, "shop", ["wood "])).toHaveLength(1);
});

test("only signs that tell some parts from others are offered", () => {
  expect(signsOf(PLANS, 9).map(nameOf)).toEqual(["wood ", "shop "]);
  expect(signsOf([plan("a", "shop"), plan("b", "shop")], 9)).toEqual([]);
});
