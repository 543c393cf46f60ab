import { describe, expect, it } from "vitest";
import type { Brush } from "../src/lib/engine";
import { fillSquares, listBrushes, listFills, paintSquare, describeSquare, parseRows } from "../src/lib/grid-drawing";
import { question } from "./fixtures";

const brush = (of: Partial<Brush>): Brush => ({
  ...{
    sign: ".",
    words: "land",
    ground: "land",
    piece: null,
    note: "",
    group: "",
    most: null,
    fixed: false,
    fills: [],
  },
  ...of,
});
const glyph = (name: string) => ({ glyph: name, words: name, colour: "", count: null, of: null, sign: "" });
const BRUSHES = [
  brush({}),
  brush({ sign: "~", words: "water", ground: "water" }),
  brush({ sign: "r", words: "homes", piece: glyph("homes"), most: 20, group: "Bonus" }),
  brush({ sign: "c", words: "shops", piece: glyph("shops"), most: 20, group: "Bonus" }),
  brush({ sign: "M", words: "his", fixed: true }),
];

describe("painting", () => {
  it("reads a sign as the look of its brush", () => {
    expect(describeSquare("~", BRUSHES)).toMatchObject({ ground: "water", words: "water", pieces: [] });
  });

  it("reads several numbered signs in one square", () => {
    const spot = describeSquare("r2c12", BRUSHES);
    expect(spot.pieces.map(({ glyph, count }) => [glyph, count])).toEqual([
      ["homes", 2],
      ["shops", 12],
    ]);
    expect(spot.words).toBe("homes 2, shops 12");
  });

  it("shows a sign that it does not know as it is", () => {
    expect(describeSquare("?", BRUSHES)).toMatchObject({ note: "?", words: "?" });
  });

  it("takes a paint off with the second tap and leaves what is fixed", () => {
    expect(paintSquare(".", "~", ".", BRUSHES)).toBe("~");
    expect(paintSquare("~", "~", ".", BRUSHES)).toBe(".");
    expect(paintSquare("M", "~", ".", BRUSHES)).toBe("M");
  });

  it("makes brushes of a legend where a question brings none", () => {
    const asked = question({ kind: "drawing", look: null, legend: [["x", "yours"]] });
    expect(listBrushes(asked)).toMatchObject([{ sign: "x", words: "yours", note: "x" }]);
    expect(parseRows([". ~", "r2 x"])).toEqual([
      [".", "~"],
      ["r2", "x"],
    ]);
  });

  it("offers to fill what is left, with the number of squares, and nothing if there is none", () => {
    const fills = [
      { sign: "?", words: "The rest is plain land" },
      { sign: ".", words: "The rest has no bonus" },
    ];
    const brushes = [brush({ sign: "-", words: "plain land", fills }), brush({ sign: "~" })];
    const rows = parseRows(["? ~ ?", ". ~ -"]);
    expect(listFills(rows, brushes).map(({ words, count }) => [words, count])).toEqual([
      ["The rest is plain land", 2],
      ["The rest has no bonus", 1],
    ]);
    expect(fillSquares(rows, listFills(rows, brushes)[0]!)).toEqual(parseRows(["- ~ -", ". ~ -"]));
    expect(listFills(parseRows(["~ -"]), brushes)).toEqual([]);
  });
});
