import { describe, expect, it } from "vitest";
import {
  buildAnswer,
  getInitialValue,
  appendAmount,
  listMissing,
  isSameValue,
  parseSum,
  countUnknownSquares,
  isUntouched,
} from "../src/lib/answers";
import type { Json, Question } from "../src/lib/engine";
import { question } from "./fixtures";

const number = (key: string, of: Partial<Question> = {}) => question({ kind: "number", key, text: key, ...of });

describe("a sum", () => {
  it.each([
    ["12+3-1", 14],
    [" 7 ", 7],
    ["−3 + 5", 2],
    ["0", 0],
  ])("%s is %d", (text, value) => expect(parseSum(text)).toBe(value));

  it.each(["", "+", "3+", "a", "3..4", "1e3", "0x10"])("%s is none", (text) => expect(parseSum(text)).toBeNull());

  it("is read in time that grows with its length, however odd", () => {
    const begun = performance.now();
    expect(parseSum("1".repeat(50_000) + "x")).toBeNull();
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe("the initial value of the controls", () => {
  it("is the default, copied so that touching it changes no question", () => {
    const shown = question({ kind: "several", default: ["a"] });
    const begun = getInitialValue(shown) as Json[];
    begun.push("b");
    expect(shown.default).toEqual(["a"]);
  });

  it("of a form is that of every field", () => {
    const form = question({
      kind: "form",
      fields: [number("vp", { default: 3 }), question({ kind: "words", key: "w" })],
    });
    expect(getInitialValue(form)).toEqual({ vp: 3, w: null });
  });

  it("of a list or of pairs is empty, not nothing", () => {
    expect(getInitialValue(question({ kind: "phrases" }))).toEqual([]);
    expect(getInitialValue(question({ kind: "pairs" }))).toEqual({});
    expect(getInitialValue(question({ kind: "order", default: ["x"] }))).toEqual([]);
  });
});

describe("what is missing", () => {
  it("names the fields that are needed, and no others", () => {
    const form = question({
      kind: "form",
      fields: [number("a", { required: true }), number("b", { required: false }), number("c", { required: true })],
    });
    expect(listMissing(form, { a: null, b: null, c: 2 })).toEqual(["a"]);
  });

  it("names an optional field with an invalid value", () => {
    const form = question({ kind: "form", fields: [number("b", { required: false })] });
    expect(listMissing(form, { b: "3+" })).toEqual(["b"]);
  });

  it("of an order is everything until all have their place", () => {
    const options = ["x", "y"].map((id) => ({ id, label: id }));
    const order = question({ kind: "order", options: options as Question["options"] });
    expect(listMissing(order, ["x"])).toEqual(["What?"]);
    expect(listMissing(order, ["x", "y"])).toEqual([]);
  });

  it("is every unknown square of a drawing", () => {
    const drawing = question({ kind: "drawing", text: "What?" });
    expect(listMissing(drawing, null)).toEqual(["What?"]);
    expect(listMissing(drawing, [])).toEqual(["What?"]);
    expect(listMissing(drawing, [". ?", "~ ."])).toEqual(["What?"]);
    expect(listMissing(drawing, [". .", "~ ."])).toEqual([]);
    const base = question({ kind: "drawing", text: "What?", most: 5 });
    expect(listMissing(base, [". .", "~ ."])).toEqual(["What?"]);
    expect(listMissing(base, [". .", "~ . ."])).toEqual([]);
    expect(countUnknownSquares(["? ?", ". ?"])).toBe(3);
  });

  it("of words is any that can be seen", () => {
    expect(listMissing(question({ kind: "words" }), "  ")).toEqual(["What?"]);
    expect(listMissing(question({ kind: "words" }), "a name")).toEqual([]);
  });
});

describe("what is sent", () => {
  const form = question({
    kind: "form",
    fields: [number("a", { required: true, default: 1 }), number("b", { required: false, default: 2 })],
  });

  it("of a form is what is needed and what differs from what was shown", () => {
    expect(buildAnswer(form, { a: 1, b: 2 })).toEqual({ a: 1 });
    expect(buildAnswer(form, { a: 1, b: 5 })).toEqual({ a: 1, b: 5 });
  });

  it("of a number is a number; a sum goes as it was written", () => {
    expect(buildAnswer(number("n"), "−4")).toBe(-4);
    expect(buildAnswer(number("n"), "3+4")).toBe("3+4");
  });

  it("of an untouched form is nothing", () => {
    const free = question({ kind: "form", fields: [number("b", { required: false, default: 2 })] });
    expect(isUntouched(free, getInitialValue(free))).toBe(true);
    expect(isUntouched(free, { b: 3 })).toBe(false);
  });

  it("of a form with a minimum is not complete while untouched", () => {
    const free = { required: false, default: 0 };
    const sums = question({ kind: "form", least: 1, fields: [number("a", { required: false }), number("b", free)] });
    expect(listMissing(sums, getInitialValue(sums))).toHaveLength(1);
    expect(listMissing(sums, { a: 0, b: 0 })).toEqual([]);
    expect(listMissing(sums, { a: null, b: 4 })).toEqual([]);
  });

  it("is compared by what it says", () => {
    expect(isSameValue({ a: [1] }, { a: [1] })).toBe(true);
    expect(isSameValue({ a: [1] }, { a: ["1"] })).toBe(false);
  });
});

describe("amounts that are added up", () => {
  it("are added one after another, and the last is removed", () => {
    expect([appendAmount("0", 14), appendAmount("14", 9), appendAmount("14+9", 3)]).toEqual([14, "14+9", "14+9+3"]);
    expect([appendAmount("14+9", null), appendAmount("14", null), appendAmount("0", null)]).toEqual([14, null, null]);
    expect([appendAmount("", 5), appendAmount("12 − 3", 5), appendAmount("12−3", null)]).toEqual([5, "12- 3+5", 12]);
  });
});
