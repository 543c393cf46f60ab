import { describe, expect, it } from "vitest";
import type { Question } from "../src/lib/engine";
import { primaryWords } from "../src/lib/primary";
import { settings } from "../src/lib/settings.svelte";
import { t } from "../src/lib/words";
import { question } from "./made";

const options = [
  { id: 1, label: "wood" },
  { id: 2, label: "a label that is far too long for a button of any width" },
] as Question["options"];

describe("the main button", () => {
  it("names the choice, if there is room for it", () => {
    const choice = question({ kind: "choice", options });
    expect(primaryWords(choice, null, [])).toBe(t().chooseFirst);
    expect(primaryWords(choice, 1, [])).toBe(t().take("wood"));
    expect(primaryWords(choice, 2, [])).toBe(t().send);
  });

  it("says what is missing in a form", () => {
    const form = question({ kind: "form", fields: [question({ kind: "number", key: "a", required: true })] });
    expect(primaryWords(form, { a: null }, ["VP"])).toBe(t().fillFirst("VP"));
    expect(primaryWords(form, { a: null }, ["a name that is much too long for a button"])).toBe(t().stillMissing(1));
  });

  it("of an untouched form says whether something is confirmed or nothing told", () => {
    const shows = question({ kind: "form", fields: [question({ kind: "number", key: "a", default: 3 })] });
    const empty = question({ kind: "form", fields: [question({ kind: "several", key: "a", default: [] })] });
    expect(primaryWords(shows, { a: 3 }, [])).toBe(t().asShown);
    expect(primaryWords(empty, { a: [] }, [])).toBe(t().nothing);
  });
});

describe("the page's own words", () => {
  it("are the same in both languages, none left out", () => {
    settings.lang = "en";
    const en = t();
    settings.lang = "ru";
    const ru = t();
    settings.lang = "en";
    expect(Object.keys(ru).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(typeof ru[key], key).toBe(typeof en[key]);
  });

  it("count in Russian as Russian does", () => {
    settings.lang = "ru";
    const said = [1, 2, 5, 11, 21, 104].map((n) => t().steps(n));
    settings.lang = "en";
    expect(said).toEqual(["1 шаг", "2 шага", "5 шагов", "11 шагов", "21 шаг", "104 шага"]);
  });
});
