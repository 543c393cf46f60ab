import { describe, expect, it } from "vitest";
import { COLOURS, paint } from "../src/lib/colours";
import { place, squareName } from "../src/lib/square-names";
import { firstNews, givenAt } from "../src/lib/turn.svelte";
import { joined } from "../src/lib/answer-prefetch.svelte";
import { leave, leftAt } from "../src/lib/resume-point";
import { capital, unbroken } from "../src/lib/texts";
import { entry, state } from "./fixtures";

describe("squares", () => {
  it("have letters for columns and numbers for rows, a1 at the top left", () => {
    expect(squareName(0, 0)).toBe("a1");
    expect(squareName(2, 9)).toBe("c10");
  });

  it("are found again by their names", () => {
    for (const [x, y] of [
      [0, 0],
      [5, 3],
      [1, 11],
    ] as const)
      expect(place(squareName(x, y))).toEqual([x, y]);
  });
});

describe("a colour", () => {
  it("is one of the names or a number, and nothing else reaches the page", () => {
    expect(paint("red")).toBe(COLOURS.red);
    expect(paint("#cc2200")).toBe("#cc2200");
    for (const odd of ["", "RED", "url(x)", "#cc220", "#cc2200;color:red"]) expect(paint(odd)).toBe("transparent");
  });
});

describe("the news of a turn", () => {
  const entries = [entry("do", 0), entry("answer", 0, "first"), entry("do", 1), entry("answer", 1), entry("say", 2)];

  it("begin after the last answer", () => {
    expect(firstNews(entries, 2)).toBe(4);
    expect(firstNews(entries.slice(0, 3), 1)).toBe(2);
    expect(firstNews([entry("do", 0)], 0)).toBe(0);
  });

  it("leave an answer alone that the position did not move on with", () => {
    expect(firstNews([entry("do", 0), entry("answer", 0)], 0)).toBe(0);
  });

  it("find the answer that was given at a position", () => {
    expect(givenAt(entries, 0, 2)?.text).toBe("first");
    expect(givenAt(entries, 2, 2)).toBeNull();
  });

  it("are joined to what was known", () => {
    const now = state({ entries: [entry("do", 0, "a"), entry("say", 0, "b")] });
    const next = state({ entries: [entry("do", 1, "c")], length: 3 });
    expect(joined(now, next).entries.map((one) => one.text)).toEqual(["a", "b", "c"]);
  });

  it("replace what no longer holds", () => {
    const now = state({ entries: [entry("do", 0, "a"), entry("say", 0, "b")] });
    const next = state({ entries: [entry("do", 1, "c")], length: 2 });
    expect(joined(now, next).entries.map((one) => one.text)).toEqual(["a", "c"]);
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
    const [now] = joined(state({ views: [base] }), state({ laid: ["base"], changes, length: 0 })).views;
    expect(now).toEqual({
      ...base,
      note: "3 coins",
      columns: [{ ...base.columns[0], spots: [spot("1", "a"), spot("2", "c")] }],
    });
  });
});

it("a sentence begins with a capital, in both alphabets", () => {
  expect(capital("мэр бросает")).toBe("Мэр бросает");
  expect(capital("")).toBe("");
});

describe("a text", () => {
  it("keeps a number with what belongs to it", () => {
    expect(unbroken("column B-3, tiles: 7")).toBe("column\u00a0B\u20113, tiles: 7");
    expect(unbroken("маркер № 2; 187 $.")).toBe("маркер №\u00a02; 187\u00a0$.");
    expect(unbroken("реклама: -1 ПО, 12+3-1 здесь")).toBe("реклама: -1\u00a0ПО, 12+3-1 здесь");
    expect(unbroken("в районе 5 на участок c3 зоны A: хлопок 2, кофе 1.")).toBe(
      "в районе\u00a05 на участок\u00a0c3 зоны\u00a0A: хлопок\u00a02, кофе\u00a01.",
    );
    expect(unbroken("plan 3 of the level 1 row; he scores 12 VP (card 1, section 2)")).toBe(
      "plan\u00a03 of the level\u00a01 row; he scores 12\u00a0VP (card\u00a01, section\u00a02)",
    );
    expect(unbroken("первые 2 плана; на 6-гранном кубике выпало 5.")).toBe(
      "первые 2\u00a0плана; на\u00a06\u2011гранном кубике выпало\u00a05.",
    );
    expect(unbroken("столбец B-3 зоны B.")).toBe("столбец\u00a0B\u20113 зоны\u00a0B.");
    expect(unbroken("стекло — 2")).toBe("стекло\u00a0— 2");
    expect(unbroken("sums like 12+3-1 will do")).toBe("sums like 12+3-1 will do");
  });
});

describe("who leaves a game", () => {
  it("finds the beat and the controls again, in the same state of the same game only", () => {
    leave({ id: "a", at: 3, beat: 1, value: ["x"] });
    expect(leftAt("a", 3)).toMatchObject({ beat: 1, value: ["x"] });
    expect(leftAt("a", 4)).toBeNull();
    expect(leftAt("b", 3)).toBeNull();
    localStorage.setItem("rival.left", "{");
    expect(leftAt("a", 3)).toBeNull();
  });
});
