import { describe, expect, it } from "vitest";
import { buildPhrase, isPhraseComplete, toggleChoice, formatPhrase } from "../src/lib/phrase-builder";
import type { BoardTarget, PhrasePart, Picture, Spot } from "../src/lib/engine";
import { isShortTrack, listSpotIds, findSpotId, findTappable } from "../src/views/view";
import { question } from "./fixtures";

const spot = (id: string): Spot => ({ id, words: id, sign: "", ground: "", pieces: [], note: "", corrects: "" });
const on = (of: Partial<BoardTarget>): BoardTarget => ({
  view: "s",
  prefix: "",
  suffix: "",
  words: "",
  piece: null,
  ...of,
});
const SECTORS = {
  ...{ id: "s", title: "Sectors", sign: "", note: "", corrects: "", heads: ["he"], group: "", kind: "sheet" },
  sections: ["A1", "B1"].map((id) => ({
    id,
    words: id,
    note: "",
    rows: [{ words: "farms", spots: [spot(`${id}.f`)] }],
  })),
} as unknown as Picture;
const BUILT = question({
  kind: "phrases",
  options: ["farm-A1", "farm-B1", "farm-B1-either", "tower-A1"].map((id) => ({ id, label: id })),
});

describe("what is tapped on a view", () => {
  it("is the spot between prefix and suffix", () => {
    expect(findSpotId(on({ prefix: "farm-" }), "farm-B1")).toBe("B1");
    expect(findSpotId(on({ prefix: "farm-" }), "tower-B1")).toBe("");
    expect(findSpotId(on({ suffix: "-farm" }), "B1-farm")).toBe("B1");
    expect(findSpotId(on({ prefix: "3" }), "3b2")).toBe("b2");
    expect(findSpotId(on({}), 7)).toBe("7");
  });

  it("is a section of a sheet, too", () => {
    expect(listSpotIds(SECTORS)).toEqual(["A1", "A1.f", "B1", "B1.f"]);
  });

  it("is what the view has of the options", () => {
    expect([...findTappable(BUILT, on({ prefix: "farm-" }), SECTORS)]).toEqual([
      ["A1", "farm-A1"],
      ["B1", "farm-B1"],
    ]);
    expect([...findTappable(BUILT, on({ prefix: "farm-", suffix: "-either" }), SECTORS)]).toEqual([
      ["B1", "farm-B1-either"],
    ]);
  });
});

describe("a track", () => {
  it("is drawn field by field where that fits", () => {
    const scale = (most: number) => ({ kind: "scale", least: 0, most }) as unknown as Picture;
    expect([scale(10), scale(15), scale(16), scale(75), SECTORS].map(isShortTrack)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("a phrase that is put together", () => {
  const part = (ids: string[], of: Partial<PhrasePart> = {}): PhrasePart => ({
    ...{ words: "part", options: ids.map((id) => ({ id, label: id })), least: 1, most: 1, tight: false },
    ...of,
  });
  const PARTS = [
    part(["A1", "B1"]),
    part(["4", "5"]),
    part(["+1"], { least: 0, tight: true }),
    part(["x", "y", "z"], { least: 0, most: 2 }),
  ];

  it("has its parts in order, tight ones right behind those before", () => {
    expect(buildPhrase(PARTS, [["B1"], ["4"], ["+1"], ["x", "z"]])).toBe("B1 4+1 x z");
    expect(buildPhrase(PARTS, [["B1"], ["4"], [], []])).toBe("B1 4");
    expect(buildPhrase(PARTS.slice(2), [[], ["y"]])).toBe("y");
  });

  it("is complete once enough is chosen of each part", () => {
    expect(isPhraseComplete(PARTS, [["B1"], ["4"], [], []])).toBe(true);
    expect(isPhraseComplete(PARTS, [["B1"], [], ["+1"], ["x"]])).toBe(false);
    expect(isPhraseComplete(PARTS.slice(2), [[], []])).toBe(false);
  });

  it("is read by what its words are called", () => {
    const named = (id: string, label: string) => ({ id, label });
    const part = { words: "", options: [named("tourism", "туристический")], least: 0, most: 2, tight: false };
    expect(formatPhrase([part], "B1 3 tourism")).toBe("B1 3 туристический");
  });

  it("takes one, another instead, or several up to the most", () => {
    expect(toggleChoice(["4"], "5", 1)).toEqual(["5"]);
    expect(toggleChoice(["4"], "4", 1)).toEqual([]);
    expect(toggleChoice(["x"], "z", 2)).toEqual(["x", "z"]);
    expect(toggleChoice(["x", "z"], "y", 2)).toEqual(["x", "z"]);
  });
});
