import { describe, expect, it } from "vitest";
import type { Question } from "../src/lib/engine";
import {
  isAnsweredByTap,
  isCompletingChange,
  formatButtonLabel,
  formatProposal,
  formatTapHint,
  formatTurnLabel,
} from "../src/lib/main-button";
import { settings } from "../src/lib/settings.svelte";
import { t } from "../src/lib/texts";
import { getPresentation } from "../src/views/view";
import { question } from "./fixtures";

const options = [
  { id: 1, label: "wood" },
  { id: 2, label: "a label that is far too long for a button of any width" },
] as Question["options"];

describe("the main button", () => {
  it("names the choice, if there is room for it", () => {
    const choice = question({ kind: "choice", options });
    expect(formatButtonLabel(choice, null, [])).toBe(t().chooseFirst);
    expect(formatButtonLabel(choice, 1, [])).toBe(t().chooseOption("wood"));
    expect(formatButtonLabel(choice, 2, [])).toBe(t().continueButton);
  });

  it("says that there are none, where nothing is named", () => {
    const several = question({ kind: "phrases", options });
    expect(formatButtonLabel(several, [], [])).toBe(t().thereAreNone);
    expect(formatButtonLabel(several, [], ["at least one"])).toBe(t().continueButton);
    expect(formatButtonLabel(several, ["1"], [])).toBe(t().continueButton);
  });

  it("says what is missing in a form", () => {
    const form = question({ kind: "form", fields: [question({ kind: "number", key: "a", required: true })] });
    expect(formatButtonLabel(form, { a: null }, ["VP"])).toBe(t().firstMissing("VP"));
    expect(formatButtonLabel(form, { a: null }, ["a name that is much too long for a button"])).toBe(
      t().missingCount(1),
    );
  });

  it("of an untouched form says whether it is confirmed or nothing is reported", () => {
    const shows = question({ kind: "form", fields: [question({ kind: "number", key: "a", default: 3 })] });
    const empty = question({ kind: "form", fields: [question({ kind: "several", key: "a", default: [] })] });
    expect(formatButtonLabel(shows, { a: 3 }, [])).toBe(t().confirmAsShown);
    expect(formatButtonLabel(empty, { a: [] }, [])).toBe(t().nothingToReport);
  });
});

describe("the button of one's own turn", () => {
  const then = question({
    kind: "choice",
    key: "then",
    default: "go-on",
    options: [
      { id: "go-on", label: "its turn" },
      { id: "pass", label: "pass" },
    ],
  });
  const ended = question({
    kind: "choice",
    key: "ended",
    default: "no",
    options: [
      { id: "no", label: "no" },
      { id: "yes", label: "yes" },
    ],
  });
  const form = question({ kind: "form", fields: [then, ended] });

  it("names the opponent, or what is chosen instead", () => {
    expect(formatTurnLabel(form, { then: "go-on", ended: "yes" }, "VJ")).toBe(t().turnIsOver("VJ"));
    expect(formatTurnLabel(form, { then: "pass", ended: "no" }, "VJ")).toBe(t().turnIsOverWith("pass"));
  });
});

describe("a tap on the board", () => {
  const plain = getPresentation(question({ kind: "number" }));
  const cubes = { words: "Cubes", folded: false, adds: true, total: 3, note: "", once: false };
  const plot = question({
    kind: "choice",
    key: "plot",
    required: true,
    look: { ...plain, on: [{ view: "one" }] } as never,
  });
  const wood = question({
    kind: "number",
    key: "wood",
    text: "wood",
    default: 3,
    look: { ...plain, group: cubes } as never,
  });
  const steel = { ...wood, key: "steel", text: "steel", default: 0 };
  const form = question({ kind: "form", fields: [plot, wood, steel] });
  const value = { plot: null, wood: 3, steel: 0 };

  it("answers, and what is preset goes along with it in words", () => {
    expect(isAnsweredByTap(form)).toBe(true);
    expect(isCompletingChange(form, value, { ...value, plot: "b2" })).toBe(true);
    expect(formatTapHint(form, value, true)).toBe(`${t().tapHighlighted}: wood 3`);
    expect(formatProposal([wood, steel], { ...value, wood: 2, steel: 1 })).toBe("Cubes: wood 2, steel 1");
  });

  it("doesn't while the numbers don't add up, nor does a change of them", () => {
    expect(isCompletingChange(form, { ...value, wood: 2 }, { ...value, wood: 2, plot: "b2" })).toBe(false);
    expect(isCompletingChange(form, { ...value, plot: "b2" }, { ...value, plot: "b2", wood: 2 })).toBe(false);
    expect(formatTapHint(form, { ...value, wood: 2 }, true)).toBe(`Cubes: ${t().countOf(2, 3)}`);
  });

  it("is not the answer where a fact is still to be read off the table", () => {
    const bonus = question({ kind: "number", key: "bonus", default: 0 });
    expect(isAnsweredByTap(question({ kind: "form", fields: [plot, bonus] }))).toBe(false);
    expect(isAnsweredByTap(question({ kind: "form", fields: [{ ...plot, look: plain }, wood] }))).toBe(false);
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
