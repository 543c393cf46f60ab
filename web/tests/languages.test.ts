import { describe, expect, it } from "vitest";
import { LANGUAGES, ownName, spoken, WORDS } from "../src/lib/languages";
import { number, plural } from "../src/lib/numbers";

describe("a language of the page", () => {
  it("is a file of words, with English where it has none", () => {
    const esperanto = spoken({ "../words/eo.ts": { close: "Fermi" } }).get("eo")!;
    expect([esperanto.close, esperanto.back]).toEqual(["Fermi", "Back"]);
  });

  it("calls itself by its own name", () => {
    expect(LANGUAGES.map(ownName)).toEqual(["English", "Русский"]);
    expect(WORDS.get("ru")!.back).toBe("Назад");
  });

  it("has its own forms of words and numbers", () => {
    const forms = { one: "партия", few: "партии", many: "партий", other: "партии" };
    expect([1, 2, 5].map((n) => plural("ru", n, forms))).toEqual(["партия", "партии", "партий"]);
    expect(number("en", 1234)).toBe("1,234");
  });
});
