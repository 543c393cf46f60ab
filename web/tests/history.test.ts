import { describe, expect, it } from "vitest";
import type { Act, Entry } from "../src/lib/engine";
import { groupByRound, listUndoSteps } from "../src/lib/history";
import { findAnswerBefore } from "../src/lib/turn.svelte";

const happened = (index: number, at: number, round: number, key = "", act: number | null = null): Entry =>
  ({
    ...{ index, at, round, act, who: key ? "player" : "", text: `${index}`, kind: key ? "answer" : "do" },
    about: key ? { key } : {},
  }) as unknown as Entry;
const act = (number: number, title: string): Act => ({ number, title, result: null, idle: null }) as unknown as Act;

describe("the history", () => {
  const entries = [
    happened(0, 0, 0, "set-up"),
    happened(1, 1, 1, "", 0),
    happened(2, 1, 1, "your-turn", 1),
    happened(3, 2, 1, "", 2),
    happened(4, 2, 1, "plan", 2),
    happened(5, 3, 1, "", 2),
    happened(6, 3, 2, "", 3),
    happened(7, 3, 2, "your-turn", 4),
  ];
  const acts = [act(0, "Round 1"), act(1, "Your turn"), act(2, "Roll 1 of 1"), act(3, "Round 2"), act(4, "Your turn")];

  it("tells rounds and acts in the order in which they happened", () => {
    const rounds = groupByRound({ entries, acts, position: 4 });
    expect(rounds.map(({ round, acts }) => [round, acts.map(({ act }) => act?.title)])).toEqual([
      [0, [undefined]],
      [1, ["Round 1", "Your turn", "Roll 1 of 1"]],
      [2, ["Round 2", "Your turn"]],
    ]);
    expect(rounds[1]!.acts[2]!.moments.map((moment) => [moment.at, moment.entries.map(({ index }) => index)])).toEqual([
      [2, [3]],
      [2, [4]],
      [3, [5]],
    ]);
  });

  it("lists the steps to take back, the last first, with their acts and answers", () => {
    expect(listUndoSteps({ entries: entries.slice(0, 6), acts, position: 3 })).toEqual([
      { position: 2, title: "Roll 1 of 1", text: "4" },
      { position: 1, title: "Your turn", text: "2" },
      { position: 0, title: "", text: "0" },
    ]);
    expect(listUndoSteps({ entries: [], acts: [], position: 1 })).toEqual([{ position: 0, title: "", text: "" }]);
  });

  it("R17: separates what happened from the answer that followed it, and knows which answer led to it", () => {
    const entries = [
      happened(0, 0, 1, "plan"),
      happened(1, 1, 1),
      happened(2, 1, 1),
      happened(3, 1, 1, "next-plan"),
      happened(4, 2, 1),
    ];
    const [moments] = groupByRound({ entries, acts: [], position: 2 })[0]!.acts.map((act) => act.moments);
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
    expect(groupByRound({ entries: [], acts: [], position: 0 })).toEqual([]);
  });
});
