import { describe, expect, it } from "vitest";
import { canTapSuggestion, filterSuggestions, listPieces } from "../src/lib/suggestions";
import { question } from "./fixtures";

const piece = (glyph: string) => ({ glyph, colour: "", words: glyph, count: null, of: null, sign: "" });
const looks = (of: object) => ({ ...{ on: [], pieces: {}, piece: null }, ...of }) as never;
const number = (key: string, shown: number) =>
  question({ key, kind: "number", default: shown, look: looks({ piece: piece(key) }) });
const card = (words: string, entries: { [name: string]: number | string }) => ({ words, entries });
const asked = question({
  kind: "form",
  fields: [
    question({ key: "type", kind: "choice", look: looks({ pieces: { park: piece("tree") } }) }),
    number("wood", 0),
    number("glass", 0),
    number("tokens", 2),
  ],
  met: [
    card("a park", { type: "park", wood: 3, glass: 0 }),
    card("another park", { type: "park", wood: 1, glass: 2 }),
    card("a mill", { type: "mill", wood: 3, glass: 0 }),
  ],
});
const shown = { type: null, wood: 0, glass: 0, tokens: 2 };
const found = (told: object) => filterSuggestions(asked, { ...shown, ...told }).map(({ words }) => words);

describe("suggestions", () => {
  it("are all there while the form is empty, and filtered by its values", () => {
    expect(found({})).toHaveLength(3);
    expect(found({ type: "park" })).toEqual(["a park", "another park"]);
    expect(found({ type: "park", wood: 2 })).toEqual(["a park"]);
    expect(found({ glass: 1 })).toEqual(["another park"]);
    expect(found({ type: "park", wood: 4 })).toEqual([]);
  });

  it("are there while required lists are empty, and a tap on one answers", () => {
    const section = question({
      kind: "form",
      fields: [question({ key: "condition", kind: "phrases", required: true })],
      met: [{ words: "a farm", entries: { condition: ["energy below 10"] } }],
    });
    expect(filterSuggestions(section, { condition: [] })).toHaveLength(1);
    expect(canTapSuggestion(section, { condition: [] })).toBe(true);
    expect(canTapSuggestion(section, { condition: ["a contract is available"] })).toBe(false);
  });

  it("says nothing of what it doesn't settle", () => {
    expect(found({ type: "mill", tokens: 5 })).toEqual(["a mill"]);
  });

  it("looks like its choices and its numbers", () => {
    const pieces = listPieces(asked, asked.met[1]!);
    expect(pieces.map(({ glyph, count }) => [glyph, count])).toEqual([
      ["tree", null],
      ["wood", 1],
      ["glass", 2],
    ]);
  });
});
