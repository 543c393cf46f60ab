import { describe, expect, it } from "vitest";
import type { Entry } from "../src/lib/engine";
import { groupByRound } from "../src/lib/history";
import { findAnswerBefore } from "../src/lib/turn.svelte";

const told = (index: number, at: number, round: number, key = ""): Entry =>
  ({ index, at, round, kind: key ? "answer" : "do", text: `${index}`, about: key ? { key } : {} }) as unknown as Entry;

describe("the history in rounds", () => {
  it("has the newest round first, and in it the turns in order", () => {
    const found = groupByRound([
      told(0, 0, 0, "set-up"),
      told(1, 1, 1),
      told(2, 1, 1, "your-turn"),
      told(3, 2, 1),
      told(4, 2, 1, "plan"),
      told(5, 3, 1),
      told(6, 3, 2),
      told(7, 3, 2, "your-turn"),
    ]);
    expect(found.map((turn) => turn.round)).toEqual([2, 1, 0]);
    expect(found[1]!.turns.map((turn) => turn.isPlayers)).toEqual([false, true, false]);
    const his = found[1]!.turns[2]!;
    expect(his.moments.map((moment) => [moment.at, moment.entries.map(({ index }) => index)])).toEqual([
      [2, [3]],
      [2, [4]],
      [3, [5]],
    ]);
  });

  it("R17: separates what happened from the answer that followed it, and knows which answer led to it", () => {
    const entries = [told(0, 0, 1, "plan"), told(1, 1, 1), told(2, 1, 1), told(3, 1, 1, "next-plan"), told(4, 2, 1)];
    const [moments] = groupByRound(entries, 2)[0]!.turns.map((turn) => turn.moments);
    expect(moments!.map((moment) => [moment.at, moment.isAnswer])).toEqual([
      [0, true],
      [1, false],
      [1, true],
      [2, false],
    ]);
    expect(findAnswerBefore(entries, 1, 2)?.index).toBe(0);
    expect(findAnswerBefore(entries, 2, 2)?.index).toBe(3);
    expect(findAnswerBefore(entries, 0, 2)).toBeNull();
  });

  it("is empty without answers", () => {
    expect(groupByRound([])).toEqual([]);
  });
});
