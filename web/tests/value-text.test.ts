import { describe, expect, it } from "vitest";
import type { Json, Question } from "../src/lib/engine";
import { formatValue } from "../src/lib/value-text";
import { question } from "./fixtures";

const options = [
  { id: "a", label: "Cape Town" },
  { id: "b", label: "Cairo" },
] as Question["options"];

describe("a value in words", () => {
  const fields = [question({ kind: "choice", key: "base", text: "Base", options }), question({ kind: "number" })];
  const cases: [Partial<Question> & Pick<Question, "kind">, Json, string][] = [
    [{ kind: "number" }, 0, "0"],
    [{ kind: "choice", options }, "b", "Cairo"],
    [{ kind: "several", options }, ["a", "b"], "Cape Town, Cairo"],
    [{ kind: "several", options }, [], "none"],
    [{ kind: "words" }, null, "none"],
    [{ kind: "pairs", options }, { E5: "a", E6: "b" }, "E5: Cape Town, E6: Cairo"],
    [
      { kind: "pairs", options },
      { p: "a", q: "a", r: "a", s: "b", t: "b" },
      "p: Cape Town, q: Cape Town, r: Cape Town and 2 more",
    ],
    [{ kind: "pairs", options }, {}, "none"],
    [{ kind: "form", fields }, { base: "a", q: null }, "Base: Cape Town"],
    [{ kind: "phrases" }, ["1 battery", "$5"], "1 battery, $5"],
    [{ kind: "drawing" }, [". x"], ""],
    [{ kind: "chart" }, { regions: {} }, ""],
    [{ kind: "words" }, { any: [{ shape: true }] }, "any: shape: Yes"],
  ];
  it.each(cases)("of shape %o", (of, value, words) => {
    expect(formatValue(question(of), value)).toBe(words);
  });
});
