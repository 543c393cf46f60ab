import { describe, expect, it } from "vitest";
import { LANGUAGES, getLanguageName, loadLanguages, TEXTS } from "../src/lib/languages";
import { formatNumber, choosePlural } from "../src/lib/numbers";

const FILES: Record<string, object> = {
  ...import.meta.glob<object>("../src/locales/*.ts", { eager: true, import: "default" }),
  ...import.meta.glob<object>("../src/offline/locales/*.ts", { eager: true, import: "default" }),
};

describe("a language of the page", () => {
  it("is a file of words, with English where it has none", () => {
    const esperanto = loadLanguages({ "../locales/eo.ts": { close: "Fermi" } }).get("eo")!;
    expect([esperanto.close, esperanto.back]).toEqual(["Fermi", "Back"]);
  });

  it.each(Object.keys(FILES))("lacks nothing: %s", (file) => {
    const english = FILES[file.replace(/[^/]+$/, "en.ts")]!;
    expect(Object.keys(english).filter((name) => !(name in FILES[file]!))).toEqual([]);
  });

  it("has words for the page without a server, too", () => {
    const languages = (folder: string) =>
      Object.keys(FILES).flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length)] : []));
    expect(languages("../src/offline/locales/")).toEqual(languages("../src/locales/"));
  });

  it("calls itself by its own name", () => {
    expect(LANGUAGES.map(getLanguageName)).toEqual(expect.arrayContaining(["English", "Русский"]));
    expect(TEXTS.get("ru")!.back).toBe("Назад");
  });

  it("has its own forms of words and numbers", () => {
    const forms = { one: "партия", few: "партии", many: "партий", other: "партии" };
    expect([1, 2, 5].map((n) => choosePlural("ru", n, forms))).toEqual(["партия", "партии", "партий"]);
    expect(formatNumber("en", 1234)).toBe("1,234");
  });
});
