import { describe, expect, it } from "vitest";
import { COMPLETENESS, countParts, getCompleteness, listCounted } from "../src/lib/box-count";
import type { PartState } from "../src/lib/engine";

const part = (of: Partial<PartState>): PartState =>
  ({ known: "told", told: 1, of: 1, needed: true, adds: false, ...of }) as unknown as PartState;

describe("the count of a box", () => {
  it("gives each part one state", () => {
    expect(getCompleteness(part({ known: "unknown", told: 0, of: 5 }))).toBe("unknown");
    expect(getCompleteness(part({ told: 3, of: 5 }))).toBe("partly");
    expect(getCompleteness(part({ known: "assumed", told: 3, of: 5 }))).toBe("partly");
    expect(getCompleteness(part({ known: "assumed", told: 0, of: 10 }))).toBe("check");
    expect(getCompleteness(part({ known: "assumed", told: 5, of: 5 }))).toBe("check");
    expect(getCompleteness(part({ known: "checked", told: 5, of: 5 }))).toBe("complete");
  });

  it("adds up to all parts that a game asks about", () => {
    const parts = [
      part({}),
      part({ told: 0, known: "unknown" }),
      part({ known: "assumed" }),
      part({ told: 1, of: 3 }),
      part({ needed: false }),
      part({ adds: true }),
    ];
    const counts = countParts(parts);
    expect(counts).toEqual({ complete: 1, partly: 1, check: 1, unknown: 1 });
    expect(COMPLETENESS.reduce((sum, state) => sum + counts[state], 0)).toBe(listCounted(parts).length);
  });
});
