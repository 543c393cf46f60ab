import { describe, expect, it } from "vitest";
import { findStem, matchesStems } from "../src/lib/stems";

describe("a search by stems", () => {
  it("finds a word in its other forms", () => {
    expect(matchesStems("The Mayor rolls for each district", "rolling districts")).toBe(true);
    expect(matchesStems("VJ builds a tower in the sector", "building towers")).toBe(true);
    expect(matchesStems("Мэр получает победные очки за каждый кубик", "кубиков")).toBe(true);
    expect(matchesStems("Размещение электровышек в секторе", "электровышки")).toBe(true);
    expect(matchesStems("Её жетон", "ее жетоны")).toBe(true);
  });

  it("needs every word, from its beginning", () => {
    expect(matchesStems("The Mayor rolls", "mayor tower")).toBe(false);
    expect(matchesStems("The plan", "lan")).toBe(false);
    expect(matchesStems("RH-16 The Mayor", "rh-16")).toBe(true);
    expect(matchesStems("anything", " ")).toBe(true);
  });

  it("keeps short words whole", () => {
    expect(findStem("vp")).toBe("vp");
    expect(findStem("die")).toBe("die");
    expect(findStem("ход")).toBe("ход");
  });
});
