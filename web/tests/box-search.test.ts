/** Parts of a box are found again by a few letters of what they are called or show, and by their signs. */
import { expect, test } from "vitest";
import type { BoxState, BoxUpdate, PartState } from "../src/lib/engine";
import { findParts, getPieceKey, matchesQuery, mergeBox, listDistinguishingSigns } from "../src/lib/box-search";

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

test("a change replaces the changed parts, and keeps pictures that did not come again", () => {
  const part = (id: string, told: number, picture: string | null) => ({ id, told, picture }) as unknown as PartState;
  const box = { title: "Box", parts: [part("a", 1, "A"), part("b", 1, "B"), part("c", 0, null)] } as BoxState;
  const update = { parts: [part("b", 2, null), part("c", 1, "C")], next: "a" } as BoxUpdate;
  const now = mergeBox(box, update);
  expect(now.parts).toEqual([part("a", 1, "A"), part("b", 2, "B"), part("c", 1, "C")]);
  expect([now.title, now.next]).toEqual(["Box", "a"]);
  expect(mergeBox(now, { parts: [part("b", 0, null)] } as BoxUpdate).parts[1]!.picture).toBeNull();
});
