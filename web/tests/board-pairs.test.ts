import { describe, expect, test } from "vitest";
import type { Presentation, Piece, Spot, Views } from "../src/lib/engine";
import { groupOptions } from "../src/lib/option-rows";
import { abbreviate } from "../src/lib/map-drawing";
import { findNextName, recallValue, rememberValue, showPairs, togglePair } from "../src/lib/pairs";
import { restoreSpots, describeSpot } from "../src/views/view";
import { question } from "./fixtures";

const piece = (glyph: string, count: number | null = null): Piece => ({
  ...{ glyph, words: glyph, colour: glyph, count, of: null, sign: "" },
});
const spot = (id: string, pieces: Piece[] = []): Spot => ({
  ...{ id, words: `${id} there`, sign: id, ground: "", pieces, note: "", corrects: "" },
});
const network = (...spots: Spot[]) =>
  ({ id: "map", kind: "network", title: "Map", spots, borders: [], at: {}, beside: [] }) as unknown as Views["network"];

const companies = question({
  kind: "pairs",
  options: ["red", "blue", "none"].map((id) => ({ id, label: id })),
  look: { pieces: { red: piece("red"), blue: piece("blue") } } as unknown as Presentation,
});
const prices = question({ kind: "pairs", options: [1, 2].map((id) => ({ id, label: `${id}` })) });

describe("values and names of pairs", () => {
  test("the value chosen last is chosen again where the same values are offered", () => {
    expect(recallValue(prices)).toBe(1);
    rememberValue(prices, 2);
    expect(recallValue(question({ kind: "pairs", options: prices.options }))).toBe(2);
    expect(recallValue(companies)).toBe("red");
  });

  test("a new place gets the next free name", () => {
    const report = question({ kind: "pairs", options: companies.options, names: ["Gao", "A1", "A2"] });
    expect(findNextName(report, {}, new Set(["Gao"]))).toBe("A1");
    expect(findNextName(report, { A1: "red" }, new Set(["Gao"]))).toBe("A2");
    expect(findNextName(report, { A1: "red", A2: "red" }, new Set(["Gao"]))).toBe("");
  });

  test("Cairo and Cape Town have different abbreviations", () => {
    expect(abbreviate(["Mombasa", "Cape Town", "Saint-Louis", "Cairo"])).toEqual(["Mo", "Cap", "Sa", "Cai"]);
  });
});

describe("pairs that are entered on a view", () => {
  test("a tap tells, a second one takes it back", () => {
    const once = togglePair(companies, {}, spot("a"), "red");
    expect(once).toEqual({ a: "red" });
    expect(togglePair(companies, once, spot("a"), "red")).toEqual({});
    expect(togglePair(companies, once, spot("a"), "blue")).toEqual({ a: "blue" });
  });

  test("a tap on an unchanged value removes the entered one", () => {
    const held = spot("a", [piece("red")]);
    expect(togglePair(companies, {}, held, "red")).toEqual({});
    expect(togglePair(companies, { a: "blue", b: "red" }, held, "red")).toEqual({ b: "red" });
    expect(togglePair(companies, {}, spot("a"), "none")).toEqual({});
    expect(togglePair(companies, {}, held, "none")).toEqual({ a: "none" });
  });

  test("the view shows the entered values as pieces or texts", () => {
    const view = network(spot("a", [piece("red")]), spot("b"), spot("c"));
    const after = showPairs(view, companies, { a: "none", b: "blue" }) as Views["network"];
    expect(after.spots.map((spot) => spot.pieces.map(({ glyph }) => glyph))).toEqual([[], ["blue"], []]);
    expect(after.spots[1]!.words).toBe("b: blue");
    const priced = showPairs(view, prices, { b: 2 }) as Views["network"];
    expect(priced.spots.map((spot) => spot.sign)).toEqual(["a", "b: 2", "c"]);
    expect(priced.spots[0]!.pieces).toHaveLength(1);
  });
});

describe("options in rows", () => {
  const offers = ["tea-1", "tea-2", "book"].map((id) => ({ id, label: id }));

  test("those of one sign stand behind it", () => {
    const rows = groupOptions(offers, { "tea-1": piece("tea", 1), "tea-2": piece("tea", 2), book: piece("book") });
    expect(rows.map((row) => [row.piece.glyph, row.options.map(({ id }) => id)])).toEqual([
      ["tea", ["tea-1", "tea-2"]],
      ["book", ["book"]],
    ]);
  });

  test("there are none if every symbol occurs once, or an option has none", () => {
    expect(groupOptions(offers.slice(1), { "tea-2": piece("tea"), book: piece("book") })).toEqual([]);
    expect(groupOptions(offers, { "tea-1": piece("tea", 1), "tea-2": piece("tea", 2) })).toEqual([]);
  });
});

describe("views as they were", () => {
  const cards = (...spots: Spot[]) => ({ id: "row", kind: "cards", title: "Row", spots }) as unknown as Views["cards"];

  test("cards that have all gone are shown as they lay", () => {
    const laid = [spot("c1"), spot("c2")];
    expect(restoreSpots(cards(), { spots: laid }).spots).toEqual(laid);
    expect(restoreSpots(cards(spot("c2"), spot("c3")), { spots: [spot("c2", [piece("x")])] }).spots).toEqual([
      spot("c2", [piece("x")]),
      spot("c3"),
    ]);
  });

  test("a spot describes its marks", () => {
    expect(describeSpot(spot("a"), { chosen: ["a"], lit: ["a"] })).toMatch(/^a there, .+, .+$/);
    expect(describeSpot(spot("a"), {})).toBe("a there");
  });
});
