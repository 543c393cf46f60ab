import { describe, expect, it } from "vitest";
import { COLOURS, toCssColour } from "../src/lib/colours";
import { parseSquareName, getSquareName } from "../src/lib/square-names";
import { findFirstNewEntry, findAnswerAt } from "../src/lib/turn.svelte";
import { mergeState } from "../src/lib/answer-prefetch.svelte";
import { saveResumePoint, loadResumePoint } from "../src/lib/resume-point";
import { capitalize, addNoBreaks, hyphenate } from "../src/lib/texts";
import { entry, state } from "./fixtures";

describe("squares", () => {
  it("have letters for columns and numbers for rows, a1 at the top left", () => {
    expect(getSquareName(0, 0)).toBe("a1");
    expect(getSquareName(2, 9)).toBe("c10");
  });

  it("are found again by their names", () => {
    for (const [x, y] of [
      [0, 0],
      [5, 3],
      [1, 11],
    ] as const)
      expect(parseSquareName(getSquareName(x, y))).toEqual([x, y]);
  });
});

describe("a colour", () => {
  it("is one of the names or a number, and nothing else reaches the page", () => {
    expect(toCssColour("red")).toBe(COLOURS.red);
    expect(toCssColour("#cc2200")).toBe("#cc2200");
    for (const odd of ["", "RED", "url(x)", "#cc220", "#cc2200;color:red"])
      expect(toCssColour(odd)).toBe("transparent");
  });
});

describe("the news of a turn", () => {
  const entries = [entry("do", 0), entry("answer", 0, "first"), entry("do", 1), entry("answer", 1), entry("say", 2)];

  it("begin after the last answer", () => {
    expect(findFirstNewEntry(entries, 2)).toBe(4);
    expect(findFirstNewEntry(entries.slice(0, 3), 1)).toBe(2);
    expect(findFirstNewEntry([entry("do", 0)], 0)).toBe(0);
  });

  it("leave an answer alone that the position did not move on with", () => {
    expect(findFirstNewEntry([entry("do", 0), entry("answer", 0)], 0)).toBe(0);
  });

  it("find the answer that was given at a position", () => {
    expect(findAnswerAt(entries, 0, 2)?.text).toBe("first");
    expect(findAnswerAt(entries, 2, 2)).toBeNull();
  });

  it("are joined to what was known", () => {
    const now = state({ entries: [entry("do", 0, "a"), entry("say", 0, "b")] });
    const next = state({ entries: [entry("do", 1, "c")], length: 3 });
    expect(mergeState(now, next).entries.map((entry) => entry.text)).toEqual(["a", "b", "c"]);
  });

  it("replace what no longer holds", () => {
    const now = state({ entries: [entry("do", 0, "a"), entry("say", 0, "b")] });
    const next = state({ entries: [entry("do", 1, "c")], length: 2 });
    expect(mergeState(now, next).entries.map((entry) => entry.text)).toEqual(["a", "c"]);
  });

  it("change the words and some spots of a view, and leave the rest of it", () => {
    const spot = (id: string, note: string) => ({
      ...{ id, note, words: id, sign: "", ground: "", pieces: [], corrects: "" },
    });
    const base = {
      ...{ id: "base", title: "Base", note: "2 coins", group: "", corrects: "", kind: "columns" as const },
      columns: [{ words: "column 1", note: "", sign: "", spots: [spot("1", "a"), spot("2", "b")] }],
    };
    const changes = [{ view: "base", title: "Base", note: "3 coins", spots: [spot("2", "c")] }];
    const [now] = mergeState(state({ views: [base] }), state({ laid: ["base"], changes, length: 0 })).views;
    expect(now).toEqual({
      ...base,
      note: "3 coins",
      columns: [{ ...base.columns[0], spots: [spot("1", "a"), spot("2", "c")] }],
    });
  });
});

it("a sentence begins with a capital, in both alphabets", () => {
  expect(capitalize("мэр бросает")).toBe("Мэр бросает");
  expect(capitalize("")).toBe("");
});

describe("a text", () => {
  it("keeps a number with what belongs to it", () => {
    expect(addNoBreaks("column B-3, tiles: 7")).toBe("column\u00a0B\u20113, tiles: 7");
    expect(addNoBreaks("маркер № 2; 187 $.")).toBe("маркер №\u00a02; 187\u00a0$.");
    expect(addNoBreaks("реклама: -1 ПО, 12+3-1 здесь")).toBe("реклама: -1\u00a0ПО, 12+3-1 здесь");
    expect(addNoBreaks("в районе 5 на участок c3 зоны A: хлопок 2, кофе 1.")).toBe(
      "в районе\u00a05 на участок\u00a0c3 зоны\u00a0A: хлопок\u00a02, кофе\u00a01.",
    );
    expect(addNoBreaks("plan 3 of the level 1 row; he scores 12 VP (card 1, section 2)")).toBe(
      "plan\u00a03 of the level\u00a01 row; he scores 12\u00a0VP (card\u00a01, section\u00a02)",
    );
    expect(addNoBreaks("первые 2 плана; на 6-гранном кубике выпало 5.")).toBe(
      "первые 2\u00a0плана; на\u00a06\u2011гранном кубике выпало\u00a05.",
    );
    expect(addNoBreaks("столбец B-3 зоны B.")).toBe("столбец\u00a0B\u20113 зоны\u00a0B.");
    expect(addNoBreaks("стекло — 2")).toBe("стекло\u00a0— 2");
    expect(addNoBreaks("sums like 12+3-1 will do")).toBe("sums like 12+3-1 will do");
  });
});

describe("the resume point", () => {
  it("restores step and controls, in the same state of the same game only", () => {
    saveResumePoint({ id: "a", at: 3, beat: 1, value: ["x"] });
    expect(loadResumePoint("a", 3)).toMatchObject({ beat: 1, value: ["x"] });
    expect(loadResumePoint("a", 4)).toBeNull();
    expect(loadResumePoint("b", 3)).toBeNull();
    localStorage.setItem("rival.resume", "{");
    expect(loadResumePoint("a", 3)).toBeNull();
  });
});

describe("long Russian words", () => {
  it("may break between syllables, never before a single letter", () => {
    const parts = (word: string) => hyphenate(word).split("\u00ad");
    expect(parts("Промышленное")).toEqual(["Про", "мыш", "лен", "ное"]);
    expect(parts("электростанция")).toEqual(["элек", "трос", "тан", "ция"]);
    expect(parts("Вода")).toEqual(["Вода"]);
    expect(hyphenate("Residential")).toBe("Residential");
  });

  it("keep every letter", () => {
    const text = "Общественное здание, коммерческое и жилое: объединённое";
    expect(hyphenate(text).replaceAll("\u00ad", "")).toBe(text);
  });
});
